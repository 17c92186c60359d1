//! Extensions: routes that neither variant of the trip interface defines. They are the same at
//! every mount, for clients of either variant.
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

use actix_web::HttpRequest;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::Kind;
use wayfare_api_core::trip::share::SHARE_PASSWORD;
use wayfare_api_core::{Endpoint, Variants, endpoint};

/// All routes.
pub fn endpoints() -> Vec<Endpoint> {
    let sends_password = |request: &HttpRequest| request.headers().contains_key(SHARE_PASSWORD);
    let endpoints = [
        endpoint!(trip::budget::{get}),
        endpoint!(trip::items::{add}),
        endpoint!(trip::items::{get, change, remove}),
        endpoint!(trip::items::{move_to}),
        endpoint!(places::{get}),
        endpoint!(trip::item_place::{put, delete}),
        endpoint!(trip::shift::{post}),
        endpoint!(trip::copy::{post}),
        endpoint!(trip::lists::{get, put}),
        endpoint!(trip::roles::{get, put}),
        endpoint!(grants::{list_invitations, make_invitation}).secret(Secrecy::OfContent),
        endpoint!(grants::{get_invitation, end_invitation}).secret(Secrecy::OfContent),
        endpoint!(shared::{get_invitation, join}).secret(Secrecy::OfAddress),
        endpoint!(trip::parties::{list, post}),
        endpoint!(trip::parties::{get, delete}),
        endpoint!(grants::{list_share_links, make_share_link}).secret(Secrecy::OfContent),
        endpoint!(grants::{get_share_link, change_share_link, end_share_link})
            .secret(Secrecy::OfContent),
        endpoint!(shared::{get})
            .secret(Secrecy::OfAddress)
            .counts_as(Kind::SharePassword, sends_password),
        endpoint!(shared::{get_picture}).secret(Secrecy::OfAddress),
        endpoint!(trip::settlement::{get}),
        endpoint!(trip::settlements::{list, post}),
        endpoint!(trip::settlements::{get, delete}),
        endpoint!(trip::own_rates::{get, put}),
        endpoint!(rates::{get}),
        endpoint!(trip::events::{get}),
        endpoint!(trip::exports::{get}),
        endpoint!(account_export::{get}).secret(Secrecy::OfContent),
        endpoint!(grants::{open_trip_feed, close_trip_feed}),
        endpoint!(grants::{open_account_feed, close_account_feed}),
        endpoint!(shared::{get_calendar}),
        endpoint!(imports::{post}),
        endpoint!(own_trips::{get}),
        endpoint!(own_trips::{keep}),
        endpoint!(own_trips::{leave}),
        endpoint!(trip::pictures::{list, post}),
        endpoint!(trip::pictures::{get, patch, delete}),
        endpoint!(trip::files::{list, post}),
        endpoint!(trip::files::{get, delete}),
    ];
    // Clients of either variant can read the answers about a trip.
    let with_variant = |endpoint: Endpoint| match endpoint.path().starts_with("/trips/") {
        true => endpoint.variant(Variants::Both),
        false => endpoint,
    };
    endpoints.map(with_variant).into()
}
