//! Pictures in an S3 bucket: uploaded, served, removed and swept.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use wayfare_testkit::{Method, sample};

use crate::several::shared_stores::SharedStores;

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

/// Serves one picture after the other under one address, each when both were requested.
async fn changing_picture(pictures: [Vec<u8>; 2]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/a.jpg", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut requests = Vec::new();
        for picture in pictures {
            let (mut stream, _) = listener.accept().await.unwrap();
            assert!(stream.read(&mut [0; 4096]).await.unwrap() > 0);
            requests.push((stream, picture));
        }
        for (mut stream, picture) in requests {
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                picture.len()
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(&picture).await.unwrap();
        }
    });
    url
}

#[tokio::test]
async fn servers_that_fetch_one_picture_at_once_agree_on_its_content() {
    let stores = SharedStores::new();
    let (one, other) = (stores.start(), stores.start());
    let ada = sample::sign_up(&one.client, "ada").await;
    let there = other.client.with_token(&ada.token);
    let trip = sample::trip(&ada, "Lisbon").await;
    let file = |width: &'static str| {
        let picture = one
            .client
            .request(Method::GET, "/api/v1/user/default/picture")
            .max_width(width);
        async move { picture.await.body }
    };
    let url = changing_picture([file("300").await, file("310").await]).await;
    ada.b()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(200);
    let (first, second) = tokio::join!(async { ada.b().picture(&trip).await }, async {
        there.b().picture(&trip).await
    });
    let third = stores.start();
    let uncached = third.client.with_token(&ada.token);
    let uncached = uncached.b().picture(&trip).await.expect_status(200);
    for reply in [&first, &second] {
        assert_eq!((reply.status, reply.etag()), (200, uncached.etag()));
        assert!(reply.body == uncached.body, "other bytes under one tag");
    }
    // The object of the fetch that came too late is gone.
    let folder = objects(&stores).remove(0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    ada.b().delete(&trip).await.expect_status(204);
    let left = fs::read_dir(&folder).into_iter().flatten().count();
    assert_eq!(left, 0, "the fetched object goes with its trip");
}
