//! Budgets, of a trip as a whole and of an itinerary item: showing and reading them.

use wayfare_domain::trip::budget::{BudgetPatch, MemberId, ShareDraft};
use wayfare_domain::trip::{self, MemberShare};
use wayfare_domain::{Amount, Currency, Reason, SignedAmount, TripOverview};
use wayfare_shapes::trip::{Budget, MemberBudget};

use crate::App;
use crate::input::fields::{Element, Fields};
use crate::input::readers::{amount, moment, signed_amount, text};

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
        payment_base_currency_value: payment
            .map_or(SignedAmount::ZERO, |payment| payment.value)
            .into(),
    }
}

/// Reads a budget in part, its currency with `currency`.
pub fn read_budget(
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
        let is_estimate = name == "totalEstimatedCost";
        let total = fields.get(name)?.number(|total| {
            let is_negative = total.is_sign_negative() && !total.is_zero();
            let reason = || Reason::new("must not be negative");
            (!is_estimate || !is_negative)
                .then_some(total)
                .ok_or_else(reason)
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
    let signed = |name| fields.read_or(name, SignedAmount::ZERO, signed_amount);
    let member = fields.read_required("memberId", |id| id.string(MemberId::new));
    let name = fields.read_or("memberName", Default::default(), text);
    let (estimated, cost, paid) = (
        fields.read_or("estimatedCost", Amount::ZERO, amount),
        signed("cost"),
        signed("paidValue"),
    );
    let paid_at = fields.read_optional("paymentDate", moment);
    let payment = signed("paymentBaseCurrencyValue");
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
