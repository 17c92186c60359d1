//! The queue of a batcher: what waits, and when a worker takes it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::{BatcherMetrics, Error, Limits};

/// A queued request.
pub(crate) struct PendingRequest<Q, A> {
    request: Q,
    answer: oneshot::Sender<A>,
    /// Set by whichever comes first: the worker that starts it, or the caller that gives up.
    claimed: Arc<AtomicBool>,
    queued_at: Instant,
}

impl<Q, A> PendingRequest<Q, A> {
    pub(crate) fn new(request: Q, answer: oneshot::Sender<A>, claimed: Arc<AtomicBool>) -> Self {
        Self {
            request,
            answer,
            claimed,
            queued_at: Instant::now(),
        }
    }

    /// How long it has been queued.
    pub(crate) fn waited(&self) -> Duration {
        self.queued_at.elapsed()
    }

    /// Starts the request, unless its caller has gone or given up.
    pub(crate) fn claim(self) -> Option<(Q, oneshot::Sender<A>)> {
        let is_abandoned = self.answer.is_closed() || self.claimed.swap(true, Ordering::AcqRel);
        (!is_abandoned).then_some((self.request, self.answer))
    }
}

/// The queue, shared by callers and workers.
pub(crate) struct Queue<Q, A> {
    state: Mutex<State<Q, A>>,
    changed: Condvar,
    limits: Limits,
    pub(crate) metrics: BatcherMetrics,
}

struct State<Q, A> {
    pending: VecDeque<PendingRequest<Q, A>>,
    /// Whether an idle worker sleeps until the oldest request has waited for `max_delay`.
    has_timer: bool,
    is_closed: bool,
    running: usize,
}

impl<Q, A> Queue<Q, A> {
    pub(crate) fn new(limits: Limits, metrics: BatcherMetrics) -> Self {
        let state = State {
            pending: VecDeque::new(),
            has_timer: false,
            is_closed: false,
            running: 0,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
            limits,
            metrics,
        }
    }

    /// Queues a request.
    ///
    /// # Errors
    /// [`Error::Full`].
    pub(crate) fn push(&self, request: PendingRequest<Q, A>) -> Result<(), Error> {
        let mut state = self.lock();
        if state.pending.len() >= self.limits.max_pending {
            self.metrics.refused.inc();
            return Err(Error::Full);
        }
        state.pending.push_back(request);
        self.metrics.waiting.inc();
        // A busy worker takes the request when it finishes; a timer limits how long that may take.
        let needs_no_wake =
            state.has_timer && state.running > 0 && state.pending.len() < self.limits.max_batch;
        drop(state);
        if !needs_no_wake {
            self.changed.notify_one();
        }
        Ok(())
    }

    /// Waits for the next batch. Returns `None` once the queue is closed and empty.
    pub(crate) fn take(&self) -> Option<Vec<PendingRequest<Q, A>>> {
        let mut state = self.lock();
        loop {
            let Some(oldest) = state.pending.front() else {
                if state.is_closed {
                    return None;
                }
                state = self.wait(state);
                continue;
            };
            let delay = self.limits.max_delay.saturating_sub(oldest.waited());
            let is_full = state.pending.len() >= self.limits.max_batch;
            if state.running == 0 || is_full || delay.is_zero() {
                return Some(self.start_batch(&mut state));
            }
            if state.has_timer {
                state = self.wait(state);
            } else {
                state.has_timer = true;
                let woken = self.changed.wait_timeout(state, delay);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
                state.has_timer = false;
            }
        }
    }

    fn start_batch(&self, state: &mut State<Q, A>) -> Vec<PendingRequest<Q, A>> {
        let size = state.pending.len().min(self.limits.max_batch.max(1));
        let batch: Vec<_> = state.pending.drain(..size).collect();
        state.running += 1;
        self.metrics.running.inc();
        self.metrics
            .waiting
            .dec_by(i64::try_from(size).unwrap_or(i64::MAX));
        self.metrics
            .started
            .inc_by(u64::try_from(size).unwrap_or(u64::MAX));
        if !state.pending.is_empty() {
            self.changed.notify_one();
        }
        batch
    }

    /// Ends the batch of a worker. `waited` is the time that its requests spent in the queue,
    /// summed.
    pub(crate) fn finish(&self, waited: Duration) {
        self.lock().running -= 1;
        self.metrics.running.dec();
        self.metrics.waited.inc_by(waited.as_secs_f64());
    }

    /// Lets the workers end once nothing is pending.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<Q, A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<Q, A>>) -> MutexGuard<'a, State<Q, A>> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}
