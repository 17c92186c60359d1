//! Extensions: routes that neither variant of the trip interface defines. They are the same at
//! every mount, for clients of either variant.
//!
//! | path | file |
//! |---|---|
//! | `GET /trips/{uuid}/budget` | [`budget`](trip::budget) |
//! | `/trips/{uuid}/trip_items`, its `/{item_id}`, `/{item_id}/move` | [`items`](trip::items) |
//! | `/trips/{uuid}/shift` | [`shift`](trip::shift) |
//! | `/trips/{uuid}/copy` | [`copy`](trip::copy) |
//! | `/trips/{uuid}/lists` | [`lists`](trip::lists) |
//! | `/trips/{uuid}/roles` | [`roles`](trip::roles) |
//! | `/trips/{uuid}/invitations`, `/trips/{uuid}/invitations/{invitation}` | [`grants`] |
//! | `/trips/{uuid}/parties`, `/trips/{uuid}/parties/{member}` | [`parties`](trip::parties) |
//! | `/trips/{uuid}/share-links`, `/trips/{uuid}/share-links/{link}` | [`grants`] |
//! | `/shared/{token}`, `/shared-pictures/{link}/{picture}` | [`shared`] |
//! | `/invitations/{token}`, `/feeds/{secret}.ics` | [`shared`] |
//! | `/trips/{uuid}/settlement` | [`settlement`](trip::settlement) |
//! | `/trips/{uuid}/settlements`, its `/{settlement}` | [`settlements`](trip::settlements) |
//! | `/trips/{uuid}/events` | [`events`](trip::events) |
//! | `/trips/{uuid}/export/{format}` | [`exports`](trip::exports) |
//! | `/trips/{uuid}/feed`, `/user/{username}/feed` | [`grants`] |
//! | `/imports` | [`imports`] |
//! | `/user/{username}/trips`, its `/keep` and `/leave` | [`own_trips`] |
//! | `/trips/{uuid}/pictures`, `/trips/{uuid}/pictures/{picture}` | [`pictures`](trip::pictures) |
//! | `/places`, `/trips/{uuid}/trip_items/{item_id}/place` | [`places`] |
//! | `/trips/{uuid}/rates` | [`own_rates`](trip::own_rates) |
//! | `/rates` | [`rates`] |
//!
//! They only map: every rule is in the domain or the service. A path may also be one of a variant,
//! with other methods: the mount merges them.

pub mod account_export;
pub mod grants;
pub mod imports;
pub mod own_trips;
pub mod places;
pub mod rates;
pub mod shared;
pub mod trip;

use utoipa::OpenApi;
use wayfare_api_core::{Endpoint, Variants};

/// The OpenAPI document of the routes.
#[derive(OpenApi)]
#[openapi(paths(
    trip::budget::get,
    trip::items::add,
    trip::items::get,
    trip::items::change,
    trip::items::remove,
    trip::items::move_to,
    places::get,
    places::put,
    places::delete,
    trip::shift::post,
    trip::copy::post,
    trip::lists::get,
    trip::lists::put,
    trip::roles::get,
    trip::roles::put,
    grants::list_invitations,
    grants::get_invitation,
    grants::make_invitation,
    grants::end_invitation,
    shared::get_invitation,
    shared::join,
    trip::parties::list,
    trip::parties::get,
    trip::parties::post,
    trip::parties::delete,
    grants::list_share_links,
    grants::get_share_link,
    grants::make_share_link,
    grants::change_share_link,
    grants::end_share_link,
    shared::get,
    shared::get_picture,
    trip::settlement::get,
    trip::settlements::list,
    trip::settlements::post,
    trip::settlements::get,
    trip::settlements::delete,
    trip::own_rates::get,
    trip::own_rates::put,
    rates::get,
    trip::events::get,
    trip::exports::get,
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
    trip::pictures::list,
    trip::pictures::get,
    trip::pictures::post,
    trip::pictures::patch,
    trip::pictures::delete,
))]
pub struct ApiDoc;

/// All routes.
pub fn endpoints() -> Vec<Endpoint> {
    // Clients of either variant can read the answers about a trip.
    let of_trips = [
        trip::budget::endpoint(),
        trip::items::collection(),
        trip::items::endpoint(),
        trip::items::moves(),
        places::of_item(),
        trip::shift::endpoint(),
        trip::copy::endpoint(),
        trip::lists::endpoint(),
        trip::roles::endpoint(),
        grants::invitations(),
        grants::invitation(),
        trip::parties::endpoint(),
        trip::parties::one(),
        grants::share_links(),
        grants::share_link(),
        trip::settlement::endpoint(),
        trip::settlements::endpoint(),
        trip::settlements::one(),
        trip::own_rates::endpoint(),
        trip::events::endpoint(),
        trip::exports::endpoint(),
        grants::trip_feed(),
        trip::pictures::endpoint(),
        trip::pictures::one(),
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
            shared::invitations(),
            own_trips::endpoint(),
            own_trips::kept(),
            own_trips::left(),
            shared::endpoint(),
            shared::pictures(),
        ])
        .collect()
}
