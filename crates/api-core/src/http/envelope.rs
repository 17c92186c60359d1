//! Middleware around every request: request id, trace context, access log, problem details and
//! common headers.

use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpResponse};
use tracing::Instrument;
use uuid::Uuid;
use wayfare_bounds::trace::{TRACEPARENT, TraceContext, scope};
use wayfare_service::Origin;

use crate::http::access_log::log;
use crate::http::endpoint::{API_VARIANT, Secrecy};
use crate::http::request::Identity;
use crate::input::prefer::{self, PREFERENCE_APPLIED};
use crate::{App, Problem, Variants};

/// The header that carries the request id, both ways.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The media type of problem details.
const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Marks an error answer that is a page for people: its body stays as it is.
#[derive(Debug, Clone, Copy)]
pub struct ErrorPage;

impl ErrorPage {
    /// An answer whose body stays as it is: that of another protocol, or a page.
    pub fn mark(mut answer: HttpResponse) -> HttpResponse {
        answer.extensions_mut().insert(Self);
        answer
    }
}

/// Says whether search engines may list an answer.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Middleware around all routes: assigns a request id (the client's own if it is valid) and a trace
/// context, logs one line, writes the id into problem details, and sets common headers.
///
/// # Errors
/// Never one of its own.
pub async fn envelope(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let id = request_id(request.headers());
    let trace = trace(request.headers());
    let span = tracing::info_span!(
        "request", id = %id, trace_id = %trace.trace_id(), span_id = %trace.span_id()
    );
    request.extensions_mut().insert(Identity {
        id: id.clone(),
        trace,
    });
    let app = request.app_data::<Data<App>>();
    let origin = Origin::Request {
        client: app.and_then(|app| app.proxies.client(request.request())),
        id: id.clone(),
        assistant: None,
    };
    let work = origin.scope(next.call(request).instrument(span.clone()));
    let answer = scope(trace, work).await?.map_into_boxed_body();
    let _in_span = span.enter();
    let mut answer = finish(answer, &id);
    set_headers(&mut answer, &id);
    log(&answer, started);
    Ok(answer)
}

/// The trace context of a request. Several `traceparent` headers count as none.
fn trace(headers: &HeaderMap) -> TraceContext {
    let mut sent = headers.get_all(TRACEPARENT);
    let first = sent.next().filter(|_| sent.next().is_none());
    TraceContext::continuing(first.and_then(|value| value.to_str().ok()))
}

fn request_id(headers: &HeaderMap) -> String {
    let sane = |id: &&str| {
        (1..=64).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let sent = headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(sane);
    sent.map_or_else(|| Uuid::new_v4().to_string(), str::to_owned)
}

/// Adds the request id to problem details; adds problem details to errors of the framework.
fn finish(answer: ServiceResponse<BoxBody>, id: &str) -> ServiceResponse<BoxBody> {
    let status = answer.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || answer.response().extensions().contains::<ErrorPage>() {
        return answer;
    }
    let known = answer.response().extensions().get::<Problem>().cloned();
    let problem = known.unwrap_or_else(|| Problem::of_status(status));
    let mut answer = answer.map_body(|_, _| BoxBody::new(problem.body(id)));
    answer.headers_mut().insert(header::CONTENT_TYPE, PROBLEM);
    answer
}

fn set_headers(answer: &mut ServiceResponse<BoxBody>, id: &str) {
    let variants = answer.request().extensions().get::<Variants>().copied();
    let preferences = prefer::applied(answer.request());
    let secrecy = answer.request().extensions().get().copied();
    let headers = answer.headers_mut();
    if secrecy.is_some() {
        let nowhere = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, nowhere);
    }
    if secrecy == Some(Secrecy::OfAddress) {
        headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    }
    if let Some(preferences) = preferences {
        headers.insert(PREFERENCE_APPLIED, preferences);
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    if let Some(variants) = variants {
        headers.insert(
            HeaderName::from_static(API_VARIANT),
            HeaderValue::from_static(variants.as_str()),
        );
        headers.append(
            header::VARY,
            HeaderValue::from_static("Api-Variant, Authorization, token"),
        );
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
    }
}
