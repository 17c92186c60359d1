//! GeoJSON (RFC 7946): a feature for each place, a line for each day, and the lines of the map.

pub(crate) mod line;
pub(crate) mod read;
mod reference_system;

use std::collections::BTreeMap;

use rust_decimal::prelude::ToPrimitive;
use serde::Serialize;
use wayfare_domain::Trip;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::trip::place::{Coordinates, Precision};

use crate::EXTENSION_NAMESPACE;
use crate::places::{self, TRACK, end_of};

#[derive(Serialize)]
struct Collection<'t> {
    r#type: &'static str,
    /// Tells our reader that descriptions are text.
    generator: &'static str,
    name: &'t str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    features: Vec<Feature<'t>>,
}

#[derive(Serialize)]
struct Feature<'t> {
    r#type: &'static str,
    geometry: Option<Geometry>,
    properties: Properties<'t>,
}

/// A position: degrees east, degrees north.
type Position = [f64; 2];

#[derive(Serialize)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    Point(Position),
    LineString(Vec<Position>),
    MultiLineString(Vec<Vec<Position>>),
}

#[derive(Serialize)]
#[serde(untagged)]
enum Properties<'t> {
    Place {
        name: &'t str,
        #[serde(skip_serializing_if = "str::is_empty")]
        location: &'t str,
        #[serde(skip_serializing_if = "str::is_empty")]
        description: &'t str,
        source: &'static str,
        /// How exactly it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        precision: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        start: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        end: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        visits: Vec<Visit<'t>>,
    },
    Day {
        name: String,
        day: u32,
        places: Vec<&'t str>,
    },
    Track {
        name: &'t str,
        source: &'static str,
    },
}

/// An item of the itinerary at a place.
#[derive(Serialize)]
struct Visit<'t> {
    /// Its place among the items that have places.
    index: usize,
    day: u32,
    r#type: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    /// Where it ends, if that is set.
    #[serde(rename = "endDestination", skip_serializing_if = "Option::is_none")]
    end_place: Option<EndPlace<'t>>,
}

/// The place where an item ends.
#[derive(Serialize)]
struct EndPlace<'t> {
    name: &'t str,
    #[serde(skip_serializing_if = "str::is_empty")]
    location: &'t str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinates: Option<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<&'static str>,
}

/// Writes a trip.
pub(crate) fn write(trip: &Trip) -> Result<Vec<u8>, serde_json::Error> {
    let with_places = trip
        .shown_items()
        .filter(|(_, item)| places::is_place(&item.destination));
    // Items without a place are not in the file, so they have no number.
    let numbers: BTreeMap<usize, usize> = with_places
        .enumerate()
        .map(|(number, (index, _))| (index, number))
        .collect();
    let visit = |index: &usize| {
        let item = trip.itinerary.get(*index)?;
        Some(Visit {
            index: numbers.get(index).copied()?,
            day: item.day.number(),
            r#type: item.kind.as_str(),
            start: item.start.map(|start| start.to_string()),
            end: end_of(item).map(|end| end.to_string()),
            end_place: item.ends.destination.as_ref().map(|end| EndPlace {
                name: &end.name,
                location: &end.location,
                description: &end.description,
                coordinates: end.coordinates.and_then(position),
                precision: end.precision().map(Precision::as_str),
            }),
        })
    };
    let places = places::of_trip(trip).into_iter().map(|place| Feature {
        r#type: "Feature",
        geometry: place.coordinates.and_then(position).map(Geometry::Point),
        properties: Properties::Place {
            name: place.title(),
            location: place.location,
            description: place.description,
            source: place.source.as_str(),
            precision: place.precision.map(Precision::as_str),
            start: place.period.map(|period| period.start.at.to_string()),
            end: place.period.map(|period| period.end.at.to_string()),
            visits: place.items.iter().filter_map(visit).collect(),
        },
    });
    let lines = places::days(trip)
        .into_iter()
        .filter_map(|(day, items)| day_line(day, &items));
    let tracks = trip.map.tracks.iter().filter_map(|track| {
        let points = track.points().iter();
        let points = points.map(|at| Some([at.longitude().to_f64()?, at.latitude().to_f64()?]));
        Some(Feature {
            r#type: "Feature",
            geometry: Some(geometry(&points.collect::<Option<Vec<_>>>()?)?),
            properties: Properties::Track {
                name: &track.name,
                source: TRACK,
            },
        })
    });
    let dates = [trip.plan.dates.start, trip.plan.dates.end];
    let [start, end] = dates.map(|moment| moment.map(|moment| moment.at.to_string()));
    serde_json::to_vec(&Collection {
        r#type: "FeatureCollection",
        generator: EXTENSION_NAMESPACE,
        name: trip.name.as_str(),
        description: &trip.description,
        start,
        end,
        features: places.chain(lines).chain(tracks).collect(),
    })
}

fn position(at: Coordinates) -> Option<Position> {
    Some([at.longitude().to_f64()?, at.latitude().to_f64()?])
}

/// A line, cut at the antimeridian; `None` if it has no two positions that differ.
fn geometry(positions: &[Position]) -> Option<Geometry> {
    let mut parts = line::cut(positions);
    match parts.len() {
        0 => None,
        1 => parts.pop().map(Geometry::LineString),
        _ => Some(Geometry::MultiLineString(parts)),
    }
}

/// The line through the places of a day; `None` for less than two.
fn day_line<'t>(day: u32, items: &[&'t ItineraryItem]) -> Option<Feature<'t>> {
    let ends = items
        .iter()
        .flat_map(|item| [Some(&item.destination), item.end_destination()]);
    let located = ends
        .flatten()
        .filter_map(|place| Some((place.title(), place.coordinates?)));
    let (names, points): (Vec<&str>, Vec<Coordinates>) = located.unzip();
    let mut positions: Vec<Position> = points.into_iter().filter_map(position).collect();
    positions.dedup();
    if positions.len() < 2 {
        return None;
    }
    Some(Feature {
        r#type: "Feature",
        geometry: Some(geometry(&positions)?),
        properties: Properties::Day {
            name: format!("Day {day}"),
            day,
            places: names,
        },
    })
}
