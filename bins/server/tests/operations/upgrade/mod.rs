//! Upgrades: migrations of databases of earlier versions lose no data, and servers of one version
//! work with the schema of the next.
//!
//! Each folder in `kept` is a fixture: the dump of a database whose newest migration is the
//! folder's name, its pictures, and the responses of the server that wrote it. To add a fixture of
//! the newest schema, run `WAYFARE_KEEP_DATABASE=1 cargo test -p wayfare --test operations
//! upgrade`. `2026-11-22-090000_trip_feeds_user` is the schema of 0.1.0.

mod database;
mod tour;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::Client;
use wayfare_testkit::sample;

use database::{Kind, Place};
use tour::Tour;

/// The environment variable that makes these tests write fixtures of the newest schema.
const KEEP: &str = "WAYFARE_KEEP_DATABASE";
/// A sample migration of the next version, which only adds.
const NEXT: &str = "
    ALTER TABLE trips ADD COLUMN motto text NOT NULL DEFAULT '';
    ALTER TABLE users ADD COLUMN time_zone text;
    CREATE TABLE announcements (id integer PRIMARY KEY, body text NOT NULL);
    CREATE INDEX trips_changed ON trips (updated_at);
    INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000');";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/operations/upgrade/kept")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort_unstable();
    names
}

fn migrations(kind: Kind) -> Vec<String> {
    names(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../migrations")
            .join(kind.name()),
    )
}

/// Writes the fixture of the newest schema, which must not exist yet.
async fn write_fixture(kind: Kind) {
    let folder = root()
        .join(migrations(kind).pop().unwrap())
        .join(kind.name());
    assert!(
        !folder.exists(),
        "{} exists already and must not change",
        folder.display()
    );
    let place = Place::new(kind);
    let node = place.start();
    let tour = Tour::make(&node.client).await;
    node.stop();
    place.import_rates(
        "date,base,currency,rate\n2026-06-01,EUR,CAD,1.48\n2026-06-02,EUR,CAD,1.4835\n",
    );
    let node = place.start();
    let answers = tour.answers(&node.client).await;
    node.stop();
    fs::create_dir_all(folder.join("pictures")).unwrap();
    fs::write(folder.join("database.sql"), place.dump()).unwrap();
    for name in names(&place.pictures()) {
        fs::copy(
            place.pictures().join(&name),
            folder.join("pictures").join(name),
        )
        .unwrap();
    }
    let answers = serde_json::to_string_pretty(&answers).unwrap();
    fs::write(folder.join("answers.json"), format!("{answers}\n")).unwrap();
}

/// Whether a response has all the data of an earlier one; it may have more.
fn contains(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => then
            .iter()
            .all(|(name, then)| now.get(name).is_some_and(|now| contains(now, then))),
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| contains(now, then))
        }
        _ => now == then,
    }
}

async fn migrations_lose_no_data(kind: Kind) {
    if std::env::var_os(KEEP).is_some() {
        return write_fixture(kind).await;
    }
    let fixtures = names(&root());
    assert_eq!(
        fixtures.first(),
        migrations(kind).first(),
        "there is a fixture of the first version"
    );
    for version in fixtures {
        let folder = root().join(&version).join(kind.name());
        let place = Place::new(kind);
        place.restore(&fs::read_to_string(folder.join("database.sql")).unwrap());
        fs::create_dir_all(place.pictures()).unwrap();
        for name in names(&folder.join("pictures")) {
            fs::copy(
                folder.join("pictures").join(&name),
                place.pictures().join(name),
            )
            .unwrap();
        }
        let node = place.start();
        let then: Value =
            serde_json::from_slice(&fs::read(folder.join("answers.json")).unwrap()).unwrap();
        let tour = Tour::of(&then);
        let now = tour.answers(&node.client).await;
        for (request, then) in then.as_object().unwrap() {
            let now = &now[request];
            assert!(
                contains(now, then),
                "{version}, {request}: it was\n{then:#}\nand is\n{now:#}"
            );
        }
        tour.assert_writable(&node.client).await;
        let applied = place.applied();
        assert_eq!(
            applied,
            migrations(kind).len(),
            "{version}: all migrations are applied"
        );
        node.stop();
    }
}

#[tokio::test]
async fn migrations_lose_no_data_on_sqlite() {
    migrations_lose_no_data(Kind::Sqlite).await;
}

#[tokio::test]
async fn migrations_lose_no_data_on_postgresql() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    migrations_lose_no_data(Kind::Postgres).await;
}

#[test]
fn comparison_finds_missing_and_changed_data() {
    let then = json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 1}});
    assert!(contains(
        &json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 1, "hi": 2}, "motto": ""}),
        &then
    ));
    for now in [
        json!({"todo": ["a", "b"], "budget": {"lo": 1}}),
        json!({"name": "Lisbon", "todo": ["a"], "budget": {"lo": 1}}),
        json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 2}}),
    ] {
        assert!(!contains(&now, &then), "{now}");
    }
}

/// Creates, edits and lists trips until it is stopped; every request must succeed.
async fn work(client: Client, mut stop: tokio::sync::oneshot::Receiver<()>) -> usize {
    let mut done = 0;
    while stop.try_recv().is_err() {
        let made = client
            .b()
            .create(&json!({"name": format!("Trip {done}")}))
            .await
            .expect_status(200)
            .json();
        client
            .b()
            .update(&made.uuid, &json!({"todo": ["pack"]}))
            .await
            .expect_status(200);
        client.b().trips().await.expect_status(200);
        done += 1;
    }
    done
}

/// A server continues while the database gets the schema of the next version, and another server of
/// this version still starts.
async fn servers_work_with_the_next_schema(kind: Kind) {
    let place = Place::new(kind);
    let node = place.start();
    let tour = Tour::make(&node.client).await;
    let answers = tour.answers(&node.client).await;
    let ada = sample::sign_up(&node.client, "worker").await;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let worker = tokio::spawn(work(ada.client.clone(), stopped));
    tokio::time::sleep(Duration::from_millis(500)).await;
    place.run(NEXT);
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.send(()).unwrap();
    let done = worker.await.unwrap();
    assert_eq!(
        ada.b().trips().await.json().len(),
        done,
        "no acknowledged write is lost"
    );
    let later = place.start();
    for node in [&node, &later] {
        assert_eq!(tour.answers(&node.client).await, answers);
    }
    tour.assert_writable(&later.client).await;
    assert_eq!(ada.b().trips().await.json().len(), done);
}

#[tokio::test]
async fn servers_work_with_the_next_schema_on_sqlite() {
    servers_work_with_the_next_schema(Kind::Sqlite).await;
}

#[tokio::test]
async fn servers_work_with_the_next_schema_on_postgresql() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    servers_work_with_the_next_schema(Kind::Postgres).await;
}
