//! Putting back the answer of a GET to the same path changes nothing.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Method, TestServer, both, on_sqlite};

use crate::cast::Cast;

both!(
    putting_back_a_full_trip_changes_nothing,
    putting_back_unusual_values_changes_nothing,
    putting_back_profiles_and_privacy_changes_nothing,
);

on_sqlite!(
    putting_back_an_empty_trip_changes_nothing,
    putting_back_the_answer_of_a_put_changes_nothing,
    putting_back_a_total_that_was_sent_keeps_it,
);

/// Puts back the answer of each GET, for each person.
async fn send_back(people: &[&Traveller], trip: &str) {
    for path in [
        "/trips/{}",
        "/trips/{}/trip_items",
        "/trips/{}/budget",
        "/trip/{}",
        "/trip/{}/map",
    ] {
        let path = format!("/api/v1{}", path.replace("{}", trip));
        for person in people {
            let got = person
                .client
                .request(Method::GET, &path)
                .await
                .expect_status(200);
            let (tag, body) = (got.etag(), got.body);
            let put = person
                .client
                .request(Method::PUT, &path)
                .body("application/json", body.clone());
            put.if_match(&tag).await.expect_status(304);
            let again = person.client.request(Method::GET, &path).await;
            assert_eq!((again.etag(), again.body), (tag, body), "{path}");
        }
    }
}

async fn putting_back_a_full_trip_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    send_back(&[&cast.ada, &cast.bob], &trip).await;
}

async fn putting_back_an_empty_trip_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    send_back(&[&cast.ada, &cast.bob], &trip).await;
    // Its missing start is answered as 0, which is after its end.
    let end = json!({"date": {"end": -86_400}});
    cast.ada.b().update(&trip, &end).await.expect_status(200);
    send_back(&[&cast.ada, &cast.bob], &trip).await;
}

async fn putting_back_unusual_values_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let ada = &cast.ada;
    let edits: Vec<(&str, Value)> = vec![
        (
            "/trip/{}",
            json!({
                "dest": [
                    "Lisbon", "Porto", "Lisbon", "", {"name": "Porto", "location": "Elsewhere"}
                ]
            }),
        ),
        (
            "/trip/{}",
            json!({"date": {"start": 1_777_593_600_123_i64}}),
        ),
        (
            "/trip/{}",
            json!({"date": {"start": 0, "end": "2026-05-01"}}),
        ),
        ("/trip/{}", json!({"date": {"start": -86_400, "end": 0.5}})),
        (
            "/trip/{}",
            json!({"date": {"start": "0001-01-01", "end": "9999-12-31T23:59:59.999Z"}}),
        ),
        (
            "/trip/{}",
            json!({"img": "https://example.com/a b.jpg?x=1#y"}),
        ),
        ("/trips/{}", json!({"budget": {"baseCurrency": "JPY"}})),
        (
            "/trips/{}/budget",
            json!({
                "budget": {
                    "currency": "USD",
                    "membersBudget": [sample::member_budget("x", &json!(0.1), &json!(0.2))]
                }
            }),
        ),
        ("/trips/{}/budget", json!({"budget": {"currency": "EUR"}})),
        (
            "/trips/{}/trip_items",
            json!([
                {
                    "item_type": "x", "duration": 0.5, "day": 7,
                    "budget": {
                        "currency": "GBP",
                        "membersBudget": [sample::member_budget("y", &json!(5), &json!(3))]
                    }
                }
            ]),
        ),
        (
            "/trips/{}/trip_items",
            json!([
                {"item_type": "x"}, {"item_type": "x"},
                {"item_type": "y", "index": 0, "end_time": "2026-05-01T10:00:00+02:00"}
            ]),
        ),
        (
            "/trip/{}/map",
            json!({
                "notes": "a & b < c <script>x</script> <a href='https://x.example'>l</a>\r\n\
                    \u{a0}&nbsp;",
                "locations": [
                    {}, {"date": {"start": 5}}, {"date": {"end": "2026-01-01T00:00:00.001Z"}}
                ]
            }),
        ),
    ];
    let one = cast.trip(true).await;
    for (path, body) in edits {
        let fresh = cast.trip(true).await;
        for trip in [&one, &fresh] {
            let path = format!("/api/v1{}", path.replace("{}", trip));
            ada.client
                .request(Method::PUT, &path)
                .json(&body)
                .await
                .expect_status(200);
            send_back(&[ada], trip).await;
        }
    }
}

