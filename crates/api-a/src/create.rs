//! `POST /trips`: creates a trip, answered as a place on the map (a GeoJSON-style feature).

use actix_web::http::header;
use actix_web::web::Payload;
use rust_decimal::Decimal;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::{Answer, CallerRequest, Links, answer::conditional, trip::edit};
use wayfare_domain::Trip;
use wayfare_gazetteer::{self as gazetteer, Place};
use wayfare_pictures::DefaultPicture;
use wayfare_shapes::Number;
use wayfare_shapes::input::NewTripInput;
use wayfare_shapes::variant_a::{Bounds, Feature, FeatureProperties, PhotoMetadata};

/// The default picture, which a new trip has.
fn show_default_photo(links: &Links, trip: &Trip) -> PhotoMetadata {
    let picture = DefaultPicture::Trip.info();
    PhotoMetadata {
        id: "default".to_owned(),
        image_origin: "wayfare".to_owned(),
        artist: "Wayfare".to_owned(),
        license_url: String::new(),
        license: String::new(),
        filename: format!("trip.{}", picture.format.extension()),
        mime_type: picture.format.mime().to_owned(),
        filesize: picture.size,
        width: picture.width,
        height: picture.height,
        focal_x: 50,
        focal_y: 50,
        sizes: Vec::new(),
        created_at: trip.created_at.to_string(),
        updated_at: trip.updated_at.to_string(),
        url: links.default_trip_picture_path(),
    }
}

fn show_feature(links: &Links, trip: &Trip, place: Option<Place>) -> Feature {
    let middle = place.as_ref().map(|place| place.coordinates);
    Feature {
        id: trip.id.to_string(),
        r#type: "Feature".to_owned(),
        geometry: middle.map_or_else(Default::default, |at| {
            [degrees(at.longitude), degrees(at.latitude)]
        }),
        properties: match place {
            Some(place) => show_place(links, trip, place),
            None => show_no_place(links, trip),
        },
        created_at: trip.created_at.to_string(),
        updated_at: trip.updated_at.to_string(),
    }
}

fn show_place(links: &Links, trip: &Trip, place: Place) -> FeatureProperties {
    let osm = place.osm.map(|element| (element.kind, element.id));
    let (osm_type, osm_id) = osm.unwrap_or_default();
    FeatureProperties {
        osm_id,
        osm_type,
        wikidata_id: place.wikidata.unwrap_or_default(),
        wikipedia: place.wikipedia.unwrap_or_default(),
        destination_type: place.kind.as_str().to_owned(),
        name: place.name,
        display_name: place.display_name,
        main_photo: show_default_photo(links, trip),
        timezone: place.time_zone,
        bbox: show_bounds(place.bounds),
    }
}

fn show_no_place(links: &Links, trip: &Trip) -> FeatureProperties {
    FeatureProperties {
        osm_id: String::new(),
        osm_type: String::new(),
        wikidata_id: String::new(),
        wikipedia: String::new(),
        destination_type: "trip".to_owned(),
        name: trip.name.to_string(),
        display_name: trip.name.to_string(),
        main_photo: show_default_photo(links, trip),
        timezone: "UTC".to_owned(),
        bbox: Bounds::default(),
    }
}

fn show_bounds(bounds: gazetteer::Bounds) -> Bounds {
    Bounds {
        min_latitude: degrees(bounds.min_latitude),
        min_longitude: degrees(bounds.min_longitude),
        max_latitude: degrees(bounds.max_latitude),
        max_longitude: degrees(bounds.max_longitude),
    }
}

/// Degrees to six decimal places, a tenth of a metre.
fn degrees(degrees: f64) -> Number {
    Decimal::try_from(degrees)
        .unwrap_or_default()
        .round_dp(6)
        .into()
}

/// Creates a trip. The answer is the place that its name mentions, else its description.
///
/// # Errors
/// 401 without a good token; 415, 413 or 400 for the body.
#[utoipa::path(
    post, path = "/trips", tag = VARIANT_A, operation_id = "createTripA",
    request_body = NewTripInput,
    responses((
        status = 200, description = "The trip as a place", body = Feature,
        headers(("Location" = String, description = "URL of the trip"))
    )),
)]
pub async fn create(request: CallerRequest, payload: Payload) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let (view, is_replayed) = edit::create(&request, payload).await?;
    let trip = view.trip;
    let place = app.service.trips.find_place(caller, &trip).await;
    let mut answer = conditional::json(
        &request.http,
        Some(trip.version),
        &show_feature(&app.links, &trip, place),
    )?;
    answer.headers_mut().insert(
        header::LOCATION,
        app.links.location(&format!("/trips/{}", trip.id))?,
    );
    idempotency::mark_replayed(&mut answer, is_replayed);
    Ok(answer)
}
