//! Conversion of a budget's amounts into the base currency (interface: "Budget", "Reference
//! rates").

use std::sync::Arc;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::exact::{ExactSum, Rate};
use crate::trip::{Budget, ItineraryItem, MemberShare, OwnRate, Trip};
use crate::{CountingDay, Currency, Date, Instant, ReferenceRate, ReferenceRates};

/// The reference rate of an entry, frozen when the entry was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryRate {
    /// The entry's currency.
    pub currency: Currency,
    /// The base currency.
    pub base: Currency,
    /// The day whose rate counts.
    pub day: Date,
    /// Whether that is the day on which the entry was written, since it has no date of its own.
    #[serde(default)]
    pub is_day_of_writing: bool,
    /// The rate; `None` if there was none yet, or if both currencies are the same.
    #[serde(default)]
    pub rate: Option<ReferenceRate>,
    /// The rates of the same currency and day that were frozen into former base currencies, the
    /// last one first. They count again when their base does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<FormerRate>,
}

/// A rate that was frozen into a former base currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerRate {
    /// The base currency.
    pub base: Currency,
    /// The rate.
    pub rate: ReferenceRate,
}

impl EntryRate {
    /// Greatest number of former base currencies whose rates are kept.
    pub const MAX_FORMER: usize = 8;

    /// The frozen rate into a base currency, the present one or a former one.
    fn rate_into(&self, base: Currency) -> Option<&ReferenceRate> {
        if self.base == base {
            return self.rate.as_ref();
        }
        let former = self.former.iter().find(|former| former.base == base);
        former.map(|former| &former.rate)
    }

    /// The rate that counts on a day: the frozen one if it is for the same currencies and day, else
    /// the first one that was imported.
    pub(super) fn rate_of(
        frozen: Option<&Self>,
        currency: Currency,
        base: Currency,
        on: CountingDay,
        rates: &ReferenceRates,
    ) -> Option<SourcedRate> {
        let sourced = |rate: &ReferenceRate| {
            let source = if rate.source == OwnRate::SOURCE {
                RateSource::Trip
            } else {
                RateSource::Reference(rate.date)
            };
            Some((rate.rate()?, source))
        };
        let frozen = frozen.filter(|frozen| (frozen.currency, frozen.day) == (currency, on.day));
        match frozen.and_then(|frozen| frozen.rate_into(base)) {
            Some(rate) => sourced(rate),
            None => sourced(&rates.first(currency, base, on)?),
        }
    }

    /// The rate that is frozen with an entry that is written now. `day` is that of the entry's own
    /// date; `own` the trip's own rate, if it is frozen with such an entry.
    ///
    /// A frozen rate stays until the currency or the day is another. Another base currency takes a
    /// new rate of the same day, and leaves the present one for when its base comes back.
    pub(super) fn freeze(
        frozen: Option<&Self>,
        currency: Currency,
        base: Currency,
        day: Option<Date>,
        own: Option<ReferenceRate>,
        today: Date,
        rates: &ReferenceRates,
    ) -> Self {
        let same = frozen.filter(|frozen| {
            frozen.currency == currency
                && match day {
                    Some(day) => frozen.day == day,
                    None => frozen.is_day_of_writing,
                }
        });
        let counting = day.or(same.map(|same| same.day)).unwrap_or(today);
        let kept = same.and_then(|same| same.rate_into(base)).cloned();
        let is_empty = same.is_some_and(|same| same.base == base);
        let on = CountingDay {
            day: counting,
            written: today,
        };
        let rate = match kept {
            _ if currency == base => None,
            Some(kept) => Some(kept),
            None if own.is_some() => own,
            None if is_empty => rates.first(currency, base, on),
            None => rates.current(currency, base, on),
        };
        let last = same.and_then(|same| {
            let (base, rate) = (same.base, same.rate.clone()?);
            Some(FormerRate { base, rate })
        });
        let former = same.map_or(&[][..], |same| &same.former).iter().cloned();
        let former = last.into_iter().chain(former);
        let former = former.filter(|former| former.base != base);
        Self {
            currency,
            base,
            day: counting,
            is_day_of_writing: day.is_none(),
            rate,
            former: former.take(Self::MAX_FORMER).collect(),
        }
    }
}

/// Where a rate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateSource {
    /// None is needed: the amount is in the base currency.
    Base,
    /// The worth that was written with the entry's own payments.
    Payments,
    /// The trip's own rates.
    Trip,
    /// The reference rates of a day.
    Reference(Date),
}

/// A rate and where it comes from.
pub(super) type SourcedRate = (Rate, RateSource);

/// Converts the amounts of one budget into the base currency.
pub(in crate::trip) struct Conversion {
    pub(in crate::trip) base: Currency,
    pub(in crate::trip) currency: Currency,
    rate: Option<SourcedRate>,
}

/// A member's payment, with the rate that converts it.
pub(super) type RatedAmount = (ExactSum, Rate);

impl Conversion {
    /// The rate for `amount`; `None` if there is no rate or if the result exceeds the greatest
    /// decimal. Zero needs no rate.
    pub(in crate::trip) fn rate(&self, amount: ExactSum) -> Option<Rate> {
        if amount.is_zero() {
            return Some(Rate::PAR);
        }
        let rate = self.rate.map(|(rate, _)| rate);
        rate.filter(|rate| rate.can_convert(amount))
    }

