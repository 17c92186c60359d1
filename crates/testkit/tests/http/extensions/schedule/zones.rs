//! Time zones and ends of items, and the time zone of a trip: taken wherever they are written,
//! answered by extensions always, by routes of the specification on request.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Call, Method, TestServer, both, on_sqlite};

both!(zones_and_ends_of_items_are_kept, zone_of_a_trip_is_kept);

on_sqlite!(
    specification_answers_have_no_extensions_unless_preferred,
    both_forms_of_an_answer_have_their_own_tags,
    unknown_zones_are_refused_at_their_fields,
    what_follows_sent_back_sets_nothing,
    zones_of_neighbours_are_answered,
    notes_in_place_of_a_location_are_no_places,
    codes_of_airports_and_cities_are_ends_of_travel,
    coordinates_have_the_zone_within_whose_boundaries_they_lie,
);

const MEMBERS: [&str; 4] = ["timezone", "endTimezone", "endDestination", "kind"];

async fn trip_of(ada: &Traveller, items: Value) -> String {
    let trip = sample::trip(ada, "x").await;
    let set = ada.a().set_items(&trip, &items).await;
    set.expect_status(200);
    trip
}

async fn zones_and_ends_of_items_are_kept(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let flight = json!({
        "item_id": "flight", "item_type": "transportations", "destination": {"name": "Flight"},
        "timezone": "europe/lisbon", "endTimezone": "America/Toronto",
        "endDestination": {"_id": "end", "name": "Home", "location": "", "description": ""},
    });
    let trip = trip_of(&ada, json!([flight])).await;
    let item = async || ada.extensions().item(&trip, "flight").await.json();
    let first = item().await;
    assert_eq!(first.timezone.as_deref(), Some("Europe/Lisbon"));
    assert_eq!(first.end_timezone.as_deref(), Some("America/Toronto"));
    let end = first.end_destination.clone().unwrap();
    assert_eq!((end.id.as_str(), end.name.as_str()), ("end", "Home"));
    // Left out of a whole list, they stay.
    let plain = ada.a().items(&trip).await.value();
    assert!(
        MEMBERS.iter().all(|name| plain[0].get(name).is_none()),
        "{plain}"
    );
    let mut plain = plain;
    plain[0]["day"] = json!(2);
    let put = ada.a().set_items(&trip, &plain).extended().await;
    let put = put.expect_status(200);
    assert_eq!(put.header("preference-applied"), Some("extensions"));
    let put = put.json();
    assert_eq!(put.timezone, first.timezone);
    assert_eq!(put.end_timezone, first.end_timezone);
    assert_eq!(put.end_destination, first.end_destination);
    assert_eq!(item().await, put);
    // One item at a time.
    let change = async |body: Value| {
        let change = ada.extensions().update_item(&trip, "flight", &body).await;
        change.expect_status(200).json()
    };
    let changed = change(json!({"timezone": "Asia/Tokyo", "endDestination": {"name": "Work"}}));
    let changed = changed.await;
    assert_eq!(changed.timezone.as_deref(), Some("Asia/Tokyo"));
    assert_eq!(changed.end_timezone, first.end_timezone);
    assert_eq!(changed.end_destination.unwrap().name, "Work");
    let changed = change(json!({"endDestination": ""})).await;
    assert_eq!(changed.end_destination, None);
    let changed = change(json!({"timezone": "", "endTimezone": ""})).await;
    assert_eq!((changed.timezone, changed.end_timezone), (None, None));
    change(json!({"endDestination": {"name": "Work"}})).await;
    let changed = change(json!({"endDestination": null})).await;
    assert_eq!(changed.end_destination, None);
    // An added item has them at once.
    let add = json!({"item_type": "x", "timezone": "Asia/Tokyo", "endDestination": {"name": "Y"}});
    let added = ada.extensions().add_item(&trip, &add).await;
    let added = added.expect_status(201).json();
    assert_eq!(added.timezone.as_deref(), Some("Asia/Tokyo"));
    assert_eq!(added.end_destination.unwrap().name, "Y");
    let to = json!({"day": 9});
    let moved = ada.extensions().move_item(&trip, &added.item_id, &to).await;
    assert_eq!(
        moved.expect_status(200).json().timezone.as_deref(),
        Some("Asia/Tokyo")
    );
}

