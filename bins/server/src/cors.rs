//! Cross-origin resource sharing (CORS).

use actix_cors::Cors;
use actix_web::http::Method;

use crate::settings::CorsOrigins;

/// The request headers that routes read.
const ALLOWED: [&str; 10] = [
    "Api-Variant",
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Max-Height",
    "Max-Width",
    "token",
    "traceparent",
    "X-Request-Id",
];
/// The response headers that pages may read.
const EXPOSED: [&str; 9] = [
    "Api-Variant",
    "Authorization",
    "ETag",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
];
/// How long a browser may cache a preflight response, in seconds.
const MAX_AGE: usize = 3_600;

/// Middleware that lets pages of these origins call the service. Tokens are sent in headers, never
/// in cookies, so browsers' credentials are not allowed.
pub(crate) fn cors(origins: &CorsOrigins) -> Cors {
    let cors = Cors::default()
        .allowed_methods([
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PUT,
            Method::DELETE,
        ])
        .allowed_headers(ALLOWED)
        .expose_headers(EXPOSED)
        .max_age(MAX_AGE);
    match origins {
        CorsOrigins::Any => cors.allow_any_origin().send_wildcard(),
        CorsOrigins::These(origins) => origins
            .iter()
            .fold(cors, |cors, origin| cors.allowed_origin(origin)),
    }
}
