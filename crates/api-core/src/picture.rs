//! Answering with a picture: within the bounds of the request, with its tag, and with what caches
//! may do with it.

use actix_web::http::header::{self, HeaderValue};
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

/// Answers with a picture; 304 where the request names its tag. `caching` is for what is not a
/// stand-in.
///
/// # Errors
/// What the service says; 400 for malformed bounds.
pub async fn show(
    app: &App,
    request: &HttpRequest,
    which: PictureOf,
    caching: &'static str,
) -> Answer {
    let pictures = &app.service.pictures;
    let look = || pictures.serve(&which, Bounds::default(), |_| true);
    let mut bounds = or_refuse(bounds::of(request), look).await?;
    if matches!(which, PictureOf::Default(_)) {
        bounds = bounds.and(bounds::of_query(request));
    }
    let has = |tag: &str| conditional::names(request, &header::IF_NONE_MATCH, tag);
    let served = pictures.serve(&which, bounds, has).await?;
    let mut answer = match &served.rendition {
        Some(picture) => HttpResponse::Ok()
            .content_type(picture.format.mime())
            .body(picture.bytes.clone()),
        None => HttpResponse::NotModified().finish(),
    };
    let headers = answer.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&served.etag) {
        headers.insert(header::ETAG, tag);
    }
    let caching = if served.is_stand_in {
        STAND_IN
    } else {
        caching
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static(bounds::VARY));
    Ok(answer)
}
