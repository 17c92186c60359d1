//! The documents describe exactly the served routes, and the files under `docs/openapi` are
//! current.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use actix_web::http::Method;
use serde_json::Value;
use wayfare_api_core::{Endpoint, Variants};

use super::*;
use crate::http::health;
use generator::{ROOT, TRIPS_OF_USER, text};

/// The environment variable that makes the test below write the files.
const WRITE: &str = "WAYFARE_WRITE_OPENAPI";

fn json(which: Which) -> Value {
    serde_json::from_str(openapi(which)).unwrap()
}

/// Method and path of each described operation.
fn described(which: Which) -> BTreeSet<(String, String)> {
    let document = json(which);
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        item.as_object()
            .unwrap()
            .keys()
            .map(|method| (method.to_uppercase(), path.clone()))
            .collect::<Vec<_>>()
    });
    operations.collect()
}

/// Method and path of each route, without `HEAD`, which every `GET` implies.
fn served(root: &str, endpoints: &[Endpoint]) -> BTreeSet<(String, String)> {
    let routes = endpoints.iter().flat_map(|endpoint| {
        let methods = endpoint
            .methods()
            .iter()
            .filter(|method| **method != Method::HEAD);
        methods
            .map(|method| (method.to_string(), format!("{root}{}", endpoint.path())))
            .collect::<Vec<_>>()
    });
    routes.collect()
}

#[test]
fn documents_describe_every_route() {
    assert_eq!(
        described(Which::A),
        served(
            ROOT,
            &wayfare_api::endpoints_with(wayfare_api_a::endpoints())
        )
    );
    assert_eq!(
        described(Which::B),
        served(
            ROOT,
            &wayfare_api::endpoints_with(wayfare_api_b::endpoints())
        )
    );
    let all = served(ROOT, &wayfare_api::endpoints_of_both(Variants::Both));
    // The path of both is described as Variant A's, and Variant B's at its own mount.
    let own = |(method, path): (String, String)| (method, path.replace("{segment}", "{uuid}"));
    let mut all: BTreeSet<_> = all.into_iter().map(own).collect();
    all.insert(("GET".to_owned(), format!("/b{ROOT}{TRIPS_OF_USER}")));
    all.extend(served("", &health::endpoints()));
    assert_eq!(described(Which::All), all);
}

/// The only properties that may be null: those of share links that say "none".
const NULLABLE: [&str; 2] = ["expiresAt", "password"];

#[test]
fn references_resolve_and_no_other_type_is_null() {
    for which in Which::ALL {
        let document = json(which);
        let mut found = Vec::new();
        values(&document, "", &mut found);
        for (pointer, value) in found {
            if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
                let target = reference.strip_prefix('#').unwrap();
                assert!(document.pointer(target).is_some(), "{which:?}: {reference}");
            }
            let kinds = value.get("type").and_then(Value::as_array);
            let name = pointer.rsplit('/').next().unwrap_or_default();
            assert!(
                NULLABLE.contains(&name)
                    || kinds.is_none_or(|kinds| !kinds.contains(&"null".into())),
                "{which:?}: {pointer}"
            );
        }
    }
}

/// Every value within a document, with its JSON pointer.
fn values<'v>(document: &'v Value, pointer: &str, found: &mut Vec<(String, &'v Value)>) {
    found.push((pointer.to_owned(), document));
    match document {
        Value::Object(fields) => {
            for (name, value) in fields {
                values(
                    value,
                    &format!("{pointer}/{}", name.replace('/', "~1")),
                    found,
                );
            }
        }
        Value::Array(elements) => {
            for (place, value) in elements.iter().enumerate() {
                values(value, &format!("{pointer}/{place}"), found);
            }
        }
        _ => {}
    }
}

/// The only schemas that are unions, each with a name, which generators need.
const UNIONS: [&str; 2] = ["DestinationEntry", "Moment"];

