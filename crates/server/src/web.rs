//! The HTTP server: the routes with their middleware, and the limits of connections.

use std::fmt::Debug;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Request};
use actix_server::ServerBuilder;
use actix_service::{
    IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config,
};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{Error, ResponseError};
use wayfare_api::LEAST_RATE;
use wayfare_api_core::answer::compression::compress;
use wayfare_api_core::http::envelope::envelope;
use wayfare_api_core::http::security::secure;
use wayfare_api_core::limits::rate::{self, Kind, RateLimits};
use wayfare_api_core::limits::slow::{ReadDeadline, enforce_deadline};
use wayfare_api_core::{App, Problem, Variants, answer::counted};
use wayfare_web::Site;

use crate::connection::{Connection, Limits, track};
use crate::health::{HEALTHZ, READYZ};
use crate::metrics::{self, METRICS, Metrics, measure};
use crate::settings::CorsOrigins;
use crate::traces::{Traces, trace};
use crate::{cors, health, pages};

/// Connections that each worker serves concurrently by default.
const MAX_CONNECTIONS: usize = 8_192;
/// How long a client may take to send a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection stays open: longer than in the usual proxies, so that the proxy
/// closes it.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long a client may go on sending after a refusal before the connection is closed.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long requests in flight may take after SIGTERM, in seconds.
const SHUTDOWN_TIMEOUT: u64 = 30;

/// Adds routes to each application that a server makes.
pub type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// The configuration of the HTTP server.
pub(crate) struct Web {
    /// The state that routes share.
    pub(crate) app: App,
    /// The origins whose pages may call it.
    pub(crate) origins: CorsOrigins,
    /// The variant of the list of trips for clients that choose none.
    pub(crate) default_variant: Variants,
    /// Whether clients reach it over TLS.
    pub(crate) over_tls: bool,
    /// The rate limits, unless they are off.
    pub(crate) rate_limits: Option<Arc<RateLimits>>,
    /// How long a client may pause while it sends a body or reads a response.
    pub(crate) body_timeout: Duration,
    /// Connections that all workers together serve concurrently.
    pub(crate) max_connections: Option<usize>,
    /// The metrics.
    pub(crate) metrics: Metrics,
    /// The exporter of spans, if a collector is set.
    pub(crate) traces: Option<Traces>,
    /// Whether this server serves the metrics, to this machine alone.
    pub(crate) serves_metrics: bool,
    /// Where the pages for people are, unless they are off.
    pub(crate) pages: Option<Site>,
    /// Routes beside those of the interface.
    pub(crate) routes: Option<Routes>,
}

impl Web {
    /// Serves on a listening socket.
    ///
    /// # Errors
    /// The socket can't be used.
    pub(crate) fn serve(self, listener: TcpListener) -> io::Result<Server> {
        let Self {
            app,
            origins,
            default_variant,
            over_tls,
            rate_limits,
            body_timeout,
            ..
        } = self;
        let (app, metrics, traces) = (Data::new(app), Data::new(self.metrics), self.traces);
        let read_deadline = ReadDeadline {
            pause: body_timeout,
            rate: LEAST_RATE,
        };
        let refusals = cors::Refusals::new(origins.clone());
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let of_each = self
            .max_connections
            .map_or(MAX_CONNECTIONS, |most| most.div_ceil(workers));
        let application = move || {
            let (measured, rate_limits, traces) = (
                metrics.requests.clone(),
                rate_limits.clone(),
                traces.clone(),
            );
            let refusals = refusals.clone();
            let routes = |config: &mut ServiceConfig| {
                for endpoint in health::endpoints() {
                    endpoint.register(config);
                }
                // Pages count their accounts themselves.
                if let Some(limits) = &rate_limits {
                    config.app_data(Data::from(Arc::clone(limits)));
                }
                // Before the pages, whose routes the router would try for each request of programs.
                wayfare_api::configure(config, app.links.root(), default_variant);
                pages::configure(config, self.pages.is_none());
                if let Some(site) = &self.pages {
                    wayfare_web::configure(config, site);
                }
                if self.serves_metrics {
                    metrics::configure(config);
                }
                if let Some(routes) = &self.routes {
                    routes(config);
                }
            };
            // The last middleware is the outermost: it sees a request first.
            actix_web::App::new()
                .app_data(app.clone())
                .app_data(metrics.clone())
                .configure(routes)
                .default_service(web::to(|| async { Problem::no_route().error_response() }))
                .wrap(from_fn(counted::reserve))
                .wrap(from_fn(move |request, next| {
                    enforce_deadline(read_deadline, request, next)
                }))
                .wrap(from_fn(move |request: ServiceRequest, next| {
                    let kind = kind_of(&request);
                    rate::limit(rate_limits.clone(), kind, request, next)
                }))
                .wrap(cors::cors(&origins))
                .wrap(from_fn(move |request, next| {
                    cors::explain(refusals.clone(), request, next)
                }))
                .wrap(from_fn(wayfare_web::render_errors))
                .wrap(from_fn(envelope))
                .wrap(from_fn(compress))
                .wrap(from_fn(move |request, next| {
                    trace(traces.clone(), request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    measure(measured.clone(), request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    secure(over_tls, request, next)
                }))
                .wrap(from_fn(track))
        };
        let limits = Limits {
            head: HEAD_TIMEOUT,
            idle: KEEP_ALIVE,
            response: read_deadline,
        };
        let server = Server::build()
            .workers(workers)
            .max_concurrent_connections(of_each)
            .shutdown_timeout(SHUTDOWN_TIMEOUT)
            .disable_signals();
        listen(server, listener, limits, application)
    }
}

/// Serves an application over [`Connection`]s, which enforce the limits.
fn listen<F, S, B>(
    server: ServerBuilder,
    listener: TcpListener,
    limits: Limits,
    application: impl Fn() -> F + Clone + Send + 'static,
) -> io::Result<Server>
where
    F: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error>
        + 'static,
    S::InitError: Debug,
    B: MessageBody + 'static,
{
    let stopping = server.graceful_shutdown_signal();
    let http = move || {
        let stopping = stopping.clone();
        let application = application()
            .into_factory()
            .map_err(|error: Error| error.error_response());
        let http = HttpService::build()
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(HEAD_TIMEOUT)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.requests());
            })
            .h1(map_config(application, |()| AppConfig::default()));
        fn_service(move |stream: TcpStream| async move {
            let client = stream.peer_addr().ok();
            stream.set_nodelay(true).map_err(DispatchError::Io)?;
            Ok((Connection::new(stream, limits), client))
        })
        .and_then(http)
    };
    Ok(server.listen("http", listener, http)?.run())
}

/// The kind of a request, as rate limits count it. Pages and interface share the counters.
fn kind_of(request: &ServiceRequest) -> Kind {
    // As the router reads it: an escaped letter is that letter.
    let path = request.match_info().as_str();
    if [HEALTHZ, READYZ, METRICS].contains(&path) {
        return Kind::Free;
    }
    match (request.method(), path) {
        (&Method::POST, "/sign-up") => Kind::SignUp,
        (&Method::POST, "/sign-in") => Kind::Credentials,
        (&Method::POST, "/account/password") => Kind::Password,
        (&Method::POST, path) if path.starts_with("/s/") => Kind::SharePassword,
        _ => {
            let app = request.app_data::<Data<App>>();
            wayfare_api::kind_of(request.request(), app.map_or("", |app| app.links.root()))
        }
    }
}
