//! Costs of items and expenses: amounts as decimal text, who paid, and who shares them equally.

use std::collections::HashMap;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::Budget;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId, ShareDraft, Split};
use wayfare_domain::trip::budget_entry::{CostEntry, Payers};
use wayfare_domain::trip::odd_units::OddUnits;
use wayfare_domain::{Currency, Path, Reason, ShortText, SignedAmount, Violations};
use wayfare_service::TripView;

use super::people::{Person, people_of, sharing};
use crate::call::Call;

/// A cost.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cost {
    /// Amount as decimal text, such as "12.50"; below zero for a refund
    pub(crate) amount: String,
    /// ISO 4217 code; the trip's currency if left out
    pub(crate) currency: Option<String>,
    /// Category, such as Food and Restaurants
    pub(crate) category: Option<String>,
    /// Id of who paid it; left out, nobody yet, or who has so far
    pub(crate) paid_by: Option<String>,
    /// Ids of who shares it equally; left out, everybody, or who do so far
    pub(crate) shared_by: Option<Vec<String>>,
}

/// What somebody paid or bears.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Part {
    /// Id of the person
    person: String,
    /// Amount as decimal text
    amount: String,
}

/// A cost that a trip has.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct CostShown {
    /// Amount as decimal text
    amount: String,
    /// ISO 4217 code
    currency: String,
    /// Category
    category: Option<String>,
    /// Who paid how much
    paid_by: Vec<Part>,
    /// Who bears how much
    shared_by: Vec<Part>,
}

/// An amount from decimal text.
pub(crate) fn amount(text: &str) -> Result<Decimal, Reason> {
    parse_decimal(text)
        .map_err(|_| Reason::new("must be an amount as decimal text, such as \"12.50\""))
}

/// The currency of a code; none if it is left out.
pub(crate) fn currency(code: Option<&str>) -> Result<Option<Currency>, Reason> {
    code.map(Currency::new).transpose()
}

/// Who may share the costs of a trip.
pub(crate) struct Sharers<'v> {
    view: &'v TripView,
    base: Currency,
    people: Vec<Person>,
    /// By currency.
    odd_units: HashMap<Currency, OddUnits<'v>>,
}

impl<'v> Sharers<'v> {
    /// Those of a trip.
    pub(crate) fn of(call: &Call, view: &'v TripView) -> Self {
        Self {
            view,
            base: call.app.service.trips.base_currency(&view.trip),
            people: people_of(view),
            odd_units: HashMap::new(),
        }
    }

    /// The patch of a present budget that sets a cost, which is split equally.
    pub(crate) fn patch(
        &mut self,
        present: &Budget,
        cost: &Cost,
        path: &Path,
        violations: &mut Violations,
    ) -> Option<BudgetPatch> {
        let total = amount(&cost.amount).and_then(SignedAmount::new);
        let total = violations.take(&path.unknown("amount"), total);
        let named = currency(cost.currency.as_deref());
        let named = violations.take(&path.unknown("currency"), named);
        let category = cost.category.as_deref().map(ShortText::new).transpose();
        let category = violations.take(&path.unknown("category"), category);
        let (before, paid_by) = (violations.count(), cost.paid_by.as_deref());
        let shared_by = cost.shared_by.clone().or_else(|| sharers_of(present));
        let members = sharing(
            &self.people,
            shared_by.as_deref(),
            paid_by,
            path,
            violations,
        );
        let payers = match paid_by.map(MemberId::new) {
            Some(payer) => payer.ok().map(Payers::One),
            None => Some(present.payers()),
        };
        if payers == Some(Payers::Several) {
            let reason = "is required: several people have paid so far";
            violations.add(path.unknown("paid_by"), reason);
        }
        let payers = payers.filter(|_| violations.count() == before)?;
        let (total, named, category) = (total?, named?, category?);
        let counted = named.or(present.currency).unwrap_or(self.base);
        let entry = CostEntry {
            total: Some(total),
            payers,
            unpaid: SignedAmount::ZERO,
            split: Split::Equally,
            members,
        };
        let (view, base) = (self.view, self.base);
        let borne = self.odd_units.entry(counted);
        let of_trip = || view.trip.odd_units(counted, base, present, &view.people);
        let refused = match entry.over(present, counted, borne.or_insert_with(of_trip)) {
            Ok(patch) => {
                let is_other = counted != present.currency.unwrap_or(base);
                return Some(BudgetPatch {
                    currency: named,
                    category,
                    shares: patch.shares.map(|shares| {
                        shares
                            .into_iter()
                            .map(|share| {
                                // A payment in another currency has another worth.
                                let payment = if is_other {
                                    SignedAmount::ZERO
                                } else {
                                    share.payment
                                };
                                ShareDraft { payment, ..share }
                            })
                            .collect()
                    }),
                    ..patch
                });
            }
            Err(refused) => refused,
        };
        for refusal in refused.iter() {
            let field = match refusal.path.to_string().as_str() {
                "/payer" => "paid_by",
                "/for" => "shared_by",
                _ => "amount",
            };
            violations.add(path.unknown(field), refusal.reason.clone());
        }
        None
    }
}

/// Who shares the cost of a budget, if anybody does.
fn sharers_of(budget: &Budget) -> Option<Vec<String>> {
    let shares = budget.shares.iter().filter(|share| !share.cost.is_zero());
    let sharers: Vec<_> = shares
        .map(|share| share.member.as_str().to_owned())
        .collect();
    (!sharers.is_empty()).then_some(sharers)
}

/// A budget as a cost, if it has one.
pub(crate) fn show(budget: &Budget, base: Currency) -> Option<CostShown> {
    let total = budget.total_cost();
    if total.is_zero() && budget.shares.is_empty() {
        return None;
    }
    let currency = budget.currency.unwrap_or(base);
    let parts = |value: fn(&wayfare_domain::trip::MemberShare) -> SignedAmount| {
        let shares = budget.shares.iter().filter(|share| !value(share).is_zero());
        let parts = shares.map(|share| Part {
            person: share.member.as_str().to_owned(),
            amount: text(value(share).value(), currency),
        });
        parts.collect()
    };
    Some(CostShown {
        amount: text(total, currency),
        currency: currency.code().to_owned(),
        category: Some(budget.category.to_string()).filter(|category| !category.is_empty()),
        paid_by: parts(|share| share.paid),
        shared_by: parts(|share| share.cost),
    })
}

/// An amount as text, with the places of its currency.
pub(crate) fn text(value: Decimal, currency: Currency) -> String {
    currency.with_minor_places(value).to_string()
}
