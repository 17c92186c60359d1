//! Where a trip is: what decides among places of one name.

use std::collections::HashMap;

use super::index::column::PlaceId;
use super::index::data::{Data, Kind, Row};
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

/// A point of a trip.
#[derive(Debug, Clone)]
struct Point {
    at: Coordinates,
    /// The number of its country, if it is that of a place.
    country: Option<u8>,
    /// How many places are there.
    count: u32,
}

/// Where a trip is.
#[derive(Debug, Default, Clone)]
pub(crate) struct Surroundings<'a> {
    points: Vec<Point>,
    areas: Vec<Row<'a>>,
}

impl<'a> Surroundings<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.points.is_empty() && self.areas.is_empty()
    }

    /// Adds a point, with the number of its country if it is known.
    pub(crate) fn add_point(&mut self, at: Coordinates, country: Option<u8>) {
        self.add_new_point(at, || country);
    }

    /// Adds a point, with its country if no point is there yet.
    pub(crate) fn add_new_point(&mut self, at: Coordinates, country: impl FnOnce() -> Option<u8>) {
        let mut points = self.points.iter_mut();
        if let Some(point) = points.find(|point| is_same(point.at, at)) {
            point.count += 1;
        } else if self.points.len() < MAX_POINTS {
            let (country, count) = (country(), 1);
            self.points.push(Point { at, country, count });
        }
    }

    fn add(&mut self, row: Row<'a>) {
        if matches!(row.kind, Kind::City | Kind::Airport) {
            self.add_point(row.coordinates, Some(row.country));
        } else if self.areas.len() < MAX_AREAS {
            self.areas.push(row);
        }
    }

    pub(crate) fn add_all(&mut self, data: &'a Data, places: impl IntoIterator<Item = PlaceId>) {
        let rows = places.into_iter().filter_map(|place| data.row(place));
        rows.for_each(|row| self.add(row));
    }

    /// Returns for each key of `guesses` these surroundings with the guesses of all other keys: a
    /// place is no evidence for itself.
    pub(crate) fn of_others<'k>(
        &self,
        data: &'a Data,
        guesses: impl Iterator<Item = (&'k Option<PlaceId>, &'k Option<PlaceId>)>,
    ) -> HashMap<Option<PlaceId>, Self> {
        let mut all = self.clone();
        let mut by_key: HashMap<Option<PlaceId>, Vec<PlaceId>> = HashMap::new();
        for (key, place) in guesses {
            by_key.entry(*key).or_default().extend(place);
            all.add_all(data, *place);
        }
        let others = by_key.into_iter().map(|(key, own)| {
            let mut others = all.clone();
            let own = own.into_iter().filter_map(|place| data.row(place));
            own.for_each(|row| others.remove(&row));
            (key, others)
        });
        others.collect()
    }

    fn remove(&mut self, row: &Row<'_>) {
        let is_it = |area: &Row<'_>| {
            (area.kind, area.country, area.region) == (row.kind, row.country, row.region)
        };
        if !matches!(row.kind, Kind::City | Kind::Airport) {
            if let Some(place) = self.areas.iter().rposition(is_it) {
                self.areas.remove(place);
            }
        } else if let Some(place) = self
            .points
            .iter()
            .position(|point| is_same(point.at, row.coordinates))
        {
            if let Some(point) = self.points.get_mut(place) {
                point.count -= 1;
            }
            self.points.retain(|point| point.count > 0);
        }
    }

    /// Returns the distance of a place wherever it is, in km.
    pub(crate) fn reach(&self, row: &Row<'_>) -> f64 {
        let areas = self.areas.iter().map(|area| area.coordinates);
        let points = self.points.iter().map(|point| point.at).chain(areas);
        let distances = points.map(|at| far_kilometres(at, row.coordinates));
        distances.min_by(f64::total_cmp).unwrap_or(f64::INFINITY)
    }

    /// Returns whether the trip has points, and all of them are close to the place.
    pub(crate) fn are_close(&self, row: &Row<'_>) -> bool {
        let is_close = |point: &Point| kilometres(point.at, row.coordinates) <= CLOSE;
        !self.points.is_empty() && self.points.iter().all(is_close)
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
        // A country that the trip names counts as much as all of its other places.
        let share = match self.has_area_of(row) {
            true => 1.0,
            false => self.share_near(row),
        };
        let region = if self.has_region_of(row) {
            REGION_BONUS
        } else {
            0.0
        };
        NEAR_BONUS + ALL_NEAR_BONUS * share + region - distance / 100.0
    }

    /// Returns how much of the trip is within 500 km of the place, from 0 to 1.
    pub(crate) fn share_near(&self, row: &Row<'_>) -> f64 {
        let count = |near: f64| -> u32 {
            let points = self.points.iter();
            let points = points.filter(|point| kilometres(point.at, row.coordinates) <= near);
            points.map(|point| point.count).sum()
        };
        f64::from(count(NEAR)) / f64::from(count(f64::INFINITY).max(1))
    }

    /// Returns whether the trip has another place in the country of this one, or names the country.
    pub(crate) fn has_country_of(&self, row: &Row<'_>) -> bool {
        let of_points = self.points.iter().filter_map(|point| point.country);
        let mut countries = of_points.chain(self.areas.iter().map(|area| area.country));
        countries.any(|country| country == row.country)
    }

    /// Returns whether the trip names the region of the place.
    pub(crate) fn has_region_of(&self, row: &Row<'_>) -> bool {
        let mut regions = self.areas.iter().filter(|area| area.kind == Kind::Region);
        regions.any(|area| area.contains(row))
    }

    /// Returns whether the trip names the country or region of the place.
    pub(crate) fn has_area_of(&self, row: &Row<'_>) -> bool {
        self.areas.iter().any(|area| area.contains(row))
    }

    /// Returns the distance of a place, in km; `None` beyond 500 km.
    pub(crate) fn distance(&self, row: &Row<'_>) -> Option<f64> {
        let distances = self
            .points
            .iter()
            .map(|point| kilometres(point.at, row.coordinates));
        let inside = self.has_area_of(row).then_some(IN_AREA);
        distances
            .chain(inside)
            .min_by(f64::total_cmp)
            .filter(|distance| *distance <= NEAR)
    }
}

/// Added to the prominence of a place within 500 km, and if all others of the trip are.
const NEAR_BONUS: f64 = 10.0;
const ALL_NEAR_BONUS: f64 = 6.0;
/// Added if the trip names the region of the place.
const REGION_BONUS: f64 = 3.0;

/// Whether two points count as one.
fn is_same(one: Coordinates, other: Coordinates) -> bool {
    (one.latitude - other.latitude).abs() < APART && (one.longitude - other.longitude).abs() < APART
}

/// Returns the distance of two points on the globe, in km.
fn far_kilometres(one: Coordinates, other: Coordinates) -> f64 {
    let half = |one: f64, other: f64| ((one - other).to_radians() / 2.0).sin().powi(2);
    let narrowed = one.latitude.to_radians().cos() * other.latitude.to_radians().cos();
    let chord =
        half(one.latitude, other.latitude) + narrowed * half(one.longitude, other.longitude);
    2.0 * chord.clamp(0.0, 1.0).sqrt().asin().to_degrees() * KILOMETRES_PER_DEGREE
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
