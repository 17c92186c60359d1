//! Uploading and removing a trip's pictures.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use maud::html;
use uuid::Uuid;
use wayfare_api_core::input::form::{self as multipart, Part};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::{Action, PictureId, Trip};
use wayfare_pictures::Bounds;
use wayfare_service::{PictureInput, Precondition, TripFiles, TripUpdateRequest};

use super::save::sheet;
use super::{address, read_for};
use crate::fields::Fields;
use crate::form::{Field, Form, Kind};
use crate::layout::Page;
use crate::sent_form::SentForm;
use crate::session::{self, SignedIn, Visitor, see_other};
use crate::texts as t;

/// The size of a picture that is asked about.
const PREVIEW: Bounds = Bounds {
    max_width: Some(320),
    max_height: Some(320),
};

/// The parts of the form.
const MAIN_IMAGE: Part = Part {
    name: "mainImage",
    most: 1,
};
const PHOTOS: Part = Part {
    name: "photos",
    most: Trip::MAX_PHOTOS,
};

/// Adds photos, or sets the main picture.
pub(super) async fn post(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    TripPath(id): TripPath,
    payload: Payload,
) -> Answer {
    session::check_origin(&request, &visitor.site)?;
    let caller = account.caller;
    let service = visitor.app.service.clone();
    service.trips.authorize(caller, id, Action::Edit).await?;
    let upload = service.pictures.begin_upload(caller.client())?;
    let parts = [MAIN_IMAGE, PHOTOS];
    let received = multipart::receive_with_text(&request, payload, upload, parts).await?;
    let (upload, [main, photos], texts) = received;
    if let Err(problem) = visitor.check(&Fields::new(texts)) {
        upload.undo().await;
        return Err(problem);
    }
    match main.into_iter().next() {
        Some(main) => {
            let files = TripFiles {
                main: Some(main),
                photos: None,
            };
            let replaced =
                service
                    .pictures
                    .replace_of_trip(upload, caller, id, files, Precondition::None);
            replaced.await?;
        }
        None => {
            service
                .pictures
                .add_to_trip(upload, caller, id, photos)
                .await?;
        }
    }
    Ok(see_other(&address(&visitor, id, "?done=uploaded#photos")))
}

/// Asks before a photo or the main picture is removed, since its file is deleted.
pub(super) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let gallery = &view.trip.gallery;
    let asked = visitor.query.get("photo").map(str::to_owned);
    let (title, picture) = match &asked {
        Some(photo) => {
            let mut photos = gallery.photos.iter();
            let place = photos.position(|other| other.0.to_string() == *photo);
            let place = place.ok_or_else(Problem::not_found)?;
            let urls = visitor.app.links.photo_urls(id, gallery, PREVIEW);
            (t::remove_of(&t::photo(place + 1)), urls.get(place).cloned())
        }
        None if gallery.main.is_none() => return Err(Problem::not_found()),
        None => {
            let url = visitor.app.links.main_image_url(id, gallery, PREVIEW);
            (t::REMOVE_MAIN_PICTURE.to_owned(), Some(url))
        }
    };
    let fields = asked.map(|photo| Field::new("photo", "", photo).kind(Kind::Hidden));
    let form = Form {
        action: address(&visitor, id, "/photos/remove"),
        submit: t::REMOVE.to_owned(),
        cancel: Some(address(&visitor, id, "#photos")),
        fields: fields.into_iter().collect(),
        is_danger: true,
        ..Form::default()
    };
    let page = move |visitor: &Visitor| {
        let body = html! {
            @if let Some(picture) = picture {
                p { img src=(visitor.site.own(&picture)) alt="" height="160"; }
            }
            p { (t::REMOVE_PHOTO_TEXT) }
            (form.show(visitor, ""))
        };
        sheet(visitor, &view, &title, &body)
    };
    Page::render(visitor, page).await
}

/// Removes a photo or the main picture.
pub(super) async fn remove(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let caller = account.caller;
    let trips = &visitor.app.service.trips;
    match sent.get("photo") {
        Some(photo) => {
            let photo = PictureId(Uuid::try_parse(photo).unwrap_or_default());
            trips.remove_photo(caller, id, photo).await?;
        }
        None => {
            let request = TripUpdateRequest {
                picture: Some(PictureInput::Remove),
                ..TripUpdateRequest::default()
            };
            trips
                .update(caller, id, request, Precondition::None)
                .await?;
        }
    }
    Ok(see_other(&address(&visitor, id, "?done=removed#photos")))
}
