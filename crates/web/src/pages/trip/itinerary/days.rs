//! The days of a trip with their items, in the order in which a page shows them.

use jiff::Span;
use jiff::civil::Date;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::{Dates, Instant};

use crate::format;

/// The most empty days of a stretch that are shown one by one; the rest becomes one line.
const MAX_STRETCH: u32 = 60;
/// The most days that a page shows one by one; those with items are always shown.
const MAX_DAYS: u32 = 400;

/// An entry of the list of days.
#[derive(Debug)]
pub(crate) enum Entry<'a> {
    /// A day.
    Day(DayPlan<'a>),
    /// Days without items, from one to another.
    Empty(u32, u32),
}

/// A day with its items.
#[derive(Debug)]
pub(crate) struct DayPlan<'a> {
    /// Its number.
    pub(crate) number: u32,
    /// Its date, if the trip has dates.
    pub(crate) date: Option<Date>,
    /// Its items in time order.
    pub(crate) items: Vec<&'a ItineraryItem>,
}

/// The date of a day; `None` if the trip has no dates, or the day is after the year 9999.
fn date_of(dates: &Dates, number: u32) -> Option<Date> {
    let start = dates.start?;
    let days = Span::new().try_days(i64::from(number) - 1).ok()?;
    format::utc_date(start.at).checked_add(days).ok()
}

/// The number of days that the dates of a trip span; 0 without dates.
fn span(dates: &Dates) -> u32 {
    let (Some(start), Some(end)) = (dates.start, dates.end.or(dates.start)) else {
        return 0;
    };
    let days = end.at.midnight().millis() - start.at.midnight().millis();
    u32::try_from(days / 86_400_000 + 1).unwrap_or(1)
}

/// The days of a trip: those of its dates, and those that have items.
pub(crate) fn of<'a>(itinerary: &'a [ItineraryItem], dates: &Dates) -> Vec<Entry<'a>> {
    let mut items: Vec<&ItineraryItem> = itinerary.iter().collect();
    items.sort_by_key(|item| item.day);
    let last = items
        .last()
        .map_or(0, |item| item.day.number())
        .max(span(dates))
        .max(1);
    let busy = items.chunk_by(|one, other| one.day == other.day).count();
    let mut room = MAX_DAYS.saturating_sub(u32::try_from(busy).unwrap_or(MAX_DAYS));
    let mut entries = Vec::new();
    let mut next = Some(1);
    for items in items.chunk_by(|one, other| one.day == other.day) {
        let number = items.first().map_or(1, |item| item.day.number());
        let first = next.unwrap_or(number);
        fill((&mut entries, &mut room), dates, first, number - 1);
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            items: in_time_order(items),
        }));
        next = number.checked_add(1);
    }
    if let Some(next) = next {
        fill((&mut entries, &mut room), dates, next, last);
    }
    entries
}

/// Adds days without items, one by one while there is room for them.
fn fill((entries, room): (&mut Vec<Entry<'_>>, &mut u32), dates: &Dates, from: u32, to: u32) {
    let count = to.saturating_add(1).saturating_sub(from);
    let shown = count.min(MAX_STRETCH).min(*room);
    *room -= shown;
    for number in from..from + shown {
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            items: Vec::new(),
        }));
    }
    if shown < count {
        entries.push(Entry::Empty(from + shown, to));
    }
}

/// The items of a day by time. One without a time follows the item before it.
pub(crate) fn in_time_order<'a>(items: &[&'a ItineraryItem]) -> Vec<&'a ItineraryItem> {
    let mut time: Option<Instant> = None;
    let mut timed: Vec<(Option<Instant>, &ItineraryItem)> = Vec::with_capacity(items.len());
    for item in items {
        time = item.start.or(time);
        timed.push((time, item));
    }
    timed.sort_by_key(|(time, _)| *time);
    timed.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests;
