//! Share links as their owner sees them: made, listed, changed, ended.

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(
    a_link_keeps_what_is_sent,
    lists_links_newest_first,
    a_patch_changes_what_is_sent,
    a_trip_has_at_most_100_links,
);

on_sqlite!(
    a_new_link_has_defaults,
    lists_every_wrong_value,
    only_the_owner_sees_and_changes_links,
);

fn start(builder: Builder) -> TestServer {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    builder.clock(clock).start().unwrap()
}

async fn a_new_link_has_defaults(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let tag = cast.ada.a().trip(&trip).await.etag();
    let made = cast.ada.extensions().create_share_link(&trip, &json!({}));
    let made = made.await.expect_status(201);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let location = made.header("location").unwrap().to_owned();
    let shape = made.value();
    let id = shape["id"].as_str().unwrap();
    let path = format!("/api/v1/trips/{trip}/share-links/{id}");
    assert!(location.ends_with(&path), "{location}");
    let url = shape["url"].as_str().unwrap();
    let base = cast.ada.client.base_url();
    let token = url.strip_prefix(&format!("{base}/s/")).unwrap();
    assert_eq!(token.len(), 64);
    let expected = json!({
        "id": id, "url": url, "label": "", "sections": ["itinerary", "map", "photos"],
        "expiresAt": "2026-07-30T12:00:00Z", "hasPassword": false,
        "createdAt": "2026-05-01T12:00:00Z",
    });
    assert_eq!(shape, expected);
    // A link is no part of the trip.
    assert_eq!(cast.ada.a().trip(&trip).await.etag(), tag);
}

async fn a_link_keeps_what_is_sent(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let body = json!({
        "label": "For grandma", "sections": ["todo", "map", "todo"], "password": "x",
        "expiresAt": 1_800_000_000, "other": 1,
    });
    let made = ada.create_share_link(&trip, &body).await.expect_status(201);
    let made = made.value();
    assert_eq!(made["label"], "For grandma");
    assert_eq!(made["sections"], json!(["todo", "map"]));
    assert_eq!(made["hasPassword"], true);
    assert_eq!(made["expiresAt"], "2027-01-15T08:00:00Z");
    let endless = json!({"expiresAt": null, "password": null});
    let made = ada.create_share_link(&trip, &endless).await.value();
    assert_eq!(
        (&made["expiresAt"], &made["hasPassword"]),
        (&Value::Null, &json!(false))
    );
    let text = json!({"expiresAt": "2026-05-01T12:00:01Z"});
    let made = ada.create_share_link(&trip, &text).await.value();
    assert_eq!(made["expiresAt"], text["expiresAt"]);
}

async fn lists_links_newest_first(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let list = async || ada.share_links(&trip).await.expect_status(200);
    assert_eq!(list().await.value(), json!([]));
    let mut made = Vec::new();
    for label in ["one", "two", "three"] {
        let link = ada.create_share_link(&trip, &json!({"label": label}));
        made.insert(0, link.await.value());
    }
    let listed = list().await;
    assert_eq!(listed.header("cache-control"), Some("no-store"));
    assert_eq!(listed.value(), json!(made));
    let id = made[1]["id"].as_str().unwrap();
    let ended = ada.delete_share_link(&trip, id).await;
    let ended = ended.expect_status(204);
    assert_eq!(ended.header("cache-control"), Some("no-store"));
    let missing = ada.delete_share_link(&trip, id).await;
    missing.expect_status(404);
    made.remove(1);
    assert_eq!(list().await.value(), json!(made));
}

