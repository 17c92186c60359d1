//! Misused, altered and repeated tokens, and tokens of another secret.

use serde_json::json;
use wayfare_testkit::{Builder, Client, Method, TestServer, both, sample};

both!(
    rejects_tokens_of_another_kind,
    rejects_altered_tokens,
    accepts_a_repeated_token_but_not_two_tokens,
    rejects_overlong_tokens,
    accepts_tokens_of_servers_with_the_same_secret_only,
);

const PASSWORD: &str = "correct horse battery";

async fn own(client: &Client) -> u16 {
    let reply = client.users().own().await;
    if reply.status == 401 {
        assert_eq!(
            reply.header("www-authenticate"),
            Some("Bearer error=\"invalid_token\""),
            "{reply:?}"
        );
    }
    reply.status
}

async fn rejects_tokens_of_another_kind(server: TestServer) {
    let client = server.client();
    sample::sign_up_with(
        &client,
        &json!({"name": "Ada", "username": "ada", "password": PASSWORD}),
    )
    .await;
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = client.users().sign_in(&grant).await.json();
    assert_eq!(own(&client.with_token(&tokens.refresh_token)).await, 401);
    let exchange = json!({"grant_type": "refresh_token", "refresh_token": tokens.access_token});
    client
        .users()
        .sign_in(&exchange)
        .await
        .expect_status(401)
        .problem();
    // It revokes nothing either.
    client
        .users()
        .revoke(&json!({"refresh_token": tokens.access_token}))
        .await
        .expect_status(204);
    assert_eq!(own(&client.with_token(&tokens.access_token)).await, 200);
    let exchange = json!({"grant_type": "refresh_token", "refresh_token": tokens.refresh_token});
    client.users().sign_in(&exchange).await.expect_status(200);
    // A password is no token either.
    assert_eq!(own(&client.with_token("ada:correct")).await, 401);
}

async fn rejects_altered_tokens(server: TestServer) {
    let client = server.client();
    let token = sample::sign_up(&client, "ada").await.token;
    for (place, byte) in token.bytes().enumerate().filter(|(_, byte)| *byte != b'.') {
        // A very different letter: the low bits of a part's last letter are unused.
        let other = if byte.is_ascii_lowercase() { 'A' } else { 'q' };
        let altered = format!("{}{other}{}", &token[..place], &token[place + 1..]);
        assert_eq!(own(&client.with_token(altered)).await, 401, "{place}");
    }
    for cut in [1, 2, 10, token.len() / 2] {
        assert_eq!(
            own(&client.with_token(&token[..token.len() - cut])).await,
            401,
            "{cut}"
        );
        assert_eq!(own(&client.with_token(&token[cut..])).await, 401, "{cut}");
    }
    assert_eq!(own(&client.with_token(token)).await, 200);
}

async fn accepts_a_repeated_token_but_not_two_tokens(server: TestServer) {
    let client = server.client();
    let [ada, bob] = ["ada", "bob"].map(|name| sample::sign_up(&client, name));
    let (ada, bob) = (ada.await.token, bob.await.token);
    for (first, second, status) in [(&ada, &ada, 200), (&ada, &bob, 401), (&bob, &ada, 401)] {
        let call = client.request(Method::GET, "/api/v1/user");
        let call = call.header("authorization", format!("Bearer {first}"));
        call.header("authorization", format!("Bearer {second}"))
            .await
            .expect_status(status);
    }
    // Several tokens in one header count as none.
    for joined in [
        format!("Bearer {ada}, Bearer {bob}"),
        format!("Bearer {ada},{ada}"),
        format!("Bearer {ada} {ada}"),
    ] {
        client
            .request(Method::GET, "/api/v1/user")
            .header("authorization", joined)
            .await
            .expect_status(401);
    }
}

async fn rejects_overlong_tokens(server: TestServer) {
    let client = server.client();
    let token = sample::sign_up(&client, "ada").await.token;
    for long in [
        "x".repeat(7_000),
        format!("{token}{}", "A".repeat(7_000)),
        format!("{}{token}", ".".repeat(7_000)),
    ] {
        assert_eq!(own(&client.with_token(long)).await, 401);
    }
}

async fn accepts_tokens_of_servers_with_the_same_secret_only(builder: Builder) {
    let here = builder
        .clone()
        .setting("base-url", "https://here.example.org")
        .start()
        .unwrap();
    let beside = builder.setting("database-url", here.settings().database_url.expose());
    let moved = beside
        .clone()
        .setting("base-url", "https://there.example.org")
        .start()
        .unwrap();
    let other = beside
        .setting("auth-secret", "quite another secret of more than 32 bytes")
        .start()
        .unwrap();
    let token = sample::sign_up(&here.client(), "ada").await.token;
    assert_eq!(
        own(&moved.client().with_token(&token)).await,
        200,
        "the service's address may change"
    );
    assert_eq!(own(&other.client().with_token(&token)).await, 401);
    let foreign = sample::sign_up(&other.client(), "bob").await.token;
    assert_eq!(own(&here.client().with_token(foreign)).await, 401);
}
