//! Reading GeoJSON: features with a point, or with none, are places, whose `visits` are items; those
//! with a line are lines of the map.

use std::fmt;
use std::io::BufRead;

use rust_decimal::prelude::ToPrimitive;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use wayfare_domain::Trip;
use wayfare_domain::trip::place::Coordinates;

use super::reference_system::is_wgs_84;
use crate::EXTENSION_NAMESPACE;
use crate::import::ImportError;
use crate::import::draft::{Draft, DraftItem, DraftPlace, coordinates, instant};
use crate::import::json::BoundedJson;
use crate::import::lines::Line;
use crate::import::list::List;
use crate::places::{Source, TRACK};

/// The most features of a file.
const MAX_FEATURES: usize = 5_000;
/// The longest text that is kept, in characters.
const MAX_TEXT: usize = 12_000;

/// A collection, or one feature, or one geometry.
#[derive(Deserialize)]
struct Document {
    #[serde(rename = "type")]
    kind: Words,
    #[serde(default)]
    generator: Words,
    #[serde(default)]
    name: Words,
    #[serde(default)]
    description: Words,
    #[serde(default)]
    start: Words,
    #[serde(default)]
    end: Words,
    #[serde(default)]
    crs: Option<Value>,
    #[serde(default, deserialize_with = "features")]
    features: Option<List<Feature, MAX_FEATURES>>,
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Properties>,
    #[serde(default)]
    coordinates: Positions,
}

#[derive(Deserialize)]
struct Feature {
    #[serde(rename = "type")]
    kind: Words,
    #[serde(default)]
    geometry: Option<Geometry>,
    #[serde(default)]
    properties: Option<Properties>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: Words,
    #[serde(default)]
    coordinates: Positions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Properties {
    name: Words,
    title: Words,
    #[serde(rename = "Name")]
    capital_name: Words,
    #[serde(rename = "Title")]
    capital_title: Words,
    location: Location,
    #[serde(alias = "addr")]
    address: Words,
    description: Words,
    desc: Words,
    source: Words,
    start: Words,
    end: Words,
    visits: List<VisitFile, { Trip::MAX_ITEMS }>,
    day: Words,
}

#[derive(Deserialize)]
struct VisitFile {
    #[serde(default)]
    index: u32,
    #[serde(default)]
    day: u32,
    #[serde(default, rename = "type")]
    kind: Words,
    #[serde(default)]
    start: Words,
    #[serde(default)]
    end: Words,
    #[serde(default, rename = "endDestination")]
    end_place: Option<EndPlace>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct EndPlace {
    name: Words,
    location: Words,
    description: Words,
    coordinates: Positions,
}

/// An address, or an object with a name and an address, as Google writes it.
#[derive(Default)]
struct Location {
    name: Words,
    address: Words,
}

/// A text or a number; empty for anything else.
#[derive(Default, Clone)]
struct Words(String);

/// The coordinates of a geometry.
#[derive(Default)]
struct Positions {
    /// As texts, if they are one position.
    point: Option<[String; 2]>,
    /// All positions, if they are several.
    line: Line,
}

/// Reads a document.
pub(crate) fn read<'m>(
    document: impl BufRead,
    mut draft: Draft<'m>,
) -> Result<Draft<'m>, ImportError> {
    let document: Document = serde_json::from_reader(BoundedJson::new(SkipMark::new(document)?))
        .map_err(|error| {
            if error.is_io() {
                ImportError::unreadable(&error.into())
            } else {
                ImportError::malformed(format!("the document is malformed: {error}"))
            }
        })?;
    if document
        .crs
        .as_ref()
        .is_some_and(|system| !is_wgs_84(system))
    {
        return Err(ImportError::malformed(
            "must be in WGS 84: degrees of longitude and latitude",
        ));
    }
    let features = match document.kind.0.as_str() {
        "FeatureCollection" => match document.features {
            Some(List(features)) => features,
            None => return Err(ImportError::malformed("must have features")),
        },
        "Feature" => vec![Feature {
            kind: document.kind,
            geometry: document.geometry,
            properties: document.properties,
        }],
        "Point" | "LineString" | "MultiLineString" => vec![Feature {
            kind: Words("Feature".to_owned()),
            geometry: Some(Geometry {
                kind: document.kind,
                coordinates: document.coordinates,
            }),
            properties: None,
        }],
        _ => {
            return Err(ImportError::malformed(
                "must be a GeoJSON FeatureCollection",
            ));
        }
    };
    draft.is_own = document.generator.0 == EXTENSION_NAMESPACE;
    draft.name = document.name.0;
    draft.description = document.description.0;
    draft.start = instant(&document.start.0);
    draft.end = instant(&document.end.0);
    let mut keys = Vec::new();
    for feature in features {
        add(&mut draft, feature, &mut keys)?;
    }
    draft.sort_items_by_key(&keys);
    Ok(draft)
}

