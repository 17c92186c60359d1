//! Security and caching headers of every answer.

use serde_json::json;
use wayfare_testkit::{Builder, Method, Reply, TestServer, on_sqlite, sample};

on_sqlite!(
    sends_security_headers_on_every_response,
    allows_pictures_cross_origin,
    sends_hsts_over_https,
    forbids_caching_of_tokens,
);

#[track_caller]
fn assert_header<T>(reply: &Reply<T>, name: &str, value: &str) {
    assert_eq!(reply.header(name), Some(value), "{name} of {reply:?}");
}

#[track_caller]
fn assert_hardened<T>(reply: &Reply<T>) {
    assert_header(reply, "x-content-type-options", "nosniff");
    assert_header(reply, "x-frame-options", "DENY");
    assert_header(reply, "referrer-policy", "no-referrer");
    assert_header(
        reply,
        "content-security-policy",
        "default-src 'none'; frame-ancestors 'none'",
    );
    assert!(
        reply.header("cache-control").is_some(),
        "no Cache-Control in {reply:?}"
    );
}

async fn sends_security_headers_on_every_response(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let detail = ada.b().trip(&trip).await;
    assert_header(&detail, "cross-origin-resource-policy", "same-origin");
    assert_hardened(&detail);
    assert_hardened(
        &ada.b()
            .trip(&trip)
            .if_none_match(&detail.etag())
            .await
            .expect_status(304),
    );
    assert_hardened(
        &ada.b()
            .update(&trip, &json!({"name": "Lisbon"}))
            .await
            .expect_status(304),
    );
    assert_hardened(
        &ada.b()
            .update(&trip, &json!({"name": 7}))
            .await
            .expect_status(400),
    );
    assert_hardened(&client.b().trip(&trip).await.expect_status(401));
    assert_hardened(
        &client
            .request(Method::PATCH, "/api/v1/trips")
            .await
            .expect_status(405),
    );
    assert_hardened(
        &client
            .request(Method::GET, "/nowhere")
            .await
            .expect_status(404),
    );
    assert_hardened(
        &client
            .request(Method::GET, "/healthz")
            .await
            .expect_status(200),
    );
    assert_hardened(
        &client
            .request(Method::GET, "/api/v1/trips")
            .variant("c")
            .await
            .expect_status(400),
    );
    assert_hardened(&ada.b().delete(&trip).await.expect_status(204));
    assert!(
        detail.header("strict-transport-security").is_none(),
        "the service is not reached over TLS"
    );
}

async fn allows_pictures_cross_origin(server: TestServer) {
    let picture = server
        .client()
        .request(Method::GET, "/api/v1/trip/default/picture")
        .await
        .expect_status(200);
    assert_hardened(&picture);
    assert_header(&picture, "cross-origin-resource-policy", "cross-origin");
    let known = server
        .client()
        .request(Method::GET, "/api/v1/trip/default/picture")
        .if_none_match(&picture.etag());
    let known = known.await.expect_status(304);
    assert_eq!(
        known.header("cross-origin-resource-policy"),
        None,
        "it would replace what a browser keeps"
    );
}

async fn sends_hsts_over_https(server: Builder) {
    let server = server
        .setting("base-url", "https://trips.example.org")
        .start()
        .unwrap();
    let reply = server
        .client()
        .request(Method::GET, "/nowhere")
        .await
        .expect_status(404);
    assert_header(&reply, "strict-transport-security", "max-age=31536000");
}

async fn forbids_caching_of_tokens(server: TestServer) {
    let client = server.client();
    let body = json!({"name": "Ada", "username": "ada", "password": "correct horse"});
    let reply = client.users().create(&body).await.expect_status(200);
    assert_header(&reply, "cache-control", "no-store");
    let grant = json!({"grant_type": "password", "username": "ada", "password": "correct horse"});
    let reply = client.users().sign_in(&grant).await.expect_status(200);
    assert_header(&reply, "cache-control", "no-store");
    let token = reply.json().access_token;
    let own = client
        .with_token(&token)
        .request(Method::GET, "/api/v1/user")
        .await
        .expect_status(200);
    assert_header(&own, "cache-control", "private, no-cache");
}
