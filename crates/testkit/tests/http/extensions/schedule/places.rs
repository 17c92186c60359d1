//! Suggestions of places, and the place of an item as a person corrects it.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Method, TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(
    corrects_the_place_of_an_item_until_it_is_reset,
    suggests_places
);

on_sqlite!(
    a_place_that_travel_ended_at_is_found_again,
    a_suggestion_is_taken_as_it_was_given,
    malformed_places_are_refused_at_their_fields,
    only_editors_correct_places,
    a_correction_guards_its_version,
    suggestions_of_a_trip_are_for_its_readers,
    suggests_nothing_without_a_gazetteer,
);

/// A trip with an item of this name.
async fn trip_with(ada: &Traveller, name: &str) -> String {
    let trip = sample::trip(ada, "x").await;
    let item = json!({"item_id": "one", "item_type": "destination", "destination": {"name": name}});
    let added = ada.extensions().add_item(&trip, &item).await;
    added.expect_status(201);
    trip
}

/// The item, and its place in GeoJSON.
async fn item(ada: &Traveller, trip: &str) -> (Value, Value) {
    let item = ada.extensions().item(trip, "one").await.value();
    let file = ada.extensions().export(trip, "geojson").await;
    let file: Value = serde_json::from_slice(&file.expect_status(200).body).unwrap();
    let features = file["features"].as_array().unwrap();
    let place = features
        .iter()
        .find(|feature| feature["geometry"]["type"] == "Point" || feature["geometry"].is_null());
    let place = place.map_or(Value::Null, |place| {
        place["geometry"]["coordinates"].clone()
    });
    (item, place)
}

async fn corrects_the_place_of_an_item_until_it_is_reset(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip_with(&ada, "Berlin").await;
    let (found, at) = item(&ada, &trip).await;
    assert_eq!(found["timezone"], "Europe/Berlin");
    assert!(at.is_array(), "{at}");
    let put = |body: Value| ada.extensions().set_item_place(&trip, "one", &body);
    let lisbon = json!({"latitude": 38.7, "longitude": -9.1});
    let set = put(lisbon.clone()).await.expect_status(200).value();
    assert_eq!(set["timezone"], "Europe/Lisbon");
    assert_eq!(set["destination"]["name"], "Berlin");
    assert_eq!(item(&ada, &trip).await, (set.clone(), json!([-9.1, 38.7])));
    put(lisbon).await.expect_status(304);
    // It stays under another name.
    let name = json!({"destination": {"_id": set["destination"]["_id"], "name": "Tokyo"}});
    let renamed = ada.extensions().update_item(&trip, "one", &name).await;
    assert_eq!(
        renamed.expect_status(200).value()["timezone"],
        "Europe/Lisbon"
    );
    assert_eq!(item(&ada, &trip).await.1, json!([-9.1, 38.7]));
    let named = put(json!({
        "latitude": 41.5, "longitude": -8.6, "name": "Foz", "location": "Porto, Portugal",
    }));
    let named = named.await.expect_status(200).value();
    assert_eq!(named["destination"]["name"], "Foz");
    assert_eq!(named["destination"]["location"], "Porto, Portugal");
    assert_eq!(item(&ada, &trip).await.1, json!([-8.6, 41.5]));
    let back = put(json!({"latitude": 41.5, "longitude": -8.6, "name": "Berlin", "location": ""}));
    back.await.expect_status(200);
    for _ in 0..2 {
        let reset = ada.extensions().delete_item_place(&trip, "one").await;
        assert!(reset.expect_status(204).body.is_empty());
        let (now, place) = item(&ada, &trip).await;
        assert_eq!((&now["timezone"], &place), (&found["timezone"], &at));
    }
}

/// Items that come one by one are located as in one list.
async fn a_place_that_travel_ended_at_is_found_again(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for names in [
        &["Flight Paris – Rome", "Rome"][..],
        &["Flight New York – London", "Paris", "Train Paris → London"],
    ] {
        let trip = sample::trip(&ada, "x").await;
        let mut last = Value::Null;
        for name in names {
            let is_travel = name.contains(' ');
            let item_type = if is_travel {
                "transportation"
            } else {
                "destination"
            };
            let item = json!({"item_type": item_type, "destination": {"name": name}});
            last = ada
                .extensions()
                .add_item(&trip, &item)
                .await
                .expect_status(201)
                .value();
        }
        let end = last.get("endDestination").unwrap_or(&last["destination"]);
        assert!(end["latitude"].is_number(), "{names:?}: {last}");
    }
}

async fn suggests_places(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip_with(&ada, "Lisbon").await;
    let places = ada.extensions().places("lisbon", Some(&trip)).await;
    let places = places.expect_status(200).json().places;
    assert!((1..=10).contains(&places.len()), "{places:?}");
    assert_eq!(places[0].name, "Lisbon");
    assert_eq!(places[0].location, "Lisbon, Portugal");
    assert_eq!(places[0].timezone, "Europe/Lisbon");
    assert!(!places[0].kind.is_empty());
    let many = ada.extensions().places("san", None).await.json().places;
    assert!(many.len() <= 10, "{many:?}");
    let none = ada.extensions().places("qqqqqqqq", None).await.value();
    assert_eq!(none, json!({"places": []}));
    for (query, pointers) in [
        ("", ["/q"]),
        ("?q=", ["/q"]),
        ("?q=%20%09", ["/q"]),
        (&format!("?q={}", "x".repeat(2_001)), ["/q"]),
    ] {
        let path = format!("/api/v1/places{query}");
        let reply = ada.client.request(Method::GET, &path).await;
        assert_eq!(reply.expect_status(400).problem().pointers(), pointers);
    }
    let nobody = server.client();
    nobody
        .extensions()
        .places("a", None)
        .await
        .expect_status(401);
}

