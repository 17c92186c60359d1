//! What the routes of trips take.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::input::{
    Amount, DatesInput, DestinationEntry, EpochsInput, EstimateInput, ExpenditureInput,
    ShortTextInput, SignedAmount, Time,
};

/// A new trip.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewTripInput {
    /// Its name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: String,
    /// Its description.
    #[cfg_attr(feature = "openapi", schema(max_length = 10_000))]
    pub desc: Option<String>,
    /// What it is thought to cost.
    pub budget: Option<EstimateInput>,
    /// When it takes place.
    pub date: Option<EpochsInput>,
    /// Whether only its members see it; `true` where it is left out.
    pub private: Option<bool>,
    /// ISO 4217 code of the currency of its sums; the service's default where it is left out.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub base_currency: Option<String>,
    /// IANA name of its time zone.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub timezone: Option<String>,
}

/// Owner, members and privacy, at least one of them. Only the owner changes them; members may take
/// themselves off.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ManagementInput {
    /// Username or user id of the owner.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub owner: Option<String>,
    /// Usernames or user ids of the members.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub members: Option<Vec<ShortTextInput>>,
    /// Whether only the members see the trip.
    pub private: Option<bool>,
}

/// What both variants take for a change of a trip, but for `budget` and `date`. Only what is sent
/// changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripEditInput {
    /// Its name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub name: Option<String>,
    /// Its description.
    #[cfg_attr(feature = "openapi", schema(max_length = 10_000))]
    pub desc: Option<String>,
    /// Its destinations, first to last.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub dest: Option<Vec<DestinationEntry>>,
    /// What was spent.
    #[cfg_attr(feature = "openapi", schema(max_items = 2_000))]
    pub expenditures: Option<Vec<ExpenditureInput>>,
    /// What is to be done.
    #[cfg_attr(feature = "openapi", schema(max_items = 500))]
    pub todo: Option<Vec<ShortTextInput>>,
    /// URL of a picture: the service's own (no change), the default one's (none), another
    /// `http(s):` URL, or a `data:` URL.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub img: Option<String>,
    /// Username or user id of the owner; only the owner changes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub owner: Option<String>,
    /// Usernames or user ids of the members; only the owner changes them.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub members: Option<Vec<ShortTextInput>>,
    /// Whether only the members see the trip; only the owner changes it.
    pub private: Option<bool>,
    /// IANA name of its time zone; empty removes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub timezone: Option<String>,
}

/// A change of a trip. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripInputA {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
    /// When it takes place.
    pub date: Option<DatesInput>,
    /// An estimate, a base currency, the trip-wide budget: each key that is sent counts.
    pub budget: Option<AnyBudgetInput>,
}

/// A budget in any of its forms: each key that is sent counts.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnyBudgetInput {
    /// Lower end of the estimate.
    pub lo: Option<Amount>,
    /// Higher end of the estimate.
    pub hi: Option<Amount>,
    /// ISO 4217 code of the base currency.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub base_currency: Option<String>,
    /// The trip-wide budget.
    #[serde(flatten)]
    pub budget: BudgetInput,
}

/// A change of a trip. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripInputB {
    /// What both variants take.
    #[serde(flatten)]
    pub common: TripEditInput,
    /// When it takes place.
    pub date: Option<EpochsInput>,
    /// What it is thought to cost.
    pub budget: Option<EstimateInput>,
}

/// The body that changes the trip-wide budget.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BudgetBodyInput {
    /// The budget.
    pub budget: BudgetInput,
}

/// The budget of a trip as a whole, of which only what is sent changes; or of one itinerary item.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BudgetInput {
    /// ISO 4217 code; an item may have an empty one.
    #[cfg_attr(feature = "openapi", schema(pattern = "^([A-Z]{3})?$"))]
    pub currency: Option<String>,
    /// What the money is for.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub category: Option<String>,
    /// The estimated total; the members' sum where it is never sent.
    pub total_estimated_cost: Option<Amount>,
    /// The total; the members' sum where it is never sent.
    pub total_cost: Option<SignedAmount>,
    /// The paid total; the members' sum where it is never sent.
    pub total_paid_cost: Option<SignedAmount>,
    /// The members' parts.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub members_budget: Option<Vec<MemberBudgetInput>>,
}

/// A member's part of a budget.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MemberBudgetInput {
    /// Whose part it is: the username or user id of a member of the trip, or any other name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub member_id: String,
    /// The member's name.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub member_name: Option<String>,
    /// What it is thought to cost them.
    pub estimated_cost: Option<Amount>,
    /// What it costs them.
    pub cost: Option<SignedAmount>,
    /// What they have paid.
    pub paid_value: Option<SignedAmount>,
    /// When they paid.
    pub payment_date: Option<Time>,
    /// What the payment was worth in the base currency.
    pub payment_base_currency_value: Option<SignedAmount>,
}

/// A change of the map. Only what is sent changes, and something must be.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MapInput {
    /// Notes; HTML is cleaned to a safe subset.
    #[cfg_attr(feature = "openapi", schema(max_length = 100_000))]
    pub notes: Option<String>,
    /// All locations.
    #[cfg_attr(feature = "openapi", schema(max_items = 1_000))]
    pub locations: Option<Vec<LocationInput>>,
    /// All lines; an extension.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub tracks: Option<Vec<TrackInput>>,
}

/// A line on the map.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrackInput {
    /// What it is called.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub name: Option<String>,
    /// Its points in order, each of two numbers: degrees east, degrees north.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2_000))]
    pub points: Vec<Vec<f64>>,
}

/// A location on the map.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LocationInput {
    /// What it is called.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub title: Option<String>,
    /// Where it is.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub address: Option<String>,
    /// When the travellers are there.
    pub date: Option<EpochsInput>,
    /// How they get there.
    pub transportation: Option<TransportationInput>,
}

/// How one gets to a location of the map.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransportationInput {
    /// The means of transport; may be empty.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub r#type: Option<String>,
    /// In kilometres.
    pub distance: Option<Amount>,
    /// In minutes.
    pub time: Option<Amount>,
    /// In the base currency.
    pub cost: Option<Amount>,
}
