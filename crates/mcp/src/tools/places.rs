//! The tool that finds places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wayfare_domain::ShortText;
use wayfare_service::precision_of;

use super::reply::Reply;
use crate::call::{Call, refused, trip_id};

/// The most places of a result.
const MOST: usize = 10;

/// Which places to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchPlaces {
    /// Name of the place, or the beginning of it
    query: String,
    /// Id of a trip near whose places it is
    trip: Option<String>,
}

/// Places.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlacesFound {
    /// Places, best first
    places: Vec<PlaceFound>,
}

/// A place.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlaceFound {
    /// Name
    name: String,
    /// Where it is, as location of an item takes it
    location: String,
    /// Latitude in degrees
    latitude: f64,
    /// Longitude in degrees
    longitude: f64,
    /// IANA time zone
    timezone: String,
    /// What it is, such as settlement or airport
    kind: String,
    /// How exactly it is known: exact, street, town or region
    precision: String,
}

pub(crate) async fn search_places(call: Call, sent: SearchPlaces) -> Reply<PlacesFound> {
    let query = ShortText::new(sent.query.trim()).map_err(|reason| refused("query", reason))?;
    if query.is_empty() {
        return Err(refused("query", "must not be empty"));
    }
    let trip = sent.trip.as_deref().map(trip_id).transpose()?;
    let trips = &call.app.service.trips;
    let found = trips
        .suggest_places(call.caller, &query, trip, MOST, true)
        .await?;
    let places = found.into_iter().map(|place| PlaceFound {
        precision: precision_of(&place).as_str().to_owned(),
        kind: place.kind.as_str().to_owned(),
        name: place.name,
        location: place.display_name,
        latitude: place.coordinates.latitude,
        longitude: place.coordinates.longitude,
        timezone: place.time_zone,
    });
    let places: Vec<PlaceFound> = places.collect();
    Ok((format!("{} places.", places.len()), PlacesFound { places }))
}
