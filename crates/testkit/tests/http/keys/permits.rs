//! What keys permit: scopes, trips, and no account.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use wayfare_testkit::sample;
use wayfare_testkit::{Builder, Client, Method, TestServer, both, on_sqlite};

use super::{assert_refused, limited, reading, writing};
use crate::cast::{Cast, NO_TRIP};
use crate::limits::start_behind_proxy;
use crate::pictures::samples::jpeg;

both!(lists_hold_the_trips_of_a_key_alone);
on_sqlite!(
    a_key_that_reads_changes_nothing,
    other_trips_do_not_exist_for_a_key,
    only_a_key_of_all_trips_makes_trips,
    a_key_joins_what_it_covers,
    a_key_that_reads_gets_no_address_of_a_link,
    a_key_ends_no_session,
    the_public_profile_of_others_needs_no_scope,
    requests_by_a_key_count_for_its_account,
);

async fn a_key_that_reads_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let program = reading(&cast.ada).await;
    let tag = cast.ada.a().trip(&trip).await.etag();
    assert_eq!(program.a().trip(&trip).await.etag(), tag);
    program
        .extensions()
        .share_links(&trip)
        .await
        .expect_status(200);
    program
        .extensions()
        .places("lis", None)
        .await
        .expect_status(200);
    let head = format!("/api/v1/trips/{trip}");
    program
        .request(Method::HEAD, &head)
        .await
        .expect_status(200);
    assert_refused(program.a().update(&trip, &json!({"name": "New"})).await);
    assert_refused(program.a().update(&trip, &json!({"name": 7})).await);
    // Not even a change that changes nothing.
    assert_refused(program.a().update(&trip, &json!({})).await);
    assert_refused(program.extensions().open_trip_feed(&trip).await);
    assert_refused(program.extensions().close_trip_feed(&trip).await);
    assert_refused(program.b().delete(&trip).await);
    assert_refused(program.a().create(&json!({"name": "New"})).await);
    let missing = program.a().update(NO_TRIP, &json!({"name": "New"})).await;
    missing.expect_status(404);
    assert_eq!(cast.ada.a().trip(&trip).await.etag(), tag);
}

/// What a caller gets for every operation of a trip: status, and the body without the request id.
async fn answers(client: &Client, trip: &str) -> Vec<(u16, Value)> {
    let mut answers = Vec::new();
    let paths = [
        "trips/{}",
        "trips/{}/pictures",
        "trips/{}/picture",
        "trips/{}/trip_items",
        "trip/{}",
        "trip/{}/map",
        "trip/{}/timeline",
        "trip/{}/picture",
        "trips/{}/budget",
        "trips/{}/roles",
        "trips/{}/rates",
        "trips/{}/settlement",
        "trips/{}/export/ics",
        "trips/{}/events",
        "trips/{}/feed",
        "trips/{}/share-links",
        "trips/{}/shift",
        "trips/{}/management",
    ];
    for path in paths {
        let path = format!("/api/v1/{}", path.replace("{}", trip));
        for method in [Method::GET, Method::PUT, Method::POST, Method::DELETE] {
            let call = client.request(method.clone(), &path);
            let call = if method == Method::GET {
                call
            } else {
                call.json(&json!({"name": "New", "owner": 1, "days": "x"}))
            };
            let reply = call.await;
            let mut body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            if let Some(body) = body.as_object_mut() {
                body.remove("instance");
            }
            answers.push((reply.status, body));
        }
    }
    answers
}

