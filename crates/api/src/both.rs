//! `GET /trips` for clients that choose no variant: a list that clients of either variant can read.

use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_a::trips::show_entry as show_summary;
use wayfare_api_b::trips::show_entry;
use wayfare_api_core::{Answer, CallerRequest, Links, answer::list};
use wayfare_domain::UserId;
use wayfare_service::TripHead;
use wayfare_shapes::variant_a::TripSummary;
use wayfare_shapes::variant_b::TripEntry;

/// Variant A's summary with the additional fields of Variant B's entry.
#[derive(Serialize, ToSchema)]
#[schema(as = TripSummaryBoth)]
pub(crate) struct BothShape {
    #[serde(flatten)]
    summary: TripSummary,
    /// The trip's id.
    #[schema(format = Uuid)]
    uuid: String,
    /// URL of its picture.
    #[schema(format = Uri)]
    img: String,
}

impl BothShape {
    fn new(links: &Links, trip: &TripHead, reader: UserId) -> Self {
        // Both variants have the same name and description.
        let TripEntry {
            uuid,
            img,
            name: _,
            desc: _,
        } = show_entry(links, trip);
        Self {
            summary: show_summary(links, trip, reader),
            uuid,
            img,
        }
    }
}

/// The trips that the caller owns or is a member of, newest first.
pub(crate) async fn list(request: CallerRequest) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let trips = app.service.trips.list(caller, true).await?;
    let shape = move |links: &Links, trip: &TripHead| BothShape::new(links, trip, caller.user);
    list::json(app, &request.http, trips, shape).await
}
