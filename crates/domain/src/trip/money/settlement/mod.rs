//! Settling up: who pays whom how much, so that every balance is zero (interface: "Settling up").

mod coverage;
pub mod explained;
pub mod plan;
pub mod recorded;

use num_bigint::BigInt;
use rust_decimal::Decimal;

use self::coverage::Coverage;
use self::explained::Entry;
use super::conversion::Conversion;
use super::summary::{LeftOut, Unconverted};
use crate::money::apportion::{UnitScale, apportion, apportion_scaled, from_units, to_units};
use crate::money::exact::{ConvertedSum, Rate};
use crate::trip::{Budget, Parties, Trip};
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
    /// What members are to have back from somebody outside (negative), or owe them: a refund beyond
    /// what was theirs.
    pub outside: Vec<OutsideTransfer>,
    /// What of the members' shares nobody has paid yet. It is in no balance.
    pub unpaid: Vec<UnpaidShare>,
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
    /// Their costs, as far as they are paid by anybody.
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
    /// What they owe, of a refund; negative for what they are to have back.
    pub amount: Decimal,
}

/// What nobody has paid yet of a member's shares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpaidShare {
    /// The member.
    pub member: String,
    /// How much; negative for a refund that nobody has received yet.
    pub amount: Decimal,
}

impl Settlement {
    /// Whether every amount of the trip is in the balances.
    pub fn is_complete(&self) -> bool {
        self.unconverted.is_empty()
    }

    /// The same with other names of its members.
    pub(in crate::trip) fn renamed(mut self, name: impl Fn(&str) -> String) -> Self {
        let transfers = self.transfers.iter_mut();
        let transfers = transfers.flat_map(|it| [&mut it.from, &mut it.to]);
        let balances = self.balances.iter_mut().map(|it| &mut it.member);
        let outside = self.outside.iter_mut().map(|it| &mut it.member);
        let unpaid = self.unpaid.iter_mut().map(|it| &mut it.member);
        for member in transfers.chain(balances).chain(outside).chain(unpaid) {
            *member = name(member);
        }
        self
    }

    /// Its size in bytes.
    pub fn weight(&self) -> usize {
        let balances = self.balances.iter();
        let balances = balances.map(|it| size_of::<Balance>() + it.member.len());
        let transfers = self.transfers.iter();
        let transfers = transfers.map(|it| size_of::<Transfer>() + it.from.len() + it.to.len());
        let outside = self.outside.iter();
        let outside = outside.map(|it| size_of::<OutsideTransfer>() + it.member.len());
        let unpaid = self.unpaid.iter();
        let unpaid = unpaid.map(|it| size_of::<UnpaidShare>() + it.member.len());
        let unconverted = self.unconverted.len() * size_of::<Unconverted>();
        let lists = balances.chain(transfers).chain(outside).chain(unpaid);
        lists.sum::<usize>() + unconverted + size_of::<Self>()
    }
}

/// The sums of one member before they are rounded.
#[derive(Default)]
struct MemberSums {
    cost: ConvertedSum,
    payment: ConvertedSum,
    /// What of the cost nobody has paid, in the settlement's [`UnitScale`].
    unpaid: BigInt,
    /// Whether they paid anything, or anybody a part of their cost.
    has_moved: bool,
    /// Recorded settlements that they paid and received, in minor units.
    recorded_paid: i128,
    recorded_owed: i128,
}

/// Sums up a settlement.
struct Summation<'a> {
    base: Currency,
    parties: &'a Parties<'a>,
    scale: UnitScale,
    /// By place of the party.
    members: Vec<MemberSums>,
    /// What nobody has paid, of all.
    unpaid: ConvertedSum,
    unconverted: LeftOut,
}

/// The rounded sums of one member, in minor units.
struct Rounded {
    paid: i128,
    owed: i128,
    unpaid: i128,
}

impl<'a> Summation<'a> {
    fn new(base: Currency, parties: &'a Parties<'a>) -> Self {
        let names = parties.names().iter();
        Self {
            base,
            parties,
            scale: UnitScale::new(base.minor_places()),
            members: names.map(|_| MemberSums::default()).collect(),
            unpaid: ConvertedSum::default(),
            unconverted: LeftOut::default(),
        }
    }

    fn add(&mut self, budget: &Budget, conversion: &Conversion) {
        let Some(coverage) = Coverage::new(budget, conversion, self.parties) else {
            let shares = budget.shares.iter();
            let costs = shares.clone().map(|share| share.cost.value()).collect();
            let paid = shares.map(|share| share.paid.value()).collect();
            let total = Some(budget.exact_cost()).filter(|total| !total.is_zero());
            let cost = total.unwrap_or(costs);
            self.unconverted.add(conversion.currency, cost, paid);
            return;
        };
        for (place, unpaid) in coverage.unpaid(&self.scale) {
            if let Some(sums) = self.members.get_mut(place) {
                sums.unpaid += unpaid;
            }
        }
        for (place, party) in &coverage.parties {
            let Some(sums) = self.members.get_mut(*place) else {
                continue;
            };
            sums.cost.add(party.cost, coverage.rate);
            if coverage.has_unpaid() {
                self.unpaid.add(party.cost, coverage.rate);
            }
            for (amount, rate) in &party.payments {
                sums.payment.add(*amount, *rate);
                sums.has_moved |= !amount.is_zero();
                if coverage.has_unpaid() {
                    self.unpaid.add(-*amount, *rate);
                }
            }
            sums.has_moved |= coverage.owes(party);
        }
    }

