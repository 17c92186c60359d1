//! A hidden trip is answered exactly like a missing one.

use reqwest::header::{HeaderName, HeaderValue};
use serde_json::json;
use wayfare_testkit::{Call, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(hidden_and_missing_trips_answer_identically);

on_sqlite!(invalid_requests_do_not_reveal_hidden_trips);

const ROUTES: [(Method, &str); 12] = [
    (Method::GET, "/trips/{}"),
    (Method::HEAD, "/trips/{}"),
    (Method::GET, "/trips/{}/trip_items"),
    (Method::GET, "/trip/{}"),
    (Method::GET, "/trip/{}/map"),
    (Method::GET, "/trip/{}/timeline"),
    (Method::PUT, "/trips/{}"),
    (Method::PUT, "/trips/{}/management"),
    (Method::PUT, "/trip/{}"),
    (Method::PUT, "/trip/{}/map"),
    (Method::DELETE, "/trips/{}"),
    (Method::DELETE, "/trip/{}"),
];

/// Status, headers and body of an answer to a request with a fixed request id.
async fn seen(
    cast: &Cast,
    (method, path): &(Method, &str),
    trip: &str,
    with: impl Fn(Call<serde_json::Value>) -> Call<serde_json::Value>,
) -> (u16, Vec<String>, Vec<u8>) {
    let call = cast.eve.client.request(
        method.clone(),
        &format!("/api/v1{}", path.replace("{}", trip)),
    );
    let reply = with(call.header("x-request-id", "same")).await;
    // The service does not control the date, nor whether the connection survives an oversized body.
    let told = reply
        .headers
        .iter()
        .filter(|(name, _)| *name != "date" && *name != "connection");
    let mut headers: Vec<String> = told.map(shown).collect();
    headers.sort_unstable();
    (reply.status, headers, reply.body)
}

/// A header with its list sorted, as the order of some lists depends on the server's thread.
fn shown((name, value): (&HeaderName, &HeaderValue)) -> String {
    let mut entries: Vec<&str> = value.to_str().unwrap().split(", ").collect();
    entries.sort_unstable();
    format!("{name}: {}", entries.join(", "))
}

async fn hidden_and_missing_trips_answer_identically(server: TestServer) {
    let cast = Cast::of(&server).await;
    let hidden = cast.full_trip().await;
    for route in &ROUTES {
        let with = |call: Call<_>| {
            if route.0 == Method::PUT {
                call.json(&json!({"name": "x"}))
            } else {
                call
            }
        };
        let of_hidden = seen(&cast, route, &hidden, with).await;
        assert_eq!(of_hidden.0, 404, "{route:?}");
        assert_eq!(
            of_hidden,
            seen(&cast, route, NO_TRIP, with).await,
            "{route:?}"
        );
        if *route != (Method::GET, "/trips/{}") && *route != (Method::HEAD, "/trips/{}") {
            assert_eq!(
                of_hidden,
                seen(&cast, route, "malformed", with).await,
                "{route:?}"
            );
        }
    }
}

async fn invalid_requests_do_not_reveal_hidden_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let hidden = cast.full_trip().await;
    let large = vec![b' '; 9 << 20];
    for route in ROUTES.iter().filter(|(method, _)| *method == Method::PUT) {
        let spoil: [&dyn Fn(Call<_>) -> Call<_>; 7] = [
            &|call: Call<_>| call.json(&json!({"name": null, "owner": "eve"})),
            &|call: Call<_>| call.json(&json!({"members": ["no such user"]})),
            &|call: Call<_>| call.body("text/plain", "x"),
            &|call: Call<_>| call.body("application/json", "{"),
            &|call: Call<_>| call.body("application/json", large.clone()),
            &|call: Call<_>| call.json(&json!({})).if_match("\"1-x\""),
            &|call: Call<_>| call.json(&json!({})).if_match("*"),
        ];
        for spoil in spoil {
            let of_hidden = seen(&cast, route, &hidden, spoil).await;
            assert_eq!(of_hidden.0, 404, "{route:?}");
            assert_eq!(
                of_hidden,
                seen(&cast, route, NO_TRIP, spoil).await,
                "{route:?}"
            );
        }
    }
}
