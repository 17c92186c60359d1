//! `/user/{username}/picture`: the public profile picture; and its upload, which is an
//! extension of the specification.

use actix_web::HttpRequest;
use actix_web::web::{Data, Payload};
use utoipa::ToSchema;
use wayfare_api_core::input::bounds::BoundsHeaders;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::schemas::PictureBytes;
use wayfare_api_core::openapi::{BadRequest, USERS};
use wayfare_api_core::{
    Answer, App, OptionalCaller, UserPath, answer::conditional, answer::picture,
};
use wayfare_pictures::DefaultPicture;
use wayfare_service::PictureOf;
use wayfare_shapes::users::OwnProfile;

use super::account::show_own;
use super::update::AccountRequest;

/// The part of the form that holds the picture.
const IMAGE: Part = Part {
    name: "image",
    most: 1,
};

/// The picture of users who have none.
#[utoipa::path(
    get, path = "/user/default/picture", tag = USERS, operation_id = "getDefaultProfilePicture",
    params(BoundsHeaders),
    responses(
        (
            status = 200, description = "The picture",
            content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
        ),
        BadRequest
    ),
    security(()),
)]
pub(crate) async fn get_default(app: Data<App>, request: HttpRequest) -> Answer {
    picture::show(
        &app,
        &request,
        PictureOf::Default(DefaultPicture::User),
        picture::DEFAULT,
    )
    .await
}

/// A user's profile picture, within bounds. Its tag is one for `If-Match` to the user alone.
#[utoipa::path(
    get, path = "/user/{username}/picture", tag = USERS, operation_id = "getProfilePicture",
    params(UserPath, BoundsHeaders),
    responses(
        (
            status = 200, description = "The picture",
            content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))
        ),
        BadRequest,
    ),
    security(()),
)]
pub(crate) async fn get(
    app: Data<App>,
    UserPath(username): UserPath,
    request: HttpRequest,
) -> Answer {
    let version = match OptionalCaller::of(&request) {
        OptionalCaller(Some(caller)) => {
            let own = app.service.accounts.own_named(caller, &username).await;
            own.ok().map(|user| user.version)
        }
        OptionalCaller(None) => None,
    };
    let caching = match version {
        Some(_) => picture::PRIVATE,
        None => picture::PUBLIC,
    };
    picture::show_version(&app, &request, PictureOf::User(username), caching, version).await
}

/// Gives the caller's account a profile picture.
#[utoipa::path(
    put, path = "/user/{username}/picture", tag = USERS, operation_id = "putProfilePicture",
    params(UserPath),
    request_body(content = ProfilePictureInput, content_type = "multipart/form-data"),
    responses((status = 200, description = "The changed profile", body = OwnProfile)),
)]
pub(crate) async fn put(request: AccountRequest, payload: Payload) -> Answer {
    let (app, caller, UserPath(username)) = (&request.app, request.caller, &request.path);
    let pictures = &app.service.pictures;
    app.service.accounts.authorize(caller, username).await?;
    let upload = pictures.begin_upload(caller.client())?;
    let (upload, [image]) = form::receive(&request.http, payload, upload, [IMAGE]).await?;
    let (image, precondition) = (
        image.into_iter().next(),
        conditional::precondition(&request.http),
    );
    let replaced = pictures.replace_of_user(upload, caller, username, image, precondition);
    match conditional::updated(&request.http, replaced.await?) {
        Ok((_, after)) => {
            let profile = show_own(&app.links, &after);
            conditional::json(&request.http, Some(after.version), &profile)
        }
        Err(not_modified) => Ok(*not_modified),
    }
}

/// The form of a profile picture.
#[derive(Debug, ToSchema)]
pub struct ProfilePictureInput {
    /// JPEG, PNG, WebP or GIF, of at most 20 MiB.
    pub image: Option<PictureBytes>,
}
