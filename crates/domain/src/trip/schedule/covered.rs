//! The days that an item covers, on each of which pages, booklets and shared pages show it.

use crate::Instant;
use crate::trip::{ItemClass, ItineraryItem};

/// What lasts until this hour of another day stands on that day, too; milliseconds.
const MORNING: i64 = 6 * 3_600_000;

/// The days after its first one on which an item stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoveredDays {
    /// The nights between the day of its start and that of its end.
    pub nights: u32,
    /// How many days after its first one is the last one on which it stands.
    pub last: u32,
    /// Whether it lasts from midnight to midnight: it has days, and no hours.
    pub are_whole: bool,
}

impl ItineraryItem {
    /// The days that it covers, given its start and its end as clocks there show them, each as an
    /// instant of UTC.
    ///
    /// A stay stands on the day of its check-out, and travel on that of its arrival. Whole days end
    /// with the midnight after the last one, but those of a stay with its check-out.
    #[must_use]
    pub fn covered_days(&self, start: Instant, end: Instant) -> CoveredDays {
        let is_travel = self.kind.is_travel();
        let is_stay = self.class() == ItemClass::Stay;
        let is_midnight = |at: Instant| at == at.midnight();
        let are_whole = !is_travel && start < end && is_midnight(start) && is_midnight(end);
        let nights = end.midnight().days_since(start.midnight());
        let nights = u32::try_from(nights).unwrap_or_default();
        let ends_by_night = end.millis() - end.midnight().millis() < MORNING;
        let before = nights.saturating_sub(u32::from(ends_by_night));
        let last = match before {
            _ if is_travel || is_stay && are_whole => nights,
            1.. if is_stay => nights,
            _ => before,
        };
        CoveredDays {
            nights: if are_whole { last } else { nights },
            last,
            are_whole,
        }
    }
}

#[cfg(test)]
mod tests;
