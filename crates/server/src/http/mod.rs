//! The HTTP server: the routes with their middleware, and the limits of connections.

mod connection;
pub(crate) mod drain;
pub(crate) mod health;
#[cfg(feature = "otlp")]
pub(crate) mod traces;
#[cfg(not(feature = "otlp"))]
#[path = "no_traces.rs"]
pub(crate) mod traces;

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
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, apply_fn_factory, map_config,
};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::web::{Data, ServiceConfig};
#[cfg(target_os = "linux")]
use socket2::SockRef;
use url::Url;
use wayfare_api::{Api, CorsOrigins};
use wayfare_mcp::{Mcp, Origins};
use wayfare_web::Site;

use crate::metrics::{self, Metrics, measure};
use crate::pages;
use crate::settings::origin_of;
use connection::{Connection, Limits, track};
use traces::{Traces, trace};

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
pub(crate) struct HttpServer {
    /// The interface, with its options.
    pub(crate) api: Api,
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
    /// The server for assistants, unless it is off.
    pub(crate) mcp: Option<Mcp>,
    /// Routes beside those of the interface.
    pub(crate) routes: Option<Routes>,
}

/// The server for assistants: pages at the public addresses `own`, and of the other origins that
/// may call the service, may use it, too. `is_public` says whether the addresses are set. Without
/// pages, nobody can consent to one that signs in.
pub(crate) fn assistants(
    own: [&Url; 2],
    others: &CorsOrigins,
    is_public: bool,
    has_pages: bool,
) -> Mcp {
    let mut origins = Origins {
        listed: own.map(origin_of).into(),
        any: *others == CorsOrigins::Any,
        own_address: !is_public,
    };
    if let CorsOrigins::These(others) = others {
        origins.listed.extend_from_slice(others);
    }
    let (mcp, [base, front]) = (Mcp::new(origins), own);
    match has_pages {
        true => mcp.with_sign_in(base, front),
        false => mcp,
    }
}

impl HttpServer {
    /// Serves on a listening socket.
    ///
    /// # Errors
    /// The socket can't be used.
    pub(crate) fn serve(self, listener: TcpListener) -> io::Result<Server> {
        let api = self.api.error_pages(wayfare_web::render_errors);
        let (metrics, traces) = (Data::new(self.metrics), self.traces);
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let of_each = self
            .max_connections
            .map_or(MAX_CONNECTIONS, |most| most.div_ceil(workers));
        let limits = Limits {
            head: HEAD_TIMEOUT,
            idle: KEEP_ALIVE,
            response: api.read_deadline(),
        };
        let application = move || {
            let (measured, traces) = (metrics.requests.clone(), traces.clone());
            let mut endpoints = health::endpoints();
            endpoints.extend(pages::endpoints(self.pages.is_none()));
            if self.pages.is_some() {
                endpoints.extend(wayfare_web::endpoints());
            }
            endpoints.extend(self.mcp.iter().flat_map(Mcp::endpoints));
            endpoints.extend(self.serves_metrics.then(metrics::endpoint));
            let routes = |config: &mut ServiceConfig| {
                if let Some(site) = &self.pages {
                    config.app_data(Data::new(site.clone()));
                }
                if let Some(routes) = &self.routes {
                    routes(config);
                }
            };
            // The last middleware is the outermost: it sees a request first.
            actix_web::App::new()
                .app_data(metrics.clone())
                .configure(|config| api.mount_with(config, endpoints, routes))
                .wrap(from_fn(move |request, next| {
                    trace(traces.clone(), request, next)
                }))
                .wrap(from_fn(move |request, next| {
                    measure(measured.clone(), request, next)
                }))
                .wrap(from_fn(track))
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
        apply_fn_factory(http, move |stream: TcpStream, http| {
            // A client that has left already has no address, which lines of the log need.
            let client = stream.set_nodelay(true).and_then(|()| stream.peer_addr());
            end_if_unreachable(&stream, limits.idle.max(limits.response.pause));
            let (connection, mut gone) = Connection::new(stream, limits);
            let served = client.map(|client| http.call((connection, Some(client))));
            async move {
                let result = served.map_err(DispatchError::Io)?.await;
                // It counts, and a stopping server waits, until its requests have finished.
                gone.recv().await;
                result
            }
        })
    };
    Ok(server.listen("http", listener, http)?.run())
}

/// Has the kernel end a connection whose client acknowledges nothing for so long, such as an event
/// stream to a phone that has changed its network. Else it would try for a quarter of an hour.
fn end_if_unreachable(stream: &TcpStream, limit: Duration) {
    #[cfg(target_os = "linux")]
    if let Err(error) = SockRef::from(stream).set_tcp_user_timeout(Some(limit)) {
        tracing::debug!(%error, "a lost connection will be noticed late");
    }
}
