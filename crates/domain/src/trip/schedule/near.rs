//! Days far from a trip, which are typed by mistake more often than they are meant.

use super::itinerary::Day;
use crate::Instant;
use crate::trip::Trip;

impl Trip {
    /// The days before and after those of a trip that are near it.
    pub const NEAR_DAYS: u32 = 30;

    /// Whether a day is more than [`Trip::NEAR_DAYS`] after the last one of the trip.
    pub fn is_far_day(&self, day: Day) -> bool {
        day.number() > self.last_near_day()
    }

    /// Whether a time is more than [`Trip::NEAR_DAYS`] before or after the days of the trip; no
    /// time is far from a trip without dates.
    pub fn is_far_time(&self, at: Instant) -> bool {
        let Some(start) = self.plan.dates.start else {
            return false;
        };
        let offset = at.days_since(start.at.midnight());
        offset < -i64::from(Self::NEAR_DAYS) || offset >= i64::from(self.last_near_day())
    }

    /// The last day near the trip.
    pub fn last_near_day(&self) -> u32 {
        self.last_day().max(1).saturating_add(Self::NEAR_DAYS)
    }
}
