//! Budgets of a trip and of its itinerary items: what is sent, what is kept, and which totals
//! follow from the members' shares.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::user::set;
use crate::{Amount, Currency, Instant, ShortText, Text};

/// A payment's worth in the base currency that was in force when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The worth; never zero.
    pub value: Amount,
    /// The currency.
    pub currency: Currency,
}

/// Whom a share belongs to, in the client's words: 1 to 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(Text<200>);

impl MemberId {
    /// A member id from what a client wrote.
    ///
    /// # Errors
    /// Empty, or more than 200 characters.
    pub fn new(text: &str) -> Result<Self, crate::Reason> {
        if text.is_empty() {
            return Err(crate::Reason::new("must not be empty"));
        }
        Text::new(text).map(Self)
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One member's part of a budget. Amounts are in the budget's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberShare {
    /// Whose part it is.
    pub member: MemberId,
    /// The member's name, as written.
    #[serde(default)]
    pub name: ShortText,
    /// What it is thought to cost them.
    #[serde(default)]
    pub estimated: Amount,
    /// What it costs them.
    #[serde(default)]
    pub cost: Amount,
    /// What they have paid.
    #[serde(default)]
    pub paid: Amount,
    /// When they paid.
    #[serde(default)]
    pub paid_at: Option<Instant>,
    /// What their payment was worth in the base currency.
    #[serde(default)]
    pub payment: Option<Payment>,
}

/// A member's part as a client writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareDraft {
    /// [`MemberShare::member`].
    pub member: MemberId,
    /// [`MemberShare::name`].
    pub name: ShortText,
    /// [`MemberShare::estimated`].
    pub estimated: Amount,
    /// [`MemberShare::cost`].
    pub cost: Amount,
    /// [`MemberShare::paid`].
    pub paid: Amount,
    /// [`MemberShare::paid_at`].
    pub paid_at: Option<Instant>,
    /// What the payment was worth in the base currency; zero where that was not said.
    pub payment: Amount,
}

/// The budget of a trip as a whole or of one itinerary item. Totals that nobody sent follow from
/// the shares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// The currency of its amounts; the trip's base currency where there is none.
    pub currency: Option<Currency>,
    /// What the money is for; empty counts as [`Budget::OTHER`].
    pub category: ShortText,
    /// The estimated total, where one was sent.
    pub estimated: Option<Amount>,
    /// The total, where one was sent.
    pub total: Option<Amount>,
    /// The paid total, where one was sent.
    pub paid: Option<Amount>,
    /// The members' parts.
    pub shares: Vec<MemberShare>,
}

/// A budget as a client writes it: only what is there was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BudgetDraft {
    /// [`Budget::currency`].
    pub currency: Option<Currency>,
    /// [`Budget::category`].
    pub category: Option<ShortText>,
    /// [`Budget::estimated`].
    pub estimated: Option<Amount>,
    /// [`Budget::total`].
    pub total: Option<Amount>,
    /// [`Budget::paid`].
    pub paid: Option<Amount>,
    /// [`Budget::shares`].
    pub shares: Option<Vec<ShareDraft>>,
}

impl Budget {
    /// The category of what has none.
    pub const OTHER: &'static str = "Other";
    /// Greatest number of shares.
    pub const MAX_SHARES: usize = 100;

    /// The estimated total: the one that was sent, else the sum over the shares.
    pub fn total_estimated(&self) -> Decimal {
        total(
            self.estimated,
            self.shares.iter().map(|share| share.estimated),
        )
    }

    /// The total: the one that was sent, else the sum over the shares.
    pub fn total_cost(&self) -> Decimal {
        total(self.total, self.shares.iter().map(|share| share.cost))
    }

    /// The paid total: the one that was sent, else the sum over the shares.
    pub fn total_paid(&self) -> Decimal {
        total(self.paid, self.shares.iter().map(|share| share.paid))
    }

    /// The category, with a name for what has none.
    pub fn category(&self) -> &str {
        if self.category.is_empty() {
            Self::OTHER
        } else {
            &self.category
        }
    }

    /// This budget with what `draft` sends, by key; the list of shares is whole.
    ///
    /// `base` is the base currency that payments are written in; `echoes` says that what is sent
    /// may be what was answered, so that a total or a payment sent back just as it stood stays what
    /// it was: a sum, or a payment in an earlier currency.
    pub(crate) fn merge(&self, draft: BudgetDraft, base: Currency, echoes: bool) -> Self {
        let BudgetDraft {
            currency,
            category,
            estimated,
            total,
            paid,
            shares,
        } = draft;
        let mut merged = self.clone();
        if let Some(drafts) = shares {
            merged.shares = drafts
                .into_iter()
                .enumerate()
                .map(|(place, draft)| {
                    draft.settle(place, if echoes { &self.shares } else { &[] }, base)
                })
                .collect();
        }
        merged.currency = currency.or(self.currency);
        set(&mut merged.category, category);
        let same_shares = merged.shares == self.shares;
        let settle = |stored: Option<Amount>, sent: Option<Amount>, answered: Decimal| match sent {
            None => stored,
            Some(amount) if stored.is_none() && same_shares && amount.value() == answered => None,
            sent => sent,
        };
        merged.estimated = settle(self.estimated, estimated, self.total_estimated());
        merged.total = settle(self.total, total, self.total_cost());
        merged.paid = settle(self.paid, paid, self.total_paid());
        merged
    }
}

impl ShareDraft {
    /// The share that this one in `place` makes: a payment sent back as it stood, in whatever
    /// place, keeps its currency.
    fn settle(self, place: usize, stored: &[MemberShare], base: Currency) -> MemberShare {
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
        let echoed = same.and_then(|same| same.payment);
        let fresh = (!payment.is_zero()).then_some(Payment {
            value: payment,
            currency: base,
        });
        MemberShare {
            member,
            name,
            estimated,
            cost,
            paid,
            paid_at,
            payment: echoed.or(fresh),
        }
    }
}

fn total(sent: Option<Amount>, parts: impl Iterator<Item = Amount>) -> Decimal {
    sent.map_or_else(|| parts.sum(), Amount::value)
}
