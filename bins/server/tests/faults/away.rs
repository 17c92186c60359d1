//! PostgreSQL outages: stopped, closed, silent, out of connections or read-only. Every request is
//! answered within five seconds; the server recovers within five seconds of the database's return,
//! without a restart and without leaks.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use url::Url;
use wayfare_test_postgres::{Cluster, Database, shared};
use wayfare_testkit::{Method, soak};

use crate::process::{Node, spawn};
use crate::proxy::{Mode, Proxy};
use crate::scene::{Needs, Outcome, Scene, call};

pub(crate) const SECRET: &str = "one secret for all servers, of 32 bytes and more";
/// Ends all connections of the service.
const TERMINATE: &str =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wayfare'";
/// Whether others hold all possible connections. A connection that is being made counts, but is not
/// shown yet.
const IS_EXHAUSTED: &str =
    "SELECT count(*) >= current_setting('max_connections')::int FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND application_name <> 'wayfare'";
/// The pool size of [`spawn`]ed servers.
const POOL: i64 = 4;

/// Runs statements on a database one by one, as its superuser.
async fn execute(url: &str, statements: &[&str]) {
    let url = url.to_owned();
    let statements: Vec<String> = statements
        .iter()
        .map(|&statement| statement.to_owned())
        .collect();
    let work = move || {
        let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
        statements
            .iter()
            .for_each(|statement| client.batch_execute(statement).unwrap());
    };
    tokio::task::spawn_blocking(work).await.unwrap();
}

/// The number of connections of servers to a database.
async fn connections(database: &Database) -> i64 {
    let (url, name) = (database.url().to_owned(), database.name().to_owned());
    let count =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'wayfare' AND datname = $1";
    let work = move || {
        postgres::Client::connect(&url, postgres::NoTls)
            .unwrap()
            .query_one(count, &[&name])
            .unwrap()
            .get(0)
    };
    tokio::task::spawn_blocking(work).await.unwrap()
}

pub(crate) fn start(folder: &TempDir, database_url: &str) -> Node {
    spawn(
        folder.path(),
        &[
            ("WAYFARE_DATABASE_URL", database_url),
            ("WAYFARE_AUTH_SECRET", SECRET),
        ],
    )
    .ready()
}

pub(crate) fn address_of(database: &Database) -> SocketAddr {
    let url = Url::parse(database.url()).unwrap();
    url.socket_addrs(|| None).unwrap()[0]
}

/// The database's URL through a proxy.
pub(crate) fn through(proxy: &Proxy, database: &Database) -> String {
    let mut url = Url::parse(database.url()).unwrap();
    url.set_port(Some(proxy.address().port())).unwrap();
    url.into()
}

