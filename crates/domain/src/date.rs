//! Calendar days in UTC.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::macros::format_description;

use crate::{Instant, Reason};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// A calendar day in UTC, in days from 1970-01-01; in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(i32);

impl Date {
    /// The earliest that any date is compared with.
    pub(crate) const MIN: Self = Self(i32::MIN);

    /// The day that many days before.
    pub(crate) fn minus_days(self, days: i32) -> Self {
        Self(self.0.saturating_sub(days))
    }

    /// Parses `2026-05-01`.
    ///
    /// # Errors
    /// Not such a text, or no such day.
    pub fn parse(text: &str) -> Result<Self, Reason> {
        let format = format_description!("[year]-[month]-[day]");
        let is_plain = text.len() == 10 && text.bytes().next().is_some_and(|b| b.is_ascii_digit());
        let parsed = time::Date::parse(text, format)
            .ok()
            .filter(|_| is_plain)
            .and_then(|date| Instant::try_from(date.midnight().assume_utc()).ok());
        parsed
            .map(Self::from)
            .ok_or_else(|| Reason::new("must be a day, such as \"2026-05-01\""))
    }

    /// Its midnight.
    pub fn midnight(self) -> Instant {
        Instant::EPOCH.plus_days(i64::from(self.0))
    }
}

/// The day of an instant.
impl From<Instant> for Date {
    fn from(instant: Instant) -> Self {
        let days = instant.millis().div_euclid(DAY);
        Self(i32::try_from(days).unwrap_or_default())
    }
}

/// Writes `2026-05-01`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let midnight = self.midnight().to_string();
        f.write_str(midnight.split('T').next().unwrap_or_default())
    }
}

impl Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
