//! Roles: who may do what with them, and what a viewer may send.

use serde_json::{Value, json};
use wayfare_testkit::{Method, TestServer, both, on_sqlite};

use crate::cast::Cast;
use crate::pictures::samples::jpeg;

both!(
    roles_follow_the_rules_of_updates,
    only_the_owner_changes_roles,
    a_viewer_leaves_by_members_alone,
    member_lists_keep_roles,
);

on_sqlite!(
    members_are_editors_until_the_owner_says_otherwise,
    lists_every_wrong_role,
    a_viewer_reads_but_changes_nothing,
    a_viewer_may_send_what_changes_nothing,
    outsiders_read_the_roles_of_a_public_trip,
);

fn one(username: &str, role: &str) -> Value {
    json!({"roles": {username: role}})
}

/// A trip with Bob as a viewer, and content of every kind.
async fn trip_of(cast: &Cast) -> String {
    let trip = cast.full_trip().await;
    let set = cast
        .ada
        .extensions()
        .set_roles(&trip, &one("bob", "viewer"));
    set.await.expect_status(200);
    trip
}

async fn members_are_editors_until_the_owner_says_otherwise(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let made = json!({"roles": {"ada": "owner", "bob": "editor"}});
    assert_eq!(ada.roles(&trip).await.value(), made);
    let set = json!({"roles": {"ada": "owner", "bob": "viewer"}});
    assert_eq!(
        ada.set_roles(&trip, &one("BOB", "viewer")).await.value(),
        set
    );
    assert_eq!(cast.bob.extensions().roles(&trip).await.value(), set);
    let by_id = one(&cast.bob.id, "editor");
    assert_eq!(ada.set_roles(&trip, &by_id).await.value(), made);
}

async fn roles_follow_the_rules_of_updates(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let before = ada.roles(&trip).await;
    let (tag, got) = (before.etag(), before.value());
    let same = ada.set_roles(&trip, &got).header("if-match", &tag);
    assert!(same.await.expect_status(304).body.is_empty());
    let nothing = json!({"roles": {}});
    ada.set_roles(&trip, &nothing).await.expect_status(304);
    let set = ada.set_roles(&trip, &one("bob", "viewer"));
    let after = set.header("if-match", &tag).await.expect_status(200);
    let stale = ada.set_roles(&trip, &one("bob", "editor"));
    stale.header("if-match", &tag).await.expect_status(412);
    let detail = cast.ada.a().trip(&trip).await.etag();
    let version = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    assert_eq!(version(&detail), version(&after.etag()));
    assert_ne!(version(&detail), version(&tag));
    let again = cast
        .ada
        .client
        .request(Method::GET, &format!("/api/v1/trips/{trip}/roles"));
    let again = again.header("if-none-match", after.etag()).await;
    again.expect_status(304);
    let strict = ada.set_roles(&trip, &json!({"roles": {}, "role": 1}));
    let strict = strict.header("prefer", "handling=strict").await;
    assert_eq!(strict.problem().pointers(), ["/role"]);
    let known = ada.set_roles(&trip, &one("bob", "editor"));
    let known = known.header("prefer", "handling=strict").await;
    known.expect_status(200);
}

async fn lists_every_wrong_role(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let set = async |body: Value| cast.ada.extensions().set_roles(&trip, &body).await;
    let wrong =
        json!({"roles": {"ada": "viewer", "bob": "owner", "eve": "editor", "nobody": "viewer"}});
    let mut found = set(wrong).await.expect_status(400).problem().errors;
    found.sort_by(|one, other| one.pointer.cmp(&other.pointer));
    let pointers: Vec<_> = found.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(
        pointers,
        ["/roles/ada", "/roles/bob", "/roles/eve", "/roles/nobody"]
    );
    for (body, pointer) in [
        (json!({"roles": {"bob": "admin"}}), "/roles/bob"),
        (json!({"roles": {"bob": null}}), "/roles/bob"),
        (json!({"roles": {"bob": 1}}), "/roles/bob"),
        (json!({"roles": null}), "/roles"),
        (json!({"roles": ["bob"]}), "/roles"),
        (json!([]), ""),
    ] {
        let problem = set(body.clone()).await.expect_status(400).problem();
        assert_eq!(problem.pointers(), [pointer], "{body}");
    }
    let both = json!({"roles": {"bob": "admin", "eve": "viewer"}});
    let problem = set(both).await.expect_status(400).problem();
    assert!(problem.pointers().contains(&"/roles/bob"));
}

