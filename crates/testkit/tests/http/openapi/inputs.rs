//! Every documented property of a body is read by its route: a value of no type that it has is
//! rejected with its pointer, and in updates null.

use serde_json::{Map, Value, json};
use wayfare_testkit::{Method, ProblemDetails, TestServer, sample};

use crate::pictures::samples::jpeg;

/// A body with a wrong value somewhere, and the pointer to it.
struct Probe {
    body: Value,
    pointer: String,
}

/// A list in lists, which no property takes.
fn lists() -> Value {
    json!([[[[]]]])
}

/// All ways to put a wrong value into a value of this schema.
fn probes(document: &Value, schema: &Value, wrong: &Value) -> Vec<Probe> {
    if let Some(reference) = schema["$ref"].as_str() {
        return probes(document, document.pointer(&reference[1..]).unwrap(), wrong);
    }
    let mut found = Vec::new();
    for several in ["oneOf", "anyOf", "allOf"] {
        for alternative in schema[several].as_array().into_iter().flatten() {
            found.extend(probes(document, alternative, wrong));
        }
    }
    if let Some(items) = schema.get("items") {
        for Probe { body, pointer } in probes(document, items, wrong) {
            found.push(Probe {
                body: json!([body]),
                pointer: format!("/0{pointer}"),
            });
        }
        found.push(Probe {
            body: json!([wrong]),
            pointer: "/0".to_owned(),
        });
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let with = |value: Value| {
            let mut fields = constants(schema);
            fields.insert(name.clone(), value);
            Value::Object(fields)
        };
        let types = property["type"].as_array();
        // Null removes the end of an item.
        let is_nullable = name == "endDestination";
        let takes_null = is_nullable || types.is_some_and(|types| types.contains(&json!("null")));
        let is_list = property.get("items").is_some();
        // A wrong element of a list is a probe of its own.
        if !(wrong.is_null() && takes_null || wrong.is_array() && is_list) {
            found.push(Probe {
                body: with(wrong.clone()),
                pointer: format!("/{name}"),
            });
        }
        for Probe { body, pointer } in probes(document, property, wrong) {
            found.push(Probe {
                body: with(body),
                pointer: format!("/{name}{pointer}"),
            });
        }
    }
    found
}

/// The constant properties of an object of this schema, such as the kind of a grant.
fn constants(schema: &Value) -> Map<String, Value> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let constant = |(name, property): (&String, &Value)| {
        let text = property["pattern"]
            .as_str()?
            .strip_prefix('^')?
            .strip_suffix('$')?;
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            .then(|| (name.clone(), text.into()))
    };
    properties.filter_map(constant).collect()
}

#[tokio::test]
async fn reads_every_documented_property() {
    let server = TestServer::builder().start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let item = json!({"item_id": "item", "item_type": "destination"});
    ada.extensions()
        .add_item(&trip, &item)
        .await
        .expect_status(201);
    let link = ada.extensions().create_share_link(&trip, &json!({}));
    let link = link.await.expect_status(201).json().id;
    let invitation = ada.extensions().create_invitation(&trip, &json!({}));
    let invitation = invitation.await.expect_status(201).json();
    let picture = ada.extensions().add_picture(&trip);
    let picture = picture.file("file", "a.jpg", jpeg(8, 8, 1)).await.json().id;
    let document = wayfare_server::openapi(wayfare_server::Which::All);
    let document = serde_json::from_str::<Value>(document).unwrap();
    let mut count = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation["operationId"] == "resetPassword" {
                // Only a mail has its token (`mail::reset`).
                continue;
            }
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let path = path
                .replace("{uuid}", &trip)
                .replace("{item_id}", "item")
                .replace("{link}", &link)
                .replace("{picture}", &picture)
                .replace("{token}", invitation.token())
                .replace("{username}", "ada");
            // In a POST, null counts as left out.
            let wrong = match method.as_str() {
                "post" => lists(),
                _ => Value::Null,
            };
            for Probe { body, pointer } in probes(&document, schema, &wrong) {
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let reply = ada
                    .client
                    .request(method, &path)
                    .json(&body)
                    .await
                    .expect_status(400);
                let problem: ProblemDetails = serde_json::from_slice(&reply.body).unwrap();
                assert!(
                    problem.pointers().contains(&pointer.as_str()),
                    "{path} {body}: {problem:?}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 150, "only {count} properties were found");
}

#[tokio::test]
async fn reads_both_names_of_a_field() {
    let server = TestServer::builder().start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let long = "x".repeat(2_001);
    let place = json!({"_id": "a", "id": 1, "name": "Belém", "description": "", "desc": long});
    let reply = ada
        .b()
        .update(&trip, &json!({"dest": [place]}))
        .await
        .expect_status(400);
    let problem: ProblemDetails = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(problem.pointers(), ["/dest/0/id", "/dest/0/desc"]);
}
