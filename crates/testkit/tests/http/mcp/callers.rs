//! Every tool by every kind of caller.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, TestServer, both, on_sqlite};

use super::{done, reply_of, request, send, tools, traveller};

both!(no_tool_reaches_what_its_caller_may_not);
on_sqlite!(
    scopes_decide_which_tools_are_listed,
    schemas_are_plain,
    results_fit_their_schemas,
);

async fn key(user: &Traveller, body: &Value) -> Client {
    let made = user.users().create_key(&user.username, body).await;
    user.client
        .with_token(made.expect_status(201).json().key.unwrap())
}

/// The tools that read.
const READING: [&str; 4] = ["get_money", "get_trip", "list_trips", "search_places"];

async fn scopes_decide_which_tools_are_listed(server: TestServer) {
    let (ada, trip) = traveller(&server).await;
    let all = tools(&ada.client).await;
    assert!(all.is_sorted() && all.len() == 15, "{all:?}");
    let writing = key(&ada, &json!({"name": "w", "scope": "write"})).await;
    assert_eq!(tools(&writing).await, all);
    let bound = json!({"name": "b", "scope": "write", "trips": [trip]});
    assert_eq!(tools(&key(&ada, &bound).await).await, all);
    let reading = key(&ada, &json!({"name": "r", "scope": "read"})).await;
    assert_eq!(tools(&reading).await, READING);
    send(&server.client(), &request("tools/list", &json!({})))
        .await
        .expect_status(401);
}

/// Arguments with which each tool would work for the owner of a trip.
fn arguments(trip: &str, item: &str) -> BTreeMap<&'static str, Value> {
    let version = 100;
    BTreeMap::from([
        (
            "add_expense",
            json!({"trip": trip, "name": "Bus", "amount": "3", "paid_by": "ada"}),
        ),
        (
            "add_items",
            json!({"trip": trip, "items": [{"name": "Castle", "day": 1}]}),
        ),
        ("copy_trip", json!({"trip": trip})),
        ("create_trip", json!({"name": "New"})),
        ("get_money", json!({"trip": trip})),
        ("get_trip", json!({"trip": trip})),
        (
            "import_file",
            json!({"trip": trip, "text": "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"}),
        ),
        ("list_trips", json!({})),
        (
            "move_item",
            json!({"trip": trip, "item": item, "expected_version": version, "day": 2}),
        ),
        (
            "record_payment",
            json!({"trip": trip, "from": "ada", "to": "bob", "amount": "1"}),
        ),
        (
            "remove_item",
            json!({"trip": trip, "item": item, "expected_version": version}),
        ),
        ("search_places", json!({"query": "Lisbon", "trip": trip})),
        (
            "update_item",
            json!({
                "trip": trip, "item": item, "expected_version": version,
                "changes": {"description": "x"},
            }),
        ),
        (
            "update_lists",
            json!({"trip": trip, "expected_version": version, "lists": []}),
        ),
        (
            "update_trip",
            json!({"trip": trip, "expected_version": version, "name": "Other"}),
        ),
    ])
}

