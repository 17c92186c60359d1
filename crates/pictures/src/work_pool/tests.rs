//! Limits, weights, panics and cancellation of the work pool.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::*;

fn pool(threads: u32, max_waiting: u32, max_wait: Option<Duration>) -> WorkPool {
    WorkPool::new(WorkPoolConfig {
        name: "test",
        threads,
        max_waiting,
        max_wait,
        capacity: 50,
    })
}

const fn load(running: usize, waiting: usize) -> WorkLoad {
    WorkLoad { running, waiting }
}

/// Waits until the pool has this load.
async fn reach(pool: &WorkPool, load: WorkLoad) {
    let start = Instant::now();
    while pool.load() != load {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{:?}",
            pool.load()
        );
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Returns how many of `jobs` jobs ran at the same time.
async fn max_running(pool: &WorkPool, weight: u32, jobs: usize) -> usize {
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let mut tasks = Vec::new();
    for _ in 0..jobs {
        let (running, most) = (Arc::clone(&running), Arc::clone(&most));
        let pool = pool.clone();
        tasks.push(tokio::spawn(async move {
            let work = move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
            };
            pool.run(weight, work).await
        }));
    }
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    most.load(Ordering::SeqCst)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_light_jobs_in_parallel_and_the_heaviest_alone() {
    let pool = pool(2, 10, None);
    assert_eq!(max_running(&pool, 12, 6).await, 2);
    assert_eq!(max_running(&pool, 50, 3).await, 1);
    assert_eq!(max_running(&pool, 0, 6).await, 2);
    assert_eq!(max_running(&pool, u32::MAX, 3).await, 1);
}

#[tokio::test]
async fn fails_with_busy_until_a_slot_is_free() {
    let pool = pool(1, 2, Some(Duration::from_secs(5)));
    let slots: Vec<_> = (0..3).map(|_| pool.reserve().unwrap()).collect();
    assert_eq!(pool.run(1, || ()).await, Err(WorkError::Busy));
    assert_eq!(pool.load(), load(0, 3));
    drop(slots);
    assert_eq!(pool.run(1, || 7).await, Ok(7));
    assert_eq!(pool.load(), load(0, 0));
}

#[tokio::test]
async fn fails_with_busy_when_the_wait_exceeds_its_limit() {
    let pool = pool(1, 64, Some(Duration::from_millis(20)));
    let (finish, finished) = channel();
    let slow = pool.clone();
    let slow = tokio::spawn(async move { slow.run(1, move || finished.recv()).await });
    reach(&pool, load(1, 0)).await;
    assert_eq!(pool.run(1, || ()).await, Err(WorkError::Busy));
    finish.send(3).unwrap();
    // The limit is on the wait, not on the work.
    assert_eq!(slow.await.unwrap(), Ok(Ok(3)));
    assert_eq!(pool.run(1, || 7).await, Ok(7));
}

#[tokio::test]
async fn a_panic_frees_its_slot_and_thread() {
    let pool = pool(1, 0, None);
    for _ in 0..2 {
        let result = pool.run(1, || panic!("on purpose")).await;
        assert_eq!(result, Err::<(), _>(WorkError::Panicked));
    }
    let seen = pool.clone();
    assert_eq!(pool.run(1, move || seen.load()).await, Ok(load(1, 0)));
    assert_eq!(pool.load(), load(0, 0));
}

#[tokio::test]
async fn a_cancelled_caller_holds_its_slot_until_its_work_ends() {
    let pool = pool(1, 0, None);
    let (finish, finished) = channel::<()>();
    let caller = pool.clone();
    let caller = tokio::spawn(async move { caller.run(1, move || finished.recv()).await });
    reach(&pool, load(1, 0)).await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    assert_eq!(pool.load(), load(1, 0));
    assert_eq!(pool.run(1, || ()).await, Err(WorkError::Busy));
    drop(finish);
    reach(&pool, load(0, 0)).await;
    assert_eq!(pool.run(1, || 7).await, Ok(7));
}

#[tokio::test]
async fn a_cancelled_caller_frees_its_slot_if_its_work_has_not_started() {
    let pool = pool(1, 1, None);
    let (finish, finished) = channel::<()>();
    let first = pool.clone();
    let first = tokio::spawn(async move { first.run(1, move || finished.recv()).await });
    reach(&pool, load(1, 0)).await;
    let second = pool.clone();
    let second = tokio::spawn(async move { second.run(1, || unreachable!()).await });
    reach(&pool, load(1, 1)).await;
    second.abort();
    reach(&pool, load(1, 0)).await;
    drop(finish);
    assert!(first.await.unwrap().is_ok());
}
