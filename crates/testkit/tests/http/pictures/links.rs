//! Signed URLs: access to one picture without a token.

use std::time::Duration;

use time::macros::datetime;
use wayfare_testkit::{Builder, Client, FixedClock, TestServer, both, on_sqlite, sample};

use super::samples::{jpeg, size};
use crate::cast::Cast;

both!(links_end_with_the_picture);

on_sqlite!(
    need_no_token,
    rejects_altered_links,
    links_are_stable_until_they_expire,
    links_work_under_every_mount,
);

async fn need_no_token(server: TestServer) {
    let Cast {
        ada, eve, nobody, ..
    } = Cast::of(&server).await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let urls = upload.file("photos", "b.jpg", jpeg(50, 30, 1)).await.json();
    for client in [
        &nobody,
        &eve.client,
        &ada.client,
        &nobody.with_token("nonsense"),
    ] {
        assert_eq!(size(&client.open(&urls.main_image).await), (40, 30));
        assert_eq!(size(&client.open(&urls.photos[0]).await), (50, 30));
    }
    let reply = nobody.open(&urls.main_image).await;
    assert_eq!(reply.header("cache-control"), Some("private, max-age=3600"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    let again = nobody
        .open(&urls.main_image)
        .if_none_match(&reply.etag())
        .await
        .expect_status(304);
    assert_eq!((again.etag(), again.body.len()), (reply.etag(), 0));
}

async fn rejects_altered_links(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let other = sample::trip(&ada, "Porto").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    upload
        .file("photos", "b.jpg", jpeg(50, 30, 1))
        .await
        .expect_status(200);
    let pictures = ada.a().pictures(&trip).max_width("10").await.json();
    let (address, query) = pictures.main_image.split_once('?').unwrap();
    let (_, other_query) = pictures.photos[0].split_once('?').unwrap();
    let mut signature = query.to_owned();
    let last = if signature.ends_with('A') { 'Q' } else { 'A' };
    signature.pop();
    signature.push(last);
    let altered = [
        format!(
            "{address}?{}",
            query.replace("max_width=10", "max_width=4000")
        ),
        format!("{address}?{}", query.trim_start_matches("max_width=10&")),
        format!("{address}?{query}&max_height=5"),
        format!("{address}?{query}&x=1"),
        format!("{address}?{signature}"),
        format!("{address}?{other_query}"),
        format!("{}?{query}", address.replace(&trip, &other)),
        format!("{address}?expires=99999999999&signature="),
        format!("{address}?signature=x"),
        format!("{address}?x"),
        format!("{address}?{}", query.replace("expires=", "expires=1")),
    ];
    let nobody = server.client();
    for url in altered {
        for client in [&nobody, &ada.client] {
            let problem = client.open(&url).await.expect_status(403).problem();
            assert_eq!(problem.r#type, "urn:wayfare:problem:link-refused", "{url}");
        }
    }
    nobody.open(address).await.expect_status(401);
    nobody.open(&format!("{address}?")).await.expect_status(401);
    assert_eq!(size(&ada.client.open(address).await), (40, 30));
}

async fn links_are_stable_until_they_expire(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:10 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let url = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0))
        .await
        .json()
        .main_image;
    let tag = ada.a().trip(&trip).await.etag();
    let nobody = server.client();
    clock.set(datetime!(2026-05-01 12:59:59 UTC));
    assert_eq!(ada.a().trip(&trip).await.json().summary.main_image_url, url);
    ada.a()
        .trip(&trip)
        .if_none_match(&tag)
        .await
        .expect_status(304);
    clock.set(datetime!(2026-05-01 13:00 UTC));
    let detail = ada.a().trip(&trip).await;
    assert_ne!(
        detail.etag(),
        tag,
        "the answer has other bytes now, so it has another tag"
    );
    assert_ne!(detail.json().summary.main_image_url, url);
    nobody.open(&url).await.expect_status(200);
    clock.set(datetime!(2026-05-01 13:59:59 UTC));
    nobody.open(&url).await.expect_status(200);
    clock.set(datetime!(2026-05-01 14:00 UTC));
    nobody.open(&url).await.expect_status(403).problem();
    // An entity tag of another signing period still matches, as the trip is the same.
    clock.advance(Duration::from_secs(7_200));
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(41, 30, 0))
        .if_match(&tag);
    upload.await.expect_status(200);
}

async fn links_end_with_the_picture(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let first = upload.file("photos", "b.jpg", jpeg(50, 30, 1)).await.json();
    let nobody: Client = server.client();
    nobody.open(&first.main_image).await.expect_status(200);
    let second = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "c.jpg", jpeg(60, 30, 2))
        .await
        .json();
    nobody.open(&first.main_image).await.expect_status(403);
    nobody.open(&first.photos[0]).await.expect_status(200);
    ada.b().delete(&trip).await.expect_status(204);
    for url in [&second.main_image, &first.photos[0]] {
        nobody.open(url).await.expect_status(403).problem();
        // Not from the cache either.
        ada.client
            .open(url.split('?').next().unwrap())
            .await
            .expect_status(403);
    }
}

async fn links_work_under_every_mount(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let at_a = ada.client.mounted_at("/a");
    let url = at_a
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0))
        .await
        .json()
        .main_image;
    assert!(
        url.starts_with(&format!(
            "{}/api/v1/trips/{trip}/picture/",
            server.base_url()
        )),
        "{url}"
    );
    assert_eq!(size(&server.client().open(&url).await), (40, 30));
    let mounted = url.replace("/api/v1/", "/a/api/v1/");
    assert_eq!(size(&server.client().open(&mounted).await), (40, 30));
    let at_b = ada.client.mounted_at("/b");
    assert_eq!(size(&at_b.b().picture(&trip).await), (40, 30));
}
