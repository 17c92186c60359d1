//! HTTP: methods, media types, sizes, HEAD, caching, CORS, request ids.

use serde_json::json;
use wayfare_testkit::{Builder, Method, TestServer, on_sqlite, sample};

use crate::cast::Cast;

on_sqlite!(
    answers_404_for_unknown_routes,
    answers_405_for_other_methods,
    head_answers_like_get_without_a_body,
    requires_json_bodies,
    a_post_without_body_sends_no_fields,
    limits_body_size,
    limits_json_nesting,
    every_error_is_a_problem_document_with_the_request_id,
    sends_cache_control,
    answers_cors_preflight_requests,
    answers_health_checks,
);

fn routes(trip: &str) -> Vec<(String, Vec<&'static str>)> {
    let of = |path: &str, methods: &[&'static str]| (path.replace("{}", trip), methods.to_vec());
    vec![
        of("/api/v1/user", &["GET", "HEAD", "POST"]),
        of("/api/v1/user/ada", &["GET", "HEAD", "PUT", "DELETE"]),
        of("/api/v1/user/settings", &["GET", "HEAD"]),
        of("/api/v1/user/experience", &["GET", "HEAD"]),
        of("/api/v1/user/ada/settings", &["PUT"]),
        of("/api/v1/user/ada/privacy", &["GET", "HEAD", "PUT"]),
        of("/api/v1/user/ada/picture", &["GET", "HEAD", "PUT"]),
        of("/api/v1/user/default/picture", &["GET", "HEAD"]),
        of("/api/v1/auth/token", &["POST"]),
        of("/api/v1/auth/revoke", &["POST"]),
        of("/api/v1/auth/password", &["PUT"]),
        of("/api/v1/trips", &["GET", "HEAD", "POST"]),
        of("/api/v1/trips/paginated", &["GET", "HEAD"]),
        of("/api/v1/trips/{}", &["GET", "HEAD", "PUT", "DELETE"]),
        of(
            "/api/v1/trips/{}/trip_items",
            &["GET", "HEAD", "POST", "PUT"],
        ),
        of(
            "/api/v1/trips/{}/trip_items/stay-1",
            &["GET", "HEAD", "PUT", "DELETE"],
        ),
        of("/api/v1/trips/{}/trip_items/stay-1/move", &["POST"]),
        of(
            "/api/v1/trips/{}/trip_items/stay-1/place",
            &["PUT", "DELETE"],
        ),
        of("/api/v1/places?q=lisbon", &["GET", "HEAD"]),
        of("/api/v1/trips/{}/shift", &["POST"]),
        of("/api/v1/trips/{}/budget", &["GET", "HEAD", "PUT"]),
        of("/api/v1/trips/{}/management", &["PUT"]),
        of("/api/v1/trip", &["POST"]),
        of("/api/v1/trip/{}", &["GET", "HEAD", "PUT", "DELETE"]),
        of("/api/v1/trip/{}/map", &["GET", "HEAD", "PUT"]),
        of("/api/v1/trip/{}/timeline", &["GET", "HEAD"]),
        of("/api/v1/trips/{}/picture", &["GET", "HEAD", "PUT"]),
        of("/api/v1/trip/{}/picture", &["GET", "HEAD"]),
        of("/api/v1/trip/default/picture", &["GET", "HEAD"]),
    ]
}

async fn answers_404_for_unknown_routes(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for path in [
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v2/trips",
        "/api/v1/nothing",
        "/API/V1/trips",
        "/api/v1/user/",
        "/api/v1/trip/",
        "/api/v1/trips/",
        "/api/v1//trips",
        "/api/v1/user/ada/nothing",
        "/c/api/v1/user",
        "/a",
        "/b/",
        "/a/b/api/v1/user",
        &format!("/api/v1/trip/{trip}/nothing"),
        &format!("/api/v1/trip/{trip}/trip_items"),
        &format!("/api/v1/trips/{trip}/map"),
    ] {
        for client in [&ada.client, &server.client()] {
            let problem = client
                .request(Method::GET, path)
                .await
                .expect_status(404)
                .problem();
            assert_eq!(problem.status, 404, "{path}");
        }
    }
}

async fn answers_405_for_other_methods(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for (path, mut methods) in routes(&trip) {
        methods.sort_unstable();
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"] {
            if methods.contains(&method) {
                continue;
            }
            // Neither with an invalid body nor without a token.
            for client in [&ada.client, &server.client()] {
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let reply = client
                    .request(method.clone(), &path)
                    .body("text/plain", "x")
                    .await
                    .expect_status(405);
                let mut allow: Vec<&str> = reply.header("allow").unwrap().split(", ").collect();
                allow.sort_unstable();
                assert_eq!(allow, methods, "{method} {path}");
                assert_eq!(reply.problem().status, 405);
            }
        }
        let options = ada.client.request(Method::OPTIONS, &path).await;
        assert!(matches!(options.status, 200 | 204), "{path}: {options:?}");
        assert!(
            options.header("allow").unwrap().contains(methods[0]),
            "{path}"
        );
    }
}

