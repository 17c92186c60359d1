//! A clock that stands still until a test moves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use time::OffsetDateTime;
use wayfare_domain::Instant;
use wayfare_service::Clock;

/// A clock that stands still until it is set or advanced. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// A clock that shows `time`, to the millisecond.
    pub fn at(time: OffsetDateTime) -> Self {
        Self(Arc::new(AtomicI64::new(millis(time))))
    }

    /// Sets the clock.
    pub fn set(&self, time: OffsetDateTime) {
        self.0.store(millis(time), Ordering::SeqCst);
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Instant {
        // Beyond the years that the service knows, the clock stays at their end.
        Instant::EPOCH.plus_millis(self.0.load(Ordering::SeqCst))
    }
}

fn millis(time: OffsetDateTime) -> i64 {
    i64::try_from(time.unix_timestamp_nanos().div_euclid(1_000_000)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn clones_are_the_same_clock() {
        let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
        let same = clock.clone();
        clock.advance(Duration::from_millis(1_500));
        assert_eq!(same.now().to_string(), "2026-05-01T12:00:01.5Z");
        same.set(datetime!(2027-01-01 0:00 UTC));
        assert_eq!(clock.now().to_string(), "2027-01-01T00:00:00Z");
    }
}
