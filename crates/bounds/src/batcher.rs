//! Request coalescing: requests that many callers submit at about the same time are answered by
//! one call.

use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

use crate::Client;
use crate::fair::FairQueue;

/// The bounds of a [`Batcher`].
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Worker threads; at least 1.
    pub threads: usize,
    /// Requests that may wait while all threads are busy.
    pub max_waiting: usize,
    /// Requests per batch.
    pub max_batch: usize,
    /// How long a request waits while another thread is busy and its batch is not full.
    pub max_delay: Duration,
    /// The total weight of the running batches, in a unit of the caller's choice; at least
    /// `threads`.
    pub capacity: u32,
}

impl Limits {
    /// An equal share of the capacity: no more batches get a weight than there are threads.
    fn share(&self) -> u32 {
        u32::try_from(self.threads).map_or(1, |threads| self.capacity / threads)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            threads: 1,
            max_waiting: 1_024,
            max_batch: 32,
            max_delay: Duration::from_millis(1),
            capacity: 1,
        }
    }
}

/// From which duration on a batch of one request is slow: 100 ms.
const SLOW: Duration = Duration::from_millis(100);

/// Until when a caller waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deadline {
    /// For as long as it takes.
    None,
    /// So long for the request to start, then for as long as it takes.
    ToStart(Duration),
    /// So long for the answer.
    ToAnswer(Duration),
}

/// Why a request has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The queue is full.
    #[error("the queue is full")]
    Full,
    /// The deadline passed while the request was queued; it is never processed.
    #[error("the request was not started in time")]
    NotStarted,
    /// The deadline passed while the request was processed; processing goes on.
    #[error("the request was not answered in time")]
    NotAnswered,
    /// Processing panicked.
    #[error("processing the request panicked")]
    Panicked,
}

/// What one [`Batcher`] counts, or several together. Clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct QueueMetrics {
    /// Busy threads.
    pub running: Gauge,
    /// Queue depth.
    pub waiting: Gauge,
    /// Requests started.
    pub started: Counter,
    /// Time that started requests spent in the queue, summed, in seconds.
    pub waited: Counter<f64, AtomicU64>,
    /// Requests refused, displaced, or not started in time.
    pub refused: Counter,
}

/// Answers requests of type `Q` with answers of type `A`, in batches.
///
/// An idle batcher processes a request immediately, so a lone caller never waits for company. While
/// a thread is busy, requests accumulate; the next batch takes them together. A second thread
/// starts a batch of its own once the batch is full or its first request has waited for
/// [`Limits::max_delay`].
///
/// Where each batch is one request, a client whose last one took 100 ms or more leaves a thread to
/// others, for as long as it has some; beside one of more than an equal share of the weight it has
/// no other.
///
/// Dropping it stops the threads once the queue is empty.
///
/// ```
/// use std::time::Duration;
/// use wayfare_bounds::{Batcher, Client, Deadline, Limits, QueueMetrics};
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let metrics = QueueMetrics::default();
/// let squares = Batcher::start("squares", Limits::default(), &metrics, |numbers: Vec<u64>| {
///     numbers.into_iter().map(|number| number * number).collect()
/// })?;
/// let deadline = Deadline::ToAnswer(Duration::from_secs(1));
/// assert_eq!(squares.submit(Client::new(7), 1, 12, deadline).await?, 144);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batcher<Q, A> {
    shared: Arc<Shared<Q, A>>,
}

/// A queued request.
struct Pending<Q, A> {
    request: Q,
    weight: u32,
    queued_at: Instant,
    answer: oneshot::Sender<Result<A, Error>>,
}

/// Requests that are answered together.
struct Batch<Q, A> {
    requests: Vec<Pending<Q, A>>,
    /// Whose it is, unless clients share batches.
    client: Option<Client>,
    weight: u32,
}

/// What callers and threads share.
struct Shared<Q, A> {
    state: Mutex<State<Q, A>>,
    changed: Condvar,
    limits: Limits,
    /// Whether two requests have the same answer.
    is_same: Option<fn(&Q, &Q) -> bool>,
    metrics: QueueMetrics,
}

struct State<Q, A> {
    queue: FairQueue<Pending<Q, A>>,
    /// The running batches, and their weight.
    running: usize,
    weight: u32,
    /// Whether an idle thread sleeps until the next request has waited for `max_delay`.
    has_timer: bool,
    is_closed: bool,
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// Starts threads called `name` that answer each batch with `process`, and are counted in
    /// `metrics`. Linux shows the first 15 bytes of the name.
    ///
    /// `process` returns one answer per request, in order. If it panics, or returns too few
    /// answers, the requests left without one fail with [`Error::Panicked`].
    ///
    /// # Errors
    /// The operating system refuses a thread.
    pub fn start(
        name: &str,
        limits: Limits,
        metrics: &QueueMetrics,
        process: impl Fn(Vec<Q>) -> Vec<A> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        Self::start_with(name, limits, None, metrics, process)
    }

