//! `/shared/{token}`: what a share link shows to everybody who has it, and the pictures in it.

use actix_web::HttpRequest;
use actix_web::web::Data;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::openapi::{EXTENSIONS, NoPicture, NotFound, ShareRefused, Unauthorized};
use wayfare_api_core::trip::budget_summary::show_summary;
use wayfare_api_core::trip::items::show_shared_items;
use wayfare_api_core::trip::share::{OpenedShare, SharedPhoto};
use wayfare_api_core::trip::{show_dates, show_location};
use wayfare_api_core::{
    Answer, App, Endpoint, answer::conditional, answer::picture, input::schemas::PictureBytes,
};
use wayfare_domain::trip::MapLocation;
use wayfare_service::{OpenShare, PictureOf};
use wayfare_shapes::extensions::{SharedLocation, SharedMap, SharedTrip};

fn show_shared(app: &App, open: OpenShare) -> SharedTrip {
    let OpenShare { link, trip, .. } = open;
    let map = |locations: Vec<_>| SharedMap {
        locations: locations.iter().map(show_shared_location).collect(),
    };
    SharedTrip {
        name: trip.name.to_string(),
        desc: trip.description.to_string(),
        date: show_dates(trip.dates),
        itinerary: trip.itinerary.map(|items| show_shared_items(&items)),
        map: trip.locations.map(map),
        photos: trip
            .gallery
            .map(|gallery| app.links.shared_pictures(&link, &gallery)),
        notes: trip.notes.map(|notes| notes.to_string()),
        todo: trip
            .todo
            .map(|todo| todo.iter().map(ToString::to_string).collect()),
        budget: trip.budget.map(show_summary),
        members: trip.members,
    }
}

fn show_shared_location(location: &MapLocation) -> SharedLocation {
    let shown = show_location(location);
    SharedLocation {
        title: shown.title,
        address: shown.address,
        date: shown.date,
        transportation: shown.transportation,
    }
}

pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at("/shared/{token}")
        .secret(Secrecy::OfAddress)
        .get(get)
}

pub(crate) fn pictures() -> Endpoint {
    Endpoint::at("/shared-pictures/{link}/{picture}")
        .secret(Secrecy::OfAddress)
        .get(get_picture)
}

/// What a share link shows. Needs no account.
#[utoipa::path(
    get, path = "/shared/{token}", tag = EXTENSIONS, operation_id = "getSharedTrip",
    params(OpenedShare),
    responses(
        (status = 200, description = "The trip", body = SharedTrip),
        ShareRefused, NotFound,
    ),
    security(()),
)]
pub(crate) async fn get(
    app: Data<App>,
    OpenedShare { open, client }: OpenedShare,
    request: HttpRequest,
) -> Answer {
    if !open.is_large {
        return conditional::json(&request, None, &show_shared(&app, open));
    }
    let shared = Data::clone(&app);
    let render = move || conditional::Document::new(None, &show_shared(&shared, open));
    let document = app.service.run_in_document_pool(client, render).await??;
    Ok(conditional::answer(&request, document))
}

/// A picture of a shared trip, at its signed address.
#[utoipa::path(
    get, path = "/shared-pictures/{link}/{picture}", tag = EXTENSIONS,
    operation_id = "getSharedPicture",
    params(
        SharedPhoto,
        ("expires" = Option<String>, Query, description = "Of the signed address, whose query is sent as it stands"),
        ("signature" = Option<String>, Query, description = "Of the signed address, whose query is sent as it stands"),
    ),
    responses(
        (status = 200, description = "The picture", content((PictureBytes = "image/jpeg"), (PictureBytes = "image/png"))),
        Unauthorized, NoPicture,
    ),
    security(()),
)]
pub(crate) async fn get_picture(
    app: Data<App>,
    SharedPhoto(opened): SharedPhoto,
    request: HttpRequest,
) -> Answer {
    picture::show(&app, &request, PictureOf::Shared(opened), picture::UNSTORED).await
}
