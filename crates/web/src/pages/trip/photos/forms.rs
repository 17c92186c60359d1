//! Uploading and removing a trip's pictures.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::html;
use uuid::Uuid;
use wayfare_api_core::http::idempotency::body_digest;
use wayfare_api_core::input::form::{self as multipart, RefusedFile};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::{Action, PictureId, Trip, TripId};
use wayfare_pictures::Bounds;
use wayfare_service::{Precondition, TripFiles};

use super::view::{MAIN_IMAGE, PHOTOS, label_of_part, upload, urls};
use super::viewer::{Caption, place_of};
use crate::form::{self, Field, Fields, Form, SentForm};
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::pages::trip::frame::sheet::{self, sheet};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read_for};
use crate::session::warnings;
use crate::session::{self, SignedIn, Visitor, see_other};

/// The size of a picture that is asked about.
const PREVIEW: Bounds = Bounds {
    max_width: Some(320),
    max_height: Some(320),
};

/// Why a file was not added.
fn reason(RefusedFile { name, problem, .. }: &RefusedFile) -> String {
    match problem.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => t::not_a_picture(name),
        StatusCode::PAYLOAD_TOO_LARGE => t::picture_too_large(name),
        _ => t::picture_damaged(name),
    }
}

/// Adds photos, or sets the main picture.
pub(crate) async fn post(
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
    let mut refused = Vec::new();
    let received =
        multipart::receive_with_text(&request, payload, upload, parts, Some(&mut refused));
    let (upload, [main, photos], texts) = match received.await {
        Ok(received) => received,
        Err(problem) => return refuse(visitor, id, PHOTOS.name, problem).await,
    };
    let fields = Fields::new(texts);
    if let Err(problem) = visitor.check(&fields) {
        upload.undo().await;
        return Err(problem);
    }
    let mut reasons: Vec<String> = refused.iter().map(reason).collect();
    if let Some(first) = refused
        .first()
        .filter(|_| main.is_empty() && photos.is_empty())
    {
        reasons.push(t::NOTHING_ADDED.to_string());
        let status = first.problem.status();
        return show_refused(visitor, id, first.part, &reasons, status).await;
    }
    let pictures = &service.pictures;
    let (part, saved) = if let Some(main) = main.into_iter().next() {
        let files = TripFiles {
            main: Some(main),
            photos: None,
        };
        let replaced = pictures.replace_of_trip(upload, caller, id, files, Precondition::None);
        (MAIN_IMAGE.name, replaced.await.map(Some))
    } else {
        let key = fields.claim(&visitor.path, body_digest(&request));
        let added = pictures.add_to_trip(upload, caller, id, photos, key);
        (PHOTOS.name, form::once(added.await))
    };
    match saved {
        Err(error) => refuse(visitor, id, part, error.into()).await,
        Ok(_) => {
            let flash = warnings::carry(&visitor, &reasons);
            // What was refused is said above the photos.
            let fragment = if reasons.is_empty() { "#photos" } else { "" };
            let path = format!("/photos?done=uploaded{}{fragment}", flash.query);
            Ok(flash.see_other(&address(&visitor, id, &path)))
        }
    }
}

/// Answers an upload that is refused as a whole with its form, which says why.
///
/// # Errors
/// The problem, if it is none of the values that were sent.
async fn refuse(visitor: Visitor, id: TripId, part: &'static str, problem: Problem) -> Answer {
    let status = problem.status();
    if status != StatusCode::BAD_REQUEST {
        return Err(problem);
    }
    let reasons = form::reasons(problem.violations());
    show_refused(visitor, id, part, &reasons, status).await
}

/// The form of an upload with the reasons why nothing was added.
async fn show_refused(
    visitor: Visitor,
    id: TripId,
    part: &'static str,
    reasons: &[String],
    status: StatusCode,
) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let reasons = reasons.join(" ");
    let page = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let title = label_of_part(part).get();
        sheet(page, title, &upload(page, part, Some(&reasons))).status(status)
    };
    Page::render(visitor, page).await
}

/// Asks before pictures are removed, since their files are deleted.
pub(crate) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let gallery = &view.trip.gallery;
    let asked = chosen(&visitor.query);
    if !visitor.query.has("photo") {
        let path = address(&visitor, id, "/photos?done=none-ticked");
        return Ok(see_other(&path));
    }
    let places = asked.iter().filter_map(|photo| place_of(gallery, *photo));
    let places: Vec<usize> = places.collect();
    let title = match (places.as_slice(), asked.as_slice()) {
        ([], _) => return Err(Problem::not_found()),
        (_, [photo]) if gallery.main == Some(*photo) => t::REMOVE_MAIN_PICTURE.to_string(),
        ([place], _) => t::remove_of(&t::photo(place + 1)),
        (places, _) => t::remove_photos(places.len()),
    };
    let urls = urls(&visitor, id, gallery, PREVIEW);
    let fields = asked
        .iter()
        .map(|photo| Field::hidden("photo", photo.to_string()));
    let form = Form::new(
        address(&visitor, id, "/photos/remove"),
        t::REMOVE,
        fields.collect(),
    );
    let form = form.cancel(address(&visitor, id, "#photos"));
    let text = html! {
        ul.photos {
            @for url in places.iter().filter_map(|place| urls.get(*place)) {
                li { img src=(url) alt="" width="160" height="160"; }
            }
        }
        p { (t::REMOVE_PHOTO_TEXT) }
    };
    sheet::ask(visitor, view, title, text, form).await
}

/// The pictures that a form or an address names.
fn chosen(fields: &Fields) -> Vec<PictureId> {
    let ids = fields.all("photo");
    let ids = ids.filter_map(|id| Uuid::try_parse(id).ok().map(PictureId));
    ids.take(Trip::MAX_PHOTOS + 1).collect()
}

/// Removes pictures.
pub(crate) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<Caption>,
    TripPath(id): TripPath,
) -> Answer {
    let trips = &visitor.app.service.trips;
    trips
        .remove_pictures(account.caller, id, chosen(&sent))
        .await?;
    Ok(see_other(&address(&visitor, id, "?done=removed#photos")))
}
