//! Compressed answers: which ones are, in which coding, and their tags in conditions. Compressed
//! requests are refused.

use std::io::Read;

use serde_json::json;
use wayfare_testkit::{Client, Method, Reply, TestServer, on_sqlite, sample};

use crate::cast::Cast;

on_sqlite!(
    compresses_answers_of_a_kibibyte_in_the_accepted_coding,
    tags_of_compressed_answers_work_in_conditions,
    compresses_long_lists_and_large_trips,
    does_not_compress_pictures_and_short_answers,
    refuses_encoded_bodies,
);

/// Unpacks an answer.
type Unpack = fn(&[u8]) -> Vec<u8>;

/// The codings and what unpacks them.
const CODINGS: [(&str, Unpack); 3] = [
    ("gzip", |bytes| read(flate2::read::GzDecoder::new(bytes))),
    ("br", |bytes| read(brotli::Decompressor::new(bytes, 4_096))),
    ("zstd", |bytes| read(zstd::Decoder::new(bytes).unwrap())),
];

fn read(mut source: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).unwrap();
    bytes
}

async fn get(client: &Client, path: &str, accept: &str) -> Reply<serde_json::Value> {
    let call = client.request(Method::GET, path);
    call.header("accept-encoding", accept).await
}

fn varies<T>(reply: &Reply<T>) -> bool {
    let vary = reply.headers.get_all("vary").iter();
    vary.flat_map(|value| value.to_str().unwrap().split(','))
        .any(|name| name.trim().eq_ignore_ascii_case("accept-encoding"))
}

/// A trip whose documents are long, and its paths.
async fn long_trip(cast: &Cast) -> (String, Vec<String>) {
    let trip = cast.full_trip().await;
    let items: Vec<_> = (0..60)
        .map(|day| {
            json!({
                "item_type": "stay", "day": day + 1, "destination": {"name": format!("Place {day}")}
            })
        })
        .collect();
    let set = cast
        .ada
        .a()
        .set_items(&trip, &json!({ "trip_items": items }));
    set.await.expect_status(200);
    let paths = vec![
        format!("/api/v1/trips/{trip}"),
        format!("/api/v1/trips/{trip}/trip_items"),
        format!("/api/v1/trip/{trip}/timeline"),
        "/openapi.json".to_owned(),
        "/docs/swagger-ui-bundle.js".to_owned(),
    ];
    (trip, paths)
}

async fn compresses_answers_of_a_kibibyte_in_the_accepted_coding(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (_, paths) = long_trip(&cast).await;
    let ada = &cast.ada.client;
    for path in &paths {
        let plain = ada.request(Method::GET, path).await.expect_status(200);
        assert!(plain.body.len() > 1_024 && varies(&plain), "{path}");
        assert_eq!(plain.header("content-encoding"), None);
        for (coding, decode) in CODINGS {
            // The second time from the cache.
            for _ in 0..2 {
                let reply = get(ada, path, coding).await.expect_status(200);
                assert_eq!(reply.header("content-encoding"), Some(coding), "{path}");
                assert!(varies(&reply), "{path}");
                assert!(reply.body.len() < plain.body.len() / 2, "{path} {coding}");
                assert_eq!(decode(&reply.body), plain.body, "{path} {coding}");
                assert_ne!(reply.etag(), plain.etag(), "{path} {coding}");
                let head = ada.request(Method::HEAD, path);
                let head = head.header("accept-encoding", coding).await;
                for name in ["etag", "content-encoding", "content-length", "content-type"] {
                    assert_eq!(head.header(name), reply.header(name), "{path} {name}");
                }
            }
        }
    }
    let path = &paths[0];
    for (accept, coding) in [
        ("gzip, deflate", Some("gzip")),
        ("gzip;q=0.5, br;q=0.9, zstd;q=0.1", Some("br")),
        ("GZIP;q=1.0", Some("gzip")),
        ("*", Some("zstd")),
        ("zstd;q=0, *;q=0.5", Some("br")),
        ("deflate", None),
        ("identity", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("gzip;q=0", None),
        ("", None),
        ("gzip;q=x, ;;;=", None),
    ] {
        let reply = get(ada, path, accept).await.expect_status(200);
        assert_eq!(reply.header("content-encoding"), coding, "{accept:?}");
    }
}

async fn tags_of_compressed_answers_work_in_conditions(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (trip, paths) = long_trip(&cast).await;
    let ada = &cast.ada.client;
    for path in &paths {
        let plain = ada.request(Method::GET, path).await.etag();
        for (coding, _) in CODINGS {
            let reply = get(ada, path, coding).await;
            let tag = reply.etag();
            for accept in [coding, "identity"] {
                for condition in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
                    let call = ada.request(Method::GET, path);
                    let call = call.header("accept-encoding", accept);
                    let known = call.if_none_match(&condition).await.expect_status(304);
                    assert_eq!(known.etag(), tag, "{path}");
                    assert!(known.body.is_empty() && varies(&known), "{path}");
                }
            }
            let call = ada
                .request(Method::GET, path)
                .header("accept-encoding", coding);
            call.if_none_match(&plain).await.expect_status(304);
            let other = tag.replace(coding, "x");
            let call = ada.request(Method::GET, path).if_none_match(&other);
            call.await.expect_status(200);
        }
    }
    let path = format!("/api/v1/trips/{trip}");
    for (number, (coding, _)) in CODINGS.into_iter().enumerate() {
        let tag = get(ada, &path, coding).await.etag();
        let put = |tag: &str, name: String| {
            let put = ada
                .request(Method::PUT, &path)
                .json(&json!({ "name": name }));
            put.if_match(tag).header("accept-encoding", coding)
        };
        let saved = put(&format!("W/{tag}"), format!("Trip {number}")).await;
        saved.expect_status(200);
        put(&tag, "x".to_owned()).await.expect_status(412);
    }
}

