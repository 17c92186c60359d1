//! What goes around every request: its id, its log line, and the last shape of its answer.

use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use tracing::Instrument;
use uuid::Uuid;

use crate::endpoint::API_VARIANT;
use crate::{Problem, Variants};

/// The header that carries the request id, both ways.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The media type of problem details.
const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Middleware around all routes: gives the request an id (the client's own where it is sane), logs one line, writes the id into
/// problem details, and sets the headers that every answer has.
///
/// # Errors
/// Never one of its own.
pub async fn envelope(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    let span = tracing::info_span!("request", id = %id);
    let answer = next.call(request).instrument(span.clone()).await?.map_into_boxed_body();
    let _in_span = span.enter();
    let mut answer = finish(answer, &id);
    set_headers(&mut answer, &id);
    let route = answer.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    tracing::info!(
        %method,
        route,
        status = answer.status().as_u16(),
        micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    Ok(answer)
}

fn request_id(headers: &HeaderMap) -> String {
    let sane = |id: &&str| {
        (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let sent = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(sane);
    sent.map_or_else(|| Uuid::new_v4().to_string(), str::to_owned)
}

/// Writes problem details anew, now with the request id; makes them where the framework failed a request without.
fn finish(answer: ServiceResponse<BoxBody>, id: &str) -> ServiceResponse<BoxBody> {
    let status = answer.status();
    if !status.is_client_error() && !status.is_server_error() {
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
    let headers = answer.headers_mut();
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    if let Some(variants) = variants {
        headers.insert(HeaderName::from_static(API_VARIANT), HeaderValue::from_static(variants.as_str()));
        headers.append(header::VARY, HeaderValue::from_static("Api-Variant, Authorization, token"));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}
