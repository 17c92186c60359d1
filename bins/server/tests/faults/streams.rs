//! Event streams when their server stops, or its database is away.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use wayfare_test_postgres::shared;
use wayfare_testkit::sample::{self, Traveller};

use crate::away::{SECRET, address_of, start, through};
use crate::process::{Node, spawn};
use crate::proxy::{Mode, Proxy};
use crate::scene::LIMIT;

/// Readers, each of 20 streams.
const READERS: usize = 50;
const STREAMS_OF_READER: usize = 20;
/// In what time all are back at another server.
const BACK: Duration = Duration::from_secs(6);
/// The most of them that come back within a quarter of a second: were they spread evenly over three
/// seconds, it would be a twelfth.
const MOST_AT_ONCE: usize = READERS * STREAMS_OF_READER / 3;
/// The longest that one of 20 requests of others takes meanwhile.
const OTHERS_P95: Duration = Duration::from_millis(500);

/// Shared, since building one takes longer than opening a stream.
static CLIENT: LazyLock<reqwest::Client> =
    LazyLock::new(|| reqwest::Client::builder().no_proxy().build().unwrap());

/// A stream that is read by the rules of server-sent events.
struct Reader {
    answer: reqwest::Response,
    text: String,
    /// How long to wait after the end, in milliseconds.
    retry: u64,
    version: String,
}

impl Reader {
    async fn open(base: &str, reader: &Traveller, trip: &str, known: &str) -> Self {
        let request = CLIENT
            .get(format!("{base}/api/v1/trips/{trip}/events"))
            .bearer_auth(&reader.token);
        let request = match known {
            "" => request,
            known => request.header("last-event-id", known),
        };
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        Self {
            answer,
            text: String::new(),
            retry: 0,
            version: known.to_owned(),
        }
    }

    /// Reads on until the stream has told this version, or to its end. Returns whether it has told.
    async fn read_to(&mut self, version: Option<&str>) -> bool {
        while let Ok(Some(bytes)) = self.answer.chunk().await {
            self.text += &String::from_utf8_lossy(&bytes);
            while let Some((line, rest)) = self.text.split_once('\n') {
                if let Some(id) = line.strip_prefix("id: ") {
                    id.clone_into(&mut self.version);
                } else if let Some(retry) = line.strip_prefix("retry: ") {
                    self.retry = retry.parse().unwrap();
                }
                assert!(!line.contains("gone"), "the reader may read");
                self.text = rest.to_owned();
            }
            if Some(self.version.as_str()) == version {
                return true;
            }
        }
        false
    }
}

/// Opens a stream at a server, and goes on at another one. Returns when it was back there.
async fn follow(
    nodes: [String; 2],
    reader: Traveller,
    trip: Arc<str>,
    is_open: tokio::sync::mpsc::UnboundedSender<()>,
) -> Instant {
    let [first, second] = nodes;
    let mut stream = Reader::open(&first, &reader, &trip, "").await;
    assert!(stream.read_to(Some("1")).await);
    is_open.send(()).unwrap();
    assert!(!stream.read_to(Some("2")).await, "it ends first");
    sleep(Duration::from_millis(stream.retry)).await;
    let mut stream = Reader::open(&second, &reader, &trip, &stream.version).await;
    let back = Instant::now();
    assert!(stream.read_to(Some("2")).await);
    back
}

