//! Exchanges of refresh tokens whose caller got no answer.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;
use wayfare_domain::Instant;

use crate::context::Context;
use crate::random;

/// How long a retry of such an exchange is accepted, in milliseconds.
const GRACE: i64 = 30_000;
/// The greatest number of exchanges in memory, about 64 bytes each. Further ones displace the
/// oldest.
const MAX: usize = 4_096;

/// The latest exchanges that failed or whose caller went away. Each may have been committed.
#[derive(Default)]
pub(crate) struct Unanswered(Mutex<VecDeque<Failed>>);

struct Failed {
    /// The hash of the refresh token.
    hash: [u8; 32],
    /// The id of its successor, which nobody has received.
    successor: Uuid,
    at: Instant,
}

impl Unanswered {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Failed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, hash: &[u8; 32], now: Instant) -> Option<Uuid> {
        let mut all = self.lock();
        let found = all.iter().position(|failed| failed.hash == *hash)?;
        let failed = all.remove(found)?;
        (failed.at.plus_millis(GRACE) > now).then_some(failed.successor)
    }

    fn put(&self, failed: Failed) {
        let mut all = self.lock();
        while all.len() >= MAX {
            all.pop_front();
        }
        all.push_back(failed);
    }
}

/// An exchange in flight. Counts as unanswered once dropped, unless it is [`Exchange::answered`].
pub(crate) struct Exchange<'c> {
    context: &'c Context,
    hash: [u8; 32],
    /// The id of the successor: the same for each retry.
    pub(crate) successor: Uuid,
    /// Set once a retry may begin. The job of this exchange may still run then, and must not change
    /// what the retry stores.
    pub(crate) is_abandoned: Arc<AtomicBool>,
    is_answered: bool,
}

impl<'c> Exchange<'c> {
    /// Begins or retries an exchange of the token of a hash.
    pub(crate) fn begin(context: &'c Context, hash: [u8; 32]) -> Self {
        let retried = context.unanswered.take(&hash, context.now());
        Self {
            context,
            hash,
            successor: retried.unwrap_or_else(random::id),
            is_abandoned: Arc::default(),
            is_answered: false,
        }
    }

    /// The caller gets an answer.
    pub(crate) fn answered(mut self) {
        self.is_answered = true;
    }
}

impl Drop for Exchange<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            self.is_abandoned.store(true, Ordering::Release);
            self.context.unanswered.put(Failed {
                hash: self.hash,
                successor: self.successor,
                at: self.context.now(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(number: u64, at: Instant) -> Failed {
        let mut hash = [0; 32];
        hash[..8].copy_from_slice(&number.to_be_bytes());
        Failed {
            hash,
            successor: Uuid::from_u128(u128::from(number)),
            at,
        }
    }

    #[test]
    fn forgets_an_exchange_after_the_grace_and_after_a_retry() {
        let unanswered = Unanswered::default();
        let now = Instant::EPOCH;
        for number in [1, 2] {
            unanswered.put(failed(number, now));
        }
        let [first, second] = [1, 2].map(|number| failed(number, now));
        let in_time = now.plus_millis(GRACE - 1);
        assert_eq!(unanswered.take(&first.hash, in_time), Some(first.successor));
        assert_eq!(unanswered.take(&first.hash, in_time), None);
        let late = now.plus_millis(GRACE);
        assert_eq!(unanswered.take(&second.hash, late), None);
    }

    #[test]
    fn keeps_a_bounded_number_of_exchanges() {
        let unanswered = Unanswered::default();
        let count = u64::try_from(MAX).unwrap() + 10;
        for number in 0..count {
            unanswered.put(failed(number, Instant::EPOCH));
        }
        assert_eq!(unanswered.lock().len(), MAX);
        let oldest = failed(9, Instant::EPOCH);
        assert_eq!(unanswered.take(&oldest.hash, Instant::EPOCH), None);
        let newest = failed(count - 1, Instant::EPOCH);
        assert!(unanswered.take(&newest.hash, Instant::EPOCH).is_some());
    }
}