async fn putting_back_profiles_and_privacy_changes_nothing(server: TestServer) {
    let Cast { ada, .. } = Cast::of(&server).await;
    let change = json!({
        "description": "d", "links": [{"type": "site", "url": "HTTPS://Example.com"}],
        "interests": ["a", "a"], "image": "https://example.com/x.png"
    });
    for change in [None, Some(change), Some(json!({"username": "Countess"}))] {
        let mut username = "ada".to_owned();
        if let Some(change) = change {
            let current = ada.users().own().await.json().username;
            username = ada.users().update(&current, &change).await.json().username;
        }
        for path in [
            format!("/api/v1/user/{username}"),
            format!("/api/v1/user/{username}/privacy"),
        ] {
            let got = ada
                .client
                .request(Method::GET, &path)
                .await
                .expect_status(200);
            let tag = got.etag();
            ada.client
                .request(Method::PUT, &path)
                .body("application/json", got.body)
                .if_match(&tag)
                .await
                .expect_status(304);
        }
        let own = ada.users().own().await.value();
        ada.users().update(&username, &own).await.expect_status(304);
        let settings = ada.users().settings().await.value();
        ada.users()
            .set_settings(&username, &settings)
            .await
            .expect_status(304);
    }
    // The public profile of a private account.
    ada.users()
        .set_privacy("Countess", &json!({"privateAccount": true}))
        .await
        .expect_status(200);
    let shown = ada.users().profile("Countess").await.value();
    ada.users()
        .update("Countess", &shown)
        .await
        .expect_status(304);
}

async fn putting_back_the_answer_of_a_put_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let (a, b) = (cast.ada.a(), cast.ada.b());
    let answer = a.update(&trip, &json!({"name": "Spain"})).await.value();
    a.update(&trip, &answer).await.expect_status(304);
    let answer = b.update(&trip, &json!({"name": "Italy"})).await.value();
    b.update(&trip, &answer).await.expect_status(304);
    let answer = a
        .set_budget(&trip, &json!({"budget": {"category": "Other"}}))
        .await
        .value();
    a.set_budget(&trip, &json!({"budget": answer}))
        .await
        .expect_status(304);
    let answer = a.manage(&trip, &json!({"private": false})).await.value();
    a.manage(&trip, &answer).await.expect_status(304);
    let answer = b
        .set_map(&trip, &json!({"notes": "<i>x</i>"}))
        .await
        .value();
    b.set_map(&trip, &answer).await.expect_status(304);
}

async fn putting_back_a_total_that_was_sent_keeps_it(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let items = cast.ada.extensions();
    let item = json!({"item_id": "i", "item_type": "destination"});
    items.add_item(&trip, &item).await.expect_status(201);
    let budget = |total: Option<u32>, cost: u32| {
        let mut budget = json!({"membersBudget": [{"memberId": "ada", "cost": cost}]});
        if let Some(total) = total {
            budget["totalCost"] = json!(total);
        }
        json!({"budget": budget})
    };
    let set = async |body: Value| {
        items
            .update_item(&trip, "i", &body)
            .await
            .expect_status(200)
    };
    set(budget(Some(10), 10)).await;
    send_back(&[&cast.ada], &trip).await;
    let changed = set(budget(None, 3)).await.value();
    assert_eq!(changed["budget"]["totalCost"], 10);
}
