//! Tidies schemas: no `null`, since optional values are left out in answers and as input; and
//! descriptions without the line breaks of the doc comments that they come from.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};

/// Tidies a schema and its parts.
pub(super) fn tidy(schema: &mut RefOr<Schema>) {
    let RefOr::T(own) = schema else { return };
    match own {
        Schema::Object(object) => {
            join_lines(&mut object.description);
            retain_type(&mut object.schema_type);
            object.properties.values_mut().for_each(tidy);
        }
        Schema::Array(array) => {
            join_lines(&mut array.description);
            retain_type(&mut array.schema_type);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                tidy(items);
            }
        }
        Schema::AllOf(all) => {
            join_lines(&mut all.description);
            all.items.iter_mut().for_each(tidy);
        }
        Schema::AnyOf(any) => {
            join_lines(&mut any.description);
            any.items.iter_mut().for_each(tidy);
        }
        Schema::OneOf(one) => {
            join_lines(&mut one.description);
            one.items.retain(|item| !is_null(item));
            one.items.iter_mut().for_each(tidy);
            if let [RefOr::Ref(only)] = one.items.as_slice() {
                let mut only = only.clone();
                only.description = one.description.clone().unwrap_or_default();
                *schema = RefOr::Ref(only);
            }
        }
        _ => {}
    }
}

/// Makes a doc comment one paragraph. Its section about errors is for readers of the code: the
/// document lists the answers.
pub(super) fn join_lines(text: &mut Option<String>) {
    *text = text.take().and_then(|text| {
        let text = text.split("# Errors").next().unwrap_or_default().trim();
        (!text.is_empty()).then(|| text.replace('\n', " "))
    });
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