async fn only_the_owner_changes_roles(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let bob = cast.bob.extensions();
    for body in [
        one("bob", "viewer"),
        one("eve", "viewer"),
        one("bob", "x"),
        json!([]),
    ] {
        let reply = bob.set_roles(&trip, &body).await.expect_status(401);
        let challenge = reply.header("www-authenticate");
        assert_eq!(
            challenge,
            Some("Bearer error=\"insufficient_scope\""),
            "{body}"
        );
    }
    bob.set_roles(&trip, &one("bob", "editor"))
        .await
        .expect_status(304);
    let set = cast
        .eve
        .extensions()
        .set_roles(&trip, &one("bob", "viewer"));
    set.await.expect_status(404);
    cast.eve.extensions().roles(&trip).await.expect_status(404);
    let roles = cast.nobody.extensions().roles(&trip).await;
    roles.expect_status(401);
}

async fn a_viewer_reads_but_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = trip_of(&cast).await;
    let tag = cast.ada.a().trip(&trip).await.etag();
    let bob = &cast.bob;
    assert_eq!(bob.a().trip(&trip).await.json().summary.name, "Portugal");
    bob.b().map(&trip).await.expect_status(200);
    let (a, b, extensions) = (bob.a(), bob.b(), bob.extensions());
    let name = json!({"name": "Mine"});
    let item = json!({"item_type": "x"});
    let settlement = json!({"from": "ada", "to": "bob", "amount": 1});
    let refused = [
        a.update(&trip, &name).await.status,
        b.update(&trip, &name).await.status,
        // What is wrong with it is not told.
        a.update(&trip, &json!({"name": ""})).await.status,
        a.update(&trip, &json!({"name": 7})).await.status,
        a.update(&trip, &json!({"owner": "bob"})).await.status,
        a.manage(&trip, &json!({"private": false})).await.status,
        a.manage(&trip, &json!({"members": ["ada", "bob", "eve"]}))
            .await
            .status,
        a.manage(&trip, &json!({"members": ["nobody-here"]}))
            .await
            .status,
        a.set_items(&trip, &json!({"trip_items": []})).await.status,
        a.set_budget(&trip, &json!({"budget": {"category": "Food"}}))
            .await
            .status,
        b.set_map(&trip, &json!({"notes": "Mine"})).await.status,
        b.update(&trip, &json!({"img": "data:image/png;base64,AAAA"}))
            .await
            .status,
        extensions.add_item(&trip, &item).await.status,
        extensions
            .update_item(&trip, "stay-1", &json!({"day": 7}))
            .await
            .status,
        extensions
            .update_item(&trip, "stay-1", &json!({"day": 0}))
            .await
            .status,
        extensions
            .move_item(&trip, "stay-1", &json!({"day": 1, "index": 0}))
            .await
            .status,
        extensions.delete_item(&trip, "stay-1").await.status,
        extensions.shift(&trip, 1).await.status,
        extensions.shift(&trip, 0).await.status,
        extensions
            .record_settlement(&trip, &settlement)
            .await
            .status,
        extensions
            .set_roles(&trip, &one("bob", "editor"))
            .await
            .status,
        a.delete(&trip).await.status,
        b.delete(&trip).await.status,
        a.set_pictures(&trip)
            .file("mainImage", "a.jpg", jpeg(8, 8, 1))
            .await
            .status,
        a.set_pictures(&trip)
            .file("mainImage", "a.jpg", "no picture")
            .await
            .status,
    ];
    assert_eq!(refused, [401; 25]);
    let reply = a.update(&trip, &name).await;
    let challenge = reply.header("www-authenticate");
    assert_eq!(challenge, Some("Bearer error=\"insufficient_scope\""));
    extensions
        .delete_item(&trip, "none")
        .await
        .expect_status(404);
    assert_eq!(cast.ada.a().trip(&trip).await.etag(), tag);
    // The role ends with the next change of it.
    let set = cast
        .ada
        .extensions()
        .set_roles(&trip, &one("bob", "editor"));
    set.await.expect_status(200);
    a.update(&trip, &name).await.expect_status(200);
}

