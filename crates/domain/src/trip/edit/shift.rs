//! Moving a whole trip to other days (interface: "Shifting a trip").

use std::sync::Arc;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::{DatesPatch, WallClock};
use crate::trip::Trip;
use crate::trip::places::place::ZoneName;
use crate::trip::schedule::itinerary::{Day, seconds_between};
use crate::trip::schedule::typed_hours::LocalTime;
use crate::trip::schedule::wall_clock::end_after;
use crate::{Dates, Instant, Moment, Path, Period, Reason, Violations};

/// A number of days by which a trip moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayShift(i64);

impl DayShift {
    /// The greatest number, in either direction.
    pub const MAX: i64 = 100_000;

    /// A number of days, later or (negative) earlier.
    ///
    /// # Errors
    /// Not a whole number, or above [`DayShift::MAX`] in magnitude.
    pub fn new(days: Decimal) -> Result<Self, Reason> {
        let whole = days.is_integer().then(|| days.to_i64()).flatten();
        let days = whole.filter(|days| (-Self::MAX..=Self::MAX).contains(days));
        days.map(Self).ok_or_else(|| {
            Reason::new(format!(
                "must be a whole number from -{max} to {max}",
                max = Self::MAX
            ))
        })
    }
}

/// What becomes of what is planned, if the first day of a trip changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlanMove {
    /// It keeps its times and the numbers of its days.
    #[default]
    KeepsNumbers,
    /// It moves by as many days, and so does the last day, unless that is sent.
    Follows,
    /// It stays on its days of the calendar.
    Stays,
}

impl DatesPatch {
    /// By how many days the first day moves, if it does.
    pub(super) fn days_after(&self, before: Dates) -> Option<i64> {
        let (old, new) = (before.start?.at, self.start??.at);
        let days = new.midnight().days_since(old.midnight());
        // The epoch stands for no date.
        (days != 0 && new != Instant::EPOCH).then_some(days)
    }

    /// These dates; the last day moves by `days` unless it is sent.
    pub(super) fn with_end_after(self, before: Dates, days: i64) -> Self {
        let moved = |end: Moment| Some(Some(end.moved_to(end.at.checked_plus_days(days)?)));
        let end = self.end.or_else(|| before.end.and_then(moved));
        Self { end, ..self }
    }
}

impl Trip {
    /// Moves the dates of the trip, the times of its items and the dates of its map. The numbers of
    /// days stay, and so do the dates of payments, which are facts.
    ///
    /// If there are violations, the trip is only partly moved: a time out of the years 1 to 9999,
    /// or dates that become the epoch, which means none.
    pub(super) fn shift(&mut self, DayShift(days): DayShift) -> Violations {
        self.move_by(days, &Path::root().field("days"), None)
    }

    /// Moves all but the trip's own dates, which have moved by these days.
    pub(super) fn move_plan(&mut self, days: i64) -> Violations {
        let dates = self.plan.dates;
        let path = Path::root().field("start");
        let violations = self.move_by(days, &path, None);
        self.plan.dates = dates;
        violations
    }

    /// Leaves the items on their days of the calendar after the first day has moved by these days:
    /// the numbers of their days follow. What would come before day 1 is on it.
    pub(super) fn renumber_days(&mut self, days: i64) {
        for item in Arc::make_mut(&mut self.itinerary) {
            let number = u32::try_from((i64::from(item.day.number()) - days).max(1));
            let day = number.ok().and_then(|number| Day::new(number).ok());
            item.day = day.unwrap_or(item.day);
        }
    }

    /// Moves it as [`Trip::shift`] does; with clocks, the times of items keep their hour in their
    /// zones. Violations are at `path`.
    pub(in crate::trip) fn move_by(
        &mut self,
        days: i64,
        path: &Path,
        clocks: Option<&WallClock>,
    ) -> Violations {
        let mut fault = None;
        let mut instant_in = |at: Instant, typed: Option<LocalTime>, zone: Option<&ZoneName>| {
            let moved = match (clocks, typed) {
                (Some(clock), Some(typed)) => typed
                    .plus_days(days)
                    .and_then(|typed| typed.instant(zone, None, clock)),
                (Some(same_hour), None) => same_hour(at, days, zone, zone),
                (None, _) => at.checked_plus_days(days),
            };
            moved.unwrap_or_else(|| {
                fault = Some("would move a date out of the years 1 to 9999");
                at
            })
        };
        let zones = self.item_zones().into_iter().zip(&*self.itinerary);
        let times = zones.map(|(zones, item)| {
            let start = item.start;
            let start = start.map(|at| instant_in(at, item.typed.start, zones.start));
            let end = item.end;
            let end = end.map(|at| instant_in(at, item.typed.end, zones.end));
            (start, end_after(start, end, item.start, item.end))
        });
        let times: Vec<_> = times.collect();
        let items = Arc::make_mut(&mut self.itinerary).iter_mut();
        for (item, (start, end)) in items.zip(times) {
            let is_difference = item.duration == seconds_between(item.start, item.end);
            item.end = end;
            item.start = start;
            item.typed = item.typed.plus_days(days);
            if is_difference {
                item.duration = seconds_between(item.start, item.end);
            }
        }
        let mut instant = |at: Instant| {
            at.checked_plus_days(days).unwrap_or_else(|| {
                fault = Some("would move a date out of the years 1 to 9999");
                at
            })
        };
        let mut moment = |moment: Moment| moment.moved_to(instant(moment.at));
        let Dates { start, end } = self.plan.dates;
        let dates = Dates {
            start: start.map(&mut moment),
            end: end.map(&mut moment),
        };
        let mut periods = Vec::new();
        for location in &mut Arc::make_mut(&mut self.map).locations {
            location.period = location.period.map(|Period { start, end }| Period {
                start: moment(start),
                end: moment(end),
            });
            periods.extend(location.period);
        }
        let is_epoch = |at: Option<Moment>| at.is_none_or(|moment| moment.at == Instant::EPOCH);
        let vanishes = |start, end| is_epoch(start) && is_epoch(end);
        let trip_vanishes = dates != Dates::default() && vanishes(dates.start, dates.end);
        let is_moved = days != 0
            && (trip_vanishes
                || periods
                    .iter()
                    .any(|period| vanishes(Some(period.start), Some(period.end))));
        if is_moved {
            fault = fault.or(Some(
                "would move dates to the epoch, which stands for no dates",
            ));
        }
        self.plan.dates = dates;
        fault.map_or_else(Violations::new, |fault| Violations::at(path.clone(), fault))
    }
}
