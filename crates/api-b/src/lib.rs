//! Variant B of the trip interface: the singular path `/trip`, and lists of `{uuid, name, desc,
//! img}`.
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
//!
//! For programs that mount Variant B apart from the rest; `wayfare-api` mounts the whole interface,
//! with what makes it safe to expose.
//!
//! ```
//! let endpoints = wayfare_api_b::endpoints();
//! assert!(endpoints.iter().any(|endpoint| endpoint.path() == "/trip/{uuid}/timeline"));
//! ```

pub mod map;
pub mod picture;
pub mod timeline;
pub mod trip;
pub mod trips;

use utoipa::OpenApi;
use wayfare_api_core::{Endpoint, Variants};

/// The OpenAPI document of the routes.
#[derive(OpenApi)]
#[openapi(paths(
    trips::list,
    trips::list_of,
    trip::create,
    trip::detail,
    trip::update,
    trip::delete,
    map::get,
    map::put,
    timeline::get,
    picture::get_default,
    picture::get,
))]
pub struct ApiDoc;

/// The routes that Variant A does not have.
pub fn endpoints() -> Vec<Endpoint> {
    let endpoints = [
        trip::collection(),
        trip::endpoint(),
        map::endpoint(),
        timeline::endpoint(),
        // The fixed word comes before the ids of trips.
        picture::default(),
        picture::endpoint(),
    ];
    endpoints
        .map(|endpoint| endpoint.variant(Variants::B))
        .into()
}

/// All routes, those included that have the path of one of Variant A's.
pub fn endpoints_alone() -> Vec<Endpoint> {
    let mut endpoints = endpoints();
    endpoints.push(Endpoint::at("/trips").get(trips::list).variant(Variants::B));
    endpoints.push(
        Endpoint::at("/trips/{username}")
            .get(trips::list_of)
            .variant(Variants::B),
    );
    endpoints
}
