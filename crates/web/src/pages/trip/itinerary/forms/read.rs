//! Reading the form of an item.

use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::edit::TypedEnd;
use wayfare_domain::trip::itinerary::{Confirmation, Day};
use wayfare_domain::trip::place::Point;
use wayfare_domain::trip::place::is_another;
use wayfare_domain::trip::{Budget, Destination, EndsDraft, ItemClass, ItemPatch, ItineraryItem};
use wayfare_domain::{ShortText, Violations};

use super::fields::{ORIGIN, point_field};
use super::kinds::{self, built_name};
use super::times;
use crate::form::{Fields, FormReader};
use crate::i18n::format;
use crate::i18n::names::{read_location, shown_location};
use crate::i18n::texts as t;
use crate::pages::trip::budget::fields as budget_fields;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::photo_lines;

/// Reads the coordinates of a place; `None` if they stay, or if the form has no such field.
pub(crate) fn read_point(
    reader: &mut FormReader<'_>,
    place: Option<&Destination>,
    sent: &Fields,
) -> Option<Option<Point>> {
    let is_present = !sent.has("at") || sent.text("at") == point_field(place).value;
    let at = reader.read("at", format::parse_point)?;
    if !is_present {
        return Some(at);
    }
    let is_moved = place.is_some_and(|place| {
        place.is_pinned && is_another(&shown_location(place), sent.text("location"))
    });
    is_moved.then_some(None)
}

/// Reads the zones and the end of an item; fields that the form does not have are left out.
fn read_ends(reader: &mut FormReader<'_>, sent: &Fields) -> EndsDraft {
    let zone = |name: &str| {
        let zone = reader.read(name, format::parse_zone);
        zone.filter(|_| sent.has(name))
    };
    let [time_zone, end_time_zone] = ["timezone", "endTimezone"].map(zone);
    let end = Some(reader.text("endDestination"));
    let end = end.filter(|_| sent.has("endDestination"));
    let destination = end.map(|end| {
        (!end.is_empty()).then(|| DestinationDraft {
            name: Some(end),
            ..DestinationDraft::default()
        })
    });
    EndsDraft {
        time_zone,
        end_time_zone,
        destination,
    }
}

/// What an item is called, and where it starts if its title does not say so.
fn read_name(reader: &mut FormReader<'_>, sent: &Fields) -> (ShortText, Option<ShortText>) {
    let name = reader.text("name");
    if !sent.has(ORIGIN) {
        if sent.text("name").is_empty() {
            reader.refuse("name", t::REFUSED_EMPTY.phrase());
        }
        return (name, None);
    }
    let from = reader.text(ORIGIN);
    if !name.is_empty() {
        return (name, Some(from));
    }
    let built = built_name(&from, sent.text("endDestination"));
    if built.is_empty() {
        reader.refuse(ORIGIN, t::REFUSED_NO_WAY.phrase());
    }
    let name = reader.read(ORIGIN, |_| ShortText::new(&built));
    (name.unwrap_or_default(), None)
}

/// Reads where an item is.
fn read_place(
    reader: &mut FormReader<'_>,
    present: Option<&ItineraryItem>,
    sent: &Fields,
) -> DestinationDraft {
    let (name, from) = read_name(reader, sent);
    let place = present.map(|item| &item.destination);
    let pin = read_point(reader, place, sent);
    let [location, description] = ["location", "description"].map(|name| reader.text(name));
    let location = read_location(place, location);
    // One that was not shown stays.
    let hidden =
        place.filter(|place| description.is_empty() && format::description(place).is_empty());
    let description = hidden.map_or(description, |place| place.description.clone());
    let location = from.filter(|_| location.is_empty()).unwrap_or(location);
    // Left empty, they are looked up for a new place.
    let typed = |text: ShortText| Some(text).filter(|text| !text.is_empty());
    // What was filled in for another name is filled in anew, and a pin stays.
    let is_filled = |place: &Destination| {
        place.has_found_location && place.is_pinned && place.location == location
    };
    let is_found =
        |text: &ShortText| place.is_some_and(|place| place.is_filled && place.description == *text);
    let typed_location = || typed(location.clone()).filter(|_| !place.is_some_and(is_filled));
    match place {
        // The same place: what was emptied is empty.
        Some(place) if place.name == name && !place.id.is_empty() => DestinationDraft {
            id: Some(place.id.clone()),
            name: Some(name),
            location: Some(location),
            description: Some(description),
            pin,
            position: None,
        },
        _ => DestinationDraft {
            id: None,
            name: Some(name),
            location: typed_location(),
            description: typed(description).filter(|text| !is_found(text)),
            pin,
            position: None,
        },
    }
}

/// Reads an item's form, whose times are in the zones of the item, and how its end was typed.
/// Fields of the patch that were left empty are not set.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    day: u32,
    sent: &Fields,
) -> Result<(ItemPatch, Option<TypedEnd>), Violations> {
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let photos = present.map_or(&[][..], |item| &item.photos);
    let mut reader = FormReader::new(sent);
    let destination = read_place(&mut reader, present, sent);
    let (kind, class) = kinds::read(&mut reader, present);
    let date = times::date_of(page, day);
    let times = times::read(&mut reader, page, present, date, sent);
    let confirmation = reader.read("confirmation", Confirmation::new);
    let mut patch = ItemPatch {
        kind,
        class,
        start: times.start,
        end: times.end,
        typed: times.typed,
        duration: times.duration,
        budget: reader
            .collect(budget_fields::read(page, budget, sent))
            .unwrap_or_default(),
        photos: reader.collect(photo_lines::read(photos, sent)).flatten(),
        ends: read_ends(&mut reader, sent),
        confirmation: confirmation.filter(|_| sent.has("confirmation")),
        destination: Some(destination),
        ..ItemPatch::default()
    };
    let has_cost = present.is_none() && !sent.text("total").is_empty();
    if has_cost && sent.text("category").is_empty() {
        let usual = class.map_or("", ItemClass::category);
        patch.budget.category = ShortText::new(usual).ok();
    }
    patch.clears_start = patch.start.is_none();
    patch.clears_end = patch.end.is_none();
    patch.clears_currency = patch.budget.currency.is_none() && budget.currency.is_some();
    reader.finish(Some((patch, times.typed_end)))
}

/// Reads the day of a new item: that of its check-in, if a stay tells it by its date. One far from
/// the trip must be confirmed.
pub(super) fn read_day(
    reader: &mut FormReader<'_>,
    page: TripPage<'_>,
    is_stay: bool,
    sent: &Fields,
) -> Option<Day> {
    let day = reader.read("day", |day| Day::new(day.parse().unwrap_or(0)))?;
    if is_stay {
        let start = sent.text("start").split('T').next().unwrap_or_default();
        let day_of = times::number_of(page, start);
        return day_of.and_then(|day| Day::new(day).ok()).or(Some(day));
    }
    if page.trip().is_far_day(day) && !sent.has(times::SURE) {
        times::refuse_far(reader, "day", t::REFUSED_FAR_DAY.phrase());
    }
    Some(day)
}
