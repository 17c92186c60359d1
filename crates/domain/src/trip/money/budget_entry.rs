//! Costs as people enter them: how much, who has paid, and who shares it.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::budget::{BudgetPatch, MemberId, MemberShare, ShareDraft, Split};
use super::odd_units::OddUnits;
use crate::trip::Budget;
use crate::{Amount, Currency, Path, Reason, ShortText, SignedAmount, Violations};

/// Who has paid a cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payers {
    /// Nobody yet.
    Nobody,
    /// One member has paid all of it.
    One(MemberId),
    /// Several have paid, or not all of it is paid.
    Several,
}

/// A cost as somebody enters it.
#[derive(Debug, Clone)]
pub struct CostEntry {
    /// The total; if left out, the sum of the amounts that were entered.
    pub total: Option<SignedAmount>,
    /// Who has paid it.
    pub payers: Payers,
    /// What is not paid yet, if [`Payers::Several`] pay.
    pub unpaid: SignedAmount,
    /// How it is split.
    pub split: Split,
    /// The members, each once.
    pub members: Vec<MemberEntry>,
}

/// What is entered for a member.
#[derive(Debug, Clone)]
pub struct MemberEntry {
    /// [`MemberShare::member`].
    pub member: MemberId,
    /// What they are called now, which stays known if their account is deleted.
    pub name: ShortText,
    /// Whether they share the cost.
    pub shares: bool,
    /// Their parts or amount, as [`CostEntry::split`] says. Left out, it is one part, or an even
    /// share of what the other amounts leave.
    pub part: Option<SignedAmount>,
    /// What they have paid, if [`Payers::Several`] pay.
    pub paid: Option<SignedAmount>,
}

impl Budget {
    /// Who has paid its total.
    pub fn payers(&self) -> Payers {
        let mut payers = self.shares.iter().filter(|share| !share.paid.is_zero());
        match (payers.next(), payers.next()) {
            (None, _) => Payers::Nobody,
            (Some(payer), None) if payer.paid.value() == self.total_cost() => {
                Payers::One(payer.member.clone())
            }
            _ => Payers::Several,
        }
    }

    /// Its shares as they are, for a patch that changes some of them.
    pub fn share_drafts(&self) -> Vec<ShareDraft> {
        let shares = self.shares.iter();
        let drafts =
            shares.map(|share| draft(share.member.clone(), Some(share), share.cost, share.paid));
        drafts.collect()
    }
}

