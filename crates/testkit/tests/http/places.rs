//! Coordinates of trips and destinations, from the built-in places or a configured server.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, TestServer, both, on_sqlite};

use crate::place_server::Nominatim;

both!(adds_coordinates_to_new_destinations);

on_sqlite!(
    describes_a_new_trip_by_its_place,
    preserves_empty_values_that_were_sent,
    leaves_existing_destinations_unchanged,
    adds_coordinates_to_itinerary_items,
    what_was_filled_in_follows_the_place,
    looks_up_two_hundred_destinations,
    queries_the_configured_server,
    unresponsive_server_delays_a_write_by_the_timeout,
    looks_up_nothing_when_disabled,
);

async fn detail(ada: &Traveller, trip: &str) -> Value {
    ada.a().trip(trip).await.value()
}

/// Location and description of each of these destinations.
fn known(objects: &Value) -> Vec<(&str, &str)> {
    let objects = objects.as_array().unwrap().iter();
    objects
        .map(|place| {
            (
                place["location"].as_str().unwrap(),
                place["description"].as_str().unwrap(),
            )
        })
        .collect()
}

#[track_caller]
fn is_lisbon(feature: &Value) {
    let [longitude, latitude] = [0, 1].map(|place| feature["geometry"][place].as_f64().unwrap());
    assert!(
        (longitude + 9.14).abs() < 0.1 && (latitude - 38.72).abs() < 0.1,
        "{longitude} {latitude}"
    );
    let properties = &feature["properties"];
    assert_eq!(
        (&properties["name"], &properties["display_name"]),
        (&json!("Lisbon"), &json!("Lisbon, Portugal"))
    );
    assert_eq!(
        (&properties["destination_type"], &properties["timezone"]),
        (&json!("city"), &json!("Europe/Lisbon"))
    );
    let side = |name: &str| properties["bbox"][name].as_f64().unwrap();
    assert!(
        side("min_latitude") < latitude && latitude < side("max_latitude"),
        "{properties}"
    );
    assert!(
        side("min_longitude") < longitude && longitude < side("max_longitude"),
        "{properties}"
    );
}

async fn describes_a_new_trip_by_its_place(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let create = async |body: Value| ada.a().create(&body).await.expect_status(200).value();
    for body in [
        json!({"name": "A week in Lisbon", "desc": "Then on to Tokyo"}),
        json!({"name": "Nice trip", "desc": "Seven days in Lisbon"}),
    ] {
        let feature = create(body.clone()).await;
        is_lisbon(&feature);
        for field in ["osm_id", "osm_type", "wikidata_id", "wikipedia"] {
            assert_eq!(
                feature["properties"][field],
                json!(""),
                "the built-in gazetteer has none"
            );
        }
        let trip = detail(&ada, feature["id"].as_str().unwrap()).await;
        assert_eq!(
            (&trip["name"], &trip["desc"]),
            (&body["name"], &body["desc"]),
            "the trip is as it was sent"
        );
        assert_eq!((&trip["dest"], &trip["areas"]), (&json!([]), &json!([])));
    }
    let nowhere = create(json!({"name": "Nice trip", "desc": "Split the bill"})).await;
    assert_eq!(
        (&nowhere["geometry"], &nowhere["properties"]["timezone"]),
        (&json!([0, 0]), &json!("UTC"))
    );
    assert_eq!(nowhere["properties"]["display_name"], json!("Nice trip"));
}

async fn adds_coordinates_to_new_destinations(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let dest =
        json!(["Lisbon", "Place A", {"name": "Kyoto"}, {"name": "Porto", "description": "Wine"}]);
    ada.a()
        .update(&trip, &json!({"dest": dest}))
        .await
        .expect_status(200);
    let whole = detail(&ada, &trip).await;
    let known = known(&whole["destObjs"]);
    let locations: Vec<&str> = known.iter().map(|(location, _)| *location).collect();
    assert_eq!(
        locations,
        ["Lisbon, Portugal", "", "Kyoto, Japan", "Porto, Portugal"]
    );
    assert!(!known[0].1.is_empty() && known[1].1.is_empty() && !known[2].1.is_empty());
    assert_eq!(known[3].1, "Wine", "what was sent is kept");
    assert_eq!(
        whole["areaNames"],
        json!(["Lisbon, Portugal", "Kyoto, Japan", "Porto, Portugal"])
    );
    assert_eq!(
        whole["areas"][0],
        json!({"name": "Lisbon, Portugal", "description": "Lisbon"})
    );
    assert_eq!(
        ada.b().trip(&trip).await.value()["destinations"][0]["desc"],
        json!(known[0].1)
    );
    // They are looked up as well beside a change of the trip's people.
    sample::sign_up(&server.client(), "bob").await;
    let (other, joined) = (sample::trip(&ada, "y").await, json!(["ada", "bob"]));
    let both = json!({"dest": ["Lisbon"], "members": joined});
    ada.b().update(&other, &both).await.expect_status(200);
    let other = detail(&ada, &other).await;
    assert_eq!(other["destObjs"][0]["location"], "Lisbon, Portugal");
    // From now on it behaves like any other field of the trip.
    for same in [
        dest,
        whole["dest"].clone(),
        whole["destObjs"].clone(),
        json!(["Lisbon", "Place A", "Kyoto", "Porto"]),
    ] {
        ada.a()
            .update(&trip, &json!({"dest": same}))
            .await
            .expect_status(304);
        ada.b()
            .update(&trip, &json!({"dest": same}))
            .await
            .expect_status(304);
    }
    let id = &whole["destObjs"][0]["_id"];
    let named_anew = json!([{"_id": id, "location": "Here", "description": ""}]);
    ada.b()
        .update(&trip, &json!({"dest": named_anew}))
        .await
        .expect_status(200);
    let changed = json!([{"_id": id, "name": "Lisbon", "location": "Here", "description": ""}]);
    assert_eq!(detail(&ada, &trip).await["destObjs"], changed);
}