async fn zone_of_a_trip_is_kept(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let new = json!({"name": "x", "timezone": "Asia/Tokyo"});
    let created = ada.b().create(&new).extended().await;
    let created = created.expect_status(200).json();
    assert_eq!(created.timezone.as_deref(), Some("Asia/Tokyo"));
    let trip = created.uuid;
    let zone = async || {
        let b = ada.b().trip(&trip).extended().await.json().timezone;
        let a = ada.a().trip(&trip).extended().await.json().timezone;
        assert_eq!(a, b);
        a.unwrap_or_default()
    };
    assert_eq!(zone().await, "Asia/Tokyo");
    let update = |zone: &str| {
        ada.a()
            .update(&trip, &json!({ "timezone": zone }))
            .extended()
    };
    let updated = update("Europe/Paris").await.expect_status(200).json();
    assert_eq!(updated.timezone.as_deref(), Some("Europe/Paris"));
    update("Europe/Paris").await.expect_status(304);
    let update = |zone: &str| {
        ada.b()
            .update(&trip, &json!({ "timezone": zone }))
            .extended()
    };
    let updated = update("America/Toronto").await.expect_status(200).json();
    assert_eq!(updated.timezone.as_deref(), Some("America/Toronto"));
    assert_eq!(zone().await, "America/Toronto");
    let shifted = json!({"date": {"start": "2026-05-01T00:00:00Z"}});
    ada.a().update(&trip, &shifted).await.expect_status(200);
    let shifted = ada.extensions().shift(&trip, 1).await.expect_status(200);
    assert_eq!(shifted.json().timezone.as_deref(), Some("America/Toronto"));
    assert_eq!(update("").await.expect_status(200).json().timezone, None);
    assert_eq!(zone().await, "");
    // Variant A creates trips with one, too.
    let created = ada.a().create(&new).await.expect_status(200).value();
    let trip = created["id"].as_str().unwrap();
    let shown = ada.a().trip(trip).extended().await.json();
    assert_eq!(shown.timezone.as_deref(), Some("Asia/Tokyo"));
}

/// A trip whose item and destination are in Berlin, and ends elsewhere.
async fn extended_trip(ada: &Traveller) -> String {
    let trip = trip_of(
        ada,
        json!([{
            "item_id": "one", "item_type": "destination", "destination": {"name": "Berlin"},
            "endTimezone": "Asia/Tokyo", "endDestination": {"name": "Home"},
        }]),
    )
    .await;
    let dest = json!({"dest": ["Berlin"], "timezone": "Europe/Rome"});
    ada.b().update(&trip, &dest).await.expect_status(200);
    trip
}

fn has_extension(value: &Value) -> bool {
    let value = value.as_array().map_or(value, |list| &list[0]);
    MEMBERS.iter().any(|name| value.get(name).is_some())
}

/// Removes the extensions of a value, and the positions of its destinations.
fn remove_extensions(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(remove_extensions),
        Value::Object(fields) => {
            for name in MEMBERS
                .iter()
                .chain(&["latitude", "longitude", "precision"])
            {
                fields.remove(*name);
            }
            fields.values_mut().for_each(remove_extensions);
        }
        _ => {}
    }
}

async fn specification_answers_have_no_extensions_unless_preferred(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = extended_trip(&ada).await;
    let mut day = 1;
    for (method, path) in [
        (Method::GET, "/api/v1/trips/{}/trip_items"),
        (Method::PUT, "/api/v1/trips/{}/trip_items"),
        (Method::GET, "/api/v1/trips/{}"),
        (Method::PUT, "/api/v1/trips/{}"),
        (Method::GET, "/api/v1/trip/{}"),
        (Method::PUT, "/api/v1/trip/{}"),
        (Method::POST, "/api/v1/trip"),
        (Method::GET, "/a/api/v1/trips/{}"),
        (Method::GET, "/b/api/v1/trip/{}"),
    ] {
        let path = path.replace("{}", &trip);
        let mut call = || -> Call<Value> {
            day += 1;
            let call = ada.client.request(method.clone(), &path);
            match method {
                Method::GET => call,
                _ if path.ends_with("trip_items") => call.json(&json!([
                    {"item_id": "one", "item_type": "destination", "day": day,
                     "destination": {"name": "Berlin"}}
                ])),
                _ => call.json(&json!({"name": format!("y{day}"), "timezone": "Europe/Rome"})),
            }
        };
        let plain = call().await.expect_status(200);
        assert_eq!(plain.header("preference-applied"), None, "{path}");
        let plain = plain.value();
        assert!(!has_extension(&plain), "{method} {path}: {plain}");
        let extended = call().header("prefer", "return=representation, extensions");
        let extended = extended.await.expect_status(200);
        let applied = match method {
            Method::PUT => "return=representation, extensions",
            _ => "extensions",
        };
        assert_eq!(
            extended.header("preference-applied"),
            Some(applied),
            "{path}"
        );
        let extended = extended.value();
        assert!(has_extension(&extended), "{method} {path}: {extended}");
        // Nothing else differs.
        if method == Method::GET {
            let mut rest = extended;
            remove_extensions(&mut rest);
            assert_eq!(rest, plain, "{path}");
        }
    }
    let missing = ada.a().items(crate::cast::NO_TRIP).extended().await;
    missing.expect_status(404);
}

