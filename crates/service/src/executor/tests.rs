//! The queue is bounded, a panic harms nobody else, and a conflict is tried again.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};

use tokio::sync::oneshot;
use wayfare_domain::{Trip, User};
use wayfare_storage::{
    Change, Exchange, PasswordHash, PictureRepository, Renewal, Result as StorageResult,
    SessionRepository, TripRepository, TripUpdate, UnitOfWork, UserRepository, UserUpdate,
};

use super::*;

/// A store of nothing, whose commits meet `conflicts` other units of work.
struct Nothing {
    conflicts: AtomicU32,
}

struct Unit<'a>(&'a Nothing);

impl Store for Nothing {
    fn read(&self) -> StorageResult<Box<dyn Repositories + '_>> {
        Err(storage::Error::Unavailable("away".into()))
    }

    fn begin(&self) -> StorageResult<Box<dyn UnitOfWork + '_>> {
        Ok(Box::new(Unit(self)))
    }

    fn update_contents(&self, _: &[Change]) -> StorageResult<Vec<bool>> {
        unreachable!("nothing is asked of it")
    }

    fn insert_user(&self, _: &User, _: Option<&PasswordHash>) -> StorageResult<i64> {
        unreachable!("nothing is asked of it")
    }

    fn insert_trip(&self, _: &Trip, _: i64) -> StorageResult<bool> {
        unreachable!("nothing is asked of it")
    }

    fn update_trip(&self, _: &TripUpdate) -> StorageResult<bool> {
        unreachable!("nothing is asked of it")
    }

    fn update_user(&self, _: &UserUpdate) -> StorageResult<bool> {
        unreachable!("nothing is asked of it")
    }

    fn exchange(&self, _: &Exchange) -> StorageResult<bool> {
        unreachable!("nothing is asked of it")
    }

    fn renew(&self, _: &Renewal) -> StorageResult<bool> {
        unreachable!("nothing is asked of it")
    }

    fn migrate(&self) -> StorageResult<Vec<String>> {
        Ok(Vec::new())
    }

    fn ping(&self) -> StorageResult<()> {
        Ok(())
    }

    fn connections(&self) -> usize {
        1
    }
}

impl Repositories for Unit<'_> {
    fn users(&mut self) -> &mut dyn UserRepository {
        unreachable!("nothing is asked of it")
    }

    fn trips(&mut self) -> &mut dyn TripRepository {
        unreachable!("nothing is asked of it")
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        unreachable!("nothing is asked of it")
    }

    fn pictures(&mut self) -> &mut dyn PictureRepository {
        unreachable!("nothing is asked of it")
    }
}

impl UnitOfWork for Unit<'_> {
    fn commit(self: Box<Self>) -> StorageResult<()> {
        let left = self
            .0
            .conflicts
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
        match left {
            Ok(_) => Err(storage::Error::Conflict("met another".into())),
            Err(_) => Ok(()),
        }
    }
}

fn executor(queue: usize, longest_wait: Duration, conflicts: u32) -> Arc<Executor> {
    let store: Arc<dyn Store> = Arc::new(Nothing {
        conflicts: AtomicU32::new(conflicts),
    });
    Arc::new(Executor::start(&store, queue, longest_wait).unwrap())
}

/// Keeps the only thread at work until the sender is dropped.
async fn occupy(executor: &Arc<Executor>) -> Sender<()> {
    let (release, released) = channel::<()>();
    let (begun, has_begun) = oneshot::channel();
    let executor = Arc::clone(executor);
    tokio::spawn(async move {
        executor
            .run(move |_| {
                let _ = begun.send(());
                let _ = released.recv();
                Ok(())
            })
            .await
    });
    has_begun.await.unwrap();
    release
}

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_job_gives_its_result() {
    let executor = executor(4, LONG, 0);
    assert_eq!(executor.run(|_| Ok(7)).await.unwrap(), 7);
    assert!(matches!(
        executor.run::<()>(|_| Err(Error::NotFound)).await,
        Err(Error::NotFound)
    ));
    assert!(matches!(
        executor.read(|_| Ok(())).await,
        Err(Error::Unavailable(_))
    ));
}

