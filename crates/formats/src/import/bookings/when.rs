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
/// A shown hour is at most so many hours before the one by which its day is told, and within a day
/// from there: passes become relevant before they are used.
const MIN_EARLIER: i64 = -6;
const DAY: i64 = 24 * HOUR;

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
    /// Reads ISO 8601, perhaps with a space in the place of `T`, and with an hour before or after
    /// noon.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = match text.split_once(char::is_whitespace) {
            Some((date, time)) => {
                let hour = half_day_hour(time).map(|hour| hour.to_string());
                let time = hour.unwrap_or_else(|| time.split_whitespace().collect());
                format!("{date}T{time}")
            }
            None => text.to_owned(),
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

    /// Reads an hour alone, such as `15:00` or `3:00 PM`, of a day.
    pub(super) fn of_day(day: Date, hour: &str) -> Option<Self> {
        let time = hour_alone(hour)?;
        let local = format!("{day}T{time}").parse().ok()?;
        as_if_utc(local).map(|local| Self::Local(LocalTime::in_utc(local)))
    }

    /// The hour alone of a text, which is near this time. Of an hour its day is told by an offset
    /// that places have; `None` if two days may be meant.
    pub(super) fn nearest(self, hour: &str) -> Option<Self> {
        let (from, (first, last)) = match self {
            Self::Day(day) => return Self::of_day(day, hour),
            Self::Local(written) | Self::Instant(_, Some(written)) => {
                let first = MIN_EARLIER * HOUR;
                (written.as_if_utc(), (first, first + DAY - 1))
            }
            Self::Instant(at, None) => (at, (MIN_OFFSET * HOUR, MAX_OFFSET * HOUR)),
        };
        let days = (-1..=1).filter_map(|days| {
            let found = Self::of_day(from.plus_days(days).into(), hour)?;
            let millis = found.instant().millis() - from.millis();
            (first..=last).contains(&millis).then_some(found)
        });
        let days: Vec<Self> = days.collect();
        match days.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The end at an hour alone: the next time that it is that hour after a start.
    pub(super) fn end_after(self, hour: &str) -> Option<Self> {
        if matches!(self, Self::Instant(_, None)) {
            return self.nearest(hour);
        }
        let end = Self::of_day(self.date(), hour)?;
        match self.has_hour() && end.instant() < self.hours().0 {
            true => Self::of_day(self.date().midnight().plus_days(1).into(), hour),
            false => Some(end),
        }
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

/// Reads an hour, such as `15:00` or `3:00 PM`.
pub(super) fn hour_alone(text: &str) -> Option<Time> {
    let text = text.trim();
    let hour = text.parse().ok().filter(|_| text.contains(':'));
    hour.or_else(|| half_day_hour(text))
}

/// Reads an hour before or after noon, such as `3:00 PM` or `3 p.m.`.
fn half_day_hour(text: &str) -> Option<Time> {
    let text = text.trim().to_ascii_lowercase().replace('.', "");
    let (hour, after_noon) = match text.strip_suffix("am") {
        Some(hour) => (hour, 0),
        None => (text.strip_suffix("pm")?, 12),
    };
    let mut parts = hour
        .trim()
        .splitn(3, ':')
        .map(|part| part.parse::<i8>().ok());
    let hour = parts
        .next()
        .flatten()
        .filter(|hour| (1..=12).contains(hour))?;
    let mut rest = || parts.next().unwrap_or(Some(0));
    let (minutes, seconds) = (rest()?, rest()?);
    Time::new(hour % 12 + after_noon, minutes, seconds, 0).ok()
}

fn as_if_utc(local: DateTime) -> Option<Instant> {
    Instant::parse(&format!("{local}Z")).ok()
}

/// Whether an end is before its start, by the clocks of both. Those of the ends of travel may
/// differ: what is known of them then shows whether it is.
fn is_before(end: When, start: When, is_travel: bool) -> bool {
    let (before, after) = (end.instant().millis(), start.instant().millis());
    let is_exact = matches!((start, end), (When::Instant(..), When::Instant(..)));
    let may_differ = is_travel && !is_exact && start.has_hour() && end.has_hour();
    let most = if may_differ {
        MAX_OFFSET - MIN_OFFSET
    } else {
        0
    };
    before < after - most * HOUR
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
        // Cars are brought back by the clock by which they are taken.
        let is_travel =
            item.class != Some(ItemClass::Car) && item.class.is_some_and(ItemClass::is_travel);
        lost = end.filter(|end| is_before(*end, start, is_travel));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(when: Option<When>) -> String {
        when.map(|when| when.to_string()).unwrap_or_default()
    }

    #[test]
    fn hours_before_and_after_noon_are_read() {
        for (text, expected) in [
            ("2026-06-03 10:00 PM", "2026-06-03 22:00"),
            ("2026-06-03 12:05 am", "2026-06-03 00:05"),
            ("2026-06-03  12:05:00PM", "2026-06-03 12:05"),
            ("2026-06-03 9 p.m.", "2026-06-03 21:00"),
            ("2026-06-03 22:00", "2026-06-03 22:00"),
            ("2026-06-03 22:00:00 +02:00", "2026-06-03 22:00"),
            ("2026-06-03 22:00+02:00", "2026-06-03 22:00"),
            ("2026-06-03 22:00Z", "2026-06-03 22:00 UTC"),
            ("2026-06-03 13:00 PM", ""),
            ("2026-06-03 0:30 AM", ""),
            ("2026-06-03 10:00 XM", ""),
        ] {
            assert_eq!(shown(When::parse(text)), expected, "{text}");
        }
        let offset = When::parse("2026-06-03 22:00+02:00").unwrap();
        assert_eq!(offset.instant().to_string(), "2026-06-03T20:00:00Z");
        let day = Date::parse("2026-06-03").unwrap();
        for (hour, expected) in [
            ("11:30 PM", "2026-06-03 23:30"),
            ("23:30", "2026-06-03 23:30"),
            ("23", ""),
            ("soon", ""),
        ] {
            assert_eq!(shown(When::of_day(day, hour)), expected, "{hour}");
        }
    }

    #[test]
    fn the_day_of_a_shown_hour_is_one_of_a_plausible_offset() {
        for (relevant, hour, expected) in [
            ("2026-06-01T22:30:00Z", "07:30", "2026-06-02 07:30"),
            ("2026-06-02T04:00:00Z", "21:00", "2026-06-01 21:00"),
            ("2026-06-02T06:30:00Z", "11:30 PM", "2026-06-01 23:30"),
            ("2026-06-02T06:30:00Z", "08:30", "2026-06-02 08:30"),
            // New Zealand or Samoa.
            ("2026-06-02T09:00:00Z", "22:00", ""),
            // An offset is that of the place.
            ("2026-06-01T23:50:00+02:00", "00:30", "2026-06-02 00:30"),
            ("2026-06-02T00:10:00+09:00", "07:30", "2026-06-02 07:30"),
            ("2026-06-02T20:00:00-07:00", "21:00", "2026-06-02 21:00"),
            ("2026-06-02T09:00", "21:30", "2026-06-02 21:30"),
            ("2026-06-02", "00:30", "2026-06-02 00:30"),
        ] {
            let relevant = When::parse(relevant).unwrap();
            assert_eq!(shown(relevant.nearest(hour)), expected, "{relevant} {hour}");
        }
    }

    #[test]
    fn an_end_at_an_hour_alone_is_after_its_start() {
        for (start, hour, expected) in [
            ("2026-06-01T22:30", "00:45", "2026-06-02 00:45"),
            ("2026-06-01T22:30", "23:45", "2026-06-01 23:45"),
            ("2026-06-01T22:30:00+02:00", "12:45 AM", "2026-06-02 00:45"),
            ("2026-06-02T04:00:00Z", "23:30", "2026-06-01 23:30"),
            ("2026-06-01", "00:45", "2026-06-01 00:45"),
        ] {
            let start = When::parse(start).unwrap();
            assert_eq!(shown(start.end_after(hour)), expected, "{start} {hour}");
        }
    }
}
