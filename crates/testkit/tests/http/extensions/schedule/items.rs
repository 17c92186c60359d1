//! One itinerary item at a time: adding, reading, changing, moving and removing it.

use futures_util::future::join_all;
use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(
    two_who_add_an_item_both_keep_it,
    tags_of_the_trip_guard_single_items,
    ids_may_have_any_characters,
    large_trips_are_edited_item_by_item,
);

on_sqlite!(
    adds_an_item_at_the_end_of_its_day,
    added_item_is_at_its_location,
    reads_and_changes_one_item,
    sending_back_an_item_changes_nothing,
    moves_an_item_with_its_times,
    removes_one_item,
    missing_items_are_not_found_before_permission,
    a_trip_holds_a_thousand_items,
    every_mount_has_them,
);

async fn ids(traveller: &Traveller, trip: &str) -> Vec<String> {
    let items = traveller.a().items(trip).await.json();
    items.into_iter().map(|item| item.item_id).collect()
}

/// A trip with the sample items: two on day 1, one on day 2.
async fn planned(server: &TestServer) -> (Traveller, String) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let items = ada.a().set_items(&trip, &sample::items()).await;
    items.expect_status(200);
    (ada, trip)
}

async fn adds_an_item_at_the_end_of_its_day(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let add = async |item: Value| {
        let reply = ada.extensions().add_item(&trip, &item).await;
        reply.expect_status(201).value()
    };
    let lunch = add(json!({"item_id": "lunch", "item_type": "meal", "day": 1})).await;
    assert_eq!((&lunch["index"], &lunch["day"]), (&json!(2), &json!(1)));
    let walk = json!({"item_id": "walk", "item_type": "walk", "day": 1, "index": 1});
    assert_eq!(add(walk).await["index"], json!(1));
    let order = ["stay-1", "walk", "ride-1", "lunch", "stay-2"];
    assert_eq!(ids(&ada, &trip).await, order);
    let problem = ada
        .extensions()
        .add_item(
            &trip,
            &json!({"item_id": "walk", "item_type": "", "day": 0}),
        )
        .await
        .expect_status(400)
        .problem();
    let mut pointers = problem.pointers();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/day", "/item_type"]);
    let late = json!({
        "item_id": "walk", "item_type": "x",
        "budget": {"totalCost": 1e13},
    });
    let problem = ada.extensions().add_item(&trip, &late).await;
    let problem = problem.expect_status(400).problem();
    assert_eq!(problem.pointers(), ["/budget/totalCost", "/item_id"]);
    let twice = json!({"item_id": "walk", "item_type": "x"});
    let problem = ada.extensions().add_item(&trip, &twice).await;
    let problem = problem.expect_status(400).problem();
    assert_eq!(problem.pointers(), ["/item_id"]);
    assert_eq!(ids(&ada, &trip).await, order);
}

async fn added_item_is_at_its_location(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let item = json!({
        "item_type": "destination", "day": 2,
        "start_time": "2026-05-02T09:00:00Z", "end_time": "2026-05-02T10:30:00Z",
        "budget": {"totalCost": 12.5, "currency": "EUR"},
        "destination": {"name": "Tower", "location": "Lisbon"},
        "photos": [{"url": "https://example.com/x.jpg"}],
    });
    let reply = ada.extensions().add_item(&trip, &item).await;
    let reply = reply.expect_status(201);
    let (location, tag) = (reply.header("location").unwrap().to_owned(), reply.etag());
    let added = reply.value();
    assert_eq!(added["duration"], json!(5_400));
    let id = added["item_id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/trips/{trip}/trip_items/{id}");
    assert!(location.ends_with(&path), "{location}");
    let got = ada.client.request(Method::GET, &path).await;
    let got = got.expect_status(200);
    assert_eq!(got.etag(), tag);
    assert_eq!(got.value(), added);
    let listed = ada.a().items(&trip).extended().await.value();
    assert_eq!(listed[3], added);
    let again = ada.extensions().item(&trip, &id).if_none_match(&tag);
    again.await.expect_status(304);
}