#[tokio::test]
async fn past_a_full_queue_one_is_told_at_once() {
    let executor = executor(2, LONG, 0);
    let release = occupy(&executor).await;
    let waiting: Vec<_> = (0..2)
        .map(|number| {
            let executor = Arc::clone(&executor);
            tokio::spawn(async move { executor.run(move |_| Ok(number)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    assert!(matches!(executor.run(|_| Ok(())).await, Err(Error::Busy)));
    drop(release);
    for (number, job) in waiting.into_iter().enumerate() {
        assert_eq!(job.await.unwrap().unwrap(), number);
    }
}

#[tokio::test]
async fn who_waits_too_long_is_told_and_the_job_is_never_run() {
    let executor = executor(4, Duration::from_millis(30), 0);
    let release = occupy(&executor).await;
    let ran = Arc::new(AtomicBool::new(false));
    let runs = Arc::clone(&ran);
    let late = executor.run(move |_| {
        runs.store(true, Ordering::SeqCst);
        Ok(())
    });
    assert!(matches!(late.await, Err(Error::Busy)));
    drop(release);
    executor.run(|_| Ok(())).await.unwrap();
    assert!(!ran.load(Ordering::SeqCst));
}

#[tokio::test]
async fn who_waits_too_long_for_an_answer_is_told_and_the_job_is_finished() {
    let executor = executor(4, Duration::from_millis(30), 0);
    let ran = Arc::new(AtomicBool::new(false));
    let runs = Arc::clone(&ran);
    let slow = executor.run(move |_| {
        thread::sleep(Duration::from_millis(90));
        runs.store(true, Ordering::SeqCst);
        Ok(())
    });
    assert!(matches!(slow.await, Err(Error::Unavailable(_))));
    tokio::time::sleep(Duration::from_millis(120)).await;
    executor.run(|_| Ok(())).await.unwrap();
    assert!(ran.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_job_whose_caller_has_gone_is_never_run() {
    let executor = executor(4, LONG, 0);
    let release = occupy(&executor).await;
    let ran = Arc::new(AtomicBool::new(false));
    let runs = Arc::clone(&ran);
    let (waits, gone) = (Arc::clone(&executor), Duration::from_millis(10));
    let job = async move {
        let mark = move |_: &dyn Store| {
            runs.store(true, Ordering::SeqCst);
            Ok(())
        };
        waits.run(mark).await
    };
    assert!(tokio::time::timeout(gone, job).await.is_err());
    drop(release);
    executor.run(|_| Ok(())).await.unwrap();
    assert!(!ran.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_thread_lives_on() {
    let executor = executor(4, LONG, 0);
    let failed = executor.run::<()>(|_| panic!("for the test")).await;
    assert!(matches!(failed, Err(Error::Internal(_))));
    assert_eq!(executor.run(|_| Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn a_unit_of_work_that_meets_another_is_run_again_a_few_times() {
    for (conflicts, attempts, succeeds) in [(0, 1, true), (2, 3, true), (3, 3, false)] {
        let executor = executor(4, LONG, conflicts);
        let made = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&made);
        let result = executor
            .write(move |_| Ok(Ending::Commit(counter.fetch_add(1, Ordering::SeqCst))))
            .await;
        assert_eq!(made.load(Ordering::SeqCst), attempts);
        assert_eq!(result.is_ok(), succeeds);
        assert_eq!(matches!(result, Err(Error::Busy)), !succeeds);
    }
}

#[tokio::test]
async fn a_refusal_is_final_and_commits_nothing() {
    let executor = executor(4, LONG, 1);
    let refused = executor
        .write::<()>(|_| Err(Error::VersionMismatch.into()))
        .await;
    assert!(matches!(refused, Err(Error::VersionMismatch)));
    // The one conflict of the store is still there: nothing was committed, nor is by a unit that is
    // rolled back.
    executor.write(|_| Ok(Ending::Rollback(()))).await.unwrap();
    let attempts = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&attempts);
    executor
        .write(move |_| Ok(Ending::Commit(counter.fetch_add(1, Ordering::SeqCst))))
        .await
        .unwrap();
    assert_eq!(attempts.load(Ordering::SeqCst), 2);
}