async fn other_trips_do_not_exist_for_a_key(server: TestServer) {
    let cast = Cast::of(&server).await;
    let [own, other, public] = [
        cast.full_trip().await,
        cast.full_trip().await,
        cast.trip(false).await,
    ];
    for trip in [&other, &public] {
        let set = cast.ada.a().set_pictures(trip);
        let set = set.file("photos", "a.jpg", jpeg(8, 8, 0)).await;
        set.expect_status(200);
    }
    let program = limited(&cast.ada, &[&own]).await;
    let missing = answers(&program, NO_TRIP).await;
    let statuses: Vec<u16> = missing.iter().map(|(status, _)| *status).collect();
    assert!(
        statuses.contains(&403) && statuses.contains(&404),
        "{statuses:?}"
    );
    for trip in [&other, &public] {
        assert_eq!(answers(&program, trip).await, missing);
    }
    program.a().trip(&own).await.expect_status(200);
    let set = program.a().update(&own, &json!({"name": "New"})).await;
    set.expect_status(200);
    program
        .a()
        .manage(&own, &json!({"private": false}))
        .await
        .expect_status(200);
    program.b().delete(&own).await.expect_status(204);
    program.a().trip(&own).await.expect_status(404);
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|trip| trip["name"].as_str().unwrap()).collect()
}

async fn lists_hold_the_trips_of_a_key_alone(server: TestServer) {
    let cast = Cast::of(&server).await;
    let mut trips = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let body = json!({"name": name, "private": false});
        trips.push(sample::trip_with(&cast.ada, &body).await);
    }
    let foreign = json!({"name": "foreign", "private": false});
    let foreign = sample::trip_with(&cast.eve, &foreign).await;
    let (a, c, d) = (&trips[0], &trips[2], &trips[3]);
    let program = limited(&cast.ada, &[a, c, d, &foreign]).await;
    for variant in ["a", "b"] {
        let list = program
            .request(Method::GET, "/api/v1/trips")
            .variant(variant);
        assert_eq!(names(&list.await.value()), ["d", "c", "a"], "{variant}");
    }
    let list = program.request(Method::GET, "/api/v1/trips").await;
    assert_eq!(names(&list.value()), ["d", "c", "a"]);
    let page = async |page: u32| {
        let path = format!("/api/v1/trips/paginated?page={page}&per_page=2");
        program.request(Method::GET, &path).await
    };
    for (number, expected) in [(0, &["d", "c"][..]), (1, &["a"])] {
        let page = page(number).await.expect_status(200).value();
        assert_eq!(names(&page["trips"]), expected);
        assert_eq!(page["pages"], 2);
    }
    page(2).await.expect_status(404);
    let of_ada = program.b().trips_of("ada").await.value();
    assert_eq!(names(&of_ada), ["d", "c", "a"]);
    assert_eq!(
        names(&program.b().trips_of("eve").await.value()),
        ["foreign"]
    );
    assert_eq!(names(&program.b().trips_of("bob").await.value()), [""; 0]);
    let only = limited(&cast.ada, &[a]).await;
    assert_eq!(names(&only.b().trips_of("eve").await.value()), [""; 0]);
    assert_eq!(
        names(&writing(&cast.ada).await.b().trips().await.value()).len(),
        4
    );
    // A public trip of others is no trip of the account.
    let public = limited(&cast.ada, &[&foreign]).await;
    assert_eq!(public.b().trips().await.value(), json!([]));
    public.a().trip(&foreign).await.expect_status(200);
    assert_refused(public.a().update(&foreign, &json!({"name": "x"})).await);
}

async fn only_a_key_of_all_trips_makes_trips(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
    let import = |client: &Client, query: &str| {
        let path = format!("/api/v1/imports{query}");
        let call = client.request(Method::POST, &path);
        call.file("file", "a.ics", calendar)
    };
    for program in [limited(&cast.ada, &[&trip]).await, reading(&cast.ada).await] {
        for body in [json!({"name": "New"}), json!({"name": 7})] {
            assert_refused(program.a().create(&body).await);
            assert_refused(program.b().create(&body).await);
        }
        for query in ["", "?preview=true"] {
            assert_refused(import(&program, query).await);
        }
    }
    assert_eq!(cast.ada.b().trips().await.json().len(), 1);
    let program = writing(&cast.ada).await;
    program
        .a()
        .create(&json!({"name": "A"}))
        .await
        .expect_status(200);
    program
        .b()
        .create(&json!({"name": "B"}))
        .await
        .expect_status(200);
    import(&program, "").await.expect_status(201);
    assert_eq!(program.b().trips().await.json().len(), 4);
}

