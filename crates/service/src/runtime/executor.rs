//! Runs blocking database work on threads of its own, behind bounded queues with a deadline.

mod batches;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tracing::Span;
use wayfare_bounds::{Batcher, Client, Deadline, Limits, QueueMetrics, WorkPool};
use wayfare_storage::{
    self as storage, ListQuery, Repositories, Store, TripList, TripLookup, TripQuery, TripWrite,
};

use crate::Error;
use crate::audit::{hold, job_in_current_origin};

/// Attempts of a unit of work that conflicts with others.
const ATTEMPTS: u32 = 3;
/// The pause before the next attempt, times the attempts made.
const RETRY_PAUSE: Duration = Duration::from_millis(5);

/// The share of connections for each batcher: one of so many.
const CONNECTIONS_PER_BATCH_THREAD: usize = 4;
/// Trips per look-up batch, and per group commit.
const MAX_BATCH: usize = 32;
/// How long a request waits for a batch to fill while another batch is processed.
const MAX_BATCH_DELAY: Duration = Duration::from_millis(1);

/// The client of jobs that the service runs for itself, and for operators.
pub(crate) const INTERNAL: Client = Client::new(0);

/// The database threads, which share the store's connections. Clients take turns in each queue. The
/// threads end when it is dropped.
pub(crate) struct Executor {
    jobs: WorkPool,
    lookups: Batcher<TripQuery, Result<TripLookup, Error>>,
    lists: Batcher<ListQuery, Result<TripList, Error>>,
    saves: Batcher<Save, Result<bool, Error>>,
    deadline: Deadline,
    store: Arc<dyn Store>,
    writes: LastWrite,
    metrics: QueueMetrics,
}

/// A trip to save, and what follows.
struct Save {
    write: TripWrite,
    then: Cell<Option<Box<dyn FnOnce() + Send>>>,
}

/// Whether the last write failed because of the store: its disk is full or read-only, or it is
/// away.
#[derive(Clone, Default)]
struct LastWrite {
    has_failed: Arc<AtomicBool>,
}