async fn preserves_empty_values_that_were_sent(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let dest = json!([
        {"name": "Lisbon", "location": ""}, {"name": "Porto", "desc": ""},
        {"name": "Faro", "location": "", "desc": ""},
        {"name": "Paris", "location": "Atlantis"},
    ]);
    ada.b()
        .update(&trip, &json!({"dest": dest}))
        .await
        .expect_status(200);
    let whole = detail(&ada, &trip).await;
    let known = known(&whole["destObjs"]);
    assert_eq!(known[0].0, "");
    assert!(!known[0].1.is_empty());
    assert_eq!(
        known[1..],
        [("Porto, Portugal", ""), ("", ""), ("Atlantis", "")]
    );
    ada.b()
        .update(&trip, &json!({"dest": dest}))
        .await
        .expect_status(304);
}

async fn leaves_existing_destinations_unchanged(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let bare = json!({"_id": "l", "name": "Lisbon", "location": "", "description": ""});
    ada.a()
        .update(&trip, &json!({"dest": [bare]}))
        .await
        .expect_status(200);
    for entry in [
        json!("Lisbon"),
        json!("l"),
        json!({"name": "Lisbon"}),
        json!({"_id": "l"}),
    ] {
        ada.a()
            .update(&trip, &json!({"dest": [entry]}))
            .await
            .expect_status(304);
    }
    ada.a()
        .update(&trip, &json!({"dest": ["Tokyo", "Lisbon"]}))
        .await
        .expect_status(200);
    let whole = detail(&ada, &trip).await;
    assert_eq!(whole["destObjs"][1], bare);
    assert_eq!(whole["destObjs"][0]["location"], json!("Tokyo, Japan"));
}

async fn adds_coordinates_to_itinerary_items(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let items = json!({"trip_items": [
        {"item_type": "destination", "destination": {"name": "Lisbon"}},
        {"item_type": "transportations", "destination": {"name": "Tram 28"}},
        {
            "item_type": "destination",
            "destination": {"name": "Porto", "location": "", "description": ""}
        },
        {"item_type": "destination"},
    ]});
    let first = ada
        .a()
        .set_items(&trip, &items)
        .await
        .expect_status(200)
        .value();
    assert_eq!(first["destination"]["location"], json!("Lisbon, Portugal"));
    let stored = ada.a().items(&trip).await.value();
    let known: Vec<&Value> = stored
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["destination"]["location"])
        .collect();
    assert_eq!(
        known,
        [
            &json!("Lisbon, Portugal"),
            &json!(""),
            &json!(""),
            &json!("")
        ]
    );
    ada.a().set_items(&trip, &items).await.expect_status(304);
    ada.a().set_items(&trip, &stored).await.expect_status(304);
    let whole = detail(&ada, &trip).await;
    assert_eq!(
        (&whole["areaNames"], &whole["dest"]),
        (&json!(["Lisbon, Portugal"]), &json!([]))
    );
    assert_eq!(whole["startObj"], first["destination"]);
}

async fn what_was_filled_in_follows_the_place(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let add = async |destination: Value| {
        let item = json!({"item_type": "destination", "destination": destination});
        let added = ada.extensions().add_item(&trip, &item).await;
        let added = added.expect_status(201).value();
        added["destination"]["location"].clone()
    };
    let locations = async || {
        let items = ada.a().items(&trip).await.value();
        let items = items.as_array().unwrap().iter();
        let locations = items.map(|item| item["destination"]["location"].clone());
        locations.collect::<Vec<_>>()
    };
    assert_eq!(
        add(json!({"name": "Bel\u{e9}m"})).await,
        "Bel\u{e9}m, Para, Brazil"
    );
    let sintra = json!({"name": "Sintra", "location": "Sintra, Portugal"});
    assert_eq!(
        add(sintra).await,
        "Sintra, Portugal",
        "the item that was added"
    );
    assert_eq!(add(json!({"name": "Cascais"})).await, "Cascais, Portugal");
    let among_neighbours = [
        "Bel\u{e9}m, Portugal",
        "Sintra, Portugal",
        "Cascais, Portugal",
    ];
    assert_eq!(locations().await, among_neighbours);
    let sent_back = json!({"trip_items": ada.a().items(&trip).await.value()});
    ada.a()
        .set_items(&trip, &sent_back)
        .await
        .expect_status(304);
}

