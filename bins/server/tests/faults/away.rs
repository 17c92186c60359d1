//! PostgreSQL is stopped, closed to us, silent, used up or read-only: all is answered within five
//! seconds, and within five seconds of its return all is well again, without a restart and with
//! nothing left behind.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use url::Url;
use wayfare_test_postgres::{Cluster, Database, shared};
use wayfare_testkit::soak;

use crate::process::{Node, spawn};
use crate::proxy::{Proxy, Way};
use crate::scene::{Answer, Needs, Scene};

const SECRET: &str = "one secret for all servers, of 32 bytes and more";
/// Ends all connections of the service.
const CUT: &str =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wayfare'";
/// Whether all connections that there may be are others'. One that is being made has its place but
/// is not shown yet.
const IS_USED_UP: &str =
    "SELECT count(*) >= current_setting('max_connections')::int FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND application_name <> 'wayfare'";
/// How many connections [`spawn`]ed servers keep.
const POOL: i64 = 4;

/// Runs statements on a database, one by one, as its superuser.
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

/// How many connections servers have to a database.
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

fn start(folder: &TempDir, database_url: &str) -> Node {
    spawn(
        folder.path(),
        &[
            ("WAYFARE_DATABASE_URL", database_url),
            ("WAYFARE_AUTH_SECRET", SECRET),
        ],
    )
    .ready()
}

fn address_of(database: &Database) -> SocketAddr {
    let url = Url::parse(database.url()).unwrap();
    url.socket_addrs(|| None).unwrap()[0]
}

/// The database's URL, by way of a proxy.
fn by(proxy: &Proxy, database: &Database) -> String {
    let mut url = Url::parse(database.url()).unwrap();
    url.set_port(Some(proxy.address().port())).unwrap();
    url.into()
}

/// Whatever is asked gets 503 for as long as this lasts.
async fn assert_away(scene: &Scene) {
    for _ in 0..2 {
        let (answers, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
        answers.iter().for_each(Answer::assert_unavailable);
    }
}

/// Shows the figures that were reached.
fn show(what: &str, answered: (usize, Duration), recovery: Duration) {
    let (count, longest) = answered;
    eprintln!(
        "{what}: {count} answers under siege, the longest after {longest:?}; all well {recovery:?} after the return"
    );
}

async fn goes_and_comes_back(what: &str, way: Way) {
    let database = shared().unwrap().create_database("away").unwrap();
    let proxy = Proxy::to(address_of(&database));
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, &by(&proxy, &database))).await;
    let before = scene.vitals();
    for _ in 0..soak::rounds(1) {
        let siege = scene.siege();
        tokio::time::sleep(Duration::from_millis(200)).await;
        proxy.set(way);
        assert_away(&scene).await;
        proxy.set(Way::Open);
        let recovery = scene.recovery().await;
        show(what, siege.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
    scene.node.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ends_each_connection() {
    goes_and_comes_back("PostgreSQL ends each connection", Way::Closed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_silent_for_a_while() {
    goes_and_comes_back("PostgreSQL is silent", Way::Stalled).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_has_forgotten_its_connections() {
    goes_and_comes_back("PostgreSQL has forgotten its connections", Way::Cut).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped() {
    let mut cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("away").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let before = scene.vitals();
    for _ in 0..soak::rounds(2) {
        let siege = scene.siege();
        cluster.stop_immediate().unwrap();
        assert_away(&scene).await;
        cluster.start_again().unwrap();
        let recovery = scene.recovery().await;
        show("PostgreSQL is stopped", siege.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}

/// Takes all connections that a server has left, as its superuser; they are given back when
/// dropped.
fn use_up(server: SocketAddr) -> Vec<TcpStream> {
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
        // An error; else that it trusts us.
        if answer == *b"E" {
            return taken;
        }
        taken.push(connection);
    }
}

/// Takes all connections that a server has, those of the service as well. They are given back when
/// dropped, away from async code.
fn take_all(url: &str, server: SocketAddr) -> (postgres::Client, Vec<TcpStream>) {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    let mut taken = use_up(server);
    loop {
        client.batch_execute(CUT).unwrap();
        // The service is after the room that this makes, too.
        taken.extend(use_up(server));
        if client.query_one(IS_USED_UP, &[]).unwrap().get(0) {
            return (client, taken);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_a_connection_left() {
    let cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("away").unwrap();
    let folder = TempDir::new().unwrap();
    let scene = Scene::on(start(&folder, database.url())).await;
    let before = scene.vitals();
    let siege = scene.siege();
    let (url, address) = (cluster.url().to_owned(), address_of(&database));
    let taken = tokio::task::spawn_blocking(move || take_all(&url, address))
        .await
        .unwrap();
    assert_away(&scene).await;
    tokio::task::spawn_blocking(move || drop(taken))
        .await
        .unwrap();
    let recovery = scene.recovery().await;
    show(
        "PostgreSQL has no connection left",
        siege.end().await,
        recovery,
    );
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}

/// What is asked of a database that takes no writes.
async fn assert_read_only(scene: &Scene) {
    for _ in 0..2 {
        let (answers, ()) = tokio::join!(scene.wave(), scene.assert_not_ready());
        for answer in &answers {
            match answer.needs {
                Needs::Reading | Needs::Fetching => answer.assert_good(),
                // Pictures sent again change nothing.
                Needs::Keeping => assert!(matches!(answer.status, 200 | 503), "{answer:?}"),
                Needs::Writing => answer.assert_unavailable(),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_no_writes() {
    let cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("away").unwrap();
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
    // For all sessions at once, as where a primary becomes a standby; and for those that begin from
    // now on.
    for (of, then) in [(system, "SELECT pg_reload_conf()"), (sessions, CUT)] {
        let siege = scene.siege();
        execute(cluster.url(), &[&format!("{of} {on}"), then]).await;
        // A server is told of new settings, and takes them, in its own time.
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
        show("PostgreSQL takes no writes", siege.end().await, recovery);
    }
    scene.vitals().assert_no_more_than(before);
    assert!(connections(&database).await <= POOL);
}
