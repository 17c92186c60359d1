//! `GET /trips` for clients that choose no variant: an answer in which clients of either find their own.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Serialize;
use wayfare_api_a::trips::Summary;
use wayfare_api_b::trips::Entry;
use wayfare_api_core::{Answer, App, Links, Signed, conditional};
use wayfare_domain::UserId;
use wayfare_service::TripHead;

/// Variant A's summary with what only Variant B's entry has beside it.
#[derive(Serialize)]
struct BothShape {
    #[serde(flatten)]
    summary: Summary,
    uuid: String,
    img: String,
}

impl BothShape {
    fn new(links: &Links, trip: &TripHead, viewer: UserId) -> Self {
        // Name and description are the same in both.
        let Entry { uuid, img, name: _, desc: _ } = Entry::new(links, trip);
        Self { summary: Summary::new(links, trip, viewer), uuid, img }
    }
}

/// The trips that the caller owns or is a member of, newest first.
pub(crate) async fn list(app: Data<App>, Signed(caller): Signed, request: HttpRequest) -> Answer {
    let trips = app.service.trips.list(caller, true).await?;
    let trips: Vec<_> = trips.iter().map(|trip| BothShape::new(&app.links, trip, caller.user)).collect();
    conditional::json(&request, None, &trips)
}
