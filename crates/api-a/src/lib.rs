//! Variant A of the trip interface: the plural path `/trips`, with itinerary, shared budget and
//! management.
//!
//! | path | file |
//! |---|---|
//! | `GET`, `POST /trips` | [`trips`], [`create`] |
//! | `GET /trips/paginated` | [`paginated`] |
//! | `GET`, `PUT`, `DELETE /trips/{uuid}` | [`trip`] |
//! | `GET`, `PUT /trips/{uuid}/trip_items` | [`items`] |
//! | `PUT /trips/{uuid}/budget` | [`budget`] |
//! | `PUT /trips/{uuid}/management` | [`management`] |
//! | `GET`, `PUT /trips/{uuid}/picture`, `GET /trips/{uuid}/picture/{picture}` | [`picture`] |
//!
//! It only maps: every rule is in the domain or the service.
//!
//! For programs that mount Variant A apart from the rest; `wayfare-api` mounts the whole interface,
//! with what makes it safe to expose.
//!
//! ```
//! let endpoints = wayfare_api_a::endpoints();
//! assert!(endpoints.iter().any(|endpoint| endpoint.path() == "/trips/{uuid}/trip_items"));
//! ```

pub mod budget;
pub mod create;
pub mod items;
pub mod management;
pub mod paginated;
pub mod picture;
pub mod trip;
pub mod trips;

use utoipa::OpenApi;
use wayfare_api_core::{Endpoint, Variants};

/// The OpenAPI document of the routes.
#[derive(OpenApi)]
#[openapi(paths(
    trips::list,
    paginated::get,
    create::create,
    trip::detail,
    trip::update,
    trip::delete,
    items::get,
    items::put,
    budget::put,
    management::put,
    picture::get,
    picture::put,
    picture::get_photo,
))]
pub struct ApiDoc;

/// The routes that Variant B does not have.
pub fn endpoints() -> Vec<Endpoint> {
    let endpoints = [
        // The fixed word comes before the ids of trips.
        paginated::endpoint(),
        items::endpoint(),
        budget::endpoint(),
        management::endpoint(),
        picture::endpoint(),
        picture::photo(),
    ];
    endpoints
        .map(|endpoint| endpoint.variant(Variants::A))
        .into()
}

/// All routes, those included that have the path of one of Variant B's.
pub fn endpoints_alone() -> Vec<Endpoint> {
    let mut endpoints = endpoints();
    endpoints.push(
        Endpoint::at("/trips")
            .get(trips::list)
            .post(create::create)
            .variant(Variants::A),
    );
    let trip = Endpoint::at("/trips/{uuid}")
        .get(trip::detail)
        .put(trip::update)
        .delete(trip::delete);
    endpoints.push(trip.variant(Variants::A));
    endpoints
}
