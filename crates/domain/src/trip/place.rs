//! Where destinations are: what a gazetteer is asked about the new ones of an edit, and what it may
//! answer.

use std::cell::RefCell;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::destination::DestinationEntry;
use super::{Trip, TripPatch};
use crate::{Currency, Reason, ShortText};

/// How many decimal places of a degree are kept: a tenth of a metre.
const DECIMALS: u32 = 6;

/// A point on the earth, WGS 84, in degrees to six decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coordinates {
    #[serde(with = "rust_decimal::serde::str")]
    latitude: Decimal,
    #[serde(with = "rust_decimal::serde::str")]
    longitude: Decimal,
}

impl Coordinates {
    /// A point by its degrees north and east.
    ///
    /// # Errors
    /// More than 90 degrees to the north or south, or more than 180 to the east or west.
    pub fn new(latitude: Decimal, longitude: Decimal) -> Result<Self, Reason> {
        if latitude.abs() > Decimal::from(90) || longitude.abs() > Decimal::from(180) {
            return Err(Reason::new("must be a point on the earth"));
        }
        let round = |degrees: Decimal| degrees.round_dp(DECIMALS).normalize();
        Ok(Self {
            latitude: round(latitude),
            longitude: round(longitude),
        })
    }

    /// Degrees north.
    pub fn latitude(&self) -> Decimal {
        self.latitude
    }

    /// Degrees east.
    pub fn longitude(&self) -> Decimal {
        self.longitude
    }
}

/// A new destination that leaves out its location, its description or both: what a gazetteer is
/// asked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlaceQuery {
    /// What it is called.
    pub name: ShortText,
    /// Where it is, as sent; empty where that was not said.
    pub location: ShortText,
}

/// What a gazetteer knows of the place that a new destination is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceMatch {
    /// Where it is, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// What it is like; may be empty.
    pub description: ShortText,
    /// Its middle.
    pub coordinates: Coordinates,
}

impl TripPatch {
    /// Whether this edit may make destinations of which a gazetteer could fill in something;
    /// [`Trip::place_queries`] says which.
    pub fn may_query_places(&self) -> bool {
        let entry_may = |entry: &DestinationEntry| match entry {
            DestinationEntry::Named(name) => !name.is_empty(),
            DestinationEntry::Given(draft) => draft.place_query().is_some(),
        };
        self.destinations.iter().flatten().any(entry_may)
            || self
                .itinerary
                .iter()
                .flatten()
                .any(|item| item.destination.place_query().is_some())
    }
}

impl Trip {
    /// The new destinations that `change` would make of this trip and that leave something out,
    /// each once.
    pub fn place_queries(&self, change: &TripPatch, default_currency: Currency) -> Vec<PlaceQuery> {
        let queries = RefCell::new(Vec::new());
        let places = |wanted: &PlaceQuery| {
            let mut queries = queries.borrow_mut();
            if !queries.contains(wanted) {
                queries.push(wanted.clone());
            }
            None
        };
        let mut minted = 0;
        let mut mint = || {
            minted += 1;
            Uuid::from_u128(minted)
        };
        // An edit that is refused makes no destinations, so it does not matter what else is asked
        // then.
        self.clone()
            .edit(change.clone(), default_currency, &places, &mut mint);
        queries.into_inner()
    }
}
