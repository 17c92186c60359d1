//! Conversion of a budget's amounts into the base currency (interface: "Budget").

use rust_decimal::Decimal;

use super::{Budget, MemberShare};
use crate::exact::{ExactSum, Rate};
use crate::{Currency, ReferenceRates};

/// Converts the amounts of one budget into the base currency.
pub(super) struct Conversion {
    base: Currency,
    pub(super) currency: Currency,
    rate: Option<Rate>,
}

/// A member's payment, with the rate that converts it.
pub(super) type RatedAmount = (ExactSum, Rate);

impl Conversion {
    /// Uses the rate that the budget's own payments imply, else the reference rate.
    pub(super) fn of(budget: &Budget, base: Currency, rates: &ReferenceRates) -> Self {
        let currency = budget.currency.unwrap_or(base);
        let rate = if currency == base {
            Some(Rate::PAR)
        } else {
            implied_rate(budget, base).or_else(|| rates.rate(currency, base))
        };
        Self {
            base,
            currency,
            rate,
        }
    }

    /// The rate for `amount`; `None` if there is no rate or if the result exceeds the greatest
    /// decimal. Zero needs no rate.
    pub(super) fn rate(&self, amount: ExactSum) -> Option<Rate> {
        if amount.is_zero() {
            return Some(Rate::PAR);
        }
        self.rate.filter(|rate| rate.can_convert(amount))
    }

    /// `amount` in the base currency, rounded to its minor unit; `None` if it has no rate.
    pub(super) fn convert(&self, amount: ExactSum) -> Option<Decimal> {
        let places = self.base.minor_places();
        self.rate(amount)?.convert_to(amount, places)
    }

    /// A member's payment: its written worth in the base currency, else the paid amount, converted.
    /// `None` if it has no rate.
    pub(super) fn payment(&self, share: &MemberShare) -> Option<RatedAmount> {
        if let Some(worth) = worth(share, self.base) {
            return Some((worth, Rate::PAR));
        }
        let paid = share.paid.value().into();
        Some((paid, self.rate(paid)?))
    }
}

/// The worth that was written with the payment; `None` unless it is in the base currency.
fn worth(share: &MemberShare, base: Currency) -> Option<ExactSum> {
    share
        .payment
        .filter(|payment| payment.currency == base)
        .map(|payment| payment.value.value().into())
}

/// The sum of the payments' worths for the sum of the paid amounts, over payments with both.
fn implied_rate(budget: &Budget, base: Currency) -> Option<Rate> {
    let (mut paid, mut worths) = (ExactSum::default(), ExactSum::default());
    for share in budget.shares.iter().filter(|share| !share.paid.is_zero()) {
        if let Some(worth) = worth(share, base) {
            paid.add(share.paid.value().into());
            worths.add(worth);
        }
    }
    Rate::new(worths, paid)
}
