//! Lines of a file, point by point, in bounded memory.

use wayfare_domain::trip::TrackPoint;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::track::simplify;

/// The most points that are kept while a line is read. One that has more is simplified to half of
/// them, again and again.
const MAX_POINTS: usize = 100_000;
/// The most points of a file.
pub(crate) const MAX_FILE_POINTS: usize = 1_000_000;

/// The points of a line, those that repeat the one before left out.
#[derive(Debug, Default)]
pub(crate) struct Line {
    points: Vec<TrackPoint>,
    /// How many points the file has.
    pub(crate) count: usize,
}

impl Line {
    /// Adds a point as a file writes it. One that is nowhere is left out.
    pub(crate) fn push_text(&mut self, longitude: &str, latitude: &str) {
        let degrees = |text: &str| text.trim().parse::<f64>().ok();
        if let (Some(east), Some(north)) = (degrees(longitude), degrees(latitude)) {
            self.push(east, north);
        }
    }

    /// Adds a point by its degrees east and north. One that is nowhere is left out.
    pub(crate) fn push(&mut self, east: f64, north: f64) {
        let Some(point) = TrackPoint::from_degrees(east, north) else {
            return;
        };
        self.count += 1;
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
        if self.points.len() >= MAX_POINTS {
            self.points = simplify(std::mem::take(&mut self.points), MAX_POINTS / 2);
        }
    }

    /// Where it begins.
    pub(crate) fn first(&self) -> Option<Coordinates> {
        let first = self.points.first()?;
        Coordinates::new(first.latitude(), first.longitude()).ok()
    }

    /// Its points.
    pub(crate) fn into_points(self) -> Vec<TrackPoint> {
        self.points
    }
}
