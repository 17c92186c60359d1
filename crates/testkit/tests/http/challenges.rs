//! How tokens are sent, and the challenge of a 401.

use serde_json::json;
use wayfare_testkit::{Call, Client, Method, Reply, TestServer, on_sqlite, sample};

on_sqlite!(
    accepts_token_in_either_header,
    rejects_two_different_tokens,
    challenges_missing_and_invalid_tokens,
    answers_forbidden_with_a_reason,
    rejects_forged_tokens,
);

fn own(client: &Client) -> Call<serde_json::Value> {
    client.request(Method::GET, "/api/v1/user")
}

#[track_caller]
fn challenge<T>(reply: &Reply<T>) -> String {
    assert_eq!(reply.status, 401, "{reply:?}");
    reply.header("www-authenticate").unwrap().to_owned()
}

async fn accepts_token_in_either_header(server: TestServer) {
    let nobody = server.client();
    let token = sample::sign_up(&nobody, "ada").await.token;
    for (name, value) in [
        ("authorization", format!("Bearer {token}")),
        ("authorization", format!("bearer {token}")),
        ("Authorization", format!("BEARER {token}")),
        ("token", token.clone()),
        ("Token", token.clone()),
    ] {
        own(&nobody).header(name, &value).await.expect_status(200);
    }
}

async fn rejects_two_different_tokens(server: TestServer) {
    let nobody = server.client();
    let ada = sample::sign_up(&nobody, "ada").await.token;
    let bob = sample::sign_up(&nobody, "bob").await.token;
    let both = |bearer: &str, plain: &str| {
        own(&nobody)
            .header("authorization", format!("Bearer {bearer}"))
            .header("token", plain)
    };
    both(&ada, &ada).await.expect_status(200);
    for (bearer, plain) in [
        (&ada, &bob),
        (&ada, &"nonsense".to_owned()),
        (&"nonsense".to_owned(), &ada),
    ] {
        let reply = both(bearer, plain).await;
        assert!(challenge(&reply).contains("error=\"invalid_token\""));
    }
    let twice = own(&nobody)
        .header("token", &ada)
        .header("token", &bob)
        .await;
    assert_eq!(twice.status, 401);
}

async fn challenges_missing_and_invalid_tokens(server: TestServer) {
    let nobody = server.client();
    let reply = own(&nobody).await;
    assert_eq!(challenge(&reply), "Bearer");
    reply.problem();
    for bad in [
        "nonsense",
        "a.b.c",
        "eyJhbGciOiJub25lIn0.e30.",
        "ä",
        "null",
        "undefined",
    ] {
        let reply = own(&nobody)
            .header("authorization", format!("Bearer {bad}"))
            .await;
        let challenge = challenge(&reply);
        assert!(
            challenge.starts_with("Bearer") && challenge.contains("error=\"invalid_token\""),
            "{bad}: {challenge}"
        );
        own(&nobody).header("token", bad).await.expect_status(401);
    }
    // Another scheme is not a token.
    let reply = own(&nobody).header("authorization", "Basic YWRhOng=").await;
    assert_eq!(challenge(&reply), "Bearer");
}

async fn answers_forbidden_with_a_reason(server: TestServer) {
    let nobody = server.client();
    let ada = sample::sign_up(&nobody, "ada").await;
    let eve = sample::sign_up(&nobody, "eve").await;
    let trip = sample::public_trip(&ada, "Portugal").await;
    let replies = [
        challenge(&eve.b().update(&trip, &json!({"name": "x"})).await),
        challenge(&eve.a().delete(&trip).await),
        challenge(&eve.users().update("ada", &json!({"name": "x"})).await),
    ];
    for reply in replies {
        assert!(reply.contains("error=\"insufficient_scope\""), "{reply}");
    }
}

async fn rejects_forged_tokens(server: TestServer) {
    let nobody = server.client();
    let token = sample::sign_up(&nobody, "ada").await.token;
    let parts: Vec<&str> = token.split('.').collect();
    let [head, claims, signature] = parts[..] else {
        panic!("not a JWT")
    };
    // {"alg":"none","typ":"JWT"}
    let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    let flipped: String = signature.chars().rev().collect();
    for forged in [
        format!("{unsigned}.{claims}."),
        format!("{unsigned}.{claims}.{signature}"),
        format!("{head}.{claims}."),
        format!("{head}.{claims}"),
        format!("{head}.{claims}.{flipped}"),
        format!("{head}.{claims}x.{signature}"),
        format!("{token}.x"),
        token.to_uppercase(),
    ] {
        own(&nobody.with_token(&forged)).await.expect_status(401);
    }
}
