//! Databases of earlier versions are brought to the newest schema with nothing lost, and servers of
//! one version go on beside a schema of the next.
//!
//! Each folder in `kept` is a database as the first server with that migration left it, with what
//! that server answered. To keep one of the present schema: `WAYFARE_KEEP_DATABASE=1 cargo test -p
//! wayfare-server --test operations upgrade`.

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

/// What makes these tests keep a database of the present schema.
const KEEP: &str = "WAYFARE_KEEP_DATABASE";
/// A migration of the next version, as it would be: it adds, and takes nothing away.
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

/// Keeps a database of the present schema, where there is none of it yet.
async fn keep(kind: Kind) {
    let folder = root()
        .join(migrations(kind).pop().unwrap())
        .join(kind.name());
    assert!(
        !folder.exists(),
        "{} is kept already, and is to stay as it is",
        folder.display()
    );
    let place = Place::new(kind);
    let node = place.start();
    let answers = Tour::make(&node.client).await.answers(&node.client).await;
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

/// Whether all that was answered then is answered now; more may be.
fn holds(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => then
            .iter()
            .all(|(name, then)| now.get(name).is_some_and(|now| holds(now, then))),
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| holds(now, then))
        }
        _ => now == then,
    }
}

async fn nothing_is_lost(kind: Kind) {
    if std::env::var_os(KEEP).is_some() {
        return keep(kind).await;
    }
    let kept = names(&root());
    assert_eq!(
        kept.first(),
        migrations(kind).first(),
        "the first version's database is kept"
    );
    for version in kept {
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
                holds(now, then),
                "{version}, {request}: it was\n{then:#}\nand is\n{now:#}"
            );
        }
        tour.goes_on(&node.client).await;
        let applied = place.applied();
        assert_eq!(
            applied,
            migrations(kind).len(),
            "{version}: all migrations have run"
        );
        node.stop();
    }
}

#[tokio::test]
async fn nothing_is_lost_on_sqlite() {
    nothing_is_lost(Kind::Sqlite).await;
}

#[tokio::test]
async fn nothing_is_lost_on_postgresql() {
    nothing_is_lost(Kind::Postgres).await;
}

#[test]
fn what_is_gone_or_different_is_noticed() {
    let then = json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 1}});
    assert!(holds(
        &json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 1, "hi": 2}, "motto": ""}),
        &then
    ));
    for now in [
        json!({"todo": ["a", "b"], "budget": {"lo": 1}}),
        json!({"name": "Lisbon", "todo": ["a"], "budget": {"lo": 1}}),
        json!({"name": "Lisbon", "todo": ["a", "b"], "budget": {"lo": 2}}),
    ] {
        assert!(!holds(&now, &then), "{now}");
    }
}

/// Makes trips and edits them until it is told to stop; every one of these requests is to succeed.
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

/// A server of this version works on while the database gets the schema of the next one, and others
/// of this version still start.
async fn servers_of_two_versions(kind: Kind) {
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
        "nothing that was acknowledged is lost"
    );
    let later = place.start();
    for node in [&node, &later] {
        assert_eq!(tour.answers(&node.client).await, answers);
    }
    tour.goes_on(&later.client).await;
    assert_eq!(ada.b().trips().await.json().len(), done);
}

#[tokio::test]
async fn servers_of_two_versions_work_side_by_side_on_sqlite() {
    servers_of_two_versions(Kind::Sqlite).await;
}

#[tokio::test]
async fn servers_of_two_versions_work_side_by_side_on_postgresql() {
    servers_of_two_versions(Kind::Postgres).await;
}
