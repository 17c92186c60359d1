//! API keys in each of their states.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::Client;
use wayfare_testkit::sample::{self, Traveller};

use super::world::Key;

/// Makes a key of an account, and brings it into its state. Returns its id and a client that sends
/// it.
pub(super) async fn key(user: &Traveller, kind: Key, trips: &[&str]) -> (String, Client) {
    let mut body = json!({"name": format!("{kind:?}"), "scope": "write"});
    match kind {
        Key::Reading => body["scope"] = json!("read"),
        Key::ThisTrip => body["trips"] = json!(trips),
        Key::OtherTrip => body["trips"] = json!([sample::trip(user, "Other").await]),
        Key::Expired => body["expiresAt"] = json!("2026-05-01T12:30:00Z"),
        Key::Writing | Key::Deleted => {}
    }
    let made = user.users().create_key(&user.username, &body).await;
    let made = made.expect_status(201).json();
    if kind == Key::Deleted {
        let deleted = user.users().delete_key(&user.username, &made.id).await;
        deleted.expect_status(204);
    }
    let client = user.client.with_token(made.key.unwrap());
    (made.id, client)
}

/// Uses each key, and waits until the day of that is recorded.
pub(super) async fn use_keys(owner: &Traveller, keys: &[Client]) {
    let good = keys.len() - 2;
    for program in &keys[..good] {
        program.b().trips().await.expect_status(200);
    }
    loop {
        let keys = owner.users().keys("ada").await.json();
        if keys.iter().filter(|key| key.last_used.is_some()).count() == good {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
