//! The picture store conforms to one contract with each backend: folder, memory, and S3 (an
//! independent server).

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use uuid::Uuid;
use wayfare_pictures::{ContentHash, ObjectId, OpenError, PictureStore, StoreError};

async fn conforms(store: &PictureStore) {
    store.ping().await.unwrap();
    let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
    assert!(matches!(store.get(first).await, Err(StoreError::NotFound)));
    assert_eq!(store.list().try_collect::<Vec<_>>().await.unwrap(), []);

    store.put(first, Bytes::from_static(b"one")).await.unwrap();
    store
        .put(second, Bytes::from(vec![7; 6 << 20]))
        .await
        .unwrap();
    assert_eq!(store.get(first).await.unwrap(), "one");
    assert_eq!(store.get(second).await.unwrap(), vec![7; 6 << 20]);

    store
        .put(first, Bytes::from_static(b"other"))
        .await
        .unwrap();
    assert_eq!(store.get(first).await.unwrap(), "other");

    let listed = store.list().try_collect::<Vec<_>>().await.unwrap();
    let sizes: HashMap<_, _> = listed
        .iter()
        .map(|object| (object.id, object.size))
        .collect();
    assert_eq!(
        sizes,
        HashMap::from([(first.into(), 5), (second.into(), 6 << 20)])
    );
    assert!(listed.iter().all(|object| object.written.year() > 2020));

    store.delete(first).await.unwrap();
    assert!(matches!(store.get(first).await, Err(StoreError::NotFound)));
    store.delete(first).await.unwrap();
    store.delete(second).await.unwrap();
    assert_eq!(store.list().try_collect::<Vec<_>>().await.unwrap(), []);
    store.ping().await.unwrap();
}

/// A picture's objects are apart, and deleted together.
async fn keeps_fetched_objects_apart(store: &PictureStore) {
    let picture = Uuid::now_v7();
    let fetched = [b"one", b"two"].map(|content| {
        let id = ObjectId {
            picture,
            fetched: Some(ContentHash::of(content)),
        };
        (id, Bytes::from_static(content))
    });
    let other = Uuid::now_v7();
    store
        .put(other, Bytes::from_static(b"other"))
        .await
        .unwrap();
    for (id, content) in &fetched {
        store.put(*id, content.clone()).await.unwrap();
    }
    for (id, content) in &fetched {
        assert_eq!(store.get(*id).await.unwrap(), content);
    }
    let listed = store.list().try_collect::<Vec<_>>().await.unwrap();
    let listed: HashSet<_> = listed.iter().map(|object| object.id).collect();
    let all = HashSet::from([fetched[0].0, fetched[1].0, other.into()]);
    assert_eq!(listed, all);

    store.delete(fetched[0].0).await.unwrap();
    assert_eq!(store.get(fetched[1].0).await.unwrap(), "two");
    store.put(fetched[0].0, fetched[0].1.clone()).await.unwrap();
    store.delete_picture(picture).await.unwrap();
    assert_eq!(store.get(other).await.unwrap(), "other");
    store.delete_picture(other).await.unwrap();
    assert_eq!(store.list().try_collect::<Vec<_>>().await.unwrap(), []);
}

async fn streams_in_chunks(store: &PictureStore) {
    let id = Uuid::now_v7();
    for length in [1, 256 << 10, (256 << 10) + 1, 1_000_000] {
        let content: Vec<u8> = (0..length)
            .map(|place: usize| u8::try_from(place % 251).unwrap())
            .collect();
        store.put(id, Bytes::from(content.clone())).await.unwrap();
        let size = u64::try_from(length).unwrap();
        let stream = store.stream(id.into(), 0..size).await.unwrap();
        let chunks: Vec<Bytes> = stream.try_collect().await.unwrap();
        assert_eq!(chunks.len(), length.div_ceil(256 << 10));
        assert_eq!(chunks.concat(), content);
        // A shorter object than recorded is an error, not a short picture.
        let longer = match store.stream(id.into(), 0..size + 1).await {
            Ok(stream) => stream.try_collect::<Vec<Bytes>>().await.map(drop),
            Err(error) => Err(error),
        };
        assert!(matches!(longer, Err(StoreError::Unavailable(_))));
    }
    store.delete(id).await.unwrap();
    let missing = store.stream(id.into(), 0..1).await;
    assert!(matches!(missing.err(), Some(StoreError::NotFound)));
}

/// Readers see the whole of one write, whatever is written meanwhile.
async fn writes_are_atomic(store: &PictureStore) {
    let id = Uuid::now_v7();
    let version = |n: u8| Bytes::from(vec![n; 300_000]);
    store.put(id, version(0)).await.unwrap();
    let writer = async {
        for n in 1..20 {
            store.put(id, version(n)).await.unwrap();
        }
    };
    let reader = async {
        for _ in 0..40 {
            let bytes = store.get(id).await.unwrap();
            assert_eq!(bytes.len(), 300_000);
            assert!(bytes.iter().all(|byte| *byte == bytes[0]));
        }
    };
    tokio::join!(writer, reader);
    store.delete(id).await.unwrap();
}

#[tokio::test]
async fn memory_conforms() {
    let store = PictureStore::open("memory://").unwrap();
    conforms(&store).await;
    keeps_fetched_objects_apart(&store).await;
    streams_in_chunks(&store).await;
    writes_are_atomic(&store).await;
}

