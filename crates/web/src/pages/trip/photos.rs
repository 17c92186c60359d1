//! Uploading and removing a trip's pictures.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use uuid::Uuid;
use wayfare_api_core::form::{self as multipart, Part};
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::{Action, PictureId, Trip};
use wayfare_service::{PictureInput, Precondition, TripFiles, TripUpdateRequest};

use super::address;
use crate::fields::Fields;
use crate::session::{self, Visitor, see_other};

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
pub(super) async fn post(request: HttpRequest, TripPath(id): TripPath, payload: Payload) -> Answer {
    let visitor = Visitor::of(&request).await?;
    session::check_origin(&request, &visitor.site)?;
    let caller = match visitor.signed_in() {
        Ok(account) => account.caller,
        Err(redirection) => return Ok(*redirection),
    };
    let service = visitor.app.service.clone();
    service.trips.authorize(caller, id, Action::Edit).await?;
    let upload = service.pictures.begin_upload(caller.tenant())?;
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

/// Removes a photo or the main picture.
pub(super) async fn remove(
    request: HttpRequest,
    TripPath(id): TripPath,
    payload: Payload,
) -> Answer {
    let (visitor, sent) = session::form(&request, payload).await?;
    let caller = match visitor.signed_in() {
        Ok(account) => account.caller,
        Err(redirection) => return Ok(*redirection),
    };
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