    /// Adds a payment between members. It is rounded by itself: it is the same for both.
    fn add_recorded(&mut self, recorded: &RecordedSettlement, rates: &ReferenceRates) {
        let amount = recorded.amount.value().into();
        let rate = if recorded.currency == self.base {
            Some(Rate::PAR)
        } else {
            let rate = recorded.rate_into(self.base, rates);
            rate.map(|(rate, _)| rate)
        };
        let places = self.base.minor_places();
        let Some(worth) = rate.and_then(|rate| rate.convert_to(amount, places)) else {
            self.unconverted.add(recorded.currency, amount, amount);
            return;
        };
        let units = to_units(worth, places);
        let mut update = |member, update: fn(&mut MemberSums) -> &mut i128| {
            let place = self.parties.place_of(member);
            if let Some(sums) = place.and_then(|place| self.members.get_mut(place)) {
                sums.has_moved = true;
                let sum = update(sums);
                *sum = sum.saturating_add(units);
            }
        };
        update(recorded.payer(), |sums| &mut sums.recorded_paid);
        update(recorded.payee(), |sums| &mut sums.recorded_owed);
    }

    /// Rounds the sums of all members, each once by the largest remainder. Recorded payments have
    /// no finer units: they are added afterwards, so that they do not change how the rest is
    /// rounded.
    fn round(&mut self) -> Vec<Rounded> {
        let places = self.base.minor_places();
        let paid = apportion(self.members.iter().map(|sums| &sums.payment), places);
        let mut total_owed = ConvertedSum::default();
        let (mut owed, mut unpaid) = (Vec::new(), Vec::new());
        for sums in &self.members {
            total_owed.add_all(&sums.cost);
            owed.push(self.scale.convert(&sums.cost) - &sums.unpaid);
            unpaid.push(sums.unpaid.clone());
        }
        for (rate, amount) in self.unpaid.terms() {
            total_owed.add(-amount, rate);
        }
        let owed = apportion_scaled(owed, total_owed.round(places), places);
        let unpaid = apportion_scaled(unpaid, self.unpaid.round(places), places);
        let sums = paid.into_iter().zip(owed).zip(unpaid);
        let sums = sums.zip(&self.members);
        let rounded = sums.map(|(((paid, owed), unpaid), sums)| Rounded {
            paid: paid.saturating_add(sums.recorded_paid),
            owed: owed.saturating_add(sums.recorded_owed),
            unpaid,
        });
        rounded.collect()
    }
}

impl Trip {
    /// The balances of the trip's members after its recorded settlements, and the payments that
    /// settle them. `people` are the trip's.
    pub fn settlement(
        &self,
        default: Currency,
        rates: &ReferenceRates,
        people: &People,
    ) -> Settlement {
        let base = self.base_currency(default);
        let places = base.minor_places();
        let parties = Parties::new(self.all_mentions(), people);
        let mut summation = Summation::new(base, &parties);
        for (_, budget, conversion) in self.entries(base, rates) {
            summation.add(budget, &conversion);
        }
        for recorded in &self.plan.settlements {
            summation.add_recorded(recorded, rates);
        }
        let rounded = summation.round();
        let (mut balances, mut unpaid, mut units) = (Vec::new(), Vec::new(), Vec::new());
        let members = parties.names().iter().zip(&summation.members);
        for ((member, sums), rounded) in members.zip(rounded) {
            if rounded.unpaid != 0 {
                unpaid.push(UnpaidShare {
                    member: member.clone(),
                    amount: from_units(rounded.unpaid, places),
                });
            }
            if !sums.has_moved && rounded.unpaid == 0 {
                continue;
            }
            let balance = rounded.paid.saturating_sub(rounded.owed);
            units.push(balance);
            balances.push(Balance {
                member: member.clone(),
                paid: from_units(rounded.paid, places),
                owed: from_units(rounded.owed, places),
                balance: from_units(balance, places),
            });
        }
        // The outside is the last party.
        let sum = units.iter().copied().fold(0_i128, i128::saturating_add);
        units.push(sum.saturating_neg());
        let (transfers, outside) = split_transfers(&balances, &units, places);
        Settlement {
            base,
            transfers,
            outside,
            unpaid,
            unconverted: summation.unconverted.rounded(),
            is_exact: plan::is_exact(&units),
            balances,
        }
    }

    /// The trip-wide budget and those of the items, each with its conversion.
    fn entries(
        &self,
        base: Currency,
        rates: &ReferenceRates,
    ) -> impl Iterator<Item = (Entry<'_>, &Budget, Conversion)> {
        let of_trip = (Entry::Trip, &self.plan.budget, self.conversion(base));
        let of_items = self.itinerary.iter().map(move |item| {
            let conversion = self.conversion_of_item(item, base, rates);
            (Entry::Item(item), &item.budget, conversion)
        });
        std::iter::once(of_trip).chain(of_items)
    }
}

/// The payments between members, and those to and from the outside, that bring `units` to zero:
/// those of the balances and of the outside, in minor units.
fn split_transfers(
    balances: &[Balance],
    units: &[i128],
    places: u32,
) -> (Vec<Transfer>, Vec<OutsideTransfer>) {
    let name = |place: usize| balances.get(place).map(|balance| balance.member.clone());
    let (mut transfers, mut outside) = (Vec::new(), Vec::new());
    for plan::Transfer { from, to, amount } in plan::plan(units) {
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
    (transfers, outside)
}
