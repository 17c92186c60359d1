//! Picture answers: within the bounds of the request, with entity tag and cache control.

use actix_web::body::SizedStream;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use wayfare_pictures::{Bounds, PictureBody, StoreError};
use wayfare_service::PictureOf;

use crate::input::refusal::or_refuse;
use crate::{Answer, App, RequestClient, answer::conditional, input::bounds};

/// `Cache-Control` of a public picture that may change at any time.
pub const PUBLIC: &str = "public, no-cache";
/// `Cache-Control` of a default picture.
pub const DEFAULT: &str = "public, max-age=86400";
/// `Cache-Control` of a private picture that may change at any time.
pub const PRIVATE: &str = "private, no-cache";
/// `Cache-Control` of a picture at a signed address: immutable, and the address is valid at least
/// this long.
pub const SIGNED: &str = "private, max-age=3600";
/// `Cache-Control` of a picture that a share link shows: it ends with the link.
pub const UNSTORED: &str = "no-store";
/// `Cache-Control` of a placeholder.
const STAND_IN: &str = "no-store";

/// Answers with a picture; 304 if the request names its tag. Placeholders ignore `caching`.
///
/// # Errors
/// Those of the service; 400 for malformed bounds.
pub async fn show(
    app: &App,
    request: &HttpRequest,
    which: PictureOf,
    caching: &'static str,
) -> Answer {
    show_version(app, request, which, caching, None).await
}

/// As [`show`]; the tag names the version of what may be changed under the same path, too.
///
/// # Errors
/// As [`show`].
pub async fn show_version(
    app: &App,
    request: &HttpRequest,
    which: PictureOf,
    caching: &'static str,
    version: Option<i64>,
) -> Answer {
    let pictures = &app.service.pictures;
    let RequestClient(client) = RequestClient::of(request);
    let look = || pictures.serve(client, &which, Bounds::default(), |_| true);
    let mut bounds = or_refuse(bounds::of(request), look).await?;
    if matches!(which, PictureOf::Default(_)) {
        bounds = bounds.and(bounds::of_query(request));
    }
    let versioned = |tag: &str| match version {
        Some(version) => format!("\"{version}-{}", tag.trim_start_matches('"')),
        None => tag.to_owned(),
    };
    let has = |tag: &str| conditional::names(request, &header::IF_NONE_MATCH, &versioned(tag));
    let served = pictures.serve(client, &which, bounds, has).await?;
    let mut answer = match served.body {
        Some(PictureBody::Cached(picture)) => HttpResponse::Ok()
            .content_type(picture.format.mime())
            .body(picture.bytes.clone()),
        Some(PictureBody::Stream {
            format,
            size,
            chunks,
        }) => {
            let mut answer = HttpResponse::Ok();
            answer.content_type(format.mime());
            if request.method() == Method::HEAD {
                // The length of the picture, of which nothing is read.
                answer.body(SizedStream::new(
                    size,
                    stream::empty::<Result<_, StoreError>>(),
                ))
            } else {
                answer.body(SizedStream::new(size, chunks))
            }
        }
        None => HttpResponse::NotModified().finish(),
    };
    let headers = answer.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&versioned(&served.etag)) {
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
