//! Request coalescing: requests that many callers submit at about the same time are answered by
//! one call.
//!
//! A [`Batcher`] owns a bounded queue and worker threads. An idle batcher processes a request
//! immediately, alone. While a worker is busy, requests accumulate; the next batch takes them
//! together. A second worker starts a batch of its own once the batch is full or its oldest request
//! has waited for [`Limits::max_delay`].
//!
//! With [`Limits::max_batch`] of 1 a batcher is a plain pool of worker threads.
//!
//! ```
//! use std::time::Duration;
//! use wayfare_batcher::{Batcher, BatcherMetrics, Limits};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! let metrics = BatcherMetrics::default();
//! let squares = Batcher::start("squares", Limits::default(), &metrics, |numbers: Vec<u64>| {
//!     numbers.into_iter().map(|number| number * number).collect()
//! })?;
//! assert_eq!(squares.submit(12, Duration::from_secs(1)).await?, 144);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

use queue::{PendingRequest, Queue};

/// The bounds of a [`Batcher`].
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Requests that may wait; more are refused.
    pub max_pending: usize,
    /// Requests per batch.
    pub max_batch: usize,
    /// How long a request waits while another worker is busy and its batch is not full.
    pub max_delay: Duration,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_pending: 1_024,
            max_batch: 32,
            max_delay: Duration::from_millis(1),
            threads: 1,
        }
    }
}

/// Why a request has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The queue is full.
    #[error("the queue is full")]
    Full,
    /// The timeout passed while the request was queued; it is never processed.
    #[error("the request was not started in time")]
    NotStarted,
    /// The timeout passed while the request was processed; processing goes on.
    #[error("the request was not answered in time")]
    NotAnswered,
    /// Processing panicked.
    #[error("processing the request panicked")]
    Panicked,
}

/// What one [`Batcher`] counts, or several together. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct BatcherMetrics {
    /// Busy worker threads.
    pub running: Gauge,
    /// Queue depth.
    pub waiting: Gauge,
    /// Requests started.
    pub started: Counter,
    /// Time that started requests spent in the queue, summed, in seconds.
    pub waited: Counter<f64, AtomicU64>,
    /// Requests refused, or not started in time.
    pub refused: Counter,
}

/// Answers requests of type `Q` with answers of type `A`, in batches.
///
/// Dropping it stops the worker threads once the queue is empty.
pub struct Batcher<Q, A> {
    queue: Arc<Queue<Q, A>>,
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// Starts worker threads called `name` that answer each batch with `process`, and are counted
    /// in `metrics`.
    ///
    /// `process` returns one answer per request, in order. If it panics, or returns too few
    /// answers, the requests left without one fail with [`Error::Panicked`].
    ///
    /// # Errors
    /// The operating system refuses a thread.
    pub fn start(
        name: &str,
        limits: Limits,
        metrics: &BatcherMetrics,
        process: impl Fn(Vec<Q>) -> Vec<A> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        // Dropping it on an early return stops the threads started so far.
        let batcher = Self {
            queue: Arc::new(Queue::new(limits, metrics.clone())),
        };
        let process = Arc::new(process);
        for number in 0..limits.threads.max(1) {
            let (queue, process) = (Arc::clone(&batcher.queue), Arc::clone(&process));
            thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(move || work(&queue, process.as_ref()))?;
        }
        Ok(batcher)
    }

    /// Submits a request and waits for its answer, at most for `timeout`.
    ///
    /// A request whose caller drops this future before processing starts is never processed.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn submit(&self, request: Q, timeout: Duration) -> Result<A, Error> {
        let (answer, answered) = oneshot::channel();
        let claimed = Arc::new(AtomicBool::new(false));
        let request = PendingRequest::new(request, answer, Arc::clone(&claimed));
        self.queue.push(request)?;
        match tokio::time::timeout(timeout, answered).await {
            Ok(answer) => answer.map_err(|_| Error::Panicked),
            Err(_) if claimed.swap(true, Ordering::AcqRel) => Err(Error::NotAnswered),
            Err(_) => {
                self.queue.metrics.refused.inc();
                Err(Error::NotStarted)
            }
        }
    }
}

impl<Q, A> Drop for Batcher<Q, A> {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Processes batches until the queue is closed and empty.
fn work<Q, A>(queue: &Queue<Q, A>, process: &impl Fn(Vec<Q>) -> Vec<A>) {
    while let Some(batch) = queue.take() {
        let waited = batch.iter().map(PendingRequest::waited).sum();
        let (requests, answers): (Vec<Q>, Vec<oneshot::Sender<A>>) =
            batch.into_iter().filter_map(PendingRequest::claim).unzip();
        if !requests.is_empty() {
            // A panic drops the senders, which tells the callers.
            let processed = catch_unwind(AssertUnwindSafe(|| process(requests)));
            for (sender, answer) in answers.into_iter().zip(processed.unwrap_or_default()) {
                // The caller may have gone meanwhile.
                let _ = sender.send(answer);
            }
        }
        queue.finish(waited);
    }
}
