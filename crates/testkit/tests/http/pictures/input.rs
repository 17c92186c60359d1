//! Pictures in JSON: `data:` URLs, the service's own URLs, and removal.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

use super::samples::{jpeg, size, transparent_png};
use super::setup::{ada_with_trip, set_main};
use crate::cast::Cast;

both!(
    own_url_keeps_and_default_url_removes_the_picture,
    rejects_urls_of_other_pictures,
);

on_sqlite!(
    stores_pictures_from_data_urls,
    authorizes_before_processing_pictures,
);

pub(crate) fn data_url(file: &[u8]) -> String {
    // The media type in the URL is ignored.
    format!("data:text/plain;base64,{}", STANDARD.encode(file))
}

async fn stores_pictures_from_data_urls(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let url = data_url(&jpeg(40, 30, 0));
    let updated = ada
        .b()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(200)
        .json();
    assert_eq!(
        updated.img,
        format!("{}/api/v1/trip/{trip}/picture", server.base_url())
    );
    assert_eq!(size(&ada.b().picture(&trip).await), (40, 30));
    ada.a()
        .update(&trip, &json!({"img": url}))
        .await
        .expect_status(304);

    let escaped: String = transparent_png(24, 16)
        .iter()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    ada.a()
        .update(&trip, &json!({"img": format!("data:image/png,{escaped}")}))
        .await
        .expect_status(200);
    assert_eq!(size(&ada.b().picture(&trip).await), (24, 16));

    ada.users()
        .update("ada", &json!({"image": url, "name": "Ada"}))
        .await
        .expect_status(200);
    assert_eq!(
        size(&server.client().users().picture("ada").await),
        (40, 30)
    );
    ada.users()
        .update("ada", &json!({"image": url}))
        .await
        .expect_status(304);
    assert_eq!(
        server.kept_pictures().len(),
        2,
        "replaced and repeated ones are gone"
    );
}

async fn own_url_keeps_and_default_url_removes_the_picture(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    set_main(&ada, &trip, jpeg(40, 30, 0)).await;
    let img = ada.b().trip(&trip).await.json().img;
    let signed = ada
        .a()
        .pictures(&trip)
        .max_width("10")
        .await
        .json()
        .main_image;
    for same in [
        &img,
        &signed,
        &ada.a().trip(&trip).await.json().image,
        &format!("{img}?max_width=3"),
        &img.replace("/api/v1", "/b/api/v1"),
        &img.replace("/api/v1/trip/", "/a/api/v1/trips/"),
        &img.replace("http", "HTTP"),
    ] {
        ada.b()
            .update(&trip, &json!({"img": same}))
            .await
            .expect_status(304);
        ada.a()
            .update(&trip, &json!({"img": same}))
            .await
            .expect_status(304);
    }
    let default = format!("{}/api/v1/trip/default/picture", server.base_url());
    assert_eq!(
        ada.b()
            .update(&trip, &json!({"img": default}))
            .await
            .json()
            .img,
        default
    );
    assert_eq!(size(&ada.b().picture(&trip).await), (1600, 1200));
    ada.b()
        .update(&trip, &json!({"img": default}))
        .await
        .expect_status(304);
    // The URL that an answer shows counts as the own one, even for the default picture.
    ada.b()
        .update(&trip, &json!({"img": img}))
        .await
        .expect_status(304);

    let picture = jpeg(40, 30, 0);
    let own = ada
        .users()
        .set_picture("ada")
        .file("image", "a.jpg", picture)
        .await
        .json()
        .image;
    assert_eq!(
        own,
        format!("{}/api/v1/user/ada/picture", server.base_url())
    );
    ada.users()
        .update("ada", &json!({"image": own}))
        .await
        .expect_status(304);
    // So is the one that was read before a rename, sent back with that username.
    let renamed = json!({"username": "lovelace"});
    ada.users().update("ada", &renamed).await.expect_status(200);
    let back = json!({"username": "ada", "image": own});
    let back = ada.users().update("lovelace", &back).await;
    assert_eq!(back.expect_status(200).json().image, own);
    assert_eq!(size(&ada.users().picture("ada").await), (40, 30));
    let long = json!({"image": format!("https://a.example/{}", "x".repeat(8_000))});
    let refused = ada.users().update("ada", &long).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/image"]);
    let default = format!("{}/api/v1/user/default/picture", server.base_url());
    assert_eq!(
        ada.users()
            .update("ada", &json!({"image": default}))
            .await
            .json()
            .image,
        default
    );
    assert_eq!(server.kept_pictures().len(), 0);
}

async fn rejects_urls_of_other_pictures(server: TestServer) {
    let (ada, trip) = ada_with_trip(&server).await;
    let upload = ada
        .a()
        .set_pictures(&trip)
        .file("mainImage", "a.jpg", jpeg(40, 30, 0));
    let urls = upload.file("photos", "b.jpg", jpeg(50, 30, 1)).await.json();
    let refused = ada
        .b()
        .update(&trip, &json!({"img": urls.photos[0]}))
        .await
        .expect_status(400)
        .problem();
    assert_eq!(refused.pointers(), ["/img"]);
    for bad in [
        "",
        "a.jpg",
        "/api/v1/trip/default/picture",
        "ftp://example.org/a.jpg",
        "javascript:alert(1)",
        "file:///etc/passwd",
    ] {
        ada.b()
            .update(&trip, &json!({"img": bad}))
            .await
            .expect_status(400)
            .problem();
        ada.users()
            .update("ada", &json!({"image": bad}))
            .await
            .expect_status(400);
    }
}

async fn authorizes_before_processing_pictures(server: TestServer) {
    let Cast { ada, bob, eve, .. } = Cast::of(&server).await;
    let trip = sample::public_trip(&ada, "Lisbon").await;
    sample::add_members(&ada, &trip, &[&bob]).await;
    let (good, unfit) = (data_url(&jpeg(40, 30, 0)), "data:,hello");
    for url in [good.as_str(), unfit] {
        eve.b()
            .update(&trip, &json!({"img": url}))
            .await
            .expect_status(401);
        eve.users()
            .update("ada", &json!({"image": url}))
            .await
            .expect_status(401);
        eve.users()
            .update("zoe", &json!({"image": url}))
            .await
            .expect_status(404);
        // Owner-only fields are refused before the picture is checked.
        bob.b()
            .update(&trip, &json!({"img": url, "private": true}))
            .await
            .expect_status(401);
    }
    bob.b()
        .update(&trip, &json!({"img": unfit}))
        .await
        .expect_status(415);
    assert_eq!(server.kept_pictures().len(), 0);
}
