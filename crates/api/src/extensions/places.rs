//! `/places`: suggestions of places while somebody types, and
//! `/trips/{uuid}/trip_items/{item_id}/place`: where an item is, as a person says.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::{Element, Fields};
use wayfare_api_core::input::readers::{coordinates, text};
use wayfare_api_core::openapi::{BadRequest, EXTENSIONS, NotFound, NotModified};
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest};
use wayfare_api_core::{
    Answer, CallerRequest, ItemPath, Problem, TripPath, answer::conditional, input::query,
};
use wayfare_domain::trip::edit::items::Pin;
use wayfare_domain::trip::{ItineraryPatch, TripId};
use wayfare_domain::{Action, Path, Reason, ShortText};
use wayfare_service::Error;
use wayfare_shapes::extensions::{Place, Places};
use wayfare_shapes::input::ItemPlaceInput;
use wayfare_shapes::trip::Item;

use super::trip::items::{answer_item, authorize, update};

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
    let found = trips.suggest_places(request.caller, &text, trip.transpose()?, MOST);
    let places = found.await?.into_iter().map(|place| Place {
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

/// Sets where an item is. It stays there under other names.
#[utoipa::path(
    put, path = "/trips/{uuid}/trip_items/{item_id}/place", tag = EXTENSIONS,
    operation_id = "setTripItemPlace",
    params(TripPath, ItemPath),
    request_body = ItemPlaceInput,
    responses((status = 200, description = "The item", body = Item), NotModified),
)]
pub(crate) async fn put(request: TripRequest, ItemPath(id): ItemPath, payload: Payload) -> Answer {
    authorize(&request, &id, Action::Submit).await?;
    let own = id.clone();
    let read = move |body: &Element<'_>| {
        let fields = body.object()?;
        // What else a suggestion has.
        let _ = (fields.get("kind"), fields.get("timezone"));
        let pin = pin(body, &fields);
        Some(update(ItineraryPatch::Pin(own, Some(pin?))))
    };
    let answer = move |_: &_, Edited { after, .. }: &Edited| answer_item(after, &id);
    request.edit(EditBody::small(payload), read, answer).await
}

/// Removes the place that somebody has set, so that it is looked up again.
#[utoipa::path(
    delete, path = "/trips/{uuid}/trip_items/{item_id}/place", tag = EXTENSIONS,
    operation_id = "deleteTripItemPlace",
    params(TripPath, ItemPath),
    responses((status = 204, description = "Removed")),
)]
pub(crate) async fn delete(request: TripRequest, ItemPath(id): ItemPath) -> Answer {
    authorize(&request, &id, Action::Edit).await?;
    request.remove(update(ItineraryPatch::Pin(id, None))).await
}

fn pin(body: &Element<'_>, fields: &Fields<'_>) -> Option<Pin> {
    let coordinates = coordinates(body, fields);
    let optional = |name| fields.read(name, text);
    let (name, location) = (optional("name"), optional("location"));
    Some(Pin {
        coordinates: coordinates?,
        name,
        location,
    })
}
