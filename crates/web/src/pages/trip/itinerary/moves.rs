//! The buttons that move and duplicate items. Each names its item.

use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::itinerary::Day;
use wayfare_domain::trip::{ItemMove, ItineraryItem, ItineraryPatch};
use wayfare_domain::{Action, Trip, Violations};
use wayfare_service::{TripView, Updated};

use super::days::in_time_order;
use super::forms::patch_itinerary;
use crate::form::{self, Fields, FormReader, SentForm};
use crate::pages::trip::address;
use crate::session::see_other;

/// The names of the buttons.
const BUTTONS: [&str; 6] = ["up", "down", "earlier", "later", "move", "copy"];

pub(crate) async fn post(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let mut buttons = BUTTONS.into_iter();
    let pressed = buttons.find_map(|name| Some((name, sent.get(name)?.to_owned())));
    let (button, item) = pressed.ok_or_else(Problem::not_found)?;
    let key = visitor.claim(&sent);
    let make = move |view: &TripView| {
        let Some((_, present)) = view.trip.item(&item) else {
            return Ok(None);
        };
        let id = present.id.clone();
        let patch = match button {
            "copy" => Some(ItineraryPatch::Copy(id)),
            _ => target(&view.trip, present, button, &sent)?.map(|to| ItineraryPatch::Move(id, to)),
        };
        Ok(patch.map(patch_itinerary))
    };
    let trips = &visitor.app.service.trips;
    let edited = trips.edit_once(account.caller, id, Action::Edit, key, make);
    let then = match form::once(edited.await)? {
        Some(Updated::Unchanged(_)) => "#itinerary",
        _ if button == "copy" => "?done=added#itinerary",
        _ => "?done=moved#itinerary",
    };
    Ok(see_other(&address(&visitor, id, then)))
}

/// Where a button moves an item; `None` if it stays.
fn target(
    trip: &Trip,
    item: &ItineraryItem,
    button: &str,
    sent: &Fields,
) -> Result<Option<ItemMove>, Violations> {
    let number = item.day.number();
    let day = match button {
        "earlier" => number.saturating_sub(1).max(1),
        "later" => number.saturating_add(1),
        "move" => sent.text("day").parse().unwrap_or(0),
        _ => number,
    };
    let mut reader = FormReader::new(sent);
    let moved = reader.read("day", |_| Day::new(day));
    let day = reader.finish(moved)?;
    let index = match button {
        "up" | "down" => match neighbour(trip, item, button == "down") {
            Some(index) => Some(index),
            None => return Ok(None),
        },
        "move" => sent.text("index").parse().ok(),
        _ => None,
    };
    let stays = index.is_none() && day == item.day;
    Ok((!stays).then_some(ItemMove { day, index }))
}

/// The index in its day that brings an item before the one shown before it, or after the one shown
/// after it.
fn neighbour(trip: &Trip, item: &ItineraryItem, is_down: bool) -> Option<u32> {
    let of_day: Vec<&ItineraryItem> = trip
        .itinerary
        .iter()
        .filter(|other| other.day == item.day)
        .collect();
    let shown = of_day.iter().filter(|item| !item.kind.is_expense());
    let shown: Vec<&ItineraryItem> = shown.copied().collect();
    let shown = in_time_order(&shown, |item| item.start);
    let place = shown.iter().position(|other| other.id == item.id)?;
    let next = if is_down {
        place.checked_add(1)?
    } else {
        place.checked_sub(1)?
    };
    let next = shown.get(next)?;
    let mut others = of_day.iter().filter(|other| other.id != item.id);
    let index = others.position(|other| other.id == next.id)?;
    u32::try_from(index + usize::from(is_down)).ok()
}
