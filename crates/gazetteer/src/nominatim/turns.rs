//! Turns at a server: one request at a time, and none sooner after the one before than its operator
//! allows.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep_until, timeout_at};

/// The least time that a request needs; a turn that leaves less comes too late.
const LEAST: Duration = Duration::from_millis(250);

pub(super) struct Turns {
    interval: Duration,
    /// When the next turn may begin. Held while one lasts.
    next: Mutex<Instant>,
}

/// A turn; the next one comes an interval after this is dropped. Not after it began: what the
/// server sees of it may come late, on a new connection.
pub(super) struct Turn<'a> {
    next: MutexGuard<'a, Instant>,
    interval: Duration,
}

impl Turns {
    pub(super) fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Mutex::new(Instant::now()),
        }
    }

    /// Waits for a turn; `None`, at once, where it would leave too little time until the deadline.
    pub(super) async fn take(&self, deadline: Instant) -> Option<Turn<'_>> {
        let latest = deadline.checked_sub(LEAST)?;
        let next = timeout_at(latest, self.next.lock()).await.ok()?;
        if *next > latest {
            return None;
        }
        sleep_until(*next).await;
        Some(Turn {
            next,
            interval: self.interval,
        })
    }
}

impl Turn<'_> {
    /// Lets the next turn begin no sooner than after `pause`.
    pub(super) fn delay_next(&mut self, pause: Duration) {
        *self.next = (*self.next).max(Instant::now() + pause);
    }
}

impl Drop for Turn<'_> {
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
    async fn the_next_turn_comes_an_interval_after_the_last() {
        let turns = Turns::new(SECOND / 2);
        let begin = Instant::now();
        for number in 0..3 {
            let turn = turns.take(Instant::now() + SECOND).await.unwrap();
            assert_eq!(begin.elapsed().as_millis() / 100, number * 6);
            tokio::time::sleep(SECOND / 10).await;
            drop(turn);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_would_come_too_late_is_told_at_once() {
        let turns = Turns::new(SECOND);
        drop(turns.take(Instant::now() + SECOND).await.unwrap());
        let begin = Instant::now();
        assert!(turns.take(begin + SECOND).await.is_none());
        assert!(begin.elapsed() < SECOND / 10);
        tokio::time::advance(SECOND / 2).await;
        assert!(turns.take(Instant::now() + SECOND).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_long_turn_past_the_deadline() {
        let turns = Turns::new(Duration::ZERO);
        let turn = turns.take(Instant::now() + SECOND).await.unwrap();
        let begin = Instant::now();
        assert!(turns.take(begin + SECOND).await.is_none());
        assert!(begin.elapsed() <= SECOND);
        drop(turn);
        assert!(turns.take(Instant::now() + SECOND).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_delays_the_next_turn() {
        let turns = Turns::new(Duration::ZERO);
        turns
            .take(Instant::now() + SECOND)
            .await
            .unwrap()
            .delay_next(SECOND * 5);
        assert!(turns.take(Instant::now() + SECOND).await.is_none());
        tokio::time::advance(SECOND * 5).await;
        assert!(turns.take(Instant::now() + SECOND).await.is_some());
    }
}
