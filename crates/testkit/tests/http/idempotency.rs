//! `Idempotency-Key`: a request that is sent again has its effect once.

use std::future::IntoFuture;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use time::macros::datetime;
use tokio::io::{AsyncReadExt, copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Call, FixedClock, Method, Reply, TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(
    a_repeated_request_makes_nothing_again,
    a_repeated_change_changes_nothing_again,
    parallel_requests_with_a_key_have_one_effect,
    secrets_are_answered_once,
    a_key_is_of_one_request_of_one_account,
    what_is_gone_is_gone,
    refused_requests_use_no_key,
    keys_expire_after_a_day,
);

on_sqlite!(
    refuses_malformed_keys,
    checks_the_caller_before_the_key,
    the_client_sends_keys_of_its_own,
    the_client_sends_again_what_was_not_answered,
);

fn post(by: &Traveller, path: &str, key: &str, body: &Value) -> Call<Value> {
    let call = by.client.request(Method::POST, path);
    call.header("idempotency-key", key).json(body)
}

fn is_replayed<T>(reply: &Reply<T>) -> bool {
    reply.header("idempotency-replayed") == Some("true")
}

fn names(list: &Value) -> Vec<&str> {
    let trips = list.as_array().unwrap().iter();
    trips.map(|trip| trip["name"].as_str().unwrap()).collect()
}

async fn items(ada: &Traveller, trip: &str) -> usize {
    let items = ada.a().items(trip).await.value();
    items.as_array().unwrap().len()
}

/// Paths below a trip's address that make something, with a body.
fn makers() -> [(&'static str, Value); 2] {
    [
        ("trip_items", json!({"item_type": "walk", "day": 2})),
        (
            "settlements",
            json!({"from": "ada", "to": "bob", "amount": 3}),
        ),
    ]
}

async fn a_repeated_request_makes_nothing_again(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    for (number, path) in ["/api/v1/trips", "/api/v1/trip"].into_iter().enumerate() {
        let key = format!("trip-{number}");
        let send = || post(ada, path, &key, &json!({"name": path}));
        let first = send().await.expect_status(200);
        assert!(!is_replayed(&first));
        let made = first.header("location").unwrap().to_owned();
        let id = made.rsplit('/').next().unwrap();
        let renamed = json!({"name": "As it is now"});
        ada.b().update(id, &renamed).await.expect_status(200);
        let second = send().await.expect_status(200);
        assert!(is_replayed(&second), "{second:?}");
        assert_eq!(second.header("location"), Some(made.as_str()));
        assert!(format!("{second:?}").contains("As it is now"), "{second:?}");
        assert_eq!(names(&ada.b().trips().await.value()).len(), 2 + number);
    }
    for (path, body) in makers() {
        let address = format!("/api/v1/trips/{trip}/{path}");
        let send = || post(ada, &address, path, &body);
        let first = send().await.expect_status(201);
        let added = post(ada, &address, "another", &body).await;
        added.expect_status(if path == "trip_items" { 201 } else { 422 });
        let second = send().await.expect_status(201);
        assert!(!is_replayed(&first) && is_replayed(&second));
        assert_eq!(first.header("location"), second.header("location"));
        assert_eq!(first.value(), second.value());
        let loud = format!("/api/v1/trips/{}/{path}", trip.to_uppercase());
        let third = post(ada, &loud, path, &body).await.expect_status(201);
        assert!(is_replayed(&third));
    }
    assert_eq!(items(ada, &trip).await, 2);
    assert_eq!(ada.extensions().settlements(&trip).await.json().len(), 1);
    let file = ada.extensions().export(&trip, "geojson").await.body;
    let import = || {
        let call = ada.extensions().import("", file.clone());
        call.idempotency_key("import")
    };
    let first = import().await.expect_status(201);
    let second = import().await.expect_status(201);
    assert!(is_replayed(&second));
    assert_eq!(first.header("location"), second.header("location"));
    let (first, second) = (first.json(), second.json());
    assert_eq!((&first.uuid, &first.format), (&second.uuid, &second.format));
    assert_eq!((first.items, first.places), (second.items, second.places));
    // A preview makes nothing, so its key does not count.
    let preview = ada.extensions().import("preview=true", file.clone());
    preview.idempotency_key("import").await.expect_status(200);
    let other = ada.extensions().import("", text("Other"));
    let other = other.idempotency_key("import").await.problem();
    assert_eq!(other.status, 422, "{other:?}");
}

/// A calendar with an event of this name.
fn text(name: &str) -> String {
    format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n\
            DTSTAMP:20260501T000000Z\r\n\
         DTSTART;VALUE=DATE:20260502\r\nSUMMARY:{name}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
}

async fn a_repeated_change_changes_nothing_again(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    let item = json!({"item_id": "a", "item_type": "walk", "start_time": "2026-05-01T10:00:00Z"});
    let added = ada.extensions().add_item(&trip, &item).await;
    added.expect_status(201);
    let shift = || {
        let path = format!("/api/v1/trips/{trip}/shift");
        post(ada, &path, "shift", &json!({"days": 3}))
    };
    let first = shift().await.expect_status(200);
    let second = shift().await.expect_status(200);
    assert!(!is_replayed(&first) && is_replayed(&second));
    let start = |item: &Value| item["start_time"].as_str().unwrap().to_owned();
    let shown = ada.extensions().item(&trip, "a").await.value();
    assert_eq!(start(&shown), "2026-05-04T10:00:00Z");
    let move_to = || {
        let path = format!("/api/v1/trips/{trip}/trip_items/a/move");
        post(ada, &path, "move", &json!({"day": 4}))
    };
    let first = move_to().await.expect_status(200);
    let second = move_to().await.expect_status(200);
    assert!(!is_replayed(&first) && is_replayed(&second));
    assert_eq!(first.value()["day"], second.value()["day"]);
}

async fn parallel_requests_with_a_key_have_one_effect(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    let address = format!("/api/v1/trips/{trip}/trip_items");
    for (path, body) in [
        (address.as_str(), json!({"item_type": "walk"})),
        ("/api/v1/trip", json!({"name": "Parallel"})),
    ] {
        let calls = (0..20).map(|_| post(ada, path, path, &body).into_future());
        let replies = join_all(calls).await;
        let mut locations = Vec::new();
        for reply in &replies {
            if reply.status == 409 {
                assert!(reply.header("retry-after").is_some(), "{reply:?}");
                continue;
            }
            assert!((200..300).contains(&reply.status), "{reply:?}");
            locations.push((reply.header("location").unwrap(), is_replayed(reply)));
        }
        let made = locations.iter().filter(|(_, replayed)| !replayed);
        assert_eq!(made.count(), 1, "{replies:?}");
        locations.dedup_by_key(|(location, _)| *location);
        assert_eq!(locations.len(), 1, "{replies:?}");
    }
    assert_eq!(items(ada, &trip).await, 1);
    let list = ada.b().trips().await.value();
    let made = names(&list);
    assert_eq!(made.iter().filter(|name| **name == "Parallel").count(), 1);
}

#[tokio::test]
async fn servers_of_one_database_have_one_effect_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let database = wayfare_test_postgres::shared().unwrap();
    let database = database.create_database("idempotency").unwrap();
    let server = || {
        let builder = TestServer::builder().setting("database-url", database.url());
        let secret = "one secret for all servers, of 32 bytes and more";
        builder.setting("auth-secret", secret).start().unwrap()
    };
    let servers = [server(), server(), server()];
    let ada = sample::sign_up(&servers[0].client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let path = format!("/api/v1/trips/{trip}/trip_items");
    for round in 1..=5 {
        let key = format!("round {round}").replace(' ', "-");
        let calls = (0..21).map(|number| {
            let client = servers[number % 3].client().with_token(&ada.token);
            let by = Traveller {
                client,
                ..ada.clone()
            };
            post(&by, &path, &key, &json!({"item_type": "walk"})).into_future()
        });
        let replies = join_all(calls).await;
        let made = replies.iter().filter(|reply| reply.status == 201);
        let made = made.filter(|reply| !is_replayed(reply));
        assert_eq!(made.count(), 1, "{replies:?}");
        let is_known = |reply: &Reply<Value>| matches!(reply.status, 201 | 409);
        assert!(replies.iter().all(is_known), "{replies:?}");
        assert_eq!(items(&ada, &trip).await, round);
    }
}

async fn secrets_are_answered_once(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    let paths = [
        format!("/api/v1/trips/{trip}/share-links"),
        format!("/api/v1/trips/{trip}/feed"),
        "/api/v1/user/ada/feed".to_owned(),
    ];
    for path in paths {
        let send = || post(ada, &path, &path, &json!({}));
        let first = send().await.expect_status(201);
        let url = first.value()["url"].as_str().unwrap().to_owned();
        let second = send().await;
        assert!(second.header("retry-after").is_none());
        let second = second.problem();
        assert_eq!(
            (second.status, second.r#type.as_str()),
            (409, "urn:wayfare:problem:already-done")
        );
        let secret = url.rsplit('/').next().unwrap();
        if path.ends_with("feed") {
            let feed = server
                .client()
                .request(Method::GET, &format!("/api/v1/feeds/{secret}"));
            feed.await.expect_status(200);
        }
    }
    assert_eq!(ada.extensions().share_links(&trip).await.json().len(), 1);
}

async fn a_key_is_of_one_request_of_one_account(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, bob, trip) = (&cast.ada, &cast.bob, cast.trip(true).await);
    let path = format!("/trips/{trip}/trip_items");
    let at = |mount: &str| format!("{mount}/api/v1{path}");
    let body = json!({"item_type": "walk"});
    let first = post(ada, &at(""), "key", &body).await.expect_status(201);
    for mount in ["/a", "/b"] {
        let again = post(ada, &at(mount), "key", &body).await.expect_status(201);
        assert!(is_replayed(&again));
        assert_eq!(again.header("location"), first.header("location"));
    }
    let bobs = post(bob, &at(""), "key", &body).await.expect_status(201);
    assert!(!is_replayed(&bobs));
    let other = json!({"item_type": "ride"});
    let others = [
        post(ada, &at(""), "key", &other),
        post(ada, "/api/v1/trip", "key", &json!({"name": "x"})),
        post(
            ada,
            &format!("/api/v1/trips/{trip}/feed"),
            "key",
            &json!({}),
        ),
        post(
            ada,
            &format!("/api/v1/trips/{trip}/share-links"),
            "key",
            &json!({}),
        ),
    ];
    for call in others {
        let refused = call.await.problem();
        assert_eq!(
            (refused.status, refused.r#type.as_str()),
            (422, "urn:wayfare:problem:idempotency-key-reused")
        );
    }
    assert_eq!(items(ada, &trip).await, 2);
    assert_eq!(names(&ada.b().trips().await.value()).len(), 1);
}

async fn what_is_gone_is_gone(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    let gone = |reply: Reply<Value>| {
        let problem = reply.problem();
        let found = (problem.status, problem.r#type.as_str());
        assert_eq!(found, (410, "urn:wayfare:problem:gone"));
    };
    for (path, body) in makers() {
        let address = format!("/api/v1/trips/{trip}/{path}");
        let made = post(ada, &address, path, &body).await.expect_status(201);
        let made = made.header("location").unwrap().to_owned();
        let made = made.strip_prefix(&server.base_url()).unwrap();
        let deleted = ada.client.request(Method::DELETE, made).await;
        deleted.expect_status(204);
        gone(post(ada, &address, path, &body).await);
    }
    let create = || post(ada, "/api/v1/trip", "trip", &json!({"name": "Gone"}));
    let made = create().await.json()["uuid"].as_str().unwrap().to_owned();
    // Neither a deleted trip nor one that is not the caller's any more.
    let body = json!({"owner": "bob"});
    ada.b().update(&made, &body).await.expect_status(200);
    create().await.expect_status(200);
    let body = json!({"members": ["bob"]});
    cast.bob.b().update(&made, &body).await.expect_status(200);
    gone(create().await);
    cast.bob.b().delete(&made).await.expect_status(204);
    gone(create().await);
    let path = format!("/api/v1/trips/{trip}/trip_items");
    ada.b().delete(&trip).await.expect_status(204);
    let hidden = post(ada, &path, "trip_items", &makers()[0].1);
    hidden.await.expect_status(404);
}

async fn refused_requests_use_no_key(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, bob, trip) = (&cast.ada, &cast.bob, cast.trip(true).await);
    let address = format!("/api/v1/trips/{trip}/trip_items");
    let invalid = json!({"item_type": "walk", "day": 0});
    post(ada, &address, "item", &invalid)
        .await
        .expect_status(400);
    let stale = post(ada, &address, "item", &json!({"item_type": "ride"}));
    stale.if_match("\"99-x\"").await.expect_status(412);
    let added = post(ada, &address, "item", &json!({"item_type": "walk"})).await;
    assert!(!is_replayed(&added.expect_status(201)));

    let links = format!("/api/v1/trips/{trip}/share-links");
    post(bob, &links, "link", &json!({}))
        .await
        .expect_status(401);
    let past = json!({"expiresAt": "2020-01-01T00:00:00Z"});
    post(ada, &links, "link", &past).await.expect_status(400);
    post(ada, &links, "link", &json!({}))
        .await
        .expect_status(201);

    let name = json!({"name": ""});
    post(ada, "/api/v1/trips", "trip", &name)
        .await
        .expect_status(400);
    let made = post(ada, "/api/v1/trips", "trip", &json!({"name": "x"}));
    made.await.expect_status(200);
    // Nothing has changed, so the key is free.
    let shift = format!("/api/v1/trips/{trip}/shift");
    post(ada, &shift, "shift", &json!({"days": 0}))
        .await
        .expect_status(304);
    let import = |file: &str| {
        let call = ada.extensions().import("", file);
        call.idempotency_key("import")
    };
    import("nothing").await.expect_status(400);
    import(&text("x")).await.expect_status(201);
}

async fn keys_expire_after_a_day(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let create = || post(&ada, "/api/v1/trip", "key", &json!({"name": "x"}));
    let first = create().await.expect_status(200).value();
    clock.advance(Duration::from_secs(24 * 60 * 60 - 1));
    let again = create().await.expect_status(200);
    assert!(is_replayed(&again));
    assert_eq!(again.value()["uuid"], first["uuid"]);
    clock.advance(Duration::from_secs(1));
    let next = create().await.expect_status(200);
    assert!(!is_replayed(&next));
    assert_ne!(next.value()["uuid"], first["uuid"]);
}

async fn refuses_malformed_keys(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, trip) = (&cast.ada, cast.trip(true).await);
    let paths = [
        "/api/v1/trip".to_owned(),
        "/api/v1/trips".to_owned(),
        format!("/api/v1/trips/{trip}/trip_items"),
        format!("/api/v1/trips/{trip}/share-links"),
        format!("/api/v1/trips/{trip}/invitations"),
        format!("/api/v1/trips/{trip}/parties"),
        format!("/api/v1/trips/{trip}/feed"),
        "/api/v1/user/ada/feed".to_owned(),
    ];
    let body = json!({"name": "x", "item_type": "walk"});
    let long = "x".repeat(256);
    for path in &paths {
        for key in ["", "two words", "schlüssel", &long] {
            let problem = post(ada, path, key, &body).await.problem();
            assert_eq!(problem.status, 400, "{path} {key}");
            assert_eq!(problem.pointers(), ["/Idempotency-Key"]);
        }
        let twice = post(ada, path, "a", &body).header("idempotency-key", "b");
        twice.await.expect_status(400);
    }
    let longest = "~".repeat(255);
    let made = post(ada, "/api/v1/trip", &longest, &json!({"name": "x"}));
    made.await.expect_status(200);
    let put = ada.b().update(&trip, &json!({"name": "Renamed"}));
    put.header("idempotency-key", "two words")
        .await
        .expect_status(200);
}

async fn checks_the_caller_before_the_key(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (ada, eve, trip) = (&cast.ada, &cast.eve, cast.trip(true).await);
    let path = format!("/api/v1/trips/{trip}/trip_items");
    let body = json!({"item_type": "walk"});
    for key in ["key", "not a key"] {
        let nobody = server.client().request(Method::POST, &path);
        let nobody = nobody.header("idempotency-key", key).json(&body);
        nobody.await.expect_status(401);
        post(eve, &path, key, &body).await.expect_status(404);
    }
    // A member who has made something and was taken off learns nothing of it.
    let bobs = post(&cast.bob, &path, "bobs", &body).await;
    bobs.expect_status(201);
    let alone = json!({"members": ["ada"]});
    ada.b().update(&trip, &alone).await.expect_status(200);
    let again = post(&cast.bob, &path, "bobs", &body).await;
    again.expect_status(404);
}

async fn the_client_sends_keys_of_its_own(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let body = json!({"name": "Twice"});
    for _ in 0..2 {
        ada.b().create(&body).await.expect_status(200);
        let own = ada.b().create(&body).idempotency_key("own");
        own.await.expect_status(200);
    }
    let list = ada.b().trips().await.value();
    assert_eq!(names(&list).len(), 3);
}

/// Relays to a server; drops the answers of the first `lost` connections.
async fn losing_relay(server: SocketAddr, lost: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        for number in 0.. {
            let (mut client, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut upstream = TcpStream::connect(server).await.unwrap();
                if number >= lost {
                    return drop(copy_bidirectional(&mut client, &mut upstream).await);
                }
                let (mut from, mut to) = (client.split().0, upstream.split());
                let request = copy(&mut from, &mut to.1);
                let answer = async { to.0.read_u8().await.unwrap() };
                tokio::select! { _ = request => {}, _ = answer => {} }
            });
        }
    });
    address
}

