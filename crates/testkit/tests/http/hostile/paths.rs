//! Paths and request heads that no client library would send.

use serde_json::json;
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

use crate::wire::{request, send};

both!(odd_segments_match_no_record);

on_sqlite!(
    answers_odd_paths_with_client_errors,
    survives_malformed_requests,
);

fn segments() -> Vec<Vec<u8>> {
    let long = "x".repeat(5_000);
    let texts = [
        "%00",
        "a%00b",
        "..",
        ".",
        "%2e%2e",
        "%2e%2e%2f",
        "..%2f..%2fetc%2fpasswd",
        "%2f",
        "%5c",
        "%ff",
        "%c0%af",
        "%e2%80%ae",
        "%",
        "%g1",
        "%1",
        "%u0041",
        "+",
        "%20",
        "%0a",
        "%0d%0a",
        "%0d%0aset-cookie:x=1",
        ";",
        ";x=1",
        "a;b",
        "@",
        ":",
        "*",
        "~",
        "$",
        "(",
        "'",
        "%27%20OR%201=1--",
        "null",
        "undefined",
        "NaN",
        "0",
        "-1",
        "default",
        "paginated",
        "settings",
        "experience",
        "ADA",
        "ada%2fpicture",
        "{uuid}",
        "{username}",
        "[]",
        "%7B%7D",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "01890000-0000-7000-8000-00000000000g",
        "{01890000-0000-7000-8000-000000000000}",
        "urn:uuid:01890000-0000-7000-8000-000000000000",
        "01890000000070008000000000000000",
        "%F0%9F%98%80",
        "%ED%A0%80",
        "%ef%bb%bf",
        "é",
        &long,
    ];
    let mut segments: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    segments.push(b"\xff\xfe".to_vec());
    segments.push(b"a\x7fb".to_vec());
    segments.push(b"a\tb".to_vec());
    segments
}

fn authorization(token: &str) -> Vec<u8> {
    format!("authorization: Bearer {token}\r\n").into_bytes()
}

async fn answers_odd_paths_with_client_errors(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let headers = authorization(&ada.token);
    let routes: [(&str, &str); 12] = [
        ("GET", "/api/v1/trips/{}"),
        ("GET", "/api/v1/trips/{}/trip_items"),
        ("GET", "/api/v1/trip/{}"),
        ("GET", "/api/v1/trip/{}/map"),
        ("GET", "/a/api/v1/trips/{}"),
        ("GET", "/b/api/v1/trips/{}"),
        ("GET", "/api/v1/user/{}"),
        ("GET", "/api/v1/user/{}/privacy"),
        ("DELETE", "/api/v1/trip/{}"),
        ("GET", "/api/v1/{}"),
        ("GET", "/{}"),
        ("GET", "/api/v1/trips/paginated?page={}&{}"),
    ];
    for (method, route) in routes {
        for segment in segments() {
            let mut target = Vec::new();
            for (place, part) in route.split("{}").enumerate() {
                if place > 0 {
                    target.extend_from_slice(&segment);
                }
                target.extend_from_slice(part.as_bytes());
            }
            let shown: String = String::from_utf8_lossy(&target).chars().take(80).collect();
            let answer = send(&server, &request(method, &target, &headers)).await;
            // The server may close the connection on a request that is not HTTP.
            let Some((status, text)) = answer else {
                continue;
            };
            assert!(status < 500, "{method} {shown}: {text}");
            let injected = text.to_ascii_lowercase().contains("\r\nset-cookie");
            assert!(!injected, "{method} {shown}: {text}");
        }
    }
    ada.users().own().await.expect_status(200);
}

async fn odd_segments_match_no_record(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let headers = authorization(&ada.token);
    let simple = trip.replace('-', "");
    for odd in [
        simple.clone(),
        format!("%7B{trip}%7D"),
        format!("urn:uuid:{trip}"),
        format!("{trip}%00"),
        format!("%20{trip}"),
        format!("{trip}%20"),
        format!("{trip}%2f"),
        format!("x{trip}"),
        format!("{trip}.json"),
    ] {
        let target = format!("/api/v1/trip/{odd}");
        let (status, _) = send(&server, &request("GET", target.as_bytes(), &headers))
            .await
            .unwrap();
        assert_eq!(status, 404, "{odd}");
    }
    for odd in [
        "ada%00",
        "%20ada",
        "ada%20",
        "ada%2e%2e%2f",
        "ada%2Fprivacy",
        "./ada",
        "ada/../ada",
    ] {
        let target = format!("/api/v1/user/{odd}");
        let (status, _) = send(&server, &request("GET", target.as_bytes(), b""))
            .await
            .unwrap();
        assert_eq!(status, 404, "{odd}");
    }
    // Needless percent-encoding changes nothing.
    for good in ["%61da", "a%64a"] {
        let target = format!("/api/v1/user/{good}");
        let (status, _) = send(&server, &request("GET", target.as_bytes(), b""))
            .await
            .unwrap();
        assert_eq!(status, 200, "{good}");
    }
    let upper = trip.to_uppercase();
    assert_eq!(
        ada.b().trip(&upper).await.json().uuid,
        trip,
        "a uuid has no case"
    );
    ada.b()
        .update(&upper, &json!({"name": "y"}))
        .await
        .expect_status(200);
}

async fn survives_malformed_requests(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let headers = String::from_utf8(authorization(&ada.token)).unwrap();
    let many: String = (0..500).map(|n| format!("x-{n}: y\r\n")).collect();
    let long = "y".repeat(200_000);
    for head in [
        "GET / HTTP/1.1\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "\r\n\r\n\r\n".to_owned(),
        "GET /api/v1/user HTTP/9.9\r\nhost: x\r\n\r\n".to_owned(),
        "GET http://evil.example/api/v1/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            .to_owned(),
        "CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_owned(),
        "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_owned(),
        format!("GET /api/v1/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{many}\r\n"),
        format!("GET /api/v1/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: {long}\r\n\r\n"),
        format!("GET /api/v1/{long} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}content-length: -1\r\n\r\n{{}}"
        ),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}"
        ),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}content-length: 99999999999999999999\r\n\r\n"
        ),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n"
        ),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}transfer-encoding: chunked\r\n\r\nzz\r\n"
        ),
        format!(
            "PUT /api/v1/user/ada HTTP/1.1\r\nhost: x\r\nconnection: \
                close\r\n{headers}transfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
        ),
        format!(
            "GET /api/v1/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}header without \
                a colon\r\n\r\n"
        ),
        format!(
            "GET /api/v1/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n folded: \
                x\r\n{headers}\r\n"
        ),
    ] {
        let shown: String = head.chars().take(100).collect();
        let wait = std::time::Duration::from_secs(15);
        let answer = tokio::time::timeout(wait, send(&server, head.as_bytes())).await;
        let Some((status, text)) = answer.unwrap_or_else(|_| panic!("no answer: {shown}")) else {
            continue;
        };
        assert!(status < 500, "{shown}: {text}");
    }
    ada.users().own().await.expect_status(200);
}
