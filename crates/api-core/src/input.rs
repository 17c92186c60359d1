//! Documentation of request bodies. Routes read them with [`fields`](crate::fields), which collects
//! all violations; a test holds documentation and readers together.

use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Money, or any other quantity: at least 0.
#[derive(Debug)]
pub struct Amount;

/// A point in time.
#[derive(Debug)]
pub struct Time;

/// A boolean, which may be written as text.
#[derive(Debug)]
pub struct Flag;

/// The bytes of a picture.
#[derive(Debug)]
pub struct File;

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Number);
        let text =
            "Money or another quantity, exact: a decimal number of at most 15 significant digits";
        number
            .minimum(Some(0_u32))
            .maximum(Some(1_000_000_000_000_u64))
            .description(Some(text))
            .into()
    }
}

impl ToSchema for Amount {}

impl PartialSchema for Time {
    fn schema() -> RefOr<Schema> {
        let text = "A point in time: RFC 3339 text, or Unix time in milliseconds where its magnitude is 100,000,000,000 or more, \
                    else in seconds";
        let number = ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(-62_135_596_800_000_i64));
        let number = number.maximum(Some(253_402_300_799_999_i64));
        let instant = string().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        OneOfBuilder::new()
            .item(number)
            .item(instant)
            .description(Some(text))
            .into()
    }
}

impl ToSchema for Time {}

impl PartialSchema for File {
    fn schema() -> RefOr<Schema> {
        string()
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .description(Some("The bytes of a picture"))
            .into()
    }
}

impl ToSchema for File {}

impl PartialSchema for Flag {
    fn schema() -> RefOr<Schema> {
        let boolean = ObjectBuilder::new().schema_type(Type::Boolean);
        let text = string().enum_values(Some(["true", "false"]));
        OneOfBuilder::new()
            .item(boolean)
            .item(text)
            .description(Some("A boolean, which may be written as text"))
            .into()
    }
}

impl ToSchema for Flag {}

/// Start and end, either of which may be left out.
#[derive(Debug, ToSchema)]
pub struct DatesInput {
    /// When it starts.
    pub start: Option<Time>,
    /// When it ends; not before it starts.
    pub end: Option<Time>,
}

/// What a trip is thought to cost, in its base currency; either end may be left out.
#[derive(Debug, ToSchema)]
pub struct EstimateInput {
    /// Lower end.
    pub lo: Option<Amount>,
    /// Higher end; not below the lower.
    pub hi: Option<Amount>,
}

/// A new trip.
#[derive(Debug, ToSchema)]
pub struct NewTripInput {
    /// Its name.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// Its description.
    #[schema(max_length = 10_000)]
    pub desc: Option<String>,
    /// What it is thought to cost.
    pub budget: Option<EstimateInput>,
    /// When it takes place.
    pub date: Option<DatesInput>,
    /// Whether only its members see it; `true` where it is left out.
    pub private: Option<bool>,
}

/// A destination, with the keys of either variant.
#[derive(Debug, ToSchema)]
pub struct DestinationInput {
    /// Which destination of the trip; Variant A's key.
    #[schema(max_length = 2_000)]
    pub _id: Option<String>,
    /// Which destination of the trip; Variant B's key.
    #[schema(max_length = 2_000)]
    pub id: Option<String>,
    /// Its name.
    #[schema(max_length = 2_000)]
    pub name: Option<String>,
    /// Where it is; looked up for a new destination where it is left out.
    #[schema(max_length = 2_000)]
    pub location: Option<String>,
    /// What it is like; looked up for a new destination where it is left out; Variant A's key.
    #[schema(max_length = 2_000)]
    pub description: Option<String>,
    /// What it is like; looked up for a new destination where it is left out; Variant B's key.
    #[schema(max_length = 2_000)]
    pub desc: Option<String>,
}

/// An entry of `dest`: a destination's id, its name, or the destination in full.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum DestinationEntryInput {
    /// Id of a destination of the trip, name of one, or name of a new one.
    Named(ShortTextInput),
    /// In full.
    Given(DestinationInput),
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

/// Owner, members and privacy. Only the owner changes them; members may take themselves off.
#[derive(Debug, ToSchema)]
pub struct ManagementInput {
    /// Username or user id of the owner.
    #[schema(max_length = 2_000)]
    pub owner: Option<String>,
    /// Usernames or user ids of the members.
    #[schema(max_items = 100)]
    pub members: Option<Vec<ShortTextInput>>,
    /// Whether only the members see the trip.
    pub private: Option<bool>,
}

/// What both variants take for a change of a trip, but for `budget`. Only what is sent changes.
#[derive(Debug, ToSchema)]
pub struct TripEditInput {
    /// Its name.
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// Its description.
    #[schema(max_length = 10_000)]
    pub desc: Option<String>,
    /// Its destinations, first to last.
    #[schema(max_items = 200)]
    pub dest: Option<Vec<DestinationEntryInput>>,
    /// What was spent.
    #[schema(max_items = 2_000)]
    pub expenditures: Option<Vec<ExpenditureInput>>,
    /// When it takes place.
    pub date: Option<DatesInput>,
    /// What is to be done.
    #[schema(max_items = 500)]
    pub todo: Option<Vec<ShortTextInput>>,
    /// URL of a picture: the service's own (no change), the default one's (none), another
    /// `http(s):` URL, or a `data:` URL.
    #[schema(format = Uri)]
    pub img: Option<String>,
    /// Username or user id of the owner; only the owner changes it.
    #[schema(max_length = 2_000)]
    pub owner: Option<String>,
    /// Usernames or user ids of the members; only the owner changes them.
    #[schema(max_items = 100)]
    pub members: Option<Vec<ShortTextInput>>,
    /// Whether only the members see the trip; only the owner changes it.
    pub private: Option<bool>,
}
