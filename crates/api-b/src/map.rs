//! `/trip/{uuid}/map`: notes and locations.

use actix_web::web::Payload;
use utoipa::ToSchema;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{amount, dates, text};
use wayfare_api_core::input::schemas::{Amount, EpochsInput};
use wayfare_api_core::openapi::{NotFound, VARIANT_B};
use wayfare_api_core::trip::edit::{TripRequest, UpdateAnswer};
use wayfare_api_core::trip::{show_epochs, show_transportation};
use wayfare_api_core::{Answer, App, Endpoint, TripPath, input::body};
use wayfare_domain::trip::{MapLocation, Transportation, TripMap, TripPatch};
use wayfare_domain::{Period, Trip};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::variant_b::{Location, Map};

fn show_map(map: &TripMap) -> Map {
    Map {
        notes: map.notes.to_string(),
        locations: map.locations.iter().map(show_location).collect(),
    }
}

fn show_location(location: &MapLocation) -> Location {
    Location {
        title: location.title.to_string(),
        address: location.address.to_string(),
        date: show_epochs(location.period.into()),
        transportation: show_transportation(&location.transportation),
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trip/{uuid}/map").get(get).put(put)
}

/// The map.
#[utoipa::path(
    get, path = "/trip/{uuid}/map", tag = VARIANT_B, operation_id = "getMap",
    params(TripPath),
    responses((status = 200, description = "The map", body = Map), NotFound),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let map = |_: &App, view: &TripView| show_map(&view.trip.map);
    request.get(map).await
}

/// Changes notes, locations, or both.
#[utoipa::path(
    put, path = "/trip/{uuid}/map", tag = VARIANT_B, operation_id = "updateMap",
    params(TripPath),
    request_body = MapInput,
    responses((status = 200, description = "The changed map", body = Map), NotFound),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let answer =
        |_: &App, _: &TripView, after: &TripView| Ok(UpdateAnswer::new(show_map(&after.trip.map)));
    request.put((payload, body::LARGE), read, answer).await
}

fn read(body: &Element<'_>) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    let change = TripPatch {
        notes: fields.read("notes", text),
        locations: fields.read("locations", |list| list.list(Trip::MAX_LOCATIONS, location)),
        ..TripPatch::default()
    };
    Some(TripUpdateRequest::of(change))
}

fn location(element: &Element<'_>) -> Option<MapLocation> {
    let fields = element.object()?;
    let sent = |name| {
        fields
            .get(name)
            .map_or(Some(Default::default()), |field| text(&field))
    };
    let (title, address) = (sent("title"), sent("address"));
    let period = match fields.get("date") {
        Some(date) => dates(&date)
            .and_then(|dates| date.check_all(Period::new(dates.start, dates.end, date.path()))),
        None => Some(None),
    };
    let way = fields
        .get("transportation")
        .map_or(Some(Transportation::NONE), |way| transportation(&way));
    Some(MapLocation {
        title: title?,
        address: address?,
        period: period?,
        transportation: way?,
        is_pinned: false,
        coordinates: None,
    })
}

fn transportation(element: &Element<'_>) -> Option<Transportation> {
    let fields = element.object()?;
    let quantity = |name| {
        fields
            .get(name)
            .map_or(Some(Default::default()), |field| amount(&field))
    };
    let kind = fields
        .get("type")
        .map_or(Some(Default::default()), |kind| text(&kind));
    let (distance, time, cost) = (quantity("distance"), quantity("time"), quantity("cost"));
    Some(Transportation {
        kind: kind?,
        distance: distance?,
        time: time?,
        cost: cost?,
    })
}

/// A change of the map. Only what is sent changes.
#[derive(Debug, ToSchema)]
pub struct MapInput {
    /// Notes; HTML is cleaned to a safe subset.
    #[schema(max_length = 100_000)]
    pub notes: Option<String>,
    /// All locations.
    #[schema(max_items = 1_000)]
    pub locations: Option<Vec<LocationInput>>,
}

/// A location on the map.
#[derive(Debug, ToSchema)]
pub struct LocationInput {
    /// What it is called.
    #[schema(max_length = 2_000)]
    pub title: Option<String>,
    /// Where it is.
    #[schema(max_length = 2_000)]
    pub address: Option<String>,
    /// When the travellers are there.
    pub date: Option<EpochsInput>,
    /// How they get there.
    pub transportation: Option<TransportationInput>,
}

/// How one gets to a location of the map.
#[derive(Debug, ToSchema)]
pub struct TransportationInput {
    /// The means of transport; may be empty.
    #[schema(max_length = 2_000)]
    pub r#type: Option<String>,
    /// In kilometres.
    pub distance: Option<Amount>,
    /// In minutes.
    pub time: Option<Amount>,
    /// In the base currency.
    pub cost: Option<Amount>,
}
