//! When requests are batched, and what callers get when processing fails.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use wayfare_bounds::{Batcher, Client, Deadline, Error, Limits, QueueMetrics};

const ONE: Client = Client::new(1);
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(20);

/// A batcher that doubles numbers. It reports each batch and waits for a permit before the first.
struct Doubler {
    batcher: Arc<Batcher<u64, u64>>,
    metrics: QueueMetrics,
    batches: Receiver<Vec<u64>>,
    permits: Sender<()>,
}

/// Processing this number panics.
const PANICS: u64 = 500;
/// Processing this number waits for a permit.
const WAITS: u64 = 1;

fn doubler(limits: Limits) -> Doubler {
    let (report, batches) = channel();
    let (permits, permitted) = channel();
    let permitted = Mutex::new(permitted);
    let double = move |batch: Vec<u64>| {
        report.send(batch.clone()).unwrap();
        if batch.contains(&WAITS) {
            permitted.lock().unwrap().recv().unwrap();
        }
        assert!(!batch.contains(&PANICS), "panics on purpose");
        batch.into_iter().map(|number| 2 * number).collect()
    };
    let metrics = QueueMetrics::default();
    let batcher = Arc::new(Batcher::start("doubler", limits, &metrics, double).unwrap());
    Doubler {
        batcher,
        metrics,
        batches,
        permits,
    }
}

impl Doubler {
    fn submit(
        &self,
        number: u64,
        timeout: Duration,
    ) -> tokio::task::JoinHandle<Result<u64, Error>> {
        let batcher = Arc::clone(&self.batcher);
        tokio::spawn(async move {
            batcher
                .submit(ONE, 1, number, Deadline::ToAnswer(timeout))
                .await
        })
    }

    async fn submit_now(&self, number: u64, timeout: Duration) -> Result<u64, Error> {
        let deadline = Deadline::ToAnswer(timeout);
        self.batcher.submit(ONE, 1, number, deadline).await
    }

    /// Submits a request that occupies a worker until a permit is sent.
    async fn occupy(&self) -> tokio::task::JoinHandle<Result<u64, Error>> {
        let first = self.submit(WAITS, LONG);
        while self.metrics.running.get() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(self.batches.recv().unwrap(), [WAITS]);
        first
    }

