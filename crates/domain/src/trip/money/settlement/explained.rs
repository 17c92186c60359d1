//! A settlement explained: what each party paid and owes, line by line, and why each payment is
//! proposed.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::coverage::Coverage;
use super::{RecordedSettlement, Settlement};
use crate::money::exact::{ExactSum, Rate};
use crate::trip::money::conversion::{Conversion, RateSource};
use crate::trip::{ItineraryItem, MemberShare, Mention, Parties, Trip};
use crate::{Currency, People, ReferenceRates, SignedAmount};

/// What the balances and payments of a settlement follow from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained<'a> {
    /// The base currency.
    pub base: Currency,
    /// The parties with a line, in order of first appearance.
    pub parties: Vec<ExplainedParty<'a>>,
    /// The proposed payments, then those to and from the outside, in the settlement's order.
    pub payments: Vec<ProposedPayment<'a>>,
}

/// The lines of one party. Those of a side add up to its sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedParty<'a> {
    /// The party's name, as in the settlement.
    pub member: String,
    /// The sum of the lines of [`Side::Paid`].
    pub paid: Decimal,
    /// The sum of the lines of [`Side::Owed`].
    pub owed: Decimal,
    /// The sum of the lines of [`Side::Unpaid`].
    pub unpaid: Decimal,
    /// The lines: those of the trip-wide budget, of the items and of the recorded settlements, in
    /// order; the rounding is last.
    pub lines: Vec<Line<'a>>,
}

/// Which sum of a party a line is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What they paid.
    Paid,
    /// What they owe: their shares, as far as anybody has paid them.
    Owed,
    /// What of their shares nobody has paid yet.
    Unpaid,
}

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry<'a> {
    /// The trip-wide budget.
    Trip,
    /// The budget of an item.
    Item(&'a ItineraryItem),
    /// A payment between members: made if the line is of [`Side::Paid`], else received.
    Recorded(&'a RecordedSettlement),
    /// What the sum, which is rounded once, differs from the sum of the rounded lines.
    Rounding,
}

/// An amount that a party paid or owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The sum that it is part of.
    pub side: Side,
    /// What it is about.
    pub entry: Entry<'a>,
    /// The amount as it was written, or a part of it; below zero for a refund, and for a rounding.
    pub amount: Decimal,
    /// Its currency.
    pub currency: Currency,
    /// The amount in the base currency; `None` without a rate, then no sum has it.
    pub worth: Option<Worth>,
}

/// An amount in the base currency, and how it was converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    /// The amount, rounded to the minor unit.
    pub value: Decimal,
    /// The rate, to 15 significant digits; `None` in the base currency.
    pub rate: Option<Decimal>,
    /// Where the rate comes from.
    pub source: RateSource,
}

/// A proposed payment, and what is open before it. The payments before it count as made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposedPayment<'a> {
    /// Who pays; `None` is somebody outside.
    pub from: Option<&'a str>,
    /// Who receives; `None` is somebody outside.
    pub to: Option<&'a str>,
    /// How much.
    pub amount: Decimal,
    /// What the payer owes besides; zero if the payment makes them even.
    pub owed_besides: Decimal,
    /// What the receiver is to have besides; zero if the payment makes them even.
    pub due_besides: Decimal,
}

impl Trip {
    /// Explains this trip's settlement. `people` are the trip's.
    pub fn explain<'a>(
        &'a self,
        settlement: &'a Settlement,
        rates: &ReferenceRates,
        people: &People,
    ) -> Explained<'a> {
        let base = settlement.base;
        let parties = Parties::new(self.all_mentions(), people);
        let mut lines: Vec<Vec<Line<'a>>> = parties.names().iter().map(|_| Vec::new()).collect();
        let mut add = |member: Mention<'_>, line: Line<'a>| {
            let is_zero = line.amount.is_zero() && line.worth.is_none_or(|it| it.value.is_zero());
            let place = parties.place_of(member).filter(|_| !is_zero);
            if let Some(lines) = place.and_then(|place| lines.get_mut(place)) {
                lines.push(line);
            }
        };
        for (entry, budget, conversion) in self.entries(base, rates) {
            let coverage = Coverage::new(budget, &conversion, &parties);
            let mut seen = HashSet::new();
            for share in &budget.shares {
                let mention = share.mention();
                let is_first = seen.insert(parties.place_of(mention));
                match &coverage {
                    Some(coverage) if is_first => {
                        for line in Line::of_shares(entry, coverage, &conversion, &parties, mention)
                        {
                            add(mention, line);
                        }
                    }
                    Some(_) => {}
                    None => add(
                        mention,
                        Line::without_rate(Side::Owed, entry, share.cost, &conversion),
                    ),
                }
                add(
                    mention,
                    match coverage {
                        Some(_) => Line::of_payment(entry, share, &conversion),
                        None => Line::without_rate(Side::Paid, entry, share.paid, &conversion),
                    },
                );
            }
        }
        for recorded in &self.plan.settlements {
            let line = Line::of_recorded(recorded, base, rates);
            let received = Line {
                side: Side::Owed,
                ..line.clone()
            };
            add(recorded.payer(), line);
            add(recorded.payee(), received);
        }
        let mut balances = settlement.balances.iter().peekable();
        let mut unpaid = settlement.unpaid.iter().peekable();
        let explained = parties.names().iter().zip(lines).map(|(member, lines)| {
            let balance = balances.next_if(|balance| balance.member == *member);
            let unpaid = unpaid.next_if(|unpaid| unpaid.member == *member);
            let mut party = ExplainedParty {
                member: member.clone(),
                paid: balance.map_or(Decimal::ZERO, |balance| balance.paid),
                owed: balance.map_or(Decimal::ZERO, |balance| balance.owed),
                unpaid: unpaid.map_or(Decimal::ZERO, |unpaid| unpaid.amount),
                lines,
            };
            party.round(base);
            party
        });
        Explained {
            base,
            parties: explained.filter(|party| !party.lines.is_empty()).collect(),
            payments: settlement.explain_payments(),
        }
    }
}

