//! Object store outages: picture requests get 503 in time, and all others succeed.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;
use wayfare_testkit::{Method, sample, soak};

use crate::buckets;
use crate::process::spawn;
use crate::proxy::{Mode, Proxy};
use crate::scene::{LIMIT, Needs, Outcome, Scene};

const SECRET: &str = "one secret for all servers, of 32 bytes and more";

/// Makes trips whose pictures are in no cache.
async fn uncached(scene: &Scene) -> Vec<String> {
    let mut trips = Vec::new();
    for number in 0..6 {
        let trip = sample::trip(&scene.ada, "Uncached").await;
        let width = (40 + number).to_string();
        let file = scene
            .node
            .client
            .request(Method::GET, "/api/v1/trip/default/picture")
            .max_width(&width)
            .await
            .body;
        scene
            .ada
            .a()
            .set_pictures(&trip)
            .file("mainImage", "a.jpg", file)
            .await
            .expect_status(200);
        trips.push(trip);
    }
    trips
}

/// Requests for uncached pictures get 503, also concurrently; all other requests succeed.
async fn assert_only_pictures_fail(scene: &Scene, uncached: &[String]) -> Duration {
    let start = Instant::now();
    let looks = uncached.iter().chain(uncached).chain(uncached).map(|trip| {
        let (ada, trip) = (scene.ada.clone(), trip.clone());
        tokio::spawn(async move {
            let reply = ada.b().picture(&trip).await;
            (
                reply.status,
                reply.header("retry-after").is_some(),
                start.elapsed(),
            )
        })
    });
    let looks: Vec<_> = looks.collect();
    let (outcomes, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
    for outcome in &outcomes {
        match outcome.needs {
            Needs::Read | Needs::Write => outcome.assert_good(),
            // Some sizes are in memory.
            Needs::Fetch if outcome.status == 200 => outcome.assert_good(),
            Needs::Fetch | Needs::Upload => outcome.assert_unavailable(),
        }
    }
    let mut longest = Duration::ZERO;
    for look in looks {
        let (status, retry_after, took) = look.await.unwrap();
        assert!(
            status == 503 && retry_after && took < LIMIT,
            "{status} after {took:?}"
        );
        longest = longest.max(took);
    }
    // Default pictures need no store.
    for width in ["31", "32", "33"] {
        let default = scene
            .node
            .client
            .request(Method::GET, "/api/v1/user/default/picture")
            .max_width(width);
        default.await.expect_status(200);
    }
    longest
}

async fn recovers_from(what: &str, mode: Mode) {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("objects/bucket")).unwrap();
    let store = Url::parse(&buckets::serve(folder.path().join("objects"))).unwrap();
    let proxy = Proxy::to(store.socket_addrs(|| None).unwrap()[0]);
    let endpoint = format!("http://{}", proxy.address());
    let settings = [
        ("WAYFARE_PICTURES_URL", "s3://bucket/live"),
        ("WAYFARE_AUTH_SECRET", SECRET),
        ("AWS_ENDPOINT", &endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let scene = Scene::on(spawn(folder.path(), &settings).ready()).await;
    let mut vitals = Vec::new();
    for _ in 0..soak::rounds(2) {
        let uncached = uncached(&scene).await;
        proxy.set(mode);
        let longest = assert_only_pictures_fail(&scene, &uncached).await;
        // A deletion does not wait for the store; the sweep removes the orphaned file.
        let start = Instant::now();
        scene.ada.b().delete(&uncached[0]).await.expect_status(204);
        assert!(start.elapsed() < LIMIT);
        proxy.set(Mode::Open);
        let recovery = scene.recovery().await;
        for trip in &uncached[1..] {
            scene.ada.b().picture(trip).await.expect_status(200);
        }
        vitals.push(scene.vitals());
        eprintln!("{what}: 503 after {longest:?} at most; recovered {recovery:?} after its return");
    }
    // The first round sets the baseline of connections for this number of clients.
    vitals
        .iter()
        .skip(1)
        .for_each(|later| later.assert_no_more_than(vitals[0]));
    let outcomes: Vec<Outcome> = scene.wave().await;
    outcomes.iter().for_each(Outcome::assert_good);
    scene.node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_a_store_that_closes_connections() {
    recovers_from("the object store closes connections", Mode::Closed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_a_store_that_is_silent() {
    recovers_from("the object store is silent", Mode::Stalled).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_a_store_that_lost_its_connections() {
    recovers_from("the object store lost its connections", Mode::Cut).await;
}
