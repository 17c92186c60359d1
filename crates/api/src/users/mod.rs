//! The routes of users, their accounts and their tokens: common to both variants of the trip
//! interface.
//!
//! | path | file |
//! |---|---|
//! | `/user` | [`account`] |
//! | `/user/settings`, `/user/experience`, `/user/{username}/settings` | [`settings`] |
//! | `/user/{username}` | [`profile`] |
//! | `/user/{username}/privacy` | [`privacy`] |
//! | `/user/{username}/keys`, `/user/{username}/keys/{key}` | [`keys`] |
//! | `/user/{username}/picture`, `/user/default/picture` | [`picture`] |
//! | `/auth/password-reset`, `/auth/password-reset/{token}` | [`reset`] |
//! | `/auth/token`, `/auth/revoke`, `/auth/password` | [`auth`] |

pub mod account;
pub mod auth;
pub mod keys;
pub mod picture;
pub mod privacy;
pub mod profile;
pub mod reset;
pub mod settings;
mod update;

use utoipa::OpenApi;
use wayfare_api_core::Endpoint;

/// The OpenAPI document of the routes.
#[derive(OpenApi)]
#[openapi(paths(
    account::own,
    account::create,
    settings::get,
    settings::get_experience,
    settings::put,
    privacy::get,
    privacy::put,
    keys::list,
    keys::get,
    keys::post,
    keys::delete,
    picture::get_default,
    picture::get,
    picture::put,
    profile::public,
    profile::update,
    profile::delete,
    auth::grant,
    auth::revoke_tokens,
    auth::set_password,
    reset::request_reset,
    reset::set_password,
))]
pub struct ApiDoc;

/// The routes, in the order in which they are tried.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        account::endpoint(),
        // The fixed words come before the usernames that they are reserved from.
        settings::own(),
        settings::experience(),
        settings::named(),
        privacy::endpoint(),
        keys::endpoint(),
        keys::one(),
        picture::default(),
        picture::endpoint(),
        profile::endpoint(),
        auth::token(),
        auth::revoke(),
        auth::password(),
        reset::request(),
        reset::reset(),
    ]
}
