//! Creating trips: Variant A's GeoJSON feature, Variant B's trip.

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, Method, TestServer, both, on_sqlite, sample};

both!(both_variants_store_all_fields);

on_sqlite!(
    variant_a_answers_a_geojson_feature,
    variant_b_answers_the_full_trip,
    trips_are_private_by_default,
    requires_a_name,
);

async fn variant_a_answers_a_geojson_feature(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00:00.5 UTC));
    let server = builder.clock(clock).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let reply = ada
        .a()
        .create(&json!({"name": "Qqxyzzy 42"}))
        .await
        .expect_status(200);
    let location = reply.header("location").unwrap().to_owned();
    let feature = reply.value();
    let id = feature["id"].as_str().unwrap();
    assert_eq!(location, format!("{}/api/v1/trips/{id}", server.base_url()));
    assert_eq!(
        (&feature["type"], &feature["geometry"]),
        (&json!("Feature"), &json!([0, 0]))
    );
    for field in ["createdAt", "updatedAt"] {
        assert_eq!(feature[field], json!("2026-05-01T12:00:00.5Z"));
    }
    let mut properties = feature["properties"].clone();
    let photo = properties["main_photo"].take();
    assert_eq!(
        properties,
        json!({
            "osm_id": "", "osm_type": "", "wikidata_id": "", "wikipedia": "",
            "destination_type": "trip",
            "name": "Qqxyzzy 42", "display_name": "Qqxyzzy 42", "timezone": "UTC",
            "main_photo": null,
            "bbox": {"min_latitude": 0, "min_longitude": 0, "max_latitude": 0, "max_longitude": 0},
        })
    );
    for field in [
        "id",
        "image_origin",
        "artist",
        "license_url",
        "license",
        "filename",
        "mimeType",
        "createdAt",
        "updatedAt",
        "url",
    ] {
        assert!(photo[field].is_string(), "{field}: {photo}");
    }
    for field in ["filesize", "width", "height", "focalX", "focalY"] {
        assert!(photo[field].is_number(), "{field}: {photo}");
    }
    assert!(photo["sizes"].is_array());
    assert!(
        photo["url"].as_str().unwrap().starts_with('/'),
        "a relative path"
    );
    assert_eq!(photo.as_object().unwrap().len(), 16);
    assert_eq!(ada.a().trip(id).await.json().summary.name, "Qqxyzzy 42");
}

async fn variant_b_answers_the_full_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "Ada").await;
    let reply = ada
        .b()
        .create(&json!({"name": "Lisbon", "private": false}))
        .await
        .expect_status(200);
    let location = reply.header("location").unwrap().to_owned();
    let trip = reply.value();
    let uuid = trip["uuid"].as_str().unwrap();
    assert_eq!(
        location,
        format!("{}/api/v1/trip/{uuid}", server.base_url())
    );
    assert_eq!(uuid.len(), 36);
    assert_eq!(
        trip,
        json!({
            "uuid": uuid, "name": "Lisbon", "desc": "", "dest": [], "budget": {"lo": 0, "hi": 0},
            "expenditures": [],
            "date": {"start": 0, "end": 0}, "todo": [],
            "img": format!("{}/api/v1/trip/default/picture", server.base_url()),
            "url": format!("{}/trip/{uuid}", server.base_url()),
            "owner": "Ada", "members": ["Ada"], "private": false,
        })
    );
}

async fn trips_are_private_by_default(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let id = ada.a().create(&json!({"name": "x"})).await.json().id;
    assert!(ada.a().trip(&id).await.json().private);
    assert!(ada.b().create(&json!({"name": "x"})).await.json().private);
    assert!(
        !ada.b()
            .create(&json!({"name": "x", "private": false}))
            .await
            .json()
            .private
    );
    let id = ada
        .a()
        .create(&json!({"name": "x", "private": false}))
        .await
        .json()
        .id;
    assert!(!ada.a().trip(&id).await.json().private);
}

async fn both_variants_store_all_fields(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let body = json!({
        "name": " Lisbon ", "desc": "By train", "budget": {"lo": 100.5, "hi": 200},
        "date": {"start": 1_777_593_600, "end": 1_777_680_000},
        "private": false, "dest": ["not", "taken"], "owner": "somebody", "unknown": null,
    });
    let of_a = ada.a().create(&body).await.json().id;
    let of_b = ada.b().create(&body).await.json().uuid;
    let mut views: Vec<Value> = Vec::new();
    for (id, route) in [(&of_a, "a"), (&of_b, "b")] {
        let mut view = ada.b().trip(id).await.value();
        for field in ["name", "desc", "budget", "date", "private"] {
            let wanted = if field == "name" {
                json!("Lisbon")
            } else {
                body[field].clone()
            };
            assert_eq!(view[field], wanted, "{route} {field}");
        }
        for field in ["uuid", "url"] {
            view[field] = json!("");
        }
        views.push(view);
    }
    assert_eq!(views[0], views[1]);
    assert_eq!(views[0]["dest"], json!([]));
    let half = ada
        .b()
        .create(&json!({"name": "x", "budget": {"hi": 5}, "date": {"end": 9}}))
        .await
        .value();
    assert_eq!(
        (&half["budget"], &half["date"]),
        (&json!({"lo": 0, "hi": 5}), &json!({"start": 9, "end": 9}))
    );
}

async fn requires_a_name(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for path in ["/api/v1/trips", "/api/v1/trip"] {
        let post = async |body: &Value| ada.client.request(Method::POST, path).json(body).await;
        for (body, pointers) in [
            (json!({}), vec!["/name"]),
            (json!({"name": ""}), vec!["/name"]),
            (json!({"name": "  "}), vec!["/name"]),
            (json!({"name": 5, "desc": 5}), vec!["/name", "/desc"]),
            (
                json!({"name": "x", "budget": 5, "date": [], "private": "true"}),
                vec!["/budget", "/date", "/private"],
            ),
            (
                json!({"name": "x", "budget": {"lo": "1"}, "date": {"start": "x"}}),
                vec!["/budget/lo", "/date/start"],
            ),
            (json!([]), vec![""]),
            (json!("x"), vec![""]),
        ] {
            assert_eq!(
                post(&body).await.expect_status(400).problem().pointers(),
                pointers,
                "{path} {body}"
            );
        }
    }
    assert_eq!(
        ada.b().trips().await.json(),
        [],
        "a refused trip is not made"
    );
}
