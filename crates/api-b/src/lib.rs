//! Variant B of the trip interface: the singular path `/trip`, and lists of `{uuid, name, desc, img}`.
//!
//! | path | file |
//! |---|---|
//! | `/trips`, `/trips/{username}` | [`trips`] |
//! | `/trip`, `/trip/{uuid}` | [`trip`] |
//! | `/trip/{uuid}/map` | [`map`] |
//! | `/trip/{uuid}/picture`, `/trip/default/picture` | [`picture`] |
//! | `/trip/{uuid}/timeline` | [`timeline`] |
//!
//! It only maps: every rule is in the domain or the service.

pub mod map;
pub mod picture;
pub mod timeline;
pub mod trip;
pub mod trips;

use actix_web::web::ServiceConfig;
use wayfare_api_core::{Endpoint, Variants};

/// Adds the routes that Variant A does not have to a scope.
pub fn configure(config: &mut ServiceConfig) {
    let endpoints = [
        trip::collection(),
        trip::endpoint(),
        map::endpoint(),
        timeline::endpoint(),
        // The fixed word comes before the ids of trips.
        picture::default(),
        picture::endpoint(),
    ];
    for endpoint in endpoints {
        endpoint.variant(Variants::B).register(config);
    }
}

/// Adds all routes to a scope, those included that have the path of one of Variant A's.
pub fn configure_alone(config: &mut ServiceConfig) {
    configure(config);
    Endpoint::at("/trips").get(trips::list).variant(Variants::B).register(config);
    Endpoint::at("/trips/{username}").get(trips::list_of).variant(Variants::B).register(config);
}
