//! Shifting a trip by days; and the base currency of a new trip.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

use crate::cast::Cast;

both!(shifts_every_date_of_a_trip, items_keep_their_hours);

on_sqlite!(
    shifting_a_trip_without_dates_changes_nothing,
    refuses_shifts_that_do_not_fit,
    a_new_trip_takes_its_base_currency,
);

async fn shifts_every_date_of_a_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let (a, b) = (cast.bob.a(), cast.bob.b());
    let seen = async || {
        let [detail, items] = [a.trip(&trip).await.value(), a.items(&trip).await.value()];
        let map = b.map(&trip).await.value();
        let payment = &items[0]["budget"]["membersBudget"][0]["paymentDate"];
        json!({
            "date": detail["date"],
            "times": [items[0]["start_time"], items[0]["end_time"], items[1]["start_time"]],
            "days": [items[0]["day"], items[1]["day"], items[2]["day"]],
            "map": map["locations"][0]["date"],
            "none": map["locations"][1]["date"],
            "payment": payment,
        })
    };
    let before = seen().await;
    let shifted = cast.bob.extensions().shift(&trip, 31).await;
    let shifted = shifted.expect_status(200);
    let tag = shifted.etag();
    let answered = shifted.value();
    let put = a.update(&trip, &json!({"todo": ["x"]})).if_match(&tag);
    let put = put.extended();
    let mut put = put.await.expect_status(200).value();
    put["todo"] = answered["todo"].clone();
    assert_eq!(answered, put, "as the PUT of Variant A answers");
    let wanted = json!({
        "date": {"start": "2026-06-01T00:00:00Z", "end": "2026-06-15T00:00:00Z"},
        "times": ["2026-06-01T09:00:00Z", "2026-06-01T12:00:00Z", "2026-06-01T13:00:00Z"],
        "days": [1, 1, 2],
        "map": {"start": 1_777_626_000 + 31 * 86_400, "end": 1_777_712_400 + 31 * 86_400},
        "none": {"start": 0, "end": 0},
        "payment": "2026-05-01T10:30:00Z",
    });
    assert_eq!(seen().await, wanted);
    let back = cast.ada.extensions().shift(&trip, -31).await;
    back.expect_status(200);
    assert_eq!(seen().await, before);
    let nothing = cast.ada.extensions().shift(&trip, 0).await;
    assert!(nothing.expect_status(304).body.is_empty());
}

async fn items_keep_their_hours(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let ada = cast.ada.extensions();
    for (zone, start) in [
        (json!("Europe/Madrid"), "2026-03-27T09:00:00Z"),
        (json!("UTC"), "2026-03-27T09:00:00Z"),
    ] {
        let item = json!({"item_type": "visit", "day": 1, "start_time": start, "timezone": zone});
        let added = ada.add_item(&trip, &item).await;
        added.expect_status(201);
    }
    let starts = async || {
        let items = cast.ada.a().items(&trip).await.value();
        [0, 1].map(|item: usize| items[item]["start_time"].clone())
    };
    let before = starts().await;
    ada.shift(&trip, 3).await.expect_status(200);
    // The clocks of Madrid changed on 29 March.
    let after = ["2026-03-30T08:00:00Z", "2026-03-30T09:00:00Z"];
    assert_eq!(starts().await, after);
    ada.shift(&trip, -3).await.expect_status(200);
    assert_eq!(starts().await, before);
}

async fn shifting_a_trip_without_dates_changes_nothing(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let status = async |who: &sample::Traveller| who.extensions().shift(&trip, 3).await.status;
    assert_eq!(status(&cast.ada).await, 304);
    assert_eq!(status(&cast.bob).await, 304);
    assert_eq!(status(&cast.eve).await, 401);
}

async fn refuses_shifts_that_do_not_fit(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let date = json!({"date": {"start": "9990-01-01", "end": "9990-02-01"}});
    ada.b().update(&trip, &date).await.expect_status(200);
    let path = format!("/api/v1/trips/{trip}/shift");
    let shift = |body: Value| {
        let post = wayfare_testkit::Method::POST;
        ada.client.request(post, &path).json(&body)
    };
    for days in [
        json!(0.5),
        json!(100_001),
        json!(-100_001),
        json!(1e30),
        json!("1"),
        json!(null),
        json!(3_660),
    ] {
        let problem = shift(json!({ "days": days })).await;
        let problem = problem.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/days"], "{days}");
    }
    let problem = shift(json!({})).await.expect_status(400).problem();
    assert_eq!(problem.pointers(), ["/days"]);
    shift(json!({"days": -100_000})).await.expect_status(200);
}

async fn a_new_trip_takes_its_base_currency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (a, b) = (ada.a(), ada.b());
    let of_b = b.create(&json!({"name": "x", "baseCurrency": "EUR"})).await;
    let of_b = of_b.expect_status(200).json().uuid;
    let of_a = a.create(&json!({"name": "x", "baseCurrency": "EUR"})).await;
    let of_a = of_a.expect_status(200).json().id;
    for trip in [&of_a, &of_b] {
        let base = a.trip(trip).await.json().budget.base_currency;
        assert_eq!(base, "EUR");
        let cost = json!({"budget": {"totalCost": 7}});
        let budget = a.set_budget(trip, &cost).await.expect_status(200).json();
        assert_eq!(budget.currency, "EUR");
        let detail = a.trip(trip).await.json();
        assert_eq!(detail.budget.trip_total_group_cost.0, 7.into());
        assert!(detail.budget.unconverted.is_empty());
    }
    for wrong in [json!("eur"), json!(""), json!([]), json!(7)] {
        let body = json!({"name": "", "baseCurrency": wrong});
        for reply in [
            b.create(&body).await.expect_status(400).problem(),
            a.create(&body).await.expect_status(400).problem(),
        ] {
            let mut pointers = reply.pointers();
            pointers.sort_unstable();
            assert_eq!(pointers, ["/baseCurrency", "/name"]);
        }
    }
}
