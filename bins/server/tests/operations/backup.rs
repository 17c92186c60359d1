//! The commands for backing up and restoring that the operations papers show, typed into a shell as
//! they stand.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;
use wayfare_test_postgres::{Binaries, shared};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::process::{Node, spawn};

const PAPER: &str = include_str!("../../../../docs/operations/databases.md");
const SECRET: &str = "one secret before and after, of 32 bytes and more";

/// The commands of the one block of the paper that is marked so.
fn block(mark: &str) -> &'static str {
    let start = format!("```sh {mark}\n");
    let mut found = PAPER.split(&start).skip(1);
    let block = found
        .next()
        .unwrap_or_else(|| panic!("the paper has no block {mark}"));
    assert!(
        found.next().is_none(),
        "the paper has the block {mark} twice"
    );
    block.split("```").next().unwrap()
}

/// Types commands of the paper into a shell in the service's working folder.
fn type_in(folder: &Path, mark: &str, database_url: &str) {
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = Binaries::find().unwrap();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", block(mark)])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.folder().display()))
        .env("WAYFARE_DATABASE_URL", database_url)
        .output()
        .unwrap();
    let (said, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{mark}: {said}{errors}");
}

/// Somebody with a trip, a picture of it and a token; what a back-up must hold.
struct Kept {
    ada: Traveller,
    trip: String,
    picture: Vec<u8>,
}

impl Kept {
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

    /// All is there, and the token is as good as it was.
    async fn assert_at(&self, node: &Node) {
        let ada = node.client.with_token(&self.ada.token);
        assert_eq!(ada.b().trip(&self.trip).await.json().name, "Lisbon");
        assert_eq!(
            ada.b().picture(&self.trip).await.expect_status(200).body,
            self.picture
        );
    }
}

/// Makes trips until the server is gone, so that the back-up meets writes.
async fn keep_writing(client: Client) {
    let mut number = 0;
    while let Ok(reply) = client
        .b()
        .create(&json!({"name": format!("Trip {number}")}))
        .send()
        .await
    {
        reply.expect_status(200);
        number += 1;
    }
}

#[tokio::test]
async fn sqlite_is_backed_up_while_it_runs_and_restored() {
    let folder = TempDir::new().unwrap();
    let node = spawn(folder.path(), &[]).ready();
    let kept = Kept::at(&node).await;
    let writer = tokio::spawn(keep_writing(kept.ada.client.clone()));
    let place = folder.path().to_owned();
    tokio::task::spawn_blocking(move || type_in(&place, "sqlite backup", ""))
        .await
        .unwrap();
    kept.ada.b().delete(&kept.trip).await.expect_status(204);
    node.kill();
    writer.await.unwrap();
    type_in(folder.path(), "sqlite restore", "");
    let node = spawn(folder.path(), &[]).ready();
    kept.assert_at(&node).await;
    node.stop();
}

#[tokio::test]
async fn postgresql_is_backed_up_while_it_runs_and_restored() {
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
    let kept = Kept::at(&node).await;
    let writer = tokio::spawn(keep_writing(kept.ada.client.clone()));
    let (place, url) = (folder.path().to_owned(), first.url().to_owned());
    tokio::task::spawn_blocking(move || type_in(&place, "postgres backup", &url))
        .await
        .unwrap();
    kept.ada
        .b()
        .update(&kept.trip, &json!({"name": "Porto"}))
        .await
        .expect_status(200);
    node.stop();
    writer.await.unwrap();
    let second = shared().unwrap().create_database("restored").unwrap();
    type_in(folder.path(), "postgres restore", second.url());
    let node = started(second.url());
    kept.assert_at(&node).await;
    node.stop();
}
