//! Fail-over to a synchronous standby: every acknowledged write survives the loss of the primary,
//! and a standby that is away delays writes without losing or duplicating them.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use url::Url;
use wayfare_test_postgres::{Cluster, Database};
use wayfare_testkit::{Method, sample, soak};

use crate::durability::{Storage, Workload, random_delay};
use crate::process::Node;
use crate::scene::LIMIT;

const STANDBY: &str = "second";

/// A primary whose commits wait until a standby has applied them.
struct Pair {
    primary: Cluster,
    standby: Cluster,
    database: Database,
}

impl Pair {
    fn start() -> Self {
        let primary = Cluster::start_durable().unwrap();
        let database = primary.server().create_database("failover").unwrap();
        let standby = primary.start_standby(STANDBY).unwrap();
        primary.require_standby(STANDBY).unwrap();
        Self {
            primary,
            standby,
            database,
        }
    }

    /// The database's URL with both hosts, of which libpq takes the one that accepts writes.
    fn url(&self) -> String {
        let url = Url::parse(self.database.url()).unwrap();
        let other = Url::parse(self.standby.url()).unwrap();
        format!(
            "postgres://postgres@127.0.0.1:{},127.0.0.1:{}{}?target_session_attrs=read-write",
            url.port().unwrap(),
            other.port().unwrap(),
            url.path()
        )
    }
}

/// Waits until the server is ready; returns how long that took.
async fn ready(node: &Node) -> Duration {
    let start = Instant::now();
    while node.client.request(Method::GET, "/readyz").await.status != 200 {
        assert!(start.elapsed() < LIMIT, "{}", node.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    start.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_the_promotion_of_a_standby_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    for _ in 0..soak::rounds(1) {
        let mut pair = Pair::start();
        let storage = Storage::on(pair.url());
        let node = storage.start();
        let mut workload = Workload::at(&node).await;
        let delay = Duration::from_millis(500) + random_delay();
        let client = node.client.clone();
        // Both block this thread, the second for as long as the promotion takes.
        let (primary, standby) = (&mut pair.primary, &pair.standby);
        let fail_over = async {
            tokio::time::sleep(delay).await;
            primary.stop_immediate().unwrap();
            standby.promote().unwrap();
        };
        let until = Instant::now() + delay + Duration::from_millis(1_500);
        tokio::join!(workload.write(client, until, true), fail_over);
        let recovery = ready(&node).await;
        workload.assert_durable(&node).await;
        let before = workload.acknowledged;

        let until = Instant::now() + Duration::from_millis(500);
        workload.write(node.client.clone(), until, true).await;
        workload.assert_durable(&node).await;
        assert!(workload.acknowledged > before, "writes go on");
        let after = workload.acknowledged - before;
        eprintln!(
            "standby promoted: {before} acknowledged writes survived, ready after {recovery:?} \
             more, {after} further writes"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_wait_for_an_absent_standby_and_reach_it_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let mut pair = Pair::start();
    let storage = Storage::on(pair.url());
    let node = storage.start();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    pair.standby.stop_immediate().unwrap();
    let start = Instant::now();
    let refused = ada.b().update(&trip, &json!({"name": "Porto"})).await;
    assert_eq!(refused.status, 503, "not acknowledged: {refused:?}");
    assert!(start.elapsed() < LIMIT);
    // The commit holds its connection; the others read.
    ada.b().trip(&trip).await.expect_status(200);

    pair.standby.start_again().unwrap();
    let start = Instant::now();
    while ada.b().update(&trip, &json!({"name": "Faro"})).await.status != 200 {
        assert!(start.elapsed() < 2 * LIMIT, "{}", node.log());
    }
    pair.primary.stop_immediate().unwrap();
    pair.standby.promote().unwrap();
    ready(&node).await;
    let trip = ada.b().trip(&trip).await.json();
    assert_eq!(
        trip.name, "Faro",
        "applied on the standby when it was acknowledged"
    );
}
