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
//! error, cache and security headers, the access log, compression, rate limits, deadlines for slow
//! bodies, writes that finish after a lost connection, and, if they are set, rules for other
//! origins and error pages for people. It does not add what concerns connections: TLS and their
//! deadlines (`HttpServer::client_request_timeout`). The server `wayfare` runs the same middleware
//! around the same routes, by [`Api::mount_with`].

mod both;
mod cors;
pub mod extensions;
mod mount;
pub mod users;

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{HttpServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Condition, Next, from_fn};
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{Error, HttpMessage, HttpRequest, Scope};
use wayfare_api_core::answer::compression::compress;
use wayfare_api_core::answer::counted;
use wayfare_api_core::http::api_key;
use wayfare_api_core::http::detached::detach;
use wayfare_api_core::http::endpoint::{self, Secrecy};
use wayfare_api_core::http::envelope::envelope;
use wayfare_api_core::http::security::secure;
use wayfare_api_core::limits::rate::{self, Kind, Kinds, RateLimits};
use wayfare_api_core::limits::slow::{ReadDeadline, enforce_deadline};
use wayfare_api_core::{Endpoint, FirstSegments, TrustedProxies, Variants};

use cors::CrossOrigin;
use mount::Mount;

pub use cors::CorsOrigins;
// For the server `wayfare`, which documents these routes.
#[doc(hidden)]
pub use mount::{endpoints_of_both, endpoints_with, list_of_both};
pub use wayfare_api_core::{App as AppState, Url};

/// The minimum rate at which a client must send a body and read a response, in bytes a second.
const LEAST_RATE: u64 = 8 << 10;
/// How long a client may pause while it sends a body, by default.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Middleware as a function.
type Middleware = Arc<dyn Fn(ServiceRequest, Next<BoxBody>) -> Answered + Send + Sync>;
/// The answer of a middleware.
type Answered = Pin<Box<dyn Future<Output = Result<ServiceResponse<BoxBody>, Error>>>>;

/// The interface, to be mounted in an application. Cheap to clone; clones share limits and caches.
#[derive(Clone)]
pub struct Api {
    app: Data<AppState>,
    default_variant: Variants,
    rate_limits: Option<Arc<RateLimits>>,
    read_deadline: ReadDeadline,
    cross_origin: Option<Arc<CrossOrigin>>,
    error_pages: Option<Middleware>,
}

