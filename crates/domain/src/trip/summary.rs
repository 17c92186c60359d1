//! The budget's summary: costs by category and by member and what was paid, in the base currency of
//! the trip.

use rust_decimal::Decimal;

use super::{Budget, MemberShare, Trip};
use crate::money::Rate;
use crate::{Currency, ReferenceRates};

/// The sums over the trip-wide budget and those of all itinerary items, in the base currency,
/// rounded to its minor unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetSummary {
    /// The currency of all sums but [`BudgetSummary::unconverted`].
    pub base: Currency,
    /// Costs by category, in the order in which the categories first appear; those without cost are
    /// left out.
    pub categories: Vec<(String, Decimal)>,
    /// The sum over the categories.
    pub total_cost: Decimal,
    /// All payments.
    pub total_payments: Decimal,
    /// The members who have a cost or a payment, in the order in which they first appear.
    pub members: Vec<MemberTotal>,
    /// What has no rate into the base currency and so is in none of the sums, by currency.
    pub unconverted: Vec<Unconverted>,
}

/// A member's sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberTotal {
    /// The member's id, as the shares write it.
    pub member: String,
    /// Their costs.
    pub cost: Decimal,
    /// Their payments.
    pub payment: Decimal,
    /// Whether they paid anything, be it less than the base currency's minor unit.
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

/// How the amounts of one budget become amounts of the base currency.
pub(crate) struct Conversion {
    base: Currency,
    currency: Currency,
    rate: Option<Rate>,
}

impl Conversion {
    /// The rate that the budget's own payments imply, else the reference rate.
    pub(crate) fn of(budget: &Budget, base: Currency, rates: &ReferenceRates) -> Self {
        let currency = budget.currency.unwrap_or(base);
        let rate = if currency == base {
            Some(Rate::PAR)
        } else {
            implied(budget, base).or_else(|| rates.rate(currency, base))
        };
        Self {
            base,
            currency,
            rate,
        }
    }

    /// `amount` in the base currency, not rounded; nothing where there is no rate.
    pub(crate) fn convert(&self, amount: Decimal) -> Option<Decimal> {
        if amount.is_zero() {
            Some(amount)
        } else {
            self.rate.and_then(|rate| rate.convert(amount))
        }
    }

    /// What a member's payment is worth in the base currency.
    fn payment(&self, share: &MemberShare) -> Option<Decimal> {
        worth(share, self.base).or_else(|| self.convert(share.paid.value()))
    }
}

/// The worth that was written with the payment, where it is in the base currency.
fn worth(share: &MemberShare, base: Currency) -> Option<Decimal> {
    share
        .payment
        .filter(|payment| payment.currency == base)
        .map(|payment| payment.value.value())
}

fn implied(budget: &Budget, base: Currency) -> Option<Rate> {
    let both = budget.shares.iter().filter(|share| !share.paid.is_zero());
    let (paid, worth) = both
        .filter_map(|share| Some((share.paid.value(), worth(share, base)?)))
        .fold(
            (Decimal::ZERO, Decimal::ZERO),
            |(paid, worth), (more_paid, more_worth)| {
                (
                    paid.saturating_add(more_paid),
                    worth.saturating_add(more_worth),
                )
            },
        );
    Rate::new(worth, paid)
}

impl BudgetSummary {
    fn new(base: Currency) -> Self {
        Self {
            base,
            categories: Vec::new(),
            total_cost: Decimal::ZERO,
            total_payments: Decimal::ZERO,
            members: Vec::new(),
            unconverted: Vec::new(),
        }
    }

    fn add(&mut self, budget: &Budget, rates: &ReferenceRates) {
        let conversion = Conversion::of(budget, self.base, rates);
        let cost = budget.total_cost();
        let converted = conversion.convert(cost);
        if converted.is_none() {
            self.leave_out(conversion.currency, cost, Decimal::ZERO);
        }
        // A budget of which nothing is said does not make its category appear.
        if !cost.is_zero() || !budget.category.is_empty() {
            self.add_to_category(budget.category(), converted.unwrap_or_default());
        }
        for share in &budget.shares {
            let payment = conversion.payment(share);
            match payment {
                Some(payment) => add_to(&mut self.total_payments, payment),
                None => self.leave_out(conversion.currency, Decimal::ZERO, share.paid.value()),
            }
            let cost = conversion.convert(share.cost.value());
            self.add_to_member(share, cost.unwrap_or_default(), payment.unwrap_or_default());
        }
    }

    fn add_to_category(&mut self, category: &str, cost: Decimal) {
        match self
            .categories
            .iter_mut()
            .find(|(known, _)| known == category)
        {
            Some((_, sum)) => add_to(sum, cost),
            None => self.categories.push((category.to_owned(), cost)),
        }
    }

    fn add_to_member(&mut self, share: &MemberShare, cost: Decimal, payment: Decimal) {
        let member = share.member.as_str();
        let has_paid = !payment.is_zero();
        match self.members.iter_mut().find(|known| known.member == member) {
            Some(known) => {
                add_to(&mut known.cost, cost);
                add_to(&mut known.payment, payment);
                known.has_paid |= has_paid;
            }
            None => self.members.push(MemberTotal {
                member: member.to_owned(),
                cost,
                payment,
                has_paid,
            }),
        }
    }

    fn leave_out(&mut self, currency: Currency, value: Decimal, paid: Decimal) {
        match self
            .unconverted
            .iter_mut()
            .find(|known| known.currency == currency)
        {
            Some(known) => {
                add_to(&mut known.value, value);
                add_to(&mut known.paid, paid);
            }
            None => self.unconverted.push(Unconverted {
                currency,
                value,
                paid,
            }),
        }
    }

    /// Rounds every sum that there is; the total of the costs is that of the categories as they are
    /// shown.
    fn rounded(mut self) -> Self {
        let base = self.base;
        self.categories.retain(|(_, cost)| !cost.is_zero());
        self.members
            .retain(|member| member.has_paid || !member.cost.is_zero());
        for (_, sum) in &mut self.categories {
            *sum = base.round(*sum);
        }
        self.total_cost = self
            .categories
            .iter()
            .fold(Decimal::ZERO, |sum, (_, cost)| sum.saturating_add(*cost));
        self.total_payments = base.round(self.total_payments);
        for member in &mut self.members {
            member.cost = base.round(member.cost);
            member.payment = base.round(member.payment);
        }
        for amount in &mut self.unconverted {
            amount.value = amount.currency.round(amount.value);
            amount.paid = amount.currency.round(amount.paid);
        }
        self
    }
}

fn add_to(sum: &mut Decimal, amount: Decimal) {
    *sum = sum.saturating_add(amount);
}

impl Trip {
    /// The summary of the trip's budgets in its base currency.
    pub fn budget_summary(&self, default: Currency, rates: &ReferenceRates) -> BudgetSummary {
        let mut summary = BudgetSummary::new(self.base_currency(default));
        for budget in
            std::iter::once(&self.plan.budget).chain(self.itinerary.iter().map(|item| &item.budget))
        {
            summary.add(budget, rates);
        }
        summary.rounded()
    }
}
