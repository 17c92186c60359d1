//! `/trip/{uuid}/picture`: a trip's main picture; 403 if the caller may not see such a trip.

use actix_web::HttpRequest;
use actix_web::web::Data;
use wayfare_api_core::input::bounds::BoundsHeaders;
use wayfare_api_core::input::schemas::PictureBytes;
use wayfare_api_core::openapi::{NoPicture, VARIANT_B};
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{Answer, App, Problem, TripPath, answer::picture};
use wayfare_pictures::DefaultPicture;
use wayfare_service::PictureOf;

/// The picture of trips that have none.
#[utoipa::path(
    get, path = "/trip/default/picture", tag = VARIANT_B, operation_id = "getDefaultTripPicture",
    params(BoundsHeaders),
    responses((
        status = 200, description = "The picture",
        content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
    )),
    security(()),
)]
pub(crate) async fn get_default(app: Data<App>, request: HttpRequest) -> Answer {
    picture::show(
        &app,
        &request,
        PictureOf::Default(DefaultPicture::Trip),
        picture::DEFAULT,
    )
    .await
}

/// The trip's main picture, within bounds.
#[utoipa::path(
    get, path = "/trip/{uuid}/picture", tag = VARIANT_B, operation_id = "getTripPicture",
    params(TripPath, BoundsHeaders),
    responses(
        (
            status = 200, description = "The picture",
            content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
        ),
        NoPicture
    ),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let which = PictureOf::Trip(request.caller, request.path.0);
    picture::show(&request.app, &request.http, which, picture::PRIVATE)
        .await
        .map_err(Problem::for_picture)
}
