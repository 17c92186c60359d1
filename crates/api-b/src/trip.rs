//! `/trip`, `/trip/{uuid}`: creating, reading, changing and deleting a trip.

use actix_web::http::header;
use actix_web::web::{Data, Payload};
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::estimate;
use wayfare_api_core::openapi::VARIANT_B;
use wayfare_api_core::trip::edit::{self, EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::items::show_destination;
use wayfare_api_core::trip::{show_trip, show_zone, trip_edit};
use wayfare_api_core::{
    Answer, App, CallerRequest, TripPath, answer::conditional, input::prefer::prefers_extensions,
};
use wayfare_domain::TripOverview;
use wayfare_domain::trip::Edit;
use wayfare_service::TripView;
use wayfare_shapes::input::{NewTripInput, TripInputB};
use wayfare_shapes::variant_b::{Destination, Trip};

fn show_detail<T: AsRef<TripOverview>>(app: &App, view: &TripView<T>, is_extended: bool) -> Trip {
    let show = |place| {
        let place = show_destination(place, is_extended);
        Destination {
            id: place.id,
            name: place.name,
            desc: place.description,
            latitude: place.latitude,
            longitude: place.longitude,
            precision: place.precision,
            timezone: place.timezone,
        }
    };
    let destinations = view.overview().plan.destinations.iter();
    Trip {
        destinations: Some(destinations.map(show).collect()),
        ..show_trip(&app.links, view)
    }
}

/// Creates a trip.
#[utoipa::path(
    post, path = "/trip", tag = VARIANT_B, operation_id = "createTripB",
    request_body = NewTripInput,
    responses((
        status = 200, description = "The trip", body = Trip,
        headers(("Location" = String, description = "URL of the trip"))
    )),
)]
pub(crate) async fn create(request: CallerRequest, payload: Payload) -> Answer {
    let app = &request.app;
    let (view, is_replayed) = edit::create(&request, payload).await?;
    let shape = Trip {
        timezone: show_zone(&view.trip, prefers_extensions(&request.http)),
        ..show_trip(&app.links, &view)
    };
    let mut answer = conditional::json(&request.http, Some(view.trip.version), &shape)?;
    answer.headers_mut().insert(
        header::LOCATION,
        app.links.location(&format!("/trip/{}", view.trip.id))?,
    );
    idempotency::mark_replayed(&mut answer, is_replayed);
    Ok(answer)
}

/// The trip, with its destinations in full.
#[utoipa::path(
    get, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "getTripB",
    params(TripPath),
    responses((status = 200, description = "The trip", body = Trip)),
)]
pub(crate) async fn detail(request: TripRequest) -> Answer {
    if request.prefers_extensions() {
        // The zone follows from the itinerary, too.
        let shape = |app: &App, view: &TripView| Trip {
            timezone: show_zone(&view.trip, true),
            ..show_detail(app, view, true)
        };
        return request.show(Show::Extended(true), shape).await;
    }
    let shape = |app: &App, view: &TripView<TripOverview>| show_detail(app, view, false);
    request.show(Show::Extended(false), shape).await
}

/// Changes what is sent.
#[utoipa::path(
    put, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "updateTripB",
    params(TripPath),
    request_body = TripInputB,
    responses((status = 200, description = "The changed trip", body = Trip)),
)]
pub(crate) async fn update(request: TripRequest, payload: Payload) -> Answer {
    let (app, TripPath(id)) = (Data::clone(&request.app), request.path);
    let read = move |body: &Element<'_>| trip_edit(body, &app.links, id, budget);
    let is_extended = request.prefers_extensions();
    let answer = move |app: &App, Edited { after, .. }: &Edited| {
        Ok(UpdateAnswer::new(Trip {
            timezone: show_zone(&after.trip, is_extended),
            ..show_trip(&app.links, after)
        }))
    };
    request.edit(EditBody::large(payload), read, answer).await
}

/// Deletes the trip.
#[utoipa::path(
    delete, path = "/trip/{uuid}", tag = VARIANT_B, operation_id = "deleteTripB",
    params(TripPath),
    responses((status = 204, description = "Deleted")),
)]
pub(crate) async fn delete(request: TripRequest) -> Answer {
    request.delete().await
}

fn budget(element: &Element<'_>) -> [Option<Edit>; 2] {
    [estimate(element).map(Edit::Estimate), None]
}