fn add(draft: &mut Draft<'_>, feature: Feature, keys: &mut Vec<u32>) -> Result<(), ImportError> {
    if feature.kind.0 != "Feature" {
        return Err(ImportError::malformed("must have nothing but features"));
    }
    let properties = feature.properties.unwrap_or_default();
    let first = |words: &[&Words]| {
        let text = words.iter().find(|words| !words.0.is_empty());
        text.map(|words| words.0.clone()).unwrap_or_default()
    };
    let location = &properties.location;
    let name = first(&[
        &properties.name,
        &properties.title,
        &properties.capital_name,
        &properties.capital_title,
        &location.name,
    ]);
    let is_point = |geometry: &Geometry| geometry.kind.0 == "Point";
    let has_point = feature.geometry.as_ref().is_some_and(is_point);
    let mut point = match feature.geometry {
        Some(geometry) if is_point(&geometry) => geometry.coordinates.point,
        Some(geometry) => {
            let is_line = matches!(geometry.kind.0.as_str(), "LineString" | "MultiLineString");
            if !is_line {
                draft.warn("a feature that is no point and no line is left out");
            } else if !properties.is_day(&name) {
                draft.add_track(&name, geometry.coordinates.line);
            }
            return Ok(());
        }
        None => None,
    };
    let mut at = point
        .as_ref()
        .and_then(|[east, north]| coordinates(north, east));
    // What Google writes for a place that it can't locate.
    let is_placeholder = |at: Coordinates| at.latitude().is_zero() && at.longitude().is_zero();
    if !draft.is_own && at.is_some_and(is_placeholder) {
        (point, at) = (None, None);
    }
    if has_point && at.is_none() {
        draft.warn("a point has no valid coordinates");
    }
    let name = match name {
        name if name.is_empty() && !draft.is_own => {
            point.map(|[east, north]| format!("{north}, {east}"))
        }
        name => Some(name),
    };
    let place = || DraftPlace {
        name: name.clone().unwrap_or_default(),
        location: first(&[&location.address, &properties.address]),
        description: first(&[&properties.description, &properties.desc]),
        coordinates: at,
        ..DraftPlace::default()
    };
    let source = Source::parse(&properties.source.0);
    let (start, end) = (instant(&properties.start.0), instant(&properties.end.0));
    draft.add_place(DraftPlace {
        source,
        start: start.filter(|_| source.is_some()),
        end: end.filter(|_| source.is_some()),
        ..place()
    })?;
    for visit in properties.visits.0 {
        let item = DraftItem {
            kind: visit.kind.0,
            place: DraftPlace {
                start: instant(&visit.start.0),
                end: instant(&visit.end.0),
                ..place()
            },
            end: visit.end_place.map(EndPlace::into_place),
            ..DraftItem::default()
        };
        draft.add_item(visit.day, item)?;
        keys.push(visit.index);
    }
    Ok(())
}

impl EndPlace {
    fn into_place(self) -> DraftPlace {
        let point = self.coordinates.point;
        DraftPlace {
            name: self.name.0,
            location: self.location.0,
            description: self.description.0,
            coordinates: point.and_then(|[east, north]| coordinates(&north, &east)),
            ..DraftPlace::default()
        }
    }
}

impl Properties {
    /// Whether they are those of the line of a day, which follows from the items.
    fn is_day(&self, name: &str) -> bool {
        let Words(day) = &self.day;
        self.source.0 != TRACK && !day.is_empty() && name == format!("Day {day}")
    }
}

/// Reads features, which have as many visits together as a trip may have items.
fn features<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<List<Feature, MAX_FEATURES>>, D::Error> {
    let visits = |feature: &Feature| {
        let properties = feature.properties.as_ref();
        properties.map_or(0, |properties| properties.visits.len())
    };
    List::bounded(deserializer, visits, Trip::MAX_ITEMS).map(Some)
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue { name: None })
    }
}

impl<'de> Deserialize<'de> for Location {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut name = Words::default();
        let value = AnyValue {
            name: Some(&mut name),
        };
        let address = deserializer.deserialize_any(value)?;
        Ok(Self { name, address })
    }
}

/// Reads any value as words: of an object, its address, if its name is asked for.
struct AnyValue<'w> {
    /// Takes the name of an object.
    name: Option<&'w mut Words>,
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Words, E> {
        Ok(Words(text.chars().take(MAX_TEXT).collect()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_unit<E>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Words::default())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Words, A::Error> {
        let mut address = Words::default();
        while let Some(Words(key)) = map.next_key()? {
            match (key.as_str(), &mut self.name) {
                ("name", Some(name)) => **name = map.next_value()?,
                ("address", Some(_)) => address = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(address)
    }
}

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut line, mut point) = (Line::default(), Vec::new());
        let part = Part {
            line: &mut line,
            own: Some(&mut point),
        };
        part.deserialize(deserializer)?;
        let point = <[String; 2]>::try_from(point).ok();
        Ok(Self { point, line })
    }
}

/// A part of coordinates: a number, or a list of parts. A list that begins with two numbers is a
/// position: of a point if it is outermost, else of a line.
struct Part<'l> {
    line: &'l mut Line,
    /// Takes the numbers of the outermost list, as texts.
    own: Option<&'l mut Vec<String>>,
}

/// A number, or nothing for anything else.
type Number = Option<f64>;

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Number;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("coordinates")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
        Ok(number.to_f64())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
        Ok(number.to_f64())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
        Ok(Some(number))
    }

    fn visit_str<E>(self, number: &str) -> Result<Number, E> {
        Ok(number.trim().parse().ok())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Number, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Number, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Number, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Number, A::Error> {
        let Self { line, own } = self;
        let (mut position, mut count) = ([None; 2], 0);
        while let Some(number) = list.next_element_seed(Part {
            line: &mut *line,
            own: None,
        })? {
            if let Some(place) = position.get_mut(count) {
                *place = number;
            }
            count += 1;
        }
        if let [Some(east), Some(north)] = position {
            match own {
                Some(own) => own.extend([east.to_string(), north.to_string()]),
                None => line.push(east, north),
            }
        }
        Ok(None)
    }
}

/// A document without the byte order mark that it may begin with.
struct SkipMark<R>(R);

impl<R: BufRead> SkipMark<R> {
    fn new(mut document: R) -> Result<Self, ImportError> {
        let begin = document.fill_buf();
        let begin = begin.map_err(|error| ImportError::unreadable(&error))?;
        if begin.starts_with(b"\xef\xbb\xbf") {
            document.consume(3);
        }
        Ok(Self(document))
    }
}

impl<R: BufRead> std::io::Read for SkipMark<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(into)
    }
}
