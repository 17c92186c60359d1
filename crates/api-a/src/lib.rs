//! Variant A of the trip interface: the plural path `/trips`, with itinerary, shared budget and
//! management.
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

use wayfare_api_core::{Endpoint, Variants, endpoint};

/// All routes.
pub fn endpoints() -> Vec<Endpoint> {
    let endpoints = [
        endpoint!(trips::{list}),
        endpoint!(create::{create}),
        endpoint!(paginated::{get}),
        endpoint!(trip::{detail, update, delete}),
        endpoint!(items::{get, put}),
        endpoint!(budget::{put}),
        endpoint!(management::{put}),
        endpoint!(picture::{get, put}),
        endpoint!(picture::{get_photo}),
    ];
    endpoints
        .map(|endpoint| endpoint.variant(Variants::A))
        .into()
}
