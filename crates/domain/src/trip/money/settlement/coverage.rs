//! What of an entry's shares its payments cover (interface: "Settling up").
//!
//! Only money that has moved makes debts. A payment covers its payer's own share first; what is
//! beyond covers the others' uncovered shares in proportion. What is left is not paid yet.

use std::collections::BTreeMap;

use num_bigint::{BigInt, Sign};
use rust_decimal::Decimal;

use crate::Currency;
use crate::money::apportion::UnitScale;
use crate::money::exact::{ExactSum, Fraction, Rate};
use crate::trip::money::conversion::Conversion;
use crate::trip::{Budget, Parties};

/// The amounts of one entry by party, all of which can be converted.
pub(super) struct Coverage {
    /// The rate of the shares.
    pub(super) rate: Rate,
    /// By place of the party.
    pub(super) parties: BTreeMap<usize, PartyCoverage>,
    /// What of the uncovered shares is not paid yet.
    unpaid: BigInt,
    /// The uncovered shares of all.
    uncovered: BigInt,
    /// What these are the numerators of.
    denominator: BigInt,
}

/// What one party has to do with an entry.
#[derive(Default)]
pub(super) struct PartyCoverage {
    /// Their share, in the entry's currency.
    pub(super) cost: ExactSum,
    /// Their payments, each with the rate that converts it.
    pub(super) payments: Vec<(ExactSum, Rate)>,
    /// What of their share they have not paid themselves.
    uncovered: BigInt,
}

/// A part of a party's share: in the entry's currency and, rounded, in the base currency.
pub(super) struct Portion {
    pub(super) amount: Decimal,
    pub(super) worth: Decimal,
}

impl Coverage {
    /// The coverage of a budget; `None` if one of its amounts has no rate.
    pub(super) fn new(
        budget: &Budget,
        conversion: &Conversion,
        parties: &Parties<'_>,
    ) -> Option<Self> {
        conversion.rate(budget.exact_cost())?;
        let rate = conversion.entry_rate();
        let mut by_party: BTreeMap<usize, PartyCoverage> = BTreeMap::new();
        for share in &budget.shares {
            let cost = share.cost.value().into();
            conversion.rate(cost)?;
            let payment = conversion.payment(share)?;
            let party = by_party
                .entry(parties.place_of(share.mention())?)
                .or_default();
            party.cost.add(cost);
            party.payments.push(payment);
        }
        // Whole numbers of the same unit, above zero in a refund, too.
        let (worth, denominator) = rate.worth_of_unit();
        let worth_at_par = rate.of_units();
        let (mut uncovered, mut beyond) = (BigInt::ZERO, BigInt::ZERO);
        for party in by_party.values_mut() {
            let share = party.cost.units() * &worth;
            let paid = party.payments.iter().map(|(amount, at)| {
                amount.units() * if *at == rate { &worth } else { &worth_at_par }
            });
            let [share, paid] =
                [share, paid.sum()].map(|sum: BigInt| BigInt::from(sum.into_parts().1));
            let left = share - paid;
            if left.sign() == Sign::Minus {
                beyond -= left;
            } else {
                uncovered += &left;
                party.uncovered = left;
            }
        }
        Some(Self {
            rate,
            parties: by_party,
            unpaid: (&uncovered - beyond).max(BigInt::ZERO),
            uncovered,
            denominator,
        })
    }

    /// What of each party's share is not paid yet, in minor units as `scale` has them.
    pub(super) fn unpaid(&self, scale: &UnitScale) -> impl Iterator<Item = (usize, BigInt)> {
        let whole = &self.uncovered * &self.denominator;
        let factor = self
            .has_unpaid()
            .then(|| scale.divide(self.unpaid.clone(), &whole));
        let parties = self.parties.iter();
        parties.filter_map(move |(place, party)| {
            let unpaid = &party.uncovered * factor.as_ref()?;
            let unpaid = if party.cost.is_negative() {
                -unpaid
            } else {
                unpaid
            };
            Some((*place, unpaid))
        })
    }

    /// Whether a part of the shares is not paid yet.
    pub(super) fn has_unpaid(&self) -> bool {
        self.unpaid != BigInt::ZERO
    }

    /// Whether a part of a party's share is paid, by whomever.
    pub(super) fn owes(&self, party: &PartyCoverage) -> bool {
        let has_paid = party.payments.iter().any(|(amount, _)| !amount.is_zero());
        !party.cost.is_zero() && (has_paid || self.unpaid != self.uncovered)
    }

    /// What of a party's share is owed, and what is not paid yet.
    pub(super) fn portions(&self, party: &PartyCoverage, conversion: &Conversion) -> [Portion; 2] {
        let [in_currency, in_base] =
            [conversion.currency, conversion.base].map(Currency::minor_places);
        let cost = party.cost.round(Decimal::MAX_SCALE);
        let whole = Portion {
            amount: cost,
            worth: conversion.convert(party.cost).unwrap_or_default(),
        };
        let nothing = Portion {
            amount: Decimal::ZERO,
            worth: Decimal::ZERO,
        };
        let sign = if party.cost.is_negative() { -1 } else { 1 };
        let unpaid = &party.uncovered * &self.unpaid * sign;
        if unpaid == BigInt::ZERO {
            return [whole, nothing];
        }
        if !self.owes(party) {
            return [nothing, whole];
        }
        let (worth, per_base) = self.rate.worth_of_unit();
        let per_amount = &worth * BigInt::from(10_u128.pow(Decimal::MAX_SCALE));
        let owed = party.cost.units() * worth * &self.uncovered - &unpaid;
        let round = |numerator: &BigInt, of: &BigInt, places| {
            let (numerator, denominator) = (numerator.clone(), of * &self.uncovered);
            let fraction = Fraction {
                numerator,
                denominator,
            };
            fraction.round(places).unwrap_or_default()
        };
        let amount = round(&unpaid, &per_amount, in_currency);
        let [owed_worth, unpaid_worth] =
            [&owed, &unpaid].map(|numerator| round(numerator, &per_base, in_base));
        [
            Portion {
                amount: cost.saturating_sub(amount),
                worth: owed_worth,
            },
            Portion {
                amount,
                worth: unpaid_worth,
            },
        ]
    }
}
