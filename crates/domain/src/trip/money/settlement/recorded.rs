//! Recorded settlements: payments between members that were made.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::trip::edit::context::EditContext;
use crate::trip::money::budget::MemberId;
use crate::trip::money::conversion::{EntryRate, SourcedRate};
use crate::trip::money::own_rates::OwnRate;
use crate::trip::{Mention, Trip, TripOverview};
use crate::{
    Amount, CountingDay, Currency, Date, Instant, Path, ReferenceRates, ShortText, UserId,
    Violations,
};

/// Why a payment of nothing is refused.
const NO_AMOUNT: &str = "must be above 0";

/// A payment between two members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedSettlement {
    /// Its id, unique in the trip.
    pub id: Uuid,
    /// Who paid.
    pub from: MemberId,
    /// Who received.
    pub to: MemberId,
    /// The member of the trip whom `from` meant when it was recorded.
    #[serde(default)]
    pub from_user: Option<UserId>,
    /// The member of the trip whom `to` meant when it was recorded.
    #[serde(default)]
    pub to_user: Option<UserId>,
    /// How much; above zero and not finer than the currency's minor unit.
    #[serde(deserialize_with = "above_zero")]
    pub amount: Amount,
    /// The currency of the amount.
    pub currency: Currency,
    /// The day of the payment.
    pub date: Instant,
    /// A note.
    #[serde(default)]
    pub note: ShortText,
    /// Who recorded it.
    pub recorded_by: UserId,
    /// When it was recorded.
    pub recorded_at: Instant,
    /// The rate into the base currency, if that is another.
    #[serde(default)]
    pub rate: Option<EntryRate>,
}

fn above_zero<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
    let amount = Amount::deserialize(deserializer)?;
    if amount.is_zero() {
        return Err(Error::custom(NO_AMOUNT));
    }
    Ok(amount)
}

/// A settlement in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementDraft {
    /// [`RecordedSettlement::from`].
    pub from: MemberId,
    /// [`RecordedSettlement::to`].
    pub to: MemberId,
    /// [`RecordedSettlement::amount`].
    pub amount: Amount,
    /// [`RecordedSettlement::currency`]; the base currency if left out.
    pub currency: Option<Currency>,
    /// [`RecordedSettlement::date`]; now if left out.
    pub date: Option<Instant>,
    /// [`RecordedSettlement::note`].
    pub note: ShortText,
}

/// A change of the recorded settlements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettlementPatch {
    /// Adds one.
    Record(SettlementDraft),
    /// Removes one.
    Remove(Uuid),
    /// Brings one back that was removed, with its author, its parties and its rate, for which the
    /// caller vouches; does nothing if it is there.
    Restore(Box<RecordedSettlement>),
}

fn path(field: &'static str) -> Path {
    Path::root().field(field)
}

impl RecordedSettlement {
    /// What it breaks of the rules of every payment, whatever its trip is.
    fn violations(&self) -> Violations {
        let mut violations = Violations::new();
        if self.from == self.to || (self.from_user.is_some() && self.from_user == self.to_user) {
            violations.add(path("to"), "must not be the one who paid");
        }
        if self.amount.is_zero() {
            violations.add(path("amount"), NO_AMOUNT);
        } else if let Err(reason) = self.currency.check_places(self.amount) {
            violations.add(path("amount"), reason);
        }
        violations
    }

    /// The member id of the one who paid.
    pub fn payer(&self) -> Mention<'_> {
        Mention {
            member: self.from.as_str(),
            user: self.from_user,
        }
    }

    /// Freezes its rate into the base currency: the trip's own one, else the reference rate.
    pub(in crate::trip) fn freeze_rate(
        &mut self,
        base: Currency,
        own_rates: &[(Currency, OwnRate)],
        today: Date,
        rates: &ReferenceRates,
    ) {
        if self.currency == base {
            return;
        }
        let day = Date::from(self.date);
        let own = own_rates
            .iter()
            .find(|(currency, _)| *currency == self.currency);
        let own = own.map(|(_, rate)| rate.on(day));
        let frozen = self.rate.as_ref();
        let (day, currency) = (Some(day), self.currency);
        let frozen = EntryRate::freeze(frozen, currency, base, day, own, today, rates);
        self.rate = Some(frozen);
    }

    /// The rate that converts it into `base`, which is another currency than its own.
    pub(super) fn rate_into(&self, base: Currency, rates: &ReferenceRates) -> Option<SourcedRate> {
        let on = CountingDay {
            day: Date::from(self.date),
            written: Date::from(self.recorded_at),
        };
        EntryRate::rate_of(self.rate.as_ref(), self.currency, base, on, rates)
    }

    /// The member id of the one who received.
    pub fn payee(&self) -> Mention<'_> {
        Mention {
            member: self.to.as_str(),
            user: self.to_user,
        }
    }
}

