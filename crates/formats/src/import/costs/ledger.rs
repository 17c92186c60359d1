//! What the services have in common: people, who paid what for whom, and what is left of it.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};
use rust_decimal::Decimal;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::import::ImportedPayment;
use wayfare_domain::trip::itinerary::ItemKind;
use wayfare_domain::trip::settlement::SettlementDraft;
use wayfare_domain::trip::{Budget, MemberShare, Party, Payment};
use wayfare_domain::{Amount, Currency, Instant, ShortText, SignedAmount, Trip};

use crate::import::draft::{Draft, DraftItem, DraftPlace, too_many_items};
use crate::import::{ImportError, ImportFormat, ImportedTrip};

/// Significant digits of an amount of a trip, and the most decimal places of a share.
const DIGITS: u32 = 15;
const MAX_PLACES: u32 = 12;
/// Decimal places of a currency that is not known.
const USUAL_PLACES: u32 = 2;
/// The longest name of a person, in characters.
const MAX_NAME: usize = 190;
/// The most people whose balances a warning names.
const MAX_NAMED: usize = 10;

/// The content of an export.
pub(super) struct Ledger<'m> {
    pub(super) draft: Draft<'m>,
    /// The currency of the group.
    pub(super) base: Option<Currency>,
    /// The group's own rates: codes of currencies, and their worth in the base currency.
    pub(super) rates: Vec<(String, String)>,
    /// The names of people, by what they are called in the export.
    people: IndexMap<String, String>,
    entries: Vec<Entry>,
    /// What the export says of balances.
    stated: Vec<(Option<Currency>, usize, Decimal)>,
}

/// A cost or a payment.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) what: String,
    pub(super) note: String,
    pub(super) category: String,
    pub(super) date: Option<Instant>,
    /// The currency of the amounts; `None` if the export names none.
    pub(super) currency: Option<Currency>,
    /// In which currency it was paid and how much, if that is another; the amounts are its worth.
    pub(super) original: Option<(Currency, Decimal)>,
    pub(super) is_payment: bool,
    pub(super) parts: Vec<Part>,
}

/// What somebody has paid of an entry, and what their share is.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Part {
    pub(super) person: usize,
    pub(super) paid: Decimal,
    pub(super) owed: Decimal,
}

impl Part {
    pub(super) fn paid(person: usize, paid: Decimal) -> Self {
        let owed = Decimal::ZERO;
        Self { person, paid, owed }
    }

    pub(super) fn owed(person: usize, owed: Decimal) -> Self {
        let paid = Decimal::ZERO;
        Self { person, paid, owed }
    }

    fn net(&self) -> Decimal {
        self.paid - self.owed
    }
}

impl<'m> Ledger<'m> {
    pub(super) fn new(draft: Draft<'m>) -> Self {
        Self {
            draft,
            base: None,
            rates: Vec::new(),
            people: IndexMap::new(),
            entries: Vec::new(),
            stated: Vec::new(),
        }
    }

    pub(super) fn warn(&mut self, phrase: &str, cause: &str) {
        let cause: String = cause.chars().take(100).collect();
        self.draft.warn(match cause.as_str() {
            "" => phrase.to_owned(),
            cause => format!("{phrase}: {cause}"),
        });
    }