impl LastWrite {
    fn record<T>(&self, result: &Result<T, Error>) {
        let has_failed = match result {
            Ok(_) => false,
            Err(Error::Full(_) | Error::Unavailable(_)) => true,
            Err(_) => return,
        };
        // Writes come on many threads, and rarely differ.
        if self.has_failed() != has_failed {
            self.has_failed.store(has_failed, Ordering::Relaxed);
        }
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

impl Executor {
    /// Starts the threads. At most `queue` requests of each kind wait, each at most until its
    /// `deadline`.
    pub(crate) fn start(
        store: &Arc<dyn Store>,
        queue: usize,
        deadline: Duration,
    ) -> std::io::Result<Self> {
        let connections = store.connections().max(1);
        let per_batcher = (connections / CONNECTIONS_PER_BATCH_THREAD).max(1);
        let batches = Limits {
            max_waiting: queue,
            max_batch: MAX_BATCH,
            max_delay: MAX_BATCH_DELAY,
            threads: per_batcher,
            capacity: 1,
        };
        // The batchers are rarely busy on all their threads: jobs share those connections.
        let job_threads = connections.saturating_sub(per_batcher).max(1);
        let deadline = Deadline::ToAnswer(deadline);
        // Only equal lists gain from a batch.
        let lists = Limits {
            max_batch: 1,
            max_delay: Duration::ZERO,
            ..batches
        };
        let [look_up, list, save] = [store; 3].map(Arc::clone);
        let metrics = QueueMetrics::default();
        let writes = LastWrite::default();
        let saved = writes.clone();
        Ok(Self {
            jobs: WorkPool::new("database", job_threads, queue, 1, deadline, &metrics),
            lookups: Batcher::start(
                "lookups",
                batches,
                &metrics,
                move |queries: Vec<TripQuery>| batches::look_up(look_up.as_ref(), &queries),
            )?,
            lists: Batcher::start_sharing(
                "lists",
                lists,
                &metrics,
                move |queries: Vec<ListQuery>| batches::list(list.as_ref(), &queries),
            )?,
            saves: Batcher::start("saves", batches, &metrics, move |saves: Vec<Save>| {
                let results = batches::save(save.as_ref(), &saves);
                results.iter().for_each(|result| saved.record(result));
                results
            })?,
            deadline,
            store: Arc::clone(store),
            writes,
            metrics,
        })
    }

    /// Registers what the threads count together. A busy one holds a connection or waits for one.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let metrics = &self.metrics;
        let connections = Gauge::<i64>::default();
        connections.set(i64::try_from(self.store.connections()).unwrap_or(i64::MAX));
        let help = "Connections to the database";
        registry.register("database_connections", help, connections);
        let help = "Connections to the database that are in use";
        registry.register("database_connections_busy", help, metrics.running.clone());
        let help = "Jobs that wait for a database connection";
        registry.register("database_queue_depth", help, metrics.waiting.clone());
        let help = "Database jobs that were started";
        registry.register("database_jobs", help, metrics.started.clone());
        let help = "Total time that database jobs waited before they were started";
        registry.register("database_wait_seconds", help, metrics.waited.clone());
        let help =
            "Database jobs that were rejected because the queue was full or the wait timed out";
        registry.register("database_jobs_refused", help, metrics.refused.clone());
    }

    /// Looks a trip up, in one batch with concurrent look-ups.
    ///
    /// # Errors
    /// As [`Executor::run`].
    pub(crate) async fn look_up(
        &self,
        client: Client,
        query: TripQuery,
    ) -> Result<TripLookup, Error> {
        self.lookups.submit(client, 1, query, self.deadline).await?
    }

    /// Lists a caller's trips. Equal concurrent queries share one read.
    ///
    /// # Errors
    /// As [`Executor::run`].
    pub(crate) async fn list(&self, client: Client, query: ListQuery) -> Result<TripList, Error> {
        self.lists.submit(client, 1, query, self.deadline).await?
    }

    /// Saves a trip, in one transaction with concurrent saves (group commit). Returns `false` if it
    /// has changed meanwhile. `then` is run once it is saved, or may have been, even if nobody
    /// waits for that.
    ///
    /// # Errors
    /// As [`Executor::run`].
    pub(crate) async fn save(
        &self,
        client: Client,
        write: TripWrite,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<bool, Error> {
        let then: Box<dyn FnOnce() + Send> = Box::new(in_request(then));
        let then = Cell::new(Some(then));
        let save = Save { write, then };
        self.saves.submit(client, 1, save, self.deadline).await?
    }

    /// Runs a job of a client on a database thread. If the caller goes away, a queued job is
    /// dropped, and a running one finishes.
    ///
    /// # Errors
    /// [`Error::Busy`] if the queue is full or the job did not start before the deadline;
    /// [`Error::Unavailable`] if it did not end before the deadline, in which case its writes may
    /// still be committed; [`Error::Internal`] if it panicked; else the job's own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        job: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let store = Arc::clone(&self.store);
        let job = in_request(move || job(store.as_ref()));
        self.jobs.run(client, 1, job).await?
    }

    /// Checks that the store answers, and if its last write failed, that it takes writes again.
    ///
    /// # Errors
    /// [`Error::Full`], else as [`Executor::run`].
    pub(crate) async fn ping(&self) -> Result<(), Error> {
        let writes = self.writes.clone();
        let ping = move |store: &dyn Store| {
            store.ping()?;
            if writes.has_failed() {
                store.check_writes()?;
                writes.record(&Ok(()));
            }
            Ok(())
        };
        self.run(INTERNAL, ping).await
    }

    /// Runs reads outside of a transaction.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        client: Client,
        read: impl FnOnce(&mut dyn Repositories) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let read = move |store: &dyn Store| {
            let mut data = store.read()?;
            read(data.as_mut())
        };
        self.run(client, read).await
    }

    /// Runs a unit of work, committed unless it fails. On a conflict it is retried from its start.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        client: Client,
        work: impl Fn(&mut dyn Repositories) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.transact(client, true, work).await
    }

    /// Runs a unit of work as [`Executor::write`] does, and rolls it back in any case.
    pub(crate) async fn rehearse<T: Send + 'static>(
        &self,
        client: Client,
        work: impl Fn(&mut dyn Repositories) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.transact(client, false, work).await
    }

    async fn transact<T: Send + 'static>(
        &self,
        client: Client,
        commits: bool,
        work: impl Fn(&mut dyn Repositories) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let writes = self.writes.clone();
        self.run(client, move |store| {
            let once = || -> Result<T, Error> {
                let mut unit = store.begin()?;
                let (value, lines) = hold(|| work(unit.as_mut()));
                let value = value?;
                if commits {
                    let committed = unit.commit();
                    if may_be_made(&committed) {
                        lines.write();
                    }
                    committed?;
                }
                Ok(value)
            };
            let mut attempt = 1;
            loop {
                match once() {
                    // Within a unit of work it means a conflict.
                    Err(Error::Busy) if attempt < ATTEMPTS => {
                        tracing::debug!(attempt, "retrying a conflicting unit of work");
                        thread::sleep(RETRY_PAUSE * attempt);
                        attempt += 1;
                    }
                    ended => {
                        if commits {
                            writes.record(&ended);
                        }
                        return ended;
                    }
                }
            }
        })
        .await
    }
}

/// Whether a commit was made, or may have been, since its end is not known.
fn may_be_made(committed: &storage::Result<()>) -> bool {
    matches!(committed, Ok(()) | Err(storage::Error::Unavailable(_)))
}

/// A job in the origin and the span of the current task.
fn in_request<T>(job: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let span = Span::current();
    job_in_current_origin(move || span.in_scope(job))
}

#[cfg(test)]
mod tests;
