//! Extensions: routes that neither variant of the trip interface defines. They are the same at
//! every mount, for clients of either variant.
//!
//! | path | file |
//! |---|---|
//! | `GET /trips/{uuid}/budget` | [`budget`] |
//! | `/trips/{uuid}/trip_items`, `/trips/{uuid}/trip_items/{item_id}`, `…/move` | [`items`] |
//! | `/trips/{uuid}/shift` | [`shift`] |
//! | `/trips/{uuid}/copy` | [`copy`] |
//! | `/trips/{uuid}/lists` | [`lists`] |
//! | `/trips/{uuid}/roles` | [`roles`] |
//! | `/trips/{uuid}/invitations`, `/trips/{uuid}/invitations/{invitation}` | [`grants`] |
//! | `/trips/{uuid}/parties`, `/trips/{uuid}/parties/{member}` | [`parties`] |
//! | `/trips/{uuid}/share-links`, `/trips/{uuid}/share-links/{link}` | [`grants`] |
//! | `/shared/{token}`, `/shared-pictures/{link}/{picture}`, `/invitations/{token}`, `/feeds/{secret}.ics` | [`shared`] |
//! | `/trips/{uuid}/settlement` | [`settlement`] |
//! | `/trips/{uuid}/settlements`, `/trips/{uuid}/settlements/{settlement}` | [`settlements`] |
//! | `/trips/{uuid}/events` | [`events`] |
//! | `/trips/{uuid}/export/{format}` | [`exports`] |
//! | `/trips/{uuid}/feed`, `/user/{username}/feed` | [`grants`] |
//! | `/imports` | [`imports`] |
//! | `/user/{username}/trips`, its `/keep` and `/leave` | [`own_trips`] |
//! | `/trips/{uuid}/pictures`, `/trips/{uuid}/pictures/{picture}` | [`pictures`] |
//! | `/places`, `/trips/{uuid}/trip_items/{item_id}/place` | [`places`] |
//! | `/trips/{uuid}/rates` | [`own_rates`] |
//! | `/rates` | [`rates`] |
//!
//! It only maps: every rule is in the domain or the service. A path may also be one of a variant,
//! with other methods: the server merges them.
//!
//! For programs that mount the extensions apart from the rest; `wayfare-api` mounts the whole
//! interface, with what makes it safe to expose.
//!
//! ```
//! let endpoints = wayfare_api_extensions::endpoints();
//! assert!(endpoints.iter().any(|endpoint| endpoint.path() == "/trips/{uuid}/settlement"));
//! ```

pub mod account_export;
pub mod budget;
pub mod copy;
pub mod events;
pub mod exports;
pub mod grants;
pub mod imports;
pub mod items;
pub mod lists;
pub mod own_rates;
pub mod own_trips;
pub mod parties;
pub mod pictures;
pub mod places;
pub mod rates;
pub mod roles;
pub mod settlement;
pub mod settlements;
pub mod shared;
pub mod shift;

use utoipa::OpenApi;
use wayfare_api_core::{Endpoint, Variants};

/// The OpenAPI document of the routes.
#[derive(OpenApi)]
#[openapi(paths(
    budget::get,
    items::add,
    items::get,
    items::change,
    items::remove,
    items::move_to,
    places::get,
    places::put,
    places::delete,
    shift::post,
    copy::post,
    lists::get,
    lists::put,
    roles::get,
    roles::put,
    grants::list_invitations,
    grants::get_invitation,
    grants::make_invitation,
    grants::end_invitation,
    shared::get_invitation,
    shared::join,
    parties::list,
    parties::get,
    parties::post,
    parties::delete,
    grants::list_share_links,
    grants::get_share_link,
    grants::make_share_link,
    grants::change_share_link,
    grants::end_share_link,
    shared::get,
    shared::get_picture,
    settlement::get,
    settlements::list,
    settlements::post,
    settlements::get,
    settlements::delete,
    own_rates::get,
    own_rates::put,
    rates::get,
    events::get,
    exports::get,
    account_export::get,
    grants::open_trip_feed,
    grants::close_trip_feed,
    grants::open_account_feed,
    grants::close_account_feed,
    shared::get_calendar,
    imports::post,
    own_trips::get,
    own_trips::keep,
    own_trips::leave,
    pictures::list,
    pictures::get,
    pictures::post,
    pictures::patch,
    pictures::delete,
))]
pub struct ApiDoc;

/// All routes.
pub fn endpoints() -> Vec<Endpoint> {
    // Clients of either variant can read the answers about a trip.
    let of_trips = [
        budget::endpoint(),
        items::collection(),
        items::endpoint(),
        items::moves(),
        places::of_item(),
        shift::endpoint(),
        copy::endpoint(),
        lists::endpoint(),
        roles::endpoint(),
        grants::invitations(),
        grants::invitation(),
        parties::endpoint(),
        parties::one(),
        grants::share_links(),
        grants::share_link(),
        settlement::endpoint(),
        settlements::endpoint(),
        settlements::one(),
        own_rates::endpoint(),
        events::endpoint(),
        exports::endpoint(),
        grants::trip_feed(),
        pictures::endpoint(),
        pictures::one(),
    ];
    of_trips
        .into_iter()
        .map(|endpoint| endpoint.variant(Variants::Both))
        .chain([
            rates::endpoint(),
            places::endpoint(),
            account_export::endpoint(),
            grants::account_feed(),
            shared::calendar(),
            imports::endpoint(),
        ])
        .chain([shared::invitations()])
        .chain([own_trips::endpoint(), own_trips::kept(), own_trips::left()])
        .chain([shared::endpoint(), shared::pictures()])
        .collect()
}
