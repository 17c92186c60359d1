//! Default pictures.

use serde_json::json;
use wayfare_testkit::{TestServer, on_sqlite, sample};

use super::samples::size;

on_sqlite!(need_no_token, default_pictures_replace_missing_ones,);

async fn need_no_token(server: TestServer) {
    let nobody = server.client();
    assert_eq!(size(&nobody.users().picture("default").await), (1024, 1024));
    assert_eq!(size(&nobody.b().picture("default").await), (1600, 1200));
    assert_eq!(
        size(&nobody.with_token("nonsense").b().picture("default").await),
        (1600, 1200)
    );
}

async fn default_pictures_replace_missing_ones(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let default = format!("{}/api/v1/trip/default/picture", server.base_url());
    let detail = ada.a().trip(&trip).await.json();
    assert_eq!(
        (
            detail.summary.main_image_url.as_str(),
            detail.image.as_str()
        ),
        (default.as_str(), default.as_str())
    );
    assert_eq!(ada.b().trip(&trip).await.json().img, default);
    assert_eq!(ada.a().pictures(&trip).await.json().main_image, default);
    assert_eq!(
        ada.b().picture(&trip).await.etag(),
        ada.client.open(&default).await.etag()
    );

    let profile = ada.users().own().await.json();
    assert_eq!(
        profile.image,
        format!("{}/api/v1/user/default/picture", server.base_url())
    );
    let public = server.client().users().profile("ada").await.json();
    assert_eq!(
        public.image,
        format!("{}/api/v1/user/ada/picture", server.base_url())
    );
    let shown = server.client().open(&public.image).await;
    assert_eq!(
        shown.etag(),
        server.client().open(&profile.image).await.etag()
    );

    let feature = ada
        .a()
        .create(&json!({"name": "Porto"}))
        .await
        .json()
        .properties
        .main_photo;
    let picture = server
        .client()
        .open(&format!("{}{}", server.base_url(), feature.url))
        .await;
    assert_eq!(size(&picture), (feature.width, feature.height));
    assert_eq!(
        picture.header("content-type"),
        Some(feature.mime_type.as_str())
    );
    assert_eq!(
        picture.body.len(),
        usize::try_from(feature.filesize).unwrap()
    );
}
