//! Positions of destinations in extended answers and in requests, and what they follow from.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

both!(places_say_how_exactly_they_are_known);

on_sqlite!(
    destinations_have_positions,
    stops_say_how_far_they_are,
    ends_of_travel_have_positions,
    places_follow_what_the_description_mentions
);

async fn destinations_have_positions(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Portugal").await;
    let add = async |place: Value| {
        let item = json!({"item_type": "stay", "destination": place});
        ada.extensions().add_item(&trip, &item).await
    };
    let porto = add(json!({"name": "Porto"}))
        .await
        .expect_status(201)
        .value();
    assert_eq!(porto["destination"]["timezone"], "Europe/Lisbon");
    let id = porto["item_id"].as_str().unwrap();
    let change = async |place: Value| {
        let patch = json!({"destination": place});
        ada.extensions().update_item(&trip, id, &patch).await
    };
    // What was read is sent back: it is no position that somebody has set.
    change(porto["destination"].clone())
        .await
        .expect_status(304);
    let mut moved = porto["destination"].clone();
    moved["name"] = json!("Faro");
    let faro = change(moved).await.expect_status(200).value();
    let north = faro["destination"]["latitude"].as_f64().unwrap();
    assert!((north - 37.0).abs() < 0.2, "{faro}");
    // Another one is, and it stays under other names.
    let point = json!({"name": "Our beach", "latitude": 37.1, "longitude": -8.65});
    let beach = change(point).await.expect_status(200).value();
    let position = |item: &Value| {
        let place = &item["destination"];
        ["latitude", "longitude", "timezone"].map(|name| place[name].clone())
    };
    let expected = [json!(37.1), json!(-8.65), json!("Europe/Lisbon")];
    assert_eq!(position(&beach), expected);
    let renamed = change(json!({"name": "Beach bar"}))
        .await
        .expect_status(200);
    assert_eq!(position(&renamed.value()), expected);
    let zone = json!({"latitude": 37.1, "longitude": -8.65, "timezone": "Europe/Madrid"});
    let zone = change(zone).await.expect_status(200).value();
    assert_eq!(position(&zone)[2], "Europe/Madrid");
    // The specification's routes show none, unless they are asked to.
    let items = ada.a().items(&trip).await.expect_status(200).value();
    assert_eq!(items[0]["destination"].as_object().unwrap().len(), 4);
    let items = ada.a().items(&trip).extended().await.expect_status(200);
    let items = items.value();
    assert_eq!(position(&items[0])[2], "Europe/Madrid");
    ada.a().set_items(&trip, &items).await.expect_status(304);
    // So do the destinations of the trip itself, in both variants.
    let places = json!({"dest": [{"name": "Our beach", "latitude": 37.1, "longitude": -8.65}]});
    ada.b().update(&trip, &places).await.expect_status(200);
    let plain = ada.b().trip(&trip).await.expect_status(200).value();
    assert_eq!(plain["destinations"][0].as_object().unwrap().len(), 3);
    let in_b = ada.b().trip(&trip).extended().await.value();
    let in_a = ada.a().trip(&trip).extended().await.value();
    for place in [&in_b["destinations"][0], &in_a["destObjs"][0]] {
        assert_eq!(position(&json!({"destination": place})), expected);
    }

    for (place, pointers) in [
        (
            json!({"latitude": 37.1}),
            ["/destination/longitude"].as_slice(),
        ),
        (
            json!({"longitude": 181, "latitude": 1}),
            &["/destination/longitude"],
        ),
        (
            json!({"timezone": "Europe/Lisbon"}),
            &["/destination/latitude", "/destination/longitude"],
        ),
        (
            json!({"latitude": "1", "longitude": 1, "timezone": "Mars"}),
            &["/destination/latitude", "/destination/timezone"],
        ),
    ] {
        let refused = change(place.clone()).await.expect_status(400).problem();
        assert_eq!(refused.pointers(), pointers, "{place}");
    }
}

async fn ends_of_travel_have_positions(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Portugal").await;
    let train = json!({"item_type": "transportations", "destination": {"name": "Lisbon – Porto"}});
    let train = ada.extensions().add_item(&trip, &train).await;
    let train = train.expect_status(201).value();
    let id = train["item_id"].as_str().unwrap();
    let change = async |end: &Value| {
        let patch = json!({ "endDestination": end });
        ada.extensions().update_item(&trip, id, &patch).await
    };
    let found = &train["endDestination"];
    assert_eq!(found["name"], "Porto");
    change(found).await.expect_status(304);
    // The station, then another one: the end keeps what was not sent.
    let station =
        json!({"name": "Porto", "location": "Campanhã", "latitude": 41.15, "longitude": -8.585});
    let other = json!({"name": "Porto", "latitude": 41.145, "longitude": -8.61});
    for end in [station, other] {
        let changed = change(&end).await.expect_status(200).value();
        let changed = &changed["endDestination"];
        let position = ["latitude", "longitude"];
        assert_eq!(
            position.map(|name| &changed[name]),
            position.map(|name| &end[name])
        );
        assert_eq!(changed["location"], "Campanhã");
        change(changed).await.expect_status(304);
    }
}

async fn places_follow_what_the_description_mentions(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Holidays").await;
    let body = json!({"dest": ["Paris"]});
    ada.b().update(&trip, &body).await.expect_status(200);
    let mut found = Vec::new();
    for text in [
        "Two days",
        "Three days",
        "A week in Texas",
        "Ten days in Texas",
    ] {
        let body = json!({"desc": text});
        ada.b().update(&trip, &body).await.expect_status(200);
        let shown = ada.a().trip(&trip).await.value();
        found.push(shown["destObjs"][0]["location"].clone());
    }
    let texas = "Paris, United States";
    let france = "Paris, France";
    assert_eq!(found, [france, france, texas, texas]);
}

