//! Variant A of the trip interface: the plural path `/trips`, with itinerary, shared budget and management.
//!
//! | path | file |
//! |---|---|
//! | `/trips` | [`trips`], [`create`] |
//! | `/trips/paginated` | [`paginated`] |
//! | `/trips/{uuid}` | [`trip`] |
//! | `/trips/{uuid}/trip_items` | [`items`] |
//! | `/trips/{uuid}/budget` | [`budget`] |
//! | `/trips/{uuid}/management` | [`management`] |
//! | `/trips/{uuid}/picture`, `/trips/{uuid}/picture/{picture}` | [`picture`] |
//!
//! It only maps: every rule is in the domain or the service.

pub mod budget;
pub mod create;
pub mod items;
pub mod management;
pub mod paginated;
pub mod picture;
pub mod summary;
pub mod trip;
pub mod trips;

use actix_web::web::ServiceConfig;
use wayfare_api_core::{Endpoint, Variants};

/// Adds the routes that Variant B does not have to a scope.
pub fn configure(config: &mut ServiceConfig) {
    let endpoints = [
        // The fixed word comes before the ids of trips.
        paginated::endpoint(),
        items::endpoint(),
        budget::endpoint(),
        management::endpoint(),
        picture::endpoint(),
        picture::photo(),
    ];
    for endpoint in endpoints {
        endpoint.variant(Variants::A).register(config);
    }
}

/// Adds all routes to a scope, those included that have the path of one of Variant B's.
pub fn configure_alone(config: &mut ServiceConfig) {
    configure(config);
    Endpoint::at("/trips").get(trips::list).post(create::create).variant(Variants::A).register(config);
    Endpoint::at("/trips/{uuid}")
        .get(trip::detail)
        .put(trip::update)
        .delete(trip::delete)
        .variant(Variants::A)
        .register(config);
}