/// Every request gets 503 while the database is down.
async fn assert_down(scene: &Scene) {
    for _ in 0..2 {
        let (outcomes, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
        outcomes.iter().for_each(Outcome::assert_unavailable);
    }
}

/// Prints the measured figures.
fn show(what: &str, load: (usize, Duration), recovery: Duration) {
    let (count, longest) = load;
    eprintln!(
        "{what}: {count} responses under load, the slowest after {longest:?}; recovered \
            {recovery:?} after the return"
    );
}

async fn recovers_from(what: &str, mode: Mode) {
    let database = shared().unwrap().create_database("outage").unwrap();
    let proxy = Proxy::to(address_of(&database));
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, &through(&proxy, &database))).await;
    let before = scene.vitals();
    for _ in 0..soak::rounds(1) {
        let load = scene.load();
        tokio::time::sleep(Duration::from_millis(200)).await;
        proxy.set(mode);
        assert_down(&scene).await;
        proxy.set(Mode::Open);
        let recovery = scene.recovery().await;
        show(what, load.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
    scene.node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_that_closes_connections() {
    recovers_from("PostgreSQL closes connections", Mode::Closed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_that_is_silent() {
    recovers_from("PostgreSQL is silent", Mode::Stalled).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_that_lost_its_connections() {
    recovers_from("PostgreSQL lost its connections", Mode::Reset).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_that_is_stopped() {
    let mut cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("outage").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let before = scene.vitals();
    for _ in 0..soak::rounds(2) {
        let load = scene.load();
        cluster.stop_immediate().unwrap();
        assert_down(&scene).await;
        cluster.start_again().unwrap();
        let recovery = scene.recovery().await;
        show("PostgreSQL is stopped", load.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edits_behind_one_that_hangs_are_answered_in_time() {
    let database = shared().unwrap().create_database("hung").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let url = database.url().to_owned();
    let lock = tokio::spawn(async move {
        let locks = ["BEGIN", "SELECT id FROM trips FOR UPDATE"];
        execute(&url, &[&locks[..], &["SELECT pg_sleep(9)"]].concat()).await;
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    let edits = (0..4).map(|number| {
        let (client, path) = (
            scene.ada.client.clone(),
            format!("/api/v1/trip/{}", scene.trip),
        );
        let body = json!({"name": format!("Lisbon {number}")});
        tokio::spawn(async move {
            // The others arrive while the first one hangs.
            tokio::time::sleep(Duration::from_millis(number * 200)).await;
            call(client, Needs::Write, Method::PUT, path, Some(body)).await
        })
    });
    for outcome in edits.collect::<Vec<_>>() {
        outcome.await.unwrap().assert_unavailable();
    }
    lock.await.unwrap();
    scene.assert_all_good().await;
    scene.node.stop();
}

/// Opens connections as superuser until the server refuses one. They close when they are dropped.
fn exhaust(server: SocketAddr) -> Vec<TcpStream> {
    let parameters = b"user\0postgres\0database\0postgres\0\0";
    let mut start = u32::try_from(parameters.len() + 8)
        .unwrap()
        .to_be_bytes()
        .to_vec();
    start.extend(196_608_u32.to_be_bytes());
    start.extend(parameters);
    let mut taken = Vec::new();
    loop {
        let mut connection = TcpStream::connect(server).unwrap();
        connection.write_all(&start).unwrap();
        let mut answer = [0];
        connection.read_exact(&mut answer).unwrap();
        // An error message; otherwise the authentication request.
        if answer == *b"E" {
            return taken;
        }
        taken.push(connection);
    }
}

/// Takes all connections of the server, including those of the service. They close when they are
/// dropped, which must happen outside async code.
fn take_all(url: &str, server: SocketAddr) -> (postgres::Client, Vec<TcpStream>) {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    let mut taken = exhaust(server);
    loop {
        client.batch_execute(TERMINATE).unwrap();
        // The service competes for the connections that this frees.
        taken.extend(exhaust(server));
        if client.query_one(IS_EXHAUSTED, &[]).unwrap().get(0) {
            return (client, taken);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_without_free_connections() {
    let cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("outage").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let before = scene.vitals();
    let load = scene.load();
    let (url, address) = (cluster.url().to_owned(), address_of(&database));
    let taken = tokio::task::spawn_blocking(move || take_all(&url, address))
        .await
        .unwrap();
    assert_down(&scene).await;
    tokio::task::spawn_blocking(move || drop(taken))
        .await
        .unwrap();
    let recovery = scene.recovery().await;
    show(
        "PostgreSQL has no free connection",
        load.end().await,
        recovery,
    );
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}

/// Reads succeed and writes get 503 while the database is read-only.
async fn assert_read_only(scene: &Scene) {
    for _ in 0..2 {
        let (outcomes, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
        for outcome in &outcomes {
            match outcome.needs {
                Needs::Read | Needs::Fetch => outcome.assert_good(),
                // An upload of the same pictures changes nothing.
                Needs::Upload => assert!(matches!(outcome.status, 200 | 503), "{outcome:?}"),
                Needs::Write => outcome.assert_unavailable(),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recovers_from_postgresql_that_is_read_only() {
    let cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("outage").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let before = scene.vitals();
    let (on, off) = (
        "SET default_transaction_read_only = on",
        "RESET default_transaction_read_only",
    );
    let (system, sessions) = (
        "ALTER SYSTEM".to_owned(),
        format!("ALTER DATABASE {}", database.name()),
    );
    // For all sessions, as when a primary becomes a standby; then for new sessions only.
    for (of, then) in [(system, "SELECT pg_reload_conf()"), (sessions, TERMINATE)] {
        let load = scene.load();
        execute(cluster.url(), &[&format!("{of} {on}"), then]).await;
        // Sessions apply new settings with a delay.
        while scene
            .ada
            .b()
            .update(&scene.trip, &json!({"desc": uuid::Uuid::new_v4()}))
            .await
            .status
            == 200
        {}
        assert_read_only(&scene).await;
        execute(
            cluster.url(),
            &[&format!("{of} {off}"), "SELECT pg_reload_conf()"],
        )
        .await;
        let recovery = scene.recovery().await;
        show("PostgreSQL is read-only", load.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}
