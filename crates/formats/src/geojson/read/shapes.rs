//! The points and lines of a geometry.

use std::fmt;

use rust_decimal::prelude::ToPrimitive;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use wayfare_domain::trip::TrackPoint;

use super::words::Words;
use crate::import::lines::Line;

/// A geometry as a file has it.
#[derive(Deserialize)]
pub(super) struct Geometry {
    #[serde(rename = "type")]
    pub(super) kind: Words,
    #[serde(default)]
    pub(super) coordinates: Positions,
    #[serde(default)]
    pub(super) geometries: Parts,
}

/// What a geometry and those in it are made of.
#[derive(Default)]
pub(super) struct Shapes {
    /// Degrees east and north of each point, as texts; `None` of one that is malformed.
    pub(super) points: Vec<Option<[String; 2]>>,
    pub(super) lines: Vec<Line>,
    /// How many geometries are neither points nor lines.
    pub(super) others: usize,
}

/// The geometries of a collection, which may be collections.
#[derive(Default)]
pub(super) struct Parts(Shapes);

/// The coordinates of a geometry.
#[derive(Default)]
pub(super) struct Positions {
    /// As texts, if they are one position.
    pub(super) point: Option<[String; 2]>,
    /// All positions, if they are several.
    line: Line,
}

impl Geometry {
    pub(super) fn into_shapes(self) -> Shapes {
        let Self {
            kind: Words(kind),
            coordinates: Positions { point, line },
            geometries: Parts(mut shapes),
        } = self;
        let text = |point: &TrackPoint| {
            let degrees = [point.longitude(), point.latitude()];
            Some(degrees.map(|it| it.to_string()))
        };
        match kind.as_str() {
            "GeometryCollection" => return shapes,
            _ => shapes = Shapes::default(),
        }
        match kind.as_str() {
            "Point" => shapes.points.push(point),
            "MultiPoint" => {
                let invalid = std::iter::repeat_n(None, line.invalid);
                shapes.points = line.points().iter().map(text).chain(invalid).collect();
            }
            "LineString" | "MultiLineString" => shapes.lines.push(line),
            _ => shapes.others += 1,
        }
        shapes
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Collection)
    }
}

struct Collection;

impl<'de> Visitor<'de> for Collection {
    type Value = Parts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of geometries")
    }

    fn visit_unit<E>(self) -> Result<Parts, E> {
        Ok(Parts::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Parts, A::Error> {
        let Parts(mut all) = Parts::default();
        while let Some(geometry) = list.next_element::<Option<Geometry>>()? {
            let shapes = geometry.map(Geometry::into_shapes).unwrap_or_default();
            all.points.extend(shapes.points);
            all.lines.extend(shapes.lines);
            all.others += shapes.others;
        }
        Ok(Parts(all))
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

/// A value within coordinates.
enum Piece {
    Number(f64),
    /// Something that is no number.
    Other,
    List,
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Piece;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Piece, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Piece;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("coordinates")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Piece, E> {
        Ok(number.to_f64().map_or(Piece::Other, Piece::Number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Piece, E> {
        Ok(number.to_f64().map_or(Piece::Other, Piece::Number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Piece, E> {
        Ok(Piece::Number(number))
    }

    fn visit_str<E>(self, number: &str) -> Result<Piece, E> {
        Ok(number.trim().parse().map_or(Piece::Other, Piece::Number))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Piece, E> {
        Ok(Piece::Other)
    }

    fn visit_unit<E>(self) -> Result<Piece, E> {
        Ok(Piece::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Piece, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Piece::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Piece, A::Error> {
        let Self { line, own } = self;
        let (mut position, mut count, mut is_position) = ([None; 2], 0, false);
        while let Some(piece) = list.next_element_seed(Part {
            line: &mut *line,
            own: None,
        })? {
            is_position |= !matches!(piece, Piece::List);
            if let (Some(place), Piece::Number(number)) = (position.get_mut(count), piece) {
                *place = Some(number);
            }
            count += 1;
        }
        match (position, own) {
            ([Some(east), Some(north)], Some(own)) => {
                own.extend([east.to_string(), north.to_string()]);
            }
            ([Some(east), Some(north)], None) => line.push(east, north),
            (_, None) if is_position => line.invalid += 1,
            _ => {}
        }
        Ok(Piece::List)
    }
}
