//! Documentation of request bodies. Routes read them with [`fields`](crate::input::fields), which
//! collects all violations; a test holds documentation and readers together.
//!
//! A body is described narrowly, with one type for each field, since generated clients can't handle
//! more; the readers take more than is described.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Money or another quantity, exact: a decimal number of at most 15 significant digits
#[derive(Debug, ToSchema)]
#[schema(format = Double, minimum = 0, maximum = 1_000_000_000_000_i64)]
pub struct Amount(pub f64);

/// A point in time: RFC 3339; a Unix time is taken too
#[derive(Debug, ToSchema)]
#[schema(format = DateTime)]
pub struct Time(pub String);

/// A point in time: Unix time in milliseconds where its magnitude is 100,000,000,000 or more, else
/// in seconds; RFC 3339 text is taken too
#[derive(Debug, ToSchema)]
#[schema(format = Double, minimum = -62_135_596_800_000_i64, maximum = 253_402_300_799_999_i64)]
pub struct Epoch(pub f64);

/// The bytes of a picture
#[derive(Debug, ToSchema)]
#[schema(format = Binary)]
pub struct PictureBytes(pub String);

/// The bytes of a file
#[derive(Debug, ToSchema)]
#[schema(format = Binary)]
pub struct FileBytes(pub String);

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
