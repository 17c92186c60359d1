//! `POST /trips`: creates a trip, answered as a place on the map (a GeoJSON-style feature).

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Data, Payload};
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::input::NewTripInput;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Links, Number, body, conditional, edit, shapes,
};
use wayfare_domain::Trip;
use wayfare_gazetteer::{Bounds, Place};
use wayfare_pictures::{DefaultPicture, PictureInfo};

/// The trip as a place.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TripFeature)]
pub struct FeatureShape {
    /// Which trip.
    #[schema(format = Uuid)]
    pub id: String,
    /// `Feature`.
    pub r#type: String,
    /// Longitude and latitude in degrees; [0, 0] if the place is not known.
    pub geometry: [Number; 2],
    /// Properties of the place.
    pub properties: PropertiesShape,
    /// When the trip was created, RFC 3339.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed, RFC 3339.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

/// Properties of a place; empty if they are not known.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = TripFeatureProperties)]
pub struct PropertiesShape {
    /// OpenStreetMap's id; empty if the gazetteer has none, as the built-in one.
    pub osm_id: String,
    /// OpenStreetMap's kind of element: `node`, `way` or `relation`; empty as the id.
    pub osm_type: String,
    /// Wikidata's id, such as `Q597`; empty if the gazetteer has none.
    pub wikidata_id: String,
    /// The article in Wikipedia, such as `pt:Lisboa`; empty if the gazetteer has none.
    pub wikipedia: String,
    /// What kind of place it is: `city`, `region`, `country` or a gazetteer's own word; `trip`
    /// if the place is not known.
    pub destination_type: String,
    /// The place's name, else the trip's.
    pub name: String,
    /// The place's name with that of its country, else the trip's.
    pub display_name: String,
    /// The trip's main picture.
    pub main_photo: PhotoShape,
    /// IANA name of the time zone; `UTC` if the place is not known.
    pub timezone: String,
    /// The place's bounds.
    pub bbox: BoundsShape,
}

/// The bounds of a place in degrees.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = Bounds)]
pub struct BoundsShape {
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
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MainPhoto)]
pub struct PhotoShape {
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
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed, RFC 3339.
    #[serde(rename = "updatedAt")]
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// Where it is, relative to the service.
    pub url: String,
}

impl PhotoShape {
    /// The default picture, which a new trip has.
    fn of_new(links: &Links, trip: &Trip) -> Self {
        let PictureInfo {
            format,
            width,
            height,
            size,
            ..
        } = DefaultPicture::Trip.info();
        Self {
            id: "default".to_owned(),
            image_origin: "wayfare".to_owned(),
            artist: "Wayfare".to_owned(),
            license_url: String::new(),
            license: String::new(),
            filename: format!("trip.{}", format.extension()),
            mime_type: format.mime().to_owned(),
            filesize: size,
            width,
            height,
            focal_x: 50,
            focal_y: 50,
            sizes: Vec::new(),
            created_at: trip.created_at.to_string(),
            updated_at: trip.updated_at.to_string(),
            url: links.default_trip_picture_path(),
        }
    }
}

impl FeatureShape {
    fn new(links: &Links, trip: &Trip, place: Option<Place>) -> Self {
        let middle = place.as_ref().map(|place| place.coordinates);
        Self {
            id: trip.id.to_string(),
            r#type: "Feature".to_owned(),
            geometry: middle.map_or_else(Default::default, |at| {
                [degrees(at.longitude), degrees(at.latitude)]
            }),
            properties: match place {
                Some(place) => PropertiesShape::of_place(links, trip, place),
                None => PropertiesShape::of_nowhere(links, trip),
            },
            created_at: trip.created_at.to_string(),
            updated_at: trip.updated_at.to_string(),
        }
    }
}

impl PropertiesShape {
    fn of_place(links: &Links, trip: &Trip, place: Place) -> Self {
        let Place {
            name,
            display_name,
            description: _,
            kind,
            coordinates: _,
            bounds,
            time_zone,
            country_code: _,
            osm,
            wikidata,
            wikipedia,
        } = place;
        let (osm_type, osm_id) = osm
            .map(|element| (element.kind, element.id))
            .unwrap_or_default();
        Self {
            osm_id,
            osm_type,
            wikidata_id: wikidata.unwrap_or_default(),
            wikipedia: wikipedia.unwrap_or_default(),
            destination_type: kind.as_str().to_owned(),
            name,
            display_name,
            main_photo: PhotoShape::of_new(links, trip),
            timezone: time_zone,
            bbox: bounds.into(),
        }
    }

    fn of_nowhere(links: &Links, trip: &Trip) -> Self {
        Self {
            osm_id: String::new(),
            osm_type: String::new(),
            wikidata_id: String::new(),
            wikipedia: String::new(),
            destination_type: "trip".to_owned(),
            name: trip.name.to_string(),
            display_name: trip.name.to_string(),
            main_photo: PhotoShape::of_new(links, trip),
            timezone: "UTC".to_owned(),
            bbox: BoundsShape::default(),
        }
    }
}

impl From<Bounds> for BoundsShape {
    fn from(bounds: Bounds) -> Self {
        let Bounds {
            min_latitude,
            min_longitude,
            max_latitude,
            max_longitude,
        } = bounds;
        Self {
            min_latitude: degrees(min_latitude),
            min_longitude: degrees(min_longitude),
            max_latitude: degrees(max_latitude),
            max_longitude: degrees(max_longitude),
        }
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
    responses((status = 200, description = "The trip as a place", body = FeatureShape, headers(("Location" = String, description = "URL of the trip")))),
)]
pub async fn create(
    app: Data<App>,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    request: HttpRequest,
    payload: Payload,
) -> Answer {
    let read = body::json(&request, payload, body::SMALL, shapes::new_trip).await;
    let new = edit::or_refuse(read, || app.service.accounts.own(caller)).await?;
    let (view, place) = app.service.trips.create_as_place(caller, new).await?;
    let trip = view.trip;
    let mut answer = conditional::json(
        &request,
        Some(trip.version),
        &FeatureShape::new(&app.links, &trip, place),
    )?;
    answer.headers_mut().insert(
        header::LOCATION,
        app.links.location(&format!("/trips/{}", trip.id))?,
    );
    Ok(answer)
}
