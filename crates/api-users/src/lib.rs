//! The routes of users, their accounts and their tokens: common to both variants of the trip interface.
//!
//! | path | file |
//! |---|---|
//! | `/user` | [`account`] |
//! | `/user/settings`, `/user/experience`, `/user/{username}/settings` | [`settings`] |
//! | `/user/{username}` | [`profile`] |
//! | `/user/{username}/privacy` | [`privacy`] |
//! | `/user/{username}/picture`, `/user/default/picture` | [`picture`] |
//! | `/auth/token`, `/auth/revoke`, `/auth/password` | [`auth`] |

pub mod account;
pub mod auth;
mod change;
pub mod picture;
pub mod privacy;
pub mod profile;
pub mod settings;

use actix_web::web::ServiceConfig;

/// Adds the routes to a scope.
pub fn configure(config: &mut ServiceConfig) {
    account::endpoint().register(config);
    // The fixed words come before the usernames that they are reserved from.
    settings::own().register(config);
    settings::experience().register(config);
    settings::named().register(config);
    privacy::endpoint().register(config);
    picture::default().register(config);
    picture::endpoint().register(config);
    profile::endpoint().register(config);
    auth::token().register(config);
    auth::revoke().register(config);
    auth::password().register(config);
}