async fn suggestions_of_a_trip_are_for_its_readers(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    for (reader, status) in [(&cast.ada, 200), (&cast.bob, 200), (&cast.eve, 404)] {
        for query in ["lis", " "] {
            let reply = reader.extensions().places(query, Some(&trip)).await;
            reply.expect_status(if query == " " { 400 } else { status });
        }
    }
    for unknown in [NO_TRIP, "", "x", "1"] {
        let reply = cast.ada.extensions().places("lis", Some(unknown)).await;
        reply.expect_status(404);
    }
    let public = cast.trip(false).await;
    let eve = cast.eve.extensions().places("lis", Some(&public)).await;
    eve.expect_status(200);
}

async fn suggests_nothing_without_a_gazetteer(builder: Builder) {
    let server = builder.setting("gazetteer", "off").start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let places = ada.extensions().places("lisbon", None).await.value();
    assert_eq!(places, json!({"places": []}));
}

async fn a_suggestion_is_taken_as_it_was_given(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip_with(&ada, "Somewhere").await;
    let places = ada.extensions().places("porto", Some(&trip)).await.json();
    let place = places.places.into_iter().next().unwrap();
    let put = ada.extensions().set_item_place(&trip, "one", &place);
    let set = put.header("prefer", "handling=strict").await;
    let set = set.expect_status(200).json();
    assert_eq!(set.destination.name, place.name);
    assert_eq!(set.destination.location, place.location);
    assert_eq!(set.timezone.as_ref(), Some(&place.timezone));
    let at = item(&ada, &trip).await.1;
    assert_eq!(at, json!([place.longitude, place.latitude]));
}

async fn malformed_places_are_refused_at_their_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip_with(&ada, "Berlin").await;
    let before = ada.b().trip(&trip).await.etag();
    let cases: [(Value, &[&str]); 8] = [
        (json!({}), &["/latitude", "/longitude"]),
        (json!({"latitude": 1}), &["/longitude"]),
        (json!({"longitude": 1}), &["/latitude"]),
        (
            json!({"latitude": 90.000001, "longitude": 0}),
            &["/latitude"],
        ),
        (json!({"latitude": 0, "longitude": -180.1}), &["/longitude"]),
        (
            json!({"latitude": "38.7", "longitude": null, "name": 1, "location": []}),
            &["/latitude", "/longitude", "/name", "/location"],
        ),
        (
            json!({"latitude": 1e300, "longitude": 1, "name": "x".repeat(2_001)}),
            &["/latitude", "/name"],
        ),
        (json!([1, 2]), &[""]),
    ];
    for (body, pointers) in cases {
        let put = ada.extensions().set_item_place(&trip, "one", &body).await;
        assert_eq!(
            put.expect_status(400).problem().pointers(),
            pointers,
            "{body}"
        );
    }
    assert_eq!(ada.b().trip(&trip).await.etag(), before);
    for at in [(90, 180), (-90, -180), (0, 0)] {
        let body = json!({"latitude": at.0, "longitude": at.1});
        let put = ada.extensions().set_item_place(&trip, "one", &body).await;
        put.expect_status(200);
    }
}

async fn only_editors_correct_places(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(false).await;
    cast.ada
        .a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    cast.let_bob_read(&trip).await;
    let at = json!({"latitude": 1, "longitude": 1});
    for reader in [&cast.bob, &cast.eve] {
        for item in ["stay-1", "none"] {
            let expected = if item == "none" { 404 } else { 401 };
            let routes = reader.extensions();
            for body in [&at, &json!({})] {
                let put = routes.set_item_place(&trip, item, body).await;
                put.expect_status(expected);
            }
            let reset = routes.delete_item_place(&trip, item).await;
            reset.expect_status(expected);
        }
    }
    let routes = cast.ada.extensions();
    for (trip, item) in [(trip.as_str(), "none"), (NO_TRIP, "stay-1")] {
        let put = routes.set_item_place(trip, item, &at).await;
        put.expect_status(404);
        routes
            .delete_item_place(trip, item)
            .await
            .expect_status(404);
    }
}

async fn a_correction_guards_its_version(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip_with(&ada, "Berlin").await;
    let tag = ada.extensions().item(&trip, "one").await.etag();
    let at = json!({"latitude": 1, "longitude": 1});
    let put = || ada.extensions().set_item_place(&trip, "one", &at);
    let tag = put().if_match(&tag).await.expect_status(200).etag();
    let stale = "\"0-x\"";
    put().if_match(stale).await.expect_status(412);
    let reset = || ada.extensions().delete_item_place(&trip, "one");
    reset().if_match(stale).await.expect_status(412);
    reset().if_match(&tag).await.expect_status(204);
}
