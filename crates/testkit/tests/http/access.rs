//! The authorization matrix: every caller at every route of private, public, missing and malformed
//! trips.

use serde_json::{Value, json};
use wayfare_testkit::{Call, Client, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(
    deletions_follow_the_authorization_matrix,
    lists_only_visible_trips,
);

on_sqlite!(
    reads_follow_the_authorization_matrix,
    writes_follow_the_authorization_matrix,
    owner_only_changes_follow_the_authorization_matrix,
    answers_404_for_missing_trips,
);

const BAD: &str = "nonsense";

/// The reads of a trip.
const READS: [&str; 5] = [
    "/trips/{}",
    "/trips/{}/trip_items",
    "/trip/{}",
    "/trip/{}/map",
    "/trip/{}/timeline",
];

/// The writes of a trip's content, each with a body that changes something: it contains a new
/// number.
fn writes(fresh: usize) -> Vec<(&'static str, Value)> {
    let text = format!("text {fresh}");
    vec![
        ("/trips/{}", json!({"name": text})),
        (
            "/trips/{}/trip_items",
            json!({"trip_items": [{"item_type": "destination", "destination": {"name": text}}]}),
        ),
        ("/trips/{}/budget", json!({"budget": {"category": text}})),
        ("/trip/{}", json!({"desc": text})),
        ("/trip/{}/map", json!({"notes": text})),
    ]
}

/// The writes that only the owner may make.
fn owner_only(private: bool) -> Vec<(&'static str, Value)> {
    let flag = json!({"private": !private});
    let mut writes = Vec::new();
    for path in ["/trips/{}/management", "/trips/{}", "/trip/{}"] {
        for body in [
            flag.clone(),
            json!({"members": ["ada"]}),
            json!({"members": ["ada", "bob", "eve"]}),
            json!({"owner": "bob"}),
        ] {
            writes.push((path, body));
        }
    }
    writes
}

fn call(client: &Client, method: Method, path: &str, trip: &str) -> Call<Value> {
    client.request(method, &format!("/api/v1{}", path.replace("{}", trip)))
}

async fn status(
    client: &Client,
    method: Method,
    path: &str,
    trip: &str,
    body: Option<&Value>,
) -> u16 {
    let call = call(client, method.clone(), path, trip);
    let reply = match body {
        Some(body) => call.json(body).await,
        None => call.await,
    };
    if reply.status == 401 {
        assert!(
            reply
                .header("www-authenticate")
                .unwrap()
                .starts_with("Bearer"),
            "{method} {path}"
        );
    }
    if reply.status >= 400 {
        let status = reply.status;
        assert_eq!(reply.problem().status, status);
        return status;
    }
    reply.status
}

async fn reads_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    for private in [true, false] {
        let trip = cast.trip(private).await;
        for path in READS {
            for method in [Method::GET, Method::HEAD] {
                // An answer to HEAD has no body to check.
                let of = async |client: &Client| match method {
                    Method::HEAD => call(client, Method::HEAD, path, &trip).await.status,
                    _ => status(client, Method::GET, path, &trip, None).await,
                };
                let outsider = if private { 404 } else { 200 };
                assert_eq!(of(&cast.nobody).await, 401, "{path}");
                assert_eq!(of(&bad).await, 401, "{path}");
                assert_eq!(of(&cast.eve.client).await, outsider, "{path}");
                assert_eq!(of(&cast.bob.client).await, 200, "{path}");
                assert_eq!(of(&cast.ada.client).await, 200, "{path}");
            }
        }
    }
}

async fn writes_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    for private in [true, false] {
        let trip = cast.trip(private).await;
        let before = cast.ada.a().trip(&trip).await.body;
        for (path, body) in writes(0) {
            let of =
                async |client: &Client| status(client, Method::PUT, path, &trip, Some(&body)).await;
            let outsider = if private { 404 } else { 401 };
            assert_eq!(of(&cast.nobody).await, 401, "{path}");
            assert_eq!(of(&bad).await, 401, "{path}");
            assert_eq!(of(&cast.eve.client).await, outsider, "{path}");
        }
        assert_eq!(
            cast.ada.a().trip(&trip).await.body,
            before,
            "a refused write changes nothing"
        );
        for (fresh, client) in [(1, &cast.bob.client), (2, &cast.ada.client)] {
            for (path, body) in writes(fresh) {
                assert_eq!(
                    status(client, Method::PUT, path, &trip, Some(&body)).await,
                    200,
                    "{path}"
                );
            }
        }
    }
}

