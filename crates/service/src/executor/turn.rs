//! A turn in a queue for a database thread: at one end somebody waits for a result, at the other a
//! thread comes to give it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::Error;
use crate::load::DatabaseCounts;

/// The end that a thread takes from the queue. One that is dropped before it began was turned away.
pub(super) struct Turn<T> {
    answer: oneshot::Sender<Result<T, Error>>,
    queued: Queued,
}

/// The end of who waits.
pub(super) struct Wait<T> {
    answered: oneshot::Receiver<Result<T, Error>>,
    decided: Arc<AtomicBool>,
    counts: Arc<DatabaseCounts>,
}

/// Counts as waiting while it lives.
struct Queued {
    counts: Arc<DatabaseCounts>,
    /// Whoever sets it first decides: the thread to begin, or who waits to do so no longer.
    decided: Arc<AtomicBool>,
    since: Instant,
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.counts.dequeued();
    }
}

/// A turn that has begun.
pub(super) struct Begun<T> {
    answer: oneshot::Sender<Result<T, Error>>,
    counts: Arc<DatabaseCounts>,
}

impl<T> Turn<T> {
    /// A turn that is about to be queued.
    pub(super) fn new(counts: &Arc<DatabaseCounts>) -> (Self, Wait<T>) {
        let (answer, answered) = oneshot::channel();
        let decided = Arc::new(AtomicBool::new(false));
        counts.queued();
        let queued = Queued {
            counts: Arc::clone(counts),
            decided: Arc::clone(&decided),
            since: Instant::now(),
        };
        (
            Self { answer, queued },
            Wait {
                answered,
                decided,
                counts: Arc::clone(counts),
            },
        )
    }

    /// How long it has been waited for.
    pub(super) fn waited(&self) -> Duration {
        self.queued.since.elapsed()
    }

    /// The thread begins; there is nothing to do where nobody waits any more.
    pub(super) fn begin(self) -> Option<Begun<T>> {
        let Self { answer, queued } = self;
        if answer.is_closed() || queued.decided.swap(true, Ordering::AcqRel) {
            return None;
        }
        queued.counts.begin(queued.since.elapsed());
        Some(Begun {
            answer,
            counts: Arc::clone(&queued.counts),
        })
    }
}

impl<T> Begun<T> {
    /// The counts that the turn is part of.
    pub(super) fn counts(&self) -> &DatabaseCounts {
        &self.counts
    }

    /// Gives the result.
    pub(super) fn end(self, result: Result<T, Error>) {
        // Nobody waits any more where the caller has gone meanwhile.
        let _ = self.answer.send(result);
    }
}

impl<T> Wait<T> {
    /// The result, once it is there.
    ///
    /// # Errors
    /// [`Error::Busy`] where the turn did not begin in time, [`Error::Unavailable`] where it began
    /// and did not end in time: it goes on by itself then, and the storage cuts off what hangs.
    pub(super) async fn at_most(mut self, longest: Duration) -> Result<T, Error> {
        match tokio::time::timeout(longest, &mut self.answered).await {
            Ok(result) => {
                result.unwrap_or_else(|_| Err(Error::internal("a database job was lost")))
            }
            Err(_) if !self.decided.swap(true, Ordering::AcqRel) => {
                self.counts.refused();
                Err(Error::Busy)
            }
            Err(elapsed) => Err(Error::Unavailable(elapsed.into())),
        }
    }
}
