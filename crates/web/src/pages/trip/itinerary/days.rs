//! The days of a trip with their items, in the order in which a page shows them.

use jiff::Span;
use jiff::civil::{Date, Time};
use wayfare_domain::trip::day_order::in_page_order;
use wayfare_domain::trip::distance::distances_of;
use wayfare_domain::trip::{CoveredDays, ItemClass, ItineraryItem, LocalTime};
use wayfare_domain::{Dates, Instant};

use crate::i18n::format::{self, Zone, Zones};
use crate::pages::trip::frame::trip_page::TripPage;

/// The most days that a page shows one by one; those with items are always shown, and each stretch
/// of others becomes one line.
const MAX_DAYS: u32 = 400;
/// The most days on which stays are shown again, in all.
const MAX_NIGHTS: usize = 400;

/// The hours at which rooms are usually to be had, and to be left: forms fill them in.
pub(crate) const CHECK_IN: Time = Time::constant(15, 0, 0, 0);
pub(crate) const CHECK_OUT: Time = Time::constant(11, 0, 0, 0);

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
    /// What is on it, in the order of the page: its items, and what began on a day before and
    /// covers this one, too.
    pub(crate) stops: Vec<Stop<'a>>,
}

/// An item as it stands on a day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop<'a> {
    pub(crate) item: &'a ItineraryItem,
    pub(crate) zones: &'a Zones,
    /// The days that it covers.
    covered: CoveredDays,
    /// How many days after its first one this is.
    after: u32,
    /// How far it is from the stop before it, in km.
    pub(crate) distance: Option<f64>,
}

impl<'a> Stop<'a> {
    fn new(item: &'a ItineraryItem, zones: &'a Zones) -> Self {
        let start = item.start.map(|start| zones.start.clock_instant(start));
        let end = item.end.map(|end| zones.end.clock_instant(end));
        let covered = start.zip(end);
        let covered = covered.map(|(start, end)| item.covered_days(start, end));
        Self {
            item,
            zones,
            covered: covered.unwrap_or_default(),
            after: 0,
            distance: None,
        }
    }

    /// The first and the last of the days that it takes as a whole, without hours.
    pub(crate) fn whole_days(&self) -> Option<(Date, Date)> {
        let start = self.item.start.filter(|_| self.covered.are_whole)?;
        let first = self.zones.start.date(start);
        let days = Span::new().try_days(self.covered.last).ok()?;
        Some((first, first.checked_add(days).ok()?))
    }

    /// Which of its days this is.
    pub(crate) fn part(&self) -> Part {
        let CoveredDays {
            nights,
            last,
            are_whole,
        } = self.covered;
        let (is_first, is_travel) = (self.after == 0, self.item.kind.is_travel());
        match self.item.class() {
            ItemClass::Stay if is_first && nights == 1 => Part::OneNight,
            _ if last == 0 => Part::Whole,
            class if are_whole && class != ItemClass::Stay => Part::Day(self.after + 1, last + 1),
            _ if is_first && (is_travel || nights == 1) => Part::Whole,
            _ if self.after < nights => Part::Night(self.after + 1, nights),
            _ if is_travel => Part::Arrival,
            _ => Part::End,
        }
    }

    /// The days after its first one on which it stands, too.
    fn later(self) -> impl Iterator<Item = (u32, Self)> {
        (1..=self.covered.last).map_while(move |after| {
            let day = self.item.day.number().checked_add(after)?;
            Some((day, Self { after, ..self }))
        })
    }

    /// Whether this is a day after its first one.
    pub(crate) fn is_later(&self) -> bool {
        self.after > 0
    }

    /// Whether it is a check-out at an hour that somebody has chosen, not the one that forms fill
    /// in: it stands there, instead of first thing in the morning.
    fn leaves_by_hour(&self) -> bool {
        let hour = self.item.typed.end.map(LocalTime::as_if_utc);
        let is_chosen = hour.is_some_and(|hour| Zone::utc().civil(hour).time() != CHECK_OUT);
        is_chosen && self.item.is_bed() && self.part() == Part::End
    }

    /// How far the clocks at the end of travel are ahead of those at its start, in minutes; `None`
    /// if they show the same.
    pub(crate) fn clock_change(&self) -> Option<i64> {
        let end = self.item.end.filter(|_| self.item.kind.is_travel())?;
        let [from, to] = [&self.zones.start, &self.zones.end].map(|zone| zone.clock_instant(end));
        let minutes = (to.millis() - from.millis()) / 60_000;
        (minutes != 0).then_some(minutes)
    }

    /// The times that it shows, each in its zone: on a last day after its first one, its end alone.
    /// A bed has its check-in on the first one.
    pub(crate) fn times(&self) -> [Option<(Instant, &'a Zone)>; 2] {
        let Self { item, zones, .. } = *self;
        let end = item.end.map(|end| (end, &zones.end));
        match item.start {
            _ if self.covered.are_whole => [None, None],
            _ if self.is_later() && self.after < self.covered.nights => [None, None],
            Some(start) if !self.is_later() => {
                let end = end.filter(|(end, _)| *end != start && !self.item.is_bed());
                [Some((start, &zones.start)), end]
            }
            _ => [end, None],
        }
    }
}

/// Which of the days of an item a day is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its first one, of which there is nothing to say.
    Whole,
    /// The one on which a stay of one night begins.
    OneNight,
    /// That on which its nth night begins, of so many.
    Night(u32, u32),
    /// The nth one, of so many whole days.
    Day(u32, u32),
    /// The one on which it ends.
    End,
    /// The one on which travel arrives.
    Arrival,
}

