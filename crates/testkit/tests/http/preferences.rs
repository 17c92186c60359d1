//! The header `Prefer`: the whole answer to an update that changes nothing, and strict handling of
//! unknown fields.

use serde_json::{Value, json};
use wayfare_testkit::{Call, Method, TestServer, on_sqlite, sample};

use crate::cast::{Cast, budget};

on_sqlite!(
    an_update_that_changes_nothing_answers_in_full_if_preferred,
    strict_handling_refuses_unknown_fields_on_every_level,
    strict_handling_takes_whatever_is_documented,
    strict_handling_refuses_unknown_parts_of_a_form,
);

const WHOLE: &str = "return=representation";

async fn an_update_that_changes_nothing_answers_in_full_if_preferred(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let ada = &cast.ada.client;
    let items = cast.ada.a().items(&trip).await.value();
    for (path, body) in [
        (format!("/trips/{trip}"), json!({})),
        (format!("/trips/{trip}/trip_items"), items),
        (
            format!("/trips/{trip}/budget"),
            json!({ "budget": budget() }),
        ),
        (
            format!("/trips/{trip}/management"),
            json!({"private": true}),
        ),
        (format!("/trip/{trip}"), json!({"private": true})),
        (
            format!("/trip/{trip}/map"),
            cast.ada.b().map(&trip).await.value(),
        ),
        ("/user/ada".to_owned(), json!({})),
        (
            "/user/ada/settings".to_owned(),
            json!({"accountLimitedDeals": false}),
        ),
        ("/user/ada/privacy".to_owned(), json!({"shareEmail": false})),
    ] {
        let put = || {
            ada.request(Method::PUT, &format!("/api/v1{path}"))
                .json(&body)
        };
        let plain = put().await.expect_status(304);
        assert!(plain.body.is_empty() && plain.header("preference-applied").is_none());
        let whole = put().header("prefer", WHOLE).await.expect_status(200);
        assert_eq!(whole.header("preference-applied"), Some(WHOLE), "{path}");
        assert!(whole.header("etag").is_some(), "{path}");
        assert!(whole.value().is_object(), "{path}");
        let stale = put().header("prefer", WHOLE).if_match("\"0-x\"");
        let stale = stale.await.expect_status(412);
        assert_eq!(stale.header("preference-applied"), None, "{path}");
    }
    // The answer is what a GET of the same path shows.
    let map = format!("/api/v1/trip/{trip}/map");
    let shown = ada.request(Method::GET, &map).await.value();
    let put = ada.request(Method::PUT, &map).json(&shown);
    assert_eq!(
        put.header("prefer", "respond-async, Return=\"representation\"")
            .await
            .value(),
        ada.request(Method::GET, &map).await.value()
    );
    for path in [
        format!("/trips/{trip}/picture"),
        "/user/ada/picture".to_owned(),
    ] {
        let put = || {
            let call = ada.request(Method::PUT, &format!("/api/v1{path}"));
            call.body("multipart/form-data; boundary=x", "--x--\r\n")
        };
        put().await.expect_status(304);
        let whole = put().header("prefer", WHOLE).await.expect_status(200);
        assert_eq!(whole.header("preference-applied"), Some(WHOLE), "{path}");
    }
}

