//! When events begin and end.

use jiff::civil::DateTime;
use jiff::{SignedDuration, ToSpan};
use wayfare_domain::trip::LocalTime;
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Date, Instant};

use super::names::{KnownZone, zone_of_offset};
use super::observances::{Described, Zones};
use super::property::{Property, Written};
use crate::zone::{self, Zone};

/// A warning: the definition that the file has of a known zone is not the zone's.
const OTHER_HOUR: &str = "the hour stays as written, not as the file's time zone says";
/// A warning: the file's own zone begins later.
const NOT_DESCRIBED: &str = "the file's time zone begins later, its first offset is taken";

/// Why an event is left out.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) warning: &'static str,
    /// What can't be read.
    pub(super) value: String,
}

impl Unreadable {
    /// The error of a value that is none.
    pub(super) fn value(value: &str) -> Self {
        let value = format!("{:.40}", value.trim());
        let warning = "an event that can't be read is left out";
        Self { warning, value }
    }

    fn zone(id: &str) -> Self {
        let value = format!("{id:.100}");
        let warning = "an event in an unknown time zone is left out";
        Self { warning, value }
    }
}

/// The longest duration that counts, in seconds: a hundred years.
const MAX_DURATION: i64 = 3_155_760_000;

/// When an event begins or ends.
#[derive(Debug, Clone)]
pub(super) enum When {
    /// On a whole day.
    Day(Date),
    /// At a time.
    At(Time),
}

/// A time of an event.
#[derive(Debug, Clone)]
pub(super) struct Time {
    pub(super) instant: Instant,
    /// The hour as written.
    pub(super) local: DateTime,
    pub(super) clock: Clock,
    /// What is doubtful about it.
    pub(super) warning: Option<String>,
}

/// Whose clock shows the hour that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Clock {
    /// That of a known zone: the hour is the truth, and the instant follows.
    Zone(ZoneName),
    /// One that was so many seconds east of Greenwich then: the hour is that of its place if the
    /// place had this offset, else the instant is the truth.
    Offset(i32),
    /// UTC: the instant is the truth.
    Utc,
    /// That of wherever the event is: the hour is the truth, and the instant is as if in UTC.
    Place,
}

impl When {
    /// Its day, by the clock that it was written by.
    pub(super) fn date(&self) -> Date {
        match self {
            Self::Day(date) => *date,
            Self::At(time) => zone::date(time.local).unwrap_or_else(|| time.instant.into()),
        }
    }
}

/// Reads a day or a time. The hour that is written is the hour of a zone whose name is known, else
/// the file's definition says when it was.
///
/// # Errors
/// Why it can't be read.
pub(super) fn when(property: &Property, zones: &Zones) -> Result<When, Unreadable> {
    let malformed = || Unreadable::value(&property.value);
    let written = property.written().ok_or_else(malformed)?;
    let local = written.local();
    let day = zone::date(local).ok_or_else(malformed)?;
    let (clock, instant, warning) = match (written, property.parameter("TZID")) {
        (Written::Day(_), _) => return Ok(When::Day(day)),
        (Written::Utc(_), _) => (Clock::Utc, east(local, 0), None),
        (Written::Offset(_, offset), _) => (Clock::of_offset(offset), east(local, offset), None),
        (Written::Local(_), None) => (Clock::Place, east(local, 0), None),
        (Written::Local(_), Some(id)) => in_zone(local, id, zones)?,
    };
    Ok(When::At(Time {
        instant: instant.ok_or_else(malformed)?,
        local,
        clock,
        warning,
    }))
}

