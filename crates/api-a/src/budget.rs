//! `/trips/{uuid}/budget`: changing the trip-wide budget.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::trip::budget::{currency, read_budget, show_trip_budget};
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::Edit;
use wayfare_service::TripUpdateRequest;
use wayfare_shapes::input::BudgetBodyInput;
use wayfare_shapes::trip::Budget;

/// Changes what is sent of the trip-wide budget.
#[utoipa::path(
    put, path = "/trips/{uuid}/budget", tag = VARIANT_A, operation_id = "updateTripBudget",
    params(TripPath),
    request_body = BudgetBodyInput,
    responses((
        status = 200, description = "The changed budget", body = Budget,
        headers(("Unknown-Members"))
    )),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let answer = |app: &App, Edited { after, .. }: &Edited| {
        let answer = UpdateAnswer::new(show_trip_budget(app, &after.trip));
        let budgets = std::iter::once(&after.trip.plan.budget);
        Ok(answer.with_unknown_members(after, budgets))
    };
    request.edit(EditBody::small(payload), read, answer).await
}

fn read(body: &Element<'_>) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    let budget = fields.read_required("budget", |budget| {
        Some(read_budget(&budget.object()?, currency))
    });
    Some(TripUpdateRequest::of(budget.map(Edit::budget)))
}
