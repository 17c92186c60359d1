//! Caching of pictures.

use wayfare_testkit::{Call, Method, Reply, TestServer, on_sqlite, sample};

use super::samples::jpeg;

on_sqlite!(
    etag_changes_with_the_picture,
    sends_cache_control_for_pictures,
    head_answers_like_get_without_the_picture,
);

async fn etag_changes_with_the_picture(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let picture = || ada.b().picture(&trip);
    let default = picture().await.etag();
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0))
        .await
        .expect_status(200);
    let (whole, small) = (
        picture().await.etag(),
        picture().max_width("10").await.etag(),
    );
    assert!(whole.starts_with('"') && whole != small && whole != default);
    // The same size by other bounds is the same picture.
    assert_eq!(
        picture().max_height("8").max_width("10").await.etag(),
        small
    );
    assert_eq!(picture().max_width("400").await.etag(), whole);
    for (call, tag) in [(picture(), &whole), (picture().max_width("10"), &small)] {
        let reply = call.if_none_match(tag).await.expect_status(304);
        assert_eq!((reply.body.len(), reply.etag()), (0, tag.clone()));
        assert!(reply.header("vary").is_some() && reply.header("cache-control").is_some());
    }
    picture().if_none_match("*").await.expect_status(304);
    picture()
        .if_none_match(&format!("\"x\", W/{whole}"))
        .await
        .expect_status(304);
    picture().if_none_match(&small).await.expect_status(200);
    // Other details of the trip do not change its picture.
    ada.b()
        .update(&trip, &serde_json::json!({"name": "Porto"}))
        .await
        .expect_status(200);
    picture().if_none_match(&whole).await.expect_status(304);
    ada.a()
        .set_pictures(&trip)
        .file("mainImage", "b.jpg", jpeg(40, 30, 99))
        .await
        .expect_status(200);
    picture().if_none_match(&whole).await.expect_status(200);
}

async fn sends_cache_control_for_pictures(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let public = sample::public_trip(&ada, "Lisbon").await;
    let private = sample::trip(&ada, "Porto").await;
    let nobody = server.client();
    let kept = |reply: Reply<()>, wanted: &str| {
        assert_eq!(reply.header("cache-control"), Some(wanted), "{reply:?}");
        let vary: Vec<&str> = reply
            .headers
            .get_all("vary")
            .iter()
            .map(|value| value.to_str().unwrap())
            .collect();
        let vary = vary.join(", ").to_lowercase();
        assert!(
            vary.contains("max-width") && vary.contains("max-height"),
            "{vary}"
        );
    };
    for trip in [&public, &private] {
        kept(ada.b().picture(trip).await, "private, no-cache");
        ada.a()
            .set_pictures(trip)
            .file("mainImage", "a.jpg", jpeg(40, 30, 0))
            .await
            .expect_status(200);
        kept(ada.b().picture(trip).await, "private, no-cache");
    }
    kept(nobody.users().picture("ada").await, "public, no-cache");
    kept(
        nobody.users().picture("default").await,
        "public, max-age=86400",
    );
    kept(nobody.b().picture("default").await, "public, max-age=86400");
    let pictures = ada.a().pictures(&private).await;
    assert_eq!(pictures.header("cache-control"), Some("private, no-cache"));
    ada.a()
        .pictures(&private)
        .if_none_match(&pictures.etag())
        .await
        .expect_status(304);
}

async fn head_answers_like_get_without_the_picture(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let url = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0))
        .await
        .json()
        .main_image;
    let signed = url.strip_prefix(&server.base_url()).unwrap();
    for path in [
        &format!("/api/v1/trip/{trip}/picture"),
        &format!("/api/v1/trips/{trip}/picture"),
        "/api/v1/user/ada/picture",
        "/api/v1/user/default/picture",
        "/api/v1/trip/default/picture",
        signed,
    ] {
        let ask = |method: Method| -> Call<serde_json::Value> {
            ada.client.request(method, path).max_width("20")
        };
        let (head, get) = (ask(Method::HEAD).await, ask(Method::GET).await);
        assert_eq!(
            (head.status, get.status, head.body.len()),
            (200, 200, 0),
            "{path}"
        );
        for name in ["content-type", "etag", "cache-control", "content-length"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {path}");
        }
        assert_eq!(
            head.header("content-length"),
            Some(get.body.len().to_string().as_str()),
            "{path}"
        );
    }
}
