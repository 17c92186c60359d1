//! Answering with a picture: within the bounds of the request, with its tag, and with what caches may do with it.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use wayfare_pictures::Bounds;
use wayfare_service::PictureOf;

use crate::edit::or_refuse;
use crate::{Answer, App, bounds, conditional};

/// A picture that everybody may see and that may change at any time.
pub const PUBLIC: &str = "public, no-cache";
/// One that comes with the service.
pub const DEFAULT: &str = "public, max-age=86400";
/// One that only some may see and that may change at any time.
pub const PRIVATE: &str = "private, no-cache";
/// One at a signed address: always the same, and the address lasts at least this long.
pub const SIGNED: &str = "private, max-age=3600";
/// One that stands in for another.
const STAND_IN: &str = "no-store";

/// Only what is in the file itself is shown, should a browser take it for a document.
const POLICY: (HeaderName, HeaderValue) =
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));

/// Answers with a picture; 304 where the request names its tag. `caching` is for what it is otherwise kept as.
///
/// # Errors
/// What the service says; 400 for malformed bounds.
pub async fn show(app: &App, request: &HttpRequest, which: PictureOf, caching: &'static str) -> Answer {
    let pictures = &app.service.pictures;
    let look = || pictures.serve(&which, Bounds::default(), |_| true);
    let bounds = or_refuse(bounds::of(request), look).await?;
    show_within(app, request, &which, bounds, caching).await
}

/// As [`show`], within bounds that are known already.
///
/// # Errors
/// What the service says.
pub async fn show_within(
    app: &App,
    request: &HttpRequest,
    which: &PictureOf,
    bounds: Bounds,
    caching: &'static str,
) -> Answer {
    let has = |tag: &str| conditional::names(request, &header::IF_NONE_MATCH, tag);
    let served = app.service.pictures.serve(which, bounds, has).await?;
    let mut answer = match &served.rendition {
        Some(picture) => HttpResponse::Ok().content_type(picture.format.mime()).body(picture.bytes.clone()),
        None => HttpResponse::NotModified().finish(),
    };
    let headers = answer.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&served.etag) {
        headers.insert(header::ETAG, tag);
    }
    let caching = if served.is_stand_in { STAND_IN } else { caching };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static(bounds::VARY));
    let (name, value) = POLICY;
    headers.insert(name, value);
    Ok(answer)
}