async fn reads_and_changes_one_item(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let extensions = ada.extensions();
    let before = ada.a().items(&trip).extended().await.value();
    let change = async |body: Value| {
        let reply = extensions.update_item(&trip, "stay-1", &body).await;
        reply.expect_status(200).value()
    };
    let changed = change(json!({"end_time": "2026-05-01T13:00:00Z"})).await;
    let mut wanted = before[0].clone();
    wanted["end_time"] = json!("2026-05-01T13:00:00Z");
    wanted["duration"] = json!(14_400);
    assert_eq!(changed, wanted);
    let changed = change(json!({
        "budget": {"category": "Food"}, "destination": {"description": "White"},
    }))
    .await;
    wanted["budget"]["category"] = json!("Food");
    wanted["kind"] = json!("other");
    wanted["destination"]["description"] = json!("White");
    assert_eq!(changed, wanted);
    let changed = change(json!({"index": 2, "item_type": "walk", "photos": []})).await;
    wanted["index"] = json!(2);
    wanted["item_type"] = json!("walk");
    wanted["photos"] = json!([]);
    assert_eq!(changed, wanted);
    assert_eq!(ids(&ada, &trip).await, ["ride-1", "stay-2", "stay-1"]);
    let after = ada.a().items(&trip).extended().await.value();
    for (place, id) in ["ride-1", "stay-2"].iter().enumerate() {
        let old = before.as_array().unwrap();
        let mut old = old
            .iter()
            .find(|item| item["item_id"] == *id)
            .unwrap()
            .clone();
        old["index"] = json!(place);
        assert_eq!(after[place], old);
    }
    let wrong = json!({
        "item_id": "other", "item_type": null, "index": -1, "day": 1.5,
        "start_time": "x", "duration": "1", "budget": {"membersBudget": [{}]},
        "destination": {"name": 7}, "photos": [{"url": "ftp://x"}],
    });
    let problem = extensions.update_item(&trip, "stay-1", &wrong).await;
    let problem = problem.expect_status(400).problem();
    let mut pointers = problem.pointers();
    pointers.sort_unstable();
    let all = [
        "/budget/membersBudget/0/memberId",
        "/day",
        "/destination/name",
        "/duration",
        "/index",
        "/item_id",
        "/item_type",
        "/photos/0/url",
        "/start_time",
    ];
    assert_eq!(pointers, all);
    for (body, pointer) in [
        (json!({"start_time": "2026-05-03"}), "/start_time"),
        (json!({"end_time": "2026-04-03"}), "/end_time"),
    ] {
        let problem = extensions.update_item(&trip, "stay-1", &body).await;
        assert_eq!(problem.expect_status(400).problem().pointers(), [pointer]);
    }
}

async fn sending_back_an_item_changes_nothing(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    for id in ["stay-1", "ride-1", "stay-2"] {
        let got = ada.extensions().item(&trip, id).await.expect_status(200);
        let (tag, body) = (got.etag(), got.value());
        let put = ada.extensions().update_item(&trip, id, &body);
        put.if_match(&tag).await.expect_status(304);
        let empty = ada.extensions().update_item(&trip, id, &json!({})).await;
        empty.expect_status(304);
    }
}

async fn moves_an_item_with_its_times(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let extensions = ada.extensions();
    let move_to = |body: Value| extensions.move_item(&trip, "ride-1", &body);
    move_to(json!({"day": 1})).await.expect_status(304);
    move_to(json!({"day": 1, "index": 1}))
        .await
        .expect_status(304);
    let moved = move_to(json!({"day": 2, "index": 0})).await;
    let moved = moved.expect_status(200).value();
    assert_eq!(moved["day"], json!(2));
    assert_eq!(moved["start_time"], json!("2026-05-02T13:00:00Z"));
    assert_eq!(moved["end_time"], json!("2026-05-02T16:10:00Z"));
    assert_eq!(ids(&ada, &trip).await, ["stay-1", "ride-1", "stay-2"]);
    let moved = move_to(json!({"day": 2})).await.expect_status(200).value();
    assert_eq!(moved["index"], json!(2));
    let moved = move_to(json!({"day": 1, "index": 0})).await;
    assert_eq!(
        moved.expect_status(200).value()["start_time"],
        json!("2026-05-01T13:00:00Z")
    );
    assert_eq!(ids(&ada, &trip).await, ["ride-1", "stay-1", "stay-2"]);
    // Clocks that are set forward between the hours of an item leave it its length.
    let dates = json!({"date": {"start": "2026-03-28", "end": "2026-03-30"}});
    ada.b().update(&trip, &dates).await.expect_status(200);
    let night = json!({"item_id": "night", "item_type": "stay", "day": 1, "timezone": "Europe/\
        Lisbon",
        "start_time": "2026-03-28T01:30:00Z", "end_time": "2026-03-28T02:30:00Z"});
    extensions.add_item(&trip, &night).await.expect_status(201);
    let moved = extensions.move_item(&trip, "night", &json!({"day": 2}));
    let moved = moved.await.expect_status(200).value();
    assert_eq!(moved["start_time"], "2026-03-29T01:30:00Z");
    assert_eq!(moved["end_time"], "2026-03-29T02:30:00Z");
    assert_eq!(moved["duration"], 3600);
    for (body, pointer) in [
        (json!({}), "/day"),
        (json!({"index": 0}), "/day"),
        (json!({"day": 0}), "/day"),
        (json!({"day": 1, "index": 0.5}), "/index"),
        (json!({"day": 4_000_000_000_u32}), "/day"),
    ] {
        let problem = move_to(body).await.expect_status(400).problem();
        assert_eq!(problem.pointers(), [pointer]);
    }
}