    /// As [`Batcher::start`], with batches of one client each: a request and all queued ones that
    /// are equal to it, however many, which have the same answer. A client has one batch at a time.
    ///
    /// # Errors
    /// As [`Batcher::start`].
    pub fn start_sharing(
        name: &str,
        limits: Limits,
        metrics: &QueueMetrics,
        process: impl Fn(Vec<Q>) -> Vec<A> + Send + Sync + 'static,
    ) -> std::io::Result<Self>
    where
        Q: PartialEq,
    {
        Self::start_with(name, limits, Some(Q::eq), metrics, process)
    }

    fn start_with(
        name: &str,
        limits: Limits,
        is_same: Option<fn(&Q, &Q) -> bool>,
        metrics: &QueueMetrics,
        process: impl Fn(Vec<Q>) -> Vec<A> + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let threads = limits.threads.max(1);
        let least = u32::try_from(threads).unwrap_or(u32::MAX);
        // Dropping it on an early return stops the threads started so far.
        let batcher = Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    // Equal requests that come while a batch of them runs would be spread over
                    // the threads.
                    queue: FairQueue::new(is_same.map_or(usize::MAX, |_| 1)),
                    running: 0,
                    weight: 0,
                    has_timer: false,
                    is_closed: false,
                }),
                changed: Condvar::new(),
                limits: Limits {
                    threads,
                    capacity: limits.capacity.max(least),
                    ..limits
                },
                is_same,
                metrics: metrics.clone(),
            }),
        };
        let process = Arc::new(process);
        for number in 0..threads {
            let (shared, process) = (Arc::clone(&batcher.shared), Arc::clone(&process));
            thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(move || work(&shared, process.as_ref()))?;
        }
        Ok(batcher)
    }

    /// Submits a request of a client and waits for its answer.
    ///
    /// The weight is clamped: at least an equal share of the capacity, at most all of it. A request
    /// whose caller drops this future before processing starts is never processed.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn submit(
        &self,
        client: Client,
        weight: u32,
        request: Q,
        deadline: Deadline,
    ) -> Result<A, Error> {
        let (answer, mut answered) = oneshot::channel();
        let number = self.shared.push(client, weight, request, answer)?;
        let waiting = Waiting {
            shared: &self.shared,
            client,
            number,
        };
        let limit = match deadline {
            Deadline::None => Duration::MAX,
            Deadline::ToStart(limit) | Deadline::ToAnswer(limit) => limit,
        };
        let answer = match tokio::time::timeout(limit, &mut answered).await {
            Ok(answer) => answer,
            Err(_) if waiting.remove() => {
                self.shared.metrics.refused.inc();
                return Err(Error::NotStarted);
            }
            Err(_) if matches!(deadline, Deadline::ToAnswer(_)) => return Err(Error::NotAnswered),
            Err(_) => answered.await,
        };
        // A panic drops the sender.
        answer.unwrap_or(Err(Error::Panicked))
    }
}

impl<Q, A> Drop for Batcher<Q, A> {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

/// A submitted request, which leaves the queue when its caller goes away.
struct Waiting<'a, Q, A> {
    shared: &'a Shared<Q, A>,
    client: Client,
    number: u64,
}

impl<Q, A> Waiting<'_, Q, A> {
    /// Removes the request, unless it has started. Returns whether it was queued.
    fn remove(&self) -> bool {
        let removed = self.shared.lock().queue.remove(self.client, self.number);
        if removed.is_some() {
            self.shared.metrics.waiting.dec();
            // It may have held back lighter requests.
            self.shared.changed.notify_all();
        }
        removed.is_some()
    }
}

impl<Q, A> Drop for Waiting<'_, Q, A> {
    fn drop(&mut self) {
        self.remove();
    }
}

