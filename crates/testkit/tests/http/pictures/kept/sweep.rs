//! The sweep of the picture store: deletes unreferenced files, unless an upload may be using them.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::json;
use wayfare_server::sweep;
use wayfare_testkit::{Builder, TestServer, both, sample};

use crate::pictures::remote::Web;
use crate::pictures::samples::jpeg;
use crate::pictures::setup::{ada_beside, ada_with_trip, set_profile};

both!(
    sweeps_only_old_orphans,
    sweeps_fetched_objects_that_were_not_recorded,
    sweep_with_a_foreign_database_deletes_nothing
);

/// Runs on a separate thread, as the sweep has its own async runtime.
fn run(server: &TestServer, all: bool) -> Result<(), String> {
    let settings = server.settings().clone();
    thread::spawn(move || sweep::run(&settings, all).map_err(|failure| failure.to_string()))
        .join()
        .unwrap()
}

fn orphan(beside: &Path, name: &str, is_old: bool) -> std::path::PathBuf {
    let path = beside.with_file_name(name);
    fs::write(&path, "left behind").unwrap();
    if is_old {
        age(&path);
    }
    path
}

/// Sets a file's modification time to two hours ago.
fn age(path: &Path) {
    let file = File::options().write(true).open(path).unwrap();
    let written = file.metadata().unwrap().modified().unwrap();
    file.set_modified(written - Duration::from_secs(7_200))
        .unwrap();
}

async fn sweeps_only_old_orphans(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload
        .file("photos", "b.jpg", jpeg(50, 30, 1))
        .await
        .expect_status(200);
    set_profile(&ada, jpeg(40, 30, 0)).await;
    let kept = server.kept_pictures();
    assert_eq!(kept.len(), 3);
    kept.iter().for_each(|path| age(path));
    let old = orphan(&kept[0], "0198c0de-0000-4000-8000-00000000000a", true);
    let young = orphan(&kept[0], "0198c0de-0000-4000-8000-00000000000b", false);
    let foreign = orphan(&kept[0], "README", true);
    run(&server, false).unwrap();
    assert!(!old.exists() && young.exists() && foreign.exists());
    assert!(kept.iter().all(|path| path.exists()));
    run(&server, false).unwrap();
    ada.b().picture(&trip).await.expect_status(200);
}

async fn sweeps_fetched_objects_that_were_not_recorded(builder: Builder) {
    let web = Web::start(String::new()).await;
    let (server, ada, trip) = ada_beside(builder, &web).await;
    let url = json!({"img": web.url("/a.jpg")});
    ada.b().update(&trip, &url).await.expect_status(200);
    ada.b().picture(&trip).await.expect_status(200);
    let folder = server.kept_pictures().remove(0);
    let fetched = fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    age(&fetched.path());
    let (old, young) = ("0a".repeat(32), "0b".repeat(32));
    let old = orphan(&fetched.path(), &old, true);
    let young = orphan(&fetched.path(), &young, false);
    run(&server, false).unwrap();
    assert!(!old.exists() && young.exists() && fetched.path().exists());
}

async fn sweep_with_a_foreign_database_deletes_nothing(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    set_profile(&ada, jpeg(40, 30, 0)).await;
    let own = server.kept_pictures().remove(0);
    let old = orphan(&own, "0198c0de-0000-4000-8000-00000000000a", true);
    ada.users().delete("ada").await.expect_status(204);
    let refusal = run(&server, false).unwrap_err();
    assert!(
        refusal.contains("names none of the 1 pictures"),
        "{refusal}"
    );
    assert!(old.exists());
    run(&server, true).unwrap();
    assert!(!old.exists());
}
