//! What time it is: handed in, so that nothing else asks the machine.

use time::OffsetDateTime;
use wayfare_domain::Instant;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// The present, to the millisecond.
    fn now(&self) -> Instant;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the injected clock")]
    fn now(&self) -> Instant {
        // A machine whose clock is past the year 9999 has no time worth telling.
        Instant::try_from(OffsetDateTime::now_utc()).unwrap_or(Instant::EPOCH)
    }
}
