//! Pages at other origins (CORS): documents that are open to all, and refusals that say why.

use wayfare_testkit::{Builder, Method, Reply, TestServer, on_sqlite, sample};

on_sqlite!(
    public_documents_are_open_to_all_origins,
    refused_preflights_name_the_setting,
    allows_and_exposes_the_headers_that_clients_use,
);

const ALLOWED: &str = "https://app.example.com";
const OTHER: &str = "http://localhost:5173";

fn start(builder: Builder) -> TestServer {
    let builder = builder.setting("cors-origins", ALLOWED);
    builder.start().unwrap()
}

async fn preflight(server: &TestServer, path: &str, origin: &str) -> Reply<serde_json::Value> {
    let call = server.client().request(Method::OPTIONS, path);
    call.header("origin", origin)
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "authorization")
        .await
}

async fn public_documents_are_open_to_all_origins(builder: Builder) {
    let server = start(builder);
    for path in [
        "/openapi.json",
        "/openapi/a.json",
        "/openapi/b.json",
        "/docs/",
        "/docs/index.html",
        "/healthz",
        "/api/v1/user/default/picture",
        "/b/api/v1/trip/default/picture",
    ] {
        for origin in [ALLOWED, OTHER, "null"] {
            let call = server.client().request(Method::GET, path);
            let reply = call.header("origin", origin).await.expect_status(200);
            let allowed = reply.header("access-control-allow-origin");
            assert_eq!(allowed, Some(origin), "{path}");
            let reply = preflight(&server, path, origin).await.expect_status(200);
            let allowed = reply.header("access-control-allow-origin");
            assert_eq!(allowed, Some(origin), "{path}");
        }
    }
    for path in [
        "/api/v1/user",
        "/api/v1/user/ada/picture",
        "/readyz",
        "/nothing",
    ] {
        let call = server.client().request(Method::GET, path);
        let reply = call.header("origin", OTHER).await;
        assert_eq!(reply.header("access-control-allow-origin"), None, "{path}");
    }
}

async fn refused_preflights_name_the_setting(builder: Builder) {
    let server = start(builder);
    let reply = preflight(&server, "/api/v1/trips", OTHER).await;
    assert_eq!(reply.header("access-control-allow-origin"), None);
    let problem = reply.expect_status(403).problem();
    assert_eq!(problem.r#type, "urn:wayfare:problem:origin-refused");
    assert!(problem.detail.contains("CORS_ORIGINS"), "{problem:?}");
    assert!(problem.detail.contains(OTHER), "{problem:?}");
    preflight(&server, "/api/v1/trips", ALLOWED)
        .await
        .expect_status(200);
    // Other requests are answered, and the browser hides the answer.
    let client = server.client();
    let call = client.request(Method::GET, "/api/v1/trips");
    call.header("origin", OTHER).await.expect_status(401);
    sample::sign_up(&client, "ada").await;
}

async fn allows_and_exposes_the_headers_that_clients_use(builder: Builder) {
    let server = start(builder);
    let sent = "api-variant, authorization, content-type, if-match, if-none-match, max-height, \
                max-width, prefer, share-password, token, traceparent, x-request-id";
    let call = server.client().request(Method::OPTIONS, "/api/v1/user");
    let call = call
        .header("origin", ALLOWED)
        .header("access-control-request-method", "PATCH");
    let reply = call.header("access-control-request-headers", sent).await;
    let reply = reply.expect_status(200);
    let allowed = reply.header("access-control-allow-headers").unwrap();
    let allowed = allowed.to_ascii_lowercase();
    for name in sent.split(", ") {
        let found = allowed.split(',').any(|own| own.trim() == name);
        assert!(found, "{name}: {allowed}");
    }
    let call = server.client().request(Method::GET, "/api/v1/user");
    let reply = call.header("origin", ALLOWED).await;
    let exposed = reply.header("access-control-expose-headers").unwrap();
    let exposed = exposed.to_ascii_lowercase();
    for name in [
        "api-variant",
        "authorization",
        "content-disposition",
        "etag",
        "link",
        "location",
        "preference-applied",
        "ratelimit",
        "ratelimit-policy",
        "refresh-token",
        "retry-after",
        "www-authenticate",
        "x-request-id",
    ] {
        let found = exposed.split(',').any(|own| own.trim() == name);
        assert!(found, "{name}: {exposed}");
    }
}