async fn head_answers_like_get_without_a_body(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    for (path, methods) in routes(&trip) {
        if !methods.contains(&"HEAD") {
            continue;
        }
        let get = cast
            .ada
            .client
            .request(Method::GET, &path)
            .await
            .expect_status(200);
        let head = cast
            .ada
            .client
            .request(Method::HEAD, &path)
            .await
            .expect_status(200);
        assert!(head.body.is_empty());
        for name in [
            "content-type",
            "content-length",
            "etag",
            "cache-control",
            "vary",
            "api-variant",
            "link",
        ] {
            assert_eq!(head.header(name), get.header(name), "{path} {name}");
        }
        let head = server.client().request(Method::HEAD, &path).await;
        let get = server.client().request(Method::GET, &path).await;
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        assert_eq!(
            head.header("www-authenticate"),
            get.header("www-authenticate"),
            "{path}"
        );
    }
}

async fn requires_json_bodies(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let path = format!("/api/v1/trip/{trip}");
    let put = async |kind: &str, body: &[u8]| {
        ada.client
            .request(Method::PUT, &path)
            .body(kind, body)
            .await
    };
    for kind in [
        "text/plain",
        "text/json",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
        "*/*",
        "json",
        "",
        "application/json; charset=utf-16",
    ] {
        put(kind, b"{}").await.expect_status(415).problem();
    }
    for kind in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "application/merge-patch+json",
    ] {
        put(kind, b"{}").await.expect_status(304);
    }
    ada.client
        .request(Method::PUT, &path)
        .await
        .expect_status(400)
        .problem();
    for broken in [
        &b""[..],
        b" ",
        b"{",
        b"}",
        b"{\"name\": \"x\"",
        b"{\"name\": 'x'}",
        b"{name: \"x\"}",
        b"{\"name\": \"x\",}",
        b"[1,]",
        b"{} {}",
        b"nul",
        b"\xff\xfe{}",
        b"{\"name\": \"\xff\"}",
        b"{\"name\": \"\xc0\x80\"}",
        b"{\"name\": \"\\ud800\"}",
        b"{\"name\": \"\\udc00\\ud800\"}",
        b"{\"name\": \"\\x41\"}",
        b"{\"name\": \"a\nb\"}",
        b"\xef\xbb\xbf{}x",
        b"\0",
        b"// c\n{}",
        b"<trip/>",
    ] {
        let problem = put("application/json", broken)
            .await
            .expect_status(400)
            .problem();
        assert_eq!(
            problem.pointers(),
            [""],
            "{:?}",
            String::from_utf8_lossy(broken)
        );
    }
}

async fn a_post_without_body_sends_no_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let post = |path: String| ada.client.request(Method::POST, &path);
    for made in ["copy", "invitations", "share-links"] {
        let made = post(format!("/api/v1/trips/{trip}/{made}")).await;
        made.expect_status(201);
    }
    let refused = post("/api/v1/trips".to_owned()).await.expect_status(400);
    assert_eq!(refused.problem().pointers(), ["/name"]);
}

async fn limits_body_size(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let (small, large) = (1 << 20, 8 << 20);
    let padded = |length: usize| {
        let mut body = b"{}".to_vec();
        body.resize(length, b' ');
        body
    };
    for (method, path, limit, good) in [
        (Method::POST, "/api/v1/user".to_owned(), small, 400),
        (Method::POST, "/api/v1/trip".to_owned(), small, 400),
        (Method::POST, "/api/v1/trips".to_owned(), small, 400),
        (
            Method::PUT,
            "/api/v1/user/ada/settings".to_owned(),
            small,
            304,
        ),
        (Method::PUT, "/api/v1/user/ada".to_owned(), large, 304),
        (Method::PUT, format!("/api/v1/trip/{trip}"), large, 304),
        (Method::PUT, format!("/api/v1/trips/{trip}"), large, 304),
        (Method::PUT, format!("/api/v1/trip/{trip}/map"), large, 400),
        (
            Method::PUT,
            format!("/api/v1/trips/{trip}/lists"),
            large,
            400,
        ),
        (
            Method::PUT,
            format!("/api/v1/trips/{trip}/management"),
            small,
            400,
        ),
        (
            Method::PUT,
            format!("/api/v1/trips/{trip}/trip_items"),
            large,
            400,
        ),
        (
            Method::PUT,
            format!("/api/v1/trips/{trip}/budget"),
            small,
            400,
        ),
    ] {
        let call = |length: usize| {
            ada.client
                .request(method.clone(), &path)
                .body("application/json", padded(length))
        };
        call(limit).await.expect_status(good);
        call(limit + 1).await.expect_status(413).problem();
    }
}

