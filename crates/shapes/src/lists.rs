//! What the list of a person's own trips and the routes of single pictures answer.

use serde::{Deserialize, Serialize};

use crate::extensions::MemberRole;
use crate::variant_a::Dates;

/// A page of a person's own trips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnTrips {
    /// The trips, in the order that was asked for.
    pub trips: Vec<OwnTrip>,
    /// The cursor of the next page; only if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What the list of a person's own trips shows of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OwnTrip {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub desc: String,
    /// When it takes place.
    pub date: Dates,
    /// The username of its owner.
    pub owner: String,
    /// What the person may do.
    pub role: MemberRole,
    /// The URL of its main picture, else of the default one.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub img: String,
    /// The number of people on it, its owner included.
    pub members: u64,
    /// When it was last changed, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub updated_at: String,
    /// Its version, the first half of its entity tags.
    pub version: i64,
}

/// What was read of a message to a person's mailbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposal {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// When the message came, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub received: String,
    /// The subject of the message.
    pub subject: String,
    /// The id of the trip whose dates fit; left out if none does, or several do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub trip: Option<String>,
    /// How many items it has.
    pub items: usize,
    /// What was left out or is doubtful.
    pub warnings: Vec<String>,
    /// When it ends, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires: String,
}

/// A file of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripFile {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// Its name, as it was sent.
    pub name: String,
    /// Its media type, by its content; `application/octet-stream` for what is no PDF, picture,
    /// pass, calendar or text without markup.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its size in bytes.
    pub size: u64,
    /// The id of its item; left out if it has none, or it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<String>,
    /// When it was sent, RFC 3339.
    #[serde(rename = "createdAt")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// The username of who sent it; their id once they have left the trip.
    pub by: String,
}

/// A picture of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TripPicture {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// Its signed URL, which needs no token and expires.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
    /// What it shows; only if it has a caption.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// True for the main picture; left out for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<bool>,
}
