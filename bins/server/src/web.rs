//! The HTTP server: the application with all that goes around its routes, and the bounds of its
//! connections.

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
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{AppConfig, Server, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{Error, ResponseError};
use wayfare_api_core::envelope::envelope;
use wayfare_api_core::rate::{self, RateLimits};
use wayfare_api_core::security::secure;
use wayfare_api_core::slow::{Patience, cut_off};
use wayfare_api_core::{App, Problem, Variants};

use crate::connection::{Connection, Limits, followed};
use crate::limits::kind_of;
use crate::metrics::{self, Metrics, measure};
use crate::server::Routes;
use crate::settings::CorsOrigins;
use crate::traces::{Traces, traced};
use crate::{cors, mount};

/// How many connections each worker serves at once where nothing else is set.
const MAX_CONNECTIONS: usize = 8_192;
/// The least rate at which a body must come and an answer be taken, in bytes a second.
const LEAST_RATE: u64 = 8 << 10;
/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept: longer than proxies in front keep theirs, so that it is
/// they who close.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long a client that sends on after it was refused may do so before it is cut off.
const PARTING: Duration = Duration::from_secs(1);
/// How long requests in flight may take to finish once the server stops, in seconds.
const SHUTDOWN_TIMEOUT: u64 = 30;

/// What is served, to whom, and within which bounds.
pub(crate) struct Web {
    /// What routes work with.
    pub(crate) app: App,
    /// Whose pages may call it.
    pub(crate) origins: CorsOrigins,
    /// The variant of the list of trips for clients that choose none.
    pub(crate) default_variant: Variants,
    /// Whether clients reach it over TLS.
    pub(crate) over_tls: bool,
    /// The limits on the rate of requests, where there are any.
    pub(crate) rate_limits: Option<RateLimits>,
    /// How long a client may pause while it sends a body or takes an answer.
    pub(crate) body_timeout: Duration,
    /// How many connections are served at once, by all workers together.
    pub(crate) max_connections: Option<usize>,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// Where spans go, where they go anywhere.
    pub(crate) traces: Option<Traces>,
    /// Whether the metrics are served here, to this machine alone.
    pub(crate) tells_metrics: bool,
    /// Routes beside those of the interface.
    pub(crate) routes: Option<Routes>,
}

impl Web {
    /// Serves on a socket that listens.
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
        let rate_limits = rate_limits.map(Arc::new);
        let patience = Patience {
            pause: body_timeout,
            rate: LEAST_RATE,
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let of_each = self
            .max_connections
            .map_or(MAX_CONNECTIONS, |most| most.div_ceil(workers));
        let application = move || {
            let (measured, rate_limits, traces) =
                (metrics.clone(), rate_limits.clone(), traces.clone());
            let routes = |config: &mut ServiceConfig| {
                mount::configure(config, default_variant);
                if self.tells_metrics {
                    metrics::configure(config);
                }
                if let Some(routes) = &self.routes {
                    routes(config);
                }
            };
            // The last to be wrapped around is the first to see a request.
            actix_web::App::new()
                .app_data(app.clone())
                .app_data(metrics.clone())
                .configure(routes)
                .default_service(web::to(|| async { Problem::no_route().error_response() }))
                .wrap(from_fn(move |request, next| {
                    cut_off(patience, request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    limited(rate_limits.clone(), request, next)
                }))
                .wrap(cors::cors(&origins))
                .wrap(from_fn(envelope))
                .wrap(from_fn(move |request, next| {
                    traced(traces.clone(), request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    counted(measured.clone(), request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    secure(over_tls, request, next)
                }))
                .wrap(from_fn(followed))
        };
        let limits = Limits {
            head: HEAD_TIMEOUT,
            idle: KEEP_ALIVE,
            answer: patience,
        };
        let server = Server::build()
            .workers(workers)
            .max_concurrent_connections(of_each)
            .shutdown_timeout(SHUTDOWN_TIMEOUT)
            .disable_signals();
        listen(server, listener, limits, application)
    }
}

/// Serves an application over connections of this service's own, which its limits hold for.
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
            .client_disconnect_timeout(PARTING)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.turns());
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

/// Middleware that holds requests to the limits, where there are any.
async fn limited(
    limits: Option<Arc<RateLimits>>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match limits {
        Some(limits) => {
            let kind = kind_of(request.request());
            rate::limit(&limits, kind, request, next).await
        }
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// Middleware that counts requests.
async fn counted<B: MessageBody>(
    metrics: Data<Metrics>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    measure(&metrics, request, next).await
}
