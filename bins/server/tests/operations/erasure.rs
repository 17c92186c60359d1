//! Deleted data is in no file of an SQLite store after a minute.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use wayfare_testkit::Method;
use wayfare_testkit::sample;

use crate::process::spawn;

const LIMIT: Duration = Duration::from_secs(60);
const FORMER: &str = "former-8c1f@example.org";
const PRESENT: &str = "present-8c1f@example.org";
const NOTE: &str = "a note that nobody else has 8c1f";

/// The files below a folder that have a text.
fn files_with(folder: &Path, text: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if fs::read(&path).is_ok_and(|bytes| has(&bytes, text)) {
            found.push(path);
        }
    }
    found
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

/// Waits until no file has any of these texts.
fn wait_for_erasure(folder: &Path, texts: &[&str]) {
    let deadline = Instant::now() + LIMIT;
    while texts
        .iter()
        .any(|text| !files_with(folder, text).is_empty())
    {
        assert!(Instant::now() < deadline, "{texts:?} stay");
        thread::sleep(Duration::from_millis(500));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_data_leaves_the_files() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let node = spawn(folder.path(), &[]).ready();
    let bob = sample::sign_up(&node.client, "bob").await;
    let body =
        json!({"name": "Ada", "username": "ada", "email": FORMER, "password": "correct horse"});
    let ada = sample::sign_up_with(&node.client, &body).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let long = NOTE.repeat(50);
    ada.b()
        .update(&trip, &json!({"desc": NOTE, "todo": [NOTE, long]}))
        .await
        .expect_status(200);
    let file = node
        .client
        .request(Method::GET, "/api/v1/user/default/picture")
        .await
        .body;
    let picture = ada.users().set_picture("ada").file("image", "a.jpg", file);
    picture.await.expect_status(200);
    assert!(!files_with(&data, FORMER).is_empty());
    assert!(!files_with(&data, NOTE).is_empty());
    let profile = json!({"email": PRESENT, "current": "correct horse"});
    ada.users().update("ada", &profile).await.expect_status(200);
    wait_for_erasure(&data, &[FORMER]);
    assert!(!files_with(&data, PRESENT).is_empty());
    ada.users().delete("ada").await.expect_status(204);
    assert_eq!(
        fs::read_dir(data.join("pictures/pictures"))
            .unwrap()
            .count(),
        0
    );
    wait_for_erasure(&data, &[FORMER, PRESENT, NOTE]);
    sample::trip(&bob, "Porto").await;
    node.stop();
}
