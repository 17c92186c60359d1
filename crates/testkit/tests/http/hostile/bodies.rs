//! Bodies: wrong values in every field of every write, and invalid whole bodies.

use serde_json::{Value, json};
use wayfare_testkit::{Method, TestServer, on_sqlite, sample};

use super::is_civil;
use crate::cast::{Cast, budget};

on_sqlite!(
    rejects_wrong_values_in_every_field,
    rejects_wrong_bodies_on_every_route,
    rejects_wrong_headers_on_every_route,
);

/// The write routes, each with a valid and complete body.
fn writes(trip: &str) -> Vec<(Method, String, Value)> {
    let of = |method: Method, path: &str, body: Value| {
        (method, format!("/api/v1{}", path.replace("{}", trip)), body)
    };
    let mut whole = sample::full_update();
    whole["img"] = json!("https://example.com/x.jpg");
    whole["members"] = json!(["bob"]);
    whole["owner"] = json!("ada");
    let profile = json!({
        "name": "Ada", "username": "ada", "email": "ada@example.com", "image": "https://\
            example.com/x.jpg", "description": "d",
        "links": [{"type": "site", "url": "https://example.com"}], "interests": ["x"],
    });
    vec![
        of(Method::PUT, "/trips/{}", whole.clone()),
        of(Method::PUT, "/trip/{}", whole.clone()),
        // Those of one item come while the trip has it.
        of(
            Method::POST,
            "/trips/{}/trip_items",
            sample::items()["trip_items"][0].clone(),
        ),
        of(
            Method::PUT,
            "/trips/{}/trip_items/stay-1",
            sample::items()["trip_items"][1].clone(),
        ),
        of(
            Method::POST,
            "/trips/{}/trip_items/stay-1/move",
            json!({"day": 2, "index": 0}),
        ),
        of(
            Method::PUT,
            "/trips/{}/trip_items/stay-1/place",
            json!({"latitude": 38.7, "longitude": -9.1, "name": "Belém", "location": "Lisbon"}),
        ),
        of(Method::POST, "/trips/{}/shift", json!({"days": 1})),
        of(
            Method::PUT,
            "/trips/{}/trip_items",
            json!({"trip_items": [sample::items()["trip_items"][0]]}),
        ),
        of(Method::PUT, "/trips/{}/budget", json!({"budget": budget()})),
        of(
            Method::PUT,
            "/trips/{}/management",
            json!({"owner": "ada", "members": ["ada", "bob"], "private": true}),
        ),
        of(Method::PUT, "/trip/{}/map", sample::map()),
        of(Method::POST, "/trips", whole.clone()),
        of(Method::POST, "/trip", whole),
        of(
            Method::POST,
            "/user",
            json!({"name": "New", "username": "ada", "email": "new@example.com"}),
        ),
        of(Method::PUT, "/user/ada", profile),
        of(
            Method::PUT,
            "/user/ada/settings",
            json!({"accountLimitedDeals": true, "accountNewsletterNotifications": "false"}),
        ),
        of(
            Method::PUT,
            "/user/ada/privacy",
            json!({"privateAccount": true, "shareEmail": false}),
        ),
        of(
            Method::POST,
            "/auth/token",
            json!({"grant_type": "refresh_token", "refresh_token": "x"}),
        ),
        of(Method::POST, "/auth/revoke", json!({"refresh_token": "x"})),
        of(
            Method::POST,
            "/trips/{}/invitations",
            json!({"role": "viewer", "uses": 2, "expiresAt": 4_000_000_000_u64}),
        ),
        of(Method::POST, "/trips/{}/parties", json!({"name": "Mia"})),
    ]
}

/// Values as JSON text, including some that no JSON library would write.
fn nasty() -> Vec<String> {
    let long = |text: &str, times: usize| format!("\"{}\"", text.repeat(times));
    let mut values: Vec<String> = [
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "-1",
        "-0",
        "1e400",
        "0.1234567890123456789012345678901234567890",
        "1e-400",
        "999999999999999999999999999999999999999999999999",
        "9223372036854775808",
        "\"a\\u0000b\"",
        "\"\\u202e\\ufeff\\u0007\"",
        "\"'; DROP TABLE users; --\"",
        "\"../../etc/passwd\"",
        "\"NaN\"",
        "[[[[]]]]",
        "{\"$serde_json::private::Number\": \"x\"}",
        "[null, 1, \"x\", {}, []]",
        "{\"start\": {}, \"lo\": [], \"_id\": 1, \"length\": -1}",
        "\"0000-00-00T00:00:00Z\"",
        "1e999999999999999999",
    ]
    .map(str::to_owned)
    .to_vec();
    values.push(long("x", 150_000));
    values.push(long("👩‍👩‍👧‍👦", 300));
    values.push(format!("[{}]", vec!["{}"; 2_500].join(",")));
    values
}

