//! Budgets as people enter them: totals, and what each member bears and has paid.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::Budget;
use super::budget::{BudgetPatch, MemberId, MemberShare, ShareDraft};
use crate::{Amount, Currency, ShortText};

/// A budget as somebody enters it whole, beside the present one.
#[derive(Debug, Clone)]
pub struct BudgetEntry {
    /// [`Budget::currency`].
    pub currency: Option<Currency>,
    /// [`Budget::category`].
    pub category: ShortText,
    /// The estimated total; zero counts as left out.
    pub estimated: Amount,
    /// The total cost; zero counts as left out.
    pub total: Amount,
    /// Whether the total is split evenly between the members, instead of by their costs.
    pub splits_evenly: bool,
    /// The members.
    pub members: Vec<MemberEntry>,
}

/// What a member bears and has paid.
#[derive(Debug, Clone)]
pub struct MemberEntry {
    /// [`MemberShare::member`].
    pub member: MemberId,
    /// [`MemberShare::cost`].
    pub cost: Amount,
    /// [`MemberShare::paid`].
    pub paid: Amount,
}

impl BudgetEntry {
    /// The draft that keeps what nobody enters of the `present` budget. A member without a share
    /// gets none for nothing. `base` is the trip's base currency.
    pub fn over(self, present: &Budget, base: Currency) -> BudgetPatch {
        let known = present.shares.iter();
        let known: HashMap<&str, _> = known.map(|share| (share.member.as_str(), share)).collect();
        let mut shares = Vec::new();
        for entry in self.members {
            let share = known.get(entry.member.as_str()).copied();
            let is_nothing = entry.cost.is_zero() && entry.paid.is_zero();
            if share.is_some() || !is_nothing || self.splits_evenly {
                shares.push(entry.over(share));
            }
        }
        if self.splits_evenly {
            let currency = self.currency.unwrap_or(base);
            let parts = currency.split(self.total, shares.len());
            for (share, cost) in shares.iter_mut().zip(parts) {
                share.cost = cost;
            }
        }
        let sum = |amount: fn(&ShareDraft) -> Amount| shares.iter().map(amount).sum::<Decimal>();
        let (costs, estimates) = (sum(|share| share.cost), sum(|share| share.estimated));
        let totals = (present.total, present.total_cost());
        let estimated = (present.estimated, present.total_estimated());
        BudgetPatch {
            currency: self.currency,
            category: Some(self.category),
            total: own_total(totals, self.total.value(), costs),
            estimated: own_total(estimated, self.estimated.value(), estimates),
            paid: None,
            shares: Some(shares),
        }
    }
}

impl MemberEntry {
    fn over(self, present: Option<&MemberShare>) -> ShareDraft {
        let Self { member, cost, paid } = self;
        // A payment of another amount has another worth.
        let payment = present
            .filter(|share| share.paid == paid)
            .and_then(|share| share.payment);
        ShareDraft {
            member,
            name: present.map_or(ShortText::EMPTY, |share| share.name.clone()),
            estimated: present.map_or(Amount::ZERO, |share| share.estimated),
            cost,
            paid,
            paid_at: present.and_then(|share| share.paid_at),
            payment: payment.map_or(Amount::ZERO, |payment| payment.value),
        }
    }
}

/// The total to send: none if it stays as it is or is the sum over the shares.
fn own_total(
    (stored, shown): (Option<Amount>, Decimal),
    entered: Decimal,
    sum: Decimal,
) -> Option<Decimal> {
    if entered == shown || (stored.is_none() && entered == sum) {
        None
    } else if entered.is_zero() {
        Some(sum)
    } else {
        Some(entered)
    }
}
