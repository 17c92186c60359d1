//! When events begin and end.

use jiff::SignedDuration;
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::{Date, Instant};

use super::component::Property;
use super::content::parse_local;
use super::observances::Zones;
use crate::import::ImportError;
use crate::zone;

/// The longest duration that counts, in seconds: a hundred years.
const MAX_DURATION: i64 = 3_155_760_000;

/// When an event begins or ends.
#[derive(Debug, Clone)]
pub(super) enum When {
    /// On a whole day.
    Day(Date),
    /// At an instant: its local day, and the zone if the file names one.
    At(Instant, Date, Option<ZoneName>),
}

impl When {
    /// Its day.
    pub(super) fn date(&self) -> Date {
        match self {
            Self::Day(date) | Self::At(_, date, _) => *date,
        }
    }
}

/// Reads a time: of a zone of the file, else of the database. One without a zone is read as UTC.
pub(super) fn when(property: &Property, zones: &Zones) -> Result<When, ImportError> {
    let value = property.value.trim();
    let malformed = || property.no_time();
    if value.len() == 8 {
        return date(value).map(When::Day).ok_or_else(malformed);
    }
    let (local, is_utc) = match value.strip_suffix(['Z', 'z']) {
        Some(local) => (local, true),
        None => (value, false),
    };
    let local = parse_local(local).ok_or_else(malformed)?;
    let day = zone::date(local).ok_or_else(malformed)?;
    let utc = || Instant::parse(&format!("{local}Z")).map_err(|_| malformed());
    if is_utc {
        return Ok(When::At(utc()?, day, None));
    }
    let Some(id) = property.parameter("TZID") else {
        return Ok(When::At(utc()?, day, None));
    };
    let zone = zones.get(id);
    let known = zone.and_then(|zone| zone.known.as_ref());
    let name = known.and_then(|zone| ZoneName::new(zone.name()).ok());
    if let Some(offset) = zone.and_then(|zone| zone.offset(local)) {
        let at = utc()?.plus_millis(-i64::from(offset) * 1_000);
        return Ok(When::At(at, day, name));
    }
    let known = known
        .ok_or_else(|| ImportError::malformed(format!("the time zone is not known: {id:.100}")))?;
    let at = known.instant(local).ok_or_else(malformed)?;
    Ok(When::At(at, day, name))
}

/// A day in the basic form: `20260601`.
fn date(text: &str) -> Option<Date> {
    let (year, rest) = text.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    Date::parse(&format!("{year}-{month}-{day}")).ok()
}

/// The end of an event by its start and its duration, such as `PT1H30M` or `P2D`. Days and weeks
/// keep the hour of the wall clock, hours are exact (RFC 5545, section 3.3.6).
pub(super) fn after(start: &Property, duration: &str, zones: &Zones) -> Option<When> {
    let (days, seconds) = duration_of(duration)?;
    let later = |hours: i64, seconds: i64| {
        let by = SignedDuration::from_hours(hours) + SignedDuration::from_secs(seconds);
        when(&start.delayed(by).ok()?, zones).ok()
    };
    match later(days * 24, 0)? {
        When::Day(date) => Some(When::Day(
            date.midnight().plus_days(seconds / 86_400).into(),
        )),
        When::At(at, _, zone) => Some(When::At(
            at.plus_millis(seconds.checked_mul(1_000)?),
            later(days * 24, seconds)?.date(),
            zone,
        )),
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
