//! Profile pictures: visible to everyone, set by the user.

use serde_json::json;
use wayfare_testkit::{TestServer, on_sqlite};

use super::samples::{jpeg, size};
use crate::cast::Cast;

on_sqlite!(
    profile_picture_is_visible_to_everyone,
    only_the_user_can_set_the_profile_picture,
);

async fn profile_picture_is_visible_to_everyone(server: TestServer) {
    let Cast {
        ada, bob, nobody, ..
    } = Cast::of(&server).await;
    let answer = ada
        .users()
        .set_picture("ada")
        .file("image", "a.jpg", jpeg(40, 30, 0))
        .await
        .expect_status(200);
    assert!(answer.header("etag").is_some());
    assert_eq!(
        answer.json().image,
        format!("{}/api/v1/user/ada/picture", server.base_url())
    );
    ada.users()
        .set_privacy("ada", &json!({"privateAccount": true}))
        .await
        .expect_status(200);
    for client in [&nobody, &bob.client, &nobody.with_token("nonsense")] {
        assert_eq!(size(&client.users().picture("ada").await), (40, 30));
        assert_eq!(size(&client.users().picture("ADA").await), (40, 30));
    }
    for missing in ["zoe", "-", "a%00b", "01890000-0000-7000-8000-000000000000"] {
        nobody
            .users()
            .picture(missing)
            .await
            .expect_status(404)
            .problem();
    }
    ada.users()
        .update("ada", &json!({"username": "lovelace"}))
        .await
        .expect_status(200);
    nobody.users().picture("ada").await.expect_status(404);
    assert_eq!(size(&nobody.users().picture("lovelace").await), (40, 30));
}

async fn only_the_user_can_set_the_profile_picture(server: TestServer) {
    let Cast {
        ada, bob, nobody, ..
    } = Cast::of(&server).await;
    let picture = jpeg(40, 30, 0);
    let give = |client: &wayfare_testkit::Client, to: &str| {
        client
            .users()
            .set_picture(to)
            .file("image", "a.jpg", picture.clone())
    };
    give(&nobody, "ada").await.expect_status(401);
    give(&bob.client, "ada").await.expect_status(401);
    give(&bob.client, "zoe").await.expect_status(404);
    give(&ada.client, "Ada").await.expect_status(200);
    give(&ada.client, "ada").await.expect_status(304);
    let two = give(&ada.client, "ada").file("image", "b.jpg", picture.clone());
    assert_eq!(
        two.await.expect_status(400).problem().pointers(),
        ["/image"]
    );
    let default = ada
        .client
        .request(wayfare_testkit::Method::PUT, "/api/v1/user/default/picture");
    default.await.expect_status(405);
    assert_eq!(server.kept_pictures().len(), 1);
}