    /// Waits until `count` requests are queued.
    async fn queued(&self, count: i64) {
        while self.metrics.waiting.get() < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

fn patient() -> Limits {
    Limits {
        max_delay: LONG,
        ..Limits::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_what_arrives_while_the_worker_is_busy() {
    let doubler = doubler(patient());
    let first = doubler.occupy().await;
    let mut others = Vec::new();
    for number in 2..=5 {
        others.push((number, doubler.submit(number, LONG)));
        doubler.queued(i64::try_from(others.len()).unwrap()).await;
    }
    doubler.permits.send(()).unwrap();
    assert_eq!(first.await.unwrap(), Ok(2));
    for (number, other) in others {
        assert_eq!(other.await.unwrap(), Ok(2 * number));
    }
    assert_eq!(doubler.batches.recv().unwrap(), [2, 3, 4, 5]);
    let QueueMetrics {
        waiting,
        started,
        refused,
        ..
    } = &doubler.metrics;
    assert_eq!((waiting.get(), started.get(), refused.get()), (0, 5, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_the_size_of_a_batch() {
    let doubler = doubler(Limits {
        max_batch: 2,
        ..patient()
    });
    let first = doubler.occupy().await;
    let others: Vec<_> = (2..=4).map(|number| doubler.submit(number, LONG)).collect();
    doubler.queued(3).await;
    doubler.permits.send(()).unwrap();
    first.await.unwrap().unwrap();
    for other in others {
        other.await.unwrap().unwrap();
    }
    let sizes = [
        doubler.batches.recv().unwrap().len(),
        doubler.batches.recv().unwrap().len(),
    ];
    assert_eq!(sizes, [2, 1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_worker_takes_a_full_batch_or_one_that_waited_for_max_delay() {
    for limits in [
        Limits {
            threads: 2,
            max_batch: 2,
            ..patient()
        },
        Limits {
            threads: 2,
            max_delay: SHORT,
            ..Limits::default()
        },
    ] {
        let doubler = doubler(limits);
        let first = doubler.occupy().await;
        let others: Vec<_> = (2..=3).map(|number| doubler.submit(number, LONG)).collect();
        for other in others {
            other.await.unwrap().unwrap();
        }
        doubler.permits.send(()).unwrap();
        first.await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refuses_requests_beyond_max_waiting() {
    let doubler = doubler(Limits {
        max_waiting: 1,
        ..patient()
    });
    let first = doubler.occupy().await;
    let second = doubler.submit(2, LONG);
    doubler.queued(1).await;
    assert_eq!(doubler.submit_now(3, LONG).await, Err(Error::Full));
    assert_eq!(doubler.metrics.refused.get(), 1);
    doubler.permits.send(()).unwrap();
    assert_eq!(first.await.unwrap(), Ok(2));
    assert_eq!(second.await.unwrap(), Ok(4));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn timeout_tells_whether_processing_had_started() {
    let doubler = doubler(patient());
    let started = doubler.submit(WAITS, SHORT);
    assert_eq!(doubler.batches.recv().unwrap(), [WAITS]);
    assert_eq!(doubler.submit_now(2, SHORT).await, Err(Error::NotStarted));
    assert_eq!(started.await.unwrap(), Err(Error::NotAnswered));
    doubler.permits.send(()).unwrap();
    assert_eq!(doubler.submit_now(3, LONG).await, Ok(6));
    assert_eq!(
        doubler.batches.recv().unwrap(),
        [3],
        "an expired request is never processed"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn drops_a_request_whose_caller_has_gone() {
    let doubler = doubler(patient());
    let first = doubler.occupy().await;
    let gone = doubler.submit(2, LONG);
    doubler.queued(1).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    doubler.permits.send(()).unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(doubler.submit_now(3, LONG).await, Ok(6));
    assert_eq!(doubler.batches.recv().unwrap(), [3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worker_survives_a_panic() {
    let doubler = doubler(patient());
    assert_eq!(doubler.submit_now(PANICS, LONG).await, Err(Error::Panicked));
    assert_eq!(doubler.submit_now(3, LONG).await, Ok(6));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shares_the_answer_of_equal_requests_of_a_client() {
    let (report, batches) = channel();
    let (permits, permitted) = channel::<()>();
    let permitted = Mutex::new(permitted);
    let metrics = QueueMetrics::default();
    let alone = Limits {
        max_batch: 1,
        max_delay: Duration::ZERO,
        threads: 2,
        capacity: 2,
        ..patient()
    };
    let double = move |batch: Vec<u64>| {
        permitted.lock().unwrap().recv().unwrap();
        report.send(batch.clone()).unwrap();
        batch.into_iter().map(|number| 2 * number).collect()
    };
    let batcher = Batcher::start_sharing("doubler", alone, &metrics, double).unwrap();
    let batcher = Arc::new(batcher);
    let mut answers = Vec::new();
    for (place, (client, number)) in [(1, 1), (1, 2), (1, 3), (1, 2), (2, 20)]
        .into_iter()
        .enumerate()
    {
        let (batcher, deadline) = (Arc::clone(&batcher), Deadline::ToAnswer(LONG));
        let submit = async move {
            batcher
                .submit(Client::new(client), 1, number, deadline)
                .await
        };
        answers.push((number, tokio::spawn(submit)));
        while metrics.running.get() + metrics.waiting.get() <= i64::try_from(place).unwrap() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    (0..5).for_each(|_| permits.send(()).unwrap());
    for (number, answer) in answers {
        assert_eq!(answer.await.unwrap(), Ok(2 * number));
    }
    let ran: Vec<Vec<u64>> = batches.try_iter().collect();
    let (other, own): (Vec<_>, Vec<_>) = ran.into_iter().partition(|batch| batch[0] == 20);
    assert_eq!(own, [vec![1], vec![2, 2], vec![3]], "one after the other");
    assert_eq!(other, [[20]]);
}

#[test]
fn dropping_the_batcher_ends_its_threads() {
    let held = Arc::new(());
    let captured = Arc::clone(&held);
    let process = move |batch: Vec<u64>| {
        let _ = &captured;
        batch
    };
    let batcher = Batcher::start(
        "ending",
        Limits {
            threads: 3,
            ..patient()
        },
        &QueueMetrics::default(),
        process,
    )
    .unwrap();
    drop(batcher);
    while Arc::strong_count(&held) > 1 {
        std::thread::sleep(Duration::from_millis(1));
    }
}
