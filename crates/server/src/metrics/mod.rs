//! `/metrics`: Prometheus metrics of requests, queues, pictures and the process.

mod http;
mod parts;
mod process;

use std::collections::HashSet;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::Server;
use actix_web::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, ResponseError};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use wayfare_api_core::http::envelope::envelope;
use wayfare_api_core::http::proxies::is_local;
use wayfare_api_core::limits::rate::{Kind, RateLimits};
use wayfare_api_core::{Answer, Endpoint, Problem};
use wayfare_service::Rates;
use wayfare_storage::CacheMetrics;

use http::Requests;
pub(crate) use http::measure;

/// The path of the metrics.
pub(crate) const METRICS: &str = "/metrics";
/// The prefix of all names but those of the process.
const PREFIX: &str = "wayfare";
/// The media types of the two formats.
const OPEN_METRICS: &str = "application/openmetrics-text";
const OPEN_METRICS_1: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
const PROMETHEUS: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// The metrics of one server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Metrics {
    registry: Arc<Registry>,
    pub(crate) requests: Requests,
    rates: Rates,
}

impl Metrics {
    /// The metrics of a server with this state and these rate limits, unless they are off.
    pub(crate) fn new(
        app: &wayfare_api_core::App,
        trip_cache: &CacheMetrics,
        rate_limits: Option<&RateLimits>,
    ) -> Self {
        let mut registry = Registry::default();
        let own = registry.sub_registry_with_prefix(PREFIX);
        let requests = Requests::register(own);
        app.service.register(own);
        parts::register(own, app, trip_cache, rate_limits);
        let rates = app.service.rates.clone();
        registry.register_collector(Box::new(process::ProcessCollector));
        Self {
            registry: Arc::new(registry),
            requests,
            rates,
        }
    }

    async fn answer(&self, request: &HttpRequest) -> Answer {
        // Without a database, the metrics show the rates that were read last.
        if let Err(error) = self.rates.refresh().await {
            tracing::debug!(%error, "new reference rates can't be read");
        }
        self.render(request)
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
        let kind = if open {
            OPEN_METRICS_1
        } else {
            text = prometheus_text(&text);
            PROMETHEUS
        };
        let no_store = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(HttpResponse::Ok()
            .insert_header(no_store)
            .insert_header((CONTENT_TYPE, kind))
            .body(text))
    }
}

/// Converts OpenMetrics to Prometheus' older text format, in which the lines that describe a
/// counter have the name of its samples, with `_total`.
fn prometheus_text(open: &str) -> String {
    let counters: HashSet<&str> = open
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter"))
        .collect();
    let mut text = String::with_capacity(open.len());
    for line in open.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some(kind @ ("HELP" | "TYPE")), Some(name), Some(rest))
                if counters.contains(name) =>
            {
                for part in ["# ", kind, " ", name, "_total ", rest] {
                    text.push_str(part);
                }
            }
            // Only OpenMetrics has these.
            (Some("#"), Some("UNIT" | "EOF"), ..) => continue,
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// The path among the public routes. Callers on other machines get 404.
pub(crate) fn endpoint() -> Endpoint {
    Endpoint::at(METRICS)
        .get(local)
        .counts_as(Kind::Free, |_| true)
}

async fn local(metrics: Data<Metrics>, request: HttpRequest) -> Answer {
    if is_local(&request) {
        metrics.answer(&request).await
    } else {
        Err(Problem::no_route())
    }
}

async fn any(metrics: Data<Metrics>, request: HttpRequest) -> Answer {
    metrics.answer(&request).await
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

#[cfg(test)]
mod tests;
