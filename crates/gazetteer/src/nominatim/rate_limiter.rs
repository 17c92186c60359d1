//! Rate limiting for a server: sequential requests with a minimum interval between them.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep_until, timeout_at};

/// The minimum time for a request before the deadline.
const MIN_REQUEST_TIME: Duration = Duration::from_millis(250);

/// Issues one permit at a time.
pub(super) struct RateLimiter {
    interval: Duration,
    /// The earliest start of the next request. Locked while a request runs.
    next: Mutex<Instant>,
}

/// A permit for one request. The interval starts when the permit is dropped, not when the request
/// starts: a request on a new connection may reach the server late.
pub(super) struct Permit<'a> {
    next: MutexGuard<'a, Instant>,
    interval: Duration,
}

impl RateLimiter {
    pub(super) fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Mutex::new(Instant::now()),
        }
    }

    /// Waits for a permit. Returns `None` immediately if too little time would remain before the
    /// deadline.
    pub(super) async fn acquire(&self, deadline: Instant) -> Option<Permit<'_>> {
        let latest = deadline.checked_sub(MIN_REQUEST_TIME)?;
        let next = timeout_at(latest, self.next.lock()).await.ok()?;
        if *next > latest {
            return None;
        }
        sleep_until(*next).await;
        Some(Permit {
            next,
            interval: self.interval,
        })
    }
}

impl Permit<'_> {
    /// Delays the next request by at least `pause`.
    pub(super) fn delay_next(&mut self, pause: Duration) {
        *self.next = (*self.next).max(Instant::now() + pause);
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let interval = self.interval;
        self.delay_next(interval);
    }
}

#[cfg(test)]
mod tests;
