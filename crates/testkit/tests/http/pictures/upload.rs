//! Uploading a trip's pictures: partial, idempotent, all or nothing.

use serde_json::json;
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

use super::samples::{jpeg, shown, size};

both!(
    photos_keep_their_order_and_ids,
    checks_if_match_on_uploads,
    upload_changes_the_version_once,
    applies_all_concurrent_uploads,
);

on_sqlite!(
    absent_parts_leave_pictures_unchanged,
    empty_parts_without_a_file_count_as_absent,
    uploading_the_same_pictures_changes_nothing,
);

async fn absent_parts_leave_pictures_unchanged(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let first = upload
        .file("photos", "b.jpg", jpeg(50, 30, 1))
        .file("photos", "c.jpg", jpeg(60, 30, 2))
        .await
        .json();
    assert_eq!(first.photos.len(), 2);

    let main_only = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "d.jpg", jpeg(70, 30, 3))
        .await
        .json();
    assert_eq!(main_only.photos, first.photos);
    assert_ne!(main_only.main_image, first.main_image);
    assert_eq!(size(&ada.b().picture(&trip).await), (70, 30));

    let photos_only = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "e.jpg", jpeg(80, 30, 4))
        .await
        .json();
    assert_eq!(photos_only.main_image, main_only.main_image);
    assert_eq!(photos_only.photos.len(), 1);
    assert_eq!(
        size(&ada.client.open(&photos_only.photos[0]).await),
        (80, 30)
    );
    assert_eq!(server.kept_pictures().len(), 2, "what was replaced is gone");
}

async fn empty_parts_without_a_file_count_as_absent(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada.a().set_pictures(&trip);
    let first = upload.file("photos", "a.jpg", jpeg(40, 30, 0)).await.json();
    // As clients of openapi-generator for Kotlin send no photos, and browsers an empty file field.
    for (tint, empty) in [(1, ""), (2, "; filename=\"\"")] {
        let picture = jpeg(50, 30, tint);
        let body = [
            b"--x\r\nContent-Disposition: form-data; name=\"mainImage\"; \
                filename=\"b.jpg\"\r\n\r\n",
            picture.as_slice(),
            b"\r\n--x\r\nContent-Disposition: form-data; name=\"photos\"",
            empty.as_bytes(),
            b"\r\n\r\n\r\n--x--\r\n",
        ]
        .concat();
        let call = ada.a().set_pictures(&trip);
        let reply = call.body("multipart/form-data; boundary=x", body).await;
        assert_eq!(reply.expect_status(200).json().photos, first.photos);
    }
    // A file that is empty is a file.
    let call = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "c.jpg", Vec::new());
    call.await.expect_status(415);
}

async fn uploading_the_same_pictures_changes_nothing(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let files = [jpeg(40, 30, 0), jpeg(50, 30, 1), jpeg(60, 30, 2)];
    let upload = |main: bool, photos: &[usize]| {
        let mut call = ada.a().set_pictures(&trip);
        if main {
            call = call.file("mainImage", "a.jpg", files[0].clone());
        }
        for photo in photos {
            call = call.file("photos", "b.jpg", files[*photo].clone());
        }
        call
    };
    upload(true, &[1, 2]).await.expect_status(200);
    let before = ada.a().trip(&trip).await;
    for again in [
        upload(true, &[1, 2]),
        upload(true, &[]),
        upload(false, &[1, 2]),
    ] {
        let reply = again.await.expect_status(304);
        assert!(reply.body.is_empty());
    }
    assert_eq!(ada.a().trip(&trip).await.body, before.body);
    assert_eq!(
        server.kept_pictures().len(),
        3,
        "no copy is left in the store"
    );
    upload(false, &[2, 1]).await.expect_status(200);
    upload(false, &[2]).await.expect_status(200);
    upload(false, &[2, 2]).await.expect_status(200);
    upload(false, &[2, 2]).await.expect_status(304);
    assert_eq!(server.kept_pictures().len(), 3);
}

