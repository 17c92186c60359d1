//! Renditions: concurrent requests share the work, results are cached, limits hold.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use futures_util::future::join_all;
use image::GenericImageView;
use uuid::Uuid;
use wayfare_bounds::Client;
use wayfare_pictures::{
    Bounds, DefaultPicture, PictureBody, PictureFormat, PictureInfo, PictureStore, Rendition,
    RenditionError, RenditionLimits, Renditions, Subject, UploadLimits, clean,
};

use crate::samples::{disc, encode, load, noise, photo};

const CLIENT: Client = Client::new(1);
const LIMITS: RenditionLimits = RenditionLimits {
    cache_bytes: 16 << 20,
    max_running: 2,
    max_waiting: 200,
};

fn wide(max_width: u32) -> Bounds {
    Bounds {
        max_width: Some(max_width),
        max_height: None,
    }
}

async fn store_upload(store: &PictureStore, upload: Vec<u8>) -> (Subject, Bytes) {
    let picture = clean(&upload, UploadLimits::default()).unwrap();
    let id = Uuid::now_v7();
    store.put(id, picture.bytes.clone()).await.unwrap();
    (
        Subject::Stored {
            id: id.into(),
            info: picture.info,
        },
        picture.bytes,
    )
}

#[tokio::test]
async fn serves_pictures_in_the_requested_size() {
    let store = PictureStore::in_memory();
    let (jpeg, original) = store_upload(&store, encode(&photo(400, 300), "jpeg")).await;
    let (png, _) = store_upload(&store, encode(&disc(400, 300), "png")).await;
    let renditions = Renditions::new(store, LIMITS);

    let whole = renditions
        .get(CLIENT, &jpeg, Bounds::default())
        .await
        .unwrap();
    assert_eq!(whole.bytes, original);
    assert_eq!(
        (whole.width, whole.height, whole.format),
        (400, 300, PictureFormat::Jpeg)
    );
    let larger = renditions.get(CLIENT, &jpeg, wide(4000)).await.unwrap();
    assert_eq!(larger.bytes, original);

    for (subject, format) in [(&jpeg, PictureFormat::Jpeg), (&png, PictureFormat::Png)] {
        let smaller = renditions.get(CLIENT, subject, wide(100)).await.unwrap();
        assert_eq!(
            (smaller.width, smaller.height, smaller.format),
            (100, 75, format)
        );
        assert_eq!(load(&smaller.bytes).dimensions(), (100, 75));
    }
}

#[tokio::test]
async fn serves_default_pictures_in_the_requested_size() {
    let renditions = Renditions::new(PictureStore::in_memory(), LIMITS);
    for (default, size) in [
        (DefaultPicture::User, (64, 64)),
        (DefaultPicture::Trip, (64, 48)),
    ] {
        let subject = Subject::Default(default);
        let whole = renditions
            .get(CLIENT, &subject, Bounds::default())
            .await
            .unwrap();
        assert_eq!(whole.bytes, default.bytes());
        let smaller = renditions.get(CLIENT, &subject, wide(64)).await.unwrap();
        assert_eq!(load(&smaller.bytes).dimensions(), size);
    }
}

