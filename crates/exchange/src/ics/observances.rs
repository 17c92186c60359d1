//! The time zones that a calendar brings along.

use std::collections::HashMap;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use super::component::Component;
use super::read::civil;
use crate::import::ImportError;

/// The most changes that the dates of a zone list.
const MAX_DATES: usize = 10_000;
/// How many years around a time a rule is applied to.
const YEARS: i16 = 2;

/// The time zones of a calendar, by their ids.
pub(super) struct Zones(HashMap<String, Vec<Observance>>);

/// A change of clocks, which may repeat every year.
struct Observance {
    /// When it happens first, by the clocks before it.
    onset: DateTime,
    /// Seconds east of Greenwich before and after it.
    from: i32,
    to: i32,
    rule: Option<Rule>,
    /// Further times, by the clocks before it.
    dates: Vec<DateTime>,
}

/// A rule that repeats every year.
struct Rule {
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

/// A change in one year.
struct Change {
    /// When it happens, in UTC as a wall clock.
    utc: DateTime,
    /// When it happens, by the clocks before it.
    local: DateTime,
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
            let observances = component.parts.iter().map(Observance::read);
            let observances: Option<Vec<Observance>> = observances.collect();
            let observances = observances.filter(|list| !list.is_empty()).ok_or_else(|| {
                ImportError::malformed(format!("the time zone {:.100} is malformed", id.value))
            })?;
            zones.entry(id.value.clone()).or_insert(observances);
        }
        Ok(Self(zones))
    }

    /// Seconds east of Greenwich at a wall clock of a zone: the first of two; after a gap as if it
    /// had not been. `None` for a zone that the calendar has not.
    pub(super) fn offset(&self, id: &str, local: DateTime) -> Option<i32> {
        let observances = self.0.get(id)?;
        let mut changes: Vec<Change> = Vec::new();
        for observance in observances {
            observance.add_around(local, &mut changes);
        }
        changes.sort_by_key(|change| change.utc);
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

impl Observance {
    fn read(component: &Component) -> Option<Self> {
        let onset = civil(component.get("DTSTART")?.value.trim())?;
        let offset = |name: &str| offset(&component.get(name)?.value);
        let rule = match component.get("RRULE") {
            Some(rule) => Some(Rule::read(&rule.value, onset, offset("TZOFFSETFROM")?)?),
            None => None,
        };
        let mut dates = Vec::new();
        for property in component.all("RDATE") {
            for date in property.value.split(',') {
                if dates.len() >= MAX_DATES {
                    return None;
                }
                dates.extend(civil(date));
            }
        }
        Some(Self {
            onset,
            from: offset("TZOFFSETFROM")?,
            to: offset("TZOFFSETTO")?,
            rule,
            dates,
        })
    }

    /// Adds its changes that may matter at a wall clock.
    fn add_around(&self, local: DateTime, changes: &mut Vec<Change>) {
        let mut add = |at: DateTime| {
            if let Ok(utc) = at.checked_sub(i64::from(self.from).seconds()) {
                changes.push(Change {
                    utc,
                    local: at,
                    from: self.from,
                    to: self.to,
                });
            }
        };
        add(self.onset);
        for date in &self.dates {
            add(*date);
        }
        if let Some(rule) = &self.rule {
            for year in local.year().saturating_sub(YEARS)..=local.year().saturating_add(YEARS) {
                let at = rule
                    .in_year(year)
                    .map(|day| day.to_datetime(self.onset.time()));
                let at = at.filter(|at| *at > self.onset);
                if let Some(at) = at.filter(|at| rule.until.is_none_or(|until| *at <= until)) {
                    add(at);
                }
            }
        }
    }
}

impl Rule {
    /// Reads `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`. The onset gives what the rule leaves out.
    fn read(text: &str, onset: DateTime, from: i32) -> Option<Self> {
        let parts: HashMap<String, &str> = text
            .split(';')
            .filter_map(|part| part.split_once('='))
            .map(|(name, value)| (name.trim().to_ascii_uppercase(), value.trim()))
            .collect();
        if !parts.get("FREQ")?.eq_ignore_ascii_case("YEARLY") {
            return None;
        }
        let month = match parts.get("BYMONTH") {
            Some(month) => month
                .parse()
                .ok()
                .filter(|month| (1..=12).contains(month))?,
            None => onset.month(),
        };
        let numbers = parts.get("BYMONTHDAY").map(|list| {
            let days = list.split(',').filter_map(|day| day.parse().ok());
            days.collect::<Vec<i8>>()
        });
        let day = match (parts.get("BYDAY"), numbers) {
            (Some(day), numbers) => {
                let split = day.len().checked_sub(2)?;
                let (nth, weekday) = day.split_at_checked(split)?;
                let weekday = weekday_of(weekday)?;
                match numbers {
                    Some(days) => DayOfMonth::Among(days, weekday),
                    None => {
                        let nth = if nth.is_empty() { 1 } else { nth.parse().ok()? };
                        DayOfMonth::Nth(nth, weekday)
                    }
                }
            }
            (None, Some(days)) => DayOfMonth::Number(*days.first()?),
            (None, None) => DayOfMonth::Number(onset.day()),
        };
        let until = parts.get("UNTIL").and_then(|until| {
            match until.strip_suffix(['Z', 'z']) {
                // In UTC, as the standard says.
                Some(utc) => civil(utc)?.checked_add(i64::from(from).seconds()).ok(),
                None => civil(until).or_else(|| civil(&format!("{until}T235959"))),
            }
        });
        Some(Self { month, day, until })
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

fn weekday_of(name: &str) -> Option<Weekday> {
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
    let text = text.trim();
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let part = |from: usize| text.get(from..from + 2)?.parse::<i32>().ok();
    let seconds = if text.len() == 7 { part(5)? } else { 0 };
    let whole = part(1)? * 3_600 + part(3)? * 60 + seconds;
    (whole < 86_400).then_some(sign * whole)
}
