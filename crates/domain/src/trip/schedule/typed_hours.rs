//! Hours that a person typed, or that a file states as local (interface: "Hours as typed").

use std::fmt;

use serde::{Deserialize, Serialize};
use time::format_description::well_known::Iso8601;
use time::{OffsetDateTime, PrimitiveDateTime};

use crate::trip::edit::context::WallClock;
use crate::trip::places::place::ZoneName;
use crate::{Date, Instant, Reason};

/// What clocks show, without a zone, to the millisecond, in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LocalTime(Instant);

impl LocalTime {
    /// Reads ISO 8601 text without an offset, such as `2026-05-01T09:00`.
    ///
    /// # Errors
    /// Another text, or one outside of the years 1 to 9999.
    pub fn parse(text: &str) -> Result<Self, Reason> {
        let reason = || {
            let example = "2026-05-01T09:00";
            Reason::new(format!(
                "must be a date and a time without offset, such as \"{example}\""
            ))
        };
        // The library also parses a time as a date and drops its hours.
        let has_time = text.contains('T');
        let parsed = PrimitiveDateTime::parse(text, &Iso8601::DEFAULT);
        let has_offset = OffsetDateTime::parse(text, &Iso8601::DEFAULT).is_ok();
        let parsed = parsed.ok().filter(|_| has_time && !has_offset);
        Instant::try_from(parsed.ok_or_else(reason)?.assume_utc()).map(Self)
    }

    /// The time that clocks in UTC show at an instant.
    pub fn in_utc(at: Instant) -> Self {
        Self(at)
    }

    /// The instant at which clocks in UTC show it.
    pub fn as_if_utc(self) -> Instant {
        self.0
    }

    /// Its date.
    pub fn date(self) -> Date {
        self.0.into()
    }

    /// The same time of the day, `days` later; `None` outside of the years 1 to 9999.
    pub(in crate::trip) fn plus_days(self, days: i64) -> Option<Self> {
        self.0.checked_plus_days(days).map(Self)
    }

    /// What the clocks of a zone show at an instant.
    pub(in crate::trip) fn at(
        at: Instant,
        zone: Option<&ZoneName>,
        clock: &WallClock,
    ) -> Option<Self> {
        clock(at, 0, zone, None).map(Self)
    }

    /// The instant at which the clocks of a zone show it: `present` if they do so then, else the
    /// first one. In a gap it is later by the gap.
    pub(in crate::trip) fn instant(
        self,
        zone: Option<&ZoneName>,
        present: Option<Instant>,
        clock: &WallClock,
    ) -> Option<Instant> {
        let shows = |at: &Instant| Self::at(*at, zone, clock) == Some(self);
        let present = present.filter(shows);
        present.or_else(|| clock(self.0, 0, None, zone))
    }
}

/// Writes ISO 8601 to the second, with a fraction only if needed: `2026-05-01T09:00:00`.
impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_string().trim_end_matches('Z'))
    }
}

impl TryFrom<String> for LocalTime {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::parse(&text)
    }
}

impl From<LocalTime> for String {
    fn from(local: LocalTime) -> Self {
        local.to_string()
    }
}

/// The hours of an item that are the truth, which its instants follow. An end of the item without
/// one is an instant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TypedHours {
    /// When it starts, by the clocks of its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<LocalTime>,
    /// When it ends, by the clocks of its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<LocalTime>,
}

impl TypedHours {
    /// Whether both ends are instants.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same hours, `days` later.
    pub(in crate::trip) fn plus_days(self, days: i64) -> Self {
        let later = |local: Option<LocalTime>| local?.plus_days(days);
        Self {
            start: later(self.start),
            end: later(self.end),
        }
    }
}

/// A time of an item: its instant, and the hour that was typed.
pub(in crate::trip) type ItemTime = (Option<Instant>, Option<LocalTime>);

/// The time that a request makes of the present one. Another hour is typed; else another instant
/// is an instant. One without the other, and the same again, change nothing of the other. Until the
/// zone is known, a new hour is as if in UTC.
pub(in crate::trip) fn merge_time(
    (at, typed): ItemTime,
    (sent_at, sent_typed): ItemTime,
) -> ItemTime {
    match (sent_at, sent_typed) {
        (sent, Some(hour)) if typed != Some(hour) => (sent.or(Some(hour.as_if_utc())), Some(hour)),
        (None, Some(_)) => (at, typed),
        (sent, _) if sent == at => (at, typed),
        (sent, _) => (sent, None),
    }
}
