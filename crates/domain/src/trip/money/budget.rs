//! Budgets of a trip and of its itinerary items, and totals that are sums over the shares.

use std::collections::HashMap;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::conversion::EntryRate;
use super::totals::{check_signs, exact_total, merge_total, other_than, own_total, sum_of, total};
use crate::money::exact::ExactSum;
use crate::text::or_fallback;
use crate::{
    Amount, Currency, Instant, Path, Reason, ShortText, SignedAmount, Text, UserId, Violations,
};

/// How those who share a cost split it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Evenly.
    Equally,
    /// By their parts, such as 2 : 1.
    ByParts,
    /// By their amounts.
    ByAmounts,
}

/// A payment's worth in the base currency that was in force when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The worth; never zero.
    pub value: SignedAmount,
    /// The currency.
    pub currency: Currency,
}

/// The member that a share belongs to, as the client writes it: 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct MemberId(Text<200>);

/// Why [`is_dot_segment`] is refused.
pub(in crate::trip) const DOT_SEGMENT: &str = "must not be . or .., which addresses drop";

/// Whether clients drop this id from the end of an address, which then is that of something else.
pub(in crate::trip) fn is_dot_segment(id: &str) -> bool {
    matches!(id, "." | "..")
}

impl MemberId {
    /// Parses a member id.
    ///
    /// # Errors
    /// Empty, a dot segment, or more than 200 characters.
    pub fn new(text: &str) -> Result<Self, Reason> {
        if text.is_empty() {
            return Err(Reason::new("must not be empty"));
        }
        if is_dot_segment(text) {
            return Err(Reason::new(DOT_SEGMENT));
        }
        Text::new(text).map(Self)
    }

    /// The id that a stored text is: an earlier version has also taken dot segments.
    fn stored(text: String) -> Result<Self, Reason> {
        if is_dot_segment(&text) {
            return Text::new(text).map(Self);
        }
        Self::new(&text)
    }

    /// The name that a shared trip shows in place of an id; cut to 200 characters, and may be
    /// empty.
    pub(in crate::trip) fn shown(name: &str) -> Self {
        let cut: String = name.chars().take(200).collect();
        Self(Text::new(&cut).unwrap_or_default())
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MemberId {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::stored(text)
    }
}

/// One member's part of a budget. Amounts are in the budget's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberShare {
    /// The member; [`Parties`](crate::trip::Parties) tells who that is.
    pub member: MemberId,
    /// The user whom `member` meant when it was written, if that was a member of the trip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
    /// The member's name, as written.
    #[serde(default)]
    pub name: ShortText,
    /// Their estimated cost.
    #[serde(default)]
    pub estimated: Amount,
    /// Their cost.
    #[serde(default)]
    pub cost: SignedAmount,
    /// The amount they paid.
    #[serde(default)]
    pub paid: SignedAmount,
    /// When they paid.
    #[serde(default)]
    pub paid_at: Option<Instant>,
    /// The worth of their payment in the base currency.
    #[serde(default)]
    pub payment: Option<Payment>,
}

/// A member's part in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareDraft {
    /// [`MemberShare::member`].
    pub member: MemberId,
    /// [`MemberShare::name`].
    pub name: ShortText,
    /// [`MemberShare::estimated`].
    pub estimated: Amount,
    /// [`MemberShare::cost`].
    pub cost: SignedAmount,
    /// [`MemberShare::paid`].
    pub paid: SignedAmount,
    /// [`MemberShare::paid_at`].
    pub paid_at: Option<Instant>,
    /// The worth of the payment in the base currency; zero if left out.
    pub payment: SignedAmount,
}

/// The budget of a trip as a whole or of one itinerary item. A total without a value of its own is
/// the sum over the shares. Costs and payments are all of one sign: negative in a refund.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// The currency of its amounts; `None` means the trip's base currency.
    pub currency: Option<Currency>,
    /// The purpose of the money; empty counts as [`Budget::OTHER`].
    pub category: ShortText,
    /// The estimated total, if one was sent.
    pub estimated: Option<Amount>,
    /// The total, if one was sent.
    pub total: Option<SignedAmount>,
    /// The paid total, if one was sent.
    pub paid: Option<SignedAmount>,
    /// The members' parts.
    pub shares: Vec<MemberShare>,
    /// The reference rate of an item in another currency, once one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<EntryRate>,
}

/// A budget in a request: fields that were left out are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BudgetPatch {
    /// [`Budget::currency`].
    pub currency: Option<Currency>,
    /// [`Budget::category`].
    pub category: Option<ShortText>,
    /// [`Budget::estimated`]; any number, since a sum over the shares may not fit an [`Amount`].
    pub estimated: Option<Decimal>,
    /// [`Budget::total`]; any number, as `estimated`.
    pub total: Option<Decimal>,
    /// [`Budget::paid`]; any number, as `estimated`.
    pub paid: Option<Decimal>,
    /// [`Budget::shares`].
    pub shares: Option<Vec<ShareDraft>>,
}

