//! The time zones that a calendar brings along.

use std::collections::HashMap;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};
use jiff::fmt::strtime::BrokenDownTime;

use super::component::Component;
use super::content::parse_local;
use crate::import::ImportError;

/// The most changes of a zone that repeat by a rule.
const MAX_RULES: usize = 200;
/// How many years before and after a time a rule is applied to.
const YEARS: i16 = 2;
/// How many of the listed changes from a day before a time on are looked at.
const MAX_NEAR: usize = 64;

/// The time zones of a calendar, by their ids, with the names of theirs that `X-LIC-LOCATION` gives.
pub(super) struct Zones(HashMap<String, (Changes, Option<String>)>);

/// The changes of a zone's clocks.
struct Changes {
    /// Those that the file lists, in their order.
    listed: Vec<Change>,
    rules: Vec<Rule>,
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
    Among(Vec<i8>, Weekday),
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
    /// Reads the zones.
    ///
    /// # Errors
    /// A zone is malformed.
    pub(super) fn new(components: &[Component]) -> Result<Self, ImportError> {
        let mut zones = HashMap::new();
        for component in components {
            let Some(id) = component.get("TZID") else {
                continue;
            };
            let changes = Changes::read(component).ok_or_else(|| {
                ImportError::malformed(format!("the time zone is malformed: {:.100}", id.value))
            })?;
            let location = component.get("X-LIC-LOCATION");
            let location = location.map(|it| it.value.trim().to_owned());
            zones
                .entry(id.value.trim_matches('"').to_owned())
                .or_insert((changes, location));
        }
        Ok(Self(zones))
    }

    /// The name of a zone by its id, where the calendar gives one.
    pub(super) fn location(&self, id: &str) -> Option<&str> {
        self.0.get(id)?.1.as_deref()
    }

    /// Seconds east of Greenwich at a wall clock of a zone: the first of two; after a gap as if it
    /// had not been. `None` for a zone that the calendar has not.
    pub(super) fn offset(&self, id: &str, local: DateTime) -> Option<i32> {
        let (changes, _) = self.0.get(id)?;
        let changes = changes.beside(local);
        let first = changes.first()?;
        let utc_of = |offset: i32| local.checked_sub(i64::from(offset).seconds()).ok();
        // Before the first change.
        if utc_of(first.from)? < first.utc {
            return Some(first.from);
        }
        let mut last_before = first;
        for (place, change) in changes.iter().enumerate() {
            let utc = utc_of(change.to)?;
            let next = changes.get(place + 1);
            if utc >= change.utc && next.is_none_or(|next| utc < next.utc) {
                return Some(change.to);
            }
            if change.local <= local {
                last_before = change;
            }
        }
        Some(last_before.from)
    }
}

impl Changes {
    /// Reads a zone; `None` if it is malformed.
    fn read(zone: &Component) -> Option<Self> {
        let (mut listed, mut rules) = (Vec::new(), Vec::new());
        for observance in &zone.observances {
            let offset = |name: &str| offset(&observance.get(name)?.value);
            let (from, to) = (offset("TZOFFSETFROM")?, offset("TZOFFSETTO")?);
            let local = parse_local(&observance.get("DTSTART")?.value)?;
            let onset = Change::new(local, from, to)?;
            listed.push(onset);
            let dates = observance.all("RDATE").flat_map(|it| it.value.split(','));
            listed.extend(dates.filter_map(|date| Change::new(parse_local(date)?, from, to)));
            if let Some(rule) = observance.get("RRULE") {
                rules.push(Rule::read(&rule.value, onset)?);
            }
        }
        listed.sort_unstable();
        listed.dedup();
        (!listed.is_empty() && rules.len() <= MAX_RULES).then_some(Self { listed, rules })
    }

    /// The changes that may matter at a wall clock, in their order.
    fn beside(&self, local: DateTime) -> Vec<Change> {
        // No clock is a whole day before or after UTC.
        let day_before = local.saturating_sub(1.day());
        let listed = &self.listed;
        let from = listed.partition_point(|change| change.utc <= day_before);
        let beside = listed.get(from.saturating_sub(1)..).unwrap_or_default();
        let mut changes: Vec<Change> = beside.iter().take(MAX_NEAR).copied().collect();
        for rule in &self.rules {
            rule.add_around(local, &mut changes);
        }
        changes.sort_unstable();
        changes
    }
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
            days.collect::<Vec<i8>>()
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
            (None, Some(days)) => DayOfMonth::Number(*days.first()?),
            (None, None) => DayOfMonth::Number(first.day()),
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

    /// Adds the changes of the years around a wall clock, or of its last years.
    fn add_around(&self, local: DateTime, changes: &mut Vec<Change>) {
        let last = self.until.map_or(i16::MAX, DateTime::year);
        let year = local.year().min(last);
        let Change { from, to, .. } = self.onset;
        for year in year.saturating_sub(YEARS)..=year.saturating_add(YEARS) {
            let day = self.in_year(year);
            let at = day.map(|day| day.to_datetime(self.onset.local.time()));
            let at = at.filter(|at| *at > self.onset.local);
            let at = at.filter(|at| self.until.is_none_or(|until| *at <= until));
            changes.extend(at.and_then(|at| Change::new(at, from, to)));
        }
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

/// Seconds of an offset such as `+0100` or `-013045`.
fn offset(text: &str) -> Option<i32> {
    let time = BrokenDownTime::parse("%z", text.trim()).ok()?;
    let seconds = time.offset()?.seconds();
    (seconds.abs() < 86_400).then_some(seconds)
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
