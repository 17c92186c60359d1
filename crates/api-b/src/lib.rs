//! Variant B of the trip interface: the singular path `/trip`, and lists of `{uuid, name, desc,
//! img}`.
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

use wayfare_api_core::{Endpoint, Variants, endpoint};

/// All routes.
pub fn endpoints() -> Vec<Endpoint> {
    let endpoints = [
        endpoint!(trips::{list}),
        endpoint!(trips::{list_of}),
        endpoint!(trip::{create}),
        endpoint!(trip::{detail, update, delete}),
        endpoint!(map::{get, put}),
        endpoint!(timeline::{get}),
        endpoint!(picture::{get_default}),
        endpoint!(picture::{get}),
    ];
    endpoints
        .map(|endpoint| endpoint.variant(Variants::B))
        .into()
}
