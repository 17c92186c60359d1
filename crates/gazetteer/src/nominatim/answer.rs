//! Parses search responses (`format=jsonv2`) to places.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{Bounds, Coordinates, OsmElement, Place, PlaceKind};

/// The last rank of settlements and areas; higher ranks are streets, houses and points of interest.
const LEAST_SETTLEMENT: f64 = 25.0;
/// From this importance on (of 1), a point of interest counts as a place.
const NOTABLE: f64 = 0.4;
/// The maximum length of a text from a response, in characters.
const MAX_TEXT: usize = 300;

/// An entry of a response. Servers omit different fields, and some write numbers as text.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    osm_type: Option<String>,
    #[serde(default)]
    osm_id: Value,
    lat: Value,
    lon: Value,
    #[serde(default)]
    boundingbox: Option<Vec<Value>>,
    #[serde(default)]
    addresstype: Option<String>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    place_rank: Value,
    #[serde(default)]
    importance: Value,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    address: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    extratags: Option<BTreeMap<String, Value>>,
}

/// A place of a response, without its time zone.
pub(super) struct Found {
    entry: Entry,
    name: String,
    coordinates: Coordinates,
    /// Whether another place of the response has the same name and country.
    has_namesake: bool,
}

/// Parses a response. Skips malformed entries.
///
/// # Errors
/// The response is not a list.
pub(super) fn read(body: &[u8]) -> Result<Vec<Found>, serde_json::Error> {
    Ok(found(serde_json::from_slice(body)?))
}

/// Returns the places of the entries of a response.
pub(super) fn found(entries: Vec<Value>) -> Vec<Found> {
    let read = |entry| Found::new(serde_json::from_value(entry).ok()?);
    let mut found: Vec<Found> = entries.into_iter().filter_map(read).collect();
    let names: Vec<(String, String)> = found
        .iter()
        .map(|found| (found.name.clone(), found.address("country")))
        .collect();
    for (place, found) in found.iter_mut().enumerate() {
        let is_same = |(other, name): (usize, &(String, String))| {
            other != place && names.get(place) == Some(name)
        };
        found.has_namesake = names.iter().enumerate().any(is_same);
    }
    found
}

impl Found {
    fn new(entry: Entry) -> Option<Self> {
        let coordinates = point(&entry.lat, &entry.lon)?;
        let in_full = entry
            .display_name
            .as_deref()
            .and_then(|name| name.split(',').next());
        let name = entry
            .name
            .as_deref()
            .filter(|name| !name.is_empty())
            .or(in_full);
        let name = text(name.unwrap_or_default());
        (!name.is_empty()).then_some(Self {
            entry,
            name,
            coordinates,
            has_namesake: false,
        })
    }

    /// Whether a name alone may mean it: no street, house or little-known point of interest.
    pub(super) fn is_notable(&self) -> bool {
        let rank = number(&self.entry.place_rank);
        let is_settlement = rank.is_none_or(|rank| rank <= LEAST_SETTLEMENT);
        let importance = number(&self.entry.importance);
        is_settlement || importance.is_some_and(|importance| importance >= NOTABLE)
    }

    /// Returns the place, with its time zone.
    pub(super) fn place(self, zone_of: impl FnOnce(Coordinates) -> Option<&'static str>) -> Place {
        let word = self.word();
        let osm = self
            .entry
            .osm_type
            .as_deref()
            .map(text)
            .filter(|kind| !kind.is_empty());
        let osm = osm
            .zip(written(&self.entry.osm_id))
            .map(|(kind, id)| OsmElement { kind, id });
        Place {
            display_name: self.display_name(),
            description: self.description(&word),
            kind: match word.as_str() {
                "city" | "town" | "village" | "municipality" | "hamlet" => PlaceKind::City,
                "state" | "province" | "region" | "county" => PlaceKind::Region,
                "country" => PlaceKind::Country,
                "aerodrome" | "airport" => PlaceKind::Airport,
                _ => PlaceKind::Other(word),
            },
            coordinates: self.coordinates,
            bounds: self.bounds(),
            time_zone: zone_of(self.coordinates).unwrap_or("UTC").to_owned(),
            country_code: self.address("country_code").to_uppercase(),
            osm,
            wikidata: self.tag("wikidata"),
            wikipedia: self.tag("wikipedia"),
            name: self.name,
        }
    }