impl Api {
    /// The interface over these use cases, at `/api/v1`, with rate limits.
    pub fn new(app: AppState) -> Self {
        let limits = RateLimits::new(app.proxies.clone());
        Self {
            app: Data::new(app),
            default_variant: Variants::Both,
            rate_limits: Some(Arc::new(limits)),
            read_deadline: ReadDeadline {
                pause: BODY_TIMEOUT,
                rate: LEAST_RATE,
            },
            cross_origin: None,
            error_pages: None,
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

    /// Takes the addresses of clients from the forwarding headers of these proxies.
    #[must_use]
    pub fn trusted_proxies(mut self, proxies: TrustedProxies) -> Self {
        let mut app = AppState::clone(&self.app);
        app.proxies = proxies.clone();
        self.app = Data::new(app);
        if self.rate_limits.is_some() {
            self.rate_limits = Some(Arc::new(RateLimits::new(proxies)));
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

    /// How long a client may pause while it sends a body; 30 seconds by default.
    #[must_use]
    pub fn body_timeout(mut self, pause: Duration) -> Self {
        self.read_deadline.pause = pause;
        self
    }

    /// Lets pages of these origins call the interface, and pages of all origins read default
    /// pictures and the documents at paths that `is_open` names. By default no header says anything
    /// about other origins.
    #[must_use]
    pub fn cross_origin(mut self, origins: CorsOrigins, is_open: fn(&str) -> bool) -> Self {
        self.cross_origin = Some(Arc::new(CrossOrigin::new(origins, is_open)));
        self
    }

    /// Middleware that may replace problem details by pages for people: inside of request ids,
    /// cache headers and the access log, around limits and routes.
    #[must_use]
    pub fn error_pages<F, A>(mut self, middleware: F) -> Self
    where
        F: Fn(ServiceRequest, Next<BoxBody>) -> A + Send + Sync + 'static,
        A: Future<Output = Result<ServiceResponse<BoxBody>, Error>> + 'static,
    {
        self.error_pages = Some(Arc::new(move |request, next| {
            Box::pin(middleware(request, next))
        }));
        self
    }

    /// The rate limits; `None` if they are left to the application.
    pub fn rate_limits(&self) -> Option<&RateLimits> {
        self.rate_limits.as_deref()
    }

    /// How slowly a client may send a body; the same rate is right for answers.
    pub fn read_deadline(&self) -> ReadDeadline {
        self.read_deadline
    }

    /// Adds the interface to an application or to a scope of it.
    pub fn mount(&self, config: &mut ServiceConfig) {
        for mount in self.mounts() {
            let mut kinds = Kinds::default();
            kinds.add("", &mount.endpoints);
            config.service(self.guard(mount.scope(), kinds));
        }
    }

    /// Adds the interface, these endpoints and these routes to an application, the same middleware
    /// around all. Every other path is answered 404.
    pub fn mount_with(
        &self,
        config: &mut ServiceConfig,
        endpoints: Vec<Endpoint>,
        routes: impl FnOnce(&mut ServiceConfig),
    ) {
        let (mounts, mut kinds) = (self.mounts(), Kinds::default());
        for Mount { path, endpoints } in &mounts {
            kinds.add(path, endpoints);
        }
        kinds.add("", &endpoints);
        let paths = mounts.iter().map(|mount| mount.path.as_str());
        let paths = paths.chain(endpoints.iter().map(Endpoint::path));
        let registered = Data::new(FirstSegments::of(paths));
        // First the interface: the router would try all routes after it for its requests.
        let scope = mounts
            .into_iter()
            .fold(web::scope(""), |scope, mount| scope.service(mount.scope()));
        let scope = scope.configure(|config| endpoint::register(endpoints, config));
        let scope = scope.configure(routes);
        let scope = scope.app_data(registered);
        let scope = scope.default_service(web::to(endpoint::no_route));
        config.service(self.guard(scope, kinds));
    }

    fn mounts(&self) -> [Mount; 3] {
        mount::mounts(self.app.links.root(), self.default_variant)
    }

    /// Routes with the middleware around them.
    fn guard(&self, routes: Scope, kinds: Kinds) -> impl HttpServiceFactory + use<> {
        let Self {
            app,
            rate_limits,
            read_deadline,
            cross_origin,
            error_pages,
            ..
        } = self.clone();
        let root = app.links.root().to_owned();
        let over_tls = app.links.base().starts_with("https:");
        let kinds = Rc::new(kinds);
        let kinds_of_limits = Rc::clone(&kinds);
        let cors = cross_origin.as_ref().map(CrossOrigin::middleware);
        // The handlers of pages count attempts of an account by them.
        let routes = match &rate_limits {
            Some(limits) => routes.app_data(Data::from(Arc::clone(limits))),
            None => routes,
        };
        // The last middleware is the outermost: it sees a request first.
        routes
            .app_data(app)
            .wrap(from_fn(counted::reserve))
            .wrap(from_fn(move |request, next| {
                enforce_deadline(read_deadline, request, next)
            }))
            .wrap(from_fn(api_key::resolve))
            .wrap(from_fn(move |request: ServiceRequest, next| {
                // A refused request never reaches its endpoint, which would mark it as secret.
                if is_by_secret_link(request.request(), &root) {
                    request.extensions_mut().insert(Secrecy::OfAddress);
                }
                let kind = kinds_of_limits.kind_of(request.request());
                rate::limit(rate_limits.clone(), kind, request, next)
            }))
            .wrap(Condition::new(cors.is_some(), cors.unwrap_or_default()))
            .wrap(from_fn(move |request, next| {
                cors::explain(cross_origin.clone(), request, next)
            }))
            .wrap(from_fn(
                move |request, next: Next<BoxBody>| match &error_pages {
                    Some(middleware) => middleware(request, next),
                    None => Box::pin(next.call(request)),
                },
            ))
            .wrap(from_fn(envelope))
            .wrap(from_fn(compress))
            .wrap(from_fn(move |request, next| {
                secure(over_tls, request, next)
            }))
            .wrap(from_fn(move |request: ServiceRequest, next| {
                // A provider leads the browser back by a GET.
                let is_sign_in = request.method().is_safe()
                    && kinds.kind_of(request.request()) == Kind::Credentials;
                detach(is_sign_in, request, next)
            }))
    }
}

/// Whether a request to the interface at `root` is one by a share link, an invitation or a link to
/// a new password.
fn is_by_secret_link(request: &HttpRequest, root: &str) -> bool {
    let path = request.match_info().as_str();
    ["/shared/", "/invitations/", "/auth/password-reset/"]
        .into_iter()
        .any(|prefix| {
            let mount = path.split_once(prefix);
            mount.is_some_and(|(mount, _)| mount.ends_with(root))
        })
}
