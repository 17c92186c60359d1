//! Points in time: UTC instants to the millisecond, and dates with the epoch unit of their input.

use std::fmt;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime};

use crate::{Path, Reason, Violations};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// 0001-01-01T00:00:00Z, in milliseconds from the epoch.
const FIRST: i64 = -62_135_596_800_000;
/// 9999-12-31T23:59:59.999Z, in milliseconds from the epoch.
const LAST: i64 = 253_402_300_799_999;
/// An epoch number of this magnitude or more counts milliseconds, a smaller one seconds.
const MILLIS_FROM: i64 = 100_000_000_000;

/// An instant in UTC, in milliseconds from the Unix epoch, in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i64")]
pub struct Instant(i64);

impl Instant {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// An instant from milliseconds since the epoch.
    ///
    /// # Errors
    /// Outside of the years 1 to 9999.
    pub fn from_millis(millis: i64) -> Result<Self, Reason> {
        if (FIRST..=LAST).contains(&millis) {
            Ok(Self(millis))
        } else {
            Err(Reason::new("must be in the years 1 to 9999"))
        }
    }

    /// The instant nearest to milliseconds since the epoch, which may be outside of the years 1 to
    /// 9999.
    pub fn nearest(millis: i64) -> Self {
        Self(millis.clamp(FIRST, LAST))
    }

    /// An instant from RFC 3339 or ISO 8601 text; a date alone is its midnight, a time without
    /// offset is UTC.
    ///
    /// # Errors
    /// Not such a text, or outside of the years 1 to 9999.
    pub fn parse(text: &str) -> Result<Self, Reason> {
        // The library also parses a time as a date and drops its hours.
        let is_date = !text.contains(['T', 't', ':']);
        let parsed = if is_date {
            Date::parse(text, &Iso8601::DEFAULT).map(|date| date.midnight().assume_utc())
        } else {
            OffsetDateTime::parse(text, &Rfc3339)
                .or_else(|_| OffsetDateTime::parse(text, &Iso8601::DEFAULT))
                .or_else(|_| {
                    PrimitiveDateTime::parse(text, &Iso8601::DEFAULT)
                        .map(PrimitiveDateTime::assume_utc)
                })
        };
        // The library accepts offsets of more than a day.
        let parsed = parsed
            .ok()
            .filter(|time| time.offset().whole_hours().unsigned_abs() < 24);
        let what = "must be Unix time or an RFC 3339 time, such as \"2026-05-01T09:00:00Z\"";
        Self::try_from(parsed.ok_or_else(|| Reason::new(what))?)
    }

    /// Milliseconds from the epoch.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Midnight of its day, UTC.
    #[must_use]
    pub fn midnight(self) -> Self {
        Self(self.0 - self.0.rem_euclid(DAY))
    }

    /// `millis` later (earlier if negative); saturates at the years 1 and 9999.
    #[must_use]
    pub fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis).clamp(FIRST, LAST))
    }

    /// `days` later (earlier if negative); saturates at the years 1 and 9999.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        self.plus_millis(days.saturating_mul(DAY))
    }

    /// `days` later (earlier if negative); `None` outside of the years 1 to 9999.
    pub(crate) fn checked_plus_days(self, days: i64) -> Option<Self> {
        let millis = self.0.checked_add(days.checked_mul(DAY)?)?;
        Self::from_millis(millis).ok()
    }

    /// The whole days from an earlier instant to this one.
    pub fn days_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).div_euclid(DAY)
    }

    /// The epoch number in `unit`: whole milliseconds, or seconds with a fraction if needed.
    pub fn epoch(self, unit: EpochUnit) -> Decimal {
        match unit {
            EpochUnit::Millis => Decimal::from(self.0),
            EpochUnit::Seconds => Decimal::new(self.0, 3).normalize(),
        }
    }
}

impl TryFrom<i64> for Instant {
    type Error = Reason;

    fn try_from(millis: i64) -> Result<Self, Reason> {
        Self::from_millis(millis)
    }
}

impl TryFrom<OffsetDateTime> for Instant {
    type Error = Reason;

    fn try_from(time: OffsetDateTime) -> Result<Self, Reason> {
        let millis = time.unix_timestamp_nanos().div_euclid(1_000_000);
        i64::try_from(millis)
            .map_err(|_| Reason::new("must be in the years 1 to 9999"))
            .and_then(Self::from_millis)
    }
}

impl From<Instant> for OffsetDateTime {
    fn from(instant: Instant) -> Self {
        OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(instant.0)
    }
}

/// Writes RFC 3339 in UTC, with a fraction only if needed: `2026-05-01T09:00:00Z`.
impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = OffsetDateTime::from(*self)
            .format(&Rfc3339)
            .map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

/// The unit of an epoch number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EpochUnit {
    /// Seconds.
    #[default]
    #[serde(rename = "s")]
    Seconds,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Millis,
}

/// An instant with the unit in which answers write its epoch number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The instant.
    pub at: Instant,
    /// The unit of the input; seconds for text.
    pub unit: EpochUnit,
    /// Whether the input was text, which has no unit, so that a stored unit stays.
    #[serde(skip)]
    unitless: bool,
}

