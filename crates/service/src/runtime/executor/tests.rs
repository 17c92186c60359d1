//! Queues, deadlines, panics and retries of jobs; batches of look-ups and saves.

mod batches;
mod mock;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::channel;

use super::*;
use mock::{Call, Fixture, LONG, SHORT};

/// Any client.
const CLIENT: Client = Client::new(1);

#[tokio::test(flavor = "multi_thread")]
async fn returns_the_result_of_a_job() {
    let fixture = Fixture::new(4, LONG, 0);
    assert_eq!(fixture.executor.run(CLIENT, |_| Ok(7)).await.unwrap(), 7);
    let failed = fixture
        .executor
        .run::<()>(CLIENT, |_| Err(Error::NotFound))
        .await;
    assert!(matches!(failed, Err(Error::NotFound)));
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_take_turns() {
    let fixture = Fixture::new(4, LONG, 0);
    let release = fixture.occupy().await;
    let (sender, order) = channel();
    for (queued, client) in (1..).zip([1, 1, 2]) {
        let (executor, sender) = (Arc::clone(&fixture.executor), sender.clone());
        let job = move |_: &dyn Store| {
            sender.send(client).unwrap();
            Ok(())
        };
        tokio::spawn(async move { executor.run(Client::new(client), job).await });
        fixture.wait_for_queued(queued).await;
    }
    drop((release, sender));
    assert_eq!(order.iter().collect::<Vec<_>>(), [1, 2, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn fails_with_busy_when_the_queue_is_full() {
    let fixture = Fixture::new(2, LONG, 0);
    let release = fixture.occupy().await;
    let queued = [1, 2].map(|number| {
        let executor = Arc::clone(&fixture.executor);
        tokio::spawn(async move { executor.run(CLIENT, move |_| Ok(number)).await })
    });
    fixture.wait_for_queued(2).await;
    let refused = fixture.executor.run(CLIENT, |_| Ok(())).await;
    assert!(matches!(refused, Err(Error::Busy)));
    drop(release);
    for (job, number) in queued.into_iter().zip([1, 2]) {
        assert_eq!(job.await.unwrap().unwrap(), number);
    }
    assert_eq!(fixture.executor.metrics.refused.get(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn fails_with_busy_when_a_job_does_not_start_in_time() {
    let fixture = Fixture::new(4, SHORT, 0);
    let release = fixture.occupy().await;
    let has_run = Arc::new(AtomicBool::new(false));
    let mark = Arc::clone(&has_run);
    let late = fixture.executor.run(CLIENT, move |_| {
        mark.store(true, Ordering::SeqCst);
        Ok(())
    });
    assert!(matches!(late.await, Err(Error::Busy)));
    drop(release);
    let metrics = &fixture.executor.metrics;
    while metrics.running.get() > 0 || metrics.waiting.get() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread")]
async fn fails_with_unavailable_when_a_job_runs_too_long_and_finishes_it() {
    let fixture = Fixture::new(4, SHORT, 0);
    let (release, released) = channel::<()>();
    let (finish, finished) = tokio::sync::oneshot::channel();
    let slow = fixture.executor.run(CLIENT, move |_| {
        released.recv().unwrap();
        finish.send(()).unwrap();
        Ok(())
    });
    assert!(matches!(slow.await, Err(Error::Unavailable(_))));
    release.send(()).unwrap();
    finished.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn never_runs_a_queued_job_whose_caller_has_gone() {
    let fixture = Fixture::new(4, LONG, 0);
    let release = fixture.occupy().await;
    let has_run = Arc::new(AtomicBool::new(false));
    let mark = Arc::clone(&has_run);
    let job = fixture.executor.run(CLIENT, move |_| {
        mark.store(true, Ordering::SeqCst);
        Ok(())
    });
    assert!(tokio::time::timeout(SHORT, job).await.is_err());
    drop(release);
    fixture.executor.run(CLIENT, |_| Ok(())).await.unwrap();
    assert!(!has_run.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_fails_only_its_own_job() {
    let fixture = Fixture::new(4, LONG, 0);
    let release = fixture.occupy().await;
    let jobs = [true, false].map(|panics| {
        let executor = Arc::clone(&fixture.executor);
        let job = move |_: &dyn Store| {
            assert!(!panics, "for the test");
            Ok(7)
        };
        tokio::spawn(async move { executor.run(CLIENT, job).await })
    });
    fixture.wait_for_queued(2).await;
    drop(release);
    let [panicked, other] = jobs;
    assert!(matches!(panicked.await.unwrap(), Err(Error::Internal(_))));
    assert_eq!(other.await.unwrap().unwrap(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_a_conflicting_unit_of_work_then_fails_with_busy() {
    for conflicts in [0, ATTEMPTS - 1, ATTEMPTS] {
        let fixture = Fixture::new(4, LONG, conflicts);
        let attempts = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&attempts);
        let work = move |_: &mut dyn Repositories| Ok(counter.fetch_add(1, Ordering::SeqCst));
        let result = fixture.executor.write(CLIENT, work).await;
        let made = attempts.load(Ordering::SeqCst);
        assert_eq!(made, (conflicts + 1).min(ATTEMPTS));
        if conflicts < ATTEMPTS {
            assert_eq!(result.unwrap(), conflicts);
        } else {
            assert!(matches!(result, Err(Error::Busy)));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_retries_nor_commits_a_refused_unit_of_work() {
    let fixture = Fixture::new(4, LONG, 0);
    let refused = fixture
        .executor
        .write::<()>(CLIENT, |_| Err(Error::VersionMismatch));
    assert!(matches!(refused.await, Err(Error::VersionMismatch)));
    let rolled_back = fixture.executor.rehearse(CLIENT, |_| Ok(7));
    assert_eq!(rolled_back.await.unwrap(), 7);
    assert_eq!(fixture.store.take_calls(), [Call::Begin, Call::Begin]);
}
