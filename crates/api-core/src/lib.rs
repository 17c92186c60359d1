//! What every HTTP crate of Wayfare shares: callers, problem details, bodies and their limits,
//! conditional requests, links.
//!
//! It knows HTTP and JSON but no route. A route reads its input with [`input::body`] and
//! [`input::fields`], calls one use case of the service, and answers with [`answer::conditional`];
//! every failure is a [`Problem`].
//!
//! For the crates of routes, and for programs that add routes of the same form to the interface;
//! `wayfare-api` mounts the interface as a whole.
//!
//! ```
//! use actix_web::HttpResponse;
//! use wayfare_api_core::{Answer, CallerRequest, Endpoint};
//!
//! async fn hello(_: CallerRequest) -> Answer {
//!     Ok(HttpResponse::Ok().body("hello"))
//! }
//!
//! let endpoint = Endpoint::at("/hello").get(hello);
//! assert_eq!(endpoint.path(), "/hello");
//! ```

pub mod answer;
pub mod http;
pub mod input;
pub mod limits;
pub mod openapi;
pub mod problem;
pub mod trip;

pub use answer::links::Links;
pub use answer::response_cache::ResponseCache;
pub use http::access_log::{AccessLog, Probe};
pub use http::caller::{AuthenticatedCaller, CallerRequest, OptionalCaller, RequestClient};
pub use http::endpoint::{Endpoint, FirstSegments, Variants};
pub use http::proxies::TrustedProxies;
pub use input::path::{
    FilePath, FormatPath, InvitationPath, ItemPath, MemberPath, PhotoPath, SettlementPath,
    ShareLinkPath, TripPath, UserPath,
};
#[doc(hidden)]
pub use pastey;
pub use problem::Problem;
pub use url::Url;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use wayfare_bounds::Quota;
use wayfare_service::Service;

/// The size of the response cache, in bytes, unless another is set.
const RESPONSE_CACHE: usize = 24 << 20;

/// The application data that all routes share.
#[derive(Clone)]
pub struct App {
    /// The use cases.
    pub service: Service,
    /// The URLs in answers.
    pub links: Links,
    /// The proxies whose word about client addresses counts.
    pub proxies: TrustedProxies,
    /// Whether the server was told to stop; then it is not ready.
    pub is_stopping: Arc<AtomicBool>,
    /// What the access log holds.
    pub access_log: Arc<AccessLog>,
    /// Rendered answers about trips.
    pub response_cache: Arc<ResponseCache>,
    /// The bytes of large request bodies in memory.
    pub bodies: Arc<Quota>,
    /// The bytes of large answers in memory.
    pub answers: Arc<Quota>,
    /// Whether answers are compressed.
    pub compression: bool,
}

impl App {
    /// The state of routes over these use cases, with caches of a moderate size. `base_url` and
    /// `frontend_url` are the public addresses of the service and of its front end.
    pub fn new(service: Service, base_url: &Url, frontend_url: &Url) -> Self {
        let links = Links::new(base_url, frontend_url, service.pictures.signer());
        Self {
            service,
            links,
            proxies: TrustedProxies::default(),
            is_stopping: Arc::default(),
            access_log: Arc::default(),
            response_cache: Arc::new(ResponseCache::new(RESPONSE_CACHE)),
            bodies: limits::byte_budget::new(input::body::BUDGET),
            answers: limits::byte_budget::new(answer::counted::BUDGET),
            compression: true,
        }
    }
}

/// The result of a route.
pub type Answer = Result<actix_web::HttpResponse, Problem>;
