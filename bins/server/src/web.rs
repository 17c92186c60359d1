//! The HTTP server: the application with all that goes around its routes, and the bounds of its connections.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{HttpServer, ResponseError};
use wayfare_api_core::envelope::envelope;
use wayfare_api_core::security::secure;
use wayfare_api_core::{App, Problem, Variants};

use crate::settings::CorsOrigins;
use crate::{cors, mount};

/// How many connections each worker serves at once.
const MAX_CONNECTIONS: usize = 8_192;
/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept: longer than proxies in front keep theirs, so that it is they who close.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long requests in flight may take to finish once the server stops, in seconds.
const SHUTDOWN_TIMEOUT: u64 = 30;

/// What is served, and to whom.
pub(crate) struct Web {
    /// What routes work with.
    pub(crate) app: App,
    /// Whose pages may call it.
    pub(crate) origins: CorsOrigins,
    /// The variant of the list of trips for clients that choose none.
    pub(crate) default_variant: Variants,
    /// Whether clients reach it over TLS.
    pub(crate) over_tls: bool,
}

impl Web {
    /// Serves on a socket that listens.
    ///
    /// # Errors
    /// The socket can't be used.
    pub(crate) fn serve(self, listener: TcpListener) -> io::Result<Server> {
        let Self { app, origins, default_variant, over_tls } = self;
        let app = Data::new(app);
        let application = move || {
            // The last to be wrapped around is the first to see a request.
            actix_web::App::new()
                .app_data(app.clone())
                .configure(|config| mount::configure(config, default_variant))
                .default_service(web::to(|| async { Problem::no_route().error_response() }))
                .wrap(cors::cors(&origins))
                .wrap(from_fn(envelope))
                .wrap(from_fn(move |request, next| secure(over_tls, request, next)))
        };
        let server = HttpServer::new(application)
            .client_request_timeout(HEAD_TIMEOUT)
            .keep_alive(KEEP_ALIVE)
            .max_connections(MAX_CONNECTIONS)
            .shutdown_timeout(SHUTDOWN_TIMEOUT)
            .tcp_nodelay(true)
            .disable_signals();
        Ok(server.listen(listener)?.run())
    }
}
