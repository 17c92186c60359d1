//! Whose turn it is to bear the odd units of an even split, such as the cent of 10.00 for three.

use rust_decimal::Decimal;

use super::budget::{MemberId, Split};
use crate::trip::{Budget, Parties, Trip};
use crate::{Currency, People};

/// Places after which what the parties have borne counts as equal: thirds have no end.
const PLACES: u32 = 9;

/// What each party of a trip has borne beyond its even shares of costs in one currency.
pub struct OddUnits<'a> {
    parties: Parties<'a>,
    /// By place of the party.
    borne: Vec<Decimal>,
}

impl OddUnits<'_> {
    /// What a member has borne; negative if others have borne it for them.
    pub(in crate::trip) fn get(&self, member: &MemberId) -> Decimal {
        let place = self.parties.find(member.as_str());
        let borne = place.and_then(|place| self.borne.get(place));
        borne.copied().unwrap_or_default().round_dp(PLACES)
    }
}

impl Trip {
    /// What the parties have borne in all costs in that currency that are split evenly, but for
    /// `except`, which is about to be split anew. `base` is the currency of costs without one.
    pub fn odd_units<'a>(
        &'a self,
        currency: Currency,
        base: Currency,
        except: &Budget,
        people: &'a People,
    ) -> OddUnits<'a> {
        let parties = self.parties(people);
        let mut borne = vec![Decimal::ZERO; parties.names().len()];
        let budgets = self.budgets().filter(|budget| {
            budget.currency.unwrap_or(base) == currency
                && !std::ptr::eq(*budget, except)
                && budget.split(currency) == Split::Equally
        });
        for budget in budgets {
            let shares = budget.shares.iter().filter(|share| !share.cost.is_zero());
            let sum: Decimal = shares.clone().map(|share| share.cost).sum();
            let even = sum.checked_div(Decimal::from(shares.clone().count()));
            for share in shares {
                let place = parties.place_of(share.mention());
                if let Some(borne) = place.and_then(|place| borne.get_mut(place)) {
                    let odd = share.cost.value().saturating_sub(even.unwrap_or_default());
                    *borne = borne.saturating_add(odd);
                }
            }
        }
        OddUnits { parties, borne }
    }
}
