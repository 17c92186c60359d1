//! Costs that people share, of a file: what the trip has already, and payments between people
//! (interface: "Imports").

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::EditContext;
use super::import::TripImport;
use crate::trip::money::budget::MemberId;
use crate::trip::money::conversion::EntryRate;
use crate::trip::money::settlement::{RecordedSettlement, SettlementDraft};
use crate::trip::places::destination::minted;
use crate::trip::schedule::itinerary::{Confirmation, Day, ItemKind};
use crate::trip::{
    Budget, Destination, ItemEnds, ItineraryItem, MemberShare, OwnRate, Payment, Trip, TypedHours,
};
use crate::{Amount, Currency, Date, Instant, Quantity, ReferenceRate, ShortText, SignedAmount};

/// A payment between two people that a file has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPayment {
    /// The payment, as a request would have it recorded; its amount is above zero.
    pub draft: SettlementDraft,
    /// The worth in the file's base currency, if it tells.
    pub worth: Option<Amount>,
}

impl ImportedPayment {
    /// The payment as it is recorded in a trip with that base currency.
    pub(in crate::trip) fn recorded(
        self,
        base: Currency,
        context: &mut EditContext<'_>,
    ) -> RecordedSettlement {
        let SettlementDraft {
            from,
            to,
            amount,
            currency,
            date,
            note,
        } = self.draft;
        let currency = currency.unwrap_or(base);
        let date = date.unwrap_or(context.now);
        let day = Date::from(date);
        let rate = self.worth.map(|worth| EntryRate {
            currency,
            base,
            day,
            is_day_of_writing: false,
            rate: Some(ReferenceRate {
                date: day,
                worth: worth.value(),
                of: amount.value(),
                source: OwnRate::SOURCE.to_owned(),
            }),
            former: Vec::new(),
        });
        RecordedSettlement {
            id: (context.mint)(),
            from,
            to,
            from_user: None,
            to_user: None,
            amount,
            currency,
            date,
            note,
            recorded_by: context.by,
            recorded_at: context.now,
            rate: rate.filter(|_| currency != base),
        }
    }
}

/// What tells that an expense is the same: the name, the date, the currency, and who shares and has
/// paid how much.
type ExpenseKey = (
    ShortText,
    Option<Instant>,
    Option<Currency>,
    Vec<(MemberId, SignedAmount, SignedAmount)>,
);

/// The expenses of a trip, each of which an expense of a file may be.
pub(super) struct KnownExpenses(HashMap<ExpenseKey, usize>);

impl KnownExpenses {
    /// Whether an expense of a file is one of them, which then is no other one's.
    pub(super) fn take(&mut self, item: &ItineraryItem) -> bool {
        let number = self.0.get_mut(&key(item));
        number.is_some_and(|number| {
            let is_left = *number > 0;
            *number = number.saturating_sub(1);
            is_left
        })
    }
}

fn key(item: &ItineraryItem) -> ExpenseKey {
    let budget = &item.budget;
    let shares = budget.shares.iter();
    let shares = shares.map(|share| (share.member.clone(), share.cost, share.paid));
    (
        item.destination.name.clone(),
        item.start,
        budget.currency,
        shares.collect(),
    )
}

impl Trip {
    pub(super) fn known_expenses(&self) -> KnownExpenses {
        let mut known = HashMap::new();
        for item in self.itinerary.iter().filter(|item| item.kind.is_expense()) {
            *known.entry(key(item)).or_default() += 1;
        }
        KnownExpenses(known)
    }

