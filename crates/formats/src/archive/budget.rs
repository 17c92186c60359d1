//! Budgets, their shares, and recorded settlements in an archive.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::conversion::EntryRate;
use wayfare_domain::trip::{
    Budget, MemberNames, MemberShare, Mention, Parties, Party, Payment, RecordedSettlement,
};
use wayfare_domain::{Currency, People, Trip, UserId, Uuid};

use super::values::{
    At, Number, amount, each, instant, optional, refused, signed_amount, text, value,
};
use crate::import::ImportError;
use crate::import::list::List;

/// The longest source of a reference rate, in characters.
const MAX_SOURCE: usize = 200;

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct BudgetFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
    category: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paid: Option<Number>,
    pub(super) shares: List<ShareFile, { Budget::MAX_SHARES }>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<EntryRate>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareFile {
    member: String,
    /// The id of the account whom `member` means, if the text is neither its username nor its id,
    /// or not the only one that means it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<UserId>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    estimated: Number,
    #[serde(default)]
    cost: Number,
    #[serde(default)]
    paid: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paid_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payment: Option<PaymentFile>,
}

#[derive(Serialize, Deserialize)]
struct PaymentFile {
    value: Number,
    currency: Currency,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettlementFile {
    from: String,
    to: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from_user: Option<UserId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_user: Option<UserId>,
    amount: Number,
    currency: Currency,
    date: String,
    #[serde(default)]
    note: String,
    recorded_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<EntryRate>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PartyFile {
    member: String,
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<UserId>,
}

impl PartyFile {
    pub(super) fn new(party: &Party) -> Self {
        let Party { member, name, user } = party;
        Self {
            member: member.as_str().to_owned(),
            name: name.to_string(),
            user: *user,
        }
    }

    /// The people with an account whom budgets, payments and lists name, apart from the trip's
    /// parties: where they have none, they are parties with that name.
    pub(super) fn of_people(
        trip: &Trip,
        members: &Members<'_>,
        names: &MemberNames<'_>,
    ) -> Vec<Self> {
        let place = |mention: Mention<'_>| members.parties.place_of(mention);
        let mut seen: HashSet<usize> = trip.party_mentions().filter_map(place).collect();
        let of = |mention: Mention<'_>| {
            let place = place(mention)?;
            members.parties.user(place)?;
            seen.insert(place).then(|| Self {
                member: mention.member.to_owned(),
                name: names.of(mention).to_owned(),
                user: members.user(mention),
            })
        };
        let most = Trip::MAX_STORED_PARTIES.saturating_sub(trip.party_mentions().count());
        trip.named_mentions().filter_map(of).take(most).collect()
    }

    pub(super) fn read(self) -> Result<Party, ImportError> {
        let at = "parties";
        Ok(Party {
            member: value(at, MemberId::new(&self.member))?,
            name: text(at, self.name)?,
            user: self.user,
        })
    }
}

impl BudgetFile {
    pub(super) fn new(budget: &Budget, members: &Members<'_>) -> Self {
        let Budget {
            currency,
            category,
            estimated,
            total,
            paid,
            shares,
            rate,
        } = budget;
        let shares = shares.iter().map(|share| ShareFile::new(share, members));
        Self {
            currency: *currency,
            category: category.to_string(),
            estimated: estimated.map(Number::from),
            total: total.map(Number::from),
            paid: paid.map(Number::from),
            shares: shares.collect(),
            rate: rate.clone(),
        }
    }

    pub(super) fn read(self, at: At<'_>) -> Result<Budget, ImportError> {
        Ok(Budget {
            currency: self.currency,
            category: text(at, self.category)?,
            estimated: optional(self.estimated, |number| amount(at, number))?,
            total: optional(self.total, |number| signed_amount(at, number))?,
            paid: optional(self.paid, |number| signed_amount(at, number))?,
            shares: each(self.shares, |share| share.read(at))?,
            rate: optional(self.rate, checked)?,
        })
    }
}

impl ShareFile {
    fn new(share: &MemberShare, members: &Members<'_>) -> Self {
        let MemberShare {
            member,
            user: _,
            name,
            estimated,
            cost,
            paid,
            paid_at,
            payment,
        } = share;
        Self {
            member: member.as_str().to_owned(),
            user: members.user(share.mention()),
            name: name.to_string(),
            estimated: (*estimated).into(),
            cost: (*cost).into(),
            paid: (*paid).into(),
            paid_at: paid_at.map(|at| at.to_string()),
            payment: payment.map(|Payment { value, currency }| PaymentFile {
                value: value.into(),
                currency,
            }),
        }
    }

