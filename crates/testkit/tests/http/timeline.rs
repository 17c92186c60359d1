//! The timeline: days of events, from the itinerary and the map.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, on_sqlite};

on_sqlite!(
    merges_itinerary_and_map_into_days,
    places_items_without_time_on_their_day,
    numbers_days_from_the_trip_start_or_the_first_timed_item,
    orders_ties_by_itinerary_then_list_order,
    locations_include_their_transportation,
    uses_the_time_unit_of_the_trip,
    converts_costs_to_the_base_currency,
);

/// 2026-05-01T00:00:00Z
const DAY: i64 = 1_777_593_600;
const HOUR: i64 = 3_600;

async fn timeline(ada: &Traveller, trip: &str) -> Value {
    ada.b().timeline(trip).await.expect_status(200).value()
}

async fn items(ada: &Traveller, trip: &str, items: Value) {
    ada.a()
        .set_items(trip, &json!({"trip_items": items}))
        .await
        .expect_status(200);
}

fn stay(id: &str, rest: &Value) -> Value {
    let mut item = json!({
        "item_type": "destination",
        "destination": {"_id": id, "name": id.to_uppercase(), "description": "d"}
    });
    item.as_object_mut()
        .unwrap()
        .extend(rest.as_object().unwrap().clone());
    item
}

/// `[day, [time, name]…]` of each day.
fn outline(timeline: &Value) -> Value {
    let days = timeline.as_array().unwrap().iter().map(|day| {
        let events = day["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| json!([event["time"], event["details"]["name"]]));
        json!([day["date"], events.collect::<Vec<_>>()])
    });
    days.collect()
}

async fn merges_itinerary_and_map_into_days(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip_with(
        &ada,
        &json!({"name": "x", "date": {"start": DAY, "end": DAY + 86_400 * 3}}),
    )
    .await;
    assert_eq!(timeline(&ada, &trip).await, json!([]));
    ada.a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    ada.b()
        .set_map(&trip, &sample::map())
        .await
        .expect_status(200);
    let mut seen = timeline(&ada, &trip).await;
    let id = seen[0]["events"][2]["details"]["id"].take();
    assert!(!id.as_str().unwrap().is_empty());
    let stay = |time: i64, (id, name, desc): (Value, &str, &str), cost: Value, duration: i64| {
        json!({
            "time": time, "type": "destination", "details": {"id": id, "name": name, "desc": desc},
            "cost": cost, "duration": duration,
        })
    };
    let travel = |time: i64, name: &str, cost: Value, duration: i64| {
        json!({
            "time": time, "type": "travel", "details": {"name": name}, "cost": cost,
            "duration": duration,
        })
    };
    assert_eq!(
        seen,
        json!([
            {"date": DAY, "events": [
                travel(DAY + 8 * HOUR + 900, "train", json!(3.2), 45),
                stay(DAY + 9 * HOUR, (json!("belem"), "Belém", "The tower"), json!(30), 180),
                stay(
                    DAY + 9 * HOUR, (json!(null), "Hotel", "Rua Augusta 1, Lisbon"), json!(0), 1_440
                ),
                travel(DAY + 13 * HOUR, "Porto", json!(64.2), 190),
            ]},
            {"date": DAY + 86_400, "events": [
                stay(DAY + 86_400, (json!("ribeira"), "Ribeira", "Dinner"), json!(40), 90),
            ]},
        ])
    );
    // The id of a location's stay is the same whatever else changes.
    ada.b()
        .update(&trip, &json!({"name": "y"}))
        .await
        .expect_status(200);
    assert_eq!(
        timeline(&ada, &trip).await[0]["events"][2]["details"]["id"],
        id
    );
    let mut map = sample::map();
    map["locations"]
        .as_array_mut()
        .unwrap()
        .insert(0, json!({"title": "First", "date": {"start": DAY}}));
    ada.b().set_map(&trip, &map).await.expect_status(200);
    let after = timeline(&ada, &trip).await;
    let hotel = after[0]["events"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["details"]["name"] == json!("Hotel"));
    assert_eq!(hotel.unwrap()["details"]["id"], id);
}

async fn places_items_without_time_on_their_day(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip_with(
        &ada,
        &json!({"name": "x", "date": {"start": DAY + 5 * HOUR}}),
    )
    .await;
    let list = json!([
        stay("a", &json!({"day": 1})),
        stay("b", &json!({"day": 1, "duration": 2 * HOUR})),
        stay("c", &json!({"day": 1})),
        stay(
            "d",
            &json!({"day": 1, "start_time": DAY + 10 * HOUR, "end_time": DAY + 11 * HOUR})
        ),
        stay("e", &json!({"day": 1})),
        stay("f", &json!({"day": 3, "duration": HOUR})),
        stay("g", &json!({"day": 3})),
    ]);
    items(&ada, &trip, list).await;
    assert_eq!(
        outline(&timeline(&ada, &trip).await),
        json!([
            [
                DAY,
                [
                    [DAY, "A"],
                    [DAY, "B"],
                    [DAY + 2 * HOUR, "C"],
                    [DAY + 10 * HOUR, "D"],
                    [DAY + 11 * HOUR, "E"]
                ]
            ],
            [
                DAY + 2 * 86_400,
                [[DAY + 2 * 86_400, "F"], [DAY + 2 * 86_400 + HOUR, "G"]]
            ],
        ])
    );
}

async fn numbers_days_from_the_trip_start_or_the_first_timed_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    items(&ada, &trip, json!([stay("a", &json!({"day": 2}))])).await;
    assert_eq!(
        outline(&timeline(&ada, &trip).await),
        json!([[86_400, [[86_400, "A"]]]]),
        "from the epoch"
    );
    let timed = json!([
        stay("a", &json!({"day": 1})),
        stay(
            "b",
            &json!({"day": 3, "start_time": "2026-05-03T09:00:00Z"})
        )
    ]);
    items(&ada, &trip, timed).await;
    let third = DAY + 2 * 86_400;
    assert_eq!(
        outline(&timeline(&ada, &trip).await),
        json!([[DAY, [[DAY, "A"]]], [third, [[third + 9 * HOUR, "B"]]]]),
        "from the first timed item"
    );
    ada.b()
        .update(&trip, &json!({"date": {"start": "2026-05-02T18:00:00Z"}}))
        .await
        .expect_status(200);
    let second = DAY + 86_400;
    assert_eq!(
        outline(&timeline(&ada, &trip).await),
        json!([
            [second, [[second, "A"]]],
            [third, [[third + 9 * HOUR, "B"]]]
        ])
    );
}