async fn a_patch_changes_what_is_sent(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let made = ada.create_share_link(&trip, &json!({})).await.json();
    let patch = async |body: Value| ada.update_share_link(&trip, &made.id, &body).await;
    let first = patch(json!({"label": "New"})).await.expect_status(200);
    let first = first.json();
    assert_eq!((first.label.as_str(), &first.url), ("New", &made.url));
    assert_eq!(first.sections, made.sections);
    let listed = ada.share_links(&trip).await.value();
    for nothing in [
        json!({}),
        json!({"label": "New"}),
        json!({"password": null}),
        listed[0].clone(),
    ] {
        let same = patch(nothing).await.expect_status(304);
        assert!(same.body.is_empty());
    }
    let set = patch(json!({"password": "geheim"})).await.json();
    assert!(set.has_password);
    assert_eq!(set.url, made.url, "a link is handed out once");
    patch(json!({"password": "geheim"}))
        .await
        .expect_status(304);
    patch(json!({"password": "other"})).await.expect_status(200);
    let removed = patch(json!({"password": null})).await.json();
    assert!(!removed.has_password);
    let endless = patch(json!({"expiresAt": null, "sections": ["notes"]})).await;
    let endless = endless.value();
    assert_eq!(endless["expiresAt"], Value::Null);
    assert_eq!(endless["sections"], json!(["notes"]));
    patch(json!({"expiresAt": null})).await.expect_status(304);
    let tag = cast.ada.a().trip(&trip).await.etag();
    let call = |tag: &str| {
        let body = json!({"label": "Guarded"});
        ada.update_share_link(&trip, &made.id, &body).if_match(tag)
    };
    call("\"99-x\"").await.expect_status(412);
    call(&tag).await.expect_status(200);
    let missing = "01890000-0000-7000-8000-000000000000";
    for id in [missing, "no-id"] {
        let patch = ada.update_share_link(&trip, id, &json!({}));
        patch.await.expect_status(404);
    }
    // Also before its body is read.
    let path = format!("/api/v1/trips/{trip}/share-links/{missing}");
    let call = cast.ada.client.request(Method::PATCH, &path);
    let unread = call.body("text/plain", "{").await;
    unread.expect_status(404);
    let path = format!("/api/v1/trips/{trip}/share-links/{}", made.id);
    let call = cast.ada.client.request(Method::PATCH, &path);
    call.body("text/plain", "{").await.expect_status(415);
    // A link of another trip.
    let other = cast.trip(true).await;
    let patch = ada.update_share_link(&other, &made.id, &json!({}));
    patch.await.expect_status(404);
    let stale = ada.delete_share_link(&trip, &made.id).if_match("\"99-x\"");
    stale.await.expect_status(412);
}

async fn lists_every_wrong_value(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let made = ada.create_share_link(&trip, &json!({})).await.json();
    for (body, pointers) in [
        (json!({"sections": []}), vec!["/sections"]),
        (
            json!({"sections": ["itinerary", "people"]}),
            vec!["/sections/1"],
        ),
        (json!({"sections": 7}), vec!["/sections"]),
        (json!({"label": 7}), vec!["/label"]),
        (json!({"label": "x".repeat(2_001)}), vec!["/label"]),
        (
            json!({"expiresAt": "2026-05-01T12:00:00Z"}),
            vec!["/expiresAt"],
        ),
        (json!({"expiresAt": "soon"}), vec!["/expiresAt"]),
        (json!({"password": ""}), vec!["/password"]),
        (json!({"password": "x".repeat(129)}), vec!["/password"]),
        (json!({"password": "a\u{0}b"}), vec!["/password"]),
        (json!([]), vec![""]),
        (
            json!({"label": 1, "sections": "map", "expiresAt": 0, "password": 7}),
            vec!["/expiresAt", "/label", "/password", "/sections"],
        ),
    ] {
        for reply in [
            ada.create_share_link(&trip, &body).await.problem(),
            ada.update_share_link(&trip, &made.id, &body)
                .await
                .problem(),
        ] {
            let mut found = reply.pointers();
            found.sort_unstable();
            assert_eq!(found, pointers, "{body}");
        }
    }
    assert_eq!(ada.share_links(&trip).await.json(), [made]);
    let strict = ada.create_share_link(&trip, &json!({"labels": "x"}));
    let strict = strict.header("prefer", "handling=strict").await;
    assert_eq!(strict.problem().pointers(), ["/labels"]);
}

async fn only_the_owner_sees_and_changes_links(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    for private in [true, false] {
        let trip = cast.trip(private).await;
        let ada = cast.ada.extensions();
        let link = ada.create_share_link(&trip, &json!({})).await.json().id;
        let hidden = if private { 404 } else { 401 };
        let path = format!("/api/v1/trips/{trip}/share-links");
        let one = format!("{path}/{link}");
        for (client, status) in [
            (&cast.nobody, 401),
            (&cast.eve.client, hidden),
            (&cast.bob.client, 401),
        ] {
            for (method, path) in [
                (Method::GET, &path),
                (Method::POST, &path),
                (Method::PATCH, &one),
                (Method::DELETE, &one),
            ] {
                for body in [json!({"label": "x"}), json!({"label": 1}), json!([])] {
                    let call = client.request(method.clone(), path);
                    let reply = call.json(&body).await.expect_status(status);
                    assert_eq!(reply.header("cache-control"), Some("no-store"));
                }
            }
        }
        assert_eq!(ada.share_links(&trip).await.json().len(), 1);
    }
}

async fn a_trip_has_at_most_100_links(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    let mut last = String::new();
    for _ in 0..100 {
        let made = ada.create_share_link(&trip, &json!({})).await;
        last = made.expect_status(201).json().id;
    }
    let one_more = ada.create_share_link(&trip, &json!({})).await;
    assert_eq!(one_more.expect_status(400).problem().pointers(), [""]);
    assert_eq!(ada.share_links(&trip).await.json().len(), 100);
    ada.delete_share_link(&trip, &last).await.expect_status(204);
    let again = ada.create_share_link(&trip, &json!({})).await;
    again.expect_status(201);
}