#[tokio::test]
async fn a_folder_conforms() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("created if missing/pictures here");
    let url = url::Url::from_directory_path(&folder).unwrap();
    let store = PictureStore::open(url.as_str()).unwrap();
    conforms(&store).await;
    keeps_fetched_objects_apart(&store).await;
    streams_in_chunks(&store).await;
    writes_are_atomic(&store).await;
    let id = Uuid::now_v7();
    store.put(id, Bytes::from_static(b"stored")).await.unwrap();
    assert_eq!(
        std::fs::read(folder.join(format!("pictures/{id}"))).unwrap(),
        b"stored"
    );
    let reopened = PictureStore::in_folder(&folder).unwrap();
    assert_eq!(reopened.get(id).await.unwrap(), "stored");
}

#[tokio::test]
async fn removes_unfinished_files_of_uploads_and_fetches() {
    let base = tempfile::tempdir().unwrap();
    let store = PictureStore::in_folder(base.path()).unwrap();
    let fetched = ObjectId {
        picture: Uuid::now_v7(),
        fetched: Some(ContentHash::of(b"one")),
    };
    store
        .put(fetched, Bytes::from_static(b"one"))
        .await
        .unwrap();
    let folder = base.path().join("pictures");
    let unfinished = [
        folder.join(format!("{}#1", Uuid::now_v7())),
        folder.join(format!("{}/{}#1", fetched.picture, ContentHash::of(b"two"))),
    ];
    for path in &unfinished {
        std::fs::write(path, "half").unwrap();
    }
    std::fs::write(folder.join("foreign#1"), "other").unwrap();
    assert_eq!(store.remove_unfinished(Duration::ZERO).await.unwrap(), 2);
    assert!(unfinished.iter().all(|path| !path.exists()));
    assert_eq!(store.get(fetched).await.unwrap(), "one");
    store.delete_picture(fetched.picture).await.unwrap();
    assert!(!folder.join(fetched.picture.to_string()).exists());
}

#[tokio::test]
async fn lists_no_foreign_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = PictureStore::in_folder(folder.path()).unwrap();
    std::fs::create_dir_all(folder.path().join("pictures")).unwrap();
    std::fs::write(folder.path().join("pictures/README"), "not a picture").unwrap();
    std::fs::write(folder.path().join("other"), "not a picture").unwrap();
    assert_eq!(store.list().try_collect::<Vec<_>>().await.unwrap(), []);
}

#[tokio::test]
async fn ping_fails_if_the_folder_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let store = PictureStore::in_folder(folder.path()).unwrap();
    store.ping().await.unwrap();
    drop(folder);
    assert!(matches!(
        store.ping().await,
        Err(StoreError::Unavailable(_))
    ));
}

#[test]
fn rejects_unsupported_addresses() {
    for address in [
        "",
        "data/pictures",
        "/data/pictures",
        "ftp://host/x",
        "file://host/x",
        "http://host",
        "s3:",
    ] {
        assert!(
            matches!(PictureStore::open(address), Err(OpenError::Address(_))),
            "{address}"
        );
    }
    assert!(matches!(
        PictureStore::open("file:///proc/nowhere"),
        Err(OpenError::Unusable(_))
    ));
}

/// The environment names the server, so the client runs in a process of its own with an environment
/// of its own.
fn run_with_env(test: &str, endpoint: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("AWS_ENDPOINT", endpoint)
        .env("AWS_ALLOW_HTTP", "true")
        .env("AWS_ACCESS_KEY_ID", "key")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .env("AWS_REGION", "eu-central-1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}\n{errors}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s3_conforms() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bucket")).unwrap();
    let mut service =
        s3s::service::S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
    service.set_auth(s3s::auth::SimpleAuth::from_single("key", "secret"));
    let service = service.build();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let io = hyper_util::rt::TokioIo::new(stream);
            let builder =
                hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new());
            let service = service.clone();
            tokio::spawn(async move { builder.serve_connection(io, service).await });
        }
    });
    tokio::task::spawn_blocking(move || run_with_env("stores::child_s3_conforms", &endpoint))
        .await
        .unwrap();
    assert!(folder.path().join("bucket/some/prefix/pictures").is_dir());
}

#[tokio::test]
#[ignore = "run by s3_conforms, with the environment it needs"]
async fn child_s3_conforms() {
    let store = PictureStore::open("s3://bucket/some/prefix").unwrap();
    conforms(&store).await;
    keeps_fetched_objects_apart(&store).await;
    streams_in_chunks(&store).await;
    writes_are_atomic(&store).await;
    let missing = PictureStore::open("s3://no-such-bucket").unwrap();
    assert!(matches!(
        missing.ping().await,
        Err(StoreError::Unavailable(_))
    ));
}

#[test]
fn an_unreachable_s3_server_is_unavailable() {
    // A port without a listener.
    run_with_env("stores::child_s3_is_unreachable", "http://127.0.0.1:9");
}

#[tokio::test]
#[ignore = "run by an_unreachable_s3_server_is_unavailable, with the environment it needs"]
async fn child_s3_is_unreachable() {
    let store = PictureStore::open("s3://bucket").unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), store.ping())
        .await
        .unwrap();
    assert!(matches!(answer, Err(StoreError::Unavailable(_))));
    assert!(matches!(
        store.get(Uuid::nil()).await,
        Err(StoreError::Unavailable(_))
    ));
}
