//! Pictures in an S3 bucket: uploaded, served, removed and swept.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use wayfare_testkit::{Method, sample};

use crate::shared_stores::SharedStores;

/// The picture objects in the bucket.
fn objects(stores: &SharedStores) -> Vec<PathBuf> {
    let files = fs::read_dir(stores.objects())
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    files
        .filter(|path| path.file_name().is_some_and(|name| name.len() == 36))
        .collect()
}

/// Makes an object two hours old.
fn age(path: &Path) {
    let file = File::options().write(true).open(path).unwrap();
    let written = file.metadata().unwrap().modified().unwrap();
    file.set_modified(written - Duration::from_secs(7_200))
        .unwrap();
}

#[tokio::test]
async fn bucket_holds_exactly_the_referenced_pictures() {
    let stores = SharedStores::new();
    let node = stores.start();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let picture = |path| node.client.request(Method::GET, path);
    let one = picture("/api/v1/trip/default/picture")
        .max_width("300")
        .await
        .body;
    let other = picture("/api/v1/user/default/picture")
        .max_width("200")
        .await
        .body;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", one.clone());
    upload
        .file("photos", "b.jpg", other.clone())
        .await
        .expect_status(200);
    assert_eq!(objects(&stores).len(), 2);
    let shown = ada
        .b()
        .picture(&trip)
        .max_width("30")
        .await
        .expect_status(200);
    assert_eq!(shown.header("content-type"), Some("image/jpeg"));
    let again = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", one.clone());
    again.await.expect_status(304);
    ada.a()
        .set_pictures(&trip)
        .file("photos", "c.txt", "no picture")
        .await
        .expect_status(415);
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "b.jpg", other)
        .await
        .expect_status(200);
    assert_eq!(
        objects(&stores).len(),
        2,
        "replaced, repeated and refused pictures are gone"
    );
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", one)
        .await
        .expect_status(200);
    assert_eq!(objects(&stores).len(), 3);
    ada.b().delete(&trip).await.expect_status(204);
    assert_eq!(objects(&stores).len(), 1);
    ada.users()
        .update("ada", &json!({"name": "Ada"}))
        .await
        .expect_status(200);
    ada.users().delete("ada").await.expect_status(204);
    assert_eq!(objects(&stores).len(), 0);
}

#[tokio::test]
async fn sweep_removes_old_orphaned_objects() {
    let stores = SharedStores::new();
    let node = stores.start();
    let ada = sample::sign_up(&node.client, "ada").await;
    let file = node
        .client
        .request(Method::GET, "/api/v1/user/default/picture")
        .max_width("100")
        .await
        .body;
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", file)
        .await
        .expect_status(200);
    let named = objects(&stores).remove(0);
    let orphan = named.with_file_name("0198c0de-0000-4000-8000-00000000000a");
    fs::write(&orphan, "left behind").unwrap();
    let swept = stores.run(&["pictures", "sweep"]);
    assert!(
        swept.status.success() && orphan.exists(),
        "the orphan is too young: {swept:?}"
    );
    for path in [&named, &orphan] {
        age(path);
    }
    let swept = stores.run(&["pictures", "sweep"]);
    assert!(swept.status.success(), "{swept:?}");
    assert!(named.exists() && !orphan.exists());
    ada.users().picture("ada").await.expect_status(200);
}
