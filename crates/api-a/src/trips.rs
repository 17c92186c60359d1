//! `GET /trips`: the caller's trips, each in summary.

use wayfare_api_core::openapi::VARIANT_A;
use wayfare_api_core::{Answer, CallerRequest, Links, answer::list};
use wayfare_domain::{Gallery, People, Person, TripId, UserId};
use wayfare_pictures::Bounds;
use wayfare_service::{TripHead, TripView};
use wayfare_shapes::variant_a::{TripSummary, TripUser};

/// The source of a summary: the entry of a list, or a trip in full.
struct SummarySource<'a> {
    id: TripId,
    name: &'a str,
    description: &'a str,
    gallery: &'a Gallery,
    owner: UserId,
    people: &'a People,
}

/// The summary of a list's entry, as `reader` sees it.
pub fn show_entry(links: &Links, trip: &TripHead, reader: UserId) -> TripSummary {
    let source = SummarySource {
        id: trip.id,
        name: trip.name.as_str(),
        description: trip.description.as_str(),
        gallery: &trip.gallery,
        owner: trip.owner,
        people: &trip.people,
    };
    summarize(links, reader, &source)
}

/// The summary of a trip in full.
pub(crate) fn summarize_view(links: &Links, view: &TripView) -> TripSummary {
    let trip = &view.trip;
    let source = SummarySource {
        id: trip.id,
        name: trip.name.as_str(),
        description: trip.description.as_str(),
        gallery: &trip.gallery,
        owner: trip.owner,
        people: &view.people,
    };
    summarize(links, view.reader, &source)
}

fn summarize(links: &Links, reader: UserId, source: &SummarySource<'_>) -> TripSummary {
    let SummarySource {
        id,
        name,
        description,
        gallery,
        owner,
        people,
    } = *source;
    let shape = |person: &Person| TripUser {
        user_id: person.id.to_string(),
        user_name: person.username.to_string(),
        email: people.email_for(reader, person).to_owned(),
    };
    TripSummary {
        id: id.to_string(),
        name: name.to_owned(),
        desc: description.to_owned(),
        photos: gallery.photos.iter().map(ToString::to_string).collect(),
        main_image: gallery
            .main
            .map(|picture| picture.to_string())
            .unwrap_or_default(),
        photo_urls: links.photo_urls(id, gallery, Bounds::default()),
        main_image_url: links.main_image_url(id, gallery, Bounds::default()),
        owner_user: people.get(owner).map(shape).unwrap_or_default(),
        non_owner_users: people
            .iter()
            .filter(|person| person.id != owner)
            .map(shape)
            .collect(),
    }
}

/// The trips that the caller owns or is a member of, newest first.
///
/// # Errors
/// 401 without a valid token.
#[utoipa::path(
    get, path = "/trips", tag = VARIANT_A, operation_id = "listTripsA",
    responses((status = 200, description = "The trips", body = Vec<TripSummary>)),
)]
pub async fn list(request: CallerRequest) -> Answer {
    let (app, caller) = (&request.app, request.caller);
    let trips = app.service.trips.list(caller, true).await?;
    let summary = move |links: &Links, trip: &TripHead| show_entry(links, trip, caller.user);
    list::json(app, &request.http, trips, summary).await
}