/// Reads a trip again and again. Returns how long that took, the longest last.
async fn watch_others(user: Traveller, trip: Arc<str>) -> Vec<Duration> {
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < BACK {
        let asked = Instant::now();
        user.b().trip(&trip).await.expect_status(200);
        times.push(asked.elapsed());
        sleep(Duration::from_millis(20)).await;
    }
    times.sort_unstable();
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_of_a_stopped_server_come_back_spread() {
    let database = shared().unwrap().create_database("streams").unwrap();
    let folder = TempDir::new().unwrap();
    let nodes: [Node; 2] = [(); 2].map(|()| start(&folder, database.url()));
    let bases = nodes
        .each_ref()
        .map(|node| node.client.base_url().to_owned());
    let ada = sample::sign_up(&nodes[0].client, "ada").await;
    let trip: Arc<str> = sample::public_trip(&ada, "Lisbon").await.into();
    let (is_open, mut opened) = tokio::sync::mpsc::unbounded_channel();
    let mut streams = JoinSet::new();
    for number in 0..READERS {
        let reader = sample::sign_up(&nodes[0].client, &format!("reader-{number}")).await;
        for _ in 0..STREAMS_OF_READER {
            let (bases, reader, trip) = (bases.clone(), reader.clone(), Arc::clone(&trip));
            streams.spawn(follow(bases, reader, trip, is_open.clone()));
        }
    }
    for _ in 0..READERS * STREAMS_OF_READER {
        opened.recv().await.unwrap();
    }
    let [stopped, other] = nodes;
    let elsewhere = Traveller {
        client: other.client.with_token(&ada.token),
        ..ada
    };
    let others = tokio::spawn(watch_others(elsewhere.clone(), Arc::clone(&trip)));
    let begun = Instant::now();
    tokio::task::spawn_blocking(move || stopped.stop())
        .await
        .unwrap();
    let stopping = begun.elapsed();
    assert!(stopping < LIMIT, "streams hold the server up: {stopping:?}");
    sleep(BACK.saturating_sub(begun.elapsed())).await;
    let update = json!({"desc": "Changed elsewhere"});
    elsewhere
        .b()
        .update(&trip, &update)
        .await
        .expect_status(200);
    let mut back: Vec<Duration> = timeout(LIMIT, streams.join_all())
        .await
        .unwrap()
        .into_iter()
        .map(|back| back.duration_since(begun))
        .collect();
    back.sort_unstable();
    let last = *back.last().unwrap();
    assert!(last < BACK, "the last is back after {last:?}");
    let window = Duration::from_millis(250);
    let at_once = |from: &Duration| {
        back.iter()
            .filter(|it| (*from..*from + window).contains(*it))
            .count()
    };
    let most = back.iter().map(at_once).max().unwrap();
    assert!(most < MOST_AT_ONCE, "{most} come back at once");
    let times = others.await.unwrap();
    let p95 = times[times.len() * 95 / 100];
    assert!(p95 < OTHERS_P95, "others wait {p95:?}");
    eprintln!(
        "a server with {} streams stopped in {stopping:?}; the last reader was back after \
         {last:?}, at most {most} within 250 ms; reads of others took {p95:?} at the 95th \
         percentile",
        back.len()
    );
    other.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_stay_open_while_the_database_is_away() {
    let database = shared().unwrap().create_database("outage").unwrap();
    let proxy = Proxy::to(address_of(&database));
    let folder = TempDir::new().unwrap();
    let node = start(&folder, &through(&proxy, &database));
    // Another server is not cut off.
    let other = spawn(
        folder.path(),
        &[
            ("WAYFARE_DATABASE_URL", database.url()),
            ("WAYFARE_AUTH_SECRET", SECRET),
        ],
    )
    .ready();
    let ada = sample::sign_up(&other.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let base = node.client.base_url().to_owned();
    let mut stream = Reader::open(&base, &ada, &trip, "").await;
    assert!(stream.read_to(Some("1")).await);
    for (round, mode) in [Mode::Stalled, Mode::Closed, Mode::Reset]
        .into_iter()
        .enumerate()
    {
        proxy.set(mode);
        sleep(Duration::from_millis(1_500)).await;
        let version = (round + 2).to_string();
        let update = json!({"desc": version});
        ada.b().update(&trip, &update).await.expect_status(200);
        let early = timeout(LIMIT, stream.read_to(Some(&version))).await;
        assert!(early.is_err(), "{mode:?}: {early:?}");
        proxy.set(Mode::Open);
        let back = Instant::now();
        let told = timeout(2 * LIMIT, stream.read_to(Some(&version))).await;
        assert!(told.unwrap(), "{mode:?}");
        eprintln!(
            "{mode:?}: the change is told {:?} after the return",
            back.elapsed()
        );
    }
    assert!(node.log().contains("event streams can't see changes"));
    node.stop();
    other.stop();
}
