//! A placemark under construction.

use wayfare_domain::trip::TrackPoint;
use wayfare_domain::trip::place::{Coordinates, Precision};

use crate::import::details::Details;
use crate::import::draft::{Draft, DraftItem, coordinates};
use crate::import::lines::Line;
use crate::kml::{END_ADDRESS, END_COORDINATES, END_DESCRIPTION, END_NAME, END_PRECISION};
use crate::places::PRECISION;

/// The geometries that are no points.
const SHAPES: [&str; 4] = ["LineString", "Track", "MultiTrack", "LinearRing"];
/// The geometries that are neither points nor lines.
const AREAS: [&str; 2] = ["Polygon", "Model"];
/// The value that holds the addresses of pictures, as Google writes it.
const MEDIA: &str = "gx_media_links";

#[derive(Default)]
pub(super) struct Placemark {
    pub(super) item: DraftItem,
    pub(super) source: String,
    pub(super) begin: String,
    pub(super) end: String,
    /// What else it has, as lines.
    pub(super) details: Details,
    /// Its points after the first one that lies somewhere.
    pub(super) others: Vec<Coordinates>,
    /// Its lines, which follow each other.
    pub(super) line: Line,
    /// Whether these were recorded.
    pub(super) is_track: bool,
    /// Whether it has a geometry that is no point.
    pub(super) is_shape: bool,
    /// Whether one of them is no line either.
    pub(super) is_area: bool,
    /// The address of its style.
    pub(super) style: String,
}

/// A position as a file writes it: degrees east and north, and perhaps the height.
fn position(text: &str, separator: impl FnMut(char) -> bool) -> Option<(&str, &str)> {
    let mut numbers = text.split(separator).filter(|part| !part.is_empty());
    Some((numbers.next()?, numbers.next()?))
}

impl Placemark {
    /// An element within it begins.
    pub(super) fn open(&mut self, name: &str) {
        self.is_area |= AREAS.contains(&name);
        self.is_shape |= SHAPES.contains(&name) || self.is_area;
        self.is_track |= name == "Track";
    }

    /// Takes a value of its extended data.
    pub(super) fn value(&mut self, name: &str, text: &str, is_own: bool) {
        match name {
            "source" => text.clone_into(&mut self.source),
            "type" => text.clone_into(&mut self.item.kind),
            PRECISION if is_own => {
                self.item.place.precision = Precision::parse(text).ok();
            }
            _ => self.end_value(name, text),
        }
        if !is_own {
            self.details
                .add(if name == MEDIA { "" } else { name }, text);
        }
    }

    /// Takes a value for the end of the item.
    fn end_value(&mut self, name: &str, text: &str) {
        const VALUES: [&str; 5] = [
            END_NAME,
            END_ADDRESS,
            END_DESCRIPTION,
            END_COORDINATES,
            END_PRECISION,
        ];
        if !VALUES.contains(&name) {
            return;
        }
        let end = self.item.end.get_or_insert_default();
        match name {
            END_NAME => text.clone_into(&mut end.name),
            END_ADDRESS => text.clone_into(&mut end.location),
            END_DESCRIPTION => text.clone_into(&mut end.description),
            END_PRECISION => {
                end.precision = Precision::parse(text).ok();
            }
            _ => {
                let at = position(text, |it| it == ',');
                end.coordinates = at.and_then(|(east, north)| coordinates(north, east));
            }
        }
    }

    /// Takes the text of an element of this path, whose own name comes first.
    pub(super) fn field(&mut self, draft: &mut Draft<'_>, from_end: &[&str], text: &str) {
        let place = &mut self.item.place;
        match from_end {
            ["name", "Placemark", ..] => text.clone_into(&mut place.name),
            ["address", "Placemark", ..] => text.clone_into(&mut place.location),
            ["description", "Placemark", ..] => text.clone_into(&mut place.description),
            ["phoneNumber" | "snippet" | "Snippet", "Placemark", ..] => self.details.add("", text),
            ["styleUrl", "Placemark", ..] => text.clone_into(&mut self.style),
            ["begin", "TimeSpan", "Placemark", ..] | ["when", "TimeStamp", "Placemark", ..] => {
                text.trim().clone_into(&mut self.begin);
            }
            ["end", "TimeSpan", "Placemark", ..] => text.trim().clone_into(&mut self.end),
            ["coordinates", "LineString", ..] => {
                for at in text.split_whitespace() {
                    self.add_to_line(position(at, |it| it == ','));
                }
            }
            ["when", "Track", ..] => self.line.times.add(text),
            // An empty one stands for a position that is not known.
            ["coord", "Track", ..] if !text.trim().is_empty() => {
                self.add_to_line(position(text, char::is_whitespace));
            }
            ["coordinates", "Point", ..] => self.point(draft, text),
            _ => {}
        }
    }

    fn add_to_line(&mut self, position: Option<(&str, &str)>) {
        let (east, north) = position.unwrap_or_default();
        self.line.push_text(east, north);
    }

    fn point(&mut self, draft: &mut Draft<'_>, text: &str) {
        let mut numbers = text.trim().split(',');
        let (east, north) = (numbers.next(), numbers.next());
        let (east, north) = (east.unwrap_or_default(), north.unwrap_or_default());
        let Some(at) = draft.point(north, east) else {
            return;
        };
        let place = &mut self.item.place;
        if place.coordinates.is_some() {
            self.others.push(at);
            return;
        }
        place.coordinates = Some(at);
        if !draft.is_own && place.name.trim().is_empty() {
            place.name = format!("{}, {}", north.trim(), east.trim());
        }
    }

    /// Its first point as one of a line, if it has no other geometry.
    pub(super) fn track_point(&self) -> Option<TrackPoint> {
        let is_point = !self.is_shape && self.others.is_empty();
        let at = self.item.place.coordinates.filter(|_| is_point);
        at.map(TrackPoint::new)
    }
}