async fn both_forms_of_an_answer_have_their_own_tags(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = extended_trip(&ada).await;
    for path in [
        format!("/api/v1/trips/{trip}/trip_items"),
        format!("/api/v1/trips/{trip}"),
        format!("/api/v1/trip/{trip}"),
    ] {
        let get = |is_extended| {
            let call = ada.client.request(Method::GET, &path);
            if is_extended { call.extended() } else { call }
        };
        // Twice: from the response cache, too.
        for _ in 0..2 {
            let (plain, extended) = (get(false).await, get(true).await);
            let (plain, extended) = (plain.etag(), extended.etag());
            assert_ne!(plain, extended, "{path}");
            for (is_extended, tag, status) in [
                (false, &plain, 304),
                (true, &extended, 304),
                (false, &extended, 200),
                (true, &plain, 200),
            ] {
                let reply = get(is_extended).if_none_match(tag).await;
                let reply = reply.expect_status(status);
                let applied = reply.header("preference-applied");
                assert_eq!(applied.is_some(), is_extended, "{path}");
            }
            let tag = get(true).await.etag();
            // Either tag is that of the version.
            let put = ada
                .client
                .request(Method::PUT, &format!("/api/v1/trip/{trip}"));
            let put = put.json(&json!({})).if_match(&tag).await;
            put.expect_status(304);
        }
    }
}

async fn unknown_zones_are_refused_at_their_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = extended_trip(&ada).await;
    let before = ada.b().trip(&trip).await.etag();
    let long = "x".repeat(2_001);
    let wrong = json!({
        "item_type": "", "timezone": "Europe/Atlantis", "endTimezone": 7,
        "endDestination": {"name": long},
    });
    let item_pointers = [
        "/item_type",
        "/timezone",
        "/endTimezone",
        "/endDestination/name",
    ];
    let add = ada.extensions().add_item(&trip, &wrong).await;
    assert_eq!(add.expect_status(400).problem().pointers(), item_pointers);
    let change = ada.extensions().update_item(&trip, "one", &wrong).await;
    let mut pointers = change.expect_status(400).problem();
    pointers.errors.sort_by_key(|error| {
        item_pointers
            .iter()
            .position(|pointer| *pointer == error.pointer)
    });
    assert_eq!(pointers.pointers(), item_pointers);
    let list = ada
        .a()
        .set_items(&trip, &json!([{"item_type": "x"}, wrong]))
        .await;
    let problem = list.expect_status(400).problem();
    let expected = item_pointers.map(|pointer| format!("/1{pointer}"));
    assert_eq!(problem.pointers(), expected);
    for zone in [
        json!("UTC+1"),
        json!(" Europe/Paris"),
        json!("../x"),
        json!([]),
        json!(1),
    ] {
        for body in [
            json!({"name": "", "timezone": zone}),
            json!({"name": 1, "timezone": zone}),
        ] {
            for (method, path) in [
                (Method::POST, "/api/v1/trips"),
                (Method::POST, "/api/v1/trip"),
                (Method::PUT, "/api/v1/trips/{}"),
                (Method::PUT, "/api/v1/trip/{}"),
            ] {
                let call = ada.client.request(method, &path.replace("{}", &trip));
                let reply = call.json(&body).await.expect_status(400);
                assert_eq!(reply.problem().pointers(), ["/name", "/timezone"], "{body}");
            }
        }
    }
    for end in [json!("Tokyo"), json!(1), json!([])] {
        let body = json!({ "endDestination": end });
        let change = ada.extensions().update_item(&trip, "one", &body).await;
        let problem = change.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/endDestination"]);
    }
    assert_eq!(ada.b().trip(&trip).await.etag(), before);
}

async fn what_follows_sent_back_sets_nothing(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let items = json!([
        {"item_id": "a", "item_type": "destination", "destination": {"name": "Berlin"}},
        {"item_id": "b", "item_type": "transportations", "destination": {"name": "Berlin – Tokyo"}},
    ]);
    let trip = trip_of(&ada, items).await;
    let shown = ada.a().items(&trip).extended().await.value();
    assert_eq!(shown[0]["timezone"], "Europe/Berlin");
    assert_eq!(shown[1]["timezone"], "Europe/Berlin");
    assert_eq!(shown[1]["endTimezone"], "Asia/Tokyo");
    assert_eq!(shown[1]["endDestination"]["name"], "Tokyo");
    let back = ada.a().set_items(&trip, &shown).extended().await;
    back.expect_status(304);
    // So they follow another place.
    let place = json!({"destination": {"name": "Lisbon", "location": ""}});
    let moved = ada.extensions().update_item(&trip, "a", &place).await;
    assert_eq!(
        moved.expect_status(200).value()["timezone"],
        "Europe/Lisbon"
    );
    let detail = ada.b().trip(&trip).extended().await.json();
    assert!(detail.timezone.is_some());
    let body = json!({ "timezone": detail.timezone });
    ada.b().update(&trip, &body).await.expect_status(304);
}

