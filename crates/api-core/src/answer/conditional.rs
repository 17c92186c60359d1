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
use wayfare_service::{Precondition, Updated};

use crate::answer::compression::{self, CompressedForm};
use crate::{Answer, Links, Problem, input::prefer};

/// How many bytes of the digest of an answer its tag holds.
const DIGEST_BYTES: usize = 16;

/// The body of an answer, with its tag. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Document {
    bytes: Bytes,
    tag: Arc<str>,
    compressed: CompressedForm,
}

impl Document {
    /// A value as JSON. Its tag is `"<version>-<digest>"`, the digest over its bytes: it changes
    /// whenever they do.
    ///
    /// # Errors
    /// 500 if the value can't be serialised.
    pub fn new<T: Serialize>(version: Option<i64>, value: &T) -> Result<Self, Problem> {
        let bytes = serde_json::to_vec(value).map_err(|error| Problem::internal(&error))?;
        Ok(Self::from_bytes(version, bytes))
    }

    /// A document of these bytes, with its tag.
    pub fn from_bytes(version: Option<i64>, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        Self {
            tag: tag(version, Sha256::new_with_prefix(&bytes)).into(),
            bytes,
            compressed: CompressedForm::default(),
        }
    }

    /// How many bytes it has at most, with its compressed form.
    pub(crate) fn weight(&self) -> usize {
        let plain = self.bytes.len();
        plain.saturating_add(CompressedForm::room(plain))
    }
}

/// 200 with a document as JSON and its tag; 304 if a `GET` names that tag in `If-None-Match`.
pub fn answer(request: &HttpRequest, document: Document) -> HttpResponse {
    answer_as(request, "application/json", document)
}

/// As [`answer`], with another media type.
pub fn answer_as(request: &HttpRequest, kind: &str, document: Document) -> HttpResponse {
    let Document {
        bytes,
        tag,
        compressed,
    } = document;
    answer_with(request, &tag, |mut answer| {
        let mut answer = answer.content_type(kind).body(bytes);
        answer.extensions_mut().insert(compressed);
        answer
    })
}

/// As [`answer`], with a media type and body that `finish` adds to the 200.
pub fn answer_with(
    request: &HttpRequest,
    tag: &str,
    finish: impl FnOnce(HttpResponseBuilder) -> HttpResponse,
) -> HttpResponse {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_read && let Some(known) = named(request, &header::IF_NONE_MATCH, tag) {
        // With the tag of the form that the client has.
        let mut answer = HttpResponse::NotModified()
            .insert_header((header::ETAG, known))
            .finish();
        answer.extensions_mut().insert(CompressedForm::default());
        return answer;
    }
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::ETAG, tag));
    finish(answer)
}

/// [`answer`] with `value` as a document.
///
/// # Errors
/// 500 if the value can't be serialised.
pub fn json<T: Serialize>(request: &HttpRequest, version: Option<i64>, value: &T) -> Answer {
    Ok(answer(request, Document::new(version, value)?))
}

/// Makes an answer one of 201, with the URL of what was created at `path`.
///
/// # Errors
/// 500 if the URL has a character that no header may have.
pub fn created(links: &Links, path: &str, mut answer: HttpResponse) -> Answer {
    let location = links.location(path)?;
    *answer.status_mut() = StatusCode::CREATED;
    answer.headers_mut().insert(header::LOCATION, location);
    Ok(answer)
}

/// The states before and after an update, for its answer. They are the same for an update that
/// changed nothing, if the client prefers the representation (RFC 7240).
///
/// # Errors
/// 304 without a body, as the answer, if the update changed nothing and the client has no such
/// preference.
pub fn updated<T: Clone>(
    request: &HttpRequest,
    updated: Updated<T>,
) -> Result<(T, T), Box<HttpResponse>> {
    let representation = prefer::representation(request);
    match updated {
        Updated::Changed { before, after } => Ok((before, after)),
        Updated::Unchanged(present) if representation => Ok((present.clone(), present)),
        Updated::Unchanged(_) => Err(Box::new(HttpResponse::new(StatusCode::NOT_MODIFIED))),
    }
}

/// 204 without a body.
pub fn no_content() -> HttpResponse {
    HttpResponse::new(StatusCode::NO_CONTENT)
}

/// The tag of an answer with this digest.
pub fn tag(version: Option<i64>, digest: Sha256) -> String {
    let digest = digest.finalize();
    let digest = URL_SAFE_NO_PAD.encode(digest.get(..DIGEST_BYTES).unwrap_or_default());
    match version {
        Some(version) => format!("\"{version}-{digest}\""),
        None => format!("\"{digest}\""),
    }
}

/// Whether a request's condition names a tag, by weak comparison.
pub fn names(request: &HttpRequest, condition: &HeaderName, tag: &str) -> bool {
    named(request, condition, tag).is_some()
}

/// A tag as a request's condition names it, by weak comparison: itself, or that of a compressed
/// form.
fn named<'r>(request: &'r HttpRequest, condition: &HeaderName, tag: &'r str) -> Option<&'r str> {
    entries(request, condition).find_map(|entry| {
        let entry = strong(entry);
        match entry {
            "*" => Some(tag),
            _ => compression::is_form_of(entry, tag).then_some(entry),
        }
    })
}

/// A tag without the mark of weakness that a proxy adds when it compresses.
fn strong(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
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

/// The version of a tag, also of one that a proxy has weakened.
fn version_of(tag: &str) -> Option<i64> {
    strong(tag)
        .strip_prefix('"')?
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
mod tests;
