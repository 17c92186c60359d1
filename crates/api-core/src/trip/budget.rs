//! Budgets, of a trip as a whole and of an itinerary item: showing and reading them.

use utoipa::ToSchema;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId, ShareDraft};
use wayfare_domain::trip::{self, MemberShare};
use wayfare_domain::{Amount, Currency, Reason, TripOverview};
use wayfare_shapes::trip::{Budget, MemberBudget};

use crate::input::fields::{Element, Fields};
use crate::input::readers::{amount, moment, text};
use crate::{App, input::schemas as input};

/// The trip-wide budget, in the trip's base currency.
pub fn show_trip_budget(app: &App, trip: &TripOverview) -> Budget {
    let currency = app.service.trips.base_currency(trip);
    show_budget(&trip.plan.budget, Some(currency))
}

/// A budget in a currency, where it has one.
pub fn show_budget(budget: &trip::Budget, currency: Option<Currency>) -> Budget {
    Budget {
        currency: currency
            .map(|currency| currency.code().to_owned())
            .unwrap_or_default(),
        category: budget.category.to_string(),
        total_estimated_cost: budget.total_estimated().into(),
        total_cost: budget.total_cost().into(),
        total_paid_cost: budget.total_paid().into(),
        members_budget: budget.shares.iter().map(show_share).collect(),
    }
}

fn show_share(share: &MemberShare) -> MemberBudget {
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
    MemberBudget {
        member_id: member.as_str().to_owned(),
        member_name: name.to_string(),
        estimated_cost: (*estimated).into(),
        cost: (*cost).into(),
        paid_value: (*paid).into(),
        payment_date: paid_at.map(|at| at.to_string()),
        payment_base_currency_value: payment.map_or(Amount::ZERO, |payment| payment.value).into(),
    }
}

/// Reads a budget in part, its currency with `currency`.
pub fn draft(
    fields: &Fields<'_>,
    currency: impl FnOnce(&str) -> Result<Option<Currency>, Reason>,
) -> BudgetPatch {
    let shares = fields.read("membersBudget", |list| {
        list.list(trip::Budget::MAX_SHARES, share)
    });
    // The domain checks a total, which may be a sum that exceeds the bounds of an amount. Without
    // the shares that were sent, the total cannot be compared with their sum.
    let has_sent_shares = shares.is_some() || !fields.has("membersBudget");
    let total = |name| {
        let total = fields.get(name)?.number(|total| {
            let is_negative = total.is_sign_negative() && !total.is_zero();
            let reason = || Reason::new("must not be negative");
            (!is_negative).then_some(total).ok_or_else(reason)
        });
        total.filter(|_| has_sent_shares)
    };
    BudgetPatch {
        currency: fields
            .read("currency", |code| code.string(currency))
            .flatten(),
        category: fields.read("category", text),
        estimated: total("totalEstimatedCost"),
        total: total("totalCost"),
        paid: total("totalPaidCost"),
        shares,
    }
}

/// The currency of a code.
pub fn currency(code: &str) -> Result<Option<Currency>, Reason> {
    Currency::new(code).map(Some)
}

fn share(element: &Element<'_>) -> Option<ShareDraft> {
    let fields = element.object()?;
    let optional = |name| fields.read_or(name, Amount::ZERO, amount);
    let member = fields.read_required("memberId", |id| id.string(MemberId::new));
    let name = fields.read_or("memberName", Default::default(), text);
    let (estimated, cost, paid) = (
        optional("estimatedCost"),
        optional("cost"),
        optional("paidValue"),
    );
    let paid_at = fields.read_optional("paymentDate", moment);
    let payment = optional("paymentBaseCurrencyValue");
    Some(ShareDraft {
        member: member?,
        name: name?,
        estimated: estimated?,
        cost: cost?,
        paid: paid?,
        paid_at: paid_at?.map(|moment| moment.at),
        payment: payment?,
    })
}

/// The budget of a trip as a whole, of which only what is sent changes; or of one itinerary item.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetInput {
    /// ISO 4217 code; an item may have an empty one.
    #[schema(pattern = "^([A-Z]{3})?$")]
    pub currency: Option<String>,
    /// What the money is for.
    #[schema(max_length = 2_000)]
    pub category: Option<String>,
    /// The estimated total; the members' sum where it is never sent.
    pub total_estimated_cost: Option<input::Amount>,
    /// The total; the members' sum where it is never sent.
    pub total_cost: Option<input::Amount>,
    /// The paid total; the members' sum where it is never sent.
    pub total_paid_cost: Option<input::Amount>,
    /// The members' parts.
    #[schema(max_items = 100)]
    pub members_budget: Option<Vec<MemberBudgetInput>>,
}

/// A member's part of a budget.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBudgetInput {
    /// Whose part it is: the username or user id of a member of the trip, or any other name.
    #[schema(min_length = 1, max_length = 200)]
    pub member_id: String,
    /// The member's name.
    #[schema(max_length = 2_000)]
    pub member_name: Option<String>,
    /// What it is thought to cost them.
    pub estimated_cost: Option<input::Amount>,
    /// What it costs them.
    pub cost: Option<input::Amount>,
    /// What they have paid.
    pub paid_value: Option<input::Amount>,
    /// When they paid.
    pub payment_date: Option<input::Time>,
    /// What the payment was worth in the base currency.
    pub payment_base_currency_value: Option<input::Amount>,
}
