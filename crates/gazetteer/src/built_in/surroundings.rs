//! Where a trip is: what decides among places of one name.

use super::data::{Kind, Row};
use super::disambiguation::contains;
use crate::Coordinates;

/// A place further from all others of its trip needs more than its name in a text, in km.
pub(crate) const NEAR: f64 = 500.0;
/// Within this distance small settlements count in a text, in km.
pub(crate) const CLOSE: f64 = 100.0;
/// The distance of a place in a country or region of the trip, in km.
const IN_AREA: f64 = 200.0;
/// Points closer than this are one, in degrees.
const APART: f64 = 0.2;
/// The maximum number of points and of areas, which bounds the work.
const MAX_POINTS: usize = 64;
const MAX_AREAS: usize = 16;
const KILOMETRES_PER_DEGREE: f64 = 111.2;

/// Where a trip is.
#[derive(Debug, Default, Clone)]
pub(crate) struct Surroundings<'a> {
    points: Vec<Coordinates>,
    areas: Vec<Row<'a>>,
}

impl<'a> Surroundings<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.points.is_empty() && self.areas.is_empty()
    }

    pub(crate) fn add_point(&mut self, at: Coordinates) {
        let is_same = |other: &Coordinates| {
            (other.latitude - at.latitude).abs() < APART
                && (other.longitude - at.longitude).abs() < APART
        };
        if self.points.len() < MAX_POINTS && !self.points.iter().any(is_same) {
            self.points.push(at);
        }
    }

    pub(crate) fn add(&mut self, row: Row<'a>) {
        if matches!(row.kind, Kind::City | Kind::Airport) {
            self.add_point(row.coordinates);
        } else if self.areas.len() < MAX_AREAS {
            self.areas.push(row);
        }
    }

    /// Returns the same without countries and regions, unless there is nothing else.
    pub(crate) fn narrowed(mut self) -> Self {
        if !self.points.is_empty() {
            self.areas.clear();
        }
        self
    }

    /// Returns the distance of a place, in km; `None` beyond 500 km.
    pub(crate) fn distance(&self, row: &Row<'_>) -> Option<f64> {
        let distances = self
            .points
            .iter()
            .map(|point| kilometres(*point, row.coordinates));
        let is_inside = self.areas.iter().any(|area| contains(area, row));
        let inside = is_inside.then_some(IN_AREA);
        distances
            .chain(inside)
            .min_by(f64::total_cmp)
            .filter(|distance| *distance <= NEAR)
    }
}

/// Returns the distance of two points that are close to each other; a greater number for others.
pub(crate) fn kilometres(one: Coordinates, other: Coordinates) -> f64 {
    let north = (one.latitude - other.latitude).abs();
    if north * KILOMETRES_PER_DEGREE > NEAR {
        return f64::INFINITY;
    }
    let east = (one.longitude - other.longitude).abs();
    let width = (one.latitude.midpoint(other.latitude)).to_radians().cos();
    (east.min(360.0 - east) * width).hypot(north) * KILOMETRES_PER_DEGREE
}
