//! Uploading and removing a trip's pictures.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::http::idempotency::body_digest;
use wayfare_api_core::input::form::{self as multipart, Part};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::{Action, PictureId, Trip};
use wayfare_pictures::Bounds;
use wayfare_service::{PictureInput, Precondition, TripFiles, TripUpdateRequest};

use super::section::{form_link, section};
use super::sheet;
use super::trip_page::TripPage;
use super::{address, read_for};
use crate::form::{self, Field, Fields, Form, SentForm};
use crate::session::{self, SignedIn, Visitor, see_other};
use crate::texts as t;

/// The size of a picture that is asked about.
const PREVIEW: Bounds = Bounds {
    max_width: Some(320),
    max_height: Some(320),
};

/// The size of a photo on the page.
const PHOTO: Bounds = Bounds {
    max_width: Some(480),
    max_height: Some(480),
};

/// The files of the form.
const MAIN_IMAGE: Part = Part {
    name: "mainImage",
    most: 1,
};
const PHOTOS: Part = Part {
    name: "photos",
    most: Trip::MAX_PHOTOS,
};

/// The pictures of the trip.
pub(super) fn show(page: TripPage<'_>) -> Markup {
    let trip = page.trip();
    let TripPage { visitor, .. } = page;
    let links = &visitor.app.links;
    let small = links.photo_urls(trip.id, &trip.gallery, PHOTO);
    let whole = links.photo_urls(trip.id, &trip.gallery, Bounds::default());
    let shown = html! {
        @if small.is_empty() { p.hint { (t::NO_PHOTOS) } }
        @else {
            ul.photos {
                @for (number, ((small, whole), id)) in
                    small.iter().zip(&whole).zip(&trip.gallery.photos).enumerate() {
                    li {
                        (thumbnail(visitor, number, [small, whole]))
                        @if page.edits {
                            @let remove = format!("/photos/remove?photo={}", id.0);
                            @let spoken = t::remove_of(&t::photo(number + 1));
                            (form_link(&page.address(&remove), "✕", &spoken))
                        }
                    }
                }
            }
        }
    };
    let upload = |name: &str, label: &str, several: bool| {
        html! {
            form.upload.no-print method="post" enctype="multipart/form-data"
                action=(page.address("/photos")) data-upload {
                (page.token())
                label for=(format!("upload-{name}")) { (label) }
                input #(format!("upload-{name}")) type="file" name=(name)
                    accept="image/jpeg,image/png,image/webp,image/gif" multiple[several] required;
                " " button.button.quiet { (t::UPLOAD) }
            }
        }
    };
    let body = html! {
        (shown)
        @if page.edits {
            @if trip.gallery.main.is_some() {
                p.no-print {
                    a.tool href=(page.address("/photos/remove")) data-dialog {
                        (t::REMOVE_MAIN_PICTURE)
                    }
                }
            }
            (upload("photos", t::ADD_PHOTOS, true))
            (upload("mainImage", t::MAIN_PICTURE, false))
        }
    };
    section("photos", t::PHOTOS, &html! {}, &body)
}

/// A small photo that leads to the whole one, by their addresses.
pub(crate) fn thumbnail(visitor: &Visitor, number: usize, [small, whole]: [&str; 2]) -> Markup {
    html! {
        a href=(visitor.site.own(whole)) {
            img src=(visitor.site.own(small)) alt=(t::photo(number + 1)) loading="lazy" width="240"
                height="240";
        }
    }
}

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
    let fields = Fields::new(texts);
    if let Err(problem) = visitor.check(&fields) {
        upload.undo().await;
        return Err(problem);
    }
    let pictures = &service.pictures;
    if let Some(main) = main.into_iter().next() {
        let files = TripFiles {
            main: Some(main),
            photos: None,
        };
        let replaced = pictures.replace_of_trip(upload, caller, id, files, Precondition::None);
        replaced.await?;
    } else {
        let key = fields.claim(&visitor.path, body_digest(&request));
        let added = pictures.add_to_trip(upload, caller, id, photos, key);
        form::once(added.await)?;
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
    let photo = asked.map(|photo| Field::hidden("photo", photo));
    let fields = photo.into_iter().collect();
    let form = Form::new(address(&visitor, id, "/photos/remove"), t::REMOVE, fields);
    let form = form.cancel(address(&visitor, id, "#photos"));
    let text = html! {
        @if let Some(picture) = picture {
            p { img src=(visitor.site.own(&picture)) alt="" height="160"; }
        }
        p { (t::REMOVE_PHOTO_TEXT) }
    };
    sheet::ask(visitor, view, title, text, form).await
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
            let removed = trips.update(caller, id, request, Precondition::None);
            removed.await?;
        }
    }
    Ok(see_other(&address(&visitor, id, "?done=removed#photos")))
}
