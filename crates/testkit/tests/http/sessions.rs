//! Passwords, access tokens and refresh tokens: issue, rotation, revocation, lifetime.

use std::time::Duration;

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Client, FixedClock, Method, Reply, TestServer, both};

const PASSWORD: &str = "correct horse battery";
const DAY: Duration = Duration::from_secs(86_400);

both!(
    issues_tokens_for_a_password,
    accepts_a_url_encoded_form,
    answers_unknown_users_and_wrong_passwords_identically,
    rejects_malformed_grants,
    accepts_a_refresh_token_once,
    reusing_a_refresh_token_revokes_its_family,
    a_refresh_whose_answer_was_lost_can_be_repeated,
    revokes_one_family_only,
    revokes_the_family_of_a_rotated_token,
    revoke_all_revokes_every_token,
    setting_a_password_revokes_existing_tokens,
    changing_a_password_requires_the_current_one,
    rejects_expired_tokens,
    token_of_an_account_without_password_lasts_a_year,
);

async fn ada(client: &Client) -> Traveller {
    sample::sign_up_with(
        client,
        &json!({"name": "Ada", "username": "ada", "password": PASSWORD}),
    )
    .await
}

fn grant(username: &str, password: &str) -> Value {
    json!({"grant_type": "password", "username": username, "password": password})
}

fn refresh(token: &str) -> Value {
    json!({"grant_type": "refresh_token", "refresh_token": token})
}

async fn is_good(client: &Client, token: &str) -> bool {
    client.with_token(token).users().own().await.status == 200
}

async fn issues_tokens_for_a_password(server: TestServer) {
    let client = server.client();
    let ada = ada(&client).await;
    let reply = client
        .users()
        .sign_in(&grant("ADA", PASSWORD))
        .await
        .expect_status(200);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let tokens = reply.value();
    let mut keys: Vec<&str> = tokens
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        ["access_token", "expires_in", "refresh_token", "token_type"]
    );
    assert_eq!(
        (&tokens["token_type"], &tokens["expires_in"]),
        (&json!("Bearer"), &json!(900))
    );
    let client = client.with_token(tokens["access_token"].as_str().unwrap());
    assert_eq!(client.users().own().await.json().user_id, ada.id);
}

async fn accepts_a_url_encoded_form(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    let form = async |body: &str| {
        let call = client.request(Method::POST, "/api/v1/auth/token");
        call.body("application/x-www-form-urlencoded", body).await
    };
    let tokens = form("grant_type=password&username=ada&password=correct+horse%20battery")
        .await
        .value();
    let again = format!(
        "grant_type=refresh_token&refresh_token={}",
        tokens["refresh_token"].as_str().unwrap()
    );
    assert_eq!(
        form(&again).await.expect_status(200).value()["token_type"],
        "Bearer"
    );
    form("grant_type=password&username=ada")
        .await
        .expect_status(400)
        .problem();
    form("").await.expect_status(400).problem();
    form("%ff=%fe&&&==").await.expect_status(400).problem();
}

/// The parts of an answer that could distinguish failures.
fn seen<T>(reply: &Reply<T>) -> (u16, Option<String>, String) {
    let mut problem: Value = serde_json::from_slice(&reply.body).unwrap();
    problem["instance"] = json!("");
    (
        reply.status,
        reply.header("www-authenticate").map(str::to_owned),
        problem.to_string(),
    )
}

async fn answers_unknown_users_and_wrong_passwords_identically(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    sample::sign_up(&client, "passwordless").await;
    let wrong = client
        .users()
        .sign_in(&grant("ada", "wrong horse battery"))
        .await;
    assert_eq!(wrong.status, 401);
    let long = "x".repeat(1_000);
    for (username, password) in [
        ("nobody", PASSWORD),
        ("passwordless", PASSWORD),
        ("passwordless", ""),
        ("ada", ""),
        ("ada", "Correct horse battery"),
        ("ada", &long),
        ("not a name", PASSWORD),
        ("", ""),
    ] {
        let reply = client.users().sign_in(&grant(username, password)).await;
        assert_eq!(seen(&reply), seen(&wrong), "{username} {password}");
    }
    let reply = client.users().sign_in(&refresh("nonsense")).await;
    assert_eq!(reply.status, 401);
}