/// The pointers of every value within a body.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            found.push(format!("{at}/{name}"));
            pointers(value, &format!("{at}/{name}"), found);
        }),
        Value::Array(elements) => {
            if let Some(first) = elements.first() {
                found.push(format!("{at}/0"));
                pointers(first, &format!("{at}/0"), found);
            }
        }
        _ => {}
    }
}

async fn rejects_wrong_values_in_every_field(server: TestServer) {
    const MARK: &str = "put the nasty value here";
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    cast.ada
        .a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    let nasty = nasty();
    for (method, path, body) in writes(&trip) {
        let mut places = Vec::new();
        pointers(&body, "", &mut places);
        // Few fields are each tested with every value; many fields share the values among them.
        let shares = places.len().div_ceil(8);
        for (place, pointer) in places.iter().enumerate() {
            for (turn, value) in nasty
                .iter()
                .enumerate()
                .filter(|(turn, _)| turn % shares == place % shares)
            {
                let mut spoilt = body.clone();
                *spoilt.pointer_mut(pointer).unwrap() = json!(MARK);
                let text = spoilt.to_string().replace(&format!("\"{MARK}\""), value);
                let shown: String = value.chars().take(60).collect();
                let what = format!("{method} {path} {pointer} = {shown} ({turn})");
                let reply = cast
                    .ada
                    .client
                    .request(method.clone(), &path)
                    .body("application/json", text)
                    .await;
                is_civil(reply, &what);
            }
        }
    }
    lives_on(&cast, &trip).await;
}

/// Checks that the owner's trip and account still exist and can be written.
async fn lives_on(cast: &Cast, trip: &str) {
    cast.ada
        .b()
        .update(trip, &json!({"name": "Still here"}))
        .await;
    assert_eq!(cast.ada.b().trip(trip).await.json().name, "Still here");
    cast.ada.a().trip(trip).await.expect_status(200).json();
    cast.ada.b().timeline(trip).await.expect_status(200).json();
    cast.ada.users().own().await.expect_status(200).json();
}

fn bodies() -> Vec<(&'static str, Vec<u8>)> {
    let json = "application/json";
    let mut bodies: Vec<(&str, Vec<u8>)> = Vec::new();
    let texts: [&[u8]; 40] = [
        b"",
        b" ",
        b"\0",
        b"null",
        b"true",
        b"0",
        b"-0",
        b"1e400",
        b"\"\"",
        b"[]",
        b"{}",
        b"[{}]",
        b"[[]]",
        b"{\"\": \"\"}",
        b"{",
        b"[",
        b"\"",
        b"{\"a\"",
        b"{\"name\": \"a\", \"name\": \"b\"}",
        b"{\"name\": 1, \"name\": \"b\"}",
        b"{\"__proto__\": {\"x\": 1}, \"constructor\": 1}",
        b"{\"name\": \"\\ud800\"}",
        b"{\"name\": \"\xff\"}",
        b"\xff\xfe\x00\x00",
        b"\xef\xbb\xbf{}",
        b"NaN",
        b"Infinity",
        b"{\"name\": NaN}",
        b"{\"name\": undefined}",
        b"<xml/>",
        b"name=x",
        b"--boundary\r\n\r\n",
        b"{} trailing",
        b"{}{}",
        b"[1,2",
        b"'single'",
        b"\x1f\x8b\x08\x00",
        b"{\"name\": \"\\u0000\"}",
        b"{\"$serde_json::private::Number\": \"1\"}",
        b"{\"$serde_json::private::RawValue\": \"1\"}",
    ];
    bodies.extend(texts.map(|text| (json, text.to_vec())));
    bodies.push((json, "[".repeat(100_000).into_bytes()));
    bodies.push((json, "{\"a\":".repeat(50_000).into_bytes()));
    bodies.push((
        json,
        format!("{{\"{}\": 1}}", "k".repeat(500_000)).into_bytes(),
    ));
    bodies.push((
        json,
        format!(
            "{{{}}}",
            (0..20_000)
                .map(|n| format!("\"k{n}\": {n}"))
                .collect::<Vec<_>>()
                .join(",")
        )
        .into_bytes(),
    ));
    bodies.push((
        json,
        format!("{{\"name\": {}}}", "9".repeat(100_000)).into_bytes(),
    ));
    bodies.push((
        json,
        format!("{{\"name\": 0.{}1}}", "0".repeat(100_000)).into_bytes(),
    ));
    bodies.push((json, vec![0xff; 10_000]));
    for kind in [
        "",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin1",
        "a/b; c=\"",
        "\t",
    ] {
        bodies.push((kind, b"{\"name\": \"x\"}".to_vec()));
    }
    bodies
}

