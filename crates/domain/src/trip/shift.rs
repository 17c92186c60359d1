//! Moving a whole trip to other days (interface: "Shifting a trip").

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::Trip;
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

impl Trip {
    /// Moves the dates of the trip, the times of its items and the dates of its map. The numbers of
    /// days stay, and so do the dates of payments, which are facts.
    ///
    /// If there are violations, the trip is only partly moved: a time out of the years 1 to 9999,
    /// or dates that become the epoch, which means none.
    pub(super) fn shift(&mut self, DayShift(days): DayShift) -> Violations {
        let mut fault = None;
        let mut instant = |at: Instant| {
            at.checked_plus_days(days).unwrap_or_else(|| {
                fault = Some("would move a date out of the years 1 to 9999");
                at
            })
        };
        for item in &mut self.itinerary {
            item.start = item.start.map(&mut instant);
            item.end = item.end.map(&mut instant);
        }
        let mut moment = |moment: Moment| moment.moved_to(instant(moment.at));
        let Dates { start, end } = self.plan.dates;
        let dates = Dates {
            start: start.map(&mut moment),
            end: end.map(&mut moment),
        };
        let mut periods = Vec::new();
        for location in &mut self.map.locations {
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
        fault.map_or_else(Violations::new, |fault| {
            Violations::at(Path::root().field("days"), fault)
        })
    }
}
