//! `/metrics`: Prometheus metrics of requests, queues, pictures and the process.

mod http;
mod process;
mod service;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, ResponseError};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use wayfare_api_core::client::is_local;
use wayfare_api_core::envelope::envelope;
use wayfare_api_core::rate::RateLimits;
use wayfare_api_core::{Answer, Endpoint, Problem};

use http::Requests;
pub(crate) use http::measure;

/// The path of the metrics.
pub(crate) const METRICS: &str = "/metrics";
/// The prefix of all names but those of the process.
const PREFIX: &str = "wayfare";
/// The media types of the text, which is valid in both formats.
const OPEN_METRICS: &str = "application/openmetrics-text";
const OPEN_METRICS_1: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
const PROMETHEUS: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// The metrics of one server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Metrics {
    registry: Arc<Registry>,
    requests: Requests,
}

impl Metrics {
    /// The metrics of a server with this state and these rate limits, unless they are off.
    pub(crate) fn new(app: wayfare_api_core::App, rate_limits: Option<Arc<RateLimits>>) -> Self {
        let mut registry = Registry::default();
        let own = registry.sub_registry_with_prefix(PREFIX);
        let requests = Requests::register(own);
        own.register_collector(Box::new(service::ServiceCollector(app)));
        own.register_collector(Box::new(http::RateLimitCollector(rate_limits)));
        registry.register_collector(Box::new(process::ProcessCollector));
        Self {
            registry: Arc::new(registry),
            requests,
        }
    }

    fn render(&self, request: &HttpRequest) -> Answer {
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(|error| Problem::internal(&error))?;
        let accepted = request
            .headers()
            .get_all(ACCEPT)
            .filter_map(|value| value.to_str().ok());
        let open = accepted
            .into_iter()
            .any(|value| value.contains(OPEN_METRICS));
        let kind = if open { OPEN_METRICS_1 } else { PROMETHEUS };
        let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(HttpResponse::Ok()
            .insert_header(no_store)
            .insert_header((CONTENT_TYPE, kind))
            .body(text))
    }
}

/// Adds the path to the public routes. Callers on other machines get 404.
pub(crate) fn configure(config: &mut ServiceConfig) {
    Endpoint::at(METRICS).get(local).register(config);
}

async fn local(metrics: Data<Metrics>, request: HttpRequest) -> Answer {
    if is_local(&request) {
        metrics.render(&request)
    } else {
        Err(Problem::no_route())
    }
}

async fn any(metrics: Data<Metrics>, request: HttpRequest) -> Answer {
    metrics.render(&request)
}

/// Serves only the metrics on a listening socket, to everybody who can reach it.
///
/// # Errors
/// The socket can't be used.
pub(crate) fn serve(metrics: Metrics, listener: TcpListener) -> io::Result<Server> {
    let metrics = Data::new(metrics);
    let application = move || {
        App::new()
            .app_data(metrics.clone())
            .configure(|config| Endpoint::at(METRICS).get(any).register(config))
            .default_service(web::to(|| async { Problem::no_route().error_response() }))
            .wrap(from_fn(envelope))
    };
    Ok(HttpServer::new(application)
        .workers(1)
        .disable_signals()
        .shutdown_timeout(1)
        .listen(listener)?
        .run())
}
