//! What every HTTP crate of Wayfare shares: who calls, problem details, bodies and their limits,
//! conditional requests, links.
//!
//! It knows HTTP and JSON but no route. A route reads its input with [`body`] and [`fields`], calls
//! one use case of the service, and answers with [`conditional`]; whatever goes wrong on the way is
//! a [`Problem`].

pub mod body;
pub mod bounds;
pub mod caller;
pub mod client;
pub mod conditional;
pub mod edit;
pub mod endpoint;
pub mod envelope;
pub mod fields;
pub mod form;
pub mod input;
pub mod links;
pub mod number;
pub mod openapi;
pub mod path;
pub mod picture;
pub mod problem;
pub mod rate;
pub mod rendered;
pub mod security;
pub mod shapes;
pub mod slow;
mod variant_shapes;

pub use caller::{AuthenticatedCaller, OptionalCaller};
pub use endpoint::{Endpoint, Variants};
pub use links::Links;
pub use number::Number;
pub use path::{PhotoPath, TripPath, UserPath};
pub use problem::Problem;
pub use rendered::Rendered;

use std::sync::Arc;

use wayfare_service::Service;

/// What routes work with; shared by all of them as application data.
#[derive(Clone)]
pub struct App {
    /// The use cases.
    pub service: Service,
    /// The URLs that records hold.
    pub links: Links,
    /// Answers about trips that were rendered before.
    pub rendered: Arc<Rendered>,
}

/// What a route gives.
pub type Answer = Result<actix_web::HttpResponse, Problem>;