    /// The place of a person, who is added if new.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn person(&mut self, key: &str, name: &str) -> Result<usize, ImportError> {
        if let Some(place) = self.people.get_index_of(key) {
            return Ok(place);
        }
        if self.people.len() >= Trip::MAX_STORED_PARTIES {
            let most = Trip::MAX_STORED_PARTIES;
            return Err(ImportError::malformed(format!(
                "must be at most {most} people"
            )));
        }
        let (place, _) = self.people.insert_full(key.to_owned(), name.to_owned());
        Ok(place)
    }

    pub(super) fn known_person(&self, key: &str) -> Option<usize> {
        self.people.get_index_of(key)
    }

    /// The date of a text; one that can't be read is warned of.
    pub(super) fn date(&mut self, text: &str) -> Option<Instant> {
        let date = super::table::date(text);
        if date.is_none() && !text.is_empty() {
            self.warn("a date that can't be read is left out", text);
        }
        date
    }

    /// The currency of an entry; one that a trip can't have is warned of.
    pub(super) fn currency(&mut self, text: &str) -> Option<Currency> {
        let currency = super::currency(text);
        if currency.is_none() {
            let warning = "what is in an unknown currency is left out";
            self.warn(warning, text);
        }
        currency
    }

    /// What the export says that somebody's balance is.
    pub(super) fn state(&mut self, currency: Option<Currency>, person: usize, balance: Decimal) {
        if self.stated.len() < Trip::MAX_STORED_PARTIES * 10 {
            self.stated.push((currency, person, balance));
        }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// There are too many, or too many people share it.
    pub(super) fn add(&mut self, mut entry: Entry) -> Result<(), ImportError> {
        let mut parts: IndexMap<usize, Part> = IndexMap::new();
        for Part { person, paid, owed } in entry.parts {
            let part = parts.entry(person).or_default();
            part.person = person;
            part.paid += paid;
            part.owed += owed;
        }
        entry.parts = parts.into_values().collect();
        entry
            .parts
            .retain(|part| !part.paid.is_zero() || !part.owed.is_zero());
        if entry.parts.is_empty() {
            self.warn("an expense of nothing is left out", &entry.what);
            return Ok(());
        }
        if entry.parts.len() > Budget::MAX_SHARES {
            let most = Budget::MAX_SHARES;
            return Err(ImportError::malformed(format!(
                "must not have an expense that more than {most} people share"
            )));
        }
        if self.entries.len() >= Trip::MAX_ITEMS + Trip::MAX_SETTLEMENTS {
            return Err(too_many_items());
        }
        self.even_out(&mut entry);
        self.entries.push(entry);
        Ok(())
    }

    /// Makes the shares of an entry agree with what was paid, if only rounding is between them.
    fn even_out(&mut self, entry: &mut Entry) {
        let paid: Decimal = entry.parts.iter().map(|part| part.paid).sum();
        let owed: Decimal = entry.parts.iter().map(|part| part.owed).sum();
        let gap = paid - owed;
        if gap.is_zero() || paid.is_zero() {
            return;
        }
        let unit = Decimal::new(1, places(entry.currency));
        let rounding = unit * Decimal::from(entry.parts.len());
        let widest = entry.parts.iter_mut().max_by_key(|part| part.owed.abs());
        if let Some(widest) = widest.filter(|_| gap.abs() <= rounding) {
            widest.owed += gap;
        }
        let cause = format!("{} ({paid} / {owed})", entry.what);
        self.warn(
            "the shares of an expense don't add up to what was paid",
            &cause,
        );
    }

    /// The trip.
    ///
    /// # Errors
    /// It has more than a trip may.
    pub(super) fn finish(mut self, format: ImportFormat) -> Result<ImportedTrip, ImportError> {
        let members = self.members();
        let entries = std::mem::take(&mut self.entries);
        self.compare(&entries, &members);
        let base = self.base.or_else(|| most_used(&entries));
        let mut payments = Vec::new();
        for entry in entries {
            let Some(paid) = entry.payments(&members) else {
                self.add_expense(entry, base, &members)?;
                continue;
            };
            payments.extend(paid);
            if payments.len() > Trip::MAX_SETTLEMENTS {
                return Err(too_many_items());
            }
        }
        let mut imported = self.draft.finish(format)?;
        let content = &mut imported.content;
        let parties = members.into_iter().map(|member| Party {
            name: ShortText::cut(member.as_str()),
            member,
            user: None,
        });
        content.plan.parties = parties.collect();
        content.base_currency = base;
        content.rates = self.rates;
        content.payments = Some(payments);
        Ok(imported)
    }

    /// The member ids of the people: their names, each once.
    fn members(&mut self) -> Vec<MemberId> {
        let (mut members, mut numbers) = (IndexSet::new(), HashMap::new());
        let mut is_repeated = false;
        for name in std::mem::take(&mut self.people).into_values() {
            let name: String = name.trim().chars().take(MAX_NAME).collect();
            let mut member = MemberId::new(&name);
            is_repeated |= member.as_ref().is_ok_and(|member| members.contains(member));
            // Somebody without a name has the number of their place.
            let first = if member.is_ok() { 1 } else { members.len() };
            let number = numbers.entry(name.clone()).or_insert(first);
            while member
                .as_ref()
                .map_or(true, |member| members.contains(member))
            {
                *number += 1;
                member = MemberId::new(format!("{name} ({number})").trim_start());
            }
            members.extend(member);
        }
        if is_repeated {
            self.warn("people of the same name are told apart by a number", "");
        }
        members.into_iter().collect()
    }

    /// Compares balances with those that the export states, and tells of those that can't be exact.
    fn compare(&mut self, entries: &[Entry], members: &[MemberId]) {
        let mut balances: IndexMap<(Option<Currency>, usize), Decimal> = IndexMap::new();
        for entry in entries {
            for part in &entry.parts {
                let balance = balances.entry((entry.currency, part.person)).or_default();
                *balance += part.net();
            }
        }
        let name = |person: usize| members.get(person).map_or("", MemberId::as_str);
        let code = |currency: Option<Currency>| currency.map_or("", Currency::code);
        let mut differing = Vec::new();
        for (currency, person, stated) in std::mem::take(&mut self.stated) {
            let found = balances.get(&(currency, person)).copied();
            let found = found.unwrap_or_default().round_dp(places(currency));
            if found != stated.round_dp(places(currency)) {
                let (name, code) = (name(person), code(currency));
                let [found, stated] = [found, stated].map(|sum| sum.normalize());
                differing.push(format!("{name} {found} / {stated} {code}"));
            }
        }
        self.warn_of_people("balances differ from the totals of the file", &differing);
        let mut uneven = Vec::new();
        for ((currency, person), balance) in balances {
            let exact = balance.round_dp(6).normalize();
            if exact.scale() > places(currency) {
                uneven.push(format!("{} {exact} {}", name(person), code(currency)));
            }
        }
        let warning = "balances that don't come out even are rounded, so that they add up";
        self.warn_of_people(warning, &uneven);
    }

    pub(super) fn warn_of_people(&mut self, phrase: &str, people: &[String]) {
        if !people.is_empty() {
            let named: Vec<&str> = people.iter().take(MAX_NAMED).map(|it| it.trim()).collect();
            self.draft.warn(format!("{phrase}: {}", named.join(", ")));
        }
    }

    fn add_expense(
        &mut self,
        mut entry: Entry,
        base: Option<Currency>,
        members: &[MemberId],
    ) -> Result<(), ImportError> {
        if entry.has_both_signs() {
            for part in &mut entry.parts {
                let net = part.net();
                (part.paid, part.owed) = (net.max(Decimal::ZERO), (-net).max(Decimal::ZERO));
            }
            self.warn(
                "of amounts of both signs, what is left for each person counts",
                &entry.what,
            );
        }
        let original = entry
            .original
            .filter(|(currency, _)| Some(*currency) != entry.currency);
        // A worth is in the base currency.
        let original = original.filter(|_| base.is_some() && base == entry.currency);
        let amounts = entry.parts_in(original.map(|(_, amount)| amount));
        let mut shares = Vec::new();
        for (part, (paid, cost)) in entry.parts.iter().zip(amounts) {
            let Some(member) = members.get(part.person) else {
                continue;
            };
            let worth = SignedAmount::rounded(part.paid)?;
            let payment = base.filter(|_| original.is_some() && !worth.is_zero());
            shares.push(MemberShare {
                name: ShortText::cut(member.as_str()),
                member: member.clone(),
                user: None,
                estimated: Amount::ZERO,
                cost: SignedAmount::rounded(cost)?,
                paid: SignedAmount::rounded(paid)?,
                paid_at: None,
                payment: payment.map(|currency| Payment {
                    value: worth,
                    currency,
                }),
            });
        }
        let currency = original.map(|(currency, _)| currency).or(entry.currency);
        let item = DraftItem {
            kind: ItemKind::EXPENSE.to_owned(),
            budget: Budget {
                currency,
                category: ShortText::cut(&entry.category),
                shares,
                ..Budget::default()
            },
            place: DraftPlace {
                name: entry.what,
                description: entry.note,
                start: entry.date,
                ..DraftPlace::default()
            },
            ..DraftItem::default()
        };
        self.draft.add_item(1, item)
    }
}

