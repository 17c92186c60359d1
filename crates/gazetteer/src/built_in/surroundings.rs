//! Where a trip is: what decides among places of one name.

use super::column::PlaceId;
use super::data::{Data, Kind, Row};
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
    /// Points, and how many places are there.
    points: Vec<(Coordinates, u32)>,
    areas: Vec<Row<'a>>,
}

impl<'a> Surroundings<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.points.is_empty() && self.areas.is_empty()
    }

    pub(crate) fn add_point(&mut self, at: Coordinates) {
        let is_same = |(other, _): &&mut (Coordinates, u32)| {
            (other.latitude - at.latitude).abs() < APART
                && (other.longitude - at.longitude).abs() < APART
        };
        if let Some((_, count)) = self.points.iter_mut().find(is_same) {
            *count += 1;
        } else if self.points.len() < MAX_POINTS {
            self.points.push((at, 1));
        }
    }

    fn add(&mut self, row: Row<'a>) {
        if matches!(row.kind, Kind::City | Kind::Airport) {
            self.add_point(row.coordinates);
        } else if self.areas.len() < MAX_AREAS {
            self.areas.push(row);
        }
    }

    pub(crate) fn add_all(&mut self, data: &'a Data, places: impl IntoIterator<Item = PlaceId>) {
        let rows = places.into_iter().filter_map(|place| data.row(place));
        rows.for_each(|row| self.add(row));
    }

    /// Returns the same without countries and regions, unless there is nothing else.
    pub(crate) fn narrowed(mut self) -> Self {
        if !self.points.is_empty() {
            self.areas.clear();
        }
        self
    }

    /// Returns what is added to the prominence of a place for those of the trip that are near it.
    pub(crate) fn bonus(&self, row: &Row<'_>) -> f64 {
        let Some(distance) = self.distance(row) else {
            return 0.0;
        };
        let count = |near: f64| -> u32 {
            let points = self.points.iter();
            let points = points.filter(|(at, _)| kilometres(*at, row.coordinates) <= near);
            points.map(|(_, count)| count).sum()
        };
        let share = f64::from(count(NEAR)) / f64::from(count(f64::INFINITY).max(1));
        NEAR_BONUS + ALL_NEAR_BONUS * share - distance / 100.0
    }

    /// Returns the distance of a place, in km; `None` beyond 500 km.
    pub(crate) fn distance(&self, row: &Row<'_>) -> Option<f64> {
        let distances = self
            .points
            .iter()
            .map(|(point, _)| kilometres(*point, row.coordinates));
        let is_inside = self.areas.iter().any(|area| contains(area, row));
        let inside = is_inside.then_some(IN_AREA);
        distances
            .chain(inside)
            .min_by(f64::total_cmp)
            .filter(|distance| *distance <= NEAR)
    }
}

/// Added to the prominence of a place within 500 km, and if all others of the trip are.
const NEAR_BONUS: f64 = 10.0;
const ALL_NEAR_BONUS: f64 = 6.0;

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
