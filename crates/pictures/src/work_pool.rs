//! A bounded thread pool for work that would block an async thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

type Job = Box<dyn FnOnce() + Send>;

/// The configuration of a [`WorkPool`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkPoolConfig {
    /// The name of its threads. Linux shows the first 15 bytes.
    pub name: &'static str,
    /// How many jobs run at the same time; at least 1.
    pub threads: u32,
    /// How many more jobs may wait.
    pub max_waiting: u32,
    /// How long a job waits to start; `None` for no limit.
    pub max_wait: Option<Duration>,
    /// The total weight of the running jobs, in a unit of the caller's choice; at least `threads`.
    pub capacity: u32,
}

/// The number of jobs in a [`WorkPool`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkLoad {
    /// How many jobs are running.
    pub running: usize,
    /// How many jobs are waiting for a thread.
    pub waiting: usize,
}

/// Why a [`WorkPool`] returned no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// Too many jobs are waiting, or this one did not start within the time limit.
    #[error("the work pool is busy")]
    Busy,
    /// The job panicked, or the pool could not start any thread.
    #[error("a job of the work pool panicked")]
    Panicked,
}

/// Runs a bounded number of jobs on its own threads, with a bounded number waiting.
///
/// A weight limits how many large jobs run at the same time. Jobs start in the order of arrival.
/// Clones share the threads, which end after the last clone is dropped.
///
/// It does not use the runtime's blocking pool: an allocator retains freed memory per thread, so
/// large buffers on many threads add up to several times of what is in use.
#[derive(Debug, Clone)]
pub struct WorkPool {
    /// One permit for each running or waiting job.
    slots: Arc<Semaphore>,
    slot_count: usize,
    running: Arc<AtomicUsize>,
    weights: Arc<Semaphore>,
    capacity: u32,
    /// An equal share of the capacity: no more jobs get a weight than there are threads.
    min_weight: u32,
    max_wait: Option<Duration>,
    jobs: mpsc::Sender<Job>,
}

/// A slot of a [`WorkPool`] for one running or waiting job. Dropping it releases the slot.
#[derive(Debug)]
pub(crate) struct Slot<'a> {
    permit: OwnedSemaphorePermit,
    pool: &'a WorkPool,
}

impl WorkPool {
    /// Starts the threads of a pool.
    #[must_use]
    pub fn new(config: WorkPoolConfig) -> Self {
        let threads = config.threads.max(1);
        let capacity = config.capacity.max(threads);
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            // If no thread starts, the last attempt drops the queue, and `run` fails.
            let started = thread::Builder::new()
                .name(config.name.to_owned())
                .spawn(move || run_jobs(&queue));
            if let Err(error) = started {
                tracing::error!(pool = config.name, %error, "a worker thread could not be started");
            }
        }
        let slots = semaphore(threads.saturating_add(config.max_waiting));
        Self {
            slot_count: slots.available_permits(),
            slots,
            running: Arc::default(),
            weights: semaphore(capacity),
            capacity,
            min_weight: capacity / threads,
            max_wait: config.max_wait,
            jobs,
        }
    }

    /// Returns the current number of running and waiting jobs.
    #[must_use]
    pub fn load(&self) -> WorkLoad {
        let running = self.running.load(Ordering::Relaxed);
        let taken = self
            .slot_count
            .saturating_sub(self.slots.available_permits());
        WorkLoad {
            running,
            waiting: taken.saturating_sub(running),
        }
    }

    /// Runs `work` on a thread of the pool.
    ///
    /// `weight` is clamped: at least an equal share of the capacity, at most all of it. If the
    /// caller is cancelled, a job that has started continues and holds its slot and weight until it
    /// ends. A job that has not started is discarded.
    ///
    /// # Errors
    /// [`WorkError::Busy`] if too many jobs are waiting, or the job did not start in time;
    /// [`WorkError::Panicked`] if `work` panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        weight: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.reserve()?.run(weight, work).await
    }

    /// Reserves a slot without waiting, for a job whose weight is not known yet.
    ///
    /// # Errors
    /// [`WorkError::Busy`] if too many jobs are waiting.
    pub(crate) fn reserve(&self) -> Result<Slot<'_>, WorkError> {
        let permit = Arc::clone(&self.slots)
            .try_acquire_owned()
            .map_err(|_| WorkError::Busy)?;
        Ok(Slot { permit, pool: self })
    }

    /// Waits until jobs of this weight may run.
    async fn acquire(&self, weight: u32) -> Result<OwnedSemaphorePermit, WorkError> {
        let weight = weight.clamp(self.min_weight, self.capacity);
        let permit = Arc::clone(&self.weights).acquire_many_owned(weight);
        let permit = match self.max_wait {
            Some(limit) => tokio::time::timeout(limit, permit)
                .await
                .map_err(|_| WorkError::Busy)?,
            None => permit.await,
        };
        // The semaphore is never closed.
        permit.map_err(|_| WorkError::Busy)
    }
}

impl Slot<'_> {
    /// Runs `work` as [`WorkPool::run`] does, in this slot.
    ///
    /// # Errors
    /// As [`WorkPool::run`].
    pub(crate) async fn run<T: Send + 'static>(
        self,
        weight: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let Self { permit, pool } = self;
        let weight = pool.acquire(weight).await?;
        let (sender, receiver) = oneshot::channel();
        let running = Arc::clone(&pool.running);
        let job = move || {
            if sender.is_closed() {
                return;
            }
            running.fetch_add(1, Ordering::Relaxed);
            let result = catch_unwind(AssertUnwindSafe(work));
            running.fetch_sub(1, Ordering::Relaxed);
            drop((permit, weight));
            // After a panic the receiver sees a closed channel.
            if let Ok(result) = result {
                sender.send(result).ok();
            }
        };
        pool.jobs
            .send(Box::new(job))
            .map_err(|_| WorkError::Panicked)?;
        receiver.await.map_err(|_| WorkError::Panicked)
    }
}

/// Runs jobs until the last clone of the pool is dropped.
fn run_jobs(queue: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else {
            return;
        };
        job();
    }
}

fn semaphore(permits: u32) -> Arc<Semaphore> {
    let permits = usize::try_from(permits).unwrap_or(usize::MAX);
    Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)))
}

#[cfg(test)]
mod tests;