async fn photos_keep_their_order_and_ids(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "a.jpg", jpeg(31, 20, 0));
    upload
        .file("photos", "b.jpg", jpeg(32, 20, 1))
        .await
        .expect_status(200);
    let before = ada.a().trip(&trip).await.json().summary;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "c.jpg", jpeg(33, 20, 2));
    upload
        .file("photos", "b.jpg", jpeg(32, 20, 1))
        .await
        .expect_status(200);
    let after = ada.a().trip(&trip).await.json().summary;
    assert_eq!(
        after.photos[1], before.photos[1],
        "a photo that stays is the same photo"
    );
    assert!(!before.photos.contains(&after.photos[0]));
    for (url, width) in after.photo_urls.iter().zip([33, 32]) {
        assert_eq!(size(&ada.client.open(url).await).0, width);
    }
    assert_eq!((after.main_image.as_str(), after.photos.len()), ("", 2));
}

async fn checks_if_match_on_uploads(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let tag = ada.a().trip(&trip).await.etag();
    ada.b()
        .update(&trip, &json!({"name": "Porto"}))
        .await
        .expect_status(200);
    let picture = jpeg(40, 30, 0);
    let stale = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", picture.clone())
        .if_match(&tag);
    stale.await.expect_status(412).problem();
    assert_eq!(server.kept_pictures().len(), 0);
    let tag = ada.a().pictures(&trip).await.etag();
    let fresh = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", picture.clone())
        .if_match(&tag);
    let answer = fresh.await.expect_status(200);
    let again = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", picture.clone())
        .if_match(&answer.etag());
    again.await.expect_status(304);
    let stale = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", picture.clone())
        .if_match(&tag);
    stale.await.expect_status(412);

    let own = ada.users().own().await.etag();
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", picture.clone())
        .if_match(&own)
        .await
        .expect_status(200);
    ada.users()
        .set_picture("ada")
        .file("image", "a.jpg", jpeg(9, 9, 9))
        .if_match(&own)
        .await
        .expect_status(412);
    assert_eq!(server.kept_pictures().len(), 2);
}

async fn upload_changes_the_version_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let version = |tag: String| {
        tag.trim_matches('"')
            .split('-')
            .next()
            .unwrap()
            .parse::<i64>()
            .unwrap()
    };
    let before = version(ada.a().trip(&trip).await.etag());
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let answer = upload
        .file("photos", "b.jpg", jpeg(50, 30, 1))
        .await
        .expect_status(200);
    assert_eq!(version(answer.etag()), before + 1);
    let urls = answer.json();
    let detail = ada.a().trip(&trip).await.json();
    assert_eq!(detail.summary.main_image_url, urls.main_image);
    assert_eq!(detail.summary.photo_urls, urls.photos);
    assert_eq!(detail.image, urls.main_image);
    assert!(
        urls.main_image.contains(&detail.summary.main_image),
        "ids are those of the addresses"
    );
    let img = ada.b().trip(&trip).await.json().img;
    assert_eq!(
        img,
        format!("{}/api/v1/trip/{trip}/picture", server.base_url())
    );
    let listed = &ada.a().trips().await.json()[0];
    assert_eq!(
        (&listed.main_image_url, &listed.photo_urls),
        (&urls.main_image, &urls.photos)
    );
    assert_eq!(shown(&ada.client.open(&img).await).width(), 40);
}

async fn applies_all_concurrent_uploads(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let main = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let photos = ada
        .a()
        .set_pictures(&trip)
        .file("photos", "b.jpg", jpeg(50, 30, 1));
    let name = ada.b().update(&trip, &json!({"name": "Porto"}));
    let (main, photos, name) =
        futures_util::join!(async { main.await }, async { photos.await }, async {
            name.await
        });
    assert_eq!([main.status, photos.status, name.status], [200; 3]);
    let summary = ada.a().trip(&trip).await.json().summary;
    assert_eq!(
        (
            summary.photos.len(),
            summary.main_image.is_empty(),
            summary.name.as_str()
        ),
        (1, false, "Porto")
    );
    assert_eq!(server.kept_pictures().len(), 2);
}
