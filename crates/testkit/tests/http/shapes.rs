//! The exact fields and types of every answer; no field is null.

use serde_json::{Value, json};
use wayfare_testkit::{Method, TestServer, on_sqlite, sample};

use crate::cast::{Cast, budget};

on_sqlite!(
    every_read_matches_its_shape,
    every_write_matches_its_shape,
    empty_records_match_their_shapes,
);

/// Compares a value with a shape: `"string"`, `"number"`, `"boolean"`, a list with one element's
/// shape, or an object; a field whose name ends in `?` is optional.
fn check(value: &Value, shape: &Value, at: &str) {
    match shape {
        Value::String(kind) => {
            let is = match kind.as_str() {
                "string" => value.is_string(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                "array" => value.is_array(),
                other => panic!("no such type: {other}"),
            };
            assert!(is, "{at} is no {kind}: {value}");
        }
        Value::Array(shapes) => {
            let elements = value
                .as_array()
                .unwrap_or_else(|| panic!("{at} is no array: {value}"));
            for (place, element) in elements.iter().enumerate() {
                check(element, &shapes[0], &format!("{at}/{place}"));
            }
        }
        Value::Object(fields) => {
            let object = value
                .as_object()
                .unwrap_or_else(|| panic!("{at} is no object: {value}"));
            for (name, shape) in fields {
                match object.get(name.trim_end_matches('?')) {
                    Some(value) => check(value, shape, &format!("{at}/{name}")),
                    None => assert!(name.ends_with('?'), "{at}/{name} is missing: {value}"),
                }
            }
            for name in object.keys() {
                let known = fields.contains_key(name) || fields.contains_key(&format!("{name}?"));
                assert!(known, "{at}/{name} is too much: {value}");
            }
        }
        other => panic!("no shape: {other}"),
    }
}

fn with(mut shape: Value, more: &Value) -> Value {
    shape
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    shape
}

fn destination() -> Value {
    json!({"_id": "string", "name": "string", "location": "string", "description": "string"})
}

fn summary() -> Value {
    let user = json!({"userId": "string", "userName": "string", "email": "string"});
    json!({
        "_id": "string", "name": "string", "desc": "string", "photos": ["string"],
        "mainImage": "string",
        "photoURLs": ["string"], "mainImageURL": "string", "ownerUser": user,
        "nonOwnerUsers": [user],
    })
}

fn budget_summary() -> Value {
    json!({
        "baseCurrency": "string",
        "tripBudgetCategoriesGroupCost": [{"category": "string", "value": "number"}],
        "tripTotalGroupCost": "number",
        "tripTotalPayments": "number",
        "tripMemberPayments": [{"member": "string", "value": "number"}],
        "tripMemberSummary": [
            {"member": "string", "totalCost": "number", "totalPayment": "number"}
        ],
        "unconverted?": [{"currency": "string", "value": "number", "paid": "number"}],
    })
}

fn location(date: &str) -> Value {
    json!({
        "title": "string", "address": "string", "date": {"start": date, "end": date},
        "transportation": {
            "type": "string", "distance": "number", "time": "number", "cost": "number"
        },
    })
}

fn detail() -> Value {
    with(
        summary(),
        &json!({
            "dest": ["string"], "destObjs": [destination()], "budget": budget_summary(),
            "expenditures": [{"expenditure": "string", "cost": "number"}],
            "date": {"start": "string", "end": "string"},
            "todo": ["string"], "image": "string", "url": "string", "owner": "string",
            "members": ["string"],
            "map": {"locations": [location("string")], "notes": "string"},
            "areas": [{"name": "string", "description": "string"}], "areaNames": ["string"],
            "private": "boolean", "startObj": destination(),
        }),
    )
}

fn item_budget() -> Value {
    json!({
        "currency": "string", "category": "string", "totalEstimatedCost": "number",
        "totalCost": "number", "totalPaidCost": "number",
        "membersBudget": [{
            "memberId": "string", "memberName": "string", "estimatedCost": "number",
            "cost": "number", "paidValue": "number",
            "paymentDate?": "string", "paymentBaseCurrencyValue": "number",
        }],
    })
}

fn item() -> Value {
    json!({
        "item_id": "string", "item_type": "string", "index": "number", "day": "number",
        "start_time?": "string", "end_time?": "string",
        "duration": "number", "budget": item_budget(), "destination": destination(),
        "photos": [{"url": "string", "description": "string"}],
    })
}

fn trip(budget: &Value, date: &str) -> Value {
    json!({
        "uuid": "string", "name": "string", "desc": "string", "dest": ["string"], "budget": budget,
        "expenditures": [{"expenditure": "string", "cost": "number"}],
        "date": {"start": date, "end": date}, "todo": ["string"],
        "img": "string", "url": "string", "owner": "string", "members": ["string"],
        "private": "boolean",
    })
}

fn trip_of_b() -> Value {
    trip(&json!({"lo": "number", "hi": "number"}), "number")
}

fn map() -> Value {
    json!({"notes": "string", "locations": [location("number")]})
}

fn own() -> Value {
    with(public(), &json!({"userId": "string"}))
}

fn public() -> Value {
    let links = json!([{"type": "string", "url": "string"}]);
    json!({
        "name": "string", "username": "string", "image": "string", "description": "string",
        "links": links, "interests": ["string"],
    })
}

fn reads() -> Vec<(&'static str, Value)> {
    let settings =
        json!({"accountLimitedDeals": "boolean", "accountNewsletterNotifications": "boolean"});
    let entry = json!({"uuid": "string", "name": "string", "desc": "string", "img": "string"});
    let events = json!([{
        "time": "number", "type": "string",
        "details": {"id?": "string", "name": "string", "desc?": "string"}, "cost": "number",
        "duration": "number",
    }]);
    vec![
        ("/api/v1/user", own()),
        ("/api/v1/user/ada", public()),
        ("/api/v1/user/settings", settings.clone()),
        ("/api/v1/user/experience", settings),
        (
            "/api/v1/user/ada/privacy",
            json!({"privateAccount": "boolean", "shareEmail": "boolean", "email": "string"}),
        ),
        (
            "/api/v1/trips",
            json!([with(summary(), &json!({"uuid": "string", "img": "string"}))]),
        ),
        ("/a/api/v1/trips", json!([summary()])),
        ("/b/api/v1/trips", json!([entry])),
        ("/api/v1/trips/ada", json!([entry])),
        (
            "/api/v1/trips/paginated",
            json!({"trips": [summary()], "pages": "number"}),
        ),
        ("/api/v1/trips/{}", detail()),
        ("/api/v1/trips/{}/trip_items", json!([item()])),
        (
            "/api/v1/trips/{}/picture",
            json!({
                "photos": ["string"], "mainImage": "string", "owner": "string",
                "members": ["string"]
            }),
        ),
        (
            "/api/v1/trip/{}",
            with(
                trip_of_b(),
                &json!({"destinations": [{"id": "string", "name": "string", "desc": "string"}]}),
            ),
        ),
        ("/api/v1/trip/{}/map", map()),
        (
            "/api/v1/trip/{}/timeline",
            json!([{"date": "number", "events": events}]),
        ),
    ]
}

async fn every_read_matches_its_shape(server: TestServer) {
    let cast = Cast::of(&server).await;
    let uuid = cast.full_trip().await;
    let profile =
        json!({"links": [{"type": "site", "url": "https://example.com"}], "interests": ["x"]});
    cast.ada
        .users()
        .update("ada", &profile)
        .await
        .expect_status(200);
    let unknown =
        json!({"trip_items": [{"item_type": "x", "budget": {"currency": "EUR", "totalCost": 5}}]});
    for full in [true, false] {
        if !full {
            cast.ada
                .a()
                .set_items(&uuid, &unknown)
                .await
                .expect_status(200);
        }
        for (path, shape) in reads() {
            let reply = cast
                .ada
                .client
                .request(Method::GET, &path.replace("{}", &uuid))
                .await
                .expect_status(200);
            assert_eq!(
                reply.header("content-type"),
                Some("application/json"),
                "{path}"
            );
            let value = reply.value();
            check(&value, &shape, path);
            assert!(
                !value.as_array().is_some_and(Vec::is_empty),
                "{path} shows nothing"
            );
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
async fn every_write_matches_its_shape(server: TestServer) {
    let cast = Cast::of(&server).await;
    let uuid = cast.full_trip().await;
    let settings =
        json!({"accountLimitedDeals": "boolean", "accountNewsletterNotifications": "boolean"});
    for (path, body, shape) in [
        (
            "/trips/{}",
            json!({"name": "y"}),
            trip(&budget_summary(), "string"),
        ),
        (
            "/trips/{}/trip_items",
            json!({"trip_items": [{"item_type": "z"}]}),
            item(),
        ),
        ("/trips/{}/trip_items", sample::items(), item()),
        ("/trips/{}/trip_items", json!({"trip_items": []}), item()),
        (
            "/trips/{}/budget",
            json!({"budget": {"membersBudget": []}}),
            item_budget(),
        ),
        (
            "/trips/{}/budget",
            json!({"budget": budget()}),
            item_budget(),
        ),
        (
            "/trips/{}/management",
            json!({"private": false}),
            json!({"owner": "string", "members": ["string"], "private": "boolean"}),
        ),
        ("/trip/{}", json!({"name": "z"}), trip_of_b()),
        ("/trip/{}/map", json!({"notes": "z"}), map()),
        ("/user/ada", json!({"name": "Z"}), own()),
        (
            "/user/ada/settings",
            json!({"accountLimitedDeals": true}),
            settings,
        ),
        (
            "/user/ada/privacy",
            json!({"shareEmail": true}),
            json!({"privateAccount": "boolean", "shareEmail": "boolean"}),
        ),
    ] {
        let path = format!("/api/v1{}", path.replace("{}", &uuid));
        let reply = cast
            .ada
            .client
            .request(Method::PUT, &path)
            .json(&body)
            .await
            .expect_status(200);
        check(&reply.value(), &shape, &path);
    }
    check(
        &cast.ada.b().create(&json!({"name": "x"})).await.value(),
        &trip_of_b(),
        "POST /trip",
    );
    let strings = |names: &[&str]| -> Value {
        names
            .iter()
            .map(|name| ((*name).to_owned(), json!("string")))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let photo = with(
        strings(&[
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
        ]),
        &json!({
            "filesize": "number", "width": "number", "height": "number", "focalX": "number",
            "focalY": "number", "sizes": "array"
        }),
    );
    let bbox = json!({
        "min_latitude": "number", "min_longitude": "number", "max_latitude": "number",
        "max_longitude": "number"
    });
    let properties = with(
        strings(&[
            "osm_id",
            "osm_type",
            "wikidata_id",
            "wikipedia",
            "destination_type",
            "name",
            "display_name",
            "timezone",
        ]),
        &json!({"main_photo": photo, "bbox": bbox}),
    );
    let feature = json!({
        "id": "string", "type": "string", "geometry": ["number"], "properties": properties,
        "createdAt": "string", "updatedAt": "string",
    });
    let created = cast.ada.a().create(&json!({"name": "x"})).await.value();
    check(&created, &feature, "POST /trips");
    assert_eq!(created["geometry"].as_array().unwrap().len(), 2);
}

async fn empty_records_match_their_shapes(server: TestServer) {
    let cast = Cast::of(&server).await;
    let uuid = cast.trip(true).await;
    for (path, shape) in reads() {
        let reply = cast
            .ada
            .client
            .request(Method::GET, &path.replace("{}", &uuid))
            .await
            .expect_status(200);
        check(&reply.value(), &shape, path);
    }
}