async fn removes_one_item(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let extensions = ada.extensions();
    let removed = extensions.delete_item(&trip, "ride-1").await;
    assert!(removed.expect_status(204).body.is_empty());
    assert_eq!(ids(&ada, &trip).await, ["stay-1", "stay-2"]);
    for id in ["ride-1", "no-such", "%00", " "] {
        extensions.delete_item(&trip, id).await.expect_status(404);
        extensions.item(&trip, id).await.expect_status(404);
    }
}

async fn missing_items_are_not_found_before_permission(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    let items = cast.ada.a().set_items(&trip, &sample::items()).await;
    items.expect_status(200);
    let status = async |who: &Traveller, trip: &str, id: &str| {
        let extensions = who.extensions();
        let wrong = json!({"day": 0});
        [
            extensions.update_item(trip, id, &wrong).await.status,
            extensions.move_item(trip, id, &wrong).await.status,
            extensions.delete_item(trip, id).await.status,
        ]
    };
    assert_eq!(status(&cast.eve, &trip, "no-such").await, [404; 3]);
    assert_eq!(status(&cast.eve, &trip, "stay-1").await, [401; 3]);
    assert_eq!(status(&cast.bob, &trip, "no-such").await, [404; 3]);
    assert_eq!(status(&cast.ada, NO_TRIP, "stay-1").await, [404; 3]);
    assert_eq!(status(&cast.bob, &trip, "stay-1").await, [400, 400, 204]);
}

async fn two_who_add_an_item_both_keep_it(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let add = async |who: &Traveller, number: usize| {
        let item = json!({"item_id": format!("{}-{number}", who.username), "item_type": "x"});
        let reply = who.extensions().add_item(&trip, &item).await;
        reply.expect_status(201);
    };
    let adds = (0..10).flat_map(|number| [add(&cast.ada, number), add(&cast.bob, number)]);
    join_all(adds).await;
    let mut kept = ids(&cast.ada, &trip).await;
    kept.sort_unstable();
    let mut wanted: Vec<String> = (0..10)
        .flat_map(|number| [format!("ada-{number}"), format!("bob-{number}")])
        .collect();
    wanted.sort_unstable();
    assert_eq!(kept, wanted);
}

async fn tags_of_the_trip_guard_single_items(server: TestServer) {
    let (ada, trip) = planned(&server).await;
    let extensions = ada.extensions();
    let old = ada.b().trip(&trip).await.etag();
    ada.b()
        .update(&trip, &json!({"name": "y"}))
        .await
        .expect_status(200);
    let body = json!({"item_type": "x", "day": 3});
    let late = [
        extensions
            .add_item(&trip, &body)
            .if_match(&old)
            .await
            .status,
        extensions
            .update_item(&trip, "stay-1", &body)
            .if_match(&old)
            .await
            .status,
        extensions
            .move_item(&trip, "stay-1", &body)
            .if_match(&old)
            .await
            .status,
        extensions
            .delete_item(&trip, "stay-1")
            .if_match(&old)
            .await
            .status,
        extensions.shift(&trip, 1).if_match(&old).await.status,
    ];
    assert_eq!(late, [412; 5]);
    let tag = extensions.item(&trip, "stay-1").await.etag();
    let moved = extensions.move_item(&trip, "stay-1", &body).if_match(&tag);
    let tag = moved.await.expect_status(200).etag();
    let removed = extensions.delete_item(&trip, "stay-1").if_match(&tag);
    removed.await.expect_status(204);
}

