//! What a file says of a point, a route, a track or itself.

use wayfare_domain::trip::place::Precision;

use crate::gpx::END;
use crate::import::details::Details;
use crate::import::draft::{Draft, DraftItem, DraftPlace, instant};
use crate::import::point::is_number;
use crate::places::{PRECISION, Source};

/// The parts of an address, as Garmin's programs write it.
const ADDRESS: [&str; 5] = ["StreetAddress", "PostalCode", "City", "State", "Country"];

/// The texts that routes, tracks, points and files have.
#[derive(Default)]
pub(super) struct About {
    pub(super) name: String,
    pub(super) description: String,
    details: Details,
    /// The text of the link that is being read.
    link: String,
}

impl About {
    /// Takes the text of an element; `address` is that of the last link.
    pub(super) fn field(&mut self, field: &[&str], text: &str, address: &str) {
        match field {
            ["name"] if !text.trim().is_empty() => text.clone_into(&mut self.name),
            ["desc"] => text.clone_into(&mut self.description),
            // Programs repeat the name there.
            ["cmt" | "sym"] if text.trim() == self.name.trim() => {}
            ["cmt" | "sym" | "keywords" | "url" | "urlname"] => self.details.add("", text),
            ["link", "text"] => text.clone_into(&mut self.link),
            ["link"] => self
                .details
                .add_link(&std::mem::take(&mut self.link), address),
            _ => {}
        }
    }

    /// All but its name.
    pub(super) fn described(&self) -> String {
        self.details.after(&self.description)
    }
}

/// A waypoint or a point of a route.
#[derive(Default)]
pub(super) struct Point {
    pub(super) item: DraftItem,
    about: About,
    /// What it is called if it has no name.
    position: String,
    /// Whether the file says that it only shapes the way.
    pub(super) is_shaping: bool,
}

impl Point {
    pub(super) fn new(draft: &mut Draft<'_>, latitude: &str, longitude: &str) -> Self {
        let mut point = Self::default();
        point.item.place.coordinates = draft.point(latitude, longitude);
        if !draft.is_own {
            point.position = format!("{}, {}", latitude.trim(), longitude.trim());
        }
        point
    }

    pub(super) fn field(
        &mut self,
        draft: &mut Draft<'_>,
        field: &[&str],
        text: &str,
        address: &str,
    ) {
        let place = &mut self.item.place;
        match field {
            ["cmt"] if draft.is_own => text.clone_into(&mut place.location),
            ["type"] => text.clone_into(&mut self.item.kind),
            ["time"] => match instant(text) {
                Some(time) => place.start = Some(time),
                None => draft.warn("a time is left out: it is malformed"),
            },
            ["extensions", PRECISION] if draft.is_own => {
                place.precision = Precision::parse(text).ok();
            }
            ["extensions", .., "address"] => text.clone_into(&mut place.location),
            ["extensions", .., part] if ADDRESS.contains(part) => {
                if !place.location.is_empty() {
                    place.location.push_str(", ");
                }
                place.location.push_str(text.trim());
            }
            ["extensions", .., "PhoneNumber"] => self.about.details.add("", text),
            _ => self.about.field(field, text, address),
        }
    }

    /// Whether its name tells that somebody stops there.
    pub(super) fn is_stop(&self) -> bool {
        !self.is_shaping && !is_number(&self.about.name)
    }

    /// Whether it has a text beside its name.
    pub(super) fn has_text(&self) -> bool {
        !self.about.described().is_empty()
    }

    /// An item of a day, or the end of the travel before it.
    pub(super) fn into_item(mut self) -> DraftItem {
        let place = &mut self.item.place;
        place.description = self.about.described();
        place.name = match self.about.name {
            name if name.trim().is_empty() => self.position,
            name => name,
        };
        self.item
    }

    /// Whether it is the end of the travel before it.
    pub(super) fn is_end(&self) -> bool {
        self.item.kind == END
    }

    /// Adds a waypoint as a place.
    pub(super) fn into_place(mut self, draft: &mut Draft<'_>) -> DraftPlace {
        let kind = std::mem::take(&mut self.item.kind);
        let source = Source::parse(&kind).filter(|_| draft.is_own);
        if source.is_none() {
            self.about.details.add("", &kind);
            // It tells when the waypoint was recorded.
            if self.item.place.start.take().is_some() {
                draft.warn("the dates of a place are left out");
            }
        }
        let mut place = self.into_item().place;
        place.source = source;
        place
    }
}
