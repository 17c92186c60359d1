//! API keys (docs/interface.md, "API keys"): made, listed and ended; what they permit.

mod ends;
mod management;
mod permits;

use serde_json::{Value, json};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Client, Reply};

/// Makes a key of an account. Returns its id and a client that sends it.
async fn key(user: &Traveller, body: &Value) -> (String, Client) {
    let made = user.users().create_key(&user.username, body).await;
    let made = made.expect_status(201).json();
    (made.id, user.client.with_token(made.key.unwrap()))
}

async fn reading(user: &Traveller) -> Client {
    key(user, &json!({"name": "Reads", "scope": "read"}))
        .await
        .1
}

async fn writing(user: &Traveller) -> Client {
    key(user, &json!({"name": "Writes", "scope": "write"}))
        .await
        .1
}

/// A key that writes these trips.
async fn limited(user: &Traveller, trips: &[&str]) -> Client {
    let body = json!({"name": "Some", "scope": "write", "trips": trips});
    key(user, &body).await.1
}

/// Fails unless a key may not do this.
fn assert_refused<T>(reply: Reply<T>) {
    let reply = reply.expect_status(401);
    let challenge = reply.header("www-authenticate");
    assert_eq!(challenge, Some("Bearer error=\"insufficient_scope\""));
    let body: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(body["type"], "urn:wayfare:problem:not-permitted");
}

/// Fails unless a key is no good one.
fn assert_ended<T>(reply: Reply<T>) {
    let reply = reply.expect_status(401);
    let challenge = reply.header("www-authenticate");
    assert_eq!(challenge, Some("Bearer error=\"invalid_token\""));
}
