//! `/trips/{uuid}/trip_items`, `/trips/{uuid}/trip_items/{item_id}` and its `/move`: one item of
//! the itinerary at a time.

use actix_web::web::Payload;
use wayfare_api_core::answer::links::percent_encode;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{
    amount, destination, ends, moment, text, typed_hours, whole,
};
use wayfare_api_core::openapi::{EXTENSIONS, NotModified};
use wayfare_api_core::trip::budget;
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::items::{
    self, MAX_PHOTOS, empty_item, own_currency, photo, show_item_of,
};
use wayfare_api_core::{Answer, App, ItemPath, Problem, TripPath};
use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::trip::{Edit, ItemClass, ItemMove, ItemPatch, ItineraryPatch};
use wayfare_domain::{Action, Reason, ShortText, Trip};
use wayfare_service::{Error, TripUpdateRequest, TripView};
use wayfare_shapes::input::{ItemInput, ItemMoveInput, ItemPatchInput};
use wayfare_shapes::trip::Item;

/// Adds an item to the itinerary: at its index, else at the end of its day.
#[utoipa::path(
    post, path = "/trips/{uuid}/trip_items", tag = EXTENSIONS, operation_id = "addTripItem",
    params(TripPath),
    request_body = ItemInput,
    responses((
        status = 201, description = "The new item", body = Item,
        headers(("Location" = String, description = "URL of the item"), ("Unknown-Members"))
    )),
)]
pub(crate) async fn add(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let draft = items::item(body)?;
        Some(update(ItineraryPatch::Add(Box::new(draft))))
    };
    let answer = |app: &App, Edited { after, made, .. }: &Edited| {
        let path = format!(
            "/trips/{}/trip_items/{}",
            after.trip.id,
            percent_encode(made)
        );
        Ok(answer_item(after, made)?.created(app.links.location(&path)?))
    };
    request.edit(EditBody::large(payload), read, answer).await
}

/// An item of the itinerary.
#[utoipa::path(
    get, path = "/trips/{uuid}/trip_items/{item_id}", tag = EXTENSIONS,
    operation_id = "getTripItem",
    params(TripPath, ItemPath),
    responses((status = 200, description = "The item", body = Item)),
)]
pub(crate) async fn get(request: TripRequest, ItemPath(id): ItemPath) -> Answer {
    let shape = move |_: &App, view: &TripView| find_item(view, &id);
    request.show_part(shape).await
}

/// Changes what is sent of an item.
#[utoipa::path(
    put, path = "/trips/{uuid}/trip_items/{item_id}", tag = EXTENSIONS,
    operation_id = "updateTripItem",
    params(TripPath, ItemPath),
    request_body = ItemPatchInput,
    responses((
        status = 200, description = "The changed item", body = Item, headers(("Unknown-Members"))
    )),
)]
pub(crate) async fn change(
    request: TripRequest,
    ItemPath(id): ItemPath,
    payload: Payload,
) -> Answer {
    authorize(&request, &id, Action::Submit).await?;
    let own = id.clone();
    let read = move |body: &Element<'_>| {
        let patch = patch(body, &own)?;
        Some(update(ItineraryPatch::Change(own, Box::new(patch))))
    };
    let answer = move |_: &App, Edited { after, .. }: &Edited| answer_item(after, &id);
    request.edit(EditBody::large(payload), read, answer).await
}

/// Removes an item.
#[utoipa::path(
    delete, path = "/trips/{uuid}/trip_items/{item_id}", tag = EXTENSIONS,
    operation_id = "deleteTripItem",
    params(TripPath, ItemPath),
    responses((status = 204, description = "Removed")),
)]
pub(crate) async fn remove(request: TripRequest, ItemPath(id): ItemPath) -> Answer {
    authorize(&request, &id, Action::Edit).await?;
    request.remove(update(ItineraryPatch::Remove(id))).await
}

