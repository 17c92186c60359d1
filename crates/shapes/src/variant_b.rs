//! What the routes of Variant B answer.

use serde::{Deserialize, Serialize};

use crate::Number;
use crate::trip::{Estimate, Expenditure, Transportation};

/// Start and end as epoch numbers, each in the unit it was written in; 0 for a missing one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = EpochsB))]
pub struct Dates {
    /// When it starts.
    pub start: Number,
    /// When it ends.
    pub end: Number,
}

/// A destination of the detail view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = DestinationB))]
pub struct Destination {
    /// Which destination of the trip.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is like.
    pub desc: String,
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

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripEntryB))]
pub struct TripEntry {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// URL of its picture.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub img: String,
}

/// A location on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MapLocationB))]
pub struct Location {
    /// What it is called.
    pub title: String,
    /// Where it is.
    pub address: String,
    /// When the travellers are there.
    pub date: Dates,
    /// How they get there.
    pub transportation: Transportation,
}

/// The map of a trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MapB))]
pub struct Map {
    /// Notes; HTML of a safe subset.
    pub notes: String,
    /// Locations.
    pub locations: Vec<Location>,
    /// Lines; extended answers only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Track>>,
}

/// A line of the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// What it is called; may be empty.
    pub name: String,
    /// Its points in order: degrees east, degrees north.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<f64>>))]
    pub points: Vec<[Number; 2]>,
}

/// The events of one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimelineDay {
    /// The day's midnight, UTC, as an epoch number.
    pub date: Number,
    /// Its events in order of time.
    pub events: Vec<TimelineEvent>,
}

/// What kind of event something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    /// A stay at a destination.
    Destination,
    /// Travel to one.
    Travel,
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimelineEvent {
    /// When it begins, as an epoch number.
    pub time: Number,
    /// What kind of event it is.
    pub r#type: EventType,
    /// What it is.
    pub details: EventDetails,
    /// In the base currency.
    pub cost: Number,
    /// In minutes.
    pub duration: Number,
}

/// What an event is: `{id, name, desc}` of a destination, `{name}` of travel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TimelineEventDetails))]
pub struct EventDetails {
    /// Which destination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its name, or by what means or where to one travels.
    pub name: String,
    /// What it is like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desc: Option<String>,
}

/// A trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripB))]
pub struct Trip {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// The names of its destinations, first to last.
    pub dest: Vec<String>,
    /// What it is thought to cost.
    pub budget: Estimate,
    /// What was spent.
    pub expenditures: Vec<Expenditure>,
    /// When it takes place.
    pub date: Dates,
    /// What is to be done.
    pub todo: Vec<String>,
    /// URL of its picture.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub img: String,
    /// The trip in the front end.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
    /// The owner's username.
    pub owner: String,
    /// The members' usernames.
    pub members: Vec<String>,
    /// Whether only its members see it.
    pub private: bool,
    /// The destinations in full, in the detail view only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destinations: Option<Vec<Destination>>,
    /// IANA name of its time zone; extended answers only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}
