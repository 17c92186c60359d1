//! Schemas of bodies that are not derived. A body is described narrowly, with one type for each
//! field but [`Epoch`] and [`DestinationEntry`], since generated clients can't handle more.

use std::borrow::Cow;

use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{DestinationEntry, DestinationInput, Epoch};

impl PartialSchema for Epoch {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new()
            .schema_type(Type::Number)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
            .minimum(Some(-62_135_596_800_000_i64))
            .maximum(Some(253_402_300_799_999_i64));
        // Without a format: generators take a choice between plain types alone.
        let text = ObjectBuilder::new().schema_type(Type::String);
        let description = "A point in time: Unix time in milliseconds where its magnitude is \
                           100,000,000,000 or more, else in seconds; or RFC 3339 text";
        OneOfBuilder::new()
            .item(number)
            .item(text)
            .description(Some(description))
            .into()
    }
}

impl ToSchema for Epoch {
    fn name() -> Cow<'static, str> {
        "Moment".into()
    }
}

impl PartialSchema for DestinationEntry {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(2_000));
        let description =
            "The id or name of a destination of the trip, the name of a new one, or a destination";
        OneOfBuilder::new()
            .item(text)
            .item(Ref::from_schema_name(DestinationInput::name()))
            .description(Some(description))
            .into()
    }
}

impl ToSchema for DestinationEntry {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((
            DestinationInput::name().into_owned(),
            DestinationInput::schema(),
        ));
        DestinationInput::schemas(schemas);
    }
}
