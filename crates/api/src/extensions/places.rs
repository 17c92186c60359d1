//! `/places`: suggestions of places while somebody types.

use wayfare_api_core::openapi::{BadRequest, EXTENSIONS, NotFound};
use wayfare_api_core::{Answer, CallerRequest, Problem, answer::conditional, input::query};
use wayfare_domain::trip::TripId;
use wayfare_domain::{Path, Reason, ShortText};
use wayfare_service::{Error, precision_of};
use wayfare_shapes::extensions::{Place, Places};

/// The most places of an answer.
const MOST: usize = 10;

/// Places whose names begin with a text, best first; those near the places of a trip before others.
#[utoipa::path(
    get, path = "/places", tag = EXTENSIONS, operation_id = "getPlaces",
    params(
        (
            "q" = String, Query, description = "The beginning of a name", min_length = 1,
            max_length = 2_000
        ),
        (
            "trip" = Option<String>, Query, description = "A trip that the caller may read",
            format = Uuid
        ),
    ),
    responses(
        (status = 200, description = "At most 10 places", body = Places), BadRequest, NotFound
    ),
)]
pub(crate) async fn get(request: CallerRequest) -> Answer {
    let refuse = |reason: Reason| Problem::invalid_at(Path::root().field("q"), reason);
    let text = query::value(&request.http, "q").unwrap_or_default();
    let text = ShortText::new(text.trim()).map_err(refuse)?;
    if text.is_empty() {
        return Err(refuse(Reason::new("must not be empty")));
    }
    let trip = query::value(&request.http, "trip");
    let trip = trip.map(|trip| TripId::parse(&trip).ok_or(Error::NotFound));
    let trips = &request.app.service.trips;
    let found = trips.suggest_places(request.caller, &text, trip.transpose()?, MOST, false);
    let places = found.await?.into_iter().map(|place| Place {
        precision: precision_of(&place).as_str().to_owned(),
        kind: place.kind.as_str().to_owned(),
        name: place.name,
        location: place.display_name,
        latitude: place.coordinates.latitude,
        longitude: place.coordinates.longitude,
        timezone: place.time_zone,
    });
    let places = places.collect();
    conditional::json(&request.http, None, &Places { places })
}
