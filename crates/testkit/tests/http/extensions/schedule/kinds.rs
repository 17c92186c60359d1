//! What an item is: set or derived, shown in extended answers, kept by archives and copies.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use crate::cast::{Cast, archive_of};

both!(kinds_are_kept_and_answered_to_who_prefers_extensions);

on_sqlite!(
    unknown_kinds_are_refused,
    archives_copies_and_share_links_keep_kinds,
);

async fn kind(by: &Traveller, trip: &str) -> Value {
    by.extensions().item(trip, "i").await.value()["kind"].clone()
}

async fn kinds_are_kept_and_answered_to_who_prefers_extensions(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let item = json!({"item_id": "i", "item_type": "transportations", "kind": "train"});
    let items = json!({"trip_items": [item]});
    let a = ada.a();
    a.set_items(&trip, &items).await.expect_status(200);
    assert_eq!(kind(&ada, &trip).await, "train");
    let plain = a.items(&trip).await.value();
    assert_eq!(plain[0].get("kind"), None);
    let extended = a.items(&trip).extended().await.value();
    assert_eq!(extended[0]["kind"], "train");
    for answer in [plain, extended] {
        a.set_items(&trip, &answer).await.expect_status(304);
    }
    let extensions = ada.extensions();
    let set = async |change: Value| extensions.update_item(&trip, "i", &change).await;
    let moved = set(json!({"day": 2})).await.expect_status(200);
    assert_eq!(moved.value()["kind"], "train");
    // One that does not fit the type of the item waits until it does.
    let stay = set(json!({"item_type": "stay"})).await.expect_status(200);
    assert_eq!(stay.value()["kind"], "other");
    let budget = json!({"budget": {"category": "Food and Restaurants"}});
    assert_eq!(set(budget).await.expect_status(200).value()["kind"], "food");
    let extended = a.items(&trip).extended().await.value();
    a.set_items(&trip, &extended).await.expect_status(304);
    let again = set(json!({"item_type": "transportations"})).await;
    assert_eq!(again.expect_status(200).value()["kind"], "train");
    let removed = set(json!({"kind": ""})).await.expect_status(200);
    assert_eq!(removed.value()["kind"], "travel");
}

async fn unknown_kinds_are_refused(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for wrong in [json!("plane"), json!("Flight"), json!(7), Value::Null] {
        let item = json!({"item_type": "stay", "kind": wrong});
        // Null in a POST counts as left out.
        if !wrong.is_null() {
            let added = ada.extensions().add_item(&trip, &item).await;
            assert_eq!(added.problem().pointers(), ["/kind"], "{wrong}");
        }
        let items = json!({"trip_items": [item]});
        let set = ada.a().set_items(&trip, &items).await;
        assert_eq!(set.problem().pointers(), ["/trip_items/0/kind"], "{wrong}");
    }
}

async fn archives_copies_and_share_links_keep_kinds(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let item = json!({"item_id": "i", "item_type": "stay", "kind": "sight"});
    let items = json!({"trip_items": [item]});
    let set = cast.ada.a().set_items(&trip, &items).await;
    set.expect_status(200);
    let own = cast.ada.extensions();
    let archive = archive_of(&cast.ada, &trip).await;
    let imported = own.import("", archive).await.expect_status(201).json();
    assert_eq!(kind(&cast.ada, &imported.uuid.unwrap()).await, "sight");
    let copied = own.copy_trip(&trip, &json!({})).await.expect_status(201);
    let copy = copied.value()["uuid"].as_str().unwrap().to_owned();
    let items = cast.ada.a().items(&copy).extended().await.value();
    assert_eq!(items[0]["kind"], "sight");
    let sections = json!({"sections": ["itinerary"]});
    let link = own.create_share_link(&trip, &sections).await;
    let url = link.expect_status(201).json().url;
    let shared = own.shared(url.rsplit('/').next().unwrap()).await;
    let shared = shared.expect_status(200).value();
    assert_eq!(shared["itinerary"][0]["kind"], "sight");
}