impl<'a> DayPlan<'a> {
    /// What begins on this day.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Stop<'a>> {
        self.stops.iter().filter(|stop| !stop.is_later())
    }
}

/// The stops of a day in the order of the page: what began before, the items by time, the beds.
fn ordered(stops: Vec<Stop<'_>>) -> Vec<Stop<'_>> {
    let (leaving, others): (Vec<_>, Vec<_>) = stops.into_iter().partition(Stop::leaves_by_hour);
    let (mut stops, mut items): (Vec<_>, Vec<_>) = others.into_iter().partition(Stop::is_later);
    items.extend(leaving);
    let time = |stop: &Stop<'_>| {
        if stop.is_later() {
            stop.item.end
        } else {
            stop.item.start
        }
    };
    let is_bed = |stop: &Stop<'_>| !stop.is_later() && stop.item.is_bed();
    stops.extend(in_page_order(&items, time, is_bed));
    let distances: Vec<_> = distances_of(stops.iter().map(|stop| stop.item)).collect();
    for (stop, distance) in stops.iter_mut().zip(distances) {
        stop.distance = distance;
    }
    stops
}

/// The date of a day; `None` if the trip has no dates, or the day is after the year 9999.
pub(crate) fn date_of(dates: &Dates, number: u32) -> Option<Date> {
    let start = dates.start?;
    let days = Span::new().try_days(i64::from(number) - 1).ok()?;
    format::utc_date(start.at).checked_add(days).ok()
}

/// The class of what has the colour of a day, on the list and on the map.
pub(crate) fn day_class(number: u32) -> &'static str {
    const CLASSES: [&str; 6] = ["day-c1", "day-c2", "day-c3", "day-c4", "day-c5", "day-c6"];
    let place = usize::try_from(number.saturating_sub(1)).unwrap_or_default();
    CLASSES
        .get(place % CLASSES.len())
        .copied()
        .unwrap_or_default()
}

/// The number of days that the dates of a trip span; 0 without dates.
pub(crate) fn span(dates: &Dates) -> u32 {
    let (Some(start), Some(end)) = (dates.start, dates.end.or(dates.start)) else {
        return 0;
    };
    let days = end.at.midnight().millis() - start.at.midnight().millis();
    u32::try_from(days / 86_400_000 + 1).unwrap_or(1)
}

/// The number of the day that a date is, if it is within the dates of a trip.
pub(crate) fn number_of(dates: &Dates, date: Date) -> Option<u32> {
    let start = format::utc_date(dates.start?.at);
    let after = u32::try_from(start.until(date).ok()?.get_days()).ok()?;
    (after < span(dates)).then_some(after + 1)
}

/// The number of the present day, while a trip is under way.
pub(crate) fn today(page: TripPage<'_>) -> Option<u32> {
    let today = Zone::of_trip(page.trip()).date(page.visitor.app.service.now());
    number_of(&page.trip().plan.dates, today)
}

/// The days of a trip: those of its dates, and those that have items. Expenses are left out.
pub(crate) fn of<'a>(
    itinerary: &'a [ItineraryItem],
    zones: &'a [Zones],
    dates: &Dates,
) -> Vec<Entry<'a>> {
    let items = itinerary.iter().zip(zones);
    let stops = items.filter(|(item, _)| !item.kind.is_expense());
    let stops = stops.map(|(item, zones)| Stop::new(item, zones));
    let mut stops: Vec<_> = stops.map(|stop| (stop.item.day.number(), stop)).collect();
    let later = stops.iter().flat_map(|(_, stop)| stop.later());
    let later: Vec<_> = later.take(MAX_NIGHTS).collect();
    stops.extend(later);
    stops.sort_by_key(|(day, _)| *day);
    let last = stops.last().map_or(0, |(day, _)| *day);
    let last = last.max(span(dates)).max(1);
    let busy = stops.chunk_by(|one, other| one.0 == other.0).count();
    let mut room = MAX_DAYS.saturating_sub(u32::try_from(busy).unwrap_or(MAX_DAYS));
    let mut entries = Vec::new();
    let mut next = Some(1);
    for stops in stops.chunk_by(|one, other| one.0 == other.0) {
        let number = stops.first().map_or(1, |(day, _)| *day);
        let stops = stops.iter().map(|(_, stop)| *stop).collect();
        let first = next.unwrap_or(number);
        fill(&mut entries, &mut room, dates, first, number - 1);
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            stops: ordered(stops),
        }));
        next = number.checked_add(1);
    }
    if let Some(next) = next {
        fill(&mut entries, &mut room, dates, next, last);
    }
    entries
}

/// Adds days without items, one by one while there is room for them.
fn fill(entries: &mut Vec<Entry<'_>>, room: &mut u32, dates: &Dates, from: u32, to: u32) {
    let count = to.saturating_add(1).saturating_sub(from);
    let shown = count.min(*room);
    *room -= shown;
    for number in from..from + shown {
        entries.push(Entry::Day(DayPlan {
            number,
            date: date_of(dates, number),
            stops: Vec::new(),
        }));
    }
    if shown < count {
        entries.push(Entry::Empty(from + shown, to));
    }
}

#[cfg(test)]
mod tests;