impl Budget {
    /// The category of budgets without one.
    pub const OTHER: &'static str = "Other";
    /// Greatest number of shares.
    pub const MAX_SHARES: usize = 100;

    /// The estimated total: the one that was sent, else the sum over the shares.
    pub fn total_estimated(&self) -> Decimal {
        total(self.estimated, &self.shares, |share| share.estimated)
    }

    /// The total cost: the one that was sent, else the sum over the shares.
    pub fn total_cost(&self) -> Decimal {
        total(self.total, &self.shares, |share| share.cost)
    }

    /// The paid total: the one that was sent, else the sum over the shares.
    pub fn total_paid(&self) -> Decimal {
        total(self.paid, &self.shares, |share| share.paid)
    }

    /// [`Budget::total_estimated`] without loss of digits.
    pub(in crate::trip) fn exact_estimate(&self) -> ExactSum {
        exact_total(self.estimated, &self.shares, |share| share.estimated)
    }

    /// Names the currency of amounts without one, which are in the base currency.
    pub(in crate::trip) fn name_currency(&mut self, base: Currency) {
        let sums = [self.total_estimated(), self.total_cost(), self.total_paid()];
        if sums.iter().any(|sum| !sum.is_zero()) {
            self.currency.get_or_insert(base);
        }
    }

    /// [`Budget::total_cost`] without loss of digits.
    pub(in crate::trip) fn exact_cost(&self) -> ExactSum {
        exact_total(self.total, &self.shares, |share| share.cost)
    }

    /// Removes what was paid.
    pub(in crate::trip) fn clear_payments(&mut self) {
        self.paid = None;
        for share in &mut self.shares {
            share.paid = SignedAmount::ZERO;
            share.paid_at = None;
            share.payment = None;
        }
    }

    /// The category, or [`Budget::OTHER`] if it is empty.
    pub fn category(&self) -> &str {
        or_fallback(&self.category, Self::OTHER)
    }

    /// Merges `draft` into this budget by key; the list of shares is replaced whole.
    ///
    /// `base` is the base currency in which payments are written. `keeps_payments` is whether a
    /// payment that equals a stored one keeps that one's currency; it is false if the base currency
    /// changes.
    ///
    /// If a client sends back the sum that it was shown, and the shares are unchanged, the total
    /// stays computed.
    ///
    /// # Errors
    /// A total that is neither an [`Amount`] nor the sum over the resulting shares.
    pub(in crate::trip) fn merge(
        &self,
        draft: BudgetPatch,
        base: Currency,
        keeps_payments: bool,
        path: &Path,
    ) -> Result<Self, Violations> {
        let BudgetPatch {
            currency,
            category,
            estimated,
            total: cost,
            paid,
            shares: drafts,
        } = draft;
        let shares = drafts.map_or_else(
            || self.shares.clone(),
            |drafts| build_shares(drafts, &self.shares, base, keeps_payments),
        );
        let is_unchanged = shares == self.shares;
        let mut violations = Violations::new();
        let estimated = merge_total(
            self.estimated,
            estimated,
            is_unchanged,
            sum_of(&shares, |share| share.estimated),
        );
        let estimated = violations.take(&path.field("estimated"), estimated);
        let cost = merge_total(
            self.total,
            cost,
            is_unchanged,
            sum_of(&shares, |share| share.cost),
        );
        let cost = violations.take(&path.field("total"), cost);
        let paid = merge_total(
            self.paid,
            paid,
            is_unchanged,
            sum_of(&shares, |share| share.paid),
        );
        let paid = violations.take(&path.field("paid"), paid);
        let merged = Self {
            currency: currency.or(self.currency),
            category: category.unwrap_or_else(|| self.category.clone()),
            estimated: estimated.flatten(),
            total: cost.flatten(),
            paid: paid.flatten(),
            shares,
            rate: self.rate.clone(),
        };
        violations.collect(merged.check_signs(path));
        violations.or(merged)
    }

    /// Checks that its costs and payments are all of one sign.
    ///
    /// # Errors
    /// Those of another sign than the first one.
    pub fn check_signs(&self, path: &Path) -> Result<(), Violations> {
        let shares = self.shares.iter();
        let shares = shares.map(|share| {
            let payment = share
                .payment
                .map_or(SignedAmount::ZERO, |payment| payment.value);
            [share.cost, share.paid, payment]
        });
        check_signs([self.total, self.paid], shares, path)
    }

