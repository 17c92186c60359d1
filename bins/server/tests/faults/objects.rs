//! The object store is away, silent or forgetful: pictures are 503 in time, all else goes on.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;
use wayfare_testkit::{Method, sample, soak};

use crate::buckets;
use crate::process::spawn;
use crate::proxy::{Proxy, Way};
use crate::scene::{Answer, LIMIT, Needs, Scene};

const SECRET: &str = "one secret for all servers, of 32 bytes and more";

/// Trips with pictures that nobody has looked at.
async fn unseen(scene: &Scene) -> Vec<String> {
    let mut trips = Vec::new();
    for number in 0..6 {
        let trip = sample::trip(&scene.ada, "Unseen").await;
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

/// Pictures that nobody has looked at are 503, also to several who ask at once; all else is as it
/// was.
async fn assert_only_pictures_suffer(scene: &Scene, unseen: &[String]) -> Duration {
    let start = Instant::now();
    let looks = unseen.iter().chain(unseen).chain(unseen).map(|trip| {
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
    let (answers, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
    for answer in &answers {
        match answer.needs {
            Needs::Reading | Needs::Writing => answer.assert_good(),
            // Some sizes are in memory.
            Needs::Fetching if answer.status == 200 => answer.assert_good(),
            Needs::Fetching | Needs::Keeping => answer.assert_unavailable(),
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
    // Those that come with the service need no store.
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

async fn goes_and_comes_back(what: &str, way: Way) {
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
        let unseen = unseen(&scene).await;
        proxy.set(way);
        let longest = assert_only_pictures_suffer(&scene, &unseen).await;
        // A deletion does not wait for the store; what it leaves there is for the sweep.
        let start = Instant::now();
        scene.ada.b().delete(&unseen[0]).await.expect_status(204);
        assert!(start.elapsed() < LIMIT);
        proxy.set(Way::Open);
        let recovery = scene.recovery().await;
        for trip in &unseen[1..] {
            scene.ada.b().picture(trip).await.expect_status(200);
        }
        vitals.push(scene.vitals());
        eprintln!("{what}: 503 after {longest:?} at most; all well {recovery:?} after its return");
    }
    // The first round shows how many connections so many clients make.
    vitals
        .iter()
        .skip(1)
        .for_each(|later| later.assert_no_more_than(vitals[0]));
    let answers: Vec<Answer> = scene.wave().await;
    answers.iter().for_each(Answer::assert_good);
    scene.node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_ends_each_connection() {
    goes_and_comes_back("the object store ends each connection", Way::Closed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_silent() {
    goes_and_comes_back("the object store is silent", Way::Stalled).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_has_forgotten_its_connections() {
    goes_and_comes_back("the object store has forgotten its connections", Way::Cut).await;
}
