//! The bound on pixel work: how much runs at once, and how much may wait.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The room for pictures being worked on, in Mpixel: one of the largest allowed, or several ordinary ones.
const ROOM: u32 = 50;

/// Lets a bounded number of pieces of work run off the async threads, and a bounded number wait for that.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    room: Arc<Semaphore>,
    total: u32,
    least: u32,
}

/// A place among those who run or wait. It is given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    held: OwnedSemaphorePermit,
    gate: Gate,
}

/// Why work has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupted {
    /// No place was left.
    Busy,
    /// The work panicked, or the process is ending.
    Died,
}

impl Gate {
    pub(crate) fn new(at_once: u32, waiting: u32) -> Self {
        let at_once = at_once.max(1);
        let total = ROOM.max(at_once);
        Self {
            places: semaphore(at_once.saturating_add(waiting)),
            room: semaphore(total),
            total,
            least: total / at_once,
        }
    }

    /// Takes a place, without waiting.
    pub(crate) fn enter(&self) -> Result<Place, Interrupted> {
        let held = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Interrupted::Busy)?;
        Ok(Place { held, gate: self.clone() })
    }
}

impl Place {
    /// Waits for room for a picture of `pixels`, then runs `work` on a blocking thread. The room is held until the work has ended, also where
    /// the caller has gone.
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
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop((held, room));
            result
        })
        .await
        .map_err(|_| Interrupted::Died)
    }
}

fn semaphore(permits: u32) -> Arc<Semaphore> {
    let permits = usize::try_from(permits).unwrap_or(usize::MAX);
    Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
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
        drop(places);
        assert!(gate.enter().is_ok());
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_room_back() {
        let gate = Gate::new(1, 0);
        for _ in 0..2 {
            let died = gate.enter().unwrap().run(1, || panic!("on purpose"));
            assert_eq!(died.await.map(|()| ()), Err(Interrupted::Died));
        }
        assert_eq!(gate.enter().unwrap().run(1, || 7).await, Ok(7));
    }
}
