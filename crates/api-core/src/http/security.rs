//! Security headers of every answer.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// The content security policy of answers that are not pages. Pages set their own, and their own
/// referrer policy.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// HSTS for a year.
const OVER_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Security header middleware: no content sniffing, no framing, no referrer, a content security
/// policy, a resource policy by which other origins may embed pictures only, and HSTS if the
/// service is `over_tls`.
///
/// # Errors
/// Never one of its own.
pub async fn secure<B: MessageBody>(
    over_tls: bool,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(request).await?;
    let status = answer.status();
    let headers = answer.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    if !headers.contains_key(header::REFERRER_POLICY) {
        headers.insert(
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        );
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, NOTHING);
    }
    if let Some(policy) = resource_policy(status, headers) {
        headers.insert(RESOURCE_POLICY, policy);
    }
    if over_tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, OVER_TLS);
    }
    Ok(answer)
}

/// Pictures are embedded by the front end, which has another origin. A 304 keeps the headers that
/// the browser has cached.
fn resource_policy(status: StatusCode, headers: &HeaderMap) -> Option<HeaderValue> {
    if status == StatusCode::NOT_MODIFIED {
        return None;
    }
    let kind = headers
        .get(header::CONTENT_TYPE)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    Some(HeaderValue::from_static(if kind.starts_with(b"image/") {
        "cross-origin"
    } else {
        "same-origin"
    }))
}