async fn a_viewer_may_send_what_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = trip_of(&cast).await;
    for path in [
        "trips/{}",
        "trip/{}",
        "trip/{}/map",
        "trips/{}/budget",
        "trips/{}/roles",
    ] {
        let path = format!("/api/v1/{}", path.replace("{}", &trip));
        let got = cast.bob.client.request(Method::GET, &path).await.value();
        let put = cast.bob.client.request(Method::PUT, &path).json(&got);
        put.await.expect_status(304);
        let put = cast.bob.client.request(Method::PUT, &path).json(&got);
        let stale = put.header("if-match", "\"1-0\"").await;
        stale.expect_status(412);
    }
    let (a, extensions) = (cast.bob.a(), cast.bob.extensions());
    let picture = || jpeg(8, 8, 5);
    let set = cast.ada.a().set_pictures(&trip);
    let set = set.file("mainImage", "a.jpg", picture()).await;
    set.expect_status(200);
    let same = a.set_pictures(&trip).file("mainImage", "b.jpg", picture());
    same.await.expect_status(304);
    let item = extensions.item(&trip, "stay-1").await.value();
    let same = extensions.update_item(&trip, "stay-1", &item).await;
    same.expect_status(304);
}

async fn a_viewer_leaves_by_members_alone(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = trip_of(&cast).await;
    let a = cast.bob.a();
    for more in [
        json!({"members": ["ada"], "private": true}),
        json!({"members": ["ada"], "name": "Portugal"}),
        json!({"members": ["ada"], "owner": "ada"}),
    ] {
        a.update(&trip, &more).await.expect_status(401);
    }
    let alone = json!({"members": ["ada"]});
    let left = a.manage(&trip, &alone).await.expect_status(200).json();
    assert_eq!(left.members, ["ada"]);
    a.trip(&trip).await.expect_status(404);
}

async fn member_lists_keep_roles(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = trip_of(&cast).await;
    let (a, extensions) = (cast.ada.a(), cast.ada.extensions());
    let manage = async |body: Value| a.manage(&trip, &body).await.expect_status(200);
    let roles = async || extensions.roles(&trip).await.value()["roles"].clone();
    manage(json!({"members": ["bob", "eve"]})).await;
    assert_eq!(
        roles().await,
        json!({"ada": "owner", "bob": "viewer", "eve": "editor"})
    );
    manage(json!({"members": ["eve"]})).await;
    manage(json!({"members": ["eve", "bob"]})).await;
    assert_eq!(
        roles().await,
        json!({"ada": "owner", "bob": "editor", "eve": "editor"})
    );
    let set = extensions.set_roles(&trip, &one("eve", "viewer")).await;
    set.expect_status(200);
    manage(json!({"owner": "eve"})).await;
    assert_eq!(
        roles().await,
        json!({"ada": "editor", "bob": "editor", "eve": "owner"})
    );
    let set = extensions.set_roles(&trip, &one("bob", "viewer")).await;
    set.expect_status(401);
    let set = cast
        .eve
        .extensions()
        .set_roles(&trip, &one("ada", "viewer"));
    set.await.expect_status(200);
    // A renamed person keeps the role.
    let renamed = json!({"username": "adele"});
    cast.ada
        .users()
        .update("ada", &renamed)
        .await
        .expect_status(200);
    assert_eq!(
        roles().await,
        json!({"adele": "viewer", "bob": "editor", "eve": "owner"})
    );
}

async fn outsiders_read_the_roles_of_a_public_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let eve = cast.eve.extensions();
    let shown = json!({"roles": {"ada": "owner", "bob": "editor"}});
    assert_eq!(eve.roles(&trip).await.value(), shown);
    let set = eve.set_roles(&trip, &one("bob", "editor")).await;
    set.expect_status(401);
}
