//! GPX 1.1: a waypoint for each located place, a route for each day, a track for each line of the
//! map.

pub(crate) mod read;

use std::io;

use wayfare_domain::trip::place::{Coordinates, Precision};
use wayfare_domain::{Moment, Trip};

use crate::EXTENSION_NAMESPACE;
use crate::places::{self, inexact};
use crate::xml::Xml;

/// The type of the point at which the travel before it ends.
const END: &str = "end";

/// Writes a trip.
pub(crate) fn write(trip: &Trip) -> io::Result<Vec<u8>> {
    let mut xml = Xml::new();
    xml.open(
        "gpx",
        &[
            ("version", "1.1"),
            ("creator", "Wayfare"),
            ("xmlns", "http://www.topografix.com/GPX/1/1"),
            ("xmlns:wayfare", EXTENSION_NAMESPACE),
        ],
    );
    xml.open("metadata", &[]);
    xml.leaf("name", trip.name.as_str());
    xml.leaf("desc", &trip.description);
    xml.leaf("time", &trip.updated_at.to_string());
    let dates = [
        ("wayfare:start", trip.plan.dates.start),
        ("wayfare:end", trip.plan.dates.end),
    ];
    if dates.iter().any(|(_, moment)| moment.is_some()) {
        xml.open("extensions", &[]);
        for (name, moment) in dates {
            xml.leaf(name, &text(moment));
        }
        xml.close();
    }
    xml.close();
    for place in places::of_trip(trip) {
        let Some(at) = place.coordinates else {
            continue;
        };
        point(&mut xml, "wpt", at);
        xml.leaf("time", &text(place.period.map(|period| period.start)));
        xml.leaf("name", place.title());
        xml.leaf("cmt", place.location);
        xml.leaf("desc", place.description);
        xml.leaf("type", place.source.as_str());
        mark(&mut xml, place.precision);
        xml.close();
    }
    for (day, items) in places::days(trip) {
        let located = items
            .iter()
            .filter_map(|item| Some((item, item.destination.coordinates?)));
        let mut located = located.peekable();
        if located.peek().is_none() {
            continue;
        }
        xml.open("rte", &[]);
        xml.leaf("name", &format!("Day {day}"));
        xml.leaf("number", &day.to_string());
        for (item, at) in located {
            let place = &item.destination;
            point(&mut xml, "rtept", at);
            let start = item.start.map(|start| start.to_string());
            xml.leaf("time", &start.unwrap_or_default());
            xml.leaf("name", place.title());
            xml.leaf("cmt", &place.location);
            xml.leaf("desc", &place.description);
            xml.leaf("type", item.kind.as_str());
            mark(&mut xml, place.precision());
            xml.close();
            let end = item.end_destination();
            if let Some((end, at)) = end.and_then(|end| Some((end, end.coordinates?))) {
                point(&mut xml, "rtept", at);
                xml.leaf("name", end.title());
                xml.leaf("cmt", &end.location);
                xml.leaf("desc", &end.description);
                xml.leaf("type", END);
                mark(&mut xml, end.precision());
                xml.close();
            }
        }
        xml.close();
    }
    for track in &trip.map.tracks {
        xml.open("trk", &[]);
        xml.leaf("name", &track.name);
        xml.open("trkseg", &[]);
        for at in track.points() {
            let (latitude, longitude) = (at.latitude().to_string(), at.longitude().to_string());
            xml.open("trkpt", &[("lat", &latitude), ("lon", &longitude)]);
            xml.close();
        }
        xml.close();
        xml.close();
    }
    xml.finish()
}

fn text(moment: Option<Moment>) -> String {
    moment
        .map(|moment| moment.at.to_string())
        .unwrap_or_default()
}

fn point(xml: &mut Xml, element: &'static str, at: Coordinates) {
    let (latitude, longitude) = (at.latitude().to_string(), at.longitude().to_string());
    xml.open(element, &[("lat", &latitude), ("lon", &longitude)]);
}

/// Says how exactly a point is known, if it is not the place itself.
fn mark(xml: &mut Xml, precision: Option<Precision>) {
    if let Some(word) = inexact(precision) {
        xml.open("extensions", &[]);
        xml.leaf("wayfare:precision", word);
        xml.close();
    }
}
