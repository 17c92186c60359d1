//! Shapes that both variants and the extensions share.

use serde::{Deserialize, Serialize};

use crate::Number;

/// A member's part of a budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MemberBudget {
    /// Whose part it is.
    pub member_id: String,
    /// The member's name.
    pub member_name: String,
    /// What it is thought to cost them.
    pub estimated_cost: Number,
    /// What it costs them.
    pub cost: Number,
    /// What they have paid.
    pub paid_value: Number,
    /// When they paid, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub payment_date: Option<String>,
    /// What the payment was worth in the base currency; 0 if that is not known.
    pub payment_base_currency_value: Number,
}

/// The budget of a trip as a whole, or of one itinerary item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ItemBudget))]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// ISO 4217 code; empty in an item that has none of its own.
    #[cfg_attr(feature = "openapi", schema(pattern = "^([A-Z]{3})?$"))]
    pub currency: String,
    /// What the money is for.
    pub category: String,
    /// The estimated total.
    pub total_estimated_cost: Number,
    /// The total.
    pub total_cost: Number,
    /// The paid total.
    pub total_paid_cost: Number,
    /// The members' parts.
    pub members_budget: Vec<MemberBudget>,
}

/// Costs of a category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CategoryCost {
    /// The category.
    pub category: String,
    /// What it costs the group.
    pub value: Number,
}

/// What a member has paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberPayment {
    /// The member: the first `memberId` under which the budgets have the person.
    pub member: String,
    /// The payments.
    pub value: Number,
}

/// What a member owes and has paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MemberSummary {
    /// The member: the first `memberId` under which the budgets have the person.
    pub member: String,
    /// The costs.
    pub total_cost: Number,
    /// The payments.
    pub total_payment: Number,
}

/// Amounts in a currency that has no rate into the base currency: in none of the sums. To count
/// them, set the trip's base currency to theirs, or send `paymentBaseCurrencyValue` with payments,
/// which gives a rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Unconverted {
    /// ISO 4217 code.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub currency: String,
    /// Costs.
    pub value: Number,
    /// Payments.
    pub paid: Number,
}

/// The sums over all budgets of the trip, in the base currency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BudgetSummary {
    /// ISO 4217 code.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[A-Z]{3}$"))]
    pub base_currency: String,
    /// Costs by category.
    pub trip_budget_categories_group_cost: Vec<CategoryCost>,
    /// Their sum.
    pub trip_total_group_cost: Number,
    /// All payments.
    pub trip_total_payments: Number,
    /// Payments by member.
    pub trip_member_payments: Vec<MemberPayment>,
    /// Costs and payments by member.
    pub trip_member_summary: Vec<MemberSummary>,
    /// What could not be converted and is in none of the sums, where there is any. To count it, set
    /// `baseCurrency` to its currency, or send `paymentBaseCurrencyValue` with payments, which
    /// gives a rate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unconverted: Vec<Unconverted>,
}

/// A destination in full; all empty if the item has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = DestinationA))]
pub struct Destination {
    /// Which destination of the trip.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub location: String,
    /// What it is like.
    pub description: String,
    /// Degrees north; extended answers only, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude: Option<Number>,
    /// Degrees east; extended answers only, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<Number>,
    /// How exactly the place is known: `exact`, `street`, `town` or `region`; extended answers
    /// only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<String>,
    /// IANA name of its time zone; extended answers only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A photo of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPhoto {
    /// Where it is.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
    /// What it shows.
    pub description: String,
}

/// An entry of the itinerary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripItem))]
pub struct Item {
    /// Which item of the trip.
    pub item_id: String,
    /// What it is: `destination`, `transportations`, …
    pub item_type: String,
    /// Its place, from 0.
    #[cfg_attr(feature = "openapi", schema(value_type = u32))]
    pub index: Number,
    /// Its day, from 1.
    #[cfg_attr(feature = "openapi", schema(value_type = u32))]
    pub day: Number,
    /// When it starts, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub start_time: Option<String>,
    /// When it ends, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub end_time: Option<String>,
    /// How long it takes, in seconds.
    pub duration: Number,
    /// What it costs.
    pub budget: Budget,
    /// Where it is or leads.
    pub destination: Destination,
    /// Photos.
    pub photos: Vec<ItemPhoto>,
    /// When its clocks show the start, if that was typed: `2026-05-01T09:00:00`; extended answers
    /// only. `start_time` follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_local: Option<String>,
    /// When its clocks show the end, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_local: Option<String>,
    /// IANA name of the time zone of its start; extended answers only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// IANA name of the time zone of its end; extended answers only, where it is known.
    #[serde(
        default,
        rename = "endTimezone",
        skip_serializing_if = "Option::is_none"
    )]
    pub end_timezone: Option<String>,
    /// Where it ends; extended answers only, of travel whose end is known.
    #[serde(
        default,
        rename = "endDestination",
        skip_serializing_if = "Option::is_none"
    )]
    pub end_destination: Option<Destination>,
    /// What its booking is confirmed by; extended answers to people of the trip only, where there
    /// is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<String>,
    /// What it is; extended answers only: `flight`, `train`, `bus`, `car`, `ferry`, `walk` or
    /// `travel`; `stay`, `food`, `sight`, `activity` or `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How far it is from the stop before it on its day, in km along the great circle; extended
    /// answers only, where the towns of both at least are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Number>,
}

/// Something that was paid for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Expenditure {
    /// What for.
    pub expenditure: String,
    /// How much.
    pub cost: Number,
}

/// A lower and a higher end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// Lower end.
    pub lo: Number,
    /// Higher end.
    pub hi: Number,
}

/// How one gets to a location of the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Transportation {
    /// The means of transport; may be empty.
    pub r#type: String,
    /// In kilometres.
    pub distance: Number,
    /// In minutes.
    pub time: Number,
    /// In the base currency.
    pub cost: Number,
}