impl<Q, A> Shared<Q, A> {
    fn lock(&self) -> MutexGuard<'_, State<Q, A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<Q, A>>) -> MutexGuard<'a, State<Q, A>> {
        let state = self.changed.wait(state);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a request. Returns its number.
    ///
    /// # Errors
    /// [`Error::Full`].
    fn push(
        &self,
        client: Client,
        weight: u32,
        request: Q,
        answer: oneshot::Sender<Result<A, Error>>,
    ) -> Result<u64, Error> {
        let limits = &self.limits;
        let request = Pending {
            request,
            weight: weight.clamp(limits.share(), limits.capacity),
            queued_at: Instant::now(),
            answer,
        };
        let mut state = self.lock();
        let mut displaced = None;
        if state.running + state.queue.len() >= limits.threads + limits.max_waiting {
            self.metrics.refused.inc();
            displaced = Some(state.queue.displace_for(client).ok_or(Error::Full)?);
            self.metrics.waiting.dec();
        }
        let number = state.queue.push(client, request);
        self.metrics.waiting.inc();
        // A busy thread takes the request when it finishes; a timer limits how long that may take.
        let needs_no_wake = state.queue.is_paused(client)
            || state.has_timer && state.running > 0 && state.queue.len() < limits.max_batch;
        drop(state);
        if let Some(displaced) = displaced {
            // The caller may have gone.
            let _ = displaced.answer.send(Err(Error::Full));
        }
        if !needs_no_wake {
            self.changed.notify_one();
        }
        Ok(number)
    }

    /// Waits for the next batch; `None` once the batcher is closed and no request has its turn.
    ///
    /// The first request waits for room for its weight, and a lighter one does not overtake it, or
    /// a stream of light requests would delay a heavy one for ever.
    fn next_batch(&self) -> Option<Batch<Q, A>> {
        let mut state = self.lock();
        loop {
            let Some(first) = state.queue.front() else {
                if state.is_closed {
                    return None;
                }
                state = self.wait(state);
                continue;
            };
            let weight = first.weight;
            let delay = self.limits.max_delay;
            let delay = delay.saturating_sub(first.queued_at.elapsed());
            let is_full = state.queue.len() >= self.limits.max_batch;
            if state.weight + weight > self.limits.capacity {
                state = self.wait(state);
            } else if state.running == 0 || is_full || delay.is_zero() {
                return Some(self.start_batch(&mut state, weight));
            } else if state.has_timer {
                state = self.wait(state);
            } else {
                state.has_timer = true;
                let woken = self.changed.wait_timeout(state, delay);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
                state.has_timer = false;
            }
        }
    }

    fn start_batch(&self, state: &mut State<Q, A>, weight: u32) -> Batch<Q, A> {
        let queue = &mut state.queue;
        let (client, batch) = match self.is_same {
            Some(is_same) => {
                let same = queue.start_same(|one, other| is_same(&one.request, &other.request));
                same.map(|(client, batch)| (Some(client), batch))
                    .unwrap_or_default()
            }
            None if self.limits.max_batch <= 1 => {
                let one = queue.start(weight > self.limits.share());
                one.map(|(client, one)| (Some(client), vec![one]))
                    .unwrap_or_default()
            }
            None => {
                let batch = iter::from_fn(|| queue.pop()).take(self.limits.max_batch);
                (None, batch.collect())
            }
        };
        state.weight += weight;
        state.running += 1;
        self.metrics.running.inc();
        for pending in &batch {
            self.metrics.waiting.dec();
            self.metrics.started.inc();
            let waited = pending.queued_at.elapsed();
            self.metrics.waited.inc_by(waited.as_secs_f64());
        }
        if state.queue.front().is_some() {
            self.changed.notify_one();
        }
        Batch {
            requests: batch,
            client,
            weight,
        }
    }

    /// Ends a batch of a client and a weight.
    fn finish(&self, client: Option<Client>, weight: u32, took: Duration) {
        let at_once = match self.is_same {
            Some(_) => 1,
            None if took < SLOW => usize::MAX,
            None => self.limits.threads.saturating_sub(1).max(1),
        };
        let mut state = self.lock();
        if let Some(client) = client {
            state
                .queue
                .end(client, weight > self.limits.share(), at_once);
        }
        state.running -= 1;
        self.metrics.running.dec();
        state.weight -= weight;
        drop(state);
        // The thread of a light batch takes the next one; a heavy batch makes room for several.
        if weight > self.limits.share() {
            self.changed.notify_all();
        }
    }
}

/// Processes batches until the batcher is closed and its queue empty.
fn work<Q, A>(shared: &Shared<Q, A>, process: &impl Fn(Vec<Q>) -> Vec<A>) {
    while let Some(batch) = shared.next_batch() {
        let (requests, answers): (Vec<Q>, Vec<_>) = batch
            .requests
            .into_iter()
            .map(|pending| (pending.request, pending.answer))
            .unzip();
        let started_at = Instant::now();
        let processed = catch_unwind(AssertUnwindSafe(|| process(requests)));
        // Before the callers go on, which may look at the load.
        shared.finish(batch.client, batch.weight, started_at.elapsed());
        for (sender, answer) in answers.into_iter().zip(processed.unwrap_or_default()) {
            // The caller may have gone meanwhile.
            let _ = sender.send(Ok(answer));
        }
    }
}
