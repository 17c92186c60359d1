//! The first occurrence of a repeating event that its `EXDATE` and cancelled exceptions leave
//! (RFC 5545, sections 3.8.4.4 and 3.8.5).
//!
//! Rules of days, weeks, months and years with `INTERVAL`, `COUNT`, `UNTIL`, `WKST`, `BYDAY`,
//! `BYMONTHDAY`, `BYMONTH` and `BYSETPOS` are known.

use std::collections::BTreeSet;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Weekday};
use jiff::tz::Offset;
use jiff::{SignedDuration, ToSpan};
use wayfare_domain::Instant;

use super::component::Component;
use super::content::parse_local;
use super::observances::{Zones, numbered_weekday, rule_parts, weekday_of};
use super::property::{Property, Written};
use super::time::{When, when};
use crate::zone::timestamp;

/// How many days after the start an occurrence is looked for.
const MAX_DAYS: i32 = 3_700;
/// The days of the longest period.
const YEAR: i32 = 366;
/// By how many hours clocks may have changed since the start, where times are compared in UTC.
const CHANGE: i32 = 2;

/// A rule that an event repeats by.
struct Rule {
    frequency: Frequency,
    interval: i32,
    count: Option<usize>,
    /// The last time, by the clocks at the start.
    until: Option<DateTime>,
    week_start: Weekday,
    months: BTreeSet<i8>,
    /// Days of the month, negative ones from its end.
    month_days: BTreeSet<i8>,
    /// Weekdays, by their days after Monday; the number is 0 for each one.
    weekdays: BTreeSet<(i16, i8)>,
    /// Positions among the occurrences of each period, negative ones from its end.
    positions: BTreeSet<i16>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// The first occurrence of an event.
pub(super) struct FirstOccurrence<'e> {
    /// How long after the first date it is.
    pub(super) delay: SignedDuration,
    /// The end or the duration of the period that it is, if it has one of its own.
    pub(super) end: Option<Property>,
    /// The exception that replaces it, if any.
    pub(super) replacement: Option<&'e Component>,
}

/// Dates by the clocks at the start of an event.
#[derive(Default)]
struct Dates {
    exact: BTreeSet<DateTime>,
    /// Those that were in another zone.
    about: BTreeSet<DateTime>,
}

impl Dates {
    /// Collects dates, each with whether it is exact.
    fn new(dates: impl Iterator<Item = (DateTime, bool)>) -> Self {
        let mut collected = Self::default();
        for (date, is_exact) in dates {
            let dates = if is_exact {
                &mut collected.exact
            } else {
                &mut collected.about
            };
            dates.insert(date);
        }
        collected
    }

    fn has(&self, at: &DateTime) -> bool {
        let from = at.saturating_sub(CHANGE.hours());
        let to = at.saturating_add(CHANGE.hours());
        self.exact.contains(at) || self.about.range(from..=to).next().is_some()
    }
}

/// Whether an event, or an exception of one, is cancelled.
pub(super) fn is_cancelled(event: &Component) -> bool {
    let status = event.get("STATUS").map(Property::text).unwrap_or_default();
    event.is_withdrawn || status.trim().eq_ignore_ascii_case("CANCELLED")
}

