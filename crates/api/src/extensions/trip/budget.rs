//! `/trips/{uuid}/budget`: reading the trip-wide budget.

use wayfare_api_core::openapi::EXTENSIONS;
use wayfare_api_core::trip::budget::show_trip_budget;
use wayfare_api_core::trip::edit::{Show, TripRequest};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::TripOverview;
use wayfare_service::TripView;
use wayfare_shapes::extensions::TripBudget;

/// The trip-wide budget.
#[utoipa::path(
    get, path = "/trips/{uuid}/budget", tag = EXTENSIONS, operation_id = "getTripBudget",
    params(TripPath),
    responses((status = 200, description = "The budget", body = TripBudget)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let shape = |app: &App, view: &TripView<TripOverview>| TripBudget {
        budget: show_trip_budget(app, &view.trip),
    };
    request.show(Show::Plain, shape).await
}
