//! The queue of a work pool: tenants take turns, and the longest queue is cut when it is full.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::{Tenant, WorkError, WorkMetrics};

/// A queued job.
pub(crate) struct Job {
    weight: u32,
    work: Box<dyn FnOnce(RunningJob) + Send>,
}

impl Job {
    pub(crate) fn new(weight: u32, work: impl FnOnce(RunningJob) + Send + 'static) -> Self {
        Self {
            weight,
            work: Box::new(work),
        }
    }

    pub(crate) fn run(self, running: RunningJob) {
        (self.work)(running);
    }
}

/// The weight of a running job. Dropping it makes room for the next.
pub(crate) struct RunningJob {
    queue: Arc<Queue>,
    weight: u32,
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.metrics.running.dec();
        state.weight -= self.weight;
        drop(state);
        // A weight may make room for several jobs.
        self.queue.changed.notify_all();
    }
}

/// The waiting jobs of a tenant.
#[derive(Default)]
struct TenantQueue {
    jobs: VecDeque<(u64, Job)>,
    /// Reserved slots that have no job yet.
    reserved: usize,
}

impl TenantQueue {
    fn len(&self) -> usize {
        self.jobs.len() + self.reserved
    }
}

#[derive(Default)]
struct State {
    tenants: HashMap<Tenant, TenantQueue>,
    /// Tenants with queued jobs, in the order of their turns.
    turns: VecDeque<Tenant>,
    /// The jobs that wait and run. Changed under the lock only, so they are exact.
    metrics: WorkMetrics,
    weight: u32,
    /// The number of the next job.
    next: u64,
    is_closed: bool,
}

/// The queue of a work pool.
pub(crate) struct Queue {
    state: Mutex<State>,
    pub(crate) metrics: WorkMetrics,
    changed: Condvar,
    /// The most jobs that run or wait.
    slots: i64,
    capacity: u32,
    /// The least weight of a job: an equal share of the capacity, so that no more jobs run than
    /// there are threads.
    min_weight: u32,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.metrics, f)
    }
}

impl Queue {
    pub(crate) fn new(threads: u32, max_waiting: u32, capacity: u32) -> Self {
        let metrics = WorkMetrics::default();
        let state = State {
            metrics: metrics.clone(),
            ..State::default()
        };
        Self {
            state: Mutex::new(state),
            metrics,
            changed: Condvar::new(),
            slots: i64::from(threads) + i64::from(max_waiting),
            capacity,
            min_weight: capacity / threads,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the threads once the queued jobs have run.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Reserves a slot for a job of a tenant.
    pub(crate) fn reserve(&self, tenant: Tenant) -> Result<(), WorkError> {
        let mut state = self.lock();
        let taken = self.metrics.running.get() + self.metrics.waiting.get();
        // A displaced job is dropped after the lock is released.
        let _displaced = if taken < self.slots {
            None
        } else {
            self.metrics.refused.inc();
            Some(state.displace_for(tenant).ok_or(WorkError::Busy)?)
        };
        self.metrics.waiting.inc();
        state.tenants.entry(tenant).or_default().reserved += 1;
        Ok(())
    }

    /// Releases a reserved slot.
    pub(crate) fn release(&self, tenant: Tenant) {
        let mut state = self.lock();
        if let Some(queue) = state.tenants.get_mut(&tenant) {
            queue.reserved -= 1;
            self.metrics.waiting.dec();
            state.forget_if_idle(tenant);
        }
    }

    /// Queues a job in a reserved slot. Returns the job's number.
    pub(crate) fn push(&self, tenant: Tenant, mut job: Job) -> Result<u64, WorkError> {
        job.weight = job.weight.clamp(self.min_weight, self.capacity);
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        let is_closed = state.is_closed;
        let queue = state.tenants.entry(tenant).or_default();
        queue.reserved = queue.reserved.saturating_sub(1);
        if is_closed {
            self.metrics.waiting.dec();
            state.forget_if_idle(tenant);
            return Err(WorkError::Panicked);
        }
        queue.jobs.push_back((number, job));
        if queue.jobs.len() == 1 {
            state.turns.push_back(tenant);
        }
        drop(state);
        self.changed.notify_one();
        Ok(number)
    }

    /// Removes a job that has not started.
    pub(crate) fn remove(&self, tenant: Tenant, number: u64) {
        let mut state = self.lock();
        let removed = state.tenants.get_mut(&tenant).and_then(|queue| {
            let place = queue.jobs.iter().position(|(other, _)| *other == number)?;
            queue.jobs.remove(place)
        });
        if removed.is_some() {
            self.metrics.waiting.dec();
            state.forget_if_idle(tenant);
            drop(state);
            // It may have held back lighter jobs.
            self.changed.notify_all();
        }
    }

    /// Waits for a job that may run. Returns `None` once the queue is closed and empty.
    pub(crate) fn next(queue: &Arc<Self>) -> Option<(Job, RunningJob)> {
        let mut state = queue.lock();
        loop {
            if let Some(job) = state.take(queue.capacity) {
                let running = RunningJob {
                    queue: Arc::clone(queue),
                    weight: job.weight,
                };
                return Some((job, running));
            }
            if state.is_closed && state.turns.is_empty() {
                return None;
            }
            state = queue
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Takes the job whose turn it is, if its weight has room. A lighter job does not overtake it,
    /// or a stream of light jobs would delay a heavy one for ever.
    fn take(&mut self, capacity: u32) -> Option<Job> {
        let tenant = *self.turns.front()?;
        let queue = self.tenants.get_mut(&tenant)?;
        let (_, job) = queue.jobs.front()?;
        if self.weight + job.weight > capacity {
            return None;
        }
        let (_, job) = queue.jobs.pop_front()?;
        self.turns.pop_front();
        if !queue.jobs.is_empty() {
            self.turns.push_back(tenant);
        }
        self.metrics.waiting.dec();
        self.metrics.running.inc();
        self.weight += job.weight;
        self.forget_if_idle(tenant);
        Some(job)
    }

    /// Removes the newest job of the tenant with the longest queue, unless the queue of `tenant`
    /// with one more job would be as long.
    fn displace_for(&mut self, tenant: Tenant) -> Option<Job> {
        let own = self.tenants.get(&tenant).map_or(0, TenantQueue::len);
        let longest = self
            .tenants
            .iter()
            .filter(|(_, queue)| queue.jobs.len() > own + 1)
            .max_by_key(|(_, queue)| queue.jobs.len());
        let longest = *longest?.0;
        let (_, job) = self.tenants.get_mut(&longest)?.jobs.pop_back()?;
        self.metrics.waiting.dec();
        self.forget_if_idle(longest);
        Some(job)
    }

    fn forget_if_idle(&mut self, tenant: Tenant) {
        let Some(queue) = self.tenants.get(&tenant) else {
            return;
        };
        if queue.jobs.is_empty() {
            let is_idle = queue.reserved == 0;
            self.turns.retain(|turn| *turn != tenant);
            if is_idle {
                self.tenants.remove(&tenant);
            }
        }
    }
}