async fn a_key_joins_what_it_covers(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let own = sample::trip(&cast.eve, "Own").await;
    let invitation = cast.ada.extensions().create_invitation(&trip, &json!({}));
    let url = invitation.await.expect_status(201).json().url;
    let (_, token) = url.rsplit_once('/').unwrap();
    let path = format!("/api/v1/invitations/{token}");
    let join = |client: &Client| client.request(Method::POST, &path).json(&json!({}));
    assert_refused(join(&reading(&cast.eve).await).await);
    let limited = limited(&cast.eve, &[&own]).await;
    join(&limited).await.expect_status(404);
    let program = writing(&cast.eve).await;
    program.a().trip(&trip).await.expect_status(404);
    join(&program).await.expect_status(200);
    program.a().trip(&trip).await.expect_status(200);
}

async fn a_key_that_reads_gets_no_address_of_a_link(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let (reading, writing) = (reading(&cast.ada).await, writing(&cast.ada).await);
    for kind in ["share-links", "invitations"] {
        let list = format!("/api/v1/trips/{trip}/{kind}");
        let make = cast
            .ada
            .client
            .request(Method::POST, &list)
            .json(&json!({}));
        let mut made: Value = serde_json::from_slice(&make.await.expect_status(201).body).unwrap();
        let one = format!("{list}/{}", made["id"].as_str().unwrap());
        let shown = async |by: &Client| {
            let mut shown = Vec::new();
            for path in [&list, &one] {
                let reply = by.request(Method::GET, path).await.expect_status(200);
                shown.push(serde_json::from_slice::<Value>(&reply.body).unwrap());
            }
            shown
        };
        assert_eq!(shown(&writing).await, [json!([made]), made.clone()]);
        made["url"] = json!("");
        assert_eq!(shown(&reading).await, [json!([made]), made]);
    }
}

async fn a_key_ends_no_session(server: TestServer) {
    let cast = Cast::of(&server).await;
    let program = writing(&cast.ada).await;
    for body in [
        json!({"all": true}),
        json!({"refresh_token": "x"}),
        json!({}),
    ] {
        assert_refused(program.users().revoke(&body).await);
    }
    cast.ada.users().own().await.expect_status(200);
    let one = json!({"refresh_token": "x"});
    cast.ada.users().revoke(&one).await.expect_status(204);
}

async fn the_public_profile_of_others_needs_no_scope(server: TestServer) {
    let cast = Cast::of(&server).await;
    for user in [&cast.ada, &cast.eve] {
        let program = reading(user).await;
        program.users().profile("ada").await.expect_status(200);
        let own = program.users().own().await.expect_status(200);
        assert_eq!(own.value()["username"], user.username);
        assert_refused(program.users().settings().await);
        program.extensions().rates("").await.expect_status(404);
    }
}

async fn requests_by_a_key_count_for_its_account(builder: Builder) {
    let server = start_behind_proxy(builder);
    let ada = sample::sign_up(&server.client(), "ada").await;
    let programs: [Client; 2] = [reading(&ada).await, writing(&ada).await];
    let list = |client: &Client, turn: usize| {
        let call = client.request(Method::GET, "/api/v1/trips");
        call.header("x-forwarded-for", format!("192.0.2.{}", turn % 250))
    };
    // The first request of an account leaves 999, and 10 ms later nothing is missing. So it is less
    // only because of the keys' requests just before; a busy machine may need several rounds.
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let of_keys = (0..40).map(|turn| list(&programs[turn % 2], turn));
        let calls = of_keys.chain([list(&ada.client, 40)]);
        let replies = join_all(calls.map(IntoFuture::into_future)).await;
        for reply in &replies {
            assert!([200, 429].contains(&reply.status), "{reply:?}");
        }
        let reply = replies.last().unwrap();
        let limits = reply.header("ratelimit").unwrap();
        let (_, left) = limits.split_once("\"account\";r=").unwrap();
        let left: u32 = left.split(';').next().unwrap().parse().unwrap();
        if left < 999 {
            return;
        }
    }
    panic!("the keys' requests count for nobody, or for themselves");
}
