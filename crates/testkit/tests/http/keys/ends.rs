//! When keys end, what of their use is recorded, and event streams by keys.

use std::time::Duration;

use serde_json::json;
use time::macros::datetime;
use tokio::time::{sleep, timeout};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Builder, Client, FixedClock, TestServer, both};

use super::{assert_ended, key, writing};
use crate::cast::Cast;
use crate::extensions::events::{Events, changed, gone};
use crate::formats::feeds::{open as open_feed, open_account as open_account_feed};

both!(
    a_deleted_key_ends_at_once_on_every_server,
    a_key_expires,
    all_tokens_end_with_keys_and_feeds_but_a_password_does_not_end_them,
    keys_end_with_the_account,
    the_day_of_a_use_is_recorded,
    events_by_a_key_end_with_it,
);

fn start(builder: Builder) -> (TestServer, FixedClock) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    (builder.clock(clock.clone()).start().unwrap(), clock)
}

async fn assert_good(client: &Client) {
    client.b().trips().await.expect_status(200);
}

async fn a_deleted_key_ends_at_once_on_every_server(builder: Builder) {
    let server = builder.clone().start().unwrap();
    let database = server.settings().database_url.expose().to_owned();
    let second = builder.setting("database-url", &database).start().unwrap();
    let cast = Cast::of(&server).await;
    let (id, program) = key(&cast.ada, &json!({"name": "Key", "scope": "write"})).await;
    let other = writing(&cast.ada).await;
    let elsewhere = second.client().with_token(program.token().unwrap());
    assert_good(&program).await;
    assert_good(&elsewhere).await;
    let deleted = cast.ada.users().delete_key("ada", &id).await;
    deleted.expect_status(204);
    for client in [&program, &elsewhere] {
        assert_ended(client.b().trips().await);
    }
    assert_good(&other).await;
}

async fn a_key_expires(builder: Builder) {
    let (server, clock) = start(builder);
    let cast = Cast::of(&server).await;
    let body = json!({"name": "Key", "scope": "read", "expiresAt": "2026-05-01T12:00:01Z"});
    let (_, program) = key(&cast.ada, &body).await;
    assert_good(&program).await;
    clock.advance(Duration::from_millis(999));
    assert_good(&program).await;
    clock.advance(Duration::from_millis(1));
    assert_ended(program.b().trips().await);
    assert_eq!(cast.ada.users().keys("ada").await.json().len(), 1);
}

async fn all_tokens_end_with_keys_and_feeds_but_a_password_does_not_end_them(builder: Builder) {
    let (server, _) = start(builder);
    let mut cast = Cast::of(&server).await;
    let program = writing(&cast.ada).await;
    let trip = cast.trip(true).await;
    let feeds = [
        open_feed(&cast.ada, &trip).await,
        open_account_feed(&cast.ada).await,
    ];
    let of_bob = open_feed(&cast.bob, &trip).await;
    let anybody = cast.nobody.extensions();
    let set = json!({"password": "a password of some length"});
    cast.ada.users().set_password(&set).await.expect_status(204);
    assert_good(&program).await;
    for secret in &feeds {
        anybody.feed(secret).await.expect_status(200);
    }
    let grant = json!({
        "grant_type": "password", "username": "ada", "password": "a password of some length",
    });
    let tokens = cast.nobody.users().sign_in(&grant).await.json();
    cast.ada.client = cast.nobody.with_token(tokens.access_token);
    let revoked = cast.ada.users().revoke(&json!({"all": true})).await;
    revoked.expect_status(204);
    assert_ended(program.b().trips().await);
    for secret in &feeds {
        anybody.feed(secret).await.expect_status(404);
    }
    anybody.feed(&of_bob).await.expect_status(200);
    let tokens = cast.nobody.users().sign_in(&grant).await.json();
    cast.ada.client = cast.nobody.with_token(tokens.access_token);
    assert_eq!(cast.ada.users().keys("ada").await.value(), json!([]));
}

async fn keys_end_with_the_account(builder: Builder) {
    let (server, _) = start(builder);
    let cast = Cast::of(&server).await;
    let program = writing(&cast.ada).await;
    cast.ada.users().delete("ada").await.expect_status(204);
    assert_ended(program.b().trips().await);
}

async fn the_day_of_a_use_is_recorded(builder: Builder) {
    let (server, clock) = start(builder);
    let cast = Cast::of(&server).await;
    let program = writing(&cast.ada).await;
    let last_used = async |ada: &Traveller| {
        let keys = ada.users().keys("ada").await.json();
        keys[0].last_used.clone()
    };
    assert_eq!(last_used(&cast.ada).await, None);
    for day in ["2026-05-01", "2026-05-02"] {
        assert_good(&program).await;
        // It is recorded after the answer.
        while last_used(&cast.ada).await.as_deref() != Some(day) {
            sleep(Duration::from_millis(20)).await;
        }
        clock.advance(Duration::from_secs(24 * 60 * 60));
    }
}

async fn events_by_a_key_end_with_it(builder: Builder) {
    let (server, _) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (id, program) = key(&cast.bob, &json!({"name": "Key", "scope": "read"})).await;
    let of_key = Traveller {
        token: program.token().unwrap().to_owned(),
        ..cast.bob.clone()
    };
    let mut events = Events::of(&of_key, &trip, "").await;
    let Some((name, Some(known))) = events.soon().await else {
        panic!("no version")
    };
    assert_eq!(name, "trip");
    // A new password ends tokens alone.
    let set = json!({"password": "a password of some length"});
    cast.bob.users().set_password(&set).await.expect_status(204);
    let renamed = cast.ada.a().update(&trip, &json!({"name": "New"})).await;
    renamed.expect_status(200);
    assert_eq!(events.soon().await, Some(changed(known + 1)));
    let grant = json!({
        "grant_type": "password", "username": "bob", "password": "a password of some length",
    });
    let tokens = cast.nobody.users().sign_in(&grant).await.json();
    let bob = cast.nobody.with_token(tokens.access_token);
    bob.users().delete_key("bob", &id).await.expect_status(204);
    assert_eq!(events.soon().await, Some(gone()));
    assert_eq!(
        timeout(Duration::from_secs(3), events.next()).await,
        Ok(None)
    );
}
