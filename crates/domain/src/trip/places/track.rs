//! Lines of the map, such as recorded tracks, and how a long one is simplified (interface: "Tracks
//! of the map").

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};

use super::place::Coordinates;
use crate::trip::Trip;
use crate::{Reason, ShortText};

/// A line of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredTrack")]
pub struct Track {
    /// Its name; may be empty.
    #[serde(default)]
    pub name: ShortText,
    /// Its points, in order.
    points: Vec<TrackPoint>,
}

/// The stored form of a [`Track`].
#[derive(Deserialize)]
struct StoredTrack {
    #[serde(default)]
    name: ShortText,
    points: Vec<TrackPoint>,
}

impl TryFrom<StoredTrack> for Track {
    type Error = Reason;

    fn try_from(stored: StoredTrack) -> Result<Self, Reason> {
        Self::new(stored.name, stored.points)
    }
}

/// A point of a line, to a millionth of a degree, which is 11 cm at most.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(i32, i32)")]
pub struct TrackPoint(i32, i32);

impl TryFrom<(i32, i32)> for TrackPoint {
    type Error = Reason;

    fn try_from((east, north): (i32, i32)) -> Result<Self, Reason> {
        let [longitude, latitude] = [east, north].map(|it| Decimal::new(it.into(), Self::SCALE));
        Coordinates::new(latitude, longitude).map(|_| Self(east, north))
    }
}

impl TrackPoint {
    /// Decimal places of a degree.
    const SCALE: u32 = 6;

    /// The point nearest to some coordinates.
    pub fn new(at: Coordinates) -> Self {
        let millionths = |degrees: Decimal| {
            let degrees = degrees.round_dp(Self::SCALE) * Decimal::from(1_000_000);
            // At most 180 degrees: it always fits.
            degrees.to_i32().unwrap_or_default()
        };
        Self(millionths(at.longitude()), millionths(at.latitude()))
    }

    /// The point nearest to some degrees; `None` if they are nowhere on the earth.
    pub fn from_degrees(east: f64, north: f64) -> Option<Self> {
        let is_there = east.abs() <= 180.0 && north.abs() <= 90.0;
        let millionths = |degrees: f64| (degrees * 1e6).round().to_i32();
        is_there.then_some(Self(millionths(east)?, millionths(north)?))
    }

    /// Degrees east.
    pub fn longitude(self) -> Decimal {
        Decimal::new(self.0.into(), Self::SCALE).normalize()
    }

    /// Degrees north.
    pub fn latitude(self) -> Decimal {
        Decimal::new(self.1.into(), Self::SCALE).normalize()
    }
}

impl Track {
    /// Greatest number of points.
    pub const MAX_POINTS: usize = 2_000;

    /// A line through some points. Its name is trimmed.
    ///
    /// # Errors
    /// Less than two points, or more than [`Track::MAX_POINTS`].
    pub fn new(name: ShortText, points: Vec<TrackPoint>) -> Result<Self, Reason> {
        let most = Self::MAX_POINTS;
        if (2..=most).contains(&points.len()) {
            let trimmed = ShortText::cut(name.trim());
            let name = if trimmed == name { name } else { trimmed };
            Ok(Self { name, points })
        } else {
            Err(Reason::new(format!("must have 2 to {most} points")))
        }
    }

    /// A line through any number of points, simplified if there are too many; `None` for less than
    /// two.
    pub fn simplified(name: ShortText, points: Vec<TrackPoint>) -> Option<Self> {
        Self::new(name, simplify(points, Self::MAX_POINTS)).ok()
    }

    /// Its points, in order.
    pub fn points(&self) -> &[TrackPoint] {
        &self.points
    }
}

impl Trip {
    /// Greatest number of lines of the map.
    pub const MAX_TRACKS: usize = 20;
}

/// Leaves at most `most` points of a line: removes, one after the other, the point whose triangle
/// with its present neighbours is smallest (Visvalingam and Whyatt). The ends stay. The cost is
/// n log n for any points, unlike that of Douglas and Peucker's method.
pub fn simplify(points: Vec<TrackPoint>, most: usize) -> Vec<TrackPoint> {
    let Some(last) = points.len().checked_sub(1).filter(|_| points.len() > most) else {
        return points;
    };
    // The present neighbours of each point.
    let mut links: Vec<(usize, usize)> = (0..=last)
        .map(|place| (place.saturating_sub(1), (place + 1).min(last)))
        .collect();
    let area = |(before, after): (usize, usize), place: usize| {
        let point = |place: usize| {
            let TrackPoint(east, north) = points.get(place).copied().unwrap_or(TrackPoint(0, 0));
            (i64::from(east), i64::from(north))
        };
        let ((x, y), (x1, y1), (x2, y2)) = (point(place), point(before), point(after));
        ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)).unsigned_abs()
    };
    let mut is_kept = vec![true; points.len()];
    let inner = links.iter().enumerate().take(last).skip(1);
    let mut smallest: BinaryHeap<_> = inner
        .map(|(place, link)| Reverse((area(*link, place), place, *link)))
        .collect();
    let mut left = points.len();
    while left > most
        && let Some(Reverse((_, place, link))) = smallest.pop()
    {
        // Its neighbours were others when it was added.
        if links.get(place) != Some(&link) || is_kept.get(place) != Some(&true) {
            continue;
        }
        if let Some(kept) = is_kept.get_mut(place) {
            *kept = false;
        }
        left -= 1;
        let (before, after) = link;
        for (place, is_before) in [(before, true), (after, false)] {
            let Some(link) = links.get_mut(place) else {
                continue;
            };
            if is_before {
                link.1 = after;
            } else {
                link.0 = before;
            }
            if place != 0 && place != last {
                smallest.push(Reverse((area(*link, place), place, *link)));
            }
        }
    }
    let kept = points.into_iter().zip(is_kept);
    kept.filter_map(|(point, is_kept)| is_kept.then_some(point))
        .collect()
}
