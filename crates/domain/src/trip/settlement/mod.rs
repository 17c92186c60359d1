//! Settling up: who pays whom how much, so that every balance is zero (interface: "Settling up").

pub mod explained;
pub mod plan;
pub mod recorded;

use rust_decimal::Decimal;

use super::summary::Unconverted;
use super::{Parties, Trip};
use crate::apportion::{apportion, from_units};
use crate::{Currency, People, ReferenceRates};

pub use recorded::{RecordedSettlement, SettlementDraft, SettlementPatch};

/// The balances of a trip's members and the payments that settle them, in the base currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The currency of all amounts but [`Settlement::unconverted`].
    pub base: Currency,
    /// The members with a cost or a payment, in order of first appearance.
    pub balances: Vec<Balance>,
    /// The payments between members.
    pub transfers: Vec<Transfer>,
    /// What members still have to pay to somebody outside, or to have back (negative).
    pub outside: Vec<OutsideTransfer>,
    /// Amounts without a rate into the base currency, which the balances leave out.
    pub unconverted: Vec<Unconverted>,
    /// Whether the transfers are known to be as few as possible.
    pub is_exact: bool,
}

/// The sums of one member. `paid` - `owed` = `balance`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The member's id, as it first appears ([`Parties::names`]).
    pub member: String,
    /// Their payments.
    pub paid: Decimal,
    /// Their costs.
    pub owed: Decimal,
    /// What they are to receive; negative for what they have to pay.
    pub balance: Decimal,
}

/// A proposed payment between two members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Who pays.
    pub from: String,
    /// Who receives.
    pub to: String,
    /// How much.
    pub amount: Decimal,
}

/// A member's open account with somebody outside of the trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideTransfer {
    /// The member.
    pub member: String,
    /// What they still have to pay; negative for what they are to have back.
    pub amount: Decimal,
}

impl Settlement {
    /// Whether every amount of the trip is in the balances.
    pub fn is_complete(&self) -> bool {
        self.unconverted.is_empty()
    }

    /// Its size in bytes.
    pub fn weight(&self) -> usize {
        let balances = self.balances.iter();
        let balances = balances.map(|it| size_of::<Balance>() + it.member.len());
        let transfers = self.transfers.iter();
        let transfers = transfers.map(|it| size_of::<Transfer>() + it.from.len() + it.to.len());
        let outside = self.outside.iter();
        let outside = outside.map(|it| size_of::<OutsideTransfer>() + it.member.len());
        let unconverted = self.unconverted.len() * size_of::<Unconverted>();
        balances.chain(transfers).chain(outside).sum::<usize>() + unconverted + size_of::<Self>()
    }
}

impl Trip {
    /// The balances of the trip's members after its recorded settlements, and the payments that
    /// settle them. `people` are the trip's.
    ///
    /// Paid and owed amounts are rounded once per member by the largest remainder. Settlements in
    /// the base currency have no finer units: they are added after the rounding, so that they do
    /// not change how the rest is rounded.
    pub fn settlement(
        &self,
        default: Currency,
        rates: &ReferenceRates,
        people: &People,
    ) -> Settlement {
        let base = self.base_currency(default);
        let places = base.minor_places();
        let parties = Parties::new(self.all_mentions(), people);
        let mut summation = self.sum_budgets(base, rates, &parties);
        self.add_settlements(&mut summation, rates);
        let (members, unconverted) = summation.into_members();
        let paid = apportion(members.iter().map(|(_, sums)| &sums.payment), places);
        let owed = apportion(members.iter().map(|(_, sums)| &sums.cost), places);
        let mut balances = Vec::new();
        let mut units = Vec::new();
        for ((member, sums), (paid, owed)) in members.iter().zip(paid.into_iter().zip(owed)) {
            if sums.is_zero() {
                continue;
            }
            let paid = paid.saturating_add(sums.settled_paid);
            let owed = owed.saturating_add(sums.settled_owed);
            let balance = paid.saturating_sub(owed);
            units.push(balance);
            balances.push(Balance {
                member: (*member).to_owned(),
                paid: from_units(paid, places),
                owed: from_units(owed, places),
                balance: from_units(balance, places),
            });
        }
        // The outside is the last party.
        units.push(
            units
                .iter()
                .fold(0, |sum: i128, units| sum.saturating_sub(*units)),
        );
        let name = |place: usize| balances.get(place).map(|balance| balance.member.clone());
        let (mut transfers, mut outside) = (Vec::new(), Vec::new());
        for plan::Transfer { from, to, amount } in plan::plan(&units) {
            match (name(from), name(to)) {
                (Some(from), Some(to)) => transfers.push(Transfer {
                    from,
                    to,
                    amount: from_units(amount, places),
                }),
                (Some(member), None) => outside.push(OutsideTransfer {
                    member,
                    amount: from_units(amount, places),
                }),
                (None, Some(member)) => outside.push(OutsideTransfer {
                    member,
                    amount: from_units(-amount, places),
                }),
                (None, None) => {}
            }
        }
        Settlement {
            base,
            transfers,
            outside,
            unconverted,
            is_exact: plan::is_exact(&units),
            balances,
        }
    }
}
