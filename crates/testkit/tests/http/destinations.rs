//! Destinations: matching entries, stored fields, computed fields.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

both!(preserves_order_and_duplicates);

on_sqlite!(
    creates_destinations_from_names,
    matches_entries_by_id_or_name,
    an_unknown_id_needs_a_name,
    matches_destinations_of_the_itinerary,
    detail_views_list_destinations_in_trip_order,
    computes_areas_and_start,
);

async fn objects(ada: &Traveller, trip: &str) -> Vec<Value> {
    ada.a().trip(trip).await.value()["destObjs"]
        .as_array()
        .unwrap()
        .clone()
}

async fn creates_destinations_from_names(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let answer = ada
        .a()
        .update(
            &trip,
            &json!({"dest": ["Nowhere at all", "Elsewhere in particular"]}),
        )
        .await
        .value();
    assert_eq!(
        answer["dest"],
        json!(["Nowhere at all", "Elsewhere in particular"]),
        "a PUT answers names"
    );
    let detail = ada.a().trip(&trip).await.value();
    let ids: Vec<&Value> = detail["destObjs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| &place["_id"])
        .collect();
    assert_eq!(detail["dest"], json!(ids), "the detail answers ids");
    assert!(ids[0] != ids[1] && ids.iter().all(|id| !id.as_str().unwrap().is_empty()));
    let whole = ada.b().trip(&trip).await.value();
    assert_eq!(whole["dest"], answer["dest"]);
    assert_eq!(
        whole["destinations"][0],
        json!({
            "id": ids[0], "name": "Nowhere at all", "desc": detail["destObjs"][0]["description"]
        })
    );
}

async fn matches_entries_by_id_or_name(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let lisbon =
        json!({"_id": "lis", "name": "Lisbon", "location": "Portugal", "description": "Capital"});
    ada.a()
        .update(&trip, &json!({"dest": [lisbon]}))
        .await
        .expect_status(200);
    assert_eq!(json!(objects(&ada, &trip).await), json!([lisbon]));
    // An id, a name, and an object with either are equivalent.
    for same in [
        json!("lis"),
        json!("Lisbon"),
        json!({"_id": "lis"}),
        json!({"id": "lis"}),
        json!({"name": "Lisbon"}),
        lisbon.clone(),
    ] {
        ada.a()
            .update(&trip, &json!({"dest": [same]}))
            .await
            .expect_status(304);
        ada.b()
            .update(&trip, &json!({"dest": [same]}))
            .await
            .expect_status(304);
    }
    // An object changes the fields that it sends, under the names of either variant.
    ada.b()
        .update(&trip, &json!({"dest": [{"id": "lis", "desc": "City"}]}))
        .await
        .expect_status(200);
    let mut changed = lisbon.clone();
    changed["description"] = json!("City");
    assert_eq!(objects(&ada, &trip).await, [changed.clone()]);
    ada.a()
        .update(&trip, &json!({"dest": ["Porto", "Lisbon"]}))
        .await
        .expect_status(200);
    let both = objects(&ada, &trip).await;
    assert_eq!(both[1], changed);
    assert_ne!(both[0]["_id"], json!("lis"));
    ada.a()
        .update(&trip, &json!({"dest": [{"_id": "new", "name": "Lisbon"}]}))
        .await
        .expect_status(200);
    assert_eq!(
        objects(&ada, &trip).await[0]["_id"],
        json!("new"),
        "an unknown id is a new destination, whatever its name"
    );
}

async fn an_unknown_id_needs_a_name(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let put = async |dest: Value| {
        let body = json!({ "dest": dest });
        let by_b = ada.b().update(&trip, &body).await.problem();
        let by_a = ada.a().update(&trip, &body).await.problem();
        assert_eq!((by_a.status, by_a.pointers()), (400, by_b.pointers()));
        by_a.pointers()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (dest, pointers) in [
        (json!([{"_id": "q"}]), vec!["/dest/0"]),
        (
            json!(["Lisbon", {"id": "q", "location": "Portugal"}, {"_id": "r"}]),
            vec!["/dest/1", "/dest/2"],
        ),
    ] {
        assert_eq!(put(dest).await, pointers);
    }
    assert!(objects(&ada, &trip).await.is_empty());
    // Another entry of the list may name it.
    let named = json!({"dest": [{"_id": "q"}, {"_id": "q", "name": "Porto"}]});
    ada.a().update(&trip, &named).await.expect_status(200);
    let known = json!({"dest": [{"_id": "q"}]});
    ada.a().update(&trip, &known).await.expect_status(200);
    assert_eq!(objects(&ada, &trip).await[0]["name"], "Porto");
}

async fn preserves_order_and_duplicates(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let round = json!(["Lisbon", "Porto", "Lisbon"]);
    assert_eq!(
        ada.b().update(&trip, &json!({"dest": round})).await.value()["dest"],
        round
    );
    let ids = ada.a().trip(&trip).await.value()["dest"].clone();
    assert_eq!(ids[0], ids[2]);
    assert_ne!(ids[0], ids[1]);
    let backwards = json!([ids[1], ids[0], ids[1]]);
    assert_eq!(
        ada.b()
            .update(&trip, &json!({"dest": backwards}))
            .await
            .value()["dest"],
        json!(["Porto", "Lisbon", "Porto"])
    );
    assert_eq!(ada.a().trip(&trip).await.value()["dest"], backwards);
    assert_eq!(
        ada.b().update(&trip, &json!({"dest": []})).await.value()["dest"],
        json!([])
    );
}

async fn matches_destinations_of_the_itinerary(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    ada.a()
        .set_items(&trip, &sample::items())
        .await
        .expect_status(200);
    assert_eq!(
        objects(&ada, &trip).await,
        Vec::<Value>::new(),
        "an item's destination is not added"
    );
    ada.b()
        .update(&trip, &json!({"dest": ["Belém", "porto"]}))
        .await
        .expect_status(200);
    let places = objects(&ada, &trip).await;
    assert_eq!(
        places[0],
        json!({
            "_id": "belem", "name": "Belém", "location": "Lisbon, Portugal",
            "description": "The tower"
        })
    );
    assert_eq!(
        (&places[1]["_id"], &places[1]["name"]),
        (&json!("porto"), &json!("Porto")),
        "found by its id"
    );
}

async fn detail_views_list_destinations_in_trip_order(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let answer = ada.b().update(&trip, &sample::full_update()).await.value();
    assert!(
        answer.get("destinations").is_none(),
        "only in the detail view"
    );
    let created = ada.b().create(&json!({"name": "x"})).await.value();
    assert!(created.get("destinations").is_none());
    let names: Vec<String> = ada
        .b()
        .trip(&trip)
        .await
        .json()
        .destinations
        .unwrap()
        .into_iter()
        .map(|place| place.name)
        .collect();
    assert_eq!(names, ["Lisbon", "Porto"]);
}

async fn computes_areas_and_start(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(
        (&detail["areas"], &detail["areaNames"]),
        (&json!([]), &json!([]))
    );
    let empty = json!({"_id": "", "name": "", "location": "", "description": ""});
    assert_eq!(detail["startObj"], empty);
    let place = |id: &str, name: &str, location: &str| {
        json!({
            "_id": id, "name": name, "location": location, "description": ""
        })
    };
    let dest = [
        place("1", "Belém", "Lisbon"),
        place("2", "Ribeira", "Porto"),
        place("3", "Alfama", "Lisbon"),
        place("4", "Sea", ""),
    ];
    ada.a()
        .update(&trip, &json!({"dest": dest}))
        .await
        .expect_status(200);
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(detail["areaNames"], json!(["Lisbon", "Porto"]));
    assert_eq!(detail["areas"][0]["name"], json!("Lisbon"));
    let description: Vec<&str> = detail["areas"][0]["description"]
        .as_str()
        .unwrap()
        .split(',')
        .map(str::trim)
        .collect();
    assert_eq!(description, ["Belém", "Alfama"]);
    assert_eq!(detail["startObj"], dest[0]);
    // The itinerary's come after, but it starts the trip, with the first item that has a name.
    let items = json!([
        {"item_type": "x"}, {"item_type": "y", "destination": place("5", "Airport", "Faro")}
    ]);
    ada.a().set_items(&trip, &items).await.expect_status(200);
    let detail = ada.a().trip(&trip).await.value();
    assert_eq!(detail["areaNames"], json!(["Lisbon", "Porto", "Faro"]));
    assert_eq!(detail["startObj"], place("5", "Airport", "Faro"));
}
