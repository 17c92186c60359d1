//! JSON schemas of arguments and results, in the plain form that all clients read: nothing refers
//! to another place, and no value has a choice of types.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::generate::{Contract, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema of a type as it is read, or as it is written.
pub(crate) fn schema_of<T: JsonSchema>(contract: Contract) -> Arc<JsonObject> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        settings.contract = contract;
    });
    let is_result = settings.contract == Contract::Serialize;
    let transform = RecursiveTransform(move |schema: &mut Schema| {
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        simplify(object);
        if is_result {
            // Names say it. The list of all tools is read before each conversation.
            object.remove("description");
        }
    });
    let settings = settings.with_transform(transform);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The tool has them.
    schema.remove("title");
    schema.remove("description");
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

/// Has a value that may be missing be of its type alone: who has none leaves it out.
fn simplify(schema: &mut JsonObject) {
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type") != Some(&Value::from("null")));
        if let [Value::Object(only)] = choices.as_mut_slice() {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_mut_slice() {
            let only = only.take();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    // Of Rust's types, which no other language knows.
    schema.remove("format");
    schema.remove("default");
    if schema.get("minimum") == Some(&Value::from(0)) {
        schema.remove("minimum");
    }
    // Arguments that are unknown are refused by name.
    schema.remove("additionalProperties");
}
