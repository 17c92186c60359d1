//! Where destinations are: what a gazetteer is asked about the new ones of an edit, and what it may
//! answer.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::{Reason, ShortText};

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