    /// How its total is split: evenly if all costs differ from that by less than a minor unit, else
    /// by amounts.
    pub fn split(&self, currency: Currency) -> Split {
        let costs = self.shares.iter().map(|share| share.cost);
        let costs: Vec<SignedAmount> = costs.filter(|cost| !cost.is_zero()).collect();
        let number = Decimal::from(costs.len());
        let near = Decimal::new(1, currency.minor_places()) * number;
        let is_even =
            |cost: &SignedAmount| (cost.value() * number - self.total_cost()).abs() < near;
        if costs.iter().all(is_even) {
            Split::Equally
        } else {
            Split::ByAmounts
        }
    }
}

impl BudgetPatch {
    /// Checks the totals of a budget that is sent whole.
    ///
    /// # Errors
    /// A total that is neither an [`Amount`] nor the sum over the shares.
    pub fn check_whole(&self, path: &Path) -> Result<(), Violations> {
        let shares = self.shares.as_deref().unwrap_or_default();
        let mut violations = Violations::new();
        if let Some(sent) = other_than(self.estimated, sum_of(shares, |share| share.estimated)) {
            violations.take(&path.field("estimated"), Amount::new(sent));
        }
        let total = other_than(self.total, sum_of(shares, |share| share.cost));
        let total =
            total.and_then(|sent| violations.take(&path.field("total"), SignedAmount::new(sent)));
        let paid = other_than(self.paid, sum_of(shares, |share| share.paid));
        let paid =
            paid.and_then(|sent| violations.take(&path.field("paid"), SignedAmount::new(sent)));
        let shares = shares.iter();
        let shares = shares.map(|share| [share.cost, share.paid, share.payment]);
        violations.collect(check_signs([total, paid], shares, path));
        violations.or(())
    }

    /// The whole budget that this draft makes: what it leaves out is empty. `stored` is the budget
    /// that it replaces, whose reference rate stays.
    ///
    /// A total that equals the sum over the shares counts as left out. So does one that fails
    /// [`BudgetPatch::check_whole`].
    pub(in crate::trip) fn build_whole(self, stored: Option<&Budget>, base: Currency) -> Budget {
        let stored_shares = stored.map_or(&[][..], |stored| &stored.shares);
        let shares = build_shares(self.shares.unwrap_or_default(), stored_shares, base, true);
        let kept = |amount: fn(&Budget) -> Option<Decimal>| stored.and_then(amount);
        Budget {
            currency: self.currency,
            category: self.category.unwrap_or_default(),
            estimated: own_total(
                kept(|it| it.estimated.map(Decimal::from)),
                self.estimated,
                sum_of(&shares, |share| share.estimated),
            ),
            total: own_total(
                kept(|it| it.total.map(Decimal::from)),
                self.total,
                sum_of(&shares, |share| share.cost),
            ),
            paid: own_total(
                kept(|it| it.paid.map(Decimal::from)),
                self.paid,
                sum_of(&shares, |share| share.paid),
            ),
            shares,
            rate: stored.and_then(|stored| stored.rate.clone()),
        }
    }
}

/// The shares that `drafts` make, given the stored ones, which they may send again; with their
/// payments if `keeps_payments`.
fn build_shares(
    drafts: Vec<ShareDraft>,
    stored: &[MemberShare],
    base: Currency,
    keeps_payments: bool,
) -> Vec<MemberShare> {
    let mut users = HashMap::new();
    for share in stored {
        users.entry(share.member.as_str()).or_insert(share.user);
    }
    let with_payments = if keeps_payments { stored } else { &[] };
    drafts
        .into_iter()
        .enumerate()
        .map(|(place, draft)| {
            let user = users.get(draft.member.as_str()).copied().flatten();
            draft.build(place, with_payments, base, user)
        })
        .collect()
}

impl ShareDraft {
    /// The share that this draft in `place` makes. A payment that equals a stored one of the same
    /// member, in any place, keeps that one's currency. `user` is whom the member id meant in the
    /// stored shares.
    fn build(
        self,
        place: usize,
        stored: &[MemberShare],
        base: Currency,
        user: Option<UserId>,
    ) -> MemberShare {
        let Self {
            member,
            name,
            estimated,
            cost,
            paid,
            paid_at,
            payment,
        } = self;
        let is_same = |stored: &&MemberShare| {
            stored.member == member
                && stored.paid == paid
                && stored.payment.is_some_and(|stored| stored.value == payment)
        };
        let same = stored
            .get(place)
            .filter(is_same)
            .or_else(|| stored.iter().find(is_same));
        let stored_payment = same.and_then(|same| same.payment);
        let new_payment = (!payment.is_zero()).then_some(Payment {
            value: payment,
            currency: base,
        });
        MemberShare {
            member,
            user,
            name,
            estimated,
            cost,
            paid,
            paid_at,
            payment: stored_payment.or(new_payment),
        }
    }
}
