//! KML 2.2: a folder for each day with its places, the other places and the lines of the map beside
//! them.

pub(crate) mod read;

use std::io;

use wayfare_domain::Trip;
use wayfare_domain::trip::itinerary::Day;
use wayfare_domain::trip::place::Coordinates;

use crate::EXTENSION_NAMESPACE;
use crate::places::{self, PRECISION, TRACK, end_of, has_calendar, inexact};
use crate::xml::Xml;

/// The names of the values for the set end of an item.
const END_NAME: &str = "endName";
const END_ADDRESS: &str = "endAddress";
const END_DESCRIPTION: &str = "endDescription";
const END_COORDINATES: &str = "endCoordinates";
const END_PRECISION: &str = "endPrecision";

/// Writes a trip.
pub(crate) fn write(trip: &Trip) -> io::Result<Vec<u8>> {
    let mut xml = Xml::new();
    xml.open(
        "kml",
        &[
            ("xmlns", "http://www.opengis.net/kml/2.2"),
            // Tells our reader that descriptions are text.
            ("xmlns:wayfare", EXTENSION_NAMESPACE),
        ],
    );
    xml.open("Document", &[]);
    xml.leaf("name", trip.name.as_str());
    xml.leaf("description", &trip.description);
    let days = places::days(trip);
    let dates = places::dates(trip, days.values().flatten().copied());
    let [start, end] = dates.map(|at| at.map(|at| at.to_string()));
    data(
        &mut xml,
        &[("start", start.as_deref()), ("end", end.as_deref())],
    );
    // The places of items are in the folders.
    for place in places::of_trip(trip) {
        if !place.items.is_empty() {
            continue;
        }
        xml.open("Placemark", &[]);
        xml.leaf("name", place.title());
        xml.leaf("address", place.location);
        xml.leaf("description", place.description);
        if let Some(period) = place.period {
            span(
                &mut xml,
                &period.start.at.to_string(),
                &period.end.at.to_string(),
            );
        }
        data(
            &mut xml,
            &[
                ("source", Some(place.source.as_str())),
                (PRECISION, inexact(place.precision)),
            ],
        );
        point(&mut xml, place.coordinates);
        xml.close();
    }
    for track in &trip.map.tracks {
        xml.open("Placemark", &[]);
        xml.leaf("name", &track.name);
        data(&mut xml, &[("source", Some(TRACK))]);
        xml.open("LineString", &[]);
        let points = track.points().iter();
        let points = points.map(|at| format!("{},{}", at.longitude(), at.latitude()));
        xml.leaf("coordinates", &points.collect::<Vec<_>>().join(" "));
        xml.close();
        xml.close();
    }
    for (number, items) in days {
        xml.open("Folder", &[]);
        xml.leaf("name", &format!("Day {number}"));
        let date = Day::new(number)
            .ok()
            .filter(|_| has_calendar(trip))
            .map(|day| trip.date_of(day).to_string());
        if let Some(date) = &date {
            span(&mut xml, date, date);
        }
        data(&mut xml, &[("day", Some(&number.to_string()))]);
        for item in items {
            let place = &item.destination;
            xml.open("Placemark", &[]);
            xml.leaf("name", place.title());
            xml.leaf("address", &place.location);
            xml.leaf("description", &place.description);
            match (item.start, &date) {
                (Some(start), _) => {
                    let end = end_of(item).map(|end| end.to_string());
                    span(&mut xml, &start.to_string(), &end.unwrap_or_default());
                }
                (None, Some(date)) => span(&mut xml, date, date),
                (None, None) => {}
            }
            let end = item.ends.destination.as_ref();
            let end_at = end.and_then(|end| end.coordinates).map(position);
            data(
                &mut xml,
                &[
                    ("type", Some(item.kind.as_str())),
                    (PRECISION, inexact(place.precision())),
                    (END_NAME, end.map(|end| &*end.name)),
                    (END_ADDRESS, end.map(|end| &*end.location)),
                    (END_DESCRIPTION, end.map(|end| &*end.description)),
                    (END_COORDINATES, end_at.as_deref()),
                    (END_PRECISION, end.and_then(|end| inexact(end.precision()))),
                ],
            );
            point(&mut xml, place.coordinates);
            xml.close();
        }
        xml.close();
    }
    xml.finish()
}

fn span(xml: &mut Xml, begin: &str, end: &str) {
    xml.open("TimeSpan", &[]);
    xml.leaf("begin", begin);
    xml.leaf("end", end);
    xml.close();
}

fn data(xml: &mut Xml, values: &[(&str, Option<&str>)]) {
    let present = values
        .iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)));
    let mut present = present.peekable();
    if present.peek().is_none() {
        return;
    }
    xml.open("ExtendedData", &[]);
    for (name, value) in present {
        xml.open("Data", &[("name", name)]);
        xml.leaf("value", value);
        xml.close();
    }
    xml.close();
}

/// A position as KML writes it.
fn position(at: Coordinates) -> String {
    format!("{},{}", at.longitude(), at.latitude())
}

fn point(xml: &mut Xml, at: Option<Coordinates>) {
    if let Some(at) = at {
        xml.open("Point", &[]);
        xml.leaf("coordinates", &position(at));
        xml.close();
    }
}
