//! The budget summary: costs by category, and costs and payments by party, in the base currency.

use indexmap::IndexMap;
use rust_decimal::Decimal;

use super::conversion::Conversion;
use super::{Budget, Mention, Parties, Trip};
use crate::apportion::{apportion, from_units};
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

/// A member's sums before they are rounded.
#[derive(Default)]
pub(super) struct MemberSums {
    pub(super) cost: ConvertedSum,
    pub(super) payment: ConvertedSum,
    /// Recorded settlements that they paid, in minor units of the base currency.
    pub(super) settled_paid: i128,
    /// Recorded settlements that they received, in minor units of the base currency.
    pub(super) settled_owed: i128,
}

impl MemberSums {
    pub(super) fn is_zero(&self) -> bool {
        let has_settled = self.settled_paid != 0 || self.settled_owed != 0;
        self.cost.is_zero() && self.payment.is_zero() && !has_settled
    }
}

/// Sums without a rate, before they are rounded.
#[derive(Default)]
struct UnconvertedSums {
    value: ExactSum,
    paid: ExactSum,
}

/// Sums up the budgets of one trip, exactly.
pub(super) struct Summation<'a> {
    base: Currency,
    /// In order of first appearance, as `unconverted`.
    categories: IndexMap<&'a str, ConvertedSum>,
    payments: ConvertedSum,
    parties: &'a Parties<'a>,
    /// By place of the party.
    members: Vec<MemberSums>,
    unconverted: IndexMap<Currency, UnconvertedSums>,
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
            self.leave_out(currency, cost, ExactSum::default());
        }
        let has_rate = rate.is_some();
        for share in &budget.shares {
            let payment = conversion.payment(share);
            match payment {
                Some((amount, rate)) => self.payments.add(amount, rate),
                None => {
                    let paid = share.paid.value().into();
                    self.leave_out(currency, ExactSum::default(), paid);
                }
            }
            let cost = share.cost.value().into();
            let rate = conversion.rate(cost);
            // A total of zero needs no rate, and so leaves out nothing.
            if rate.is_none() && has_rate {
                self.leave_out(currency, cost, ExactSum::default());
            }
            self.update_member(share.mention(), |sums| {
                if let Some(rate) = rate {
                    sums.cost.add(cost, rate);
                }
                if let Some((amount, rate)) = payment {
                    sums.payment.add(amount, rate);
                }
            });
        }
    }

    /// The base currency.
    pub(super) fn base(&self) -> Currency {
        self.base
    }

    /// Updates the sums of a member's party.
    pub(super) fn update_member(
        &mut self,
        member: Mention<'_>,
        update: impl FnOnce(&mut MemberSums),
    ) {
        let place = self.parties.place_of(member);
        if let Some(sums) = place.and_then(|place| self.members.get_mut(place)) {
            update(sums);
        }
    }

    /// Adds amounts without a rate.
    pub(super) fn leave_out(&mut self, currency: Currency, value: ExactSum, paid: ExactSum) {
        let sums = self.unconverted.entry(currency).or_default();
        sums.value.add(value);
        sums.paid.add(paid);
    }

    /// The sums of all parties in order of first appearance, and the amounts without a rate.
    pub(super) fn into_members(self) -> (Vec<(&'a str, MemberSums)>, Vec<Unconverted>) {
        let names = self.parties.names().iter().map(String::as_str);
        let members = names.zip(self.members).collect();
        (members, rounded(self.unconverted))
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
            unconverted: rounded(self.unconverted),
        }
    }
}

/// The amounts without a rate, each rounded to its currency's minor unit.
fn rounded(unconverted: IndexMap<Currency, UnconvertedSums>) -> Vec<Unconverted> {
    let sums = unconverted.into_iter();
    let sums = sums.map(|(currency, sums)| Unconverted {
        currency,
        value: sums.value.round(currency.minor_places()),
        paid: sums.paid.round(currency.minor_places()),
    });
    sums.collect()
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
    pub(super) fn sum_budgets<'a>(
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
            unconverted: IndexMap::new(),
        };
        summation.add(&self.plan.budget, &self.conversion(base));
        for item in self.itinerary.iter() {
            let conversion = self.conversion_of_item(item, base, rates);
            summation.add(&item.budget, &conversion);
        }
        summation
    }
}
