//! Deletions of accounts that own much: in steps that others don't feel, resumed after a kill.

use std::collections::HashSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;
use wayfare_test_postgres::shared;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::durability::Storage;
use crate::process::Node;

/// The trips of the account. `WAYFARE_DELETED_TRIPS` sets another number, for a figure.
const TRIPS: usize = 60;
/// When the data of an account of ordinary size is gone.
const LIMIT: Duration = Duration::from_secs(60);
/// The 95th percentile of what others wait, and how long the deletion itself may take to answer.
const BOUND: Duration = Duration::from_millis(500);

/// A trip of 3.5 MiB and copies of it, each with a picture.
async fn large_trips(node: &Node, ada: &Traveller, count: usize) -> Vec<String> {
    let first = sample::trip(ada, "Lisbon").await;
    let text = "x".repeat(1_800);
    let locations = vec![json!({"title": text, "address": text}); 1_000];
    let map = ada.b().set_map(&first, &json!({"locations": locations}));
    map.await.expect_status(200);
    let default = node
        .client
        .request(Method::GET, "/api/v1/trip/default/picture");
    let picture = default.max_width("60").await.body;
    let mut trips = vec![first];
    while trips.len() < count {
        let path = format!("/api/v1/trips/{}/copy", trips[0]);
        let copy = ada.client.request(Method::POST, &path).json(&json!({}));
        let copy = copy.await.expect_status(201).value();
        trips.push(copy["uuid"].as_str().unwrap().to_owned());
    }
    for trip in &trips {
        let upload = ada.a().set_pictures(trip);
        let upload = upload.file("mainImage", "a.jpg", picture.clone()).await;
        upload.expect_status(200);
    }
    trips
}

/// Edits a trip until it is told to stop; returns how long each edit took.
async fn edit(client: Client, trip: String, stop: Arc<AtomicBool>) -> Vec<Duration> {
    let mut took = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let name = json!({"name": took.len().to_string()});
        let started = Instant::now();
        let edit = client.request(Method::PUT, &format!("/api/v1/trip/{trip}"));
        match edit.json(&name).send().await {
            Ok(reply) => assert!(reply.status < 300, "{reply:?}"),
            // Killed.
            Err(_) => break,
        }
        took.push(started.elapsed());
        sleep(Duration::from_millis(10)).await;
    }
    took
}

fn percentile_95(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took[took.len() * 95 / 100]
}

/// The trips whose deletion all logs tell, and how often they tell that of an account.
fn told(storage: &Storage) -> (HashSet<String>, usize) {
    let (mut trips, mut accounts) = (HashSet::new(), 0);
    for log in storage.logs() {
        for line in fs::read_to_string(log).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_default();
            match line["action"].as_str() {
                Some("trip.delete") => _ = trips.insert(line["trip"].as_str().unwrap().to_owned()),
                Some("account.delete") => accounts += 1,
                _ => {}
            }
        }
    }
    (trips, accounts)
}

async fn large_accounts_go_in_steps(what: &str, storage: Storage) {
    let settings = [("WAYFARE_LOG_FORMAT", "json")];
    let node = storage.start_with(&settings);
    let count = std::env::var("WAYFARE_DELETED_TRIPS");
    let count = count.map_or(TRIPS, |count| count.parse().unwrap());
    let [ada, bob] = ["ada", "bob"].map(|name| sample::sign_up(&node.client, name));
    let (ada, bob) = (ada.await, bob.await);
    let trips = large_trips(&node, &ada, count).await;
    sample::add_members(&ada, &trips[0], &[&bob]).await;
    let of_bob = sample::trip(&bob, "Porto").await;
    sample::add_members(&bob, &of_bob, &[&ada]).await;
    let link = format!("/api/v1/trips/{}/share-links", trips[1]);
    let link = ada.client.request(Method::POST, &link).json(&json!({}));
    let link = link.await.expect_status(201).value()["url"].clone();
    let link = link
        .as_str()
        .unwrap()
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();

    let started = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let edits = tokio::spawn(edit(bob.client.clone(), of_bob.clone(), Arc::clone(&stop)));
    ada.users().delete("ada").await.expect_status(204);
    let answered = started.elapsed();
    assert!(answered < BOUND * 2, "{answered:?}");
    let left = storage.files().len();
    // PostgreSQL may be done before the answer.
    assert!(
        left > 0 || what == "PostgreSQL",
        "the trips were to outlast the answer"
    );
    for trip in trips.iter().take(5) {
        bob.b().trip(trip).await.expect_status(404);
    }
    let shared = format!("/api/v1/shared/{link}");
    let shared = node.client.request(Method::GET, &shared).await;
    shared.expect_status(404);
    let listed = bob.a().trips().await.value();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    let searched = bob.client.request(Method::GET, "/api/v1/user/bob/trips");
    let searched = searched.await.expect_status(200).value();
    assert_eq!(searched["trips"].as_array().unwrap().len(), 1, "{searched}");
    ada.users().own().await.expect_status(401);
    let namesake = sample::sign_up(&node.client, "ada").await;
    assert_ne!(namesake.id, ada.id);
    stop.store(true, Ordering::Relaxed);
    let beside = percentile_95(edits.await.unwrap());
    assert!(beside < BOUND, "{beside:?}");

    node.kill();
    let node = storage.start_with(&settings);
    let client = node.client.with_token(&bob.token);
    let resumed = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let edits = tokio::spawn(edit(client.clone(), of_bob.clone(), Arc::clone(&stop)));
    let is_over = || {
        let (told, accounts) = told(&storage);
        let all = trips.iter().all(|trip| told.contains(trip));
        all && accounts == 1 && storage.files().is_empty()
    };
    while !is_over() {
        assert!(
            count > TRIPS || resumed.elapsed() < LIMIT,
            "{:?}",
            told(&storage)
        );
        sleep(Duration::from_millis(200)).await;
    }
    let took = resumed.elapsed();
    let trip = format!("/api/v1/trip/{of_bob}");
    let mut members = Value::Null;
    while members != json!(["bob"]) {
        assert!(count > TRIPS || resumed.elapsed() < LIMIT, "{members}");
        sleep(Duration::from_millis(100)).await;
        let read = client
            .request(Method::GET, &trip)
            .header("api-variant", "b");
        members = read.await.expect_status(200).value()["members"].clone();
    }
    stop.store(true, Ordering::Relaxed);
    let after = percentile_95(edits.await.unwrap());
    assert!(after < BOUND, "{after:?}");
    eprintln!(
        "{what}: {count} trips of 3.5 MiB: answered after {answered:?}, gone {took:?} after a \
         kill; others' 95th percentile {beside:?}, then {after:?}"
    );
    node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_accounts_go_in_steps_on_sqlite() {
    let storage = Storage::on("sqlite://data/wayfare.db".to_owned());
    large_accounts_go_in_steps("SQLite", storage).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_accounts_go_in_steps_on_postgresql() {
    let database = shared().unwrap().create_database("deletions").unwrap();
    let storage = Storage::on(database.url().to_owned());
    large_accounts_go_in_steps("PostgreSQL", storage).await;
}
