//! Conditional requests: JSON answers with strong entity tags (RFC 9110, section 13).

use std::sync::Arc;

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use wayfare_service::Precondition;

use crate::{Answer, Problem};

/// How many bytes of the digest of an answer its tag holds.
const DIGEST_BYTES: usize = 16;

/// The body of an answer, with its tag. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Document {
    bytes: Bytes,
    tag: Arc<str>,
}

impl Document {
    /// A value as JSON. Its tag is `"<version>-<digest>"`, the digest over its bytes: it changes
    /// whenever they do.
    ///
    /// # Errors
    /// 500 if the value can't be serialised.
    pub fn new<T: Serialize>(version: Option<i64>, value: &T) -> Result<Self, Problem> {
        let bytes = serde_json::to_vec(value).map_err(|error| Problem::internal(&error))?;
        Ok(Self {
            tag: tag(version, Sha256::new_with_prefix(&bytes)).into(),
            bytes: bytes.into(),
        })
    }

    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }
}

/// 200 with a document and its tag; 304 if a `GET` names that tag in `If-None-Match`.
pub fn answer(request: &HttpRequest, document: Document) -> HttpResponse {
    let Document { bytes, tag } = document;
    answer_with(request, &tag, |mut answer| answer.body(bytes))
}

/// As [`answer`], with a body that `finish` adds to the 200.
pub(crate) fn answer_with(
    request: &HttpRequest,
    tag: &str,
    finish: impl FnOnce(HttpResponseBuilder) -> HttpResponse,
) -> HttpResponse {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_read && names(request, &header::IF_NONE_MATCH, tag) {
        return HttpResponse::NotModified()
            .insert_header((header::ETAG, tag))
            .finish();
    }
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::ETAG, tag))
        .content_type("application/json");
    finish(answer)
}

/// [`answer`] with `value` as a document.
///
/// # Errors
/// 500 if the value can't be serialised.
pub fn json<T: Serialize>(request: &HttpRequest, version: Option<i64>, value: &T) -> Answer {
    Ok(answer(request, Document::new(version, value)?))
}

/// 304 without a body: an update that changes nothing.
pub fn unchanged() -> HttpResponse {
    HttpResponse::new(StatusCode::NOT_MODIFIED)
}

/// 204 without a body.
pub fn no_content() -> HttpResponse {
    HttpResponse::new(StatusCode::NO_CONTENT)
}

/// The tag of an answer with this digest.
pub(crate) fn tag(version: Option<i64>, digest: Sha256) -> String {
    let digest = digest.finalize();
    let digest = URL_SAFE_NO_PAD.encode(digest.get(..DIGEST_BYTES).unwrap_or_default());
    match version {
        Some(version) => format!("\"{version}-{digest}\""),
        None => format!("\"{digest}\""),
    }
}

/// Whether a request's condition names a tag, by weak comparison.
pub fn names(request: &HttpRequest, condition: &HeaderName, tag: &str) -> bool {
    entries(request, condition)
        .any(|entry| entry == "*" || entry.strip_prefix("W/").unwrap_or(entry) == tag)
}

/// The versions that a request's `If-Match` accepts. A tag that can't match adds none.
pub fn precondition(request: &HttpRequest) -> Precondition {
    if !request.headers().contains_key(header::IF_MATCH) {
        return Precondition::None;
    }
    if entries(request, &header::IF_MATCH).any(|entry| entry == "*") {
        return Precondition::Any;
    }
    Precondition::Versions(
        entries(request, &header::IF_MATCH)
            .filter_map(version_of)
            .collect(),
    )
}

fn version_of(tag: &str) -> Option<i64> {
    tag.strip_prefix('"')?
        .strip_suffix('"')?
        .split_once('-')?
        .0
        .parse()
        .ok()
}

fn entries<'r>(request: &'r HttpRequest, condition: &HeaderName) -> impl Iterator<Item = &'r str> {
    let values = request
        .headers()
        .get_all(condition)
        .filter_map(|value: &HeaderValue| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn put(if_match: &str) -> Precondition {
        precondition(
            &TestRequest::put()
                .insert_header(("if-match", if_match))
                .to_http_request(),
        )
    }

    #[test]
    fn precondition_has_the_version_of_every_strong_tag() {
        assert_eq!(
            precondition(&TestRequest::put().to_http_request()),
            Precondition::None
        );
        assert_eq!(put("*"), Precondition::Any);
        assert_eq!(
            put("\"7-abc\", \"9-x-y\""),
            Precondition::Versions(vec![7, 9])
        );
        assert_eq!(put("W/\"7-abc\""), Precondition::Versions(Vec::new()));
        assert_eq!(put("nonsense"), Precondition::Versions(Vec::new()));
    }

    #[test]
    fn tag_changes_with_version_and_bytes() {
        let tag = |version, bytes: &[u8]| tag(Some(version), Sha256::new_with_prefix(bytes));
        assert_ne!(tag(1, b"x"), tag(2, b"x"));
        assert_ne!(tag(1, b"x"), tag(1, b"y"));
        assert_eq!(version_of(&tag(12, b"x")), Some(12));
    }
}
