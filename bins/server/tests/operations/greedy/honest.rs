//! A client that does nothing wrong, and how long it waits for its answers.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use wayfare_testkit::Client;
use wayfare_testkit::sample;

/// What 99 of 100 answers take at most. A build without optimisation, which shares its machine with
/// other tests, has more time.
const BOUND: Duration = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });
/// How long it waits before it asks again.
const PAUSE: Duration = Duration::from_millis(5);
/// How many answers it takes to speak of 99 of 100.
const LEAST: usize = 300;

/// Somebody with a trip.
pub(crate) struct Honest {
    base_url: String,
    token: String,
    trip: String,
}

impl Honest {
    pub(crate) async fn sign_up(client: &Client) -> Self {
        let traveller = sample::sign_up(client, "honest").await;
        let trip = sample::trip(&traveller, "Porto").await;
        Self {
            base_url: client.base_url().to_owned(),
            token: traveller.token,
            trip,
        }
    }

    #[expect(
        clippy::print_stdout,
        reason = "the figures are worth more than that they hold"
    )]
    /// Gives what comes of `work`, and fails the test where this client had to wait for its answers
    /// meanwhile.
    pub(crate) async fn is_served<T>(&self, during: &str, work: impl Future<Output = T>) -> T {
        let over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&over);
        let (base_url, token, trip) =
            (self.base_url.clone(), self.token.clone(), self.trip.clone());
        // On a thread of its own, so that it does not wait for the test itself.
        let asking = thread::spawn(move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(ask(&base_url, &token, &trip, &ends))
        });
        let given = pin!(work).await;
        over.store(true, Ordering::Relaxed);
        let mut waits = asking.join().unwrap();
        waits.sort_unstable();
        let [middle, late] = [50, 99].map(|percent| waits[waits.len() * percent / 100]);
        println!(
            "{during}: {} answers, half within {middle:?}, 99 of 100 within {late:?}",
            waits.len()
        );
        assert!(late < BOUND, "99 of 100 within {late:?} during {during}");
        given
    }
}

/// Asks for the trip again and again, every tenth time on a new connection.
async fn ask(base_url: &str, token: &str, trip: &str, over: &AtomicBool) -> Vec<Duration> {
    let new = || Client::new(base_url).with_token(token);
    let mut client = new();
    let mut waits = Vec::new();
    while !over.load(Ordering::Relaxed) || waits.len() < LEAST {
        if waits.len().is_multiple_of(10) {
            client = new();
        }
        let asked = Instant::now();
        client.b().trip(trip).await.expect_status(200);
        waits.push(asked.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    waits
}
