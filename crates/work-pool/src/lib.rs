//! A bounded thread pool for work that would block an async thread, with fair queueing.
//!
//! Each job belongs to a [`Tenant`]: the account, address or other party that it is done for. The
//! pool serves tenants in turn, so the jobs of one wait for at most one job of each other tenant.
//! When the queue is full, a new job displaces the newest one of the tenant with the longest queue
//! (longest queue drop), so a tenant with few jobs is not refused because of one with many.
//!
//! It does not use the runtime's blocking pool: an allocator retains freed memory per thread, so
//! large buffers on many threads add up to several times of what is in use.
//!
//! ```
//! use wayfare_work_pool::{Tenant, WorkPool, WorkPoolConfig};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! let pool = WorkPool::new(WorkPoolConfig {
//!     name: "squares",
//!     threads: 2,
//!     max_waiting: 64,
//!     max_wait: None,
//!     capacity: 2,
//! });
//! let square = pool.run(Tenant::new(7), 1, || 12 * 12);
//! assert_eq!(square.await?, 144);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod queue;

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

use queue::{Job, Queue, RunningJob};

/// Prefix length of the IPv6 network that counts as one tenant: the largest that is commonly given
/// to one customer (RIPE-690, section 4.2).
const NETWORK_V6: u8 = 48;

/// The party that a job is done for. Jobs of different tenants take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tenant(u128);

impl Tenant {
    /// A tenant with a unique number, such as the bits of a UUID.
    #[must_use]
    pub const fn new(number: u128) -> Self {
        Self(number)
    }
}

impl From<IpAddr> for Tenant {
    /// The tenant of an address: of IPv6, its network of 48 bits.
    fn from(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & (u128::MAX << (128 - NETWORK_V6)),
        })
    }
}

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

/// What a [`WorkPool`] counts. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct WorkMetrics {
    /// Running jobs.
    pub running: Gauge,
    /// Jobs that wait for a thread, and reserved slots.
    pub waiting: Gauge,
    /// Jobs that failed with [`WorkError::Busy`].
    pub refused: Counter,
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
/// A weight limits how many large jobs run at the same time. Tenants take turns; the jobs of one
/// tenant start in the order of arrival. Clones share the threads, which end after the last clone
/// is dropped.
#[derive(Debug, Clone)]
pub struct WorkPool {
    queue: Arc<Queue>,
    /// Ends the threads when the last clone is dropped.
    _threads: Arc<Threads>,
    max_wait: Option<Duration>,
}

#[derive(Debug)]
struct Threads(Arc<Queue>);

impl Drop for Threads {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A slot of a [`WorkPool`] for one running or waiting job. Dropping it releases the slot.
#[derive(Debug)]
pub struct Slot<'a> {
    pool: &'a WorkPool,
    tenant: Tenant,
    is_taken: bool,
}

/// A queued job, which is removed when its caller goes away.
struct Waiting<'a> {
    queue: &'a Queue,
    tenant: Tenant,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.queue.remove(self.tenant, self.number);
    }
}

impl WorkPool {
    /// Starts the threads of a pool.
    #[must_use]
    pub fn new(config: WorkPoolConfig) -> Self {
        let threads = config.threads.max(1);
        let queue = Arc::new(Queue::new(
            threads,
            config.max_waiting,
            config.capacity.max(threads),
        ));
        let mut started = 0;
        for _ in 0..threads {
            let jobs = Arc::clone(&queue);
            let thread = thread::Builder::new().name(config.name.to_owned());
            match thread.spawn(move || run_jobs(&jobs)) {
                Ok(_) => started += 1,
                Err(error) => {
                    tracing::error!(pool = config.name, %error, "starting a worker thread failed");
                }
            }
        }
        if started == 0 {
            queue.close();
        }
        Self {
            _threads: Arc::new(Threads(Arc::clone(&queue))),
            queue,
            max_wait: config.max_wait,
        }
    }

    /// Returns what the pool counts.
    #[must_use]
    pub fn metrics(&self) -> &WorkMetrics {
        &self.queue.metrics
    }

    /// Runs `work` on a thread of the pool.
    ///
    /// `weight` is clamped: at least an equal share of the capacity, at most all of it. If the
    /// caller is cancelled, a job that has started continues and holds its weight until it ends. A
    /// job that has not started is discarded.
    ///
    /// # Errors
    /// [`WorkError::Busy`] if too many jobs are waiting, or the job did not start in time;
    /// [`WorkError::Panicked`] if `work` panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        tenant: Tenant,
        weight: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.reserve(tenant)?.run(weight, work).await
    }

    /// Reserves a slot without waiting, for a job whose weight is not known yet.
    ///
    /// # Errors
    /// [`WorkError::Busy`] if too many jobs are waiting.
    pub fn reserve(&self, tenant: Tenant) -> Result<Slot<'_>, WorkError> {
        self.queue.reserve(tenant)?;
        Ok(Slot {
            pool: self,
            tenant,
            is_taken: false,
        })
    }
}

impl Slot<'_> {
    /// Runs `work` as [`WorkPool::run`] does, in this slot.
    ///
    /// # Errors
    /// As [`WorkPool::run`].
    pub async fn run<T: Send + 'static>(
        mut self,
        weight: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let queue = Arc::clone(&self.pool.queue);
        let (begin, begun) = oneshot::channel();
        let (sender, receiver) = oneshot::channel();
        let job = Job::new(weight, move |running: RunningJob| {
            // The caller may have gone.
            begin.send(()).ok();
            let result = catch_unwind(AssertUnwindSafe(work));
            // Before the caller goes on, which may look at the load.
            drop(running);
            // After a panic the receiver sees a closed channel.
            if let Ok(result) = result {
                sender.send(result).ok();
            }
        });
        self.is_taken = true;
        let waiting = Waiting {
            number: queue.push(self.tenant, job)?,
            tenant: self.tenant,
            queue: &queue,
        };
        let is_begun = match self.pool.max_wait {
            Some(limit) => tokio::time::timeout(limit, begun).await,
            None => Ok(begun.await),
        };
        match is_begun {
            Ok(Ok(())) => {}
            // Displaced by a job of another tenant.
            Ok(Err(_)) => return Err(WorkError::Busy),
            Err(_) => {
                queue.metrics.refused.inc();
                return Err(WorkError::Busy);
            }
        }
        let result = receiver.await.map_err(|_| WorkError::Panicked);
        drop(waiting);
        result
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        if !self.is_taken {
            self.pool.queue.release(self.tenant);
        }
    }
}

/// Runs jobs until the queue is closed.
fn run_jobs(queue: &Arc<Queue>) {
    while let Some((job, running)) = Queue::next(queue) {
        job.run(running);
    }
}

#[cfg(test)]
mod tests;