impl CostEntry {
    /// The patch that sets costs and payments of the `present` budget, and keeps what nobody enters
    /// of it. A member without a share gets none for nothing. Odd units of an even split go to who
    /// has `borne` the least of them.
    ///
    /// # Errors
    /// At `total`, `payer` (who has paid) or `for` (who shares it): a new total that is finer than
    /// the minor unit, amounts that do not add up to the total or are of another sign, and a total
    /// that nobody shares.
    pub fn over(
        self,
        present: &Budget,
        currency: Currency,
        borne: &OddUnits<'_>,
    ) -> Result<BudgetPatch, Violations> {
        let mut violations = Violations::new();
        let mut take = |field: &'static str, read| {
            let path = Path::root().field(field);
            violations.take(&path, read).unwrap_or_default()
        };
        let total = take("total", self.total().map(|total| vec![total]));
        let total = total.first().copied().unwrap_or_default();
        if total.value() != present.total_cost() {
            take("total", currency.check_places(total).map(|()| Vec::new()));
        }
        let costs = take("for", self.costs(total, currency, borne));
        let payments = take("payer", self.payments(total, currency));
        let sums = costs.into_iter().zip(payments);
        let entries = self.members.iter().map(|entry| entry.member.as_str());
        let mut entered: HashMap<&str, (SignedAmount, SignedAmount)> = entries.zip(sums).collect();
        let mut shares = Vec::new();
        for share in &present.shares {
            let (cost, paid) = entered.remove(share.member.as_str()).unwrap_or_default();
            shares.push(draft(share.member.clone(), Some(share), cost, paid));
        }
        for MemberEntry { member, name, .. } in &self.members {
            let sums = entered.remove(member.as_str());
            let sums = sums.filter(|(cost, paid)| !cost.is_zero() || !paid.is_zero());
            if let Some((cost, paid)) = sums {
                let name = name.clone();
                let draft = draft(member.clone(), None, cost, paid);
                shares.push(ShareDraft { name, ..draft });
            }
        }
        if shares.len() > Budget::MAX_SHARES {
            let reason = format!("must be at most {} people", Budget::MAX_SHARES);
            violations.add(Path::root().field("for"), reason);
        }
        violations.or(BudgetPatch {
            total: present.total.map(|_| total.value()),
            shares: Some(shares),
            ..BudgetPatch::default()
        })
    }

    fn total(&self) -> Result<SignedAmount, Reason> {
        if let Some(total) = self.total {
            return Ok(total);
        }
        let shared = self.sharing().filter_map(|entry| entry.part);
        let shared = shared.filter(|_| self.split == Split::ByAmounts);
        let paid = self.members.iter().filter_map(|entry| entry.paid);
        let paid = paid.filter(|_| self.payers == Payers::Several);
        let sums: [Decimal; 2] = [shared.sum(), paid.sum()];
        let total = sums.into_iter().max_by_key(Decimal::abs);
        SignedAmount::new(total.unwrap_or_default())
    }

    fn sharing(&self) -> impl Iterator<Item = &MemberEntry> {
        self.members.iter().filter(|entry| entry.shares)
    }

    /// What each member's share of the total is.
    fn costs(
        &self,
        total: SignedAmount,
        currency: Currency,
        borne: &OddUnits<'_>,
    ) -> Result<Vec<SignedAmount>, Reason> {
        let is_typed = self.sharing().any(|entry| entry.part.is_some());
        if self.split != Split::Equally && !is_typed && !total.is_zero() {
            return Err("must have a number for somebody, unless it is split equally".into());
        }
        // What is split, and by which parts.
        let (mut rest, mut parts) = (total, Vec::new());
        let mut amounts = vec![SignedAmount::ZERO; self.members.len()];
        for (entry, amount) in self.members.iter().zip(&mut amounts) {
            let part = entry.part.filter(|_| self.split != Split::Equally);
            parts.push(match part {
                _ if !entry.shares => Amount::ZERO,
                Some(typed) if self.split == Split::ByAmounts => {
                    *amount = typed;
                    Amount::ZERO
                }
                Some(part) => Amount::new(part.value())?,
                None => Amount::ONE,
            });
        }
        check_sign(&amounts, total)?;
        let splits = parts.iter().any(|part| !part.is_zero());
        let sum = amounts.iter().copied().sum::<Decimal>();
        if self.split == Split::ByAmounts && (!splits || sum.abs() > total.value().abs()) {
            check_sum(sum, total, currency)?;
        } else if !splits && !total.is_zero() {
            return Err("must be at least one person".into());
        }
        if self.split == Split::ByAmounts {
            rest = SignedAmount::new(total.value() - sum)?;
        }
        let borne = self.members.iter().map(|entry| borne.get(&entry.member));
        let borne: Vec<Decimal> = borne.collect();
        let shares = currency.split(rest, &parts, &borne).into_iter();
        let costs = shares.zip(amounts).zip(parts);
        let costs =
            costs.map(|((share, amount), part)| if part.is_zero() { amount } else { share });
        Ok(costs.collect())
    }

    /// What each member has paid.
    fn payments(
        &self,
        total: SignedAmount,
        currency: Currency,
    ) -> Result<Vec<SignedAmount>, Reason> {
        let members = self.members.iter();
        let paid = members.map(|entry| match &self.payers {
            Payers::One(payer) if entry.member == *payer => total,
            Payers::Nobody | Payers::One(_) => SignedAmount::ZERO,
            Payers::Several => entry.paid.unwrap_or_default(),
        });
        let mut paid: Vec<SignedAmount> = paid.collect();
        if self.payers == Payers::Several {
            paid.push(self.unpaid);
            check_sign(&paid, total)?;
            check_sum(paid.iter().copied().sum(), total, currency)?;
            paid.pop();
        }
        Ok(paid)
    }
}

/// Checks that no amount is of another sign than the total.
fn check_sign(amounts: &[SignedAmount], total: SignedAmount) -> Result<(), Reason> {
    let is_other = |it: &SignedAmount| !it.is_zero() && it.is_negative() != total.is_negative();
    if !amounts.iter().any(is_other) {
        return Ok(());
    }
    Err(Reason::new(if total.is_negative() {
        "must not be above 0 in a refund"
    } else {
        "must not be negative"
    }))
}

/// Checks that amounts of the sign of a total add up to it.
fn check_sum(sum: Decimal, total: SignedAmount, currency: Currency) -> Result<(), Reason> {
    let left = total.value().abs() - sum.abs();
    let [total, gap] = [total.value(), left.abs()].map(|value| currency.with_minor_places(value));
    if left.is_zero() {
        Ok(())
    } else if left.is_sign_positive() {
        Err(Reason::new(format!(
            "must add up to {total}: {gap} is left"
        )))
    } else {
        Err(Reason::new(format!(
            "must add up to {total}: {gap} is too much"
        )))
    }
}

/// The share of a member with this cost and payment.
fn draft(
    member: MemberId,
    present: Option<&MemberShare>,
    cost: SignedAmount,
    paid: SignedAmount,
) -> ShareDraft {
    // A payment of another amount has another worth.
    let payment = present.filter(|share| share.paid == paid);
    let payment = payment.and_then(|share| share.payment);
    ShareDraft {
        member,
        name: present.map_or(ShortText::EMPTY, |share| share.name.clone()),
        estimated: present.map_or(Amount::ZERO, |share| share.estimated),
        cost,
        paid,
        paid_at: present.and_then(|share| share.paid_at),
        payment: payment.map_or(SignedAmount::ZERO, |payment| payment.value),
    }
}
