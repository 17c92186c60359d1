//! Deleting accounts and trips.

use serde_json::json;
use wayfare_testkit::{TestServer, both, sample};

use crate::cast::Cast;

both!(
    deleting_an_account_deletes_its_trips,
    deleting_an_account_leaves_trips_of_others_without_the_member,
    deleting_an_account_revokes_the_token_and_frees_the_name,
    deleted_trip_is_gone_for_all_members_in_both_variants,
);

async fn deleting_an_account_deletes_its_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (private, public) = (cast.trip(true).await, cast.trip(false).await);
    let reply = cast.ada.users().delete("Ada").await.expect_status(204);
    assert!(reply.body.is_empty());
    for trip in [&private, &public] {
        cast.bob.b().trip(trip).await.expect_status(404);
        cast.bob.a().trip(trip).await.expect_status(404);
    }
    assert_eq!(cast.bob.a().trips().await.json(), []);
    cast.nobody.b().trips_of("ada").await.expect_status(404);
}

async fn deleting_an_account_leaves_trips_of_others_without_the_member(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let before = cast.ada.b().trip(&trip).await.expect_status(200);
    cast.bob.users().delete("bob").await.expect_status(204);
    let after = cast.ada.b().trip(&trip).await.expect_status(200);
    assert_ne!(before.etag(), after.etag());
    assert_eq!(after.json().members, ["ada"]);
    assert_eq!(
        cast.ada
            .a()
            .trip(&trip)
            .await
            .json()
            .summary
            .non_owner_users,
        []
    );
}

async fn deleting_an_account_revokes_the_token_and_frees_the_name(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    cast.bob.users().delete("bob").await.expect_status(204);
    let old = &cast.bob;
    for reply in [
        old.users()
            .own()
            .await
            .expect_status(401)
            .header("www-authenticate")
            .map(str::to_owned),
        old.b()
            .trip(&trip)
            .await
            .expect_status(401)
            .header("www-authenticate")
            .map(str::to_owned),
        old.b()
            .create(&json!({"name": "x"}))
            .await
            .expect_status(401)
            .header("www-authenticate")
            .map(str::to_owned),
        old.users()
            .delete("bob")
            .await
            .expect_status(401)
            .header("www-authenticate")
            .map(str::to_owned),
    ] {
        assert!(reply.unwrap().contains("invalid_token"));
    }
    cast.nobody.users().profile("bob").await.expect_status(404);
    let new = sample::sign_up(&cast.nobody, "bob").await;
    assert_ne!(new.id, old.id);
    assert_eq!(
        new.a().trips().await.json(),
        [],
        "a namesake inherits nothing"
    );
    old.users().own().await.expect_status(401);
}

async fn deleted_trip_is_gone_for_all_members_in_both_variants(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (one, two) = (cast.trip(false).await, cast.trip(false).await);
    cast.bob.a().delete(&one).await.expect_status(401);
    cast.bob.b().delete(&two).await.expect_status(401);
    cast.ada.a().delete(&one).await.expect_status(204);
    cast.ada.b().delete(&two).await.expect_status(204);
    for trip in [&one, &two] {
        for traveller in [&cast.ada, &cast.bob, &cast.eve] {
            traveller.a().trip(trip).await.expect_status(404);
            traveller.b().trip(trip).await.expect_status(404);
        }
        cast.ada.a().delete(trip).await.expect_status(404);
        cast.ada
            .b()
            .update(trip, &json!({"name": "x"}))
            .await
            .expect_status(404);
    }
}
