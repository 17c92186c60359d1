//! Making, listing and deleting keys.

use futures_util::future::join_all;
use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite, sample};

use super::{assert_refused, key, writing};
use crate::cast::{Cast, NO_TRIP};

both!(
    a_key_is_shown_once_and_listed_without_it,
    an_account_has_at_most_50_keys_however_fast_they_come,
    a_key_is_made_once_for_each_idempotency_key,
);
on_sqlite!(
    lists_every_wrong_value,
    only_the_holder_has_keys,
    both_headers_take_a_key,
    a_mistyped_key_is_refused,
);

fn start(builder: Builder) -> TestServer {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    builder.clock(clock).start().unwrap()
}

async fn a_key_is_shown_once_and_listed_without_it(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let users = cast.ada.users();
    let (trip, public) = (cast.trip(true).await, {
        let trip = json!({"name": "Rome", "private": false});
        sample::trip_with(&cast.eve, &trip).await
    });
    assert_eq!(users.keys("ada").await.value(), json!([]));
    let plain = json!({"name": " Calendar ", "scope": "read", "other": 1});
    let made = users.create_key("ada", &plain).await.expect_status(201);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let location = made.header("location").unwrap().to_owned();
    let made = made.value();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    assert!(location.ends_with(&format!("/api/v1/user/ada/keys/{id}")));
    assert!(key.starts_with(&format!("wayfare_{id}_")), "{key}");
    assert_eq!(key.len(), 8 + 36 + 1 + 43 + 6);
    let first = json!({
        "id": id, "name": "Calendar", "scope": "read", "createdAt": "2026-05-01T12:00:00Z",
    });
    let mut expected = first.clone();
    expected["key"] = json!(key);
    assert_eq!(made, expected);

    // Public trips of others can be seen; a trip that is named twice counts once.
    let rich = json!({
        "name": "Rich", "scope": "write", "trips": [trip, public, trip.to_uppercase()],
        "expiresAt": 1_800_000_000,
    });
    let made = users.create_key("ada", &rich).await.expect_status(201);
    let mut second = made.value();
    assert_eq!(second["trips"], json!([trip, public]));
    assert_eq!(second["expiresAt"], "2027-01-15T08:00:00Z");
    second.as_object_mut().unwrap().remove("key").unwrap();
    let listed = users.keys("ada").await.expect_status(200);
    assert_eq!(listed.header("cache-control"), Some("no-store"));
    let mut keys = listed.value();
    let mut all = json!([first, second]);
    // Both are of one instant.
    for keys in [&mut keys, &mut all] {
        let keys = keys.as_array_mut().unwrap();
        keys.sort_by_key(|key| key["name"].as_str().unwrap().to_owned());
    }
    assert_eq!(keys, all);

    let deleted = users.delete_key("ADA", id).await.expect_status(204);
    assert_eq!(deleted.header("cache-control"), Some("no-store"));
    users.delete_key("ada", id).await.expect_status(404);
    users.delete_key("ada", "no-uuid").await.expect_status(404);
    assert_eq!(users.keys("ada").await.value(), json!([second]));
}

async fn lists_every_wrong_value(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let own = cast.trip(true).await;
    let hidden = sample::trip(&cast.eve, "Hidden").await;
    let pointers = async |body: Value| {
        let reply = cast.ada.users().create_key("ada", &body).await;
        let problem = reply.expect_status(400).problem();
        let errors = problem.errors.into_iter();
        let mut pointers: Vec<String> = errors.map(|error| error.pointer).collect();
        pointers.sort_unstable();
        pointers
    };
    let all = json!({
        "trips": [own, hidden, NO_TRIP, "no uuid", 7], "scope": "account",
        "expiresAt": "2026-05-01T12:00:00Z",
    });
    let expected = [
        "/expiresAt",
        "/name",
        "/scope",
        "/trips/1",
        "/trips/2",
        "/trips/3",
        "/trips/4",
    ];
    assert_eq!(pointers(all).await, expected);
    assert_eq!(pointers(json!({})).await, ["/name", "/scope"]);
    let with = |name: &str, value: Value| {
        let mut body = json!({"name": "Key", "scope": "write"});
        body[name] = value;
        body
    };
    for (name, value) in [
        ("trips", json!([])),
        ("trips", json!(vec![own.clone(); 21])),
        ("trips", json!(own)),
        ("expiresAt", json!("soon")),
        ("scope", json!("Read")),
        ("scope", json!(1)),
        ("name", json!(" ")),
        ("name", json!("x".repeat(201))),
    ] {
        let found = pointers(with(name, value.clone())).await;
        assert_eq!(found, [format!("/{name}")], "{value}");
    }
    let path = "/api/v1/user/ada/keys";
    let form = cast.ada.client.request(Method::POST, path);
    form.body("text/plain", "{}").await.expect_status(415);
    assert_eq!(cast.ada.users().keys("ada").await.value(), json!([]));
}

