//! `/trips/{uuid}/shift`: moving a whole trip to other days.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::{EXTENSIONS, NotModified};
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::show_updated;
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::{DayShift, Edit};
use wayfare_service::TripUpdateRequest;
use wayfare_shapes::input::ShiftInput;
use wayfare_shapes::variant_a::UpdatedTrip;

/// Moves the dates of a trip, the times of its items and the dates of its map by some days. The
/// numbers of days stay, and so do the dates of payments.
#[utoipa::path(
    post, path = "/trips/{uuid}/shift", tag = EXTENSIONS, operation_id = "shiftTrip",
    params(TripPath),
    request_body = ShiftInput,
    responses((status = 200, description = "The moved trip", body = UpdatedTrip), NotModified),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let shift = body
            .object()?
            .read_required("days", |days| days.number(DayShift::new));
        Some(TripUpdateRequest::of(shift.map(Edit::Shift)))
    };
    let answer = |app: &App, Edited { after, .. }: &Edited| {
        Ok(UpdateAnswer::new(show_updated(app, after, true)))
    };
    request.edit(EditBody::small(payload), read, answer).await
}
