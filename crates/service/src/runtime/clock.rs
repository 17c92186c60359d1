//! The injected clock, the only source of the current time.

use time::OffsetDateTime;
use wayfare_domain::Instant;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Returns the current time, to the millisecond.
    fn now(&self) -> Instant;
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the injected clock")]
    fn now(&self) -> Instant {
        // A system clock past the year 9999 is wrong.
        Instant::try_from(OffsetDateTime::now_utc()).unwrap_or(Instant::EPOCH)
    }
}
