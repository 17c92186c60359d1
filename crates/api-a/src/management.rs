//! `/trips/{uuid}/management`: owner, members and privacy.

use actix_web::web::Payload;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::edit::TripRequest;
use wayfare_api_core::fields::Element;
use wayfare_api_core::input::ManagementInput;
use wayfare_api_core::openapi::{NotFound, VARIANT_A};
use wayfare_api_core::{Answer, App, Endpoint, TripPath, body, shapes};
use wayfare_service::{TripUpdateRequest, TripView};

/// Owner, members and privacy as set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Management)]
pub struct ManagementShape {
    /// The owner's username.
    pub owner: String,
    /// The members' usernames.
    pub members: Vec<String>,
    /// Whether only the members see the trip.
    pub private: bool,
}

impl ManagementShape {
    fn new(view: &TripView) -> Self {
        let TripView { trip, people, .. } = view;
        Self {
            owner: people.username(trip.owner).to_owned(),
            members: trip
                .members
                .iter()
                .map(|member| people.username(*member).to_owned())
                .collect(),
            private: trip.private,
        }
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/trips/{uuid}/management").put(put)
}

/// Changes owner, members and privacy.
#[utoipa::path(
    put, path = "/trips/{uuid}/management", tag = VARIANT_A, operation_id = "manageTrip",
    params(TripPath),
    request_body = ManagementInput,
    responses((status = 200, description = "Owner, members and privacy as set", body = ManagementShape), NotFound),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read =
        |body: &Element<'_>| Some(TripUpdateRequest::of(shapes::management(&body.object()?)));
    let shape = |_: &App, _: &TripView, after: &TripView| ManagementShape::new(after);
    request.put((payload, body::SMALL), read, shape).await
}
