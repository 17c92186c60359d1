//! The metrics of HTTP requests. Labels take a bounded number of values, none chosen by clients.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use wayfare_api_core::http::request::{method_of, route_of, variant_of};

/// The upper bounds of the latency buckets, in seconds: from a small read to the longest wait for
/// the database.
const BUCKETS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ResponseLabels {
    method: &'static str,
    route: String,
    status: u32,
    variant: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Clone)]
pub(crate) struct Requests {
    responses: Family<ResponseLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    in_flight: Gauge,
}

impl Requests {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let requests = Self {
            responses: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            in_flight: Gauge::default(),
        };
        registry.register(
            "http_requests",
            "HTTP responses",
            requests.responses.clone(),
        );
        registry.register(
            "http_request_duration_seconds",
            "Time from a request's head to its response's head",
            requests.durations.clone(),
        );
        registry.register(
            "http_requests_in_flight",
            "HTTP requests in flight",
            requests.in_flight.clone(),
        );
        requests
    }
}

/// Counts a request as in flight until it is dropped, also if the client disconnects early.
struct InFlight<'m>(&'m Gauge);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Middleware that counts requests and measures their latency.
///
/// # Errors
/// Passes on those of the routes.
pub(crate) async fn measure<B: MessageBody>(
    requests: Requests,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    requests.in_flight.inc();
    let _in_flight = InFlight(&requests.in_flight);
    let answer = next.call(request).await?;
    let request = answer.request();
    let (method, route) = (method_of(request), route_of(request).to_string());
    let status = u32::from(answer.status().as_u16());
    let variant = variant_of(request).unwrap_or_default();
    requests
        .responses
        .get_or_create(&ResponseLabels {
            method,
            route: route.clone(),
            status,
            variant,
        })
        .inc();
    requests
        .durations
        .get_or_create(&RouteLabels { method, route })
        .observe(started.elapsed().as_secs_f64());
    Ok(answer)
}
