//! The time zones that a calendar brings along.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use super::component::{Component, Parts, too_many_changes};
use super::content::parse_local;
use super::names::{self, KnownZone, offset_of};
use crate::import::ImportError;
use crate::zone::Zone;

/// The most changes of all zones that repeat by a rule.
const MAX_RULES: usize = 1_000;
/// The years that rules are applied to.
const YEARS: RangeInclusive<i16> = 1900..=2100;
/// How many changes from a day before a time on are looked at.
const MAX_NEAR: usize = 64;

/// The time zones that a calendar names, by their ids.
pub(super) struct Zones(HashMap<String, FileZone>);

/// A time zone that a calendar names.
#[derive(Default)]
pub(super) struct FileZone {
    /// The changes of its clocks that the calendar describes, in their order; none if it only names
    /// the zone.
    changes: Vec<Change>,
    /// What its id says.
    pub(super) known: Option<KnownZone>,
    /// The zone of its `X-LIC-LOCATION`.
    pub(super) located: Option<Zone>,
}

/// What a calendar says of a zone's clock at a time.
pub(super) struct Described {
    /// Seconds east of Greenwich.
    pub(super) offset: i32,
    /// Whether the time is before all that is described: the offset is the nearest one.
    pub(super) is_before: bool,
}

/// A change that repeats every year.
struct Rule {
    /// When it happens first.
    onset: Change,
    month: i8,
    day: DayOfMonth,
    /// The last time, by the clocks before it.
    until: Option<DateTime>,
}

enum DayOfMonth {
    /// The same one each year.
    Number(i8),
    /// Of these days, the one that is this weekday.
    Among(BTreeSet<i8>, Weekday),
    /// The first, second, … or (negative) last weekday of this kind.
    Nth(i8, Weekday),
}

/// A change of clocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    /// When it happens, in UTC as a wall clock.
    utc: DateTime,
    /// When it happens, by the clocks before it.
    local: DateTime,
    /// Seconds east of Greenwich before and after it.
    from: i32,
    to: i32,
}

impl Zones {
    /// Reads the zones that events name, each once. The names of our own files are IANA's.
    ///
    /// # Errors
    /// They have too many rules.
    pub(super) fn new(calendar: &Parts, is_own: bool) -> Result<Self, ImportError> {
        let properties = calendar.events.iter().flat_map(|event| &event.properties);
        let ids = properties.filter_map(|property| property.parameter("TZID"));
        let named = |id: &str| match is_own {
            true => Zone::named(id).map(KnownZone::Zone),
            false => KnownZone::find(id),
        };
        let mut zones = HashMap::new();
        for id in ids {
            if !zones.contains_key(id) {
                let known = named(id);
                let zone = FileZone {
                    known,
                    ..FileZone::default()
                };
                zones.insert(id.to_owned(), zone);
            }
        }
        let mut rules = 0;
        for component in &calendar.time_zones {
            let id = component.get("TZID").map(|id| &id.value);
            let zone = id.and_then(|id| zones.get_mut(id));
            let Some(zone) = zone.filter(|zone| zone.changes.is_empty()) else {
                continue;
            };
            let observances = component.observances.iter();
            rules += observances.filter(|it| it.get("RRULE").is_some()).count();
            if rules > MAX_RULES {
                return Err(too_many_changes());
            }
            zone.changes = changes(component);
            let location = component.get("X-LIC-LOCATION");
            zone.located = location.and_then(|location| names::zone(location.value.trim()));
        }
        Ok(Self(zones))
    }

    /// What an event names by an id.
    pub(super) fn get(&self, id: &str) -> Option<&FileZone> {
        self.0.get(id)
    }
}

impl FileZone {
    /// What the calendar says at a wall clock: the first of two offsets; after a gap as if it had
    /// not been. `None` if the calendar does not describe the zone.
    pub(super) fn described(&self, local: DateTime) -> Option<Described> {
        // No clock is a whole day before or after UTC.
        let day_before = local.saturating_sub(1.day());
        let before = |change: &Change| change.utc <= day_before;
        let from = self.changes.partition_point(before).saturating_sub(1);
        let changes = self.changes.get(from..)?;
        let first = changes.first()?;
        let described = |offset, is_before| Some(Described { offset, is_before });
        let utc_of = |offset: i32| local.checked_sub(i64::from(offset).seconds()).ok();
        if utc_of(first.from)? < first.utc {
            return described(first.from, from == 0);
        }
        let mut last_before = first;
        for (place, change) in changes.iter().take(MAX_NEAR).enumerate() {
            let utc = utc_of(change.to)?;
            let next = changes.get(place + 1);
            if utc >= change.utc && next.is_none_or(|next| utc < next.utc) {
                return described(change.to, false);
            }
            if change.local <= local {
                last_before = change;
            }
        }
        described(last_before.from, false)
    }
}