impl Moment {
    /// A moment from an epoch number: milliseconds where its magnitude is 10^11 or more, else
    /// seconds.
    ///
    /// # Errors
    /// Outside of the years 1 to 9999.
    pub fn from_epoch(number: Decimal) -> Result<Self, Reason> {
        let (unit, millis) = if number.abs() >= Decimal::from(MILLIS_FROM) {
            (EpochUnit::Millis, Some(number))
        } else {
            (
                EpochUnit::Seconds,
                number.checked_mul(Decimal::ONE_THOUSAND),
            )
        };
        let millis = millis.and_then(|millis| millis.floor().to_i64());
        let at = millis
            .ok_or_else(|| Reason::new("must be in the years 1 to 9999"))
            .and_then(Instant::from_millis)?;
        Ok(Self {
            at,
            unit,
            unitless: false,
        })
    }

    /// A moment from RFC 3339 or ISO 8601 text.
    ///
    /// # Errors
    /// As [`Instant::parse`].
    pub fn from_text(text: &str) -> Result<Self, Reason> {
        let at = Instant::parse(text)?;
        Ok(Self {
            at,
            unit: readable_unit(at, EpochUnit::Seconds),
            unitless: true,
        })
    }

    /// The epoch number in its unit.
    pub fn epoch(self) -> Decimal {
        self.at.epoch(self.unit)
    }

    /// The same moment at another instant, in its unit if that can be read there.
    pub(crate) fn moved_to(self, at: Instant) -> Self {
        Self {
            at,
            unit: readable_unit(at, self.unit),
            unitless: false,
        }
    }

    /// The moment that this input stores over `current`: the same instant as text keeps its unit.
    fn over(self, current: Option<Self>) -> Self {
        match current {
            Some(current) if self.unitless && current.at == self.at => current,
            _ => Self {
                unitless: false,
                ..self
            },
        }
    }
}

/// `unit`, or the other one if the number in `unit` would be parsed as a number in the other.
fn readable_unit(at: Instant, unit: EpochUnit) -> EpochUnit {
    if at.epoch(unit).abs() >= Decimal::from(MILLIS_FROM) {
        EpochUnit::Millis
    } else {
        EpochUnit::Seconds
    }
}

/// Start and end of a trip. One that was never sent is missing: it is the other one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dates {
    /// When it starts.
    pub start: Option<Moment>,
    /// When it ends; not before its start.
    pub end: Option<Moment>,
}

impl Dates {
    /// Merges `sent` into these dates by key. The epoch on both sides means no dates.
    ///
    /// A date that is missing stays so if it is sent as it is answered while the other one stays:
    /// it follows that one. A 0, which earlier releases answered for it, leaves it missing, too.
    ///
    /// # Errors
    /// Start after end.
    pub fn merge(self, sent: Self, path: &Path) -> Result<Self, Violations> {
        let is_epoch =
            |moment: Option<Moment>| moment.is_none_or(|moment| moment.at == Instant::EPOCH);
        let merge = |sent: Option<Moment>, current: Option<Moment>| match (sent, current) {
            (Some(moment), current) => Some(moment.over(current)),
            (None, current) => current,
        };
        let follows = |sent: Option<Moment>, current: Option<Moment>, other, next| {
            let is_answered = |sent: Moment| {
                sent.at == Instant::EPOCH || other == next && Some(sent.over(other)) == other
            };
            current.is_none() && other.is_some() && sent.is_some_and(is_answered)
        };
        let mut merged = Self {
            start: merge(sent.start, self.start),
            end: merge(sent.end, self.end),
        };
        if follows(sent.end, self.end, self.start, merged.start) {
            merged.end = None;
        } else if follows(sent.start, self.start, self.end, merged.end) {
            merged.start = None;
        }
        if is_epoch(merged.start) && is_epoch(merged.end) {
            return Ok(Self::default());
        }
        match (merged.start, merged.end) {
            (Some(start), Some(end)) if start.at > end.at => {
                Err(start_after_end(path, sent.start.is_some()))
            }
            _ => Ok(merged),
        }
    }

    /// Both dates, as answers show them: one that is missing is the other one.
    #[must_use]
    pub fn completed(self) -> Self {
        Self {
            start: self.start.or(self.end),
            end: self.end.or(self.start),
        }
    }
}

/// A period; its end is not before its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// When it starts.
    pub start: Moment,
    /// When it ends.
    pub end: Moment,
}

impl From<Option<Period>> for Dates {
    fn from(period: Option<Period>) -> Self {
        Self {
            start: period.map(|period| period.start),
            end: period.map(|period| period.end),
        }
    }
}

impl Period {
    /// A period from its input. Returns `None` if both sides are missing or both are the epoch. A
    /// single missing side equals the other.
    ///
    /// # Errors
    /// Start after end.
    pub fn new(
        start: Option<Moment>,
        end: Option<Moment>,
        path: &Path,
    ) -> Result<Option<Self>, Violations> {
        let (Some(start), Some(end)) = (start.or(end), end.or(start)) else {
            return Ok(None);
        };
        if start.at == Instant::EPOCH && end.at == Instant::EPOCH {
            return Ok(None);
        }
        if start.at > end.at {
            return Err(start_after_end(path, true));
        }
        Ok(Some(Self { start, end }))
    }

    /// The period that this input stores over `current`.
    pub(crate) fn over(self, current: Option<Self>) -> Self {
        Self {
            start: self.start.over(current.map(|period| period.start)),
            end: self.end.over(current.map(|period| period.end)),
        }
    }
}

/// The violation of a start after the end: at the start if that was sent, else at the end.
fn start_after_end(path: &Path, start_was_sent: bool) -> Violations {
    if start_was_sent {
        Violations::at(path.field("start"), "must not be after the end")
    } else {
        Violations::at(path.field("end"), "must not be before the start")
    }
}
