//! The map of a trip: notes, and locations with their transportation.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::place::{Coordinates, Precision};
use crate::trip::Track;
use crate::{Notes, Period, Quantity, ShortText};

/// The transportation to a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transportation {
    /// Its means; the timeline leaves out a transportation without one.
    pub kind: ShortText,
    /// The distance in kilometres.
    pub distance: Quantity,
    /// The time in minutes.
    pub time: Quantity,
    /// The cost in the base currency.
    pub cost: Quantity,
}

impl Transportation {
    /// No transportation, as answers show it.
    pub const NONE: Self = Self {
        kind: ShortText::EMPTY,
        distance: Quantity::ZERO,
        time: Quantity::ZERO,
        cost: Quantity::ZERO,
    };
}

/// A location on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapLocation {
    /// Its title.
    pub title: ShortText,
    /// Its address.
    pub address: ShortText,
    /// The period of the stay.
    #[serde(default)]
    pub period: Option<Period>,
    /// The transportation to it; [`Transportation::NONE`] if left out.
    pub transportation: Transportation,
    /// Its coordinates, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// How exactly they are known, as [`precision`](Self::precision) tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// Whether a file has set the coordinates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_pinned: bool,
}

impl MapLocation {
    /// How exactly its place is known; `None` if it is not known.
    pub fn precision(&self) -> Option<Precision> {
        let precision = self.precision.unwrap_or(Precision::assumed(self.is_pinned));
        self.coordinates.map(|_| precision)
    }

    /// Whether it is the same stay at the same place.
    pub(in crate::trip) fn is_like(&self, other: &Self) -> bool {
        let at = |it: &Self| (it.coordinates, it.period);
        self.identity() == other.identity() && at(self) == at(other)
    }

    fn identity(&self) -> (&str, &str) {
        (&self.title, &self.address)
    }
}

/// The map of a trip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TripMap {
    /// Notes; HTML of a safe subset.
    pub notes: Notes,
    /// Locations, in order.
    pub locations: Vec<MapLocation>,
    /// Lines, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
}

impl TripMap {
    /// The locations that were sent. A date written as text keeps the unit of the stored one in its
    /// place. One that is sent without coordinates has those of the same title and address.
    pub(in crate::trip) fn merge_locations(&self, mut sent: Vec<MapLocation>) -> Vec<MapLocation> {
        let known: HashMap<_, _> = self
            .locations
            .iter()
            .filter(|known| known.coordinates.is_some())
            .map(|known| {
                (
                    known.identity(),
                    (known.coordinates, known.precision, known.is_pinned),
                )
            })
            .collect();
        for (place, location) in sent.iter_mut().enumerate() {
            let current = self.locations.get(place).and_then(|current| current.period);
            location.period = location.period.map(|period| period.over(current));
            if location.coordinates.is_none()
                && let Some(known) = known.get(&location.identity()).copied()
            {
                (location.coordinates, location.precision, location.is_pinned) = known;
            }
        }
        sent
    }
}