    /// Returns the server's word for the kind of place. A house has an address of the kind `place`.
    fn word(&self) -> String {
        let (address, kind) = (&self.entry.addresstype, self.entry.kind.as_deref());
        let address = address.as_deref().filter(|word| *word != "place");
        let word = address.or(kind).unwrap_or_default();
        if word.is_empty() {
            "place".to_owned()
        } else {
            text(word)
        }
    }

    /// Returns the region of the place, unless it has the same name.
    fn region(&self) -> String {
        let regions = ["state", "province", "region"]
            .into_iter()
            .map(|part| self.address(part));
        regions
            .into_iter()
            .find(|region| !region.is_empty() && *region != self.name)
            .unwrap_or_default()
    }

    /// Returns name and country, with the region if the country has several places of the name; of
    /// a street, a house or a sight its address.
    fn display_name(&self) -> String {
        let rank = number(&self.entry.place_rank);
        if let Some(address) = &self.entry.display_name
            && rank.is_some_and(|rank| rank > LEAST_SETTLEMENT)
        {
            return text(address);
        }
        let region = if self.has_namesake {
            self.region()
        } else {
            String::new()
        };
        let around = [region, self.address("country")];
        let parts = std::iter::once(&self.name).chain(
            around
                .iter()
                .filter(|part| !part.is_empty() && **part != self.name),
        );
        parts.map(String::as_str).collect::<Vec<_>>().join(", ")
    }

    /// Returns a description such as "City in Bavaria, Germany".
    fn description(&self, word: &str) -> String {
        let mut kind = word.replace('_', " ");
        if let Some(first) = kind.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let around = [self.region(), self.address("country")];
        let around: Vec<&str> = around
            .iter()
            .filter(|part| !part.is_empty() && **part != self.name)
            .map(String::as_str)
            .collect();
        if around.is_empty() {
            kind
        } else {
            format!("{kind} in {}", around.join(", "))
        }
    }

    /// Returns the bounding box: south, north, west and east, in the server's order; else the
    /// point.
    fn bounds(&self) -> Bounds {
        let point_alone = || {
            let Coordinates {
                latitude,
                longitude,
            } = self.coordinates;
            Bounds {
                min_latitude: latitude,
                min_longitude: longitude,
                max_latitude: latitude,
                max_longitude: longitude,
            }
        };
        let Some([south, north, west, east]) = self.entry.boundingbox.as_deref() else {
            return point_alone();
        };
        let corners = point(south, west)
            .zip(point(north, east))
            .filter(|(low, high)| low.latitude <= high.latitude);
        corners.map_or_else(point_alone, |(low, high)| Bounds {
            min_latitude: low.latitude,
            min_longitude: low.longitude,
            max_latitude: high.latitude,
            max_longitude: high.longitude,
        })
    }

    fn address(&self, part: &str) -> String {
        self.entry
            .address
            .as_ref()
            .and_then(|address| written(address.get(part)?))
            .unwrap_or_default()
    }

    fn tag(&self, name: &str) -> Option<String> {
        written(self.entry.extratags.as_ref()?.get(name)?)
    }
}

fn point(latitude: &Value, longitude: &Value) -> Option<Coordinates> {
    let (latitude, longitude) = (number(latitude)?, number(longitude)?);
    let is_on_earth = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
    is_on_earth.then_some(Coordinates {
        latitude,
        longitude,
    })
}

/// Parses a number, written as a number or as text.
fn number(value: &Value) -> Option<f64> {
    let number = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

/// Returns a text, or a number as text; `None` if it is empty or of another type.
fn written(value: &Value) -> Option<String> {
    let written = match value {
        Value::String(written) => text(written),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    (!written.is_empty()).then_some(written)
}

fn text(written: &str) -> String {
    written.trim().chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests;
