//! `/trips/{uuid}/management`: owner, members and privacy.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::trip::edit::{EditBody, Edited, TripRequest, UpdateAnswer};
use wayfare_api_core::trip::management;
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::input::ManagementInput;
use wayfare_shapes::variant_a::Management;

fn show_management(view: &TripView) -> Management {
    let TripView { trip, people, .. } = view;
    let username = |member: &_| people.username(*member).to_owned();
    Management {
        owner: username(&trip.owner),
        members: trip.members.iter().map(username).collect(),
        private: trip.private,
    }
}

/// Changes owner, members and privacy.
#[utoipa::path(
    put, path = "/trips/{uuid}/management", tag = VARIANT_A, operation_id = "manageTrip",
    params(TripPath),
    request_body = ManagementInput,
    responses((status = 200, description = "Owner, members and privacy as set", body = Management)),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let fields = body.object()?;
        fields.require_any(&["owner", "members", "private"]);
        Some(TripUpdateRequest::of(management(&fields)))
    };
    let answer =
        |_: &App, Edited { after, .. }: &Edited| Ok(UpdateAnswer::new(show_management(after)));
    request.edit(EditBody::small(payload), read, answer).await
}
