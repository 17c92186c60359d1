//! Coordinates, gazetteer queries for new destinations, and their answers.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::{Reason, ShortText};

/// Decimal places of a degree: a tenth of a metre.
const DECIMALS: u32 = 6;

/// A point on the earth, WGS 84, in degrees to six decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// The IANA name of a time zone, such as `Europe/Lisbon`: 1 to 64 characters of such names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ZoneName(String);

impl ZoneName {
    /// Parses a name. Whether the zone exists is for a time zone database to tell.
    ///
    /// # Errors
    /// Empty, longer than 64 characters, or a character that no such name has.
    pub fn new(name: &str) -> Result<Self, Reason> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
        if (1..=64).contains(&name.len()) && name.bytes().all(is_part) {
            Ok(Self(name.to_owned()))
        } else {
            Err(Reason::new(
                "must be the name of a time zone, such as \"Europe/Lisbon\"",
            ))
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for ZoneName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&name).map_err(serde::de::Error::custom)
    }
}

/// A gazetteer query: a new destination without a location, a description or both.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlaceQuery {
    /// Its name.
    pub name: ShortText,
    /// Its location as sent; empty if left out.
    pub location: ShortText,
}

/// A gazetteer's answer: the place of a new destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceMatch {
    /// Its location, such as "Lisbon, Portugal".
    pub location: ShortText,
    /// Its description; may be empty.
    pub description: ShortText,
    /// The coordinates of its centre.
    pub coordinates: Coordinates,
    /// Its time zone, if the gazetteer knows it.
    pub time_zone: Option<ZoneName>,
}
