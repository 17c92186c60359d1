//! The confirmation of an item's booking: kept, and shown to the people of the trip alone.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use crate::cast::{Cast, archive_of};
use crate::formats::exports::{text, unzipped};

both!(confirmations_are_kept_and_shown_to_people_of_the_trip);

on_sqlite!(
    confirmations_reach_no_outsider,
    confirmations_have_200_characters,
    archives_of_people_of_the_trip_have_confirmations,
);

const SECRET: &str = "QX7-secret";

async fn with_item(ada: &Traveller, trip: &str) {
    let item = json!({"item_id": "i", "item_type": "stay", "destination": {"name": "Hotel"},
        "confirmation": SECRET});
    let set = ada
        .a()
        .set_items(trip, &json!({"trip_items": [item]}))
        .await;
    set.expect_status(200);
}

async fn confirmations_are_kept_and_shown_to_people_of_the_trip(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    with_item(&cast.ada, &trip).await;
    let of = async |by: &Traveller| {
        by.extensions().item(&trip, "i").await.value()["confirmation"].clone()
    };
    assert_eq!(of(&cast.ada).await, SECRET);
    cast.let_bob_read(&trip).await;
    assert_eq!(of(&cast.bob).await, SECRET);
    // The routes of the specification know nothing of it.
    let mut plain = cast.ada.a().items(&trip).await.value();
    assert_eq!(plain[0].get("confirmation"), None);
    let extended = cast.ada.a().items(&trip).extended().await.value();
    assert_eq!(extended[0]["confirmation"], SECRET);
    cast.ada
        .a()
        .set_items(&trip, &plain)
        .await
        .expect_status(304);
    plain[0]["day"] = json!(2);
    cast.ada
        .a()
        .set_items(&trip, &plain)
        .await
        .expect_status(200);
    assert_eq!(of(&cast.ada).await, SECRET);
    let item = cast.ada.extensions();
    item.update_item(&trip, "i", &json!({"day": 3}))
        .await
        .expect_status(200);
    assert_eq!(of(&cast.ada).await, SECRET);
    let removed = item
        .update_item(&trip, "i", &json!({"confirmation": ""}))
        .await;
    assert_eq!(removed.expect_status(200).value().get("confirmation"), None);
    let set = item
        .update_item(&trip, "i", &json!({"confirmation": "B"}))
        .await;
    assert_eq!(set.expect_status(200).value()["confirmation"], "B");
}

async fn confirmations_reach_no_outsider(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    with_item(&cast.ada, &trip).await;
    let (a, own) = (cast.eve.a(), cast.eve.extensions());
    let mut seen = vec![
        a.items(&trip).extended().await.expect_status(200).body,
        own.item(&trip, "i").await.expect_status(200).body,
        a.trip(&trip).extended().await.expect_status(200).body,
        cast.eve
            .b()
            .trip(&trip)
            .extended()
            .await
            .expect_status(200)
            .body,
        cast.eve.b().timeline(&trip).await.expect_status(200).body,
    ];
    for (_, file) in unzipped(own.export(&trip, "zip").await.expect_status(200).body) {
        seen.push(file);
    }
    for format in ["ics", "gpx", "kml", "geojson", "csv"] {
        seen.push(text(&cast.ada, &trip, format).await.into_bytes());
    }
    let feed = cast
        .ada
        .extensions()
        .open_trip_feed(&trip)
        .await
        .expect_status(201)
        .json();
    let secret = feed
        .url
        .rsplit('/')
        .next()
        .unwrap()
        .trim_end_matches(".ics")
        .to_owned();
    seen.push(
        cast.ada
            .extensions()
            .feed(&secret)
            .await
            .expect_status(200)
            .body,
    );
    let sections =
        json!({"sections": ["itinerary", "map", "photos", "notes", "todo", "budget", "members"]});
    let link = cast
        .ada
        .extensions()
        .create_share_link(&trip, &sections)
        .await;
    let url = link.expect_status(201).json().url;
    let token = url.rsplit('/').next().unwrap();
    seen.push(
        cast.ada
            .extensions()
            .shared(token)
            .await
            .expect_status(200)
            .body,
    );
    for answer in seen {
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(!answer.contains(SECRET), "{answer}");
    }
}

async fn confirmations_have_200_characters(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let item = |length: usize| json!({"item_type": "stay", "confirmation": "é".repeat(length)});
    let add = async |item: Value| ada.extensions().add_item(&trip, &item).await;
    add(item(200)).await.expect_status(201);
    assert_eq!(add(item(201)).await.problem().pointers(), ["/confirmation"]);
    let wrong = add(json!({"item_type": "stay", "confirmation": 7})).await;
    assert_eq!(wrong.problem().pointers(), ["/confirmation"]);
}

async fn archives_of_people_of_the_trip_have_confirmations(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    with_item(&cast.ada, &trip).await;
    let archive = archive_of(&cast.bob, &trip).await;
    let imported = cast
        .bob
        .extensions()
        .import("", archive)
        .await
        .expect_status(201)
        .json();
    let copy = imported.uuid.unwrap();
    let item = cast.bob.extensions().item(&copy, "i").await.value();
    assert_eq!(item["confirmation"], SECRET);
}