async fn orders_ties_by_itinerary_then_list_order(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let at = json!({"start_time": DAY});
    items(
        &ada,
        &trip,
        json!([
            stay("z", &at),
            stay("a", &at),
            stay("early", &json!({"start_time": DAY - 1}))
        ]),
    )
    .await;
    let location = |title: &str| json!({"title": title, "date": {"start": DAY, "end": DAY}});
    ada.b()
        .set_map(&trip, &json!({"locations": [location("y"), location("b")]}))
        .await
        .expect_status(200);
    assert_eq!(
        outline(&timeline(&ada, &trip).await),
        json!([
            [DAY - 86_400, [[DAY - 1, "EARLY"]]],
            [DAY, [[DAY, "Z"], [DAY, "A"], [DAY, "y"], [DAY, "b"]]],
        ])
    );
}

async fn locations_include_their_transportation(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let way = |kind: &str| json!({"type": kind, "distance": 3, "time": 90, "cost": 12.5});
    let locations = json!([
        {"title": "undated", "transportation": way("bus")},
        {
            "title": "dated", "address": "there",
            "date": {"start": DAY + HOUR, "end": DAY + 3 * HOUR}, "transportation": way("ferry")
        },
        {"title": "walked", "date": {"start": DAY + 4 * HOUR}, "transportation": way("")},
    ]);
    ada.b()
        .set_map(&trip, &json!({"locations": locations}))
        .await
        .expect_status(200);
    let seen = timeline(&ada, &trip).await;
    assert_eq!(
        outline(&seen),
        json!([
            [DAY - 86_400, [[DAY - HOUR / 2, "ferry"]]],
            [DAY, [[DAY + HOUR, "dated"], [DAY + 4 * HOUR, "walked"]]],
        ])
    );
    let ferry = &seen[0]["events"][0];
    assert_eq!(
        (&ferry["type"], &ferry["cost"], &ferry["duration"]),
        (&json!("travel"), &json!(12.5), &json!(90))
    );
    let dated = &seen[1]["events"][0];
    assert_eq!(
        (
            &dated["details"]["desc"],
            &dated["cost"],
            &dated["duration"]
        ),
        (&json!("there"), &json!(0), &json!(120))
    );
}

async fn uses_the_time_unit_of_the_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let list = json!([stay("a", &json!({"start_time": DAY + HOUR}))]);
    for (date, unit) in [
        (json!({"start": DAY, "end": DAY}), 1),
        (json!({"start": DAY * 1_000, "end": DAY * 1_000}), 1_000),
        (json!({"start": "2026-05-01", "end": "2026-05-01"}), 1),
        (json!({"start": 0, "end": 0}), 1),
    ] {
        let trip = sample::trip_with(&ada, &json!({"name": "x", "date": date})).await;
        items(&ada, &trip, list.clone()).await;
        let wanted = json!([[DAY * unit, [[(DAY + HOUR) * unit, "A"]]]]);
        assert_eq!(outline(&timeline(&ada, &trip).await), wanted, "{date}");
    }
}

async fn converts_costs_to_the_base_currency(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let paid = json!([{"memberId": "m", "paidValue": 2, "paymentBaseCurrencyValue": 3}]);
    let item = |budget: Value| json!({"item_type": "x", "start_time": DAY, "budget": budget});
    let list = json!([
        item(json!({"totalCost": 5, "totalEstimatedCost": 9})),
        item(json!({"totalEstimatedCost": 9})),
        item(json!({"currency": "EUR", "totalCost": 10, "membersBudget": paid})),
        item(json!({"currency": "EUR", "totalCost": 10})),
        item(json!({})),
    ]);
    items(&ada, &trip, list).await;
    let events = timeline(&ada, &trip).await[0]["events"].clone();
    let costs: Vec<&Value> = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["cost"])
        .collect();
    assert_eq!(json!(costs), json!([5, 9, 15, 0, 0]));
}