/// Moves an item to a place in a day. Its times keep their hour, and move by as many days as the
/// item.
#[utoipa::path(
    post, path = "/trips/{uuid}/trip_items/{item_id}/move", tag = EXTENSIONS,
    operation_id = "moveTripItem",
    params(TripPath, ItemPath),
    request_body = ItemMoveInput,
    responses((status = 200, description = "The moved item", body = Item), NotModified),
)]
pub(crate) async fn move_to(
    request: TripRequest,
    ItemPath(id): ItemPath,
    payload: Payload,
) -> Answer {
    authorize(&request, &id, Action::Edit).await?;
    let own = id.clone();
    let read = move |body: &Element<'_>| {
        let fields = body.object()?;
        let day = fields.required("day").and_then(|day| read_day(&day));
        let index = fields
            .get("index")
            .map_or(Some(None), |index| index.number(whole).map(Some));
        let to = ItemMove {
            day: day?,
            index: index?,
        };
        Some(update(ItineraryPatch::Move(own, to)))
    };
    let answer = move |_: &App, Edited { after, .. }: &Edited| {
        let item = find_item(after, &id).unwrap_or_else(empty_item);
        Ok(UpdateAnswer::new(item))
    };
    request.edit(EditBody::small(payload), read, answer).await
}

/// Checks, before the body is read, that the caller may do `action` to the trip and that it has the
/// item.
pub(crate) async fn authorize(
    request: &TripRequest,
    id: &ShortText,
    action: Action,
) -> Result<(), Problem> {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let trips = &request.app.service.trips;
    let exists = |trip: &Trip| trip.item(id).is_some();
    Ok(trips.authorize_part(caller, trip, action, exists).await?)
}

pub(crate) fn update(itinerary: ItineraryPatch) -> TripUpdateRequest {
    TripUpdateRequest::of(Edit::Items(itinerary))
}

/// The item of this id.
fn find_item(view: &TripView, id: &str) -> Option<Item> {
    let (index, _) = view.trip.item(id)?;
    show_item_of(view, index, true)
}

/// The item of this id, with a warning of unknown members in its budget.
pub(crate) fn answer_item(view: &TripView, id: &str) -> Result<UpdateAnswer<Item>, Problem> {
    let (index, item) = view.trip.item(id).ok_or(Error::NotFound)?;
    let shown = show_item_of(view, index, true).ok_or(Error::NotFound)?;
    let answer = UpdateAnswer::new(shown);
    Ok(answer.with_unknown_members(view, std::iter::once(&item.budget)))
}

fn read_day(day: &Element<'_>) -> Option<Day> {
    day.number(|number| Day::new(whole(number)?))
}

/// Reads what is sent of an item.
fn patch(body: &Element<'_>, own: &ShortText) -> Option<ItemPatch> {
    let fields = body.object()?;
    let time = |name| {
        let moment = fields.get(name).and_then(|time| moment(&time));
        moment.map(|moment| moment.at)
    };
    let number = |name| fields.get(name).and_then(|number| amount(&number));
    if let Some(id) = fields.get("item_id") {
        let is_own = |text: &str| (text == own.as_str()).then_some(());
        id.string(|text| is_own(text).ok_or_else(|| Reason::new("must be the id in the path")));
    }
    let budget = fields.get("budget").and_then(|budget| budget.object());
    let currency = budget.as_ref().and_then(|budget| budget.get("currency"));
    let clears_currency = currency
        .filter(Element::is_string)
        .and_then(|currency| currency.string(|code| Ok(code.is_empty())));
    Some(ItemPatch {
        ends: ends(&fields),
        clears_start: false,
        clears_end: false,
        kind: fields
            .get("item_type")
            .and_then(|kind| kind.string(ItemKind::new)),
        index: number("index"),
        day: fields.get("day").and_then(|day| read_day(&day)),
        start: time("start_time"),
        end: time("end_time"),
        typed: typed_hours(&fields),
        duration: number("duration"),
        budget: budget
            .map(|fields| budget::read_budget(&fields, own_currency))
            .unwrap_or_default(),
        clears_currency: clears_currency.unwrap_or_default(),
        destination: fields
            .get("destination")
            .and_then(|place| destination(&place)),
        photos: fields
            .get("photos")
            .and_then(|photos| photos.list(MAX_PHOTOS, photo)),
        confirmation: fields.read("confirmation", text),
        class: fields.read("kind", |kind| kind.string(ItemClass::new)),
    })
}