impl TripOverview {
    /// The recorded settlement of that id.
    pub fn find_settlement(&self, id: Uuid) -> Option<&RecordedSettlement> {
        let mut settlements = self.plan.settlements.iter();
        settlements.find(|settlement| settlement.id == id)
    }
}

impl Trip {
    /// Greatest number of recorded settlements.
    pub const MAX_SETTLEMENTS: usize = 2_000;

    /// Records, removes or restores a settlement.
    ///
    /// # Errors
    /// Those of recording it, or too many settlements.
    pub(in crate::trip) fn change_settlements(
        &mut self,
        patch: SettlementPatch,
        context: &mut EditContext<'_>,
    ) -> Result<(), Violations> {
        match patch {
            SettlementPatch::Record(draft) => self.record_settlement(draft, context),
            SettlementPatch::Remove(id) => {
                self.plan.settlements.retain(|other| other.id != id);
                Ok(())
            }
            SettlementPatch::Restore(removed) if self.find_settlement(removed.id).is_some() => {
                Ok(())
            }
            SettlementPatch::Restore(removed) => {
                let mut violations = removed.violations();
                violations.collect(self.check_room_for_settlement());
                violations.or(())?;
                self.plan.settlements.push(*removed);
                Ok(())
            }
        }
    }

    /// Records a settlement.
    ///
    /// # Errors
    /// An unknown member, one member on both sides, no amount or one finer than the minor unit, no
    /// rate into the base currency, or too many settlements.
    fn record_settlement(
        &mut self,
        draft: SettlementDraft,
        context: &mut EditContext<'_>,
    ) -> Result<(), Violations> {
        let SettlementDraft {
            from,
            to,
            amount,
            currency,
            date,
            note,
        } = draft;
        let mut violations = Violations::new();
        // A member id means whom it meant where it was written, as in the answers: also after a
        // rename, though somebody else has the name now, and once they have left. Else it is the
        // name of a person of the trip.
        let [(from_known, from_user), (to_known, to_user)] = [&from, &to].map(|member| {
            let present = (context.find_user)(member.as_str());
            let present = present.filter(|user| self.members.contains(user));
            let written = self
                .all_mentions()
                .filter(|it| it.member == member.as_str());
            let is_written = written.clone().next().is_some();
            let meant = written.filter_map(|mention| mention.user).next();
            let id = UserId::parse(member.as_str());
            let by_id = || id.filter(|_| self.all_mentions().any(|mention| mention.user == id));
            let user = self.claimant(member.as_str()).or(meant);
            let user = user.or(present.filter(|_| !is_written)).or_else(by_id);
            (is_written || user.is_some(), user)
        });
        for (field, is_known) in [("from", from_known), ("to", to_known)] {
            if !is_known {
                let reason = "must be a memberId of the trip's budgets or a person of the trip";
                violations.add(path(field), reason);
            }
        }
        let base = self.base_currency(context.default_currency);
        let currency = currency.unwrap_or(base);
        let date = date.unwrap_or(context.now);
        let mut settlement = RecordedSettlement {
            id: (context.mint)(),
            from,
            to,
            from_user,
            to_user,
            amount,
            currency,
            date,
            note,
            recorded_by: context.by,
            recorded_at: context.now,
            rate: None,
        };
        violations.collect(settlement.violations().or(()));
        let today = Date::from(context.now);
        settlement.freeze_rate(base, self.own_rates(base), today, context.rates);
        if settlement
            .rate
            .as_ref()
            .is_some_and(|rate| rate.rate.is_none())
        {
            let reason = "has no rate of the trip, and no reference rate of that day or before";
            violations.add(path("currency"), reason);
        }
        violations.collect(self.check_room_for_settlement());
        violations.or(())?;
        self.plan.settlements.push(settlement);
        Ok(())
    }

    fn check_room_for_settlement(&self) -> Result<(), Violations> {
        if self.plan.settlements.len() < Self::MAX_SETTLEMENTS {
            return Ok(());
        }
        let reason = format!("a trip has at most {} settlements", Self::MAX_SETTLEMENTS);
        Err(Violations::at(Path::root(), reason))
    }

    /// The member ids of all budgets, then those of the recorded settlements, then those of parties
    /// that may be named by neither, in order.
    pub fn all_mentions(&self) -> impl Iterator<Item = Mention<'_>> + Clone {
        self.written_mentions().chain(self.party_mentions())
    }

    /// The member ids of all budgets, then those of the recorded settlements, in order.
    pub(in crate::trip) fn written_mentions(&self) -> impl Iterator<Item = Mention<'_>> + Clone {
        let settlements = self.plan.settlements.iter();
        let of_settlements =
            settlements.flat_map(|settlement| [settlement.payer(), settlement.payee()]);
        self.mentions().chain(of_settlements)
    }
}
