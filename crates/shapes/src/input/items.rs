//! What the routes of items take.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::input::{Amount, BudgetInput, DestinationInput, Time};

/// The whole itinerary. The bare list that the same path answers is taken too.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemListInput {
    /// All items; those that are left out go.
    #[cfg_attr(feature = "openapi", schema(max_items = 1_000))]
    pub trip_items: Vec<ItemInput>,
}

/// An entry of the itinerary.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemInput {
    /// Which item of the trip; a new one where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub item_id: Option<String>,
    /// `transportations` for travel; anything else is a stay.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 50))]
    pub item_type: String,
    /// Its place; where it is left out, that in the list.
    pub index: Option<Amount>,
    /// Its day; 1 where it is left out.
    #[
        cfg_attr(
            feature = "openapi",
            schema(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64)
        )
    ]
    pub day: Option<u32>,
    /// When it starts.
    pub start_time: Option<Time>,
    /// When it ends; not before it starts.
    pub end_time: Option<Time>,
    /// How long it takes, in seconds; where it is left out, from start to end.
    pub duration: Option<Amount>,
    /// What it costs.
    pub budget: Option<BudgetInput>,
    /// Where it is or leads.
    pub destination: Option<DestinationInput>,
    /// Photos.
    #[cfg_attr(feature = "openapi", schema(max_items = 30))]
    pub photos: Option<Vec<ItemPhotoInput>>,
    /// The hour of its start without an offset, `2026-05-01T09:00`: the truth, which `start_time`
    /// follows in the zone of the start.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$")
    )]
    pub start_local: Option<String>,
    /// The hour of its end, likewise, in the zone of the end.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$")
    )]
    pub end_local: Option<String>,
    /// IANA name of the time zone of its start; stays where it is left out, empty removes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub timezone: Option<String>,
    /// IANA name of the time zone of its end; stays where it is left out, empty removes it.
    #[serde(rename = "endTimezone")]
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub end_timezone: Option<String>,
    /// Where it ends; stays where it is left out, null or empty text removes it.
    #[serde(rename = "endDestination")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<DestinationInput>))]
    pub end_destination: Option<Option<DestinationInput>>,
    /// What its booking is confirmed by; stays where it is left out, empty removes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub confirmation: Option<String>,
    /// What it is, if that fits `item_type`: `flight`, `train`, `bus`, `car`, `ferry`, `walk` or
    /// `travel`; `stay`, `food`, `sight`, `activity` or `other`. Stays where it is left out, empty
    /// removes it.
    #[cfg_attr(
        feature = "openapi",
        schema(
            pattern = "^(flight|train|bus|car|ferry|walk|travel|stay|food|sight|activity|other)?$"
        )
    )]
    pub kind: Option<String>,
}

/// A photo of an item.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPhotoInput {
    /// Where it is: an http or https URL.
    #[cfg_attr(feature = "openapi", schema(format = Uri, max_length = 2_000))]
    pub url: String,
    /// What it shows.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub description: Option<String>,
}

/// A change of an item. Only what is sent changes.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPatchInput {
    /// The id in the path, as the answer has it.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub item_id: Option<String>,
    /// `transportations` for travel; anything else is a stay.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 50))]
    pub item_type: Option<String>,
    /// Its place in the itinerary.
    pub index: Option<Amount>,
    /// Its day.
    #[
        cfg_attr(
            feature = "openapi",
            schema(value_type = Option<i64>, minimum = 1, maximum = 4_294_967_295_i64)
        )
    ]
    pub day: Option<u32>,
    /// When it starts.
    pub start_time: Option<Time>,
    /// When it ends; not before it starts.
    pub end_time: Option<Time>,
    /// How long it takes, in seconds.
    pub duration: Option<Amount>,
    /// What it costs.
    pub budget: Option<BudgetInput>,
    /// Where it is or leads.
    pub destination: Option<DestinationInput>,
    /// Photos.
    #[cfg_attr(feature = "openapi", schema(max_items = 30))]
    pub photos: Option<Vec<ItemPhotoInput>>,
    /// The hour of its start without an offset, `2026-05-01T09:00`: the truth, which `start_time`
    /// follows in the zone of the start.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$")
    )]
    pub start_local: Option<String>,
    /// The hour of its end, likewise, in the zone of the end.
    #[cfg_attr(
        feature = "openapi",
        schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.,]+$")
    )]
    pub end_local: Option<String>,
    /// IANA name of the time zone of its start; stays where it is left out, empty removes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub timezone: Option<String>,
    /// IANA name of the time zone of its end; stays where it is left out, empty removes it.
    #[serde(rename = "endTimezone")]
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub end_timezone: Option<String>,
    /// Where it ends; stays where it is left out, null or empty text removes it.
    #[serde(rename = "endDestination")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<DestinationInput>))]
    pub end_destination: Option<Option<DestinationInput>>,
    /// What its booking is confirmed by; stays where it is left out, empty removes it.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub confirmation: Option<String>,
    /// What it is, if that fits `item_type`: `flight`, `train`, `bus`, `car`, `ferry`, `walk` or
    /// `travel`; `stay`, `food`, `sight`, `activity` or `other`. Stays where it is left out, empty
    /// removes it.
    #[cfg_attr(
        feature = "openapi",
        schema(
            pattern = "^(flight|train|bus|car|ferry|walk|travel|stay|food|sight|activity|other)?$"
        )
    )]
    pub kind: Option<String>,
}

/// Where an item moves.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMoveInput {
    /// The day.
    #[
        cfg_attr(
            feature = "openapi", schema(value_type = i64, minimum = 1, maximum = 4_294_967_295_i64)
        )
    ]
    pub day: u32,
    /// The place among the items of that day, from 0; the end where it is left out.
    #[
        cfg_attr(
            feature = "openapi",
            schema(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64)
        )
    ]
    pub index: Option<u32>,
}

/// Where an item is: coordinates, or a place as `GET /places` answers it.
#[skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPlaceInput {
    /// In degrees north.
    #[cfg_attr(feature = "openapi", schema(minimum = -90, maximum = 90))]
    pub latitude: f64,
    /// In degrees east.
    #[cfg_attr(feature = "openapi", schema(minimum = -180, maximum = 180))]
    pub longitude: f64,
    /// Replaces the name of the item's destination.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub name: Option<String>,
    /// Replaces the location of the item's destination.
    #[cfg_attr(feature = "openapi", schema(max_length = 2_000))]
    pub location: Option<String>,
}
