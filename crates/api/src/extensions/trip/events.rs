//! `/trips/{uuid}/events`: the changes of a trip as server-sent events.

use wayfare_api_core::answer::event_stream::{self, EVENT_STREAM, LastEventId};
use wayfare_api_core::openapi::EXTENSIONS;
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{Answer, TripPath};

/// The present version of the trip, and each later one, as server-sent events: `trip` with
/// `{"version": n}`; `gone` before the end, once the caller may not read the trip any more. Without
/// an event there is a comment every 15 seconds.
#[utoipa::path(
    get, path = "/trips/{uuid}/events", tag = EXTENSIONS, operation_id = "watchTrip",
    params(TripPath, LastEventId),
    responses((
        status = 200, description = "The events", body = String, content_type = EVENT_STREAM
    )),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let credential = request.credential()?;
    let LastEventId(told) = LastEventId::of(&request.http);
    let trips = &request.app.service.trips;
    let watch = trips.watch(credential, request.path.0, told).await?;
    Ok(event_stream::answer(&request.http, watch))
}