async fn places_say_how_exactly_they_are_known(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Portugal").await;
    let add = async |kind: &str, place: Value| {
        let item = json!({"item_type": kind, "destination": place});
        let added = ada.extensions().add_item(&trip, &item).await;
        added.expect_status(201).value()
    };
    let precision = |item: &Value| item["destination"]["precision"].clone();
    let town = add("stay", json!({"name": "Porto"})).await;
    assert_eq!(precision(&town), "town");
    let address = json!({"name": "Hotel", "location": "Rua de Belém 84, 1300-085 Lisboa"});
    assert_eq!(precision(&add("stay", address).await), "town");
    assert_eq!(
        precision(&add("sight", json!({"name": "Spain"})).await),
        "region"
    );
    let flight = add("transportations", json!({"name": "LIS – OPO"})).await;
    assert_eq!(precision(&flight), "exact");
    assert_eq!(flight["endDestination"]["precision"], "exact");
    assert_eq!(
        precision(&add("sight", json!({"name": "Qqxyzzy"})).await),
        Value::Null
    );
    let point = json!({"name": "Bar", "latitude": 41.1496, "longitude": -8.611});
    assert_eq!(precision(&add("food", point).await), "exact");
    let about = json!({
        "name": "Bar on the quay", "latitude": 41.1401, "longitude": -8.611, "precision": "street",
    });
    let about = add("food", about).await;
    assert_eq!(precision(&about), "street");

    // A suggestion carries it and keeps it, also under another name; bare coordinates are exact.
    let id = town["item_id"].as_str().unwrap();
    let put = async |place: &Value| {
        let set = ada.extensions().set_item_place(&trip, id, place).await;
        precision(&set.expect_status(200).value())
    };
    let found = ada
        .extensions()
        .places("Coimbra", Some(&trip))
        .await
        .value();
    let found = &found["places"][0];
    assert_eq!(found["precision"], "town");
    assert_eq!(put(found).await, "town");
    let name = json!({"destination": {"name": "Our flat"}});
    let renamed = ada.extensions().update_item(&trip, id, &name).await;
    assert_eq!(precision(&renamed.expect_status(200).value()), "town");
    let bare = json!({"latitude": found["latitude"], "longitude": found["longitude"]});
    assert_eq!(put(&bare).await, "exact");
    let reset = ada.extensions().delete_item_place(&trip, id).await;
    reset.expect_status(204);
    let wrong = json!({"latitude": 1, "longitude": 2, "precision": "roughly"});
    let refused = ada.extensions().set_item_place(&trip, id, &wrong).await;
    assert_eq!(
        refused.expect_status(400).problem().pointers(),
        ["/precision"]
    );

    // The specification's routes say it where the request asks for extensions; what they
    // answered, sent back, changes nothing.
    let plain = ada.a().items(&trip).await.value();
    assert_eq!(precision(&plain[1]), Value::Null);
    let items = ada.a().items(&trip).extended().await.value();
    assert_eq!(precision(&items[1]), "town");
    ada.a().set_items(&trip, &items).await.expect_status(304);
    let places = json!({"dest": ["Lisbon"]});
    ada.b().update(&trip, &places).await.expect_status(200);
    let in_b = ada.b().trip(&trip).extended().await.value();
    assert_eq!(in_b["destinations"][0]["precision"], "town");
    let in_a = ada.a().trip(&trip).extended().await.value();
    assert_eq!(in_a["destObjs"][0]["precision"], "town");

    let is_bar = |item: &Value| {
        let name = item["destination"]["name"].as_str();
        name.is_some_and(|name| name.starts_with("Bar"))
    };
    // Files say it, and it comes back with them.
    for format in ["geojson", "kml", "gpx", "zip"] {
        let file = ada
            .extensions()
            .export(&trip, format)
            .await
            .expect_status(200);
        let copy = ada
            .extensions()
            .import("", file.body)
            .await
            .expect_status(201);
        let copy = copy.value()["uuid"].as_str().unwrap().to_owned();
        let items = ada.a().items(&copy).extended().await.value();
        let bars = items.as_array().unwrap().iter();
        let bars = bars.filter(|item| is_bar(item));
        let bars: Vec<_> = bars.map(precision).collect();
        assert_eq!(bars, ["exact", "street"], "{format}: {items}");
    }
}

async fn stops_say_how_far_they_are(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Portugal").await;
    for (day, place) in [
        (1, json!({"name": "Lisbon"})),
        (1, json!({"name": "Porto"})),
        (1, json!({"name": "Qqxyzzy"})),
        (2, json!({"name": "Porto"})),
        (
            2,
            json!({"name": "Bar", "latitude": 41.14961, "longitude": -8.61099}),
        ),
    ] {
        let item = json!({"item_type": "sight", "day": day, "destination": place});
        ada.extensions()
            .add_item(&trip, &item)
            .await
            .expect_status(201);
    }
    let items = ada.a().items(&trip).extended().await.value();
    let distances: Vec<Option<f64>> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["distance"].as_f64())
        .collect();
    assert!(
        (270.0..280.0).contains(&distances[1].unwrap()),
        "{distances:?}"
    );
    assert!((0.0..2.0).contains(&distances[4].unwrap()), "{distances:?}");
    assert_eq!([distances[0], distances[2], distances[3]], [None; 3]);
    let plain = ada.a().items(&trip).await.value();
    assert_eq!(plain[1].get("distance"), None);
}
