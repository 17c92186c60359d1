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

/// The origins whose pages may call the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CorsOrigins {
    /// All origins.
    Any,
    /// These origins, in the form in which browsers send them.
    These(Vec<String>),
}

/// The request headers that routes read, and those that tracing adds.
const ALLOWED: [&str; 20] = [
    "Accept",
    "Api-Variant",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Max-Height",
    "Max-Width",
    "MCP-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
    "Prefer",
    "Share-Password",
    "token",
    "traceparent",
    "tracestate",
    "X-Request-Id",
    "X-Requested-With",
];
/// The response headers that pages may read. The library would list them in another order on each
/// thread.
const EXPOSED: &str = "\
     Allow, Api-Variant, Authorization, Content-Disposition, ETag, Idempotency-Replayed, Link, \
     Location, Preference-Applied, RateLimit, RateLimit-Policy, Refresh-Token, Retry-After, \
     Unknown-Members, WWW-Authenticate, X-Request-Id";
/// How long a browser may cache a preflight response, in seconds.
const MAX_AGE: usize = 3_600;
/// How many refused origins are logged.
const MAX_LOGGED: usize = 100;
/// The bytes of an origin that are logged.
const MAX_ORIGIN: usize = 512;

/// The rules of one service.
pub(crate) struct CrossOrigin {
    origins: CorsOrigins,
    is_open: fn(&str) -> bool,
    /// The origins that were refused and logged.
    logged: Mutex<HashSet<Vec<u8>>>,
}

impl CrossOrigin {
    /// Lets pages of these origins call the service, and pages of all origins read default pictures
    /// and the documents at paths that `is_open` names.
    pub(crate) fn new(origins: CorsOrigins, is_open: fn(&str) -> bool) -> Self {
        Self {
            origins,
            is_open,
            logged: Mutex::default(),
        }
    }

    /// Middleware by these rules. Tokens are sent in headers, never in cookies, so browsers'
    /// credentials are not allowed.
    pub(crate) fn middleware(self: &Arc<Self>) -> Cors {
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
            .max_age(MAX_AGE);
        match &self.origins {
            CorsOrigins::Any => cors.allow_any_origin().send_wildcard(),
            CorsOrigins::These(origins) => {
                let rules = Arc::clone(self);
                origins
                    .iter()
                    .fold(cors, |cors, origin| cors.allowed_origin(origin))
                    .allowed_origin_fn(move |_, head| rules.is_public(head))
            }
        }
    }

    /// Whether a request is for a document that is open to all origins.
    fn is_public(&self, head: &RequestHead) -> bool {
        let path = head.uri.path();
        (path.ends_with("/default/picture") || (self.is_open)(path))
            && !matches!(head.method, Method::POST | Method::PUT | Method::DELETE)
    }

    /// The origin of a request, if it is refused.
    fn refused<'r>(&self, head: &'r RequestHead) -> Option<&'r HeaderValue> {
        let origin = head.headers.get(header::ORIGIN)?;
        let is_allowed = match &self.origins {
            CorsOrigins::Any => true,
            CorsOrigins::These(allowed) => allowed.iter().any(|allowed| origin == allowed),
        };
        (!is_allowed && !is_own(head, origin) && !self.is_public(head)).then_some(origin)
    }

    /// Logs an origin, unless it is logged already.
    fn log(&self, origin: &HeaderValue) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < MAX_LOGGED && logged.insert(origin.as_bytes().to_vec()) {
            let origin = origin.as_bytes();
            let origin = String::from_utf8_lossy(origin.get(..MAX_ORIGIN).unwrap_or(origin));
            // Some characters turn lines around, or begin new ones.
            let origin = origin.escape_debug().to_string();
            tracing::warn!(
                %origin,
                "pages of {origin} are refused; CORS_ORIGINS (WAYFARE_CORS_ORIGINS) lists the \
                    origins that are allowed"
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

/// Middleware around [`CrossOrigin::middleware`]: says which headers pages may read, logs the first
/// request of each refused origin, and answers its preflights with the setting that would allow it.
///
/// # Errors
/// Never one of its own: the refusal is an answer.
pub(crate) async fn explain(
    rules: Option<Arc<CrossOrigin>>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let refused = rules.and_then(|rules| {
        let origin = rules.refused(request.head())?.clone();
        rules.log(&origin);
        Some(origin)
    });
    let is_preflight = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut answer = next.call(request).await?.map_into_boxed_body();
    let headers = answer.headers_mut();
    if headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN) {
        let exposed = HeaderValue::from_static(EXPOSED);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
    let Some(origin) = refused else {
        return Ok(answer);
    };
    if !is_preflight {
        return Ok(answer);
    }
    let origin = String::from_utf8_lossy(origin.as_bytes());
    let refusal = Problem::origin_refused(&origin).error_response();
    Ok(ServiceResponse::new(answer.request().clone(), refusal))
}
