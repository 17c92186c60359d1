//! A well-behaved client that measures its response times.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use wayfare_testkit::Client;
use wayfare_testkit::sample;

/// The limit of the 99th percentile. Debug builds, which share the machine with other tests, have
/// more time.
const BOUND: Duration = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });
/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(5);
/// The minimum number of requests for a 99th percentile.
const MIN_REQUESTS: usize = 300;

/// A client with a trip.
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

    #[expect(clippy::print_stdout, reason = "prints the measured figures")]
    /// Returns the result of `work`. Fails the test if this client's requests were slow meanwhile.
    pub(crate) async fn is_served<T>(&self, during: &str, work: impl Future<Output = T>) -> T {
        let over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&over);
        let (base_url, token, trip) =
            (self.base_url.clone(), self.token.clone(), self.trip.clone());
        // On a separate thread, so that it does not wait for the test itself.
        let requests = thread::spawn(move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(request_repeatedly(&base_url, &token, &trip, &ends))
        });
        let result = pin!(work).await;
        over.store(true, Ordering::Relaxed);
        let mut waits = requests.join().unwrap();
        waits.sort_unstable();
        let [median, late] = [50, 99].map(|percent| waits[waits.len() * percent / 100]);
        println!(
            "{during}: {} responses, median {median:?}, 99th percentile {late:?}",
            waits.len()
        );
        assert!(late < BOUND, "99th percentile {late:?} during {during}");
        result
    }
}

/// Requests the trip repeatedly, every tenth time on a new connection.
async fn request_repeatedly(
    base_url: &str,
    token: &str,
    trip: &str,
    over: &AtomicBool,
) -> Vec<Duration> {
    let new = || wayfare_testkit::client(base_url).with_token(token);
    let mut client = new();
    let mut waits = Vec::new();
    while !over.load(Ordering::Relaxed) || waits.len() < MIN_REQUESTS {
        if waits.len().is_multiple_of(10) {
            client = new();
        }
        let start = Instant::now();
        client.b().trip(trip).await.expect_status(200);
        waits.push(start.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    waits
}