impl Entry {
    fn has_both_signs(&self) -> bool {
        let amounts = || self.parts.iter().flat_map(|part| [part.paid, part.owed]);
        amounts().any(|amount| amount > Decimal::ZERO)
            && amounts().any(|amount| amount < Decimal::ZERO)
    }

    /// The payments that it is, if it is one from one person to others, or of them to one.
    fn payments(&self, members: &[MemberId]) -> Option<Vec<ImportedPayment>> {
        let nets = || self.parts.iter().filter(|part| !part.net().is_zero());
        let mut payers = nets().filter(|part| part.net() > Decimal::ZERO);
        let payer = payers
            .next()
            .filter(|_| self.is_payment && payers.next().is_none())?;
        let received = nets().filter(|part| part.net() < Decimal::ZERO);
        let received: Vec<&Part> = received.collect();
        let sum: Decimal = received.iter().map(|part| -part.net()).sum();
        if received.is_empty() || sum != payer.net() {
            return None;
        }
        let places = places(self.currency);
        let original = self.original.filter(|(_, amount)| *amount > Decimal::ZERO);
        let original = original.filter(|_| received.len() == 1);
        let payments = received.into_iter().map(|part| {
            let worth = -part.net();
            let (currency, amount) = match original {
                Some((currency, amount)) => (Some(currency), amount),
                None => (self.currency, worth),
            };
            if original.is_none() && worth.normalize().scale() > places {
                return None;
            }
            Some(ImportedPayment {
                draft: SettlementDraft {
                    from: members.get(payer.person)?.clone(),
                    to: members.get(part.person)?.clone(),
                    amount: Amount::new(amount).ok()?,
                    currency,
                    date: self.date,
                    note: ShortText::cut(&self.what),
                },
                worth: original.and_then(|_| Amount::new(worth).ok()),
            })
        });
        payments.collect()
    }