async fn compresses_long_lists_and_large_trips(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let desc: String = (0..1_200).map(|word| format!("word{word} ")).collect();
    for number in 0..12 {
        let trip = json!({"name": format!("Trip {number}"), "desc": desc});
        ada.b().create(&trip).await.expect_status(200);
    }
    let trip = sample::trip(&ada, "Long").await;
    let note = desc.repeat(10);
    let map = json!({ "notes": note });
    ada.b().set_map(&trip, &map).await.expect_status(200);
    for path in [
        "/api/v1/trips".to_owned(),
        format!("/api/v1/trip/{trip}/map"),
    ] {
        let plain = ada.client.request(Method::GET, &path).await;
        assert!(plain.body.len() > 64 << 10, "{path}: {}", plain.body.len());
        for (coding, decode) in CODINGS {
            let reply = get(&ada.client, &path, coding).await.expect_status(200);
            assert_eq!(reply.header("content-encoding"), Some(coding), "{path}");
            assert!(decode(&reply.body) == plain.body, "{path} {coding}");
            let again = ada.client.request(Method::GET, &path);
            let again = again.header("accept-encoding", coding);
            let again = again.if_none_match(&reply.etag()).await.expect_status(304);
            assert_eq!(again.etag(), reply.etag());
        }
    }
}

async fn does_not_compress_pictures_and_short_answers(server: TestServer) {
    let cast = Cast::of(&server).await;
    let (_, paths) = long_trip(&cast).await;
    let ada = &cast.ada.client;
    for path in ["/api/v1/user/default/picture", "/api/v1/user", "/healthz"] {
        let reply = get(ada, path, "gzip, br, zstd").await.expect_status(200);
        assert_eq!(reply.header("content-encoding"), None, "{path}");
        let is_text = path != "/api/v1/user/default/picture";
        assert_eq!(varies(&reply), is_text, "{path}");
    }
    // A long problem is compressed too, with its request id.
    let many: Vec<_> = (0..100).map(|_| json!({"item_type": 1})).collect();
    let put = ada.request(Method::PUT, &format!("{}/trip_items", paths[0]));
    let put = put.json(&many).header("accept-encoding", "gzip");
    let refused = put.await.expect_status(400);
    assert_eq!(refused.header("content-encoding"), Some("gzip"));
    let id = refused.request_id().unwrap().to_owned();
    let problem = String::from_utf8(CODINGS[0].1(&refused.body)).unwrap();
    assert!(problem.contains(&id), "{problem}");

    let off = TestServer::builder().setting("compression", "off");
    let off = off.start().unwrap();
    let reply = get(&off.client(), "/openapi.json", "gzip").await;
    assert_eq!(reply.header("content-encoding"), None);
    assert!(!varies(&reply));
}

async fn refuses_encoded_bodies(server: TestServer) {
    let client = server.client();
    let ada = sample::sign_up(&client, "ada").await;
    let mia = sample::sign_up(&client, "mia").await;
    let trip = sample::trip(&ada, "x").await;
    let path = format!("/api/v1/trip/{trip}");
    let put = |client: &Client, coding: &str| {
        client
            .request(Method::PUT, &path)
            .body("application/json", br#"{"name": "y"}"#)
            .header("Content-Encoding", coding)
    };
    for coding in ["gzip", "br", "identity, gzip", "nothing-known"] {
        let refused = put(&ada.client, coding).await.expect_status(415);
        assert_eq!(refused.header("Accept-Encoding"), Some("identity"));
        assert!(refused.problem().detail.contains("Content-Encoding"));
    }
    put(&client, "gzip").await.expect_status(401);
    put(&mia.client, "gzip").await.expect_status(404);
    for (method, path) in [
        (Method::PUT, format!("/api/v1/trips/{trip}/picture")),
        (Method::POST, "/api/v1/imports".to_owned()),
    ] {
        ada.client
            .request(method, &path)
            .body("multipart/form-data; boundary=x", b"--x--\r\n")
            .header("Content-Encoding", "gzip")
            .await
            .expect_status(415);
    }
    client
        .request(Method::POST, "/sign-up")
        .body("application/x-www-form-urlencoded", b"username=eve")
        .header("Content-Encoding", "deflate")
        .await
        .expect_status(415);
    put(&ada.client, "Identity").await.expect_status(200);
}