async fn looks_up_two_hundred_destinations(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let names: Vec<String> = (0..199)
        .map(|number| format!("Place {number}"))
        .chain(["Lisbon".to_owned()])
        .collect();
    ada.b()
        .update(&trip, &json!({"dest": names}))
        .await
        .expect_status(200);
    assert_eq!(
        detail(&ada, &trip).await["areaNames"],
        json!(["Lisbon, Portugal"])
    );
}

async fn queries_the_configured_server(builder: Builder) {
    let nominatim = Nominatim::start(Duration::ZERO).await;
    let server = builder
        .setting("gazetteer-url", &nominatim.url)
        .setting("gazetteer-interval", "0s")
        .start()
        .unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = ada
        .a()
        .create(&json!({"name": "A week in Lisbon"}))
        .await
        .value();
    is_lisbon(&feature);
    assert_eq!(
        feature["geometry"],
        json!([-9.136592, 38.707751]),
        "longitude first, to six places"
    );
    let properties = &feature["properties"];
    let ids = ["osm_id", "osm_type", "wikidata_id", "wikipedia"]
        .map(|field| properties[field].as_str().unwrap());
    assert_eq!(ids, ["5400890", "relation", "Q597", "pt:Lisboa"]);
    let bounds = json!({
        "min_latitude": 38.691399, "min_longitude": -9.229836, "max_latitude": 38.796758,
        "max_longitude": -9.086333
    });
    assert_eq!(properties["bbox"], bounds);
    ada.a()
        .update(
            feature["id"].as_str().unwrap(),
            &json!({"dest": ["Lisboa", {"name": "Miradouro", "location": "Lisboa"}]}),
        )
        .await
        .expect_status(200);
    let geojson = ada
        .extensions()
        .export(feature["id"].as_str().unwrap(), "geojson");
    let geojson = geojson.await.value();
    let point = |place: usize| geojson["features"][place]["geometry"]["coordinates"].clone();
    // A city that the built-in gazetteer knows needs no server.
    assert_ne!(point(0), feature["geometry"]);
    assert_eq!(point(1), feature["geometry"]);
    let requests = nominatim.requests();
    assert!(
        requests.len() == 2
            && requests[0].contains("q=Lisbon%2C+Portugal&")
            && requests[1].contains("q=Miradouro%2C+Lisboa&"),
        "{requests:?}"
    );
    // Neither reads nor writes by Variant B, which answers no place, look anything up.
    ada.b()
        .create(&json!({"name": "A week in Tokyo"}))
        .await
        .expect_status(200);
    ada.a().trips().await.expect_status(200);
    assert_eq!(nominatim.requests().len(), 2);
}

/// The time limit of look-ups at an unresponsive server, and the delay of its answers.
const TIMEOUT: Duration = Duration::from_secs(5);
const DELAY: Duration = Duration::from_secs(60);

async fn unresponsive_server_delays_a_write_by_the_timeout(builder: Builder) {
    let nominatim = Nominatim::start(DELAY).await;
    let server = builder
        .setting("gazetteer-url", &nominatim.url)
        .place_timeout(TIMEOUT)
        .start()
        .unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    // The first look-up loads the built-in places; the server gets no request.
    ada.a()
        .create(&json!({"name": "Nice trip"}))
        .await
        .expect_status(200);
    assert!(nominatim.requests().is_empty());
    let begin = Instant::now();
    let feature = ada
        .a()
        .create(&json!({"name": "A week in Lisbon"}))
        .await
        .expect_status(200)
        .value();
    let took = begin.elapsed();
    is_lisbon(&feature);
    assert_eq!(nominatim.requests().len(), 1);
    assert!(took < DELAY, "{took:?}");
    let id = feature["id"].as_str().unwrap();
    ada.a()
        .update(id, &json!({"dest": ["Lisbon", "Porto", "Kyoto"]}))
        .await
        .expect_status(200);
    assert!(begin.elapsed() < DELAY, "{:?}", begin.elapsed());
    assert_eq!(
        detail(&ada, id).await["areaNames"],
        json!(["Lisbon, Portugal", "Porto, Portugal", "Kyoto, Japan"])
    );
}

async fn looks_up_nothing_when_disabled(builder: Builder) {
    let nominatim = Nominatim::start(Duration::ZERO).await;
    let server = builder
        .setting("gazetteer", "off")
        .setting("gazetteer-url", &nominatim.url)
        .start()
        .unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = ada
        .a()
        .create(&json!({"name": "A week in Lisbon"}))
        .await
        .expect_status(200)
        .value();
    assert_eq!(
        (
            &feature["geometry"],
            &feature["properties"]["destination_type"]
        ),
        (&json!([0, 0]), &json!("trip"))
    );
    let id = feature["id"].as_str().unwrap();
    ada.a()
        .update(id, &json!({"dest": ["Lisbon"]}))
        .await
        .expect_status(200);
    assert_eq!(known(&detail(&ada, id).await["destObjs"]), [("", "")]);
    assert!(nominatim.requests().is_empty());
}
