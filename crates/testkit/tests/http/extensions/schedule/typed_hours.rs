//! Hours as typed: instants follow them in the zones of items.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

both!(typed_hours_are_the_truth_of_an_item);

on_sqlite!(
    clocks_that_change_keep_the_typed_hour,
    typed_hours_have_no_offset,
    copies_and_archives_keep_typed_hours,
);

/// A new trip with an item.
async fn with_item(ada: &Traveller, item: Value) -> String {
    let trip = sample::trip(ada, "Lisbon").await;
    let added = ada.extensions().add_item(&trip, &item).await;
    added.expect_status(201);
    trip
}

async fn item(ada: &Traveller, trip: &str) -> Value {
    ada.a().items(trip).extended().await.value()[0].clone()
}

/// The start of an item and its typed hour, then its end likewise.
fn times(item: &Value) -> [String; 4] {
    ["start_time", "start_local", "end_time", "end_local"]
        .map(|field| item[field].as_str().unwrap_or_default().to_owned())
}

fn dinner() -> Value {
    json!({"item_id": "i", "item_type": "stay", "timezone": "America/Edmonton",
        "start_local": "2036-07-10T19:00", "end_local": "2036-07-10T21:00"})
}

async fn typed_hours_are_the_truth_of_an_item(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_item(&ada, dinner()).await;
    let start = ["2036-07-11T01:00:00Z", "2036-07-10T19:00:00"];
    let end = ["2036-07-11T03:00:00Z", "2036-07-10T21:00:00"];
    assert_eq!(times(&item(&ada, &trip).await), [start, end].concat()[..]);
    // The routes of the specification know nothing of it, and what they answered changes nothing.
    let plain = ada.a().items(&trip).await.value();
    assert_eq!(plain[0].get("start_local"), None);
    assert_eq!(plain[0]["start_time"], start[0]);
    let again = ada.a().set_items(&trip, &plain).await;
    again.expect_status(304);
    let extended = ada.a().items(&trip).extended().await.value();
    let again = ada.a().set_items(&trip, &extended).await;
    again.expect_status(304);
    let update = async |body: Value| {
        let updated = ada.extensions().update_item(&trip, "i", &body).await;
        times(&updated.expect_status(200).value())
    };
    // Another zone moves what was typed.
    let moved = update(json!({"timezone": "Asia/Tokyo"})).await;
    let start = ["2036-07-10T10:00:00Z", "2036-07-10T19:00:00"];
    let end = ["2036-07-10T12:00:00Z", "2036-07-10T21:00:00"];
    assert_eq!(moved, [start, end].concat()[..]);
    // Another instant is an instant, which stays.
    let start = ["2036-07-10T09:30:00Z", ""];
    let sent = update(json!({"start_time": start[0]})).await;
    assert_eq!(sent, [start, end].concat()[..]);
    let end = ["2036-07-10T20:00:00Z", "2036-07-10T21:00:00"];
    let moved = update(json!({"timezone": "Europe/London"})).await;
    assert_eq!(moved, [start, end].concat()[..]);
    let typed = update(json!({"start_local": "2036-07-10T20:00:00"})).await;
    let start = ["2036-07-10T19:00:00Z", "2036-07-10T20:00:00"];
    assert_eq!(typed, [start, end].concat()[..]);
    let late = ada.extensions();
    let late = late.update_item(&trip, "i", &json!({"start_local": "2036-07-10T21:30"}));
    assert_eq!(late.await.problem().pointers(), ["/end_time"]);
}

async fn clocks_that_change_keep_the_typed_hour(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_item(
        &ada,
        json!({"item_id": "i", "item_type": "stay", "timezone": "Europe/Berlin",
            "start_local": "2026-03-29T02:30"}),
    )
    .await;
    let expected = ["2026-03-29T01:30:00Z", "2026-03-29T02:30:00", "", ""];
    assert_eq!(times(&item(&ada, &trip).await), expected);
    let first = json!({"start_local": "2026-10-25T02:30"});
    let second = json!({"start_local": "2026-10-25T02:30", "start_time": "2026-10-25T01:30:00Z"});
    for (sent, hour) in [(&first, "00"), (&second, "01")] {
        let none = json!({"start_time": "2026-10-01T00:00:00Z"});
        let items = ada.extensions();
        items
            .update_item(&trip, "i", &none)
            .await
            .expect_status(200);
        items.update_item(&trip, "i", sent).await.expect_status(200);
        let start = format!("2026-10-25T{hour}:30:00Z");
        let expected = [&start, "2026-10-25T02:30:00", "", ""];
        assert_eq!(times(&item(&ada, &trip).await), expected);
    }
}

async fn typed_hours_have_no_offset(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for wrong in [
        json!("2036-07-10T19:00Z"),
        json!("2036-07-10T19:00+02:00"),
        json!("2036-07-10"),
        json!("19:00"),
        json!(""),
        json!(1_800_000_000),
    ] {
        let body = json!({"item_type": "stay", "start_local": wrong, "end_local": wrong});
        let refused = ada.extensions().add_item(&trip, &body).await;
        let pointers = ["/start_local", "/end_local"];
        assert_eq!(refused.problem().pointers(), pointers, "{wrong}");
    }
}

async fn copies_and_archives_keep_typed_hours(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = with_item(&ada, dinner()).await;
    let copied = ada
        .extensions()
        .copy_trip(&trip, &json!({"start": "2036-12-10"}));
    let copied = copied.await.expect_status(201).value();
    let copied = copied["uuid"].as_str().unwrap();
    let [_, start, _, end] = times(&item(&ada, copied).await);
    assert_eq!(
        (&start[..], &end[..]),
        ("2036-12-10T19:00:00", "2036-12-10T21:00:00")
    );
    let archive = crate::cast::archive_of(&ada, &trip).await;
    let imported = ada.extensions().import("", archive).await;
    let imported = imported.expect_status(201).value();
    let imported = imported["uuid"].as_str().unwrap();
    assert_eq!(
        times(&item(&ada, imported).await),
        times(&item(&ada, &trip).await)
    );
}
