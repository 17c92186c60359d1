//! Simplifies schemas for generators of clients: plain types in place, one object where several
//! were joined, and no component that nothing refers to.

use std::collections::BTreeMap;

use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Object, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

use super::operations::operations;

/// The schemas of the document by name.
type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Simplifies the schemas of a document.
pub(super) fn simplify(document: &mut OpenApi) {
    let Some(components) = &mut document.components else {
        return;
    };
    let known: Schemas = components
        .schemas
        .iter()
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    for schema in components.schemas.values_mut() {
        simplify_schema(schema, &known);
    }
    let shared = components.responses.values_mut();
    let mut answers: Vec<&mut RefOr<Response>> = shared.collect();
    for item in document.paths.paths.values_mut() {
        for (_, operation) in operations(item) {
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                simplify_contents(body.content.values_mut(), &known);
            }
            answers.extend(operation.responses.responses.values_mut());
        }
    }
    for answer in answers {
        if let RefOr::T(answer) = answer {
            simplify_contents(answer.content.values_mut(), &known);
        }
    }
    remove_unused(document);
}

fn simplify_contents<'c>(
    contents: impl Iterator<Item = &'c mut RefOr<utoipa::openapi::Content>>,
    known: &Schemas,
) {
    for content in contents {
        if let RefOr::T(content) = content
            && let Some(schema) = &mut content.schema
        {
            simplify_schema(schema, known);
        }
    }
}

fn simplify_schema(schema: &mut RefOr<Schema>, known: &Schemas) {
    match schema {
        RefOr::Ref(reference) => {
            if let Some(plain) = plain(reference, known) {
                *schema = plain;
            }
        }
        RefOr::T(Schema::Object(object)) => {
            for property in object.properties.values_mut() {
                simplify_schema(property, known);
            }
            if let Some(AdditionalProperties::RefOr(values)) =
                object.additional_properties.as_deref_mut()
            {
                simplify_schema(values, known);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                simplify_schema(items, known);
            }
        }
        RefOr::T(Schema::AllOf(all)) => {
            let joined = joined(&all.items, known);
            if let Some(mut object) = joined {
                object.description = all.description.clone();
                *schema = RefOr::T(Schema::Object(object));
                simplify_schema(schema, known);
            } else {
                simplify_items(&mut all.items, known);
            }
        }
        RefOr::T(Schema::OneOf(one)) => simplify_items(&mut one.items, known),
        RefOr::T(Schema::AnyOf(any)) => simplify_items(&mut any.items, known),
        RefOr::T(_) => {}
    }
}

/// Simplifies the items of a union. Some generators fail at a reference with a description there.
fn simplify_items(items: &mut [RefOr<Schema>], known: &Schemas) {
    for item in items {
        simplify_schema(item, known);
        if let RefOr::Ref(reference) = item {
            reference.description.clear();
        }
    }
}

/// The schema in place of a reference to a string, number or boolean; with the description of the
/// reference, if it has one. Enumerations keep their names.
fn plain(reference: &Ref, known: &Schemas) -> Option<RefOr<Schema>> {
    let RefOr::T(Schema::Object(object)) = target(reference, known)? else {
        return None;
    };
    let is_plain = match &object.schema_type {
        SchemaType::Type(kind) => !matches!(kind, Type::Object | Type::Array | Type::Null),
        _ => false,
    };
    if !is_plain || object.enum_values.is_some() {
        return None;
    }
    let mut object = object.clone();
    if !reference.description.is_empty() {
        object.description = Some(reference.description.clone());
    }
    Some(RefOr::T(Schema::Object(object)))
}

fn target<'s>(reference: &Ref, known: &'s Schemas) -> Option<&'s RefOr<Schema>> {
    let name = reference.ref_location.rsplit('/').next()?;
    known.get(name)
}

/// One object with the properties of all; `None` unless all are objects.
fn joined(items: &[RefOr<Schema>], known: &Schemas) -> Option<Object> {
    let mut joined = Object::new();
    joined.schema_type = SchemaType::Type(Type::Object);
    for item in items {
        let item = match item {
            RefOr::Ref(reference) => target(reference, known)?,
            own @ RefOr::T(_) => own,
        };
        let object = match item {
            RefOr::T(Schema::Object(object)) => object.clone(),
            RefOr::T(Schema::AllOf(all)) => self::joined(&all.items, known)?,
            _ => return None,
        };
        joined.properties.extend(object.properties);
        joined.required.extend(object.required);
    }
    Some(joined)
}

/// Removes the schemas that nothing refers to, and those that only they refer to.
fn remove_unused(document: &mut OpenApi) {
    loop {
        // As text: references are in many places.
        let Ok(text) = serde_json::to_string(document) else {
            return;
        };
        let Some(components) = &mut document.components else {
            return;
        };
        let count = components.schemas.len();
        components
            .schemas
            .retain(|name, _| text.contains(&format!("\"#/components/schemas/{name}\"")));
        if components.schemas.len() == count {
            return;
        }
    }
}