#[tokio::test]
async fn tags_are_known_in_advance_and_differ_with_the_bytes() {
    let store = PictureStore::in_memory();
    let (first, _) = store_upload(&store, encode(&photo(400, 300), "jpeg")).await;
    let (second, _) = store_upload(&store, encode(&photo(400, 301), "jpeg")).await;
    let renditions = Renditions::new(store, LIMITS);
    let mut tags = HashSet::new();
    for subject in [first, second, Subject::Default(DefaultPicture::User)] {
        for bounds in [Bounds::default(), wide(100), wide(99)] {
            let rendition = renditions.get(CLIENT, &subject, bounds).await.unwrap();
            assert_eq!(rendition.etag, subject.etag(bounds));
            assert!(rendition.etag.starts_with('"') && rendition.etag.ends_with('"'));
            assert!(tags.insert(rendition.etag.clone()));
        }
    }
    // Bounds with the same resulting size give the same picture.
    let both = Bounds {
        max_width: Some(100),
        max_height: Some(75),
    };
    assert_eq!(first.etag(both), first.etag(wide(100)));
    assert_eq!(first.etag(wide(5000)), first.etag(Bounds::default()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_share_one_job() {
    let store = PictureStore::in_memory();
    let (subject, _) = store_upload(&store, encode(&photo(1600, 1200), "jpeg")).await;
    // A single slot: fifty separate jobs would fail.
    let limits = RenditionLimits {
        max_running: 1,
        max_waiting: 0,
        ..LIMITS
    };
    let renditions = Arc::new(Renditions::new(store, limits));
    let requests = (0..50u32).map(|n| {
        let renditions = Arc::clone(&renditions);
        // The height is never the tighter bound, so all requests have the same size.
        let bounds = Bounds {
            max_width: Some(200),
            max_height: Some(150 + n),
        };
        tokio::spawn(async move { renditions.get(CLIENT, &subject, bounds).await.unwrap() })
    });
    let answers: Vec<_> = join_all(requests)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert!(
        answers
            .iter()
            .all(|answer| Arc::ptr_eq(answer, &answers[0]))
    );
}

#[tokio::test]
async fn fails_with_busy_when_the_queue_is_full() {
    let store = PictureStore::in_memory();
    let (subject, _) = store_upload(&store, encode(&photo(800, 600), "jpeg")).await;
    let limits = RenditionLimits {
        max_running: 1,
        max_waiting: 4,
        ..LIMITS
    };
    let renditions = Renditions::new(store, limits);
    let answers = join_all((1..=30).map(|n| renditions.get(CLIENT, &subject, wide(10 * n)))).await;
    let resized = answers.iter().filter(|answer| answer.is_ok()).count();
    let busy = answers
        .iter()
        .filter(|answer| matches!(answer, Err(RenditionError::Busy)))
        .count();
    assert_eq!((resized, busy), (5, 25));
    // The failure is not cached.
    assert!(renditions.get(CLIENT, &subject, wide(300)).await.is_ok());
}

#[tokio::test]
async fn serves_cached_pictures_without_the_store() {
    let store = PictureStore::in_memory();
    let (subject, _) = store_upload(&store, encode(&photo(800, 600), "jpeg")).await;
    let Subject::Stored { id, .. } = subject else {
        unreachable!()
    };
    let renditions = Renditions::new(store.clone(), LIMITS);
    let before = renditions.get(CLIENT, &subject, wide(100)).await.unwrap();
    store.delete(id).await.unwrap();
    let after = renditions.get(CLIENT, &subject, wide(100)).await.unwrap();
    assert!(Arc::ptr_eq(&before, &after));
    let error = renditions
        .get(CLIENT, &subject, wide(101))
        .await
        .unwrap_err();
    assert!(matches!(error, RenditionError::NotFound));
}

#[tokio::test]
async fn the_cache_is_bounded_in_bytes() {
    let store = PictureStore::in_memory();
    let (subject, _) = store_upload(&store, encode(&photo(800, 600), "jpeg")).await;
    let Subject::Stored { id, .. } = subject else {
        unreachable!()
    };
    let limits = RenditionLimits {
        cache_bytes: 100_000,
        ..LIMITS
    };
    let renditions = Renditions::new(store.clone(), limits);
    let mut resized = 0;
    for width in 120..180 {
        resized += renditions
            .get(CLIENT, &subject, wide(width))
            .await
            .unwrap()
            .bytes
            .len();
    }
    store.delete(id).await.unwrap();
    let mut cached = 0;
    for width in 120..180 {
        cached += renditions
            .get(CLIENT, &subject, wide(width))
            .await
            .map_or(0, |rendition| rendition.bytes.len());
    }
    assert!(resized > 120_000, "{resized}");
    assert!((20_000..=100_000).contains(&cached), "{cached}");
}

#[tokio::test]
async fn serves_renditions_that_exceed_the_cache() {
    let store = PictureStore::in_memory();
    let (subject, original) = store_upload(&store, encode(&photo(400, 300), "jpeg")).await;
    let limits = RenditionLimits {
        cache_bytes: 1000,
        ..LIMITS
    };
    let renditions = Renditions::new(store.clone(), limits);
    for _ in 0..2 {
        let whole = renditions
            .get(CLIENT, &subject, Bounds::default())
            .await
            .unwrap();
        assert_eq!(whole.bytes, original);
    }
}

#[tokio::test]
async fn distinguishes_damaged_from_missing_pictures() {
    let store = PictureStore::in_memory();
    let (subject, original) = store_upload(&store, encode(&photo(400, 300), "jpeg")).await;
    let Subject::Stored { info, .. } = subject else {
        unreachable!()
    };
    let id = Uuid::now_v7();
    store
        .put(id, original.slice(..original.len() / 2))
        .await
        .unwrap();
    let renditions = Renditions::new(store, LIMITS);
    let damaged = renditions
        .get(
            CLIENT,
            &Subject::Stored {
                id: id.into(),
                info,
            },
            wide(100),
        )
        .await;
    assert!(matches!(damaged, Err(RenditionError::Damaged(_))));
    let missing = Subject::Stored {
        id: Uuid::now_v7().into(),
        info: PictureInfo { ..info },
    };
    let missing = renditions.get(CLIENT, &missing, Bounds::default()).await;
    assert!(matches!(missing, Err(RenditionError::NotFound)));
}

#[tokio::test]
async fn streams_large_originals_and_caches_small_ones() {
    let store = PictureStore::in_memory();
    let (large, original) = store_upload(&store, encode(&noise(1_000, 700, true), "png")).await;
    let (small, small_original) = store_upload(&store, encode(&photo(400, 300), "jpeg")).await;
    assert!(original.len() > 1 << 20);
    let renditions = Renditions::new(store.clone(), LIMITS);
    for bounds in [Bounds::default(), wide(1_000)] {
        let PictureBody::Stream {
            format,
            size,
            chunks,
        } = renditions.open(CLIENT, &large, bounds).await.unwrap()
        else {
            panic!("a large original is loaded as a whole");
        };
        assert_eq!(format, PictureFormat::Png);
        let chunks: Vec<Bytes> = chunks.try_collect().await.unwrap();
        assert!(chunks.iter().all(|chunk| chunk.len() <= 256 << 10));
        assert_eq!(chunks.concat(), original);
        assert_eq!(usize::try_from(size).unwrap(), original.len());
    }
    assert_eq!(renditions.metrics().bytes.get(), 0);
    let PictureBody::Cached(cached) = renditions
        .open(CLIENT, &small, Bounds::default())
        .await
        .unwrap()
    else {
        panic!("a small original is not cached");
    };
    assert_eq!(cached.bytes, small_original);
    let Subject::Stored { id, .. } = large else {
        unreachable!()
    };
    store.delete(id).await.unwrap();
    let missing = renditions.open(CLIENT, &large, Bounds::default()).await;
    assert!(matches!(missing, Err(RenditionError::NotFound)));
}

/// Gets a rendition, again while an unoptimised build takes longer than a request may.
async fn get_in_the_end(
    renditions: &Renditions,
    subject: &Subject,
    bounds: Bounds,
) -> Arc<Rendition> {
    loop {
        match renditions.get(CLIENT, subject, bounds).await {
            Err(RenditionError::Busy) => {}
            other => return other.unwrap(),
        }
    }
}

#[tokio::test]
async fn pictures_that_are_slow_to_decode_are_read_once() {
    let store = PictureStore::in_memory();
    // Wide, since an unoptimised build is slow.
    let (subject, _) = store_upload(&store, encode(&disc(4_096, 1_030), "png")).await;
    let Subject::Stored { id, .. } = subject else {
        unreachable!()
    };
    let renditions = Renditions::new(store.clone(), LIMITS);
    let first = get_in_the_end(&renditions, &subject, wide(50)).await;
    assert_eq!(first.width, 50);
    // All other sizes up to the intermediate are made from it.
    store.delete(id).await.unwrap();
    for width in [49, 7, 1_234, 2_047] {
        let bounds = wide(width);
        let rendition = get_in_the_end(&renditions, &subject, bounds).await;
        let size = subject.size_within(bounds);
        assert_eq!(load(&rendition.bytes).dimensions(), size);
        assert_eq!(rendition.etag, subject.etag(bounds));
    }
    let missing = renditions.get(CLIENT, &subject, wide(2_049)).await;
    assert!(matches!(missing, Err(RenditionError::NotFound)));
    assert_eq!(renditions.reading_bytes().get(), 0);
}

#[tokio::test]
async fn a_client_with_many_pictures_does_not_refuse_another() {
    let store = PictureStore::in_memory();
    let mut subjects = Vec::new();
    for side in 0..40 {
        subjects.push(
            store_upload(&store, encode(&photo(300 + side, 200), "jpeg"))
                .await
                .0,
        );
    }
    let (others, _) = store_upload(&store, encode(&photo(200, 100), "jpeg")).await;
    let limits = RenditionLimits {
        max_running: 1,
        max_waiting: 2,
        ..LIMITS
    };
    let renditions = Renditions::new(store, limits);
    let greedy = join_all(
        subjects
            .iter()
            .map(|subject| renditions.get(CLIENT, subject, wide(50))),
    );
    let modest = renditions.get(Client::new(2), &others, wide(50));
    let (greedy, modest) = futures_util::join!(greedy, modest);
    assert!(modest.is_ok());
    assert!(greedy.iter().any(Result::is_err));
}