/// The first occurrence of an event that `EXDATE` and its cancelled exceptions leave; `None` if
/// they leave none. The first date stays if the rule is not known.
pub(super) fn first_occurrence<'e>(
    event: &Component,
    exceptions: &[&'e Component],
    first: &Property,
    start: &When,
    zones: &Zones,
) -> Option<FirstOccurrence<'e>> {
    let begin = first.written()?.local();
    let offset = match start {
        When::Day(_) => SignedDuration::ZERO,
        When::At(time) => begin.duration_since(utc(time.instant)?),
    };
    let from_utc = |at: DateTime| at.checked_add(offset).ok();
    // All dates by the clocks at the start, and whether they are exact.
    let local_of = |list: &Property, value: &str| {
        let value = value.split('/').next()?.trim();
        let date = list.with_value(value);
        let written = date.written()?;
        let is_utc = |property: &Property| property.value.ends_with(['Z', 'z']);
        let is_alike =
            date.parameter("TZID") == first.parameter("TZID") && is_utc(&date) == is_utc(first);
        match (start, written) {
            (When::Day(_), _) => Some((written.local().date().into(), true)),
            (_, Written::Day(day)) => Some((day.to_datetime(begin.time()), true)),
            (_, Written::Utc(local) | Written::Local(local)) if is_alike => Some((local, true)),
            _ => match when(&date, zones).ok()? {
                When::At(time) => from_utc(utc(time.instant)?).map(|at| (at, false)),
                When::Day(_) => None,
            },
        }
    };
    let dates = |name| {
        let lists = event.all(name);
        lists.flat_map(|list| list.value.split(',').filter_map(|it| local_of(list, it)))
    };
    let replaced = |exception: &Component| {
        let id = exception.get("RECURRENCE-ID")?;
        local_of(id, &id.value)
    };
    let (cancelled, changed): (Vec<_>, Vec<_>) =
        exceptions.iter().copied().partition(|it| is_cancelled(it));
    let cancelled = cancelled.into_iter().filter_map(replaced);
    let excluded = Dates::new(dates("EXDATE").chain(cancelled));
    let is_left = |at: &DateTime| !excluded.has(at);
    let period_at = |at: DateTime| {
        let lists = event.all("RDATE");
        let mut values = lists.flat_map(|list| list.value.split(',').map(move |it| (list, it)));
        values.find_map(|(list, value)| {
            let (_, end) = value.split_once('/')?;
            let is_it = local_of(list, value)?.0 == at;
            is_it.then(|| list.with_value(end))
        })
    };
    let occurrence = |at: DateTime| FirstOccurrence {
        delay: at.duration_since(begin),
        end: period_at(at).filter(|_| at != begin),
        replacement: changed
            .iter()
            .copied()
            .find(|event| Dates::new(replaced(event).into_iter()).has(&at)),
    };
    let rule = match event.get("RRULE") {
        Some(rule) => match Rule::read(&rule.value, begin.date(), from_utc) {
            Some(rule) => Some(rule),
            None => return Some(occurrence(begin)),
        },
        None => None,
    };
    let by_rule = rule
        .as_ref()
        .and_then(|rule| rule.after(begin).find(is_left));
    let further = dates("RDATE").map(|(date, _)| date);
    let further = further.filter(|date| *date > begin && is_left(date));
    let left = Some(begin).filter(is_left);
    let left = left.or_else(|| further.chain(by_rule).min())?;
    Some(occurrence(left))
}

/// An instant as a wall clock in UTC.
fn utc(at: Instant) -> Option<DateTime> {
    timestamp(at).map(|at| Offset::UTC.to_datetime(at))
}

impl Rule {
    /// Reads `FREQ=WEEKLY;BYDAY=MO,WE`. The start gives what the rule leaves out. `from_utc` turns
    /// a time in UTC into one by the clocks at the start. `None` for a rule that is not known.
    fn read(
        text: &str,
        start: Date,
        from_utc: impl Fn(DateTime) -> Option<DateTime>,
    ) -> Option<Self> {
        let mut parts = rule_parts(text);
        let frequency = match parts.remove("FREQ")?.to_ascii_uppercase().as_str() {
            "DAILY" => Frequency::Daily,
            "WEEKLY" => Frequency::Weekly,
            "MONTHLY" => Frequency::Monthly,
            "YEARLY" => Frequency::Yearly,
            _ => return None,
        };
        let until = match parts.remove("UNTIL") {
            Some(until) => Some(match until.strip_suffix(['Z', 'z']) {
                Some(utc) => from_utc(parse_local(utc)?)?.saturating_add(CHANGE.hours()),
                None => parse_local(until).or_else(|| parse_local(&format!("{until}T235959")))?,
            }),
            None => None,
        };
        let mut rule = Self {
            frequency,
            interval: list(parts.remove("INTERVAL").unwrap_or("1"))?.pop_last()?,
            count: list(parts.remove("COUNT").unwrap_or_default())?.pop_last(),
            until,
            week_start: weekday_of(parts.remove("WKST").unwrap_or("MO"))?,
            months: list(parts.remove("BYMONTH").unwrap_or_default())?,
            month_days: list(parts.remove("BYMONTHDAY").unwrap_or_default())?,
            weekdays: weekdays(parts.remove("BYDAY").unwrap_or_default())?,
            positions: list(parts.remove("BYSETPOS").unwrap_or_default())?,
        };
        let is_position = |position: &i16| (1..=YEAR).contains(&i32::from(*position).abs());
        if !parts.is_empty() || rule.interval < 1 || !rule.positions.iter().all(is_position) {
            return None;
        }
        let is_open = rule.weekdays.is_empty() && rule.month_days.is_empty();
        match frequency {
            Frequency::Weekly if is_open => {
                let weekday = start.weekday().to_monday_zero_offset();
                rule.weekdays.insert((0, weekday));
            }
            Frequency::Monthly if is_open => {
                rule.month_days.insert(start.day());
            }
            Frequency::Yearly if is_open => {
                rule.month_days.insert(start.day());
                if rule.months.is_empty() {
                    rule.months.insert(start.month());
                }
            }
            _ => {}
        }
        Some(rule)
    }

