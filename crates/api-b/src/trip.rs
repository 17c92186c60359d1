//! `/trip`, `/trip/{uuid}`: creating, reading, changing and deleting a trip.

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Data, Payload};
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::edit::{self, TripRequest};
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::{EpochsInput, EstimateInput, NewTripInput, TripEditInput};
use wayfare_api_core::openapi::{NotFound, VARIANT_B};
use wayfare_api_core::shapes::{self, EstimateShape};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Endpoint, Links, Number, TripPath, body, conditional,
};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Dates, Moment, TripOverview};
use wayfare_service::TripView;

/// Start and end as epoch numbers, each in the unit it was written in; 0 for a missing one.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = EpochsB)]
pub struct DatesShape {
    /// When it starts.
    pub start: Number,
    /// When it ends.
    pub end: Number,
}

impl From<Dates> for DatesShape {
    fn from(Dates { start, end }: Dates) -> Self {
        let epoch = |moment: Option<Moment>| moment.map(Moment::epoch).unwrap_or_default().into();
        Self {
            start: epoch(start),
            end: epoch(end),
        }
    }
}

/// A destination of the detail view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DestinationB)]
pub struct DestinationShape {
    /// Which destination of the trip.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is like.
    pub desc: String,
}

wayfare_api_core::trip_shape! {
    /// A trip.
    #[schema(as = TripB)]
    pub struct TripShape {
        /// What it is thought to cost.
        budget: EstimateShape,
        date: DatesShape,
        /// The destinations in full, in the detail view only.
        #[serde(skip_serializing_if = "Option::is_none")]
        destinations: Option<Vec<DestinationShape>>,
    }
}

impl TripShape {
    fn with(
        links: &Links,
        view: &TripView<impl AsRef<TripOverview>>,
        destinations: Option<Vec<DestinationShape>>,
    ) -> Self {
        let estimate = view.overview().plan.estimate;
        Self::new(links, view, estimate.into(), destinations)
    }
}

fn destinations(trip: &TripOverview) -> Vec<DestinationShape> {
    let places = trip.plan.destinations.iter();
    places
        .map(|place| DestinationShape {
            id: place.id.to_string(),
            name: place.name.to_string(),
            desc: place.description.to_string(),
        })
        .collect()
}

pub(crate) fn collection() -> Endpoint {
    Endpoint::at("/trip").post(create)
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trip/{uuid}")
        .get(detail)
        .put(update)
        .delete(delete)
}

/// Creates a trip.
#[utoipa::path(
    post, path = "/trip", tag = VARIANT_B, operation_id = "createTripB",
    request_body = NewTripInput,
    responses((status = 200, description = "The trip", body = TripShape, headers(("Location" = String, description = "URL of the trip")))),
)]
pub(crate) async fn create(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let new = edit::or_refuse(
        body::json(&request, payload, body::SMALL, shapes::new_trip).await,
        || app.service.accounts.own(caller),
    );
    let view = app.service.trips.create(caller, new.await?).await?;
    let mut answer = conditional::json(
        &request,
        Some(view.trip.version),
        &TripShape::with(&app.links, &view, None),
    )?;
    answer.headers_mut().insert(
        header::LOCATION,
        app.links.location(&format!("/trip/{}", view.trip.id))?,
    );
    Ok(answer)
}

/// The trip, with its destinations in full.
#[utoipa::path(
    get, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "getTripB",
    params(TripPath),
    responses((status = 200, description = "The trip", body = TripShape), NotFound),
)]
pub(crate) async fn detail(request: TripRequest) -> Answer {
    let shape = |app: &App, view: &TripView<TripOverview>| {
        TripShape::with(&app.links, view, Some(destinations(&view.trip)))
    };
    request.get_overview(shape).await
}

/// Changes what is sent.
#[utoipa::path(
    put, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "updateTripB",
    params(TripPath),
    request_body = TripInput,
    responses((status = 200, description = "The changed trip", body = TripShape), NotFound),
)]
pub(crate) async fn update(request: TripRequest, payload: Payload) -> Answer {
    let (app, TripPath(id)) = (Data::clone(&request.app), request.trip);
    let read = move |body: &Element<'_>| shapes::trip_edit(body, &app.links, id, budget);
    let shape =
        |app: &App, _: &TripView, after: &TripView| TripShape::with(&app.links, after, None);
    request.put((payload, body::LARGE), read, shape).await
}

/// Deletes the trip.
#[utoipa::path(
    delete, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "deleteTripB",
    params(TripPath),
    responses((status = 204, description = "Deleted"), NotFound),
)]
pub(crate) async fn delete(request: TripRequest) -> Answer {
    request.delete().await
}

fn budget(element: &Element<'_>, patch: &mut TripPatch) {
    patch.estimate = shapes::estimate(element).unwrap_or_default();
}

/// A change of a trip. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(as = TripInputB)]
pub struct TripInput {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
    /// When it takes place.
    pub date: Option<EpochsInput>,
    /// What it is thought to cost.
    pub budget: Option<EstimateInput>,
}