async fn rejects_malformed_grants(server: TestServer) {
    let client = server.client();
    for (body, pointers) in [
        (json!({}), vec!["/grant_type"]),
        (
            json!({"grant_type": "password"}),
            vec!["/username", "/password"],
        ),
        (
            json!({"grant_type": "refresh_token"}),
            vec!["/refresh_token"],
        ),
        (
            json!({"grant_type": "client_credentials"}),
            vec!["/grant_type"],
        ),
        (json!({"grant_type": 1}), vec!["/grant_type"]),
        (
            json!({"grant_type": "password", "username": null, "password": 1}),
            vec!["/password", "/username"],
        ),
        (json!([]), vec![""]),
    ] {
        assert_eq!(
            client
                .users()
                .sign_in(&body)
                .await
                .expect_status(400)
                .problem()
                .pointers(),
            pointers
        );
    }
    client
        .request(Method::POST, "/api/v1/auth/token")
        .body("text/plain", "x")
        .await
        .expect_status(415)
        .problem();
}

async fn accepts_a_refresh_token_once(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    let first = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let second = client
        .users()
        .sign_in(&refresh(&first.refresh_token))
        .await
        .json();
    assert_ne!(first.refresh_token, second.refresh_token);
    assert!(is_good(&client, &second.access_token).await);
    let third = client
        .users()
        .sign_in(&refresh(&second.refresh_token))
        .await
        .json();
    assert!(is_good(&client, &third.access_token).await);
}

async fn reusing_a_refresh_token_revokes_its_family(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    let exchange = async |token: &str| client.users().sign_in(&refresh(token)).await;
    let first = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let other = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let second = exchange(&first.refresh_token).await.json();
    let third = exchange(&second.refresh_token).await.json();
    let reuse = exchange(&first.refresh_token).await;
    reuse.expect_status(401).problem();
    exchange(&third.refresh_token).await.expect_status(401);
    exchange(&other.refresh_token).await.expect_status(200);
}

async fn a_refresh_whose_answer_was_lost_can_be_repeated(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    let exchange = async |token: &str| client.users().sign_in(&refresh(token)).await;
    let first = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let lost = exchange(&first.refresh_token).await.json();
    let second = exchange(&first.refresh_token).await.json();
    let third = exchange(&second.refresh_token).await.json();
    exchange(&lost.refresh_token).await.expect_status(401);
    exchange(&third.refresh_token).await.expect_status(401);
}

async fn revokes_the_family_of_a_rotated_token(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    for rotations in 1..=3 {
        let first = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
        let mut last = first.clone();
        for _ in 0..rotations {
            let rotated = client.users().sign_in(&refresh(&last.refresh_token));
            last = rotated.await.json();
        }
        let revoke = json!({"refresh_token": first.refresh_token});
        client.users().revoke(&revoke).await.expect_status(204);
        let rotated = client.users().sign_in(&refresh(&last.refresh_token));
        rotated.await.expect_status(401);
    }
}

async fn revokes_one_family_only(server: TestServer) {
    let client = server.client();
    ada(&client).await;
    let one = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let two = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    let revoke = json!({"refresh_token": one.refresh_token});
    assert!(
        client
            .users()
            .revoke(&revoke)
            .await
            .expect_status(204)
            .body
            .is_empty()
    );
    client.users().revoke(&revoke).await.expect_status(204);
    client
        .users()
        .revoke(&json!({"refresh_token": "unknown"}))
        .await
        .expect_status(204);
    client
        .users()
        .sign_in(&refresh(&one.refresh_token))
        .await
        .expect_status(401);
    client
        .users()
        .sign_in(&refresh(&two.refresh_token))
        .await
        .expect_status(200);
    for malformed in [
        json!({}),
        json!({"refresh_token": 1}),
        json!({"all": "yes"}),
        json!({"all": false}),
    ] {
        client
            .users()
            .revoke(&malformed)
            .await
            .expect_status(400)
            .problem();
    }
}