async fn limits_json_nesting(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let path = format!("/api/v1/trip/{trip}");
    let put = async |body: String| {
        ada.client
            .request(Method::PUT, &path)
            .body("application/json", body)
            .await
    };
    let nested = |depth: usize| {
        format!(
            "{{\"unknown\": {}{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    put(nested(63)).await.expect_status(304);
    put(nested(64)).await.expect_status(400).problem();
    for deep in [
        "[".repeat(1_000_000),
        "{\"a\":".repeat(200_000),
        nested(100_000),
    ] {
        put(deep).await.expect_status(400).problem();
    }
    put(format!("{{\"unknown\": \"{}\"}}", "[".repeat(1_000)))
        .await
        .expect_status(304);
}

async fn every_error_is_a_problem_document_with_the_request_id(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let get = |id: &str| {
        ada.client
            .request(Method::GET, "/api/v1/user/nobody")
            .header("x-request-id", id)
    };
    let reply = get("my-id_1.2").await.expect_status(404);
    assert_eq!(reply.request_id(), Some("my-id_1.2"));
    let problem = reply.problem();
    assert_eq!(problem.instance, "my-id_1.2");
    assert!(!problem.title.is_empty() && !problem.detail.is_empty() && !problem.r#type.is_empty());
    for odd in ["", " ", "a b", "<script>", "a\"b", &"x".repeat(300), "é"] {
        let reply = get(odd).await.expect_status(404);
        let given = reply.request_id().unwrap().to_owned();
        assert!(
            given != odd && !given.is_empty() && given.len() <= 64,
            "{odd}: {given}"
        );
        reply.problem();
    }
    let (one, two) = (ada.users().own().await, ada.users().own().await);
    assert_ne!(one.request_id().unwrap(), two.request_id().unwrap());
}

async fn sends_cache_control(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    for path in [
        "/user",
        "/user/settings",
        "/trips",
        "/trips/{}",
        "/trip/{}",
        "/trip/{}/timeline",
        "/trips/{}/trip_items",
    ] {
        let path = format!("/api/v1{}", path.replace("{}", &trip));
        let reply = cast
            .ada
            .client
            .request(Method::GET, &path)
            .await
            .expect_status(200);
        assert_eq!(
            reply.header("cache-control"),
            Some("private, no-cache"),
            "{path}"
        );
        assert_eq!(
            reply.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
    }
    let sign_up = cast
        .nobody
        .users()
        .create(&json!({"name": "x", "username": "x"}))
        .await;
    assert_eq!(sign_up.header("cache-control"), Some("no-store"));
}

async fn answers_cors_preflight_requests(builder: Builder) {
    let server = builder
        .setting("frontend-url", "https://app.example.com/deep/")
        .start()
        .unwrap();
    let nobody = server.client();
    let preflight = |origin: &str, method: &str, headers: &str| {
        let call = nobody
            .request(Method::OPTIONS, "/api/v1/trips")
            .header("origin", origin);
        call.header("access-control-request-method", method)
            .header("access-control-request-headers", headers)
    };
    let asked = "authorization, token, content-type, if-match, if-none-match, api-variant, \
        max-width, max-height";
    for method in ["GET", "POST", "PUT", "DELETE"] {
        let reply = preflight("https://app.example.com", method, asked).await;
        assert!(matches!(reply.status, 200 | 204), "{reply:?}");
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some("https://app.example.com")
        );
        assert!(
            reply
                .header("access-control-allow-methods")
                .unwrap()
                .contains(method)
        );
        let allowed = reply
            .header("access-control-allow-headers")
            .unwrap()
            .to_ascii_lowercase();
        assert!(
            asked.split(", ").all(|name| allowed.contains(name)),
            "{allowed}"
        );
    }
    let reply = preflight("https://evil.example.com", "GET", asked).await;
    assert_eq!(reply.header("access-control-allow-origin"), None);
    // Pages of that origin can read all answers, errors included.
    for path in ["/api/v1/user/nobody", "/api/v1/trips", "/api/v1/nothing"] {
        let reply = nobody
            .request(Method::GET, path)
            .header("origin", "https://app.example.com")
            .await;
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some("https://app.example.com"),
            "{path}"
        );
        let exposed = reply
            .header("access-control-expose-headers")
            .unwrap()
            .to_ascii_lowercase();
        for name in [
            "authorization",
            "etag",
            "link",
            "location",
            "retry-after",
            "unknown-members",
            "api-variant",
            "x-request-id",
        ] {
            assert!(
                exposed.split(',').any(|entry| entry.trim() == name),
                "{path}: {exposed}"
            );
        }
    }
}

async fn answers_health_checks(server: TestServer) {
    let nobody = server.client();
    for path in ["/healthz", "/readyz"] {
        nobody.request(Method::GET, path).await.expect_status(200);
        nobody.request(Method::HEAD, path).await.expect_status(200);
    }
}