    /// The rate of all amounts but those whose worth was written; if there is none, that of zeros.
    pub(super) fn entry_rate(&self) -> Rate {
        self.rate.map_or(Rate::PAR, |(rate, _)| rate)
    }

    /// Where the rate comes from, if there is one.
    pub(in crate::trip) fn source(&self) -> Option<RateSource> {
        self.rate.map(|(_, source)| source)
    }

    /// `amount` in the base currency, rounded to its minor unit; `None` if it has no rate.
    pub(in crate::trip) fn convert(&self, amount: ExactSum) -> Option<Decimal> {
        let places = self.base.minor_places();
        self.rate(amount)?.convert_to(amount, places)
    }

    /// A member's payment: its written worth in the base currency, else the paid amount, converted.
    /// `None` if it has no rate.
    pub(in crate::trip) fn payment(&self, share: &MemberShare) -> Option<RatedAmount> {
        if let Some(worth) = self.written_worth(share) {
            return Some((worth, Rate::PAR));
        }
        let paid = share.paid.value().into();
        Some((paid, self.rate(paid)?))
    }

    /// The worth in the base currency that was written with a member's payment.
    pub(super) fn written_worth(&self, share: &MemberShare) -> Option<ExactSum> {
        worth(share, self.base)
    }
}

impl Trip {
    /// The conversion of the trip-wide budget, whose currency is the base currency.
    pub(in crate::trip) fn conversion(&self, base: Currency) -> Conversion {
        Conversion {
            base,
            currency: self.plan.budget.currency.unwrap_or(base),
            rate: Some((Rate::PAR, RateSource::Base)),
        }
    }

    /// The conversion of an item's budget: at the rate that its own payments imply, else at the
    /// trip's own rate, else at the reference rate.
    pub(in crate::trip) fn conversion_of_item(
        &self,
        item: &ItineraryItem,
        base: Currency,
        rates: &ReferenceRates,
    ) -> Conversion {
        let budget = &item.budget;
        let currency = budget.currency.unwrap_or(base);
        let rate = if currency == base {
            Some((Rate::PAR, RateSource::Base))
        } else {
            let own = || Some((self.own_rate(currency, base)?.rate()?, RateSource::Trip));
            let implied = implied_rate(budget, base).map(|rate| (rate, RateSource::Payments));
            implied.or_else(own).or_else(|| {
                let frozen = budget.rate.as_ref();
                let day = self.day_of(item).or_else(|| {
                    let written = frozen.filter(|frozen| frozen.is_day_of_writing);
                    written.map(|frozen| frozen.day)
                });
                let written = Date::from(self.updated_at);
                let day = day.unwrap_or(written);
                EntryRate::rate_of(frozen, currency, base, CountingDay { day, written }, rates)
            })
        };
        Conversion {
            base,
            currency,
            rate,
        }
    }

    /// The currencies of amounts that are not in `base`, as often as they come.
    pub fn other_currencies(&self, base: Currency) -> impl Iterator<Item = Currency> {
        let items = self
            .itinerary
            .iter()
            .filter_map(|item| item.budget.currency);
        let settlements = self.plan.settlements.iter().map(|paid| paid.currency);
        let all = items.chain(settlements);
        all.filter(move |currency| *currency != base)
    }

    /// Whether any amount is in another currency than the base currency.
    pub fn has_other_currencies(&self, default: Currency) -> bool {
        let base = self.base_currency(default);
        self.other_currencies(base).next().is_some()
    }

    /// The day of an item's first payment, else of its start, else of the trip's start.
    fn day_of(&self, item: &ItineraryItem) -> Option<Date> {
        let shares = item.budget.shares.iter();
        let paid = shares.filter(|share| !share.paid.is_zero() || share.payment.is_some());
        let start = self.plan.dates.start.map(|start| start.at);
        let first = paid.filter_map(|share| share.paid_at).min();
        first.or(item.start).or(start).map(Date::from)
    }

    /// Freezes the reference rates of all entries in other currencies, and the day of writing of
    /// entries without a date.
    pub(in crate::trip) fn freeze_rates(
        &mut self,
        base: Currency,
        now: Instant,
        rates: &ReferenceRates,
    ) {
        let today = Date::from(now);
        let items = self.itinerary.iter();
        let frozen: Vec<Option<EntryRate>> = items
            .map(|item| {
                let (budget, day) = (&item.budget, self.day_of(item));
                let (rate, currency) = (budget.rate.as_ref(), budget.currency?);
                let needs_none = currency == base && day.is_some();
                if needs_none || implied_rate(budget, base).is_some() {
                    return rate.cloned();
                }
                let frozen = EntryRate::freeze(rate, currency, base, day, None, today, rates);
                Some(frozen)
            })
            .collect();
        let mut items = self.itinerary.iter().zip(&frozen);
        if items.any(|(item, frozen)| item.budget.rate != *frozen) {
            let items = Arc::make_mut(&mut self.itinerary).iter_mut();
            for (item, frozen) in items.zip(frozen) {
                item.budget.rate = frozen;
            }
        }
        let own_rates = self.own_rates(base).to_vec();
        for settlement in &mut self.plan.settlements {
            settlement.freeze_rate(base, &own_rates, today, rates);
        }
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
