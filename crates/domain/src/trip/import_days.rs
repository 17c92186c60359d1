//! The days of the calendar of what a file holds (interface: "Imports").

use std::sync::Arc;

use super::edit::context::WallClock;
use super::schedule::itinerary::Day;
use super::schedule::typed_hours::LocalTime;
use super::{ItineraryItem, Trip};
use crate::{Date, Dates, Moment, Path};

/// What tells on which days of the calendar the items of a file are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FileDays {
    /// The dates of the trip, or nothing if it has none: a file of this service.
    #[default]
    Written,
    /// The numbers of the days. Times of items tell dates that the trip has not.
    Numbers,
    /// The times of the items, by the clocks of their places.
    Times,
    /// As [`Times`](Self::Times), within the dates of the trip, whose start is day 1.
    Dates,
}

impl FileDays {
    /// Whether times of items tell their days.
    pub(super) fn has_times(self) -> bool {
        matches!(self, Self::Times | Self::Dates)
    }
}

impl Trip {
    /// The day of the calendar of each item: of its time, else of its number.
    pub(super) fn item_dates(&self, wall_clock: &WallClock) -> Vec<Option<Date>> {
        let first = self.first_calendar_day(wall_clock);
        let items = self.itinerary.iter().zip(self.item_zones());
        let dates = items.map(|(item, zones)| {
            let of_clock = || wall_clock(item.start?, 0, zones.start, None);
            let of_number = || first?.midnight().checked_plus_days(item.day.offset());
            let typed = item.typed.start.map(LocalTime::date);
            typed.or_else(|| of_clock().or_else(of_number).map(Date::from))
        });
        dates.collect()
    }

    /// Sets the days of items, and the dates of the trip, that the times of items tell.
    pub(super) fn set_days(&mut self, days: FileDays, wall_clock: &WallClock) {
        let stated = match days {
            FileDays::Dates => self.plan.dates,
            _ => Dates::default(),
        };
        let date = |moment: Option<Moment>| moment.map(|moment| Date::from(moment.at));
        let first = match days {
            FileDays::Written => return,
            FileDays::Numbers if self.plan.dates.start.is_none() => {
                let first = self.first_calendar_day(wall_clock);
                first.filter(|_| self.plan.dates.end.is_none())
            }
            FileDays::Numbers => self.plan.dates.start.map(|start| start.at.into()),
            FileDays::Times | FileDays::Dates => self.number_days(wall_clock, date(stated.start)),
        };
        let Some(first) = first else {
            return;
        };
        let items = self.itinerary.iter().zip(self.item_zones());
        let last = items.flat_map(|(item, zones)| {
            let end = item.end.filter(|end| Some(*end) > item.start);
            // What ends at midnight ends on the day before.
            let end = end.and_then(|at| wall_clock(at.plus_millis(-1), 0, zones.end, None));
            [end.map(Date::from), Some(item.date_after(first))]
        });
        let last = last.flatten().chain(date(stated.end)).max();
        let moment = |date: Date| Moment::from_text(&date.midnight().to_string()).ok();
        let found = Dates {
            start: moment(first),
            end: last.and_then(moment),
        };
        let dates = self.plan.dates;
        let sent = Dates {
            start: dates.start.or(found.start),
            end: dates.end.or(found.end),
        };
        self.plan.dates = Dates::default().merge(sent, &Path::root()).unwrap_or(dates);
    }

    /// Puts each item on the day of its date, in order of time. Returns the first date: that of an
    /// item, or the stated one.
    fn number_days(&mut self, wall_clock: &WallClock, stated: Option<Date>) -> Option<Date> {
        let dates = self.item_dates(wall_clock);
        let first = dates.iter().flatten().copied().chain(stated).min()?;
        self.plan.dates = Dates::default();
        let items = Arc::make_mut(&mut self.itinerary);
        for (item, date) in items.iter_mut().zip(dates) {
            let number = date.map_or(0, |date| date.midnight().days_since(first.midnight()) + 1);
            let number = number.clamp(1, Day::MAX_IMPORTED.into());
            let day = u32::try_from(number).ok().and_then(|it| Day::new(it).ok());
            item.day = day.unwrap_or(item.day);
        }
        items.sort_by_key(|item| (item.day, item.start));
        Some(first)
    }
}

impl ItineraryItem {
    /// The date of its day, if that of day 1 is `first`.
    fn date_after(&self, first: Date) -> Date {
        first.midnight().plus_days(self.day.offset()).into()
    }
}
