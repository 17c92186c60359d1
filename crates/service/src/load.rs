//! What the service has to do at the moment, and what it has done since its start: for those who
//! watch over it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use wayfare_pictures::{RenditionLoad, WorkLoad};

/// What the service has to do at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Units of work and reads on the database.
    pub database: DatabaseLoad,
    /// The hashing of passwords.
    pub passwords: WorkLoad,
    /// The cleaning of maps' notes.
    pub notes: WorkLoad,
    /// The cleaning of pictures that came in.
    pub cleaning: WorkLoad,
    /// The pictures that are served.
    pub renditions: RenditionLoad,
    /// How many uploads are being received or kept.
    pub uploads: usize,
}

/// What the database threads have to do, and have done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseLoad {
    /// How many connections there are. A thread has one to itself while it works, or waits for one.
    pub connections: usize,
    /// How many threads work.
    pub running: usize,
    /// How many jobs wait for one.
    pub waiting: usize,
    /// How many jobs were begun since the start.
    pub begun: u64,
    /// How long these had waited, all together.
    pub waited: Duration,
    /// How many jobs were turned away, or waited in vain.
    pub refused: u64,
}

/// The counts behind a [`DatabaseLoad`].
#[derive(Debug, Default)]
pub(crate) struct DatabaseCounts {
    running: AtomicUsize,
    waiting: AtomicUsize,
    begun: AtomicU64,
    waited_micros: AtomicU64,
    refused: AtomicU64,
}

impl DatabaseCounts {
    /// A job begins to wait.
    pub(crate) fn queued(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// A job waits no longer: a thread took it, or there was no room for it.
    pub(crate) fn dequeued(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }

    /// A job begins, after having waited.
    pub(crate) fn begin(&self, waited: Duration) {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.waited_micros.fetch_add(
            u64::try_from(waited.as_micros()).unwrap_or(u64::MAX),
            Ordering::Relaxed,
        );
    }

    /// Runs what keeps a thread at work; it does not panic.
    pub(crate) fn at_work<T>(&self, work: impl FnOnce() -> T) -> T {
        self.running.fetch_add(1, Ordering::Relaxed);
        let result = work();
        self.running.fetch_sub(1, Ordering::Relaxed);
        result
    }

    /// A job is not done.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn load(&self, connections: usize) -> DatabaseLoad {
        DatabaseLoad {
            connections,
            running: self.running.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
            begun: self.begun.load(Ordering::Relaxed),
            waited: Duration::from_micros(self.waited_micros.load(Ordering::Relaxed)),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }
}