/// An hour in a zone, with a warning if that is doubtful.
///
/// # Errors
/// The zone is not known.
fn in_zone(
    local: DateTime,
    id: &str,
    zones: &Zones,
) -> Result<(Clock, Option<Instant>, Option<String>), Unreadable> {
    let unknown = || Unreadable::zone(id);
    let zone = zones.get(id).ok_or_else(unknown)?;
    let of_zone = |zone: &Zone| {
        let name = ZoneName::new(zone.name()).ok()?;
        Some((Clock::Zone(name), zone.instant(local)))
    };
    let of_offset = |offset| (Clock::of_offset(offset), east(local, offset));
    let known = zone.known.as_ref().and_then(|known| match known {
        KnownZone::Zone(zone) => of_zone(zone),
        KnownZone::Offset(offset) => Some(of_offset(*offset)),
    });
    let located = zone.located.as_ref().and_then(of_zone);
    let described = zone.described(local);
    let ((clock, instant), warning) = match (known, described) {
        (Some(known), Some(it)) if east(local, it.offset) != known.1 => (known, Some(OTHER_HOUR)),
        (Some(known), _) => (known, None),
        (None, Some(Described { offset, is_before })) => {
            let by_file = of_offset(offset);
            let located = located.filter(|(_, instant)| *instant == by_file.1);
            let warning = is_before.then_some(NOT_DESCRIBED);
            (located.unwrap_or(by_file), warning)
        }
        (None, None) => (located.ok_or_else(unknown)?, None),
    };
    Ok((
        clock,
        instant,
        warning.map(|warning| format!("{warning}: {id:.100}")),
    ))
}

/// The instant of a clock that is so many seconds east of Greenwich.
fn east(local: DateTime, seconds: i32) -> Option<Instant> {
    let utc = Instant::parse(&format!("{local}Z")).ok()?;
    Some(utc.plus_millis(-i64::from(seconds) * 1_000))
}

impl Time {
    /// The hour, if it is the truth and the instant follows; by an offset, if its place had that.
    pub(super) fn typed(&self) -> Option<LocalTime> {
        let hour = east(self.local, 0).filter(|_| self.clock != Clock::Utc);
        hour.map(LocalTime::in_utc)
    }
}

impl Clock {
    /// The zone that an event has by it. An offset gives one only if nothing tells where the
    /// event is.
    pub(super) fn zone(&self, is_anywhere: bool) -> Option<ZoneName> {
        match self {
            Self::Zone(name) => Some(name.clone()),
            Self::Offset(offset) if is_anywhere => {
                ZoneName::new(zone_of_offset(*offset)?.name()).ok()
            }
            Self::Offset(_) | Self::Utc | Self::Place => None,
        }
    }

    fn of_offset(seconds: i32) -> Self {
        match seconds {
            0 => Self::Utc,
            seconds => Self::Offset(seconds),
        }
    }
}

/// The end of an event by its start and its duration, such as `PT1H30M` or `P2D`. Days and weeks
/// keep the hour of the wall clock, hours are exact (RFC 5545, section 3.3.6).
pub(super) fn after(start: &Property, duration: &str, zones: &Zones) -> Option<When> {
    let (days, seconds) = duration_of(duration)?;
    let later = start.delayed(SignedDuration::from_hours(days * 24))?;
    match when(&later, zones).ok()? {
        When::Day(date) => Some(When::Day(
            date.midnight().plus_days(seconds / 86_400).into(),
        )),
        When::At(time) => {
            let instant = time.instant.plus_millis(seconds.checked_mul(1_000)?);
            let local = match &time.clock {
                Clock::Zone(name) => Zone::find(name)?.local(instant)?,
                _ => time.local.checked_add(seconds.seconds()).ok()?,
            };
            Some(When::At(Time {
                instant,
                local,
                ..time
            }))
        }
    }
}

/// The days and the seconds of a duration.
fn duration_of(text: &str) -> Option<(i64, i64)> {
    let text = text.trim().trim_start_matches('+');
    let (mut days, mut seconds): (i64, i64) = (0, 0);
    let mut digits = String::new();
    for character in text.strip_prefix('P')?.chars() {
        let unit = match character {
            '0'..='9' => {
                digits.push(character);
                continue;
            }
            'T' => continue,
            'W' | 'D' => {
                let number: i64 = std::mem::take(&mut digits).parse().ok()?;
                let unit = if character == 'W' { 7 } else { 1 };
                days = days.checked_add(number.checked_mul(unit)?)?;
                continue;
            }
            'H' => 3_600,
            'M' => 60,
            'S' => 1,
            _ => return None,
        };
        let number: i64 = std::mem::take(&mut digits).parse().ok()?;
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
    }
    let total = days.checked_mul(86_400)?.checked_add(seconds)?;
    (0..=MAX_DURATION)
        .contains(&total)
        .then_some((days, seconds))
}
