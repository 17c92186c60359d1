//! Limits, weights, fairness, panics and cancellation of the work pool.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use wayfare_bounds::{Client, Deadline, Error, QueueMetrics, WorkPool};

fn pool(threads: usize, max_waiting: usize, max_wait: Option<Duration>) -> WorkPool {
    let deadline = max_wait.map_or(Deadline::None, Deadline::ToStart);
    WorkPool::new(
        "test",
        threads,
        max_waiting,
        50,
        deadline,
        &QueueMetrics::default(),
    )
}

const ONE: Client = Client::new(1);
const TWO: Client = Client::new(2);

/// The running and waiting jobs of a pool.
fn load(pool: &WorkPool) -> (i64, i64) {
    let metrics = pool.metrics();
    (metrics.running.get(), metrics.waiting.get())
}

/// Waits until the pool has this load.
async fn reach(pool: &WorkPool, expected: (i64, i64)) {
    let start = Instant::now();
    while load(pool) != expected {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{:?}",
            pool.metrics()
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
            pool.run(ONE, weight, work).await
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
async fn fails_with_busy_when_the_wait_exceeds_its_limit() {
    let pool = pool(1, 64, Some(Duration::from_millis(20)));
    let (finish, finished) = channel();
    let slow = pool.clone();
    let slow = tokio::spawn(async move { slow.run(ONE, 1, move || finished.recv()).await });
    reach(&pool, (1, 0)).await;
    assert_eq!(pool.run(ONE, 1, || ()).await, Err(Error::NotStarted));
    finish.send(3).unwrap();
    // The limit is on the wait, not on the work.
    assert_eq!(slow.await.unwrap(), Ok(Ok(3)));
    assert_eq!(pool.run(ONE, 1, || 7).await, Ok(7));
}

#[tokio::test]
async fn a_panic_frees_its_slot_and_thread() {
    let pool = pool(1, 0, None);
    for _ in 0..2 {
        let result = pool.run(ONE, 1, || panic!("on purpose")).await;
        assert_eq!(result, Err::<(), _>(Error::Panicked));
    }
    let seen = pool.clone();
    assert_eq!(pool.run(ONE, 1, move || load(&seen)).await, Ok((1, 0)));
    assert_eq!(load(&pool), (0, 0));
}

#[tokio::test]
async fn a_cancelled_caller_holds_its_slot_until_its_work_ends() {
    let pool = pool(1, 0, None);
    let (finish, finished) = channel::<()>();
    let caller = pool.clone();
    let caller = tokio::spawn(async move { caller.run(ONE, 1, move || finished.recv()).await });
    reach(&pool, (1, 0)).await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    assert_eq!(load(&pool), (1, 0));
    assert_eq!(pool.run(ONE, 1, || ()).await, Err(Error::Full));
    drop(finish);
    reach(&pool, (0, 0)).await;
    assert_eq!(pool.run(ONE, 1, || 7).await, Ok(7));
}

#[tokio::test]
async fn a_cancelled_caller_frees_its_slot_if_its_work_has_not_started() {
    let pool = pool(1, 1, None);
    let (finish, finished) = channel::<()>();
    let first = pool.clone();
    let first = tokio::spawn(async move { first.run(ONE, 1, move || finished.recv()).await });
    reach(&pool, (1, 0)).await;
    let second = pool.clone();
    let second = tokio::spawn(async move { second.run(ONE, 1, || unreachable!()).await });
    reach(&pool, (1, 1)).await;
    second.abort();
    reach(&pool, (1, 0)).await;
    drop(finish);
    assert!(first.await.unwrap().is_ok());
}

/// Occupies the only thread of a pool until the result is dropped.
async fn occupy(pool: &WorkPool) -> std::sync::mpsc::Sender<()> {
    let (finish, finished) = channel();
    let first = pool.clone();
    tokio::spawn(async move { first.run(Client::new(0), 1, move || finished.recv()).await });
    reach(pool, (1, 0)).await;
    finish
}

#[tokio::test]
async fn clients_take_turns() {
    let pool = pool(1, 20, None);
    let finish = occupy(&pool).await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for (place, client) in (0..).zip([ONE, ONE, ONE, ONE, TWO, TWO]) {
        let (caller, order) = (pool.clone(), Arc::clone(&order));
        let work = move || order.lock().unwrap().push(client);
        tasks.push(tokio::spawn(
            async move { caller.run(client, 1, work).await },
        ));
        reach(&pool, (1, i64::from(place + 1))).await;
    }
    drop(finish);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [ONE, TWO, ONE, TWO, ONE, ONE]);
}

#[tokio::test]
async fn a_client_with_slow_jobs_leaves_a_thread_to_others() {
    let pool = pool(2, 20, None);
    let submit = |work: Box<dyn FnOnce() + Send>| {
        let caller = pool.clone();
        tokio::spawn(async move { caller.run(ONE, 1, work).await })
    };
    let slow = submit(Box::new(|| thread::sleep(Duration::from_millis(150))));
    reach(&pool, (1, 0)).await;
    let (finish, finished) = channel::<()>();
    let second = submit(Box::new(move || _ = finished.recv()));
    reach(&pool, (2, 0)).await;
    let third = submit(Box::new(|| {}));
    slow.await.unwrap().unwrap();
    assert_eq!(pool.run(TWO, 1, || 2).await, Ok(2));
    reach(&pool, (1, 1)).await;
    drop(finish);
    for task in [second, third] {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn beside_a_heavy_job_its_client_has_no_other() {
    let pool = pool(4, 20, None);
    let (first, (end, ended)) = (pool.clone(), channel::<()>());
    let first = tokio::spawn(async move { first.run(ONE, 1, move || ended.recv()).await });
    reach(&pool, (1, 0)).await;
    let (caller, (finish, finished)) = (pool.clone(), channel::<()>());
    let heavy = tokio::spawn(async move { caller.run(ONE, 30, move || finished.recv()).await });
    reach(&pool, (2, 0)).await;
    let caller = pool.clone();
    let light = tokio::spawn(async move { caller.run(ONE, 1, || 1).await });
    reach(&pool, (2, 1)).await;
    // Nor after another has ended.
    drop(end);
    assert!(first.await.unwrap().is_ok());
    reach(&pool, (1, 1)).await;
    assert_eq!(pool.run(TWO, 1, || 2).await, Ok(2));
    reach(&pool, (1, 1)).await;
    drop(finish);
    assert!(heavy.await.unwrap().is_ok());
    assert_eq!(light.await.unwrap(), Ok(1));
}

#[tokio::test]
async fn a_full_queue_displaces_the_newest_job_of_the_longest() {
    let pool = pool(1, 3, None);
    let finish = occupy(&pool).await;
    let mut many = Vec::new();
    for place in 0..3 {
        let caller = pool.clone();
        many.push(tokio::spawn(async move {
            caller.run(ONE, 1, move || place).await
        }));
        reach(&pool, (1, i64::from(place + 1))).await;
    }
    // The client that filled the queue displaces nobody.
    assert_eq!(pool.run(ONE, 1, || 0).await, Err(Error::Full));
    let caller = pool.clone();
    let few = tokio::spawn(async move { caller.run(TWO, 1, || 7).await });
    assert_eq!(many.pop().unwrap().await.unwrap(), Err(Error::Full));
    // Two of one client and one of the other: a second job of the other would only swap roles.
    assert_eq!(pool.run(TWO, 1, || 0).await, Err(Error::Full));
    assert_eq!(pool.metrics().refused.get(), 3);
    drop(finish);
    assert_eq!(few.await.unwrap(), Ok(7));
    for (place, task) in (0..).zip(many) {
        assert_eq!(task.await.unwrap(), Ok(place));
    }
    assert_eq!(load(&pool), (0, 0));
}

#[tokio::test]
async fn light_jobs_do_not_overtake_a_heavy_one() {
    let pool = pool(2, 20, None);
    let finish = occupy(&pool).await;
    let heavy = pool.clone();
    let heavy = tokio::spawn(async move { heavy.run(ONE, 50, || ()).await });
    reach(&pool, (1, 1)).await;
    let light = pool.clone();
    let light = tokio::spawn(async move { light.run(TWO, 1, || ()).await });
    reach(&pool, (1, 2)).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(load(&pool), (1, 2));
    heavy.abort();
    assert_eq!(light.await.unwrap(), Ok(()));
    drop(finish);
}

#[test]
fn an_ipv6_customer_is_one_client() {
    let of = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
    assert_eq!(of("2001:db8:1:2::3"), of("2001:db8:1:9::4"));
    assert_ne!(of("2001:db8:1::"), of("2001:db8:2::"));
    assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
}