/// Requests to the trip `{trip}` with unknown fields, and the pointers to these.
#[rustfmt::skip]
const UNKNOWN_FIELDS: [(&str, &str, &str, &[&str]); 18] = [
    ("PUT", "/trips/{trip}", r#"{"nmae": "x"}"#, &["/nmae"]),
    ("PUT", "/trip/{trip}", r#"{"dates": {}, "name": "x"}"#, &["/dates"]),
    ("PUT", "/trip/{trip}", r#"{"date": {"begin": 1}}"#, &["/date/begin"]),
    ("PUT", "/trips/{trip}", r#"{"budget": {"low": 1, "hi": 3000, "totlCost": 3}}"#, &["/budget/\
        low", "/budget/totlCost"]),
    (
        "PUT", "/trips/{trip}/budget",
        r#"{"budget": {"membersBudget": [{"memberId": "ada", "costs": 1}]}}"#,
        &["/budget/membersBudget/0/costs"]
    ),
    ("PUT", "/trips/{trip}/management", r#"{"mebers": [], "private": true}"#, &["/mebers"]),
    (
        "PUT", "/trips/{trip}/trip_items",
        r#"{"trip_items": [{"item_type": "stay"}, {"item_type": "stay", "end": 1}]}"#,
        &["/trip_items/1/end"]
    ),
    (
        "PUT", "/trips/{trip}/trip_items",
        r#"{"trip_items": [{"item_type": "stay"},
            {"item_type": "stay", "destination": {"nam": "x"}}]}"#,
        &["/trip_items/1/destination/nam"]
    ),
    (
        "PUT", "/trips/{trip}/trip_items",
        r#"[{"item_type": "stay", "photos": [{"url": "https://x.org/", "desc": ""}]}]"#,
        &["/0/photos/0/desc"]
    ),
    (
        "PUT", "/trip/{trip}/map",
        r#"{"locations": [{"transportation": {"kind": "train"}}], "note": ""}"#,
        &["/note", "/locations/0/transportation/kind"]
    ),
    ("PUT", "/user/ada", r#"{"nickname": "x"}"#, &["/nickname"]),
    (
        "PUT", "/user/ada", r#"{"links": [{"type": "site", "url": "https://x.org/", "rel": ""}]}"#,
        &["/links/0/rel"]
    ),
    ("PUT", "/user/ada/settings", r#"{"deals": true}"#, &["/deals"]),
    ("PUT", "/user/ada/privacy", r#"{"email": ""}"#, &["/email"]),
    ("POST", "/trip", r#"{"name": "x", "todo": []}"#, &["/todo"]),
    ("POST", "/trips", r#"{"nmae": "x"}"#, &["/name", "/nmae"]),
    (
        "POST", "/auth/token",
        r#"{"grant_type": "password", "username": "ada", "password": "x", "scope": ""}"#,
        &["/scope"]
    ),
    ("POST", "/auth/token", r#"{"grant_type": "x", "username": ""}"#, &["/grant_type"]),
];

async fn strict_handling_refuses_unknown_fields_on_every_level(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let ada = &cast.ada.client;
    for (method, path, body, pointers) in UNKNOWN_FIELDS {
        let path = path.replace("{trip}", &trip);
        let body: Value = serde_json::from_str(body).unwrap();
        let call = || {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let call = ada.request(method, &format!("/api/v1{path}"));
            call.json(&body)
        };
        let before = cast.ada.b().trip(&trip).await.etag();
        let strict = call().header("prefer", "handling=strict");
        let reply = strict.await.expect_status(400);
        assert_eq!(reply.header("preference-applied"), Some("handling=strict"));
        assert_eq!(reply.problem().pointers(), pointers, "{path} {body}");
        assert_eq!(cast.ada.b().trip(&trip).await.etag(), before);
        let lenient = call().header("prefer", "handling=lenient").await;
        assert_eq!(lenient.header("preference-applied"), None, "{path}");
        let is_fit = !matches!(path.as_str(), "/trips" | "/auth/token");
        assert_eq!(lenient.status < 400, is_fit, "{path} {body}: {lenient:?}");
    }
    // Nobody learns whether a trip exists.
    let eve = cast
        .eve
        .client
        .request(Method::PUT, &format!("/api/v1/trip/{trip}"));
    let eve = eve
        .json(&json!({"nmae": "x"}))
        .header("prefer", "handling=strict");
    eve.await.expect_status(404);
}

async fn strict_handling_takes_whatever_is_documented(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = &cast.ada;
    let strict = |path: &str, body: &Value| -> Call<Value> {
        let call = ada.client.request(Method::PUT, &format!("/api/v1{path}"));
        call.json(body)
            .header("prefer", "handling=strict, return=representation")
    };
    for (path, body) in [
        (format!("/trip/{trip}"), sample::full_update()),
        (format!("/trips/{trip}/trip_items"), sample::items()),
        (
            format!("/trips/{trip}/budget"),
            json!({ "budget": budget() }),
        ),
        (format!("/trip/{trip}/map"), sample::map()),
    ] {
        for _ in 0..2 {
            let reply = strict(&path, &body).await.expect_status(200);
            assert_eq!(
                reply.header("preference-applied"),
                Some("return=representation, handling=strict")
            );
        }
    }
}

async fn strict_handling_refuses_unknown_parts_of_a_form(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let put = || ada.users().set_picture("ada").file("picture", "a.png", "x");
    put().await.expect_status(304);
    let strict = put().header("prefer", "handling=strict").await;
    assert_eq!(strict.expect_status(400).problem().pointers(), ["/picture"]);
}
