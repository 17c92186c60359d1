//! `/trips/{uuid}/trip_items`: the itinerary.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::items::{empty_item, item, show_item_of, show_items};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::Trip;
use wayfare_domain::trip::itinerary::first_changed;
use wayfare_domain::trip::{Edit, ItineraryPatch};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::input::ItemListInput;
use wayfare_shapes::trip::Item;

/// The itinerary, in order.
#[utoipa::path(
    get, path = "/trips/{uuid}/trip_items", tag = VARIANT_A, operation_id = "getTripItems",
    params(TripPath),
    responses((status = 200, description = "The items", body = Vec<Item>)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let is_extended = request.prefers_extensions();
    let items = move |_: &App, view: &TripView| show_items(view, is_extended);
    request.show(Show::Extended(is_extended), items).await
}

/// Replaces the itinerary. The answer is the first item that was added or changed, else the first
/// that is left.
#[utoipa::path(
    put, path = "/trips/{uuid}/trip_items", tag = VARIANT_A, operation_id = "updateTripItems",
    params(TripPath),
    request_body = ItemListInput,
    responses((status = 200, description = "One item", body = Item, headers(("Unknown-Members")))),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let is_extended = request.prefers_extensions();
    let answer = move |_: &App, Edited { before, after, .. }: &Edited| {
        let items = &after.trip.itinerary;
        let index = first_changed(&before.trip.itinerary, items);
        let answer = index.and_then(|index| show_item_of(after, index, is_extended));
        let answer = UpdateAnswer::new(answer.unwrap_or_else(empty_item));
        let budgets = items.iter().map(|item| &item.budget);
        Ok(answer.with_unknown_members(after, budgets))
    };
    request.edit(EditBody::large(payload), read, answer).await
}

/// The whole itinerary: `{trip_items: […]}`, or the bare list that the same path answers.
fn read(body: &Element<'_>) -> Option<TripUpdateRequest> {
    let items = |list: &Element<'_>| list.list(Trip::MAX_ITEMS, item);
    let itinerary = if body.is_list() {
        items(body)
    } else {
        body.object()?.read_required("trip_items", items)
    };
    let items = itinerary.map(|items| Edit::Items(ItineraryPatch::Replace(items)));
    Some(TripUpdateRequest::of(items))
}