    fn read(self, at: At<'_>) -> Result<MemberShare, ImportError> {
        let payment = optional(self.payment, |PaymentFile { value, currency }| {
            let value = signed_amount(at, value)?;
            Ok(Payment { value, currency })
        })?;
        Ok(MemberShare {
            member: value(at, MemberId::new(&self.member))?,
            user: self.user,
            name: text(at, self.name)?,
            estimated: amount(at, self.estimated)?,
            cost: signed_amount(at, self.cost)?,
            paid: signed_amount(at, self.paid)?,
            paid_at: optional(self.paid_at, |time| instant(at, &time))?,
            payment: payment.filter(|payment| !payment.value.is_zero()),
        })
    }
}

impl SettlementFile {
    pub(super) fn new(settlement: &RecordedSettlement, members: &Members<'_>) -> Self {
        let RecordedSettlement {
            id: _,
            from,
            to,
            from_user: _,
            to_user: _,
            amount,
            currency,
            date,
            note,
            recorded_by: _,
            recorded_at,
            rate,
        } = settlement;
        Self {
            from: from.as_str().to_owned(),
            to: to.as_str().to_owned(),
            from_user: members.user(settlement.payer()),
            to_user: members.user(settlement.payee()),
            amount: (*amount).into(),
            currency: *currency,
            date: date.to_string(),
            note: note.to_string(),
            recorded_at: recorded_at.to_string(),
            rate: rate.clone(),
        }
    }

    pub(super) fn read(self) -> Result<RecordedSettlement, ImportError> {
        let at = "a settlement";
        let amount = amount(at, self.amount)?;
        if amount.is_zero() {
            return Err(refused("a settlement settles nothing"));
        }
        Ok(RecordedSettlement {
            id: Uuid::nil(),
            from: value(at, MemberId::new(&self.from))?,
            to: value(at, MemberId::new(&self.to))?,
            from_user: self.from_user,
            to_user: self.to_user,
            amount,
            currency: self.currency,
            date: instant(at, &self.date)?,
            note: text(at, self.note)?,
            recorded_by: UserId(Uuid::nil()),
            recorded_at: instant(at, &self.recorded_at)?,
            rate: optional(self.rate, checked)?,
        })
    }
}

/// Checks a frozen rate and the former ones, which must be above zero.
fn checked(entry: EntryRate) -> Result<EntryRate, ImportError> {
    if entry.former.len() > EntryRate::MAX_FORMER {
        return Err(refused("an entry has too many former rates"));
    }
    let former = entry.former.iter().map(|former| &former.rate);
    for rate in former.chain(&entry.rate) {
        if rate.worth <= Decimal::ZERO || rate.of <= Decimal::ZERO {
            return Err(refused("a rate must be above zero"));
        }
        if rate.source.chars().count() > MAX_SOURCE {
            return Err(refused("a source is too long"));
        }
    }
    Ok(entry)
}

/// Whom the member ids of a trip mean.
pub(super) struct Members<'t> {
    people: &'t People,
    parties: Parties<'t>,
    /// The parties that have several member ids, or one that is another's, too.
    ambiguous: HashSet<usize>,
}

impl<'t> Members<'t> {
    pub(super) fn new(trip: &'t Trip, people: &'t People) -> Self {
        let parties = Parties::new(trip.named_mentions(), people);
        let (mut texts, mut places) = (HashMap::new(), HashMap::new());
        let mut ambiguous = HashSet::new();
        for mention in trip.named_mentions() {
            let Some(place) = parties.place_of(mention) else {
                continue;
            };
            if *texts.entry(place).or_insert(mention.member) != mention.member {
                ambiguous.insert(place);
            }
            let other = *places.entry(mention.member).or_insert(place);
            if other != place {
                ambiguous.extend([place, other]);
            }
        }
        Self {
            people,
            parties,
            ambiguous,
        }
    }

    /// The account that a member id means, unless the text alone tells: it names that person, who
    /// has no other text here, and it means nobody else.
    pub(super) fn user(&self, mention: Mention<'_>) -> Option<UserId> {
        let place = self.parties.place_of(mention)?;
        let user = self.parties.user(place)?;
        let is_ambiguous = self.ambiguous.contains(&place);
        let is_resolved = self.people.resolve(mention.member) == Some(user);
        let is_known = self.people.get(user).is_some();
        (is_ambiguous || is_known && !is_resolved).then_some(user)
    }
}