    /// What each person has paid and bears of an amount in which it was paid, else of the amounts.
    fn parts_in(&self, original: Option<Decimal>) -> Vec<(Decimal, Decimal)> {
        let parts = || self.parts.iter();
        let Some(original) = original else {
            return parts().map(|part| (part.paid, part.owed)).collect();
        };
        let [paid, owed]: [Vec<Decimal>; 2] = [
            parts().map(|part| part.paid.abs()).collect(),
            parts().map(|part| part.owed.abs()).collect(),
        ];
        let first = parts().find(|part| !part.paid.is_zero());
        let sign = first.map_or(Decimal::ONE, |part| sign(part.paid));
        let original = original.abs() * sign;
        let paid = split(original, &paid).into_iter();
        paid.zip(split(original, &owed)).collect()
    }
}

/// Splits an amount by weights as exactly as a trip keeps amounts; the last one takes the rest.
pub(super) fn split(amount: Decimal, weights: &[Decimal]) -> Vec<Decimal> {
    let all: Decimal = weights.iter().sum();
    let whole = u32::try_from(amount.abs().trunc().to_string().len()).unwrap_or(DIGITS);
    let scale = DIGITS.saturating_sub(whole).min(MAX_PLACES);
    let share = |weight: &Decimal| match all.is_zero() {
        true => Decimal::ZERO,
        false => (amount * (weight / all)).round_dp(scale).normalize(),
    };
    let mut shares: Vec<Decimal> = weights.iter().map(share).collect();
    let given: Decimal = shares.iter().sum();
    let last = weights.iter().rposition(|weight| !weight.is_zero());
    if let Some(last) = last.and_then(|last| shares.get_mut(last)) {
        *last += amount - given;
    }
    shares
}

/// 1, or -1 of a negative amount, or 0 of nothing.
pub(super) fn sign(amount: Decimal) -> Decimal {
    match amount {
        amount if amount.is_zero() => Decimal::ZERO,
        amount if amount < Decimal::ZERO => -Decimal::ONE,
        _ => Decimal::ONE,
    }
}

/// The decimal places of a currency's minor unit.
fn places(currency: Option<Currency>) -> u32 {
    currency.map_or(USUAL_PLACES, Currency::minor_places)
}

/// The currency of most entries, of equal ones the first.
fn most_used(entries: &[Entry]) -> Option<Currency> {
    let mut counts: IndexMap<Currency, usize> = IndexMap::new();
    for currency in entries.iter().filter_map(|entry| entry.currency) {
        *counts.entry(currency).or_default() += 1;
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map(|(currency, _)| currency)
}
