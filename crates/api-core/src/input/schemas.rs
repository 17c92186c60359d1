//! Documentation of request bodies. Routes read them with [`fields`](crate::input::fields), which collects
//! all violations; a test holds documentation and readers together.
//!
//! A body is described narrowly, with one type for each field, since generated clients can't handle
//! more; the readers take more than is described.

use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Money, or any other quantity: at least 0.
#[derive(Debug)]
pub struct Amount;

/// A point in time as text.
#[derive(Debug)]
pub struct Time;

/// A point in time as a number.
#[derive(Debug)]
pub struct Epoch;

/// The bytes of a picture.
#[derive(Debug)]
pub struct PictureBytes;

/// The bytes of a file.
#[derive(Debug)]
pub struct FileBytes;

/// A document of GeoJSON (RFC 7946).
#[derive(Debug)]
pub struct GeoJsonDocument;

impl PartialSchema for GeoJsonDocument {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some("A document of GeoJSON (RFC 7946)"))
            .into()
    }
}

impl ToSchema for GeoJsonDocument {}

fn string(format: KnownFormat) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(format)))
}

fn number() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Number)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        let text =
            "Money or another quantity, exact: a decimal number of at most 15 significant digits";
        number()
            .minimum(Some(0_u32))
            .maximum(Some(1_000_000_000_000_u64))
            .description(Some(text))
            .into()
    }
}

impl ToSchema for Amount {}

impl PartialSchema for Time {
    fn schema() -> RefOr<Schema> {
        string(KnownFormat::DateTime)
            .description(Some("A point in time: RFC 3339; a Unix time is taken too"))
            .into()
    }
}

impl ToSchema for Time {}

impl PartialSchema for Epoch {
    fn schema() -> RefOr<Schema> {
        let text = "A point in time: Unix time in milliseconds where its magnitude is 100,000,000,000 or more, \
                    else in seconds; RFC 3339 text is taken too";
        number()
            .minimum(Some(-62_135_596_800_000_i64))
            .maximum(Some(253_402_300_799_999_i64))
            .description(Some(text))
            .into()
    }
}

impl ToSchema for Epoch {}

impl PartialSchema for PictureBytes {
    fn schema() -> RefOr<Schema> {
        string(KnownFormat::Binary)
            .description(Some("The bytes of a picture"))
            .into()
    }
}

impl ToSchema for PictureBytes {}

impl PartialSchema for FileBytes {
    fn schema() -> RefOr<Schema> {
        string(KnownFormat::Binary)
            .description(Some("The bytes of a file"))
            .into()
    }
}

impl ToSchema for FileBytes {}

/// Start and end, either of which may be left out.
#[derive(Debug, ToSchema)]
pub struct DatesInput {
    /// When it starts.
    pub start: Option<Time>,
    /// When it ends; not before it starts.
    pub end: Option<Time>,
}

/// Start and end as numbers, either of which may be left out.
#[derive(Debug, ToSchema)]
pub struct EpochsInput {
    /// When it starts.
    pub start: Option<Epoch>,
    /// When it ends; not before it starts.
    pub end: Option<Epoch>,
}

/// What a trip is thought to cost, in its base currency; either end may be left out.
#[derive(Debug, ToSchema)]
pub struct EstimateInput {
    /// Lower end.
    pub lo: Option<Amount>,
    /// Higher end; not below the lower.
    pub hi: Option<Amount>,
}

/// A destination. Variant B's keys `id` and `desc` are taken too.
#[derive(Debug, ToSchema)]
pub struct DestinationInput {
    /// Which destination of the trip.
    #[schema(max_length = 2_000)]
    pub _id: Option<String>,
    /// Its name.
    #[schema(max_length = 2_000)]
    pub name: Option<String>,
    /// Where it is; looked up for a new destination where it is left out.
    #[schema(max_length = 2_000)]
    pub location: Option<String>,
    /// What it is like; looked up for a new destination where it is left out.
    #[schema(max_length = 2_000)]
    pub description: Option<String>,
}

/// Something that was paid for.
#[derive(Debug, ToSchema)]
pub struct ExpenditureInput {
    /// What for.
    #[schema(max_length = 2_000)]
    pub expenditure: String,
    /// How much.
    pub cost: Amount,
}

/// Text of at most 2,000 characters.
#[derive(Debug, ToSchema)]
#[schema(max_length = 2_000)]
pub struct ShortTextInput(pub String);
