//! A pool of threads for work that would block an async thread.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::{Batcher, Client, Deadline, Error, Limits, QueueMetrics};

type Job = Box<dyn FnOnce() + Send>;

/// Runs a bounded number of jobs on threads of its own, with a bounded number waiting.
///
/// A weight limits how many large jobs run at the same time. Clients take turns; the jobs of one
/// start in the order of arrival. Clones share the threads, which end after the last clone is
/// dropped.
///
/// It does not use the runtime's blocking pool: an allocator retains freed memory per thread, so
/// large buffers on many threads add up to several times of what is in use.
#[derive(Clone)]
pub struct WorkPool {
    /// `None` if the operating system refused a thread.
    jobs: Option<Arc<Batcher<Job, ()>>>,
    deadline: Deadline,
    metrics: QueueMetrics,
}

impl fmt::Debug for WorkPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.metrics, f)
    }
}

impl WorkPool {
    /// Starts `threads` threads called `name`, counted in `metrics`. While all are busy,
    /// `max_waiting` jobs may wait, each until its deadline. The running jobs have a total weight
    /// of at most `capacity`.
    ///
    /// If the operating system refuses a thread, the failure is logged, and each job fails.
    #[must_use]
    pub fn new(
        name: &str,
        threads: usize,
        max_waiting: usize,
        capacity: u32,
        deadline: Deadline,
        metrics: &QueueMetrics,
    ) -> Self {
        let limits = Limits {
            threads,
            max_waiting,
            max_batch: 1,
            max_delay: Duration::ZERO,
            capacity,
        };
        let run = |jobs: Vec<Job>| jobs.into_iter().map(|job| job()).collect();
        let jobs = Batcher::start(name, limits, metrics, run);
        if let Err(error) = &jobs {
            tracing::error!(pool = name, %error, "starting a worker thread failed");
        }
        Self {
            jobs: jobs.ok().map(Arc::new),
            deadline,
            metrics: metrics.clone(),
        }
    }

    /// Runs `work` for a client on a thread of the pool.
    ///
    /// The weight is clamped as in [`Batcher::submit`]. If the caller goes away, a job that has
    /// started continues and holds its weight until it ends; a queued one is dropped.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        weight: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (sender, mut result) = oneshot::channel();
        let job: Job = Box::new(move || {
            // The caller may have gone meanwhile.
            let _ = sender.send(work());
        });
        let jobs = self.jobs.as_ref().ok_or(Error::Panicked)?;
        jobs.submit(client, weight, job, self.deadline).await?;
        result.try_recv().map_err(|_| Error::Panicked)
    }

    /// What the pool counts.
    #[must_use]
    pub const fn metrics(&self) -> &QueueMetrics {
        &self.metrics
    }
}