impl<'a> Line<'a> {
    /// The lines of a party's share of an entry: what they owe of it, and what is not paid yet.
    fn of_shares(
        entry: Entry<'a>,
        coverage: &Coverage,
        conversion: &Conversion,
        parties: &Parties<'_>,
        member: Mention<'_>,
    ) -> Vec<Self> {
        let place = parties.place_of(member);
        let party = place.and_then(|place| coverage.parties.get(&place));
        let portions = party.map(|party| coverage.portions(party, conversion));
        let sides = [Side::Owed, Side::Unpaid].into_iter();
        let lines = sides.zip(portions.into_iter().flatten());
        let lines = lines.map(|(side, portion)| {
            let source = conversion.source();
            let shown = coverage.rate.shown();
            let worth = source.map(|source| Worth {
                value: portion.worth,
                rate: shown.filter(|_| source != RateSource::Base),
                source,
            });
            Self {
                side,
                entry,
                amount: portion.amount,
                currency: conversion.currency,
                worth,
            }
        });
        lines.collect()
    }

    /// A line of an entry that is in no sum.
    fn without_rate(
        side: Side,
        entry: Entry<'a>,
        amount: SignedAmount,
        conversion: &Conversion,
    ) -> Self {
        Self {
            side,
            entry,
            amount: amount.value(),
            currency: conversion.currency,
            worth: None,
        }
    }

    fn of_payment(entry: Entry<'a>, share: &MemberShare, conversion: &Conversion) -> Self {
        let (amount, base) = (share.paid.value(), conversion.base);
        let worth = match conversion.written_worth(share) {
            Some(written) => Some(Worth::of_written(written, amount, conversion)),
            None => {
                let rate = conversion.rate(amount.into()).zip(conversion.source());
                rate.and_then(|(rate, source)| Worth::new(amount, rate, source, base))
            }
        };
        Self {
            side: Side::Paid,
            entry,
            amount,
            currency: conversion.currency,
            worth,
        }
    }

    fn of_recorded(paid: &'a RecordedSettlement, base: Currency, rates: &ReferenceRates) -> Self {
        let amount = paid.amount.value();
        let rate = if paid.currency == base {
            Some((Rate::PAR, RateSource::Base))
        } else {
            let rate = paid.rate_into(base, rates);
            rate.filter(|(rate, _)| rate.can_convert(amount.into()))
        };
        Self {
            side: Side::Paid,
            entry: Entry::Recorded(paid),
            amount,
            currency: paid.currency,
            worth: rate.and_then(|(rate, source)| Worth::new(amount, rate, source, base)),
        }
    }
}

impl Worth {
    fn new(amount: Decimal, rate: Rate, source: RateSource, base: Currency) -> Option<Self> {
        Some(Self {
            value: rate.convert_to(amount.into(), base.minor_places())?,
            rate: rate.shown().filter(|_| source != RateSource::Base),
            source,
        })
    }

    /// The worth that was written with a payment, whose rate is that of this payment alone.
    fn of_written(written: ExactSum, paid: Decimal, conversion: &Conversion) -> Self {
        let is_other = conversion.currency != conversion.base;
        let rate = Rate::new(written, paid.into()).filter(|_| is_other);
        Self {
            value: written.round(conversion.base.minor_places()),
            rate: rate.and_then(Rate::shown),
            source: if is_other {
                RateSource::Payments
            } else {
                RateSource::Base
            },
        }
    }
}

impl ExplainedParty<'_> {
    /// Adds what the sums of the lines miss to the party's sums.
    fn round(&mut self, base: Currency) {
        let sums = [
            (Side::Paid, self.paid),
            (Side::Owed, self.owed),
            (Side::Unpaid, self.unpaid),
        ];
        for (side, sum) in sums {
            let lines = self.lines.iter().filter(|line| line.side == side);
            let worths = lines.filter_map(|line| Some(line.worth?.value));
            let missing = worths.fold(sum, Decimal::saturating_sub);
            if !missing.is_zero() {
                self.lines.push(Line {
                    side,
                    entry: Entry::Rounding,
                    amount: missing,
                    currency: base,
                    worth: Some(Worth {
                        value: missing,
                        rate: None,
                        source: RateSource::Base,
                    }),
                });
            }
        }
    }
}

impl Settlement {
    fn explain_payments(&self) -> Vec<ProposedPayment<'_>> {
        let transfers = self.transfers.iter();
        let transfers = transfers.map(|it| (Some(&*it.from), Some(&*it.to), it.amount));
        let outside = self.outside.iter().map(|it| {
            let (member, amount) = (Some(&*it.member), it.amount);
            if amount.is_sign_negative() {
                (None, member, -amount)
            } else {
                (member, None, amount)
            }
        });
        let balances = self.balances.iter();
        let mut open: HashMap<Option<&str>, Decimal> = balances
            .map(|balance| (Some(&*balance.member), balance.balance))
            .collect();
        let of_outside = open
            .values()
            .fold(Decimal::ZERO, |sum, it| sum.saturating_sub(*it));
        open.insert(None, of_outside);
        let payments = transfers.chain(outside).map(|(from, to, amount)| {
            let mut left = |party, change| {
                let open = open.entry(party).or_default();
                *open = open.saturating_add(change);
                open.abs()
            };
            ProposedPayment {
                from,
                to,
                amount,
                owed_besides: left(from, amount),
                due_besides: left(to, -amount),
            }
        });
        payments.collect()
    }
}
