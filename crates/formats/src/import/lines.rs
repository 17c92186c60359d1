//! Lines of a file, point by point, in bounded memory.

use rust_decimal::Decimal;
use wayfare_domain::Instant;
use wayfare_domain::trip::TrackPoint;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::track::simplify;

use super::point::in_range;

/// The most points that are kept while a line is read. One that has more is simplified to half of
/// them, again and again.
const MAX_POINTS: usize = 100_000;
/// The most points of a file.
pub(crate) const MAX_FILE_POINTS: usize = 1_000_000;
/// 1 January 1980, in milliseconds: no satellite told a position before.
const BEFORE_GPS: i64 = 315_532_800_000;
/// How near to 0, 0 a line comes that goes through it, in degrees.
const NEAR: i32 = 5;

/// The points of a line, those that repeat the one before left out.
#[derive(Debug, Default)]
pub(crate) struct Line {
    points: Vec<TrackPoint>,
    /// How many points the file has.
    pub(crate) count: usize,
    /// How many of its points have no valid coordinates.
    pub(crate) invalid: usize,
    /// When it was recorded.
    pub(crate) times: Times,
}

/// The times of a line.
#[derive(Debug, Default)]
pub(crate) struct Times {
    /// The first and the last one.
    pub(crate) span: Option<(Instant, Instant)>,
    /// How many times are malformed.
    pub(crate) malformed: usize,
    /// How many times are those of a clock that was not set.
    pub(crate) unset: usize,
}

impl Times {
    /// Adds a time as a file writes it; nothing if it is empty.
    pub(crate) fn add(&mut self, text: &str) {
        match Instant::parse(text.trim()) {
            Ok(at) => self.include(at, at),
            Err(_) => self.malformed += usize::from(!text.trim().is_empty()),
        }
    }

    /// Includes the times between two; those of a clock that was not set are counted alone.
    pub(crate) fn include(&mut self, start: Instant, end: Instant) {
        if start.millis() < BEFORE_GPS {
            self.unset += 1;
            return;
        }
        let (first, last) = self.span.unwrap_or((start, end));
        self.span = Some((first.min(start), last.max(end)));
    }
}

impl Line {
    /// Adds a point as a file writes it. One that is nowhere is counted alone.
    pub(crate) fn push_text(&mut self, longitude: &str, latitude: &str) {
        let degrees = |text: &str| text.trim().parse::<f64>().ok();
        match (degrees(longitude), degrees(latitude)) {
            (Some(east), Some(north)) => self.push(east, north),
            _ => self.invalid += 1,
        }
    }

    /// Adds a point by its degrees east and north. One that is nowhere is counted alone.
    pub(crate) fn push(&mut self, east: f64, north: f64) {
        match TrackPoint::from_degrees(in_range(east), north) {
            Some(point) => self.add(point),
            None => self.invalid += 1,
        }
    }

    /// Adds a point.
    pub(crate) fn add(&mut self, point: TrackPoint) {
        self.count += 1;
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
        if self.points.len() >= MAX_POINTS {
            self.points = simplify(std::mem::take(&mut self.points), MAX_POINTS / 2);
        }
    }

    /// Leaves out the points at 0, 0, if the line is elsewhere: the receiver knew no position.
    pub(crate) fn leave_nowhere(&mut self) {
        let nowhere = TrackPoint::default();
        let is_near = |point: &TrackPoint| {
            let is_near = |degrees: Decimal| degrees.abs() <= Decimal::from(NEAR);
            *point != nowhere && is_near(point.longitude()) && is_near(point.latitude())
        };
        if !self.points.iter().any(is_near) {
            self.points.retain(|point| *point != nowhere);
        }
    }

    /// Where it begins.
    pub(crate) fn first(&self) -> Option<Coordinates> {
        let first = self.points.first()?;
        Coordinates::new(first.latitude(), first.longitude()).ok()
    }

    /// Its points.
    pub(crate) fn points(&self) -> &[TrackPoint] {
        &self.points
    }

    /// Its points.
    pub(crate) fn into_points(self) -> Vec<TrackPoint> {
        self.points
    }
}