async fn only_the_holder_has_keys(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let (id, program) = key(&cast.ada, &json!({"name": "Key", "scope": "write"})).await;
    let bad = json!({"trips": 1});
    let good = json!({"name": "Key", "scope": "read"});
    for client in [&cast.eve.client, &program] {
        let users = client.users();
        assert_refused(users.keys("ada").await);
        assert_refused(users.create_key("ada", &good).await);
        assert_refused(users.create_key("ada", &bad).await);
        assert_refused(users.delete_key("ada", &id).await);
        assert_refused(users.delete_key("ada", "no-uuid").await);
        users.keys("nobody").await.expect_status(404);
        let created = users.create_key("nobody", &bad).await;
        created.expect_status(404);
    }
    // Nobody deletes the key of another account through their own.
    let foreign = cast.eve.users().delete_key("eve", &id).await;
    foreign.expect_status(404);
    cast.nobody.users().keys("ada").await.expect_status(401);
    program.b().trips().await.expect_status(200);
}

async fn an_account_has_at_most_50_keys_however_fast_they_come(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let body = json!({"name": "Key", "scope": "read"});
    for _ in 0..40 {
        key(&cast.ada, &body).await;
    }
    let many = (0..20).map(|_| async {
        let made = cast.ada.users().create_key("ada", &body).await;
        made.status
    });
    let statuses = join_all(many).await;
    let made = statuses.iter().filter(|status| **status == 201).count();
    let refused = statuses.iter().filter(|status| **status == 403).count();
    assert_eq!((made, refused), (10, 10), "{statuses:?}");
    let last = cast.ada.users().create_key("ada", &body).await;
    let problem = last.expect_status(403).problem();
    assert_eq!(problem.r#type, "urn:wayfare:problem:too-many-keys");
    let keys = cast.ada.users().keys("ada").await.json();
    assert_eq!(keys.len(), 50);
    let deleted = cast.ada.users().delete_key("ada", &keys[7].id).await;
    deleted.expect_status(204);
    key(&cast.ada, &body).await;
    key(&cast.bob, &body).await;
}

async fn a_key_is_made_once_for_each_idempotency_key(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let body = json!({"name": "Key", "scope": "read"});
    let send = async |body: &Value| {
        let call = cast.ada.users().create_key("ada", body);
        call.idempotency_key("once").await
    };
    send(&body).await.expect_status(201);
    let again = send(&body).await.expect_status(409).problem();
    assert_eq!(again.r#type, "urn:wayfare:problem:already-done");
    send(&json!({"name": "Other", "scope": "read"}))
        .await
        .expect_status(422);
    assert_eq!(cast.ada.users().keys("ada").await.json().len(), 1);
}

async fn both_headers_take_a_key(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let program = writing(&cast.ada).await;
    program.a().trip(&trip).await.expect_status(200);
    let key = program.token().unwrap();
    let read = || {
        let path = format!("/api/v1/trips/{trip}");
        cast.nobody.request(Method::GET, &path)
    };
    read().header("token", key).await.expect_status(200);
    let both = read().header("token", key);
    let both = both.header("authorization", format!("Bearer {key}"));
    both.await.expect_status(200);
    let different = read().header("token", &cast.ada.token);
    let different = different.header("authorization", format!("Bearer {key}"));
    super::assert_ended(different.await);
}

async fn a_mistyped_key_is_refused(builder: Builder) {
    let server = start(builder);
    let cast = Cast::of(&server).await;
    let program = writing(&cast.ada).await;
    let text = program.token().unwrap();
    let last = if text.ends_with('a') { "b" } else { "a" };
    let mistyped = format!("{}{last}", &text[..text.len() - 1]);
    let other = writing(&cast.bob).await;
    // The id of one key with the secret of another.
    let mixed = format!("{}{}", &text[..44], &other.token().unwrap()[44..]);
    for wrong in [
        mistyped,
        mixed,
        text.to_lowercase(),
        format!("{text}a"),
        "wayfare_".into(),
    ] {
        let client = cast.nobody.with_token(&wrong);
        super::assert_ended(client.b().trips().await);
        // Where a token is optional, a wrong one counts as none.
        client.b().trips_of("ada").await.expect_status(200);
    }
}
