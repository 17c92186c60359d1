//! `/trips`, `/trips/{username}`: lists of trips, without the details.

use actix_web::HttpRequest;
use actix_web::web::Data;
use wayfare_api_core::openapi::VARIANT_B;
use wayfare_api_core::{
    Answer, App, CallerRequest, Links, OptionalCaller, RequestClient, UserPath, answer::list,
};
use wayfare_service::TripHead;
use wayfare_shapes::variant_b::TripEntry;

/// The entry of a trip.
pub fn show_entry(links: &Links, trip: &TripHead) -> TripEntry {
    TripEntry {
        uuid: trip.id.to_string(),
        name: trip.name.to_string(),
        desc: trip.description.to_string(),
        img: links.trip_image(trip.id, &trip.gallery),
    }
}

/// The trips that the caller owns or is a member of, newest first.
///
/// # Errors
/// 401 without a valid token.
#[utoipa::path(
    get, path = "/trips", tag = VARIANT_B, operation_id = "listTripsB",
    responses((status = 200, description = "The trips", body = Vec<TripEntry>)),
)]
pub async fn list(request: CallerRequest) -> Answer {
    let trips = &request.app.service.trips;
    let trips = trips.list(request.caller, false).await?;
    list::json(&request.app, &request.http, trips, show_entry).await
}

/// The trips of a user that the viewer may see: the public ones, and those that both travel on.
///
/// # Errors
/// 404 if there is no such user.
#[utoipa::path(
    get, path = "/trips/{username}", tag = VARIANT_B, operation_id = "listTripsOfUser",
    params(UserPath),
    responses((status = 200, description = "The trips", body = Vec<TripEntry>)),
    security((), ("bearer" = []), ("token" = [])),
)]
pub async fn list_of(
    app: Data<App>,
    OptionalCaller(reader): OptionalCaller,
    UserPath(username): UserPath,
    request: HttpRequest,
) -> Answer {
    let RequestClient(client) = RequestClient::of(&request);
    let trips = app.service.trips.list_of(client, reader, &username).await?;
    list::json(&app, &request, trips, show_entry).await
}
