//! What the routes of Variant A answer.

use serde::{Deserialize, Serialize};

use crate::Number;
use crate::trip::{BudgetSummary, Destination, Expenditure, Transportation};

/// Start and end, RFC 3339; the epoch for a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = InstantsA))]
pub struct Dates {
    /// When it starts.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub start: String,
    /// When it ends.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub end: String,
}

/// A traveller.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TripUser {
    /// The permanent user id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub user_id: String,
    /// The username.
    pub user_name: String,
    /// The e-mail address if the viewer may see it; else empty.
    pub email: String,
}

/// What lists show of a trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripSummaryA))]
#[serde(rename_all = "camelCase")]
pub struct TripSummary {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    #[serde(rename = "_id")]
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// The ids of its photos.
    pub photos: Vec<String>,
    /// The id of its main picture; empty without one.
    pub main_image: String,
    /// Where the photos are.
    #[serde(rename = "photoURLs")]
    pub photo_urls: Vec<String>,
    /// Where the main picture is.
    #[serde(rename = "mainImageURL")]
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub main_image_url: String,
    /// The owner.
    pub owner_user: TripUser,
    /// The other people.
    pub non_owner_users: Vec<TripUser>,
}

/// A page of trips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripPageA))]
pub struct TripPage {
    /// The trips of this page.
    pub trips: Vec<TripSummary>,
    /// How many pages there are; 0 without trips.
    pub pages: u64,
}

/// A location on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MapLocationA))]
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MapA))]
pub struct Map {
    /// Locations.
    pub locations: Vec<Location>,
    /// Notes; HTML of a safe subset.
    pub notes: String,
}

/// A location and the destinations there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Area {
    /// The location.
    pub name: String,
    /// The destinations there, comma-separated.
    pub description: String,
}

/// A trip in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripDetailA))]
#[serde(rename_all = "camelCase")]
pub struct TripDetail {
    /// What lists show of it.
    #[serde(flatten)]
    pub summary: TripSummary,
    /// The ids of its destinations, first to last.
    pub dest: Vec<String>,
    /// Its destinations, first to last.
    pub dest_objs: Vec<Destination>,
    /// The sums over its budgets.
    pub budget: BudgetSummary,
    /// What was spent.
    pub expenditures: Vec<Expenditure>,
    /// When it takes place.
    pub date: Dates,
    /// What is to be done.
    pub todo: Vec<String>,
    /// Where the main picture is.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub image: String,
    /// The trip in the front end.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub url: String,
    /// The owner's id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub owner: String,
    /// The members' ids.
    pub members: Vec<String>,
    /// The map.
    pub map: Map,
    /// Where it goes, by location.
    pub areas: Vec<Area>,
    /// The names of the areas.
    pub area_names: Vec<String>,
    /// Whether only its members see it.
    pub private: bool,
    /// Where it starts.
    pub start_obj: Destination,
    /// IANA name of its time zone; extended answers only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// Owner, members and privacy as set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Management {
    /// The owner's username.
    pub owner: String,
    /// The members' usernames.
    pub members: Vec<String>,
    /// Whether only the members see the trip.
    pub private: bool,
}

/// Where a trip's pictures are, and who its people are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripPictures))]
#[serde(rename_all = "camelCase")]
pub struct Pictures {
    /// URLs of the photos.
    pub photos: Vec<String>,
    /// URL of the main picture, else of the default one.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub main_image: String,
    /// The owner's id.
    pub owner: String,
    /// The members' ids.
    pub members: Vec<String>,
}

/// Where a trip's pictures are after an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UploadedPictures {
    /// URL of the main picture, else of the default one.
    #[cfg_attr(feature = "openapi", schema(format = Uri))]
    pub main_image: String,
    /// URLs of the photos.
    pub photos: Vec<String>,
}

/// The trip as a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripFeature))]
#[serde(rename_all = "camelCase")]
pub struct Feature {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// `Feature`.
    pub r#type: String,
    /// Longitude and latitude in degrees; [0, 0] if the place is not known.
    pub geometry: [Number; 2],
    /// Properties of the place.
    pub properties: FeatureProperties,
    /// When the trip was created, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// When it last changed, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub updated_at: String,
}

/// Properties of a place; empty if they are not known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TripFeatureProperties))]
pub struct FeatureProperties {
    /// OpenStreetMap's id; empty with the built-in data, which have none, and if another gazetteer
    /// tells none.
    pub osm_id: String,
    /// OpenStreetMap's kind of element: `node`, `way` or `relation`; empty as the id.
    pub osm_type: String,
    /// Wikidata's id, such as `Q597`; empty as the id.
    pub wikidata_id: String,
    /// The article in Wikipedia, such as `pt:Lisboa`; empty as the id.
    pub wikipedia: String,
    /// What kind of place it is: `city`, `region`, `country` or a gazetteer's own word; `trip`
    /// if the place is not known.
    pub destination_type: String,
    /// The place's name, else the trip's.
    pub name: String,
    /// The place's name with that of its country, else the trip's.
    pub display_name: String,
    /// The trip's main picture.
    pub main_photo: PhotoMetadata,
    /// IANA name of the time zone; `UTC` if the place is not known.
    pub timezone: String,
    /// The place's bounds.
    pub bbox: Bounds,
}

/// The bounds of a place in degrees.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bounds {
    /// South.
    pub min_latitude: Number,
    /// West.
    pub min_longitude: Number,
    /// North.
    pub max_latitude: Number,
    /// East.
    pub max_longitude: Number,
}

/// Metadata of a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MainPhoto))]
pub struct PhotoMetadata {
    /// Which picture.
    pub id: String,
    /// Where it comes from.
    pub image_origin: String,
    /// Who made it.
    pub artist: String,
    /// Where its licence is.
    pub license_url: String,
    /// Its licence.
    pub license: String,
    /// The name of its file.
    pub filename: String,
    /// Its media type.
    #[serde(rename = "mimeType")]
    pub mime_type: String,
    /// In bytes.
    pub filesize: u64,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Focal point, in percent from the left.
    #[serde(rename = "focalX")]
    pub focal_x: u32,
    /// Focal point, in percent from the top.
    #[serde(rename = "focalY")]
    pub focal_y: u32,
    /// Other stored sizes: none, since it is resized on request.
    pub sizes: Vec<serde_json::Value>,
    /// When it was uploaded, RFC 3339.
    #[serde(rename = "createdAt")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// When it last changed, RFC 3339.
    #[serde(rename = "updatedAt")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub updated_at: String,
    /// Where it is, relative to the service.
    pub url: String,
}

/// What an update answers: Variant B's trip, with the summary as its budget and RFC 3339 dates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = UpdatedTripA))]
pub struct UpdatedTrip {
    /// Which trip.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub desc: String,
    /// The names of its destinations, first to last.
    pub dest: Vec<String>,
    /// The sums over its budgets.
    pub budget: BudgetSummary,
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
    /// IANA name of its time zone; extended answers only, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}
