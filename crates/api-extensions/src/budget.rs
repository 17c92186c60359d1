//! `/trips/{uuid}/budget`: reading the trip-wide budget.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::budget::BudgetShape;
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::openapi::{EXTENSIONS, NotFound};
use wayfare_api_core::{Answer, App, Endpoint, TripPath};
use wayfare_domain::TripOverview;
use wayfare_service::TripView;

/// The trip-wide budget, as a `PUT` of the same path takes it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = TripBudget)]
pub struct TripBudgetShape {
    /// The budget, in the base currency of the trip.
    pub budget: BudgetShape,
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/budget").get(get)
}

/// The trip-wide budget.
#[utoipa::path(
    get, path = "/trips/{uuid}/budget", tag = EXTENSIONS, operation_id = "getTripBudget",
    params(TripPath),
    responses((status = 200, description = "The budget", body = TripBudgetShape), NotFound),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let shape = |app: &App, view: &TripView<TripOverview>| TripBudgetShape {
        budget: BudgetShape::of_trip(app, &view.trip),
    };
    request.get_overview(shape).await
}