async fn rejects_wrong_bodies_on_every_route(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    cast.ada
        .a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    for (method, path, _) in writes(&trip) {
        for (kind, body) in bodies() {
            let shown: String = String::from_utf8_lossy(&body).chars().take(60).collect();
            let what = format!("{method} {path} {kind} {shown}");
            let reply = cast
                .ada
                .client
                .request(method.clone(), &path)
                .body(kind, body)
                .await;
            is_civil(reply, &what);
        }
    }
    // Reads and deletions ignore a body.
    for path in [
        "/api/v1/user".to_owned(),
        format!("/api/v1/trip/{trip}"),
        "/api/v1/trips".to_owned(),
    ] {
        let reply = cast
            .ada
            .client
            .request(Method::GET, &path)
            .body("application/json", "{")
            .await;
        assert!(matches!(reply.status, 200 | 400), "{path}: {reply:?}");
    }
    lives_on(&cast, &trip).await;
}

async fn rejects_wrong_headers_on_every_route(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let long = "x".repeat(20_000);
    let tags = "\"x\",".repeat(2_000);
    let headers: Vec<(&str, Vec<u8>)> = vec![
        ("if-match", b"\"".to_vec()),
        ("if-match", b"\xff\xfe".to_vec()),
        ("if-match", b"\"99999999999999999999999999-x\"".to_vec()),
        ("if-match", b"\"-1--\"".to_vec()),
        ("if-match", tags.clone().into_bytes()),
        ("if-none-match", b"\xff".to_vec()),
        ("if-none-match", tags.into_bytes()),
        ("api-variant", b"\xff".to_vec()),
        ("api-variant", b"A".to_vec()),
        ("x-request-id", b"\xff\xfe".to_vec()),
        ("x-request-id", long.clone().into_bytes()),
        ("token", b"\xff".to_vec()),
        ("token", long.clone().into_bytes()),
        ("authorization", b"Bearer \xff".to_vec()),
        ("authorization", b"Bearer".to_vec()),
        ("authorization", b"Bearer  ".to_vec()),
        ("authorization", format!("Bearer {long}").into_bytes()),
        ("max-width", b"1e400".to_vec()),
        ("max-height", b"-1".to_vec()),
        ("accept", b"text/nothing".to_vec()),
        ("accept-encoding", b"nothing;q=x".to_vec()),
        ("content-encoding", b"gzip".to_vec()),
        ("content-encoding", b"br".to_vec()),
        ("origin", b"null".to_vec()),
        ("origin", b"\xff".to_vec()),
        ("range", b"bytes=5-1".to_vec()),
        ("expect", b"200-nothing".to_vec()),
        ("x-forwarded-for", b"'; DROP".to_vec()),
        ("cookie", b"\xff=\xff".to_vec()),
        ("host", b"evil.example".to_vec()),
    ];
    for (method, path, body) in writes(&trip).into_iter().chain([
        (Method::GET, format!("/api/v1/trip/{trip}"), json!({})),
        (Method::GET, "/api/v1/trips".to_owned(), json!({})),
        (Method::GET, "/api/v1/user/ada".to_owned(), json!({})),
    ]) {
        for (name, value) in &headers {
            let call = cast
                .ada
                .client
                .request(method.clone(), &path)
                .header(name, value);
            let call = if method == Method::GET {
                call
            } else {
                call.json(&body)
            };
            let reply = call.await;
            // The framework turns heads away by itself that are too long or ask for what HTTP does
            // not have.
            if matches!(reply.status, 417 | 431) || reply.status == 400 && reply.body.is_empty() {
                continue;
            }
            is_civil(
                reply,
                &format!(
                    "{method} {path} {name}: {}",
                    String::from_utf8_lossy(&value[..value.len().min(40)])
                ),
            );
        }
    }
    lives_on(&cast, &trip).await;
}
