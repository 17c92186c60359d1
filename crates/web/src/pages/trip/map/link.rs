//! Links from places to street maps.

use std::borrow::Cow;

use maud::{Markup, html};
use wayfare_domain::text::or_fallback;
use wayfare_domain::trip::place::{Coordinates, Precision};
use wayfare_domain::trip::{Destination, MapLocation};

use crate::i18n::names::shown_location;
use crate::i18n::texts::{self as t, Text};
use crate::site::encoded;

/// What leads to a place on a street map.
pub(crate) struct MapTarget<'a> {
    /// What a search finds it by.
    address: Cow<'a, str>,
    /// Its point, if it is known exactly.
    point: Option<Coordinates>,
    /// What alone is known of where it is, if its address says more.
    known_only: Option<Text>,
}

impl<'a> MapTarget<'a> {
    pub(crate) fn of(place: &'a Destination) -> Self {
        let location = shown_location(place);
        let name = place.name.as_str();
        let address = if location.is_empty() {
            Cow::Borrowed(name)
        } else if !place.has_found_location || location.starts_with(name) {
            location
        } else {
            Cow::Owned(format!("{name}, {location}"))
        };
        Self {
            address,
            known_only: known_only(place),
            point: place.coordinates.filter(|_| is_exact(place.precision())),
        }
    }

    pub(crate) fn of_location(place: &'a MapLocation) -> Self {
        Self {
            address: Cow::Borrowed(or_fallback(&place.address, &place.title)),
            known_only: None,
            point: place.coordinates.filter(|_| is_exact(place.precision())),
        }
    }

    /// Whether its point is known.
    pub(crate) fn is_exact(&self) -> bool {
        self.point.is_some()
    }

    /// What alone is known of where it is, in a word for people.
    pub(crate) fn known_only(&self) -> Option<Text> {
        self.known_only
    }

    /// The link; the script leads phones to their own map.
    pub(crate) fn link(&self, text: &str) -> Markup {
        if let Some(at) = &self.point {
            return link_to(at, &self.address, text);
        }
        let query = encoded(&self.address);
        let href = format!("https://www.openstreetmap.org/search?query={query}");
        html! { a href=(href) data-address=(self.address) { (text) } }
    }
}

/// What alone is known of where a place is, if its location says more: a house number, or more than
/// a town and its country.
pub(crate) fn known_only(place: &Destination) -> Option<Text> {
    let location = place.location.as_str();
    let is_address = location.contains(char::is_numeric) || location.split(',').count() > 2;
    let is_typed = is_address && !place.has_found_location;
    t::known_only(place.precision().filter(|_| is_typed)?)
}

fn is_exact(precision: Option<Precision>) -> bool {
    precision == Some(Precision::Exact)
}

/// A link to a point on a street map.
pub(crate) fn point_link(at: &Coordinates, text: &str) -> Markup {
    link_to(at, text, text)
}

fn link_to(at: &Coordinates, name: &str, text: &str) -> Markup {
    let (latitude, longitude) = (at.latitude(), at.longitude());
    let href = format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}&zoom=16");
    html! {
        a href=(href) data-point=(format!("{latitude},{longitude}")) data-address=(name) { (text) }
    }
}
