//! Cross-origin resource sharing (CORS).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use actix_cors::Cors;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{RequestHead, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use wayfare_api_core::Problem;

use crate::health::HEALTHZ;
use crate::pages;
use crate::settings::CorsOrigins;

/// The request headers that routes read, and those that tracing adds.
const ALLOWED: [&str; 15] = [
    "Accept",
    "Api-Variant",
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Max-Height",
    "Max-Width",
    "Prefer",
    "Share-Password",
    "token",
    "traceparent",
    "tracestate",
    "X-Request-Id",
    "X-Requested-With",
];
/// The response headers that pages may read.
const EXPOSED: [&str; 15] = [
    "Allow",
    "Api-Variant",
    "Authorization",
    "Content-Disposition",
    "ETag",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Refresh-Token",
    "Retry-After",
    "Unknown-Members",
    "WWW-Authenticate",
    "X-Request-Id",
];
/// How long a browser may cache a preflight response, in seconds.
const MAX_AGE: usize = 3_600;
/// How many refused origins are logged.
const MAX_LOGGED: usize = 100;

/// Middleware that lets pages of these origins call the service, and pages of all origins read
/// public documents. Tokens are sent in headers, never in cookies, so browsers' credentials are not
/// allowed.
pub(crate) fn cors(origins: &CorsOrigins) -> Cors {
    let cors = Cors::default()
        .allowed_methods([
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ])
        .allowed_headers(ALLOWED)
        .expose_headers(EXPOSED)
        .max_age(MAX_AGE);
    match origins {
        CorsOrigins::Any => cors.allow_any_origin().send_wildcard(),
        CorsOrigins::These(origins) => origins
            .iter()
            .fold(cors, |cors, origin| cors.allowed_origin(origin))
            .allowed_origin_fn(|_, head| is_public(head)),
    }
}

/// Whether a request is for a document that is open to all origins.
fn is_public(head: &RequestHead) -> bool {
    let path = head.uri.path();
    let is_default_picture = path.contains("/api/v1/") && path.ends_with("/default/picture");
    let is_document = pages::is_document(path) || path == HEALTHZ || is_default_picture;
    is_document && !matches!(head.method, Method::POST | Method::PUT | Method::DELETE)
}

/// The origins that were refused and logged. Clones share them.
#[derive(Clone)]
pub(crate) struct Refusals {
    origins: CorsOrigins,
    logged: Arc<Mutex<HashSet<Vec<u8>>>>,
}

impl Refusals {
    /// None yet, of a service that allows these origins.
    pub(crate) fn new(origins: CorsOrigins) -> Self {
        Self {
            origins,
            logged: Arc::default(),
        }
    }

    /// The origin of a request, if it is refused.
    fn refused<'r>(&self, head: &'r RequestHead) -> Option<&'r HeaderValue> {
        let origin = head.headers.get(header::ORIGIN)?;
        let is_allowed = match &self.origins {
            CorsOrigins::Any => true,
            CorsOrigins::These(allowed) => allowed.iter().any(|allowed| origin == allowed),
        };
        (!is_allowed && !is_own(head, origin) && !is_public(head)).then_some(origin)
    }

    /// Logs an origin, unless it is logged already.
    fn log(&self, origin: &HeaderValue) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < MAX_LOGGED && logged.insert(origin.as_bytes().to_vec()) {
            let origin = String::from_utf8_lossy(origin.as_bytes());
            tracing::warn!(
                %origin,
                "pages of {origin} are refused; CORS_ORIGINS (WAYFARE_CORS_ORIGINS) lists the origins that are allowed"
            );
        }
    }
}

/// Whether a page is the service's own: browsers send the origin with its writes too.
fn is_own(head: &RequestHead, origin: &HeaderValue) -> bool {
    let host = head.headers.get(header::HOST).map(HeaderValue::as_bytes);
    let authority = origin
        .as_bytes()
        .strip_prefix(b"https://")
        .or(origin.as_bytes().strip_prefix(b"http://"));
    authority.is_some() && authority == host
}

/// Middleware around [`cors`]: logs the first request of each refused origin, and answers its
/// preflights with the setting that would allow it.
///
/// # Errors
/// Never one of its own: the refusal is an answer.
pub(crate) async fn explain(
    refusals: Refusals,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let refused = refusals.refused(request.head()).cloned();
    let is_preflight = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let answer = next.call(request).await?.map_into_boxed_body();
    let Some(origin) = refused else {
        return Ok(answer);
    };
    refusals.log(&origin);
    if !is_preflight {
        return Ok(answer);
    }
    let origin = String::from_utf8_lossy(origin.as_bytes());
    let refusal = Problem::origin_refused(&origin).error_response();
    Ok(ServiceResponse::new(answer.request().clone(), refusal))
}
