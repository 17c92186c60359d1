//! What stands below the map: the names of its pins, and what is not on it.

use maud::{Markup, html};
use wayfare_domain::trip::Destination;

use super::drawing::{Drawing, Pin};
use super::locations;
use super::places;
use crate::i18n::format::short;
use crate::i18n::texts as t;
use crate::markup::icons::icon;
use crate::pages::trip::frame::section::form_link;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::listing::place_address;

/// The most places without a pin that are listed.
pub(super) const MAX_UNKNOWN: usize = 100;

/// The names of the pins, below the day of each.
pub(super) fn pins(drawing: &Drawing<'_>) -> Markup {
    let day_of = |pin: &Pin<'_>| pin.stop.map(|(day, _)| day);
    let pins: Vec<(usize, &Pin<'_>)> = drawing.pins.iter().enumerate().collect();
    let days = pins.chunk_by(|(_, one), (_, other)| day_of(one) == day_of(other));
    html! {
        @for pins in days {
            @if let Some((first, pin)) = pins.first() {
                @if let Some(day) = day_of(pin) {
                    h3.of-day { a href=(drawing.day(day)) { (t::day_number(day)) } }
                }
                ol.pins start=(first + 1) {
                    @for (_, pin) in pins {
                        li {
                            @if let Some((_, class)) = pin.stop { (icon(class.name())) " " }
                            (pin.target.link(pin.name))
                            @if let Some(known) = pin.target.known_only() {
                                " " span.meta { (known) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The places that are not on the map, of which `most` are listed; editors get to where they
/// correct that.
pub(super) fn unknown(
    places: &[(String, Option<&str>)],
    editor: Option<TripPage<'_>>,
    most: usize,
) -> Markup {
    let shown = places.iter().take(most);
    html! {
        p.meta { (t::before_value(t::NOT_ON_MAP.get())) }
        ul.unplaced {
            @for (name, item) in shown {
                li {
                    (name)
                    @let address = editor.and_then(|page| where_address(page, name, *item));
                    @if let Some(address) = address {
                        @let spoken = t::label_of(t::SAY_WHERE.get(), &short(name));
                        " " (form_link(&address, t::SAY_WHERE, spoken))
                    }
                }
            }
            @if places.len() > most { li { (t::and_more(places.len() - most)) } }
        }
    }
}

/// The address of the form that says where something is: an item, a place or a location.
fn where_address(page: TripPage<'_>, name: &str, item: Option<&str>) -> Option<String> {
    if let Some(item) = item {
        return Some(place_address(page, item));
    }
    let mut places = page.trip().plan.destinations.iter();
    let is_place = |place: &&Destination| {
        let is_named = [&place.name, &place.location]
            .iter()
            .any(|text| text.as_str() == name);
        is_named && place.coordinates.is_none()
    };
    match places.find(is_place) {
        Some(place) => Some(places::edit_address(page, &place.id)),
        None => locations::address_of(page, name),
    }
}