    /// The occurrences after the start, which is the first one.
    fn after(&self, start: DateTime) -> impl Iterator<Item = DateTime> + '_ {
        // A position counts from the beginning of its period.
        let first = if self.positions.is_empty() { 1 } else { -YEAR };
        let days = (first..=MAX_DAYS)
            .filter_map(move |days| start.checked_add(days.days()).ok())
            .filter(move |at| self.has(start.date(), at.date()));
        let chosen: Box<dyn Iterator<Item = DateTime>> = if self.positions.is_empty() {
            Box::new(days)
        } else {
            Box::new(self.at_positions(start.date(), &days.collect::<Vec<_>>()))
        };
        chosen
            .filter(move |at| *at > start)
            .take_while(|at| self.until.is_none_or(|until| *at <= until))
            .take(
                self.count
                    .map_or(usize::MAX, |count| count.saturating_sub(1)),
            )
    }

    /// Those of the occurrences that are at the positions in their periods.
    fn at_positions(
        &self,
        start: Date,
        days: &[DateTime],
    ) -> impl Iterator<Item = DateTime> + use<> {
        let period = |at: &DateTime| self.periods_since(start, at.date());
        let has = |place: usize, sign: i16| {
            i16::try_from(place).is_ok_and(|place| self.positions.contains(&(sign * place)))
        };
        let mut chosen = Vec::new();
        for days in days.chunk_by(|one, next| period(one) == period(next)) {
            for (place, at) in days.iter().enumerate() {
                if has(place + 1, 1) || has(days.len() - place, -1) {
                    chosen.push(*at);
                }
            }
        }
        chosen.into_iter()
    }

    /// How many days, weeks, months or years of the rule a day comes after the start.
    fn periods_since(&self, start: Date, day: Date) -> i32 {
        let days = |from: Date, to: Date| from.until(to).map_or(0, |span| span.get_days());
        let week = |day: Date| {
            let back = day.weekday().since(self.week_start);
            day.saturating_sub(i32::from(back).days())
        };
        let years = i32::from(day.year()) - i32::from(start.year());
        match self.frequency {
            Frequency::Daily => days(start, day),
            Frequency::Weekly => days(week(start), week(day)) / 7,
            Frequency::Monthly => years * 12 + i32::from(day.month()) - i32::from(start.month()),
            Frequency::Yearly => years,
        }
    }

    fn has(&self, start: Date, day: Date) -> bool {
        let passed = self.periods_since(start, day);
        let from_end = day.day() - day.days_in_month() - 1;
        passed % self.interval == 0
            && (self.months.is_empty() || self.months.contains(&day.month()))
            && (self.month_days.is_empty()
                || self.month_days.contains(&day.day())
                || self.month_days.contains(&from_end))
            && (self.weekdays.is_empty() || self.has_weekday(day))
    }

    fn has_weekday(&self, day: Date) -> bool {
        // In a year, or in a month.
        let (place, length) = if self.frequency == Frequency::Yearly && self.months.is_empty() {
            (day.day_of_year(), day.days_in_year())
        } else {
            (i16::from(day.day()), i16::from(day.days_in_month()))
        };
        let numbers = [0, (place - 1) / 7 + 1, -((length - place) / 7 + 1)];
        let weekday = day.weekday().to_monday_zero_offset();
        let has = |number| self.weekdays.contains(&(number, weekday));
        numbers.into_iter().any(has)
    }
}

/// Numbers between commas, each once; none in an empty text.
fn list<T: FromStr + Ord>(text: &str) -> Option<BTreeSet<T>> {
    each(text, |part| part.parse().ok())
}

/// Weekdays between commas, such as `-1SU,MO`, as days after Monday.
fn weekdays(text: &str) -> Option<BTreeSet<(i16, i8)>> {
    each(text, |part| {
        let (number, day) = numbered_weekday::<i16>(part)?;
        let is_in_year = number.unsigned_abs() <= 53;
        is_in_year.then_some((number, day.to_monday_zero_offset()))
    })
}

/// What is between commas, each once: a list that repeats costs no more than another.
fn each<T: Ord>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<BTreeSet<T>> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts.map(|part| read(part.trim())).collect()
}

#[cfg(test)]
mod tests;
