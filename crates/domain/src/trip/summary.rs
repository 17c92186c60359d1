//! The budget summary: costs by category, and costs and payments by party, in the base currency.

use std::collections::HashMap;
use std::hash::Hash;

use rust_decimal::Decimal;

use super::conversion::Conversion;
use super::{Budget, Parties, Trip};
use crate::exact::{ConvertedSum, ExactSum};
use crate::{Currency, People, ReferenceRates};

/// The sums over the trip-wide budget and those of all itinerary items, in the base currency,
/// rounded to its minor unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetSummary {
    /// The currency of all sums but [`BudgetSummary::unconverted`].
    pub base: Currency,
    /// Costs by category, in order of first appearance; categories without cost are left out.
    pub categories: Vec<(String, Decimal)>,
    /// The sum over the categories.
    pub total_cost: Decimal,
    /// All payments.
    pub total_payments: Decimal,
    /// The members with a cost or a payment, in order of first appearance.
    pub members: Vec<MemberTotal>,
    /// Amounts without a rate into the base currency, by currency; the sums leave them out.
    pub unconverted: Vec<Unconverted>,
}

/// A member's sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberTotal {
    /// The member's id, as it first appears ([`Parties::names`]).
    pub member: String,
    /// Their costs.
    pub cost: Decimal,
    /// Their payments.
    pub payment: Decimal,
    /// Whether they paid anything, even less than the base currency's minor unit.
    pub has_paid: bool,
}

/// Amounts in a currency without a rate into the base currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unconverted {
    /// The currency of the amounts.
    pub currency: Currency,
    /// Costs.
    pub value: Decimal,
    /// Payments.
    pub paid: Decimal,
}

/// Values by key, in the order in which the keys first appear.
struct InOrder<K, V> {
    places: HashMap<K, usize>,
    values: Vec<(K, V)>,
}

impl<K: Clone + Eq + Hash, V: Default> InOrder<K, V> {
    fn new() -> Self {
        Self {
            places: HashMap::new(),
            values: Vec::new(),
        }
    }

    /// Applies `update` to the value of a key, which is the default value at first.
    fn update(&mut self, key: K, update: impl FnOnce(&mut V)) {
        let place = *self.places.entry(key).or_insert_with_key(|key| {
            self.values.push((key.clone(), V::default()));
            self.values.len() - 1
        });
        if let Some((_, value)) = self.values.get_mut(place) {
            update(value);
        }
    }
}

/// A member's sums before they are rounded.
#[derive(Default)]
struct MemberSums {
    cost: ConvertedSum,
    payment: ConvertedSum,
}

/// Sums without a rate, before they are rounded.
#[derive(Default)]
struct UnconvertedSums {
    value: ExactSum,
    paid: ExactSum,
}

/// Sums up the budgets of one trip, exactly.
struct Summation<'a> {
    base: Currency,
    rates: &'a ReferenceRates,
    categories: InOrder<&'a str, ConvertedSum>,
    payments: ConvertedSum,
    parties: &'a Parties<'a>,
    /// By place of the party.
    members: Vec<MemberSums>,
    unconverted: InOrder<Currency, UnconvertedSums>,
}

impl<'a> Summation<'a> {
    fn add(&mut self, budget: &'a Budget) {
        let conversion = Conversion::of(budget, self.base, self.rates);
        let currency = conversion.currency;
        let cost = budget.exact_cost();
        let rate = conversion.rate(cost);
        // A budget without cost and category does not make its category appear.
        if !cost.is_zero() || !budget.category.is_empty() {
            self.categories.update(budget.category(), |sum| {
                if let Some(rate) = rate {
                    sum.add(cost, rate);
                }
            });
        }
        if rate.is_none() {
            self.unconverted
                .update(currency, |sums| sums.value.add(cost));
        }
        for share in &budget.shares {
            let payment = conversion.payment(share);
            match payment {
                Some((amount, rate)) => self.payments.add(amount, rate),
                None => self
                    .unconverted
                    .update(currency, |sums| sums.paid.add(share.paid.value().into())),
            }
            let cost = share.cost.value().into();
            let place = self.parties.place_of(share.mention());
            if let Some(sums) = place.and_then(|place| self.members.get_mut(place)) {
                if let Some(rate) = conversion.rate(cost) {
                    sums.cost.add(cost, rate);
                }
                if let Some((amount, rate)) = payment {
                    sums.payment.add(amount, rate);
                }
            }
        }
    }

    /// Rounds each sum once. The total cost is the sum of the rounded categories.
    fn finish(self) -> BudgetSummary {
        let places = self.base.minor_places();
        let categories: Vec<(String, Decimal)> = self
            .categories
            .values
            .into_iter()
            .filter(|(_, cost)| !cost.is_zero())
            .map(|(category, cost)| (category.to_owned(), cost.round(places)))
            .collect();
        let members = self.parties.names().iter().zip(self.members);
        let members = members
            .filter(|(_, sums)| !(sums.cost.is_zero() && sums.payment.is_zero()))
            .map(|(member, sums)| MemberTotal {
                member: member.clone(),
                cost: sums.cost.round(places),
                payment: sums.payment.round(places),
                has_paid: !sums.payment.is_zero(),
            });
        let unconverted = self.unconverted.values.into_iter();
        let unconverted = unconverted.map(|(currency, sums)| Unconverted {
            currency,
            value: sums.value.round(currency.minor_places()),
            paid: sums.paid.round(currency.minor_places()),
        });
        BudgetSummary {
            base: self.base,
            total_cost: categories
                .iter()
                .fold(Decimal::ZERO, |sum, (_, cost)| sum.saturating_add(*cost)),
            total_payments: self.payments.round(places),
            categories,
            members: members.collect(),
            unconverted: unconverted.collect(),
        }
    }
}

impl Trip {
    /// The summary of the trip's budgets in its base currency. `people` are the trip's.
    pub fn budget_summary(
        &self,
        default: Currency,
        rates: &ReferenceRates,
        people: &People,
    ) -> BudgetSummary {
        let parties = self.parties(people);
        let mut summation = Summation {
            base: self.base_currency(default),
            rates,
            categories: InOrder::new(),
            payments: ConvertedSum::default(),
            parties: &parties,
            members: parties
                .names()
                .iter()
                .map(|_| MemberSums::default())
                .collect(),
            unconverted: InOrder::new(),
        };
        for budget in self.budgets() {
            summation.add(budget);
        }
        summation.finish()
    }
}
