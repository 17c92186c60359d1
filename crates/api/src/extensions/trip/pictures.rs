//! `/trips/{uuid}/pictures` and `/trips/{uuid}/pictures/{picture}`: one picture of a trip at a
//! time.

use actix_web::web::Payload;
use utoipa::ToSchema;
use wayfare_api_core::answer::conditional;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::form::{self, Part};
use wayfare_api_core::input::path::PhotoPath;
use wayfare_api_core::input::readers::{text, whole};
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::input::schemas as input;
use wayfare_api_core::openapi::EXTENSIONS;
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, Links, Problem, TripPath};
use wayfare_domain::trip::Edit;
use wayfare_domain::{
    Action, Path, PictureChange, PictureId, PicturePatch, Reason, Trip, TripOverview,
};
use wayfare_service::{Error, TripUpdateRequest, TripView};
use wayfare_shapes::input::PictureChangeInput;
use wayfare_shapes::lists::TripPicture;

/// The part of the form.
const FILE: Part = Part {
    name: "file",
    most: 1,
};

fn show_pictures(links: &Links, trip: &TripOverview) -> Vec<TripPicture> {
    let gallery = &trip.gallery;
    let show = |id: PictureId| {
        let caption = gallery.caption(id);
        TripPicture {
            id: id.to_string(),
            url: links.picture_url(trip.id, id),
            caption: (!caption.is_empty()).then(|| caption.to_owned()),
            main: (gallery.main == Some(id)).then_some(true),
        }
    };
    gallery.pictures().map(show).collect()
}

/// The picture of this id.
fn show_picture(links: &Links, trip: &TripOverview, id: &str) -> Option<TripPicture> {
    let mut pictures = show_pictures(links, trip).into_iter();
    pictures.find(|picture| picture.id == id)
}

/// The pictures of a trip in order, the main one first.
#[utoipa::path(
    get, path = "/trips/{uuid}/pictures", tag = EXTENSIONS, operation_id = "listPictures",
    params(TripPath),
    responses((status = 200, description = "The pictures", body = Vec<TripPicture>)),
)]
pub(crate) async fn list(request: TripRequest) -> Answer {
    let shape =
        |app: &App, view: &TripView<TripOverview>| show_pictures(&app.links, view.overview());
    request.show(Show::Plain, shape).await
}

/// A picture of a trip, with its caption.
#[utoipa::path(
    get, path = "/trips/{uuid}/pictures/{picture}", tag = EXTENSIONS, operation_id = "getPicture",
    params(TripPath, PhotoPath),
    responses((status = 200, description = "The picture", body = TripPicture)),
)]
pub(crate) async fn get(request: TripRequest, PhotoPath(id): PhotoPath) -> Answer {
    let shape = move |app: &App, view: &TripView<TripOverview>| {
        show_picture(&app.links, view.overview(), &id.to_string())
    };
    request.show_part(shape).await
}

/// Adds a picture to a trip, after the present ones.
#[utoipa::path(
    post, path = "/trips/{uuid}/pictures", tag = EXTENSIONS, operation_id = "addPicture",
    params(TripPath),
    request_body(content = PictureInput, content_type = "multipart/form-data"),
    responses((
        status = 201, description = "The new picture", body = TripPicture,
        headers(("Location" = String, description = "URL of the picture")),
    )),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let (app, caller, TripPath(trip)) = (&request.app, request.caller, request.path);
    let (trips, pictures) = (&app.service.trips, &app.service.pictures);
    trips.authorize(caller, trip, Action::Edit).await?;
    let upload = pictures.begin_upload(caller.client())?;
    let received = form::receive(&request.http, payload, upload, [FILE]).await;
    let authorize = || trips.authorize(caller, trip, Action::Edit);
    let (upload, [files]) = or_refuse(received, authorize).await?;
    let is_missing =
        || Problem::invalid_at(Path::root().field(FILE.name), Reason::new("is required"));
    let picture = files.into_iter().next().ok_or_else(is_missing);
    let read = picture.and_then(|picture| Ok((picture, idempotency::claim(&request.http)?)));
    let (picture, key) = match read {
        Ok(read) => read,
        Err(problem) => {
            upload.undo().await;
            return Err(problem);
        }
    };
    let precondition = conditional::precondition(&request.http);
    let added = pictures.add_one_to_trip(upload, caller, trip, picture, key, precondition);
    let shape =
        |app: &App, view: &TripView, id: &str| show_picture(&app.links, view.overview(), id);
    request.show_added("pictures", added.await, shape).await
}

/// Changes what is sent of a picture: its caption, its place, whether it is the main one.
#[utoipa::path(
    patch, path = "/trips/{uuid}/pictures/{picture}", tag = EXTENSIONS,
    operation_id = "updatePicture",
    params(TripPath, PhotoPath),
    request_body = PictureChangeInput,
    responses((status = 200, description = "The changed picture", body = TripPicture)),
)]
pub(crate) async fn patch(
    request: TripRequest,
    PhotoPath(id): PhotoPath,
    payload: Payload,
) -> Answer {
    authorize(&request, id, Action::Submit).await?;
    let read = move |body: &Element<'_>| {
        let change = read_change(body)?;
        Some(update(PicturePatch::Change(id, change)))
    };
    let answer = move |app: &App, Edited { after, .. }: &Edited| {
        let shape = show_picture(&app.links, after.overview(), &id.to_string());
        Ok(UpdateAnswer::new(shape.ok_or(Error::NotFound)?))
    };
    request.edit(EditBody::small(payload), read, answer).await
}

/// Removes a picture.
#[utoipa::path(
    delete, path = "/trips/{uuid}/pictures/{picture}", tag = EXTENSIONS,
    operation_id = "deletePicture",
    params(TripPath, PhotoPath),
    responses((status = 204, description = "Removed")),
)]
pub(crate) async fn delete(request: TripRequest, PhotoPath(id): PhotoPath) -> Answer {
    authorize(&request, id, Action::Edit).await?;
    request.remove(update(PicturePatch::Remove(id))).await
}

/// Checks, before the body is read, that the caller may do `action` to the trip and that it has the
/// picture.
async fn authorize(request: &TripRequest, id: PictureId, action: Action) -> Result<(), Problem> {
    let (caller, TripPath(trip)) = (request.caller, request.path);
    let trips = &request.app.service.trips;
    let exists = |trip: &Trip| trip.gallery.pictures().any(|picture| picture == id);
    Ok(trips.authorize_part(caller, trip, action, exists).await?)
}

fn update(picture: PicturePatch) -> TripUpdateRequest {
    TripUpdateRequest::of(Edit::Picture(picture))
}

fn read_change(body: &Element<'_>) -> Option<PictureChange> {
    let fields = body.object()?;
    Some(PictureChange {
        caption: fields.read("caption", text),
        index: fields.read("index", |index| index.number(whole)),
        main: fields.read("main", Element::boolean),
    })
}

/// The form of a picture.
#[derive(Debug, ToSchema)]
pub struct PictureInput {
    /// The picture: JPEG, PNG, WebP or GIF, of at most 20 MiB.
    pub file: input::PictureBytes,
}
