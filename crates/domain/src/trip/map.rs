//! The map of a trip: notes, and locations with the way to them.

use serde::{Deserialize, Serialize};

use crate::{Notes, Period, Quantity, ShortText};

/// How one gets to a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transportation {
    /// By what means; the timeline leaves out a way without one.
    pub kind: ShortText,
    /// How far, in kilometres.
    pub distance: Quantity,
    /// How long, in minutes.
    pub time: Quantity,
    /// For how much, in the base currency.
    pub cost: Quantity,
}

impl Transportation {
    /// The absence of a way, as it is answered.
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
    /// What it is called.
    pub title: ShortText,
    /// Where it is.
    pub address: ShortText,
    /// When the travellers are there.
    #[serde(default)]
    pub period: Option<Period>,
    /// How they get there; [`Transportation::NONE`] where that was not said.
    pub transportation: Transportation,
}

/// The map of a trip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TripMap {
    /// Notes; HTML of a safe subset.
    pub notes: Notes,
    /// Locations, in order.
    pub locations: Vec<MapLocation>,
}

impl TripMap {
    /// The locations that were sent, where a date written as text leaves the unit of the one in its
    /// place alone.
    pub(crate) fn settle(&self, mut sent: Vec<MapLocation>) -> Vec<MapLocation> {
        for (place, location) in sent.iter_mut().enumerate() {
            let current = self.locations.get(place).and_then(|current| current.period);
            location.period = location.period.map(|period| period.over(current));
        }
        sent
    }
}