#[test]
fn schemas_suit_generators_of_clients() {
    for which in Which::ALL {
        let document = json(which);
        let mut found = Vec::new();
        values(&document, "", &mut found);
        for (pointer, value) in found {
            if pointer.contains("/example") {
                continue;
            }
            let name = pointer.strip_prefix("/components/schemas/");
            let is_union = name.is_some_and(|name| UNIONS.contains(&name));
            assert_eq!(value["oneOf"].is_array(), is_union, "{which:?}: {pointer}");
            for union in ["anyOf", "allOf"] {
                assert!(value.get(union).is_none(), "{which:?}: {pointer}/{union}");
            }
            if value["type"] == "number" {
                assert_eq!(value["format"], "double", "{which:?}: {pointer}");
            }
            let properties = &value["properties"];
            let is_input = pointer.ends_with("Input");
            assert!(
                !is_input || properties["_id"].is_null() || properties["id"].is_null(),
                "{which:?}: {pointer}"
            );
            if pointer.ends_with("urrency") && value["type"] == "string" {
                assert!(value["pattern"].is_string(), "{which:?}: {pointer}");
            }
        }
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for (name, schema) in schemas {
            let is_plain =
                schema["type"] != "object" && schema["enum"].is_null() && schema["oneOf"].is_null();
            assert!(!is_plain, "{which:?}: {name} is a plain type with a name");
        }
        let kinds = &schemas["ProblemType"]["enum"];
        assert!(kinds.as_array().unwrap().len() > 20);
    }
    let event = &json(Which::B)["components"]["schemas"]["EventType"]["enum"];
    assert_eq!(event, &serde_json::json!(["destination", "travel"]));
}

#[test]
fn answers_say_what_they_always_hold() {
    let document = json(Which::All);
    let sign_up = &document["paths"]["/api/v1/user"]["post"];
    let headers = &sign_up["responses"]["200"]["headers"];
    assert_eq!(headers["Authorization"]["required"], true);
    assert!(headers["Refresh-Token"]["required"].is_null());
    assert!(headers["RateLimit"].is_object());
    for shared in ["Timeout", "TooManyRequests", "Unavailable", "BadRequest"] {
        let content = &document["components"]["responses"][shared]["content"];
        let example = &content["application/problem+json"]["example"];
        assert!(example["type"].is_string(), "{shared}");
    }
}

#[test]
fn links_lead_to_operations_and_their_parameters() {
    for which in Which::ALL {
        let document = json(which);
        let paths = document["paths"].as_object().unwrap();
        let operations = || {
            let items = paths.iter();
            items.flat_map(|(path, item)| {
                let operations = item.as_object().unwrap().values();
                operations.map(move |operation| (path, operation))
            })
        };
        let mut count = 0;
        for (_, operation) in operations() {
            let links = operation["responses"]["200"]["links"].as_object();
            for link in links.into_iter().flat_map(|links| links.values()) {
                let target =
                    operations().find(|(_, target)| target["operationId"] == link["operationId"]);
                let (path, _) = target.unwrap();
                for name in link["parameters"].as_object().unwrap().keys() {
                    assert!(path.contains(&format!("{{{name}}}")), "{path}: {link}");
                }
                count += 1;
            }
        }
        assert!(count > 4, "{which:?}");
    }
}

#[test]
fn operations_with_a_token_say_what_a_key_needs() {
    for which in Which::ALL {
        let mut seen = BTreeSet::new();
        for (path, item) in json(which)["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let takes_token = operation["security"].as_array().is_none_or(|schemes| {
                    let scheme = |one: &Value| one.as_object().is_some_and(|one| !one.is_empty());
                    schemes.iter().any(scheme)
                });
                let scope = operation["x-scope"].as_str();
                assert_eq!(scope.is_some(), takes_token, "{method} {path}");
                if let Some(scope) = scope {
                    let reads = method == "get";
                    assert!(scope == "account" || reads == (scope == "read"), "{path}");
                    seen.insert(scope.to_owned());
                }
            }
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    }
}

#[test]
fn operation_ids_are_unique() {
    let document = json(Which::All);
    let operations = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| item.as_object().unwrap().values());
    let ids: Vec<&str> = operations
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
}

#[test]
fn files_are_current() {
    for which in Which::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../docs/openapi/{}.json", which.name()));
        if env::var_os(WRITE).is_some() {
            fs::write(&file, text(which)).unwrap();
        }
        let stored = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            stored == text(which),
            "docs/openapi/{}.json is not current: run cargo xtask openapi",
            which.name()
        );
    }
}
