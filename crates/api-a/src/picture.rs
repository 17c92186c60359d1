//! `/trips/{uuid}/picture`: the URLs of a trip's pictures, and their upload; each picture at its
//! signed address.
//!
//! The reading routes answer 403 if the caller may not see such a trip.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Payload};
use utoipa::ToSchema;
use wayfare_api_core::input::bounds::BoundsHeaders;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::input::schemas::PictureBytes;
use wayfare_api_core::openapi::{NoPicture, Unauthorized, VARIANT_A};
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{
    Answer, App, AuthenticatedCaller, Links, PhotoPath, Problem, TripPath, answer::conditional,
    answer::picture, input::bounds,
};
use wayfare_domain::{Action, Trip, TripOverview};
use wayfare_pictures::Bounds;
use wayfare_service::{PictureOf, TripFiles};
use wayfare_shapes::variant_a::{Pictures, UploadedPictures};

/// The parts of the form.
const MAIN_IMAGE: Part = Part {
    name: "mainImage",
    most: 1,
};
const PHOTOS: Part = Part {
    name: "photos",
    most: Trip::MAX_PHOTOS,
};

fn show_pictures(links: &Links, trip: &TripOverview, bounds: Bounds) -> Pictures {
    let UploadedPictures { main_image, photos } = show_uploaded(links, trip, bounds);
    Pictures {
        photos,
        main_image,
        owner: trip.owner.to_string(),
        members: trip.members.iter().map(ToString::to_string).collect(),
    }
}

fn show_uploaded(links: &Links, trip: &TripOverview, bounds: Bounds) -> UploadedPictures {
    UploadedPictures {
        main_image: links.main_image_url(trip.id, &trip.gallery, bounds),
        photos: links.photo_urls(trip.id, &trip.gallery, bounds),
    }
}

/// Where the trip's pictures are, within bounds, at addresses that need no token.
#[utoipa::path(
    get, path = "/trips/{uuid}/picture", tag = VARIANT_A, operation_id = "getTripPictures",
    params(TripPath, BoundsHeaders),
    responses((status = 200, description = "The addresses", body = Pictures), NoPicture),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let (app, TripPath(id)) = (&request.app, request.path);
    let view = app
        .service
        .trips
        .read_as::<TripOverview>(request.caller, id)
        .await
        .map_err(|error| Problem::from(error).for_picture())?;
    let shape = show_pictures(&app.links, &view.trip, bounds::of(&request.http)?);
    let mut answer = conditional::json(&request.http, Some(view.trip.version), &shape)?;
    answer
        .headers_mut()
        .append(header::VARY, HeaderValue::from_static(bounds::VARY));
    Ok(answer)
}

/// Gives the trip its main picture, its photos, or both.
#[utoipa::path(
    put, path = "/trips/{uuid}/picture", tag = VARIANT_A, operation_id = "putTripPictures",
    params(TripPath),
    request_body(content = PicturesInput, content_type = "multipart/form-data"),
    responses((status = 200, description = "Where the pictures are", body = UploadedPictures)),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller, TripPath(id)) = (&request.app, request.caller, request.path);
    let pictures = &app.service.pictures;
    let trips = &app.service.trips;
    trips.authorize(caller, id, Action::Submit).await?;
    let upload = pictures.begin_upload(caller.client())?;
    let received = form::receive(&request.http, payload, upload, [MAIN_IMAGE, PHOTOS]).await;
    let authorize = || trips.authorize(caller, id, Action::Edit);
    let (upload, [main, photos]) = or_refuse(received, authorize).await?;
    let files = TripFiles {
        main: main.into_iter().next(),
        photos: (!photos.is_empty()).then_some(photos),
    };
    let precondition = conditional::precondition(&request.http);
    let replaced = pictures.replace_of_trip(upload, caller, id, files, precondition);
    match conditional::updated(&request.http, replaced.await?) {
        Ok((_, after)) => {
            let shape = show_uploaded(&app.links, &after.trip, Bounds::default());
            conditional::json(&request.http, Some(after.trip.version), &shape)
        }
        Err(not_modified) => Ok(*not_modified),
    }
}

/// One picture: for every holder of its signed address; without a query, for those who may see the
/// trip.
#[utoipa::path(
    get, path = "/trips/{uuid}/picture/{picture}", tag = VARIANT_A, operation_id = "getTripPhoto",
    params(
    TripPath, PhotoPath, BoundsHeaders,
    ("expires" = Option<String>, Query, description = "Of a signed address, whose query is sent as \
        it stands"),
    ("signature" = Option<String>, Query, description = "Of a signed address, whose query is sent \
        as it stands"),
    ),
    responses(
        (
            status = 200, description = "The picture",
            content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
        ),
        Unauthorized, NoPicture
    ),
    security((), ("bearer" = []), ("token" = [])),
)]
pub(crate) async fn get_photo(
    app: Data<App>,
    TripPath(trip): TripPath,
    PhotoPath(photo): PhotoPath,
    request: HttpRequest,
) -> Answer {
    let query = request.query_string();
    let (which, caching) = if query.is_empty() {
        let AuthenticatedCaller(caller) = AuthenticatedCaller::of(&request)?;
        (PictureOf::Photo(caller, trip, photo), picture::PRIVATE)
    } else {
        (
            PictureOf::Signed(trip, photo, query.to_owned()),
            picture::SIGNED,
        )
    };
    picture::show(&app, &request, which, caching)
        .await
        .map_err(Problem::for_picture)
}

/// The form of a trip's pictures. A part that is left out leaves that part of the trip as it was.
/// `photos` is a part for each file: clients that send an object as JSON need a `FormData` instead
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PicturesInput {
    /// The main picture: JPEG, PNG, WebP or GIF, of at most 20 MiB.
    pub main_image: Option<PictureBytes>,
    /// All photos, each like the main picture.
    #[schema(max_items = 30)]
    pub photos: Option<Vec<PictureBytes>>,
}
