//! The days of a trip with their items, in the order in which a page shows them.

use jiff::ToSpan;
use jiff::civil::Date;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::{Dates, Instant};

use crate::format;

/// The most empty days that are shown one by one; longer stretches become one line.
const MAX_EMPTY: u32 = 60;

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

/// The date of a day; `None` if the trip has no dates.
fn date_of(dates: &Dates, number: u32) -> Option<Date> {
    let start = dates.start?;
    let days = i64::from(number) - 1;
    format::utc_date(start.at).checked_add(days.days()).ok()
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
    let mut entries = Vec::new();
    let mut next = 1;
    for items in items.chunk_by(|one, other| one.day == other.day) {
        let number = items.first().map_or(1, |item| item.day.number());
        fill(&mut entries, dates, next, number - 1);
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            items: in_time_order(items),
        }));
        next = number.saturating_add(1);
    }
    fill(&mut entries, dates, next, last);
    entries
}

/// Adds days without items.
fn fill<'a>(entries: &mut Vec<Entry<'a>>, dates: &Dates, from: u32, to: u32) {
    if from > to {
        return;
    }
    let is_short = to - from < MAX_EMPTY;
    // The days of the dates are all shown, unless there are years of them.
    let shown = if is_short {
        to
    } else {
        from.saturating_add(MAX_EMPTY - 1)
    };
    for number in from..=shown {
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            items: Vec::new(),
        }));
    }
    if shown < to {
        entries.push(Entry::Empty(shown + 1, to));
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
