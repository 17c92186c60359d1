//! Links from places to street maps.

use std::borrow::Cow;

use maud::{Markup, html};
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Destination, MapLocation};

use crate::i18n::names::shown_location;
use crate::site::encoded;

/// What leads to a place on a street map.
pub(crate) struct MapTarget<'a> {
    /// What a search finds it by.
    address: Cow<'a, str>,
    /// Its point, if a person or a file has set it: a look-up knows the town at most.
    point: Option<Coordinates>,
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
            point: place.coordinates.filter(|_| place.is_pinned),
        }
    }

    pub(crate) fn of_location(place: &'a MapLocation) -> Self {
        let address = if place.address.is_empty() {
            place.title.as_str()
        } else {
            place.address.as_str()
        };
        Self {
            address: Cow::Borrowed(address),
            point: place.coordinates.filter(|_| place.is_pinned),
        }
    }

    /// The link; the script leads phones to their own map.
    pub(crate) fn link(&self, text: &str) -> Markup {
        let href = match &self.point {
            Some(at) => point_address(at),
            None => {
                let query = encoded(&self.address);
                format!("https://www.openstreetmap.org/search?query={query}")
            }
        };
        html! { a href=(href) data-address=(self.address) { (text) } }
    }
}

/// A link to a point on a street map.
pub(crate) fn point_link(at: &Coordinates, text: &str) -> Markup {
    html! { a href=(point_address(at)) data-address="" { (text) } }
}

fn point_address(at: &Coordinates) -> String {
    let (latitude, longitude) = (at.latitude(), at.longitude());
    format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}&zoom=16")
}
