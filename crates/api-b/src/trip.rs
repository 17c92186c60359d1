//! `/trip`, `/trip/{uuid}`: making a trip, seeing it whole, changing and deleting it.

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Data, Payload};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::{EstimateInput, NewTripInput, TripEditInput};
use wayfare_api_core::openapi::{NotFound, VARIANT_B};
use wayfare_api_core::shapes::{self, EstimateShape, ExpenditureShape};
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Endpoint, Links, Number, TripPath, body, conditional, edit,
    rendered,
};
use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Moment, Trip};
use wayfare_service::TripView;

/// Start and end as epoch numbers, each in the unit it was written in; 0 where there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = EpochsB)]
pub struct DatesShape {
    /// When it starts.
    pub start: Number,
    /// When it ends.
    pub end: Number,
}

impl DatesShape {
    /// Dates, either of which may be missing.
    pub fn new(start: Option<Moment>, end: Option<Moment>) -> Self {
        let epoch = |moment: Option<Moment>| moment.map(Moment::epoch).unwrap_or_default().into();
        Self {
            start: epoch(start),
            end: epoch(end),
        }
    }
}

/// A destination of the detail view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DestinationB)]
pub struct DestinationShape {
    /// Which destination of the trip.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is like.
    pub desc: String,
}

/// A trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = TripB)]
pub struct TripShape {
    /// Which trip.
    #[schema(format = Uuid)]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// The names of its destinations, first to last.
    pub dest: Vec<String>,
    /// What it is thought to cost.
    pub budget: EstimateShape,
    /// What was spent.
    pub expenditures: Vec<ExpenditureShape>,
    /// When it takes place.
    pub date: DatesShape,
    /// What is to be done.
    pub todo: Vec<String>,
    /// URL of its picture.
    #[schema(format = Uri)]
    pub img: String,
    /// The trip in the front end.
    #[schema(format = Uri)]
    pub url: String,
    /// The owner's username.
    pub owner: String,
    /// The members' usernames.
    pub members: Vec<String>,
    /// Whether only its members see it.
    pub private: bool,
    /// The destinations in full, in the detail view only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destinations: Option<Vec<DestinationShape>>,
}

impl TripShape {
    fn new(links: &Links, view: &TripView) -> Self {
        let TripView { trip, people, .. } = view;
        Self {
            uuid: trip.id.to_string(),
            name: trip.name.to_string(),
            desc: trip.description.to_string(),
            dest: trip
                .plan
                .destinations
                .iter()
                .map(|place| place.name.to_string())
                .collect(),
            budget: EstimateShape {
                lo: trip.plan.estimate.lo.into(),
                hi: trip.plan.estimate.hi.into(),
            },
            expenditures: trip.plan.expenditures.iter().map(Into::into).collect(),
            date: DatesShape::new(trip.plan.dates.start, trip.plan.dates.end),
            todo: trip.plan.todo.iter().map(ToString::to_string).collect(),
            img: links.trip_image(trip.id, &trip.gallery),
            url: links.trip_page(trip.id),
            owner: people.username(trip.owner).to_owned(),
            members: trip
                .members
                .iter()
                .map(|member| people.username(*member).to_owned())
                .collect(),
            private: trip.private,
            destinations: None,
        }
    }

    fn detailed(links: &Links, view: &TripView) -> Self {
        Self {
            destinations: Some(destinations(&view.trip)),
            ..Self::new(links, view)
        }
    }
}

fn destinations(trip: &Trip) -> Vec<DestinationShape> {
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

/// Makes a trip.
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
        &TripShape::new(&app.links, &view),
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
pub(crate) async fn detail(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    TripPath(id): TripPath,
    request: HttpRequest,
) -> Answer {
    let view = app.service.trips.read(caller, id).await?;
    rendered::json(&app, &request, &view, || {
        TripShape::detailed(&app.links, &view)
    })
}

/// Changes what is sent.
#[utoipa::path(
    put, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "updateTripB",
    params(TripPath),
    request_body = TripInput,
    responses((status = 200, description = "The changed trip", body = TripShape), NotFound),
)]
pub(crate) async fn update(
    app: Data<App>,
    caller: AuthenticatedCaller,
    trip: TripPath,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let TripPath(id) = trip;
    let read = |body: &Element<'_>| shapes::trip_edit(body, &app.links, id, budget);
    let shape = |_: &TripView, after: &TripView| TripShape::new(&app.links, after);
    edit::put(
        &app,
        caller,
        trip,
        (&request, payload, body::LARGE),
        read,
        shape,
    )
    .await
}

/// Deletes the trip.
#[utoipa::path(
    delete, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "deleteTripB",
    params(TripPath),
    responses((status = 204, description = "Deleted"), NotFound),
)]
pub(crate) async fn delete(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    TripPath(id): TripPath,
    request: HttpRequest,
) -> Answer {
    app.service
        .trips
        .delete(caller, id, conditional::precondition(&request))
        .await?;
    Ok(conditional::no_content())
}

fn budget(element: &Element<'_>, change: &mut TripPatch) {
    change.estimate = shapes::estimate(element).unwrap_or_default();
}

/// A change of a trip. Only what is sent changes.
#[derive(Debug, ToSchema)]
#[schema(as = TripInputB)]
pub struct TripInput {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
    /// What it is thought to cost.
    pub budget: Option<EstimateInput>,
}