async fn zones_of_neighbours_are_answered(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let items = json!([
        {"item_id": "a", "item_type": "destination", "destination": {"name": "Lunch"}},
        {"item_id": "b", "item_type": "destination", "destination": {"name": "Berlin"}},
        {"item_id": "c", "item_type": "destination", "destination": {"name": "Walk"}, "day": 2},
    ]);
    let trip = trip_of(&ada, items).await;
    let shown = ada.a().items(&trip).extended().await.json();
    for (item, shown) in shown.iter().zip(["a", "b", "c"]) {
        let one = ada.extensions().item(&trip, shown).await.json();
        assert_eq!(one, *item);
        assert_eq!(item.timezone.as_deref(), Some("Europe/Berlin"), "{shown}");
        assert_eq!(
            item.end_timezone.as_deref(),
            Some("Europe/Berlin"),
            "{shown}"
        );
        assert_eq!(item.end_destination, None);
    }
    let empty = sample::trip(&ada, "y").await;
    let item = ada
        .extensions()
        .add_item(&empty, &json!({"item_type": "x"}))
        .await;
    let mut item = item.expect_status(201).value();
    assert_eq!(item["kind"].take(), "other");
    item.as_object_mut().unwrap().remove("kind");
    assert!(!has_extension(&item));
}

async fn notes_in_place_of_a_location_are_no_places(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let notes = [
        "TBC",
        "TBA",
        "TBD",
        "NA",
        "N/A",
        "GYM",
        "BUS",
        "SPA",
        "CAR",
        "PIE",
        "???",
        "tbc",
        "n/a",
        "gym",
        "por confirmar",
        "noch offen",
        "offen",
        "à confirmer",
        "da definire",
        "未定",
    ];
    let hotel = json!({"item_id": "hotel", "item_type": "destination",
        "destination": {"name": "Hotel", "location": "Rua Augusta 1, Lisbon, Portugal"}});
    let dinner = |(number, note): (usize, &&str)| {
        json!({"item_id": format!("{number}"), "item_type": "destination", "day": number + 2,
            "destination": {"name": "Dinner", "location": note}})
    };
    let items = [hotel]
        .into_iter()
        .chain(notes.iter().enumerate().map(dinner));
    let trip = trip_of(&ada, items.collect()).await;
    for item in ada.a().items(&trip).extended().await.json() {
        let (at, note) = (item.destination.latitude, &item.destination.location);
        assert_eq!(at.is_some(), item.item_id == "hotel", "{note}");
        assert_eq!(item.timezone.as_deref(), Some("Europe/Lisbon"), "{note}");
    }
}

async fn codes_of_airports_and_cities_are_ends_of_travel(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let travel = |id: &str, name: &str, location: &str| {
        json!({"item_id": id, "item_type": "transportations",
            "destination": {"name": name, "location": location}})
    };
    let items = json!([
        {"item_id": "hotel", "item_type": "destination", "destination": {"name": "Lisbon"}},
        travel("by name", "LON – NYC", ""),
        travel("by location", "Flight BA 117", "JFK"),
        travel("alone", "TYO", ""),
        travel("bus", "Transfer", "BUS"),
    ]);
    let trip = trip_of(&ada, items).await;
    let zones = async |id: &str| {
        let item = ada.extensions().item(&trip, id).await.json();
        [item.timezone, item.end_timezone].map(Option::unwrap)
    };
    assert_eq!(
        zones("by name").await,
        ["Europe/London", "America/New_York"]
    );
    assert_eq!(zones("by location").await, ["America/New_York"; 2]);
    assert_eq!(zones("alone").await, ["Asia/Tokyo"; 2]);
    // What is meant is the bus, not Batumi.
    assert_eq!(zones("bus").await, ["Asia/Tokyo"; 2]);
}

async fn coordinates_have_the_zone_within_whose_boundaries_they_lie(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (latitude, longitude, zone) in [
        (-31.55, 159.08, "Australia/Lord_Howe"),
        (28.21, 85.57, "Asia/Kathmandu"),
        (29.25, -103.25, "America/Chicago"),
        (65.755, -168.92, "America/Nome"),
    ] {
        let place = json!({"name": "x", "latitude": latitude, "longitude": longitude});
        let item = json!({"item_id": "a", "item_type": "destination", "destination": place});
        let trip = trip_of(&ada, json!([item])).await;
        let item = ada.extensions().item(&trip, "a").await.json();
        assert_eq!(item.timezone.as_deref(), Some(zone));
    }
}