async fn the_client_sends_again_what_was_not_answered(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let relay = losing_relay(server.address(), 2).await;
    let client = wayfare_testkit::client(format!("http://{relay}")).with_token(&ada.token);
    let made = client.b().create(&json!({"name": "Once"})).await;
    assert!(is_replayed(&made.expect_status(200)));
    let relay = losing_relay(server.address(), 2).await;
    let client = wayfare_testkit::client(format!("http://{relay}")).with_token(&ada.token);
    let imported = client.extensions().import("", text("Twice")).await;
    assert!(is_replayed(&imported.expect_status(201)));
    assert_eq!(names(&ada.b().trips().await.value()).len(), 2);
    // A request without a key is not sent again, and a lost one ends in an error.
    let relay = losing_relay(server.address(), usize::MAX).await;
    let client = wayfare_testkit::client(format!("http://{relay}")).with_token(&ada.token);
    let body = json!({"name": "Lost"});
    assert!(client.b().create(&body).send().await.is_err());
    let bare = client.request(Method::POST, "/api/v1/trip").json(&body);
    assert!(bare.send().await.is_err());
    let list = ada.b().trips().await.value();
    let lost = names(&list).into_iter().filter(|name| *name == "Lost");
    assert_eq!(lost.count(), 2, "once with a key, once without");
}
