//! Removes `null` from schemas: optional values are left out, in answers and as input.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};

/// Removes `null` from a schema and its parts.
pub(super) fn never_null(schema: &mut RefOr<Schema>) {
    let RefOr::T(own) = schema else { return };
    match own {
        Schema::Object(object) => {
            retain_type(&mut object.schema_type);
            object.properties.values_mut().for_each(never_null);
        }
        Schema::Array(array) => {
            retain_type(&mut array.schema_type);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                never_null(items);
            }
        }
        Schema::AllOf(all) => all.items.iter_mut().for_each(never_null),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(never_null),
        Schema::OneOf(one) => {
            one.items.retain(|item| !is_null(item));
            one.items.iter_mut().for_each(never_null);
            if let [RefOr::Ref(only)] = one.items.as_slice() {
                let mut only = only.clone();
                only.description = one.description.clone().unwrap_or_default();
                *schema = RefOr::Ref(only);
            }
        }
        _ => {}
    }
}

fn retain_type(own: &mut SchemaType) {
    if let SchemaType::Array(types) = own {
        types.retain(|kind| *kind != Type::Null);
        if let [only] = types.as_slice() {
            *own = SchemaType::Type(only.clone());
        }
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(
        schema,
        RefOr::T(Schema::Object(Object {
            schema_type: SchemaType::Type(Type::Null),
            ..
        }))
    )
}