/// The changes of a zone's clocks in their order. A malformed observance or rule is left out.
fn changes(zone: &Component) -> Vec<Change> {
    let mut changes = Vec::new();
    for observance in &zone.observances {
        let offset = |name: &str| offset_of(observance.get(name)?.value.trim());
        let (Some(from), Some(to)) = (offset("TZOFFSETFROM"), offset("TZOFFSETTO")) else {
            continue;
        };
        let begin = observance
            .get("DTSTART")
            .and_then(|it| parse_local(&it.value));
        let Some(onset) = begin.and_then(|local| Change::new(local, from, to)) else {
            continue;
        };
        changes.push(onset);
        let dates = observance.all("RDATE").flat_map(|it| it.value.split(','));
        changes.extend(dates.filter_map(|date| Change::new(parse_local(date)?, from, to)));
        let rule = observance.get("RRULE");
        if let Some(rule) = rule.and_then(|rule| Rule::read(&rule.value, onset)) {
            rule.add_to(&mut changes);
        }
    }
    changes.sort_unstable();
    changes.dedup();
    changes
}

impl Change {
    fn new(local: DateTime, from: i32, to: i32) -> Option<Self> {
        let utc = local.checked_sub(i64::from(from).seconds()).ok()?;
        Some(Self {
            utc,
            local,
            from,
            to,
        })
    }
}

impl Rule {
    /// Reads `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`. The onset gives what the rule leaves out.
    fn read(text: &str, onset: Change) -> Option<Self> {
        let first = onset.local;
        let parts = rule_parts(text);
        if !parts.get("FREQ")?.eq_ignore_ascii_case("YEARLY") {
            return None;
        }
        let month = match parts.get("BYMONTH") {
            Some(month) => month
                .parse()
                .ok()
                .filter(|month| (1..=12).contains(month))?,
            None => first.month(),
        };
        let numbers = parts.get("BYMONTHDAY").map(|list| {
            let days = list.split(',').filter_map(|day| day.parse().ok());
            let days = days.filter(|day| (1..=31).contains(day));
            days.collect::<BTreeSet<i8>>()
        });
        let day = match (parts.get("BYDAY"), numbers) {
            (Some(day), Some(days)) => {
                let weekday = day.get(day.len().checked_sub(2)?..)?;
                DayOfMonth::Among(days, weekday_of(weekday)?)
            }
            (Some(day), None) => match numbered_weekday(day)? {
                (0, weekday) => DayOfMonth::Nth(1, weekday),
                (nth, weekday) => DayOfMonth::Nth(nth, weekday),
            },
            (None, days) => {
                let day = days.and_then(|days| days.first().copied());
                DayOfMonth::Number(day.unwrap_or_else(|| first.day()))
            }
        };
        let until = parts.get("UNTIL").and_then(|until| {
            match until.strip_suffix(['Z', 'z']) {
                // In UTC, as the standard says.
                Some(utc) => parse_local(utc)?
                    .checked_add(i64::from(onset.from).seconds())
                    .ok(),
                None => parse_local(until).or_else(|| parse_local(&format!("{until}T235959"))),
            }
        });
        Some(Self {
            onset,
            month,
            day,
            until,
        })
    }

    /// Adds the changes after the first one.
    fn add_to(&self, changes: &mut Vec<Change>) {
        let Change {
            local: first,
            from,
            to,
            ..
        } = self.onset;
        let days = YEARS.filter_map(|year| self.in_year(year));
        let times = days.map(|day| day.to_datetime(first.time()));
        let times = times.filter(|at| *at > first && self.until.is_none_or(|until| *at <= until));
        changes.extend(times.filter_map(|at| Change::new(at, from, to)));
    }

    fn in_year(&self, year: i16) -> Option<Date> {
        let first = Date::new(year, self.month, 1).ok()?;
        match &self.day {
            DayOfMonth::Number(day) => Date::new(year, self.month, *day).ok(),
            DayOfMonth::Nth(nth, weekday) => first.nth_weekday_of_month(*nth, *weekday).ok(),
            DayOfMonth::Among(days, weekday) => {
                let dates = days
                    .iter()
                    .filter_map(|day| Date::new(year, self.month, *day).ok());
                dates.into_iter().find(|date| date.weekday() == *weekday)
            }
        }
    }
}

pub(super) fn weekday_of(name: &str) -> Option<Weekday> {
    Some(match name.to_ascii_uppercase().as_str() {
        "MO" => Weekday::Monday,
        "TU" => Weekday::Tuesday,
        "WE" => Weekday::Wednesday,
        "TH" => Weekday::Thursday,
        "FR" => Weekday::Friday,
        "SA" => Weekday::Saturday,
        "SU" => Weekday::Sunday,
        _ => return None,
    })
}

/// The parts of a rule such as `FREQ=YEARLY;BYMONTH=10`, by their names.
pub(super) fn rule_parts(text: &str) -> HashMap<String, &str> {
    let parts = text.split(';').filter_map(|part| part.split_once('='));
    parts
        .map(|(name, value)| (name.trim().to_ascii_uppercase(), value.trim()))
        .collect()
}

/// The number and the weekday of a text such as `-1SU`; 0 in one without a number.
pub(super) fn numbered_weekday<T: FromStr + Default>(text: &str) -> Option<(T, Weekday)> {
    let (number, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let number = match number {
        "" => T::default(),
        number => number.parse().ok()?,
    };
    Some((number, weekday_of(name)?))
}
