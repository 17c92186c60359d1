//! `/trip/{uuid}/map`: notes and locations.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::{amount, dates, text};
use wayfare_api_core::openapi::VARIANT_B;
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::{show_epochs, show_transportation};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Edit, MapLocation, Track, TrackPoint, Transportation, TripMap};
use wayfare_domain::{Period, Reason, Trip};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::input::MapInput;
use wayfare_shapes::variant_b::{self, Location, Map};

/// The map; with its lines if the answer is extended.
fn show_map(map: &TripMap, is_extended: bool) -> Map {
    let TripMap {
        notes,
        locations,
        tracks,
    } = map;
    Map {
        notes: notes.to_string(),
        locations: locations.iter().map(show_location).collect(),
        tracks: is_extended.then(|| tracks.iter().map(show_track).collect()),
    }
}

fn show_track(track: &Track) -> variant_b::Track {
    let points = track.points().iter();
    let points = points.map(|at| [at.longitude().into(), at.latitude().into()]);
    variant_b::Track {
        name: track.name.to_string(),
        points: points.collect(),
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

/// The map.
#[utoipa::path(
    get, path = "/trip/{uuid}/map", tag = VARIANT_B, operation_id = "getMap",
    params(TripPath),
    responses((status = 200, description = "The map", body = Map)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let is_extended = request.prefers_extensions();
    let map = move |_: &App, view: &TripView| show_map(&view.trip.map, is_extended);
    request.show(Show::Extended(is_extended), map).await
}

/// Changes notes, locations, lines, or several of them.
#[utoipa::path(
    put, path = "/trip/{uuid}/map", tag = VARIANT_B, operation_id = "updateMap",
    params(TripPath),
    request_body = MapInput,
    responses((status = 200, description = "The changed map", body = Map)),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let is_extended = request.prefers_extensions();
    let answer = move |_: &App, Edited { after, .. }: &Edited| {
        Ok(UpdateAnswer::new(show_map(&after.trip.map, is_extended)))
    };
    request.edit(EditBody::large(payload), read, answer).await
}

fn read(body: &Element<'_>) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    fields.require_any(&["notes", "locations", "tracks"]);
    let notes = fields.read("notes", text);
    let locations = fields.read("locations", |list| list.list(Trip::MAX_LOCATIONS, location));
    let tracks = fields.read("tracks", |list| list.list(Trip::MAX_TRACKS, track));
    let edits = [
        notes.map(Edit::Notes),
        locations.map(Edit::Locations),
        tracks.map(Edit::Tracks),
    ];
    Some(TripUpdateRequest::of(edits.into_iter().flatten()))
}

fn track(element: &Element<'_>) -> Option<Track> {
    let fields = element.object()?;
    let name = fields.read_or("name", Default::default(), text);
    let points = fields.required("points")?;
    let read = points.list(Track::MAX_POINTS, point);
    points.check(Track::new(name?, read?))
}

/// A point: degrees east, degrees north.
fn point(element: &Element<'_>) -> Option<TrackPoint> {
    let degrees = element.list(2, |degrees| degrees.number(Ok))?;
    let at = match degrees.as_slice() {
        [east, north] => Coordinates::new(*north, *east),
        _ => Err(Reason::new("must be two numbers")),
    };
    element.check(at).map(TrackPoint::new)
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
        Some(date) => dates(&date).and_then(|dates| {
            date.check_all(Period::new(
                dates.start.flatten(),
                dates.end.flatten(),
                &date.path(),
            ))
        }),
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
        precision: None,
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
