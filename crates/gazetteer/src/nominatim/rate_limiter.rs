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
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn the_next_permit_is_an_interval_after_the_last() {
        let limiter = RateLimiter::new(SECOND / 2);
        let begin = Instant::now();
        for number in 0..3 {
            let permit = limiter.acquire(Instant::now() + SECOND).await.unwrap();
            assert_eq!(begin.elapsed().as_millis() / 100, number * 6);
            tokio::time::sleep(SECOND / 10).await;
            drop(permit);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn fails_immediately_if_the_interval_exceeds_the_deadline() {
        let limiter = RateLimiter::new(SECOND);
        drop(limiter.acquire(Instant::now() + SECOND).await.unwrap());
        let begin = Instant::now();
        assert!(limiter.acquire(begin + SECOND).await.is_none());
        assert!(begin.elapsed() < SECOND / 10);
        tokio::time::advance(SECOND / 2).await;
        assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn fails_at_the_deadline_while_another_request_runs() {
        let limiter = RateLimiter::new(Duration::ZERO);
        let permit = limiter.acquire(Instant::now() + SECOND).await.unwrap();
        let begin = Instant::now();
        assert!(limiter.acquire(begin + SECOND).await.is_none());
        assert!(begin.elapsed() <= SECOND);
        drop(permit);
        assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_delays_the_next_permit() {
        let limiter = RateLimiter::new(Duration::ZERO);
        limiter
            .acquire(Instant::now() + SECOND)
            .await
            .unwrap()
            .delay_next(SECOND * 5);
        assert!(limiter.acquire(Instant::now() + SECOND).await.is_none());
        tokio::time::advance(SECOND * 5).await;
        assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
    }
}
