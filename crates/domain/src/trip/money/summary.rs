//! The budget summary: costs by category, and costs and payments by party, in the base currency.

use indexmap::IndexMap;
use rust_decimal::Decimal;

use super::conversion::Conversion;
use crate::money::apportion::{apportion, from_units};
use crate::money::exact::{ConvertedSum, ExactSum};
use crate::trip::{Budget, Parties, Trip};
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

/// A member's sums before they are rounded.
#[derive(Default)]
struct MemberSums {
    cost: ConvertedSum,
    payment: ConvertedSum,
}

impl MemberSums {
    fn is_zero(&self) -> bool {
        self.cost.is_zero() && self.payment.is_zero()
    }
}

/// Amounts without a rate, by currency, before they are rounded: costs and payments.
#[derive(Default)]
pub(super) struct LeftOut(IndexMap<Currency, [ExactSum; 2]>);

impl LeftOut {
    pub(in crate::trip) fn add(&mut self, currency: Currency, value: ExactSum, paid: ExactSum) {
        let [value_sum, paid_sum] = self.0.entry(currency).or_default();
        value_sum.add(value);
        paid_sum.add(paid);
    }

    /// The amounts, each rounded to its currency's minor unit.
    pub(in crate::trip) fn rounded(self) -> Vec<Unconverted> {
        let sums = self.0.into_iter();
        let sums = sums.map(|(currency, [value, paid])| Unconverted {
            currency,
            value: value.round(currency.minor_places()),
            paid: paid.round(currency.minor_places()),
        });
        sums.collect()
    }
}

/// Sums up the budgets of one trip, exactly.
struct Summation<'a> {
    base: Currency,
    /// In order of first appearance, as `unconverted`.
    categories: IndexMap<&'a str, ConvertedSum>,
    payments: ConvertedSum,
    parties: &'a Parties<'a>,
    /// By place of the party.
    members: Vec<MemberSums>,
    unconverted: LeftOut,
}

impl<'a> Summation<'a> {
    fn add(&mut self, budget: &'a Budget, conversion: &Conversion) {
        let currency = conversion.currency;
        let cost = budget.exact_cost();
        let rate = conversion.rate(cost);
        // A budget without cost and category does not make its category appear.
        if !cost.is_zero() || !budget.category.is_empty() {
            let sum = self.categories.entry(budget.category()).or_default();
            if let Some(rate) = rate {
                sum.add(cost, rate);
            }
        }
        if rate.is_none() {
            self.unconverted.add(currency, cost, ExactSum::default());
        }
        let has_rate = rate.is_some();
        for share in &budget.shares {
            let payment = conversion.payment(share);
            match payment {
                Some((amount, rate)) => self.payments.add(amount, rate),
                None => {
                    let paid = share.paid.value().into();
                    self.unconverted.add(currency, ExactSum::default(), paid);
                }
            }
            let cost = share.cost.value().into();
            let rate = conversion.rate(cost);
            // A total of zero needs no rate, and so leaves out nothing.
            if rate.is_none() && has_rate {
                self.unconverted.add(currency, cost, ExactSum::default());
            }
            let place = self.parties.place_of(share.mention());
            if let Some(sums) = place.and_then(|place| self.members.get_mut(place)) {
                if let Some(rate) = rate {
                    sums.cost.add(cost, rate);
                }
                if let Some((amount, rate)) = payment {
                    sums.payment.add(amount, rate);
                }
            }
        }
    }

    /// Rounds the categories, the costs of members and their payments, each by `round`. The total
    /// cost is the sum of the rounded categories.
    fn finish(self, round: fn(Vec<&ConvertedSum>, u32) -> Vec<Decimal>) -> BudgetSummary {
        let places = self.base.minor_places();
        let mut categories = self.categories;
        categories.retain(|_, cost| !cost.is_zero());
        let costs = round(categories.values().collect(), places);
        let names = categories.keys().map(|name| (*name).to_owned());
        let categories: Vec<(String, Decimal)> = names.zip(costs).collect();
        let sums = self.members.iter();
        let costs = round(sums.clone().map(|sums| &sums.cost).collect(), places);
        let payments = round(sums.clone().map(|sums| &sums.payment).collect(), places);
        let members = self.parties.names().iter().zip(sums);
        let members = members.zip(costs.into_iter().zip(payments));
        let members = members.filter(|((_, sums), _)| !sums.is_zero()).map(
            |((member, sums), (cost, payment))| MemberTotal {
                member: member.clone(),
                cost,
                payment,
                has_paid: !sums.payment.is_zero(),
            },
        );
        BudgetSummary {
            base: self.base,
            total_cost: categories
                .iter()
                .fold(Decimal::ZERO, |sum, (_, cost)| sum.saturating_add(*cost)),
            total_payments: self.payments.round(places),
            categories,
            members: members.collect(),
            unconverted: self.unconverted.rounded(),
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
        self.sum_budgets(self.base_currency(default), rates, &parties)
            .finish(|sums, places| sums.into_iter().map(|sum| sum.round(places)).collect())
    }

    /// As [`Trip::budget_summary`], but rounded by the largest remainder: the categories, and the
    /// members with what nobody bears, add up to the total. For pages that show all of them.
    pub fn apportioned_summary(
        &self,
        default: Currency,
        rates: &ReferenceRates,
        people: &People,
    ) -> BudgetSummary {
        let parties = self.parties(people);
        self.sum_budgets(self.base_currency(default), rates, &parties)
            .finish(|sums, places| {
                let units = apportion(sums, places).into_iter();
                units.map(|units| from_units(units, places)).collect()
            })
    }

    /// Sums up the trip-wide budget and those of all items, by `parties`.
    fn sum_budgets<'a>(
        &'a self,
        base: Currency,
        rates: &ReferenceRates,
        parties: &'a Parties<'a>,
    ) -> Summation<'a> {
        let mut summation = Summation {
            base,
            categories: IndexMap::new(),
            payments: ConvertedSum::default(),
            parties,
            members: parties
                .names()
                .iter()
                .map(|_| MemberSums::default())
                .collect(),
            unconverted: LeftOut::default(),
        };
        summation.add(&self.plan.budget, &self.conversion(base));
        for item in self.itinerary.iter() {
            let conversion = self.conversion_of_item(item, base, rates);
            summation.add(&item.budget, &conversion);
        }
        summation
    }
}