async fn no_tool_reaches_what_its_caller_may_not(server: TestServer) {
    let (ada, trip) = traveller(&server).await;
    let bob = sample::sign_up(&server.client(), "bob").await;
    sample::add_members(&ada, &trip, &[&bob]).await;
    let eve = sample::sign_up(&server.client(), "eve").await;
    let item = json!({"trip": trip, "items": [{"name": "Tower", "day": 1}]});
    let item = done(&ada.client, "add_items", &item).await["ids"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let other = sample::trip(&ada, "Other").await;
    let calls = arguments(&trip, &item);
    assert_eq!(
        calls.keys().copied().collect::<Vec<_>>(),
        tools(&ada.client).await
    );
    let reading = key(&ada, &json!({"name": "r", "scope": "read"})).await;
    let elsewhere = json!({"name": "b", "scope": "write", "trips": [other]});
    let elsewhere = key(&ada, &elsewhere).await;
    let viewer = json!({"roles": {"bob": "viewer"}});
    ada.extensions()
        .set_roles(&trip, &viewer)
        .await
        .expect_status(200);
    let before = done(
        &ada.client,
        "get_trip",
        &json!({"trip": trip, "detail": "full"}),
    )
    .await;
    for (tool, arguments) in &calls {
        reply_of(&server.client(), tool, arguments)
            .await
            .expect_status(401);
        let reads = READING.contains(tool);
        let reply = reply_of(&reading, tool, arguments).await;
        if reads {
            assert_eq!(reply.value()["result"]["isError"], false, "{tool}");
        } else {
            let reply = reply.expect_status(403);
            let challenge = reply.header("www-authenticate").unwrap_or_default();
            let wanted = "Bearer error=\"insufficient_scope\", scope=\"write\"";
            assert!(challenge.starts_with(wanted), "{tool}: {challenge}");
        }
        let is_of_trip = arguments.get("trip").is_some();
        for stranger in [&eve.client, &elsewhere] {
            let answer = reply_of(stranger, tool, arguments).await.value();
            let result = &answer["result"];
            if is_of_trip {
                assert_eq!(result["isError"], true, "{tool}: {answer}");
                let text = result["content"][0]["text"].as_str().unwrap();
                assert!(
                    text.contains("urn:wayfare:problem:not-found"),
                    "{tool}: {text}"
                );
            }
        }
        let answer = reply_of(&bob.client, tool, arguments).await.value();
        let is_refused = answer["result"]["isError"] == true;
        let makes_own = ["copy_trip", "create_trip"].contains(tool);
        assert_eq!(is_refused, !reads && !makes_own, "{tool}: {answer}");
    }
    // A key of one trip makes no other.
    let answer = reply_of(&elsewhere, "create_trip", &json!({"name": "x"}))
        .await
        .value();
    assert_eq!(answer["result"]["isError"], true);
    let listed = done(&elsewhere, "list_trips", &json!({})).await;
    assert_eq!(listed["trips"].as_array().unwrap().len(), 1);
    let after = done(
        &ada.client,
        "get_trip",
        &json!({"trip": trip, "detail": "full"}),
    )
    .await;
    assert_eq!(before, after);
}

/// No schema has a choice of types, or refers to another place.
fn assert_plain(schema: &Value, tool: &str) {
    match schema {
        Value::Object(fields) => {
            for key in ["anyOf", "oneOf", "allOf", "$ref", "$defs"] {
                assert!(!fields.contains_key(key), "{tool}: {schema}");
            }
            if let Some(Value::Array(_)) = fields.get("type") {
                panic!("{tool}: {schema}");
            }
            fields.values().for_each(|value| assert_plain(value, tool));
        }
        Value::Array(values) => values.iter().for_each(|value| assert_plain(value, tool)),
        _ => {}
    }
}

async fn schemas_are_plain(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let list = send(&ada.client, &request("tools/list", &json!({}))).await;
    assert!(list.body.len() < 25_000, "{}", list.body.len());
    for tool in list.value()["result"]["tools"].as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{name}");
            assert_plain(&tool[schema], name);
        }
        let hints = &tool["annotations"];
        assert_eq!(hints["readOnlyHint"], READING.contains(&name), "{name}");
        assert_eq!(hints["destructiveHint"], name == "remove_item", "{name}");
        assert_eq!(hints["openWorldHint"], false, "{name}");
        let required = tool["inputSchema"]["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let changes = ["move_item", "remove_item"].contains(&name) || name.starts_with("update_");
        assert_eq!(
            required.contains(&json!("expected_version")),
            changes,
            "{name}"
        );
    }
}

/// Fails unless a value has what a schema requires, and nothing of another type.
fn assert_fits(value: &Value, schema: &Value, tool: &str) {
    let is_of_type = match schema["type"].as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        _ => value.is_boolean(),
    };
    assert!(is_of_type, "{tool}: {value} is not as {schema}");
    for name in schema["required"].as_array().into_iter().flatten() {
        let has = value.get(name.as_str().unwrap()).is_some();
        assert!(has, "{tool}: {value} has no {name}");
    }
    for (name, field) in value.as_object().into_iter().flatten() {
        assert_fits(field, &schema["properties"][name], tool);
    }
    for element in value.as_array().into_iter().flatten() {
        assert_fits(element, &schema["items"], tool);
    }
}

async fn results_fit_their_schemas(server: TestServer) {
    let (ada, trip) = traveller(&server).await;
    let item = json!({
        "kind": "flight", "name": "LHR – LIS", "start_local": "2026-05-01T09:00",
        "confirmation": "X", "cost": {"amount": "5", "paid_by": "ada"},
    });
    let items = json!({"trip": trip, "items": [{"name": "Castle", "day": 1}, item]});
    let calls = [
        ("add_items", items),
        ("create_trip", json!({"name": "New"})),
        ("get_money", json!({"trip": trip})),
        ("get_trip", json!({"trip": trip, "detail": "full"})),
        ("get_trip", json!({"trip": trip, "sections": ["people"]})),
        ("import_file", json!({"text": crate::mcp::CALENDAR})),
        ("list_trips", json!({})),
        ("search_places", json!({"query": "Lisbon"})),
    ];
    let list = send(&ada.client, &request("tools/list", &json!({})))
        .await
        .value();
    let schemas = list["result"]["tools"].as_array().unwrap();
    for (tool, arguments) in calls {
        let described = schemas.iter().find(|it| it["name"] == tool).unwrap();
        let result = done(&ada.client, tool, &arguments).await;
        assert_fits(&result, &described["outputSchema"], tool);
    }
}
