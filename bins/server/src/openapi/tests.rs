//! The documents describe exactly the served routes, and the files under `docs/openapi` are
//! current.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use actix_web::http::Method;
use serde_json::Value;
use wayfare_api_core::{Endpoint, Variants};

use super::*;

fn json(which: Which) -> Value {
    serde_json::from_str(&text(which).unwrap()).unwrap()
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
            &mount::endpoints_with(wayfare_api_a::endpoints_alone())
        )
    );
    assert_eq!(
        described(Which::B),
        served(
            ROOT,
            &mount::endpoints_with(wayfare_api_b::endpoints_alone())
        )
    );
    let mut all = served(ROOT, &mount::endpoints_of_both(Variants::Both));
    all.extend(served("", &health::endpoints()));
    assert_eq!(described(Which::All), all);
}

#[test]
fn references_resolve_and_no_type_is_null() {
    for which in Which::ALL {
        let document = json(which);
        let mut rest = vec![&document];
        while let Some(value) = rest.pop() {
            match value {
                Value::Object(fields) => {
                    if let Some(Value::String(reference)) = fields.get("$ref") {
                        let pointer = reference.strip_prefix('#').unwrap();
                        assert!(
                            document.pointer(pointer).is_some(),
                            "{which:?}: {reference}"
                        );
                    }
                    let kinds = fields.get("type").and_then(Value::as_array);
                    assert!(
                        kinds.is_none_or(|kinds| !kinds.contains(&"null".into())),
                        "{which:?}: {fields:?}"
                    );
                    rest.extend(fields.values());
                }
                Value::Array(elements) => rest.extend(elements),
                _ => {}
            }
        }
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
        let stored = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            stored == text(which).unwrap(),
            "docs/openapi/{}.json is not current: run cargo xtask openapi",
            which.name()
        );
    }
}
