//! `/trips/{uuid}/trip_items/{item_id}/place`: where an item is, as a person says.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::{Element, Fields};
use wayfare_api_core::input::readers::{point, text};
use wayfare_api_core::openapi::{EXTENSIONS, NotModified};
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest};
use wayfare_api_core::{Answer, ItemPath, TripPath};
use wayfare_domain::Action;
use wayfare_domain::trip::ItineraryPatch;
use wayfare_domain::trip::edit::items::Pin;
use wayfare_shapes::input::ItemPlaceInput;
use wayfare_shapes::trip::Item;

use super::items::{answer_item, authorize, update};

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
    let point = point(body, fields);
    let optional = |name| fields.read(name, text);
    let (name, location) = (optional("name"), optional("location"));
    Some(Pin {
        point: point?,
        name,
        location,
    })
}