    /// The payments of a file of costs that the trip has not.
    pub(super) fn new_payments<'f>(
        &self,
        import: &'f TripImport,
    ) -> impl Iterator<Item = &'f RecordedSettlement> {
        let key = |paid: &RecordedSettlement| {
            let people = (paid.from.clone(), paid.to.clone());
            (people, paid.amount, paid.currency, paid.date)
        };
        let mut known = HashMap::new();
        for paid in &self.plan.settlements {
            *known.entry(key(paid)).or_insert(0_usize) += 1;
        }
        let payments = import.trip.plan.settlements.iter();
        let payments = payments.filter(|_| import.is_of_costs);
        payments.filter(move |paid| match known.get_mut(&key(paid)) {
            Some(number @ 1..) => {
                *number -= 1;
                false
            }
            _ => true,
        })
    }

    /// How many payments of a file of costs the trip has already.
    pub(super) fn known_payments(&self, import: &TripImport) -> usize {
        let all = import.trip.plan.settlements.len();
        match import.is_of_costs {
            true => all - self.new_payments(import).count(),
            false => 0,
        }
    }

    /// A file of costs with the member ids that this trip's parties without an account have: people
    /// are the same by name.
    pub(super) fn with_own_parties<'f>(&self, import: &'f TripImport) -> Cow<'f, TripImport> {
        let parties = self.plan.parties.iter();
        let parties = parties.filter(|party| party.user.is_none() && !party.name.is_empty());
        let parties = parties.map(|party| (party.name.as_str(), &party.member));
        let parties: HashMap<&str, &MemberId> = parties.collect();
        if !import.is_of_costs || parties.is_empty() {
            return Cow::Borrowed(import);
        }
        let mut import = import.clone();
        let rename = |member: &mut MemberId| {
            if let Some(known) = parties.get(member.as_str()) {
                *member = (*known).clone();
            }
        };
        let trip = &mut import.trip;
        for share in trip.budgets_mut().flat_map(|budget| &mut budget.shares) {
            rename(&mut share.member);
        }
        for paid in &mut trip.plan.settlements {
            rename(&mut paid.from);
            rename(&mut paid.to);
        }
        for party in &mut trip.plan.parties {
            rename(&mut party.member);
        }
        Cow::Owned(import)
    }

    /// Records payments of a file. One without a rate into the base currency, or finer than the
    /// minor unit, is an expense in its own currency.
    pub(in crate::trip) fn record_payments(
        &mut self,
        payments: Vec<RecordedSettlement>,
        context: &mut EditContext<'_>,
    ) {
        let base = self.base_currency(context.default_currency);
        let own_rates = self.own_rates(base).to_vec();
        let today = Date::from(context.now);
        for mut payment in payments {
            payment.freeze_rate(base, &own_rates, today, context.rates);
            let has_rate = payment
                .rate
                .as_ref()
                .is_some_and(|rate| rate.rate.is_some());
            let is_rated = payment.currency == base || has_rate;
            if is_rated && payment.currency.check_places(payment.amount).is_ok() {
                self.plan.settlements.push(payment);
            } else if let Some(item) = expense(payment, context) {
                Arc::make_mut(&mut self.itinerary).push(item);
            }
        }
    }
}

/// A payment as an expense that one has paid and the other bears.
fn expense(payment: RecordedSettlement, context: &mut EditContext<'_>) -> Option<ItineraryItem> {
    let RecordedSettlement {
        from,
        to,
        amount,
        currency,
        date,
        note,
        rate,
        ..
    } = payment;
    let worth = rate.and_then(|entry| Some((entry.base, entry.rate?.worth)));
    let worth = worth.and_then(|(currency, worth)| {
        let value = SignedAmount::new(worth).ok()?;
        Some(Payment { value, currency })
    });
    let share = |member: MemberId, cost, paid, payment| MemberShare {
        name: ShortText::EMPTY,
        member,
        user: None,
        estimated: Amount::ZERO,
        cost,
        paid,
        paid_at: None,
        payment,
    };
    let amount = SignedAmount::from(amount);
    Some(ItineraryItem {
        id: minted(context.mint),
        kind: ItemKind::new(ItemKind::EXPENSE).ok()?,
        day: Day::FIRST,
        start: Some(date.midnight()),
        end: None,
        typed: TypedHours::default(),
        duration: Quantity::ZERO,
        destination: Destination {
            id: minted(context.mint),
            name: note,
            ..Destination::default()
        },
        budget: Budget {
            currency: Some(currency),
            shares: vec![
                share(from, SignedAmount::ZERO, amount, worth),
                share(to, amount, SignedAmount::ZERO, None),
            ],
            ..Budget::default()
        },
        photos: Vec::new(),
        ends: ItemEnds::default(),
        confirmation: Confirmation::EMPTY,
        class: None,
        booking: None,
    })
}
