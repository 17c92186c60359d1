//! When a booking begins and ends, as its sender writes that.

use std::fmt;

use jiff::civil::{DateTime, Time};
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use wayfare_domain::trip::{ItemClass, LocalTime, TypedHours};
use wayfare_domain::{Date, Instant};

use crate::import::draft::{DatedItem, DraftItem};

/// The offsets that zones have, in hours, and the milliseconds of an hour.
const MIN_OFFSET: i64 = -12;
const MAX_OFFSET: i64 = 14;
const HOUR: i64 = 3_600_000;

/// When a booking begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// On a day.
    Day(Date),
    /// At an hour of its place, which is as if in UTC.
    Local(LocalTime),
    /// At an instant, and the hour with which it is written if that has an offset: it is one of its
    /// place if the place has the offset then.
    Instant(Instant, Option<LocalTime>),
}

impl When {
    /// Reads ISO 8601, perhaps with a space in the place of `T`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let text = match (words.next()?, words.next()) {
            (date, Some(time)) => [date, "T", time].into_iter().chain(words).collect(),
            (date, None) => date.to_owned(),
        };
        let pieces = Pieces::parse(&text).ok()?;
        let Some(time) = pieces.time() else {
            return Date::parse(&pieces.date().to_string()).ok().map(Self::Day);
        };
        let local = as_if_utc(pieces.date().to_datetime(time))?;
        Some(match pieces.offset() {
            None => Self::Local(LocalTime::in_utc(local)),
            Some(offset) => {
                let seconds = offset.to_numeric_offset().seconds();
                let hour = match offset {
                    PiecesOffset::Numeric(_) if seconds != 0 => Some(LocalTime::in_utc(local)),
                    _ => None,
                };
                Self::Instant(local.plus_millis(-i64::from(seconds) * 1_000), hour)
            }
        })
    }

    /// Reads an hour alone, such as `15:00`, of a day.
    pub(super) fn of_day(day: Date, hour: &str) -> Option<Self> {
        let hour = hour.trim();
        let time: Time = hour.parse().ok().filter(|_| hour.contains(':'))?;
        let local = format!("{day}T{time}").parse().ok()?;
        as_if_utc(local).map(|local| Self::Local(LocalTime::in_utc(local)))
    }

    /// Its day, by the clock by which it is written.
    pub(super) fn date(self) -> Date {
        match self {
            Self::Day(date) => date,
            Self::Local(hour) | Self::Instant(_, Some(hour)) => hour.date(),
            Self::Instant(at, None) => at.into(),
        }
    }

    /// Whether it has an hour.
    pub(super) fn has_hour(self) -> bool {
        !matches!(self, Self::Day(_))
    }

    /// Its instant, as if in UTC for an hour of its place.
    pub(super) fn instant(self) -> Instant {
        match self {
            Self::Day(date) => date.midnight(),
            Self::Local(hour) => hour.as_if_utc(),
            Self::Instant(at, _) => at,
        }
    }

    /// Its instant, and its hour as if in UTC.
    pub(super) fn begins(self) -> impl Iterator<Item = Instant> {
        let hour = self.typed().map(LocalTime::as_if_utc);
        [Some(self.instant()), hour].into_iter().flatten()
    }

    /// The first and last hour of its place that it may be, as if in UTC.
    pub(super) fn hours(self) -> (Instant, Instant) {
        match self {
            Self::Day(date) => (date.midnight(), date.midnight().plus_days(1)),
            Self::Local(hour) | Self::Instant(_, Some(hour)) => {
                (hour.as_if_utc(), hour.as_if_utc())
            }
            Self::Instant(at, None) => (
                at.plus_millis(MIN_OFFSET * HOUR),
                at.plus_millis(MAX_OFFSET * HOUR),
            ),
        }
    }

    /// The first and last day that it may be on, by the clock of its place.
    pub(super) fn days(self) -> (Date, Date) {
        match self {
            Self::Day(date) => (date, date),
            _ => {
                let (first, last) = self.hours();
                (first.into(), last.into())
            }
        }
    }

    fn typed(self) -> Option<LocalTime> {
        match self {
            Self::Day(date) => Some(LocalTime::in_utc(date.midnight())),
            Self::Local(hour) => Some(hour),
            Self::Instant(_, hour) => hour,
        }
    }
}

/// As people read it: the hour as written, or that of UTC.
impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, zone) = match self {
            Self::Day(date) => return date.fmt(f),
            Self::Local(hour) | Self::Instant(_, Some(hour)) => (hour.to_string(), ""),
            Self::Instant(at, None) => (at.to_string(), " UTC"),
        };
        let text = text.get(..16).unwrap_or(&text).replace('T', " ");
        write!(f, "{text}{zone}")
    }
}

fn as_if_utc(local: DateTime) -> Option<Instant> {
    Instant::parse(&format!("{local}Z")).ok()
}

/// An item at these times. A day alone is a whole day, and several days are from midnight to
/// midnight; the last day of what is no stay belongs to it. Returns an end that it can't have: one
/// before its start by the clocks of both.
pub(super) fn dated(
    mut item: DraftItem,
    start: Option<When>,
    end: Option<When>,
) -> (DatedItem, Option<When>) {
    let (mut last, mut lost) = (start.or(end).map(When::date), None);
    if let Some(start) = start {
        let end = end.filter(|end| match (start, end) {
            (When::Day(_), _) | (_, When::Day(_)) => end.date() > start.date(),
            _ => true,
        });
        let is_stay = item.class == Some(ItemClass::Stay);
        let end = end.map(|end| match end {
            When::Day(day) if !is_stay => When::Day(day.midnight().plus_days(1).into()),
            end => end,
        });
        lost = end.filter(|end| end.instant() < start.instant());
        let end = end.filter(|_| lost.is_none());
        last = end.map(When::date).max(last);
        if start.has_hour() || end.is_some() {
            item.place.start = Some(start.instant());
            item.place.end = end.map(When::instant);
            item.typed = TypedHours {
                start: start.typed(),
                end: end.and_then(When::typed),
            };
        }
    }
    let first = start.or(end).map(When::date);
    (DatedItem { first, last, item }, lost)
}