async fn owner_only_changes_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    for private in [true, false] {
        let trip = cast.trip(private).await;
        let before = cast.ada.a().trip(&trip).await.body;
        for (path, body) in owner_only(private) {
            let of =
                async |client: &Client| status(client, Method::PUT, path, &trip, Some(&body)).await;
            assert_eq!(of(&cast.nobody).await, 401, "{path}");
            assert_eq!(of(&bad).await, 401, "{path}");
            assert_eq!(
                of(&cast.eve.client).await,
                if private { 404 } else { 401 },
                "{path}"
            );
            let leaves = body["members"] == json!(["ada"]);
            if !leaves {
                assert_eq!(of(&cast.bob.client).await, 401, "{path} {body}");
            }
            // Combined with permitted changes, the whole request is refused.
            let mut mixed = body.clone();
            mixed["name"] = json!("Not kept");
            if !leaves {
                assert_eq!(
                    status(&cast.bob.client, Method::PUT, path, &trip, Some(&mixed)).await,
                    401,
                    "{path}"
                );
            }
        }
        assert_eq!(
            cast.ada.a().trip(&trip).await.body,
            before,
            "a refused write changes nothing"
        );
        for (path, body) in owner_only(private) {
            let trip = cast.trip(private).await;
            assert_eq!(
                status(&cast.ada.client, Method::PUT, path, &trip, Some(&body)).await,
                200,
                "{path} {body}"
            );
        }
    }
}

async fn deletions_follow_the_authorization_matrix(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    for private in [true, false] {
        for path in ["/trips/{}", "/trip/{}"] {
            let trip = cast.trip(private).await;
            let of =
                async |client: &Client| status(client, Method::DELETE, path, &trip, None).await;
            assert_eq!(of(&cast.nobody).await, 401, "{path}");
            assert_eq!(of(&bad).await, 401, "{path}");
            assert_eq!(
                of(&cast.eve.client).await,
                if private { 404 } else { 401 },
                "{path}"
            );
            assert_eq!(of(&cast.bob.client).await, 401, "{path}");
            assert_eq!(of(&cast.ada.client).await, 204, "{path}");
            assert_eq!(of(&cast.ada.client).await, 404, "{path}");
        }
    }
}

async fn answers_404_for_missing_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    let mut routes: Vec<(Method, &str, Option<Value>)> = READS
        .iter()
        .map(|path| (Method::GET, *path, None))
        .collect();
    routes.extend(
        writes(0)
            .into_iter()
            .map(|(path, body)| (Method::PUT, path, Some(body))),
    );
    routes.extend(
        owner_only(true)
            .into_iter()
            .map(|(path, body)| (Method::PUT, path, Some(body))),
    );
    routes.extend(["/trips/{}", "/trip/{}"].map(|path| (Method::DELETE, path, None)));
    for (method, path, body) in routes {
        for trip in [NO_TRIP, "not-a-uuid"] {
            let by_username = method == Method::GET && path == "/trips/{}" && trip != NO_TRIP;
            let of = async |client: &Client| {
                status(client, method.clone(), path, trip, body.as_ref()).await
            };
            if !by_username {
                assert_eq!(of(&cast.nobody).await, 401, "{method} {path} {trip}");
                assert_eq!(of(&bad).await, 401, "{method} {path} {trip}");
            }
            assert_eq!(of(&cast.ada.client).await, 404, "{method} {path} {trip}");
        }
    }
}

async fn lists_only_visible_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let bad = cast.nobody.with_token(BAD);
    let (private, public) = (cast.trip(true).await, cast.trip(false).await);
    let of = async |client: &Client, username: &str| {
        let entries = client
            .b()
            .trips_of(username)
            .await
            .expect_status(200)
            .json();
        entries
            .into_iter()
            .map(|entry| entry.uuid)
            .collect::<Vec<_>>()
    };
    let (all, shown) = (vec![public.clone(), private.clone()], vec![public.clone()]);
    for username in ["ada", "BOB"] {
        assert_eq!(of(&cast.nobody, username).await, shown);
        assert_eq!(
            of(&bad, username).await,
            shown,
            "a bad token counts as none"
        );
        assert_eq!(of(&cast.eve.client, username).await, shown);
        assert_eq!(of(&cast.bob.client, username).await, all);
        assert_eq!(of(&cast.ada.client, username).await, all);
    }
    assert_eq!(of(&cast.ada.client, "eve").await, Vec::<String>::new());
    for path in ["/api/v1/trips", "/api/v1/trips/paginated"] {
        for (client, status) in [(&cast.nobody, 401), (&bad, 401), (&cast.eve.client, 200)] {
            client
                .request(Method::GET, path)
                .await
                .expect_status(status);
        }
    }
    assert_eq!(
        cast.eve.a().trips().await.json(),
        [],
        "public trips of others are not one's own"
    );
    assert_eq!(cast.bob.b().trips().await.json().len(), 2);
    for path in ["/api/v1/trips", "/api/v1/trip"] {
        for client in [&cast.nobody, &bad] {
            client
                .request(Method::POST, path)
                .json(&json!({"name": "x"}))
                .await
                .expect_status(401)
                .problem();
            client
                .request(Method::POST, path)
                .json(&json!({"name": null}))
                .await
                .expect_status(401)
                .problem();
        }
    }
}
