//! Runs the backup and restore commands of the operations documentation unchanged.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;
use wayfare_test_postgres::{Binaries, shared};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::{Node, spawn};

const DOCUMENTATION: &str = include_str!("../../../../docs/operations/databases.md");
const SECRET: &str = "one secret before and after, of 32 bytes and more";

/// The commands of the block with this mark in the documentation.
fn block(mark: &str) -> &'static str {
    let start = format!("```sh {mark}\n");
    let mut found = DOCUMENTATION.split(&start).skip(1);
    let block = found
        .next()
        .unwrap_or_else(|| panic!("the documentation has no block {mark}"));
    assert!(
        found.next().is_none(),
        "the documentation has the block {mark} twice"
    );
    block.split("```").next().unwrap()
}

/// Runs a block of the documentation in the service's working folder.
fn run_block(folder: &Path, mark: &str, database_url: &str) {
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = Binaries::find().unwrap();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", block(mark)])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.folder().display()))
        .env("WAYFARE_DATABASE_URL", database_url)
        .output()
        .unwrap();
    let (printed, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{mark}: {printed}{errors}");
}

/// The data that a backup must contain: a user with a token, a trip and its picture.
struct Sample {
    ada: Traveller,
    trip: String,
    picture: Vec<u8>,
}

impl Sample {
    async fn at(node: &Node) -> Self {
        let ada = sample::sign_up(&node.client, "ada").await;
        let trip = sample::trip(&ada, "Lisbon").await;
        let file = node
            .client
            .request(Method::GET, "/api/v1/user/default/picture")
            .await
            .body;
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", "lisbon.jpg", file)
            .await
            .expect_status(200);
        let picture = ada.b().picture(&trip).await.expect_status(200).body;
        Self { ada, trip, picture }
    }

    /// Asserts that the data is there and the token is valid.
    async fn assert_at(&self, node: &Node) {
        let ada = node.client.with_token(&self.ada.token);
        assert_eq!(ada.b().trip(&self.trip).await.json().name, "Lisbon");
        assert_eq!(
            ada.b().picture(&self.trip).await.expect_status(200).body,
            self.picture
        );
    }
}

/// Creates trips until the server ends, so that the backup runs under writes.
async fn keep_writing(client: Client) {
    let mut number = 0;
    while let Ok(reply) = client
        .b()
        .create(&json!({"name": format!("Trip {number}")}))
        .send()
        .await
    {
        assert_eq!(reply.status, 200);
        number += 1;
    }
}

#[tokio::test]
async fn backs_up_and_restores_sqlite_under_writes() {
    let folder = TempDir::new().unwrap();
    let node = spawn(folder.path(), &[]).ready();
    let saved = Sample::at(&node).await;
    let writer = tokio::spawn(keep_writing(saved.ada.client.clone()));
    let place = folder.path().to_owned();
    // A later backup replaces the earlier one.
    let twice = move || (0..2).for_each(|_| run_block(&place, "sqlite backup", ""));
    tokio::task::spawn_blocking(twice).await.unwrap();
    let former = folder.path().join("backup.before/wayfare.db");
    assert!(
        former.is_file(),
        "the earlier backup stays until the next one"
    );
    saved.ada.b().delete(&saved.trip).await.expect_status(204);
    node.kill();
    writer.await.unwrap();
    run_block(folder.path(), "sqlite restore", "");
    let node = spawn(folder.path(), &[]).ready();
    saved.assert_at(&node).await;
    node.stop();
    run_block(folder.path(), "sqlite restore", "");
    let node = spawn(folder.path(), &[]).ready();
    saved.assert_at(&node).await;
    node.stop();
}

#[tokio::test]
async fn backs_up_and_restores_postgresql_under_writes() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let pictures = format!("file://{}", folder.path().join("data/pictures").display());
    let started = |url: &str| {
        let settings = [
            ("WAYFARE_DATABASE_URL", url),
            ("WAYFARE_AUTH_SECRET", SECRET),
            ("WAYFARE_PICTURES_URL", pictures.as_str()),
        ];
        spawn(folder.path(), &settings).ready()
    };
    let first = shared().unwrap().create_database("backup").unwrap();
    let node = started(first.url());
    let saved = Sample::at(&node).await;
    let writer = tokio::spawn(keep_writing(saved.ada.client.clone()));
    let (place, url) = (folder.path().to_owned(), first.url().to_owned());
    let twice = move || (0..2).for_each(|_| run_block(&place, "postgres backup", &url));
    tokio::task::spawn_blocking(twice).await.unwrap();
    saved
        .ada
        .b()
        .update(&saved.trip, &json!({"name": "Porto"}))
        .await
        .expect_status(200);
    node.stop();
    writer.await.unwrap();
    let second = shared().unwrap().create_database("restored").unwrap();
    run_block(folder.path(), "postgres restore", second.url());
    let node = started(second.url());
    saved.assert_at(&node).await;
    node.stop();
}
