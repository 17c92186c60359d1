//! The buttons that move and duplicate items. Each names its item.

use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::day_order::in_page_order;
use wayfare_domain::trip::itinerary::Day;
use wayfare_domain::trip::{ItemMove, ItineraryItem, ItineraryPatch};
use wayfare_domain::{Reason, Trip, Violations};
use wayfare_service::{TripView, Updated};

use super::edits::edit_items;
use super::forms::Item;
use crate::form::{self, Fields, FormReader, SentForm};
use crate::i18n::format::Zones;
use crate::i18n::texts as t;
use crate::pages::trip::address;
use crate::pages::trip::editing::edits;
use crate::session::see_other;

/// Milliseconds.
const DAY: i64 = 86_400_000;

pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<Item>,
    TripPath(id): TripPath,
) -> Answer {
    let (button, item) = sent.button().ok_or_else(Problem::not_found)?;
    let item = item.to_owned();
    let key = visitor.claim(&sent);
    let (moved, fields) = (item.clone(), sent.clone());
    let make = move |view: &TripView| {
        let Some((_, present)) = view.trip.item(&moved) else {
            return Ok(Vec::new());
        };
        let id = present.id.clone();
        let patch = match button {
            "copy" => Some(ItineraryPatch::Copy(id)),
            _ => match target(&view.trip, present, button, &fields)? {
                Target::Place(to) => Some(ItineraryPatch::Move(id, to)),
                Target::Stays | Target::ByTime => None,
            },
        };
        Ok(patch.map_or_else(Vec::new, |patch| edit_items(patch, None)))
    };
    let edited = edits::edit(&visitor, account.caller, id, key, make);
    let then = match form::once(edited.await)? {
        Some(Updated::Unchanged(view)) => {
            let present = view.trip.item(&item).filter(|_| button != "copy");
            let target = present.map(|(_, item)| target(&view.trip, item, button, &sent));
            match target {
                Some(Ok(Target::ByTime)) => "?done=by-time#itinerary".to_owned(),
                _ => "#itinerary".to_owned(),
            }
        }
        _ if button == "copy" => "?done=added#itinerary".to_owned(),
        Some(Updated::Changed { after, .. }) if !["up", "down"].contains(&button) => {
            moved_to(&after.trip, &item)
        }
        _ => "?done=moved#itinerary".to_owned(),
    };
    Ok(see_other(&address(&visitor, id, &then)))
}

/// The end of the address that says where an item has moved: to a day, and to its time there.
fn moved_to(trip: &Trip, id: &str) -> String {
    let Some((_, item)) = trip.item(id) else {
        return "?done=moved#itinerary".to_owned();
    };
    let zone = Zones::of_item(trip, Some(item)).start;
    let time = item.start.map(|start| zone.clock(start));
    let time = time.map_or_else(String::new, |time| format!("&time={time}"));
    format!("?done=moved&day={}{time}#itinerary", item.day.number())
}

/// Where a button moves an item.
enum Target {
    Place(ItemMove),
    Stays,
    /// It is there already, since times decide.
    ByTime,
}

/// Where a button moves an item.
///
/// # Errors
/// A day that is none, or far from the trip.
fn target(
    trip: &Trip,
    item: &ItineraryItem,
    button: &str,
    sent: &Fields,
) -> Result<Target, Violations> {
    let number = item.day.number();
    let day = match button {
        "earlier" => number.saturating_sub(1).max(1),
        "later" => number.saturating_add(1),
        "move" => sent.text("day").parse().unwrap_or(0),
        _ => number,
    };
    let mut reader = FormReader::new(sent);
    let moved = reader.read("day", |_| {
        let day = Day::new(day)?;
        match button == "move" && day != item.day && trip.is_far_day(day) {
            true => Err(Reason::new(t::REFUSED_FAR_MOVE.phrase())),
            false => Ok(day),
        }
    });
    let day = reader.finish(moved)?;
    let shown = shown_on(trip, day);
    let present = shown.iter().position(|other| other.id == item.id);
    let place = match button {
        "up" => present.and_then(|place| place.checked_sub(1)),
        "down" => present
            .map(|place| place + 1)
            .filter(|place| *place < shown.len()),
        "move" => sent.text("index").parse().ok(),
        _ => None,
    };
    Ok(match place {
        None if day == item.day => Target::Stays,
        None => Target::Place(ItemMove { day, index: None }),
        Some(place) if present == Some(place) => Target::Stays,
        Some(place) => match index_at(trip, item, day, place) {
            Some(index) => Target::Place(ItemMove {
                day,
                index: Some(index),
            }),
            None if day == item.day => Target::ByTime,
            None => Target::Place(ItemMove { day, index: None }),
        },
    })
}

/// The items of a day in the order in which they are shown.
fn shown_on(trip: &Trip, day: Day) -> Vec<&ItineraryItem> {
    let of_day = trip.shown_items().map(|(_, item)| item);
    let of_day: Vec<&ItineraryItem> = of_day.filter(|item| item.day == day).collect();
    in_page_order(&of_day, |item| item.start, |item| item.is_bed())
}

/// The index in a day that shows an item at a place among the others; `None` if times forbid it.
fn index_at(trip: &Trip, item: &ItineraryItem, day: Day, place: usize) -> Option<u32> {
    let of_day = trip.itinerary.iter().filter(|other| other.day == day);
    let others: Vec<&ItineraryItem> = of_day.filter(|other| other.id != item.id).collect();
    let mut wanted = shown_on(trip, day);
    wanted.retain(|other| other.id != item.id);
    let place = place.min(wanted.len());
    let index_of = |neighbour: Option<&&ItineraryItem>| {
        let id = &neighbour?.id;
        others.iter().position(|other| other.id == *id)
    };
    let before = index_of(place.checked_sub(1).and_then(|place| wanted.get(place)));
    let after = index_of(wanted.get(place));
    wanted.insert(place, item);
    let days = i64::from(day.number()) - i64::from(item.day.number());
    let start = |other: &&ItineraryItem| {
        let moves = other.id == item.id;
        let later = if moves { days * DAY } else { 0 };
        other.start.map(|start| start.plus_millis(later))
    };
    let is_wanted = |index: &usize| {
        let mut items = others.clone();
        items.insert(*index, item);
        items.retain(|item| !item.kind.is_expense());
        let shown = in_page_order(&items, start, |item| item.is_bed()).into_iter();
        shown
            .map(|item| &item.id)
            .eq(wanted.iter().map(|item| &item.id))
    };
    let places = [
        before.map(|index| index + 1),
        after,
        Some(0),
        Some(others.len()),
    ];
    let index = places.into_iter().flatten().find(is_wanted)?;
    u32::try_from(index).ok()
}
