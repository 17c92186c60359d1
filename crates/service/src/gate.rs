//! Lets a bounded number of computations run at once, away from the request threads, and a bounded
//! number wait.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use wayfare_pictures::WorkLoad;

use crate::Error;

/// How many may wait for each one that is worked on.
const WAITING_PER_THREAD: usize = 64;

/// A gate to a bounded number of threads.
pub(crate) struct Gate {
    threads: Arc<Semaphore>,
    at_once: usize,
    places: Arc<Semaphore>,
    capacity: usize,
    longest_wait: Duration,
}

impl Gate {
    /// A gate to `threads` threads, at least one, before which nobody waits longer than
    /// `longest_wait`.
    pub(crate) fn new(threads: usize, longest_wait: Duration) -> Self {
        let at_once = threads.max(1);
        let capacity = at_once.saturating_mul(WAITING_PER_THREAD + 1);
        Self {
            threads: Arc::new(Semaphore::new(at_once)),
            at_once,
            places: Arc::new(Semaphore::new(capacity)),
            capacity,
            longest_wait,
        }
    }

    /// How much is being worked on and how much waits.
    pub(crate) fn load(&self) -> WorkLoad {
        let running = self
            .at_once
            .saturating_sub(self.threads.available_permits());
        let taken = self
            .capacity
            .saturating_sub(self.places.available_permits());
        WorkLoad {
            running,
            waiting: taken.saturating_sub(running),
        }
    }

    /// Does the work once there is a thread for it.
    ///
    /// # Errors
    /// [`Error::Busy`] where too many others wait, or it would have to wait too long; else the
    /// work's own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        // Both are held until the work is done, also where nobody waits for it any more.
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Error::Busy)?;
        let thread = timeout(self.longest_wait, Arc::clone(&self.threads).acquire_owned());
        let thread = thread
            .await
            .map_err(|_| Error::Busy)?
            .map_err(Error::internal)?;
        let done = spawn_blocking(move || {
            let result = work();
            drop((thread, place));
            result
        });
        done.await.map_err(Error::internal)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_would_wait_too_long_is_told_so() {
        let gate = Gate::new(1, Duration::from_millis(20));
        let held = Arc::clone(&gate.threads).acquire_owned().await.unwrap();
        assert!(matches!(gate.run(|| Ok(())).await, Err(Error::Busy)));
        drop(held);
        assert_eq!(gate.run(|| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn who_finds_too_many_waiting_is_told_so() {
        let gate = Gate::new(1, Duration::from_secs(5));
        let places = u32::try_from(gate.places.available_permits()).unwrap();
        let held = Arc::clone(&gate.places)
            .acquire_many_owned(places)
            .await
            .unwrap();
        assert!(matches!(gate.run(|| Ok(())).await, Err(Error::Busy)));
        assert_eq!(
            gate.load(),
            WorkLoad {
                running: 0,
                waiting: WAITING_PER_THREAD + 1
            }
        );
        drop(held);
        assert_eq!(gate.run(|| Ok(7)).await.unwrap(), 7);
        assert_eq!(gate.load(), WorkLoad::default());
    }

    #[tokio::test]
    async fn a_panic_frees_its_thread() {
        let gate = Gate::new(1, Duration::from_secs(5));
        assert!(matches!(
            gate.run::<()>(|| panic!("for the test")).await,
            Err(Error::Internal(_))
        ));
        assert_eq!(gate.run(|| Ok(7)).await.unwrap(), 7);
    }
}
