//! Traces for an OpenTelemetry collector: one span for each request, exported in batches by a
//! separate thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest};
use anyhow::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState,
};
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_otlp::{SpanExporter as Otlp, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, SpanData, SpanEvents, SpanExporter, SpanLinks,
    SpanProcessor,
};
use url::Url;
use wayfare_api_core::http::request::{identity_of, method_of, route_of, user_of, variant_of};

use crate::Failure;

/// The service name of the spans.
const NAME: &str = "wayfare";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The path of traces below a collector's URL.
const TRACES: &str = "/v1/traces";
/// The maximum of queued spans; further spans are dropped.
const QUEUE: usize = 8_192;
/// The maximum of spans in a batch.
const BATCH: usize = 512;
/// The time between two batches.
const DELAY: Duration = Duration::from_secs(2);
/// The timeout of a batch, retries included, and of the flush at shutdown.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The span processor of a server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Traces(Arc<BatchSpanProcessor>);

impl Traces {
    /// Starts the thread that exports spans to a collector, which may come up later.
    ///
    /// # Errors
    /// The HTTP client can't be made.
    pub(crate) fn start(collector: &Url) -> Result<Self, Failure> {
        let endpoint = format!("{}{TRACES}", collector.as_str().trim_end_matches('/'));
        let exporter = Otlp::builder()
            .with_http()
            .with_endpoint(&endpoint)
            .with_timeout(TIMEOUT)
            .build();
        let mut exporter = exporter.context("can't make the client of the trace collector")?;
        let resource = Resource::builder_empty().with_service_name(NAME);
        exporter.set_resource(
            &resource
                .with_attribute(KeyValue::new("service.version", VERSION))
                .build(),
        );
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE)
            .with_max_export_batch_size(BATCH)
            .with_scheduled_delay(DELAY)
            .build();
        tracing::info!(endpoint, "exporting traces to {endpoint}");
        let exporter = LoggedExporter {
            exporter,
            failing: AtomicBool::new(false),
        };
        Ok(Self(Arc::new(BatchSpanProcessor::new(exporter, batches))))
    }

    /// Flushes the queue and ends the thread. Blocks for some seconds at most.
    pub(crate) fn stop(&self) {
        if let Err(error) = self.0.shutdown_with_timeout(TIMEOUT) {
            tracing::warn!(%error, "can't flush traces at shutdown");
        }
    }

    /// Queues the span of a request; drops it if the queue is full.
    fn add(&self, request: &HttpRequest, status: StatusCode, started: SystemTime, took: Duration) {
        if let Some(span) = span(request, status, started, took) {
            self.0.on_end(span);
        }
    }
}

/// An exporter that logs the first failure and the first success after it, not every batch.
#[derive(Debug)]
struct LoggedExporter {
    exporter: Otlp,
    failing: AtomicBool,
}

impl SpanExporter for LoggedExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let result = self.exporter.export(batch).await;
        match (
            self.failing.swap(result.is_err(), Ordering::Relaxed),
            &result,
        ) {
            (false, Err(error)) => {
                tracing::warn!(%error, "can't export traces; dropping them");
            }
            (true, Ok(())) => tracing::info!("exporting traces again"),
            (false, Ok(())) | (true, Err(_)) => {}
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }
}

/// Middleware outside the envelope that queues a span for each request, if a collector is set.
///
/// # Errors
/// Passes on those of the routes.
pub(crate) async fn trace<B: MessageBody>(
    traces: Option<Traces>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(traces) = traces else {
        return next.call(request).await;
    };
    let (started, clock) = (wall_clock(), Instant::now());
    let answer = next.call(request).await?;
    traces.add(answer.request(), answer.status(), started, clock.elapsed());
    Ok(answer)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a collector orders the spans of many machines by wall-clock time"
)]
fn wall_clock() -> SystemTime {
    SystemTime::now()
}

/// The span of a request, with the ids and the data of its log line, so without secrets.
fn span(
    request: &HttpRequest,
    status: StatusCode,
    started: SystemTime,
    took: Duration,
) -> Option<SpanData> {
    let identity = identity_of(request)?;
    let trace_id = TraceId::from_hex(&identity.trace.trace_id()).ok()?;
    let span_id = SpanId::from_hex(&identity.trace.span_id()).ok()?;
    let parent = identity
        .trace
        .parent_id()
        .and_then(|id| SpanId::from_hex(&id).ok());
    let (method, route) = (method_of(request), route_of(request));
    let name = format!("{method} {route}");
    let mut attributes = vec![
        KeyValue::new("http.request.method", method),
        KeyValue::new("http.route", route.to_string()),
        KeyValue::new("http.response.status_code", i64::from(status.as_u16())),
        KeyValue::new("wayfare.request_id", identity.id),
    ];
    attributes.extend(variant_of(request).map(|variant| KeyValue::new("wayfare.variant", variant)));
    attributes.extend(user_of(request).map(|user| KeyValue::new("user.id", user.to_string())));
    Some(SpanData {
        span_context: SpanContext::new(
            trace_id,
            span_id,
            TraceFlags::SAMPLED,
            false,
            TraceState::default(),
        ),
        parent_span_id: parent.unwrap_or(SpanId::INVALID),
        parent_span_is_remote: parent.is_some(),
        span_kind: SpanKind::Server,
        name: name.into(),
        start_time: started,
        end_time: started + took,
        attributes,
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status: if status.is_server_error() {
            Status::error("")
        } else {
            Status::Unset
        },
        instrumentation_scope: InstrumentationScope::builder(NAME)
            .with_version(VERSION)
            .build(),
    })
}
