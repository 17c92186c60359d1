//! The HTTP interface of Wayfare, whole: users, both variants of trips, and extensions, with all
//! that makes them safe to expose. For programs that serve it beside their own routes.
//!
//! ```no_run
//! use actix_web::{App, HttpServer, web};
//! use wayfare_api::{Api, AppState, Url};
//! use wayfare_service::Service;
//!
//! async fn serve(service: Service) -> std::io::Result<()> {
//!     let public = Url::parse("https://example.org").unwrap();
//!     let api = Api::new(AppState::new(service, &public, &public)).at("/travel/v1");
//!     HttpServer::new(move || {
//!         App::new()
//!             .route("/", web::get().to(|| async { "My own page" }))
//!             .configure(|config| api.mount(config))
//!     })
//!     .bind("127.0.0.1:8080")?
//!     .run()
//!     .await
//! }
//! ```
//!
//! [`Api::mount`] adds what a plain list of routes lacks: request ids, problem details for every
//! error, cache headers, the access log, compression, rate limits, and deadlines for slow bodies.
//! It does not add what concerns a whole application: cross-origin rules (`actix-cors`), TLS, and
//! the deadlines of connections (`HttpServer::client_request_timeout`). The server `wayfare` is one
//! application around the same routes.

mod both;
mod limits;
mod mount;

use std::sync::Arc;
use std::time::Duration;

use actix_web::ResponseError;
use actix_web::dev::ServiceRequest;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};
use wayfare_api_core::answer::compression::compress;
use wayfare_api_core::http::envelope::envelope;
use wayfare_api_core::limits::rate::{self, RateLimits};
use wayfare_api_core::limits::slow::{ReadDeadline, enforce_deadline};
use wayfare_api_core::{Problem, TrustedProxies, Variants, answer::counted};

// For the server `wayfare`, which documents and limits these routes. A program of one's own calls
// `Api::mount`: routes alone lack what makes them safe.
#[doc(hidden)]
pub use limits::{ALLOWANCES, kind_of};
#[doc(hidden)]
pub use mount::{Document, configure, endpoints_of_both, endpoints_with};
pub use wayfare_api_core::{App as AppState, Url};

/// The minimum rate at which a client must send a body and read a response, in bytes a second.
pub const LEAST_RATE: u64 = 8 << 10;
/// How long a client may pause while it sends a body, by default.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The interface, to be mounted in an application. Cheap to clone; clones share limits and caches.
#[derive(Clone)]
pub struct Api {
    app: Data<AppState>,
    default_variant: Variants,
    rate_limits: Option<Arc<RateLimits>>,
    read_deadline: ReadDeadline,
}

impl Api {
    /// The interface over these use cases, at `/api/v1`, with rate limits.
    pub fn new(app: AppState) -> Self {
        let limits = RateLimits::new(ALLOWANCES, app.proxies.clone());
        Self {
            app: Data::new(app),
            default_variant: Variants::Both,
            rate_limits: Some(Arc::new(limits)),
            read_deadline: ReadDeadline {
                pause: BODY_TIMEOUT,
                rate: LEAST_RATE,
            },
        }
    }

    /// Moves the interface to another path, such as `/travel/v1`; links in answers follow. Variant
    /// A alone is at `/a` before that path, Variant B alone at `/b`.
    #[must_use]
    pub fn at(mut self, path: &str) -> Self {
        let mut app = AppState::clone(&self.app);
        app.links = app.links.rooted_at(path);
        self.app = Data::new(app);
        self
    }

    /// Believes these proxies' word about the addresses of clients.
    #[must_use]
    pub fn trusted_proxies(mut self, proxies: TrustedProxies) -> Self {
        let mut app = AppState::clone(&self.app);
        app.proxies = proxies.clone();
        self.app = Data::new(app);
        if self.rate_limits.is_some() {
            self.rate_limits = Some(Arc::new(RateLimits::new(ALLOWANCES, proxies)));
        }
        self
    }

    /// The variant of the list of trips for clients that choose none; both by default.
    #[must_use]
    pub fn default_variant(mut self, variant: Variants) -> Self {
        self.default_variant = variant;
        self
    }

    /// Leaves rate limits to the application.
    #[must_use]
    pub fn without_rate_limits(mut self) -> Self {
        self.rate_limits = None;
        self
    }

    /// Adds the interface to an application or to a scope of it.
    pub fn mount(&self, config: &mut ServiceConfig) {
        for (path, endpoints) in mount::mounts(self.app.links.root(), self.default_variant) {
            let (read_deadline, limits) = (self.read_deadline, self.rate_limits.clone());
            let root = self.app.links.root().to_owned();
            // The last middleware is the outermost: it sees a request first.
            let scope = web::scope(&path)
                .app_data(self.app.clone())
                .configure(|config| {
                    for endpoint in endpoints {
                        endpoint.register(config);
                    }
                })
                .default_service(web::to(|| async { Problem::no_route().error_response() }))
                .wrap(from_fn(counted::reserve))
                .wrap(from_fn(move |request, next| {
                    enforce_deadline(read_deadline, request, next)
                }))
                .wrap(from_fn(move |request: ServiceRequest, next| {
                    let kind = kind_of(request.request(), &root);
                    rate::limit(limits.clone(), kind, request, next)
                }))
                .wrap(from_fn(envelope))
                .wrap(from_fn(compress));
            config.service(scope);
        }
    }
}