async fn ids_may_have_any_characters(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let extensions = ada.extensions();
    for id in [
        "a b",
        "a/b",
        "ü?#%",
        "100%25",
        "+",
        "日本",
        "a\\b",
        "\u{202e}x",
    ] {
        let item = json!({"item_id": id, "item_type": "x"});
        let reply = extensions.add_item(&trip, &item).await.expect_status(201);
        let path = reply
            .header("location")
            .unwrap()
            .split_once("/api/v1")
            .unwrap();
        let path = format!("/api/v1{}", path.1);
        let got = ada.client.request(Method::GET, &path).await;
        assert_eq!(got.expect_status(200).value()["item_id"], json!(id));
        let moved = extensions.move_item(&trip, id, &json!({"day": 2})).await;
        assert_eq!(moved.expect_status(200).json().item_id, id);
        extensions.delete_item(&trip, id).await.expect_status(204);
    }
    // An address that ends in one is that of the items, or of the trip.
    for id in [".", ".."] {
        let item = json!({"item_id": id, "item_type": "x"});
        let refused = extensions.add_item(&trip, &item).await;
        let problem = refused.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/item_id"]);
        let all = ada
            .a()
            .set_items(&trip, &json!({"trip_items": [item]}))
            .await;
        let problem = all.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/trip_items/0/item_id"]);
        let budget = json!({"budget": {"membersBudget": [{"memberId": id, "cost": 1}]}});
        let refused = ada.a().set_budget(&trip, &budget).await;
        let problem = refused.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/budget/membersBudget/0/memberId"]);
    }
}

/// 600 items with budgets: too large for request threads.
async fn large_trips_are_edited_item_by_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let share = |number: usize| json!({"memberId": format!("m-{number}"), "cost": 1});
    let item = |number: usize| {
        let shares: Vec<Value> = (0..10).map(share).collect();
        json!({
            "item_id": format!("i-{number}"), "item_type": "x", "budget": {"membersBudget": shares}
        })
    };
    let all: Vec<Value> = (0..600).map(item).collect();
    let reply = ada
        .a()
        .set_items(&trip, &json!({ "trip_items": all }))
        .await;
    let reply = reply.expect_status(200);
    let unknown = reply.header("unknown-members").unwrap();
    assert_eq!(unknown, "m-0, m-1, m-2, m-3, m-4, m-5, m-6, m-7, m-8, m-9");
    let extensions = ada.extensions();
    let added = extensions.add_item(&trip, &json!({"item_id": "new", "item_type": "x"}));
    assert_eq!(added.await.expect_status(201).value()["index"], json!(600));
    let moved = extensions.move_item(&trip, "i-0", &json!({"day": 2})).await;
    assert_eq!(moved.expect_status(200).value()["index"], json!(600));
    let got = extensions.item(&trip, "i-599").await.expect_status(200);
    assert_eq!(got.value()["index"], json!(598));
    extensions.item(&trip, "none").await.expect_status(404);
    extensions
        .delete_item(&trip, "i-1")
        .await
        .expect_status(204);
    extensions.shift(&trip, 1).await.expect_status(304);
    extensions.trip_budget(&trip).await.expect_status(200);
}

async fn a_trip_holds_a_thousand_items(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let all = vec![json!({"item_type": "x"}); 1_000];
    let reply = ada
        .a()
        .set_items(&trip, &json!({ "trip_items": all }))
        .await;
    reply.expect_status(200);
    let one_more = ada.extensions().add_item(&trip, &json!({"item_type": "x"}));
    one_more.await.expect_status(400);
    assert_eq!(ids(&ada, &trip).await.len(), 1_000);
}

async fn every_mount_has_them(builder: Builder) {
    let server = builder
        .setting("base-url", "https://api.example.com")
        .start()
        .unwrap();
    let (ada, trip) = planned(&server).await;
    for mount in ["", "/a", "/b"] {
        let client = ada.client.mounted_at(mount);
        let id = format!("item{}", mount.replace('/', "-"));
        let item = json!({"item_id": id, "item_type": "x"});
        let reply = client.extensions().add_item(&trip, &item).await;
        let reply = reply.expect_status(201);
        let location = format!("https://api.example.com/api/v1/trips/{trip}/trip_items/{id}");
        assert_eq!(reply.header("location"), Some(location.as_str()));
        assert_eq!(reply.header("api-variant"), Some("a, b"));
        let moved = client
            .extensions()
            .move_item(&trip, &id, &json!({"day": 5}));
        moved.await.expect_status(200);
        client
            .extensions()
            .delete_item(&trip, &id)
            .await
            .expect_status(204);
    }
}
