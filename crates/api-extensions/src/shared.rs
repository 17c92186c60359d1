//! `/shared/{token}`: what a share link shows to everybody who has it, and the pictures in it.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_api_core::budget_summary::BudgetSummaryShape;
use wayfare_api_core::endpoint::Secrecy;
use wayfare_api_core::items::ItemShape;
use wayfare_api_core::openapi::{EXTENSIONS, NoPicture, NotFound, ShareRefused, Unauthorized};
use wayfare_api_core::share::{OpenedShare, SharedPhoto};
use wayfare_api_core::updated_trip::DatesShape;
use wayfare_api_core::{Answer, App, Endpoint, conditional, input::PictureBytes, picture};
use wayfare_domain::trip::SharedTrip;
use wayfare_service::{OpenShare, PictureOf};

wayfare_api_core::location_shape! {
    #[schema(as = SharedLocation)]
    pub struct LocationShape {
        date: DatesShape,
    }
}

/// The locations of a shared trip.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SharedMap)]
pub struct MapShape {
    /// Locations.
    pub locations: Vec<LocationShape>,
}

/// What a share link shows of a trip: a section that is off is left out. People are known by their
/// display names, in place of ids and usernames.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SharedTrip)]
pub struct SharedShape {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub desc: String,
    /// When it takes place.
    pub date: DatesShape,
    /// The items; without the section `budget` their budgets are empty, without `photos` they have
    /// no photos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub itinerary: Option<Vec<ItemShape>>,
    /// The map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapShape>,
    /// URLs of the pictures, the main one first. They end with the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photos: Option<Vec<String>>,
    /// The notes of the map; HTML of a safe subset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// What is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub todo: Option<Vec<String>>,
    /// The sums over the budgets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetSummaryShape>,
    /// The display names of the members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<String>>,
}

impl SharedShape {
    fn new(app: &App, open: OpenShare) -> Self {
        let OpenShare {
            link,
            trip,
            is_large: _,
        } = open;
        let SharedTrip {
            name,
            description,
            dates,
            itinerary,
            locations,
            gallery,
            notes,
            todo,
            budget,
            members,
        } = trip;
        let items = |items: Vec<_>| {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| ItemShape::new(index, item))
                .collect()
        };
        let map = |locations: Vec<_>| MapShape {
            locations: locations.iter().map(LocationShape::new).collect(),
        };
        Self {
            name: name.to_string(),
            desc: description.to_string(),
            date: dates.into(),
            itinerary: itinerary.map(items),
            map: locations.map(map),
            photos: gallery.map(|gallery| app.links.shared_pictures(&link, &gallery)),
            notes: notes.map(|notes| notes.to_string()),
            todo: todo.map(|todo| todo.iter().map(ToString::to_string).collect()),
            budget: budget.map(BudgetSummaryShape::new),
            members,
        }
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
        (status = 200, description = "The trip", body = SharedShape),
        ShareRefused, NotFound,
    ),
    security(()),
)]
pub(crate) async fn get(
    app: Data<App>,
    OpenedShare { open, tenant }: OpenedShare,
    request: HttpRequest,
) -> Answer {
    if !open.is_large {
        return conditional::json(&request, None, &SharedShape::new(&app, open));
    }
    let shared = Data::clone(&app);
    let render = move || conditional::Document::new(None, &SharedShape::new(&shared, open));
    let document = app.service.run_on_document(tenant, render).await??;
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