async fn revoke_all_revokes_every_token(server: TestServer) {
    let client = server.client();
    let ada = ada(&client).await;
    let bob = sample::sign_up(&client, "bob").await;
    let tokens = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    client
        .users()
        .revoke(&json!({"all": true}))
        .await
        .expect_status(401);
    ada.users()
        .revoke(&json!({"all": true}))
        .await
        .expect_status(204);
    assert!(!is_good(&client, &ada.token).await);
    assert!(!is_good(&client, &tokens.access_token).await);
    client
        .users()
        .sign_in(&refresh(&tokens.refresh_token))
        .await
        .expect_status(401);
    let new = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    assert!(is_good(&client, &new.access_token).await);
    assert!(
        is_good(&client, &bob.token).await,
        "nobody else is concerned"
    );
}

async fn setting_a_password_revokes_existing_tokens(server: TestServer) {
    let client = server.client();
    let bob = sample::sign_up(&client, "bob").await;
    let reply = bob
        .users()
        .set_password(&json!({"password": PASSWORD}))
        .await
        .expect_status(204);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert!(
        !is_good(&client, &bob.token).await,
        "the year's token is revoked"
    );
    let tokens = client.users().sign_in(&grant("bob", PASSWORD)).await.json();
    let client = client.with_token(&tokens.access_token);
    let change = json!({"current": PASSWORD, "password": "another long one"});
    client
        .users()
        .set_password(&change)
        .await
        .expect_status(204);
    client.users().own().await.expect_status(401);
    client
        .users()
        .sign_in(&refresh(&tokens.refresh_token))
        .await
        .expect_status(401);
    client
        .users()
        .sign_in(&grant("bob", PASSWORD))
        .await
        .expect_status(401);
    client
        .users()
        .sign_in(&grant("bob", "another long one"))
        .await
        .expect_status(200);
}

async fn changing_a_password_requires_the_current_one(server: TestServer) {
    let client = server.client();
    let ada = ada(&client).await;
    for body in [
        json!({"password": "another long one"}),
        json!({"current": "wrong", "password": "another long one"}),
        json!({"current": "", "password": "another long one"}),
    ] {
        ada.users()
            .set_password(&body)
            .await
            .expect_status(401)
            .problem();
    }
    for wrong in [
        json!("short"),
        json!("x".repeat(129)),
        json!(null),
        json!(1),
        json!("null\0null"),
    ] {
        let problem = ada
            .users()
            .set_password(&json!({"current": PASSWORD, "password": wrong}))
            .await;
        assert_eq!(
            problem.expect_status(400).problem().pointers(),
            ["/password"]
        );
    }
    client
        .users()
        .set_password(&json!({"password": "another long one"}))
        .await
        .expect_status(401);
    assert!(
        is_good(&client, &ada.token).await,
        "a refused change revokes nothing"
    );
    for bound in ["8letters", &"ü".repeat(128)] {
        let bob = sample::sign_up(&client, &format!("user{}", bound.len())).await;
        bob.users()
            .set_password(&json!({"password": bound}))
            .await
            .expect_status(204);
    }
}

async fn rejects_expired_tokens(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder
        .clock(clock.clone())
        .setting("access-token-ttl", "10m")
        .start()
        .unwrap();
    let client = server.client();
    ada(&client).await;
    let tokens = client.users().sign_in(&grant("ada", PASSWORD)).await.json();
    assert_eq!(tokens.expires_in, 600);
    clock.advance(Duration::from_secs(590));
    assert!(is_good(&client, &tokens.access_token).await);
    clock.advance(Duration::from_secs(75));
    assert!(!is_good(&client, &tokens.access_token).await);
    let new = client
        .users()
        .sign_in(&refresh(&tokens.refresh_token))
        .await
        .json();
    assert!(is_good(&client, &new.access_token).await);
    clock.advance(DAY * 60);
    client
        .users()
        .sign_in(&refresh(&new.refresh_token))
        .await
        .expect_status(401);
}

async fn token_of_an_account_without_password_lasts_a_year(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let server = builder.clock(clock.clone()).start().unwrap();
    let client = server.client();
    let bob = sample::sign_up(&client, "bob").await;
    let ada = ada(&client).await;
    clock.advance(DAY);
    assert!(
        !is_good(&client, &ada.token).await,
        "with a password there is another way in"
    );
    clock.advance(DAY * 363);
    assert!(is_good(&client, &bob.token).await);
    clock.advance(DAY * 2);
    assert!(!is_good(&client, &bob.token).await);
}
