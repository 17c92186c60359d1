//! The bound on pixel work: how much runs at once, and how much may wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The room for pictures being worked on, in Mpixel: one of the largest allowed, or several
/// ordinary ones.
const ROOM: u32 = 50;

type Job = Box<dyn FnOnce() + Send>;

/// How much work there is at a bounded number of threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkLoad {
    /// How many pieces are being worked on.
    pub running: usize,
    /// How many wait for that.
    pub waiting: usize,
}

/// Lets a bounded number of pieces of work run on threads of its own, and a bounded number wait for
/// that.
///
/// The threads are its own because allocators keep what a thread has freed for that thread: spread
/// over the many threads of a runtime's pool, the large buffers of decoders add up to several times
/// of what is in use.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    capacity: usize,
    running: Arc<AtomicUsize>,
    room: Arc<Semaphore>,
    total: u32,
    least: u32,
    jobs: mpsc::Sender<Job>,
}

/// A place among those who run or wait. It is given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    held: OwnedSemaphorePermit,
    gate: Gate,
}

/// Counts among what is being worked on while it lives.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(running: &Arc<AtomicUsize>) -> Self {
        running.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(running))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why work has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// No place was left.
    Busy,
    /// The work panicked, or there is no thread to run it.
    Died,
}

impl Gate {
    pub(crate) fn new(at_once: u32, waiting: u32) -> Self {
        let at_once = at_once.max(1);
        let total = ROOM.max(at_once);
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..at_once {
            let queue = Arc::clone(&queue);
            // Where no thread at all can be made, the queue goes with the last try, and work is
            // answered with `Died`.
            let made = thread::Builder::new()
                .name("pictures".to_owned())
                .spawn(move || work_off(&queue));
            if let Err(error) = made {
                tracing::error!(%error, "a thread for pictures could not be made");
            }
        }
        let places = semaphore(at_once.saturating_add(waiting));
        Self {
            capacity: places.available_permits(),
            places,
            running: Arc::default(),
            room: semaphore(total),
            total,
            least: total / at_once,
            jobs,
        }
    }

    /// How much is being worked on and how much waits.
    pub(crate) fn load(&self) -> WorkLoad {
        let running = self.running.load(Ordering::Relaxed);
        let taken = self
            .capacity
            .saturating_sub(self.places.available_permits());
        WorkLoad {
            running,
            waiting: taken.saturating_sub(running),
        }
    }

    /// Takes a place, without waiting.
    pub(crate) fn enter(&self) -> Result<Place, Interrupted> {
        let held = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Interrupted::Busy)?;
        Ok(Place {
            held,
            gate: self.clone(),
        })
    }
}

impl Place {
    /// Waits for room for a picture of `pixels`, then runs `work`. Once it has begun the room is
    /// held until it has ended, also where the caller has gone.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        pixels: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Interrupted> {
        let Self { held, gate } = self;
        let megapixels = u32::try_from(pixels / 1_000_000).unwrap_or(u32::MAX);
        let room = Arc::clone(&gate.room)
            .acquire_many_owned(megapixels.clamp(gate.least, gate.total))
            .await
            .map_err(|_| Interrupted::Died)?;
        let (answer, result) = oneshot::channel();
        let running = Arc::clone(&gate.running);
        let job = move || {
            if answer.is_closed() {
                return;
            }
            // A panic has been reported by then; it ends this piece of work alone.
            let counted = Counted::new(&running);
            let result = catch_unwind(AssertUnwindSafe(work));
            drop((counted, held, room));
            if let Ok(result) = result {
                // The caller may have gone meanwhile.
                answer.send(result).ok();
            }
        };
        gate.jobs
            .send(Box::new(job))
            .map_err(|_| Interrupted::Died)?;
        result.await.map_err(|_| Interrupted::Died)
    }
}

/// Runs jobs until the gate is gone.
fn work_off(queue: &Mutex<mpsc::Receiver<Job>>) {
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
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    async fn most_at_once(gate: &Gate, pixels: u64, jobs: usize) -> usize {
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let mut tasks = Vec::new();
        for _ in 0..jobs {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            let place = gate.enter().unwrap();
            tasks.push(tokio::spawn(place.run(pixels, move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
            })));
        }
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        most.load(Ordering::SeqCst)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn ordinary_work_runs_side_by_side_and_the_largest_alone() {
        let gate = Gate::new(2, 10);
        assert_eq!(most_at_once(&gate, 12_000_000, 6).await, 2);
        assert_eq!(most_at_once(&gate, 50_000_000, 3).await, 1);
        assert_eq!(most_at_once(&gate, 1, 6).await, 2);
    }

    #[tokio::test]
    async fn past_the_last_place_is_busy_until_one_is_left() {
        let gate = Gate::new(1, 2);
        let places: Vec<_> = (0..3).map(|_| gate.enter().unwrap()).collect();
        assert_eq!(gate.enter().unwrap_err(), Interrupted::Busy);
        assert_eq!(
            gate.load(),
            WorkLoad {
                running: 0,
                waiting: 3
            }
        );
        drop(places);
        assert!(gate.enter().is_ok());
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_room_back() {
        let gate = Gate::new(1, 0);
        for _ in 0..2 {
            let died = gate.enter().unwrap().run(1, || panic!("on purpose"));
            assert_eq!(died.await, Err(Interrupted::Died));
        }
        let seen = gate.clone();
        let load = gate.enter().unwrap().run(1, move || seen.load()).await;
        assert_eq!(
            load,
            Ok(WorkLoad {
                running: 1,
                waiting: 0
            })
        );
        assert_eq!(gate.load(), WorkLoad::default());
    }
}
