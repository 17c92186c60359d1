//! Request bodies: media type, size and nesting are checked before JSON is decoded.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{BytesMut, Data, Payload};
use actix_web::{HttpMessage, HttpRequest};
use futures_util::StreamExt;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use wayfare_bounds::Reservation;
use wayfare_domain::{Path, Reason, Violations};
use wayfare_service::MAX_INLINE_BYTES;

use crate::http::idempotency::{self, IDEMPOTENCY_KEY};
use crate::input::fields::{Element, FieldHandling, Nulls, Reader};
use crate::limits::byte_budget::size;
use crate::{App, Problem, RequestClient, input::prefer};

/// Greatest size of a JSON body that may hold itinerary items or a `data:` picture, and of a map or
/// lists, since an answer with these may have more than 1 MiB and can be sent back: 8 MiB.
pub const LARGE: usize = 8 << 20;
/// Greatest size of any other JSON body: 1 MiB.
pub const SMALL: usize = 1 << 20;
/// Greatest nesting of arrays and objects.
const MAX_DEPTH: usize = 64;

/// The bytes of large bodies that are in memory at the same time, in total: 64 MiB.
pub(crate) const BUDGET: u64 = 64 << 20;

/// A received body.
pub struct Body {
    bytes: BytesMut,
    /// The bytes of the budget that a large body takes.
    _reservation: Option<Arc<Reservation>>,
}

impl Body {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether it is too large to be read on a request thread.
    pub fn is_large(&self) -> bool {
        self.bytes.len() > MAX_INLINE_BYTES
    }
}

/// Reads a JSON body of at most `limit` bytes with `read`, a large one off the request threads. A
/// `POST` without a body counts as one without fields, `{}`, and a field of one that is null as
/// left out. Under strict handling, a field that `read` does not read is a violation.
///
/// # Errors
/// 415, 413 or 400, in this order; a 400 counts every violation. 429 or 503 if there is no room for
/// a large body.
pub async fn json<T: Send + 'static>(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    read: impl FnOnce(&Element<'_>) -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let handling = handling(request);
    let read = move |value: &RawValue| Reader::read(value, handling, read);
    decode(request, payload, limit, read).await
}

/// Reads as [`json`] does; returns the valid part, and the violations of the rest.
///
/// # Errors
/// As [`json`], with 400 only if `read` returns `None`.
pub async fn json_in_part<T: Send + 'static>(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    read: impl FnOnce(&Element<'_>) -> Option<T> + Send + 'static,
) -> Result<(T, Violations), Problem> {
    let handling = handling(request);
    let read = move |value: &RawValue| Reader::read_in_part(value, handling, read);
    decode(request, payload, limit, read).await
}

/// How the fields of the body of a request are handled.
pub fn handling(request: &HttpRequest) -> FieldHandling {
    FieldHandling {
        unread: prefer::handling(request),
        nulls: match *request.method() {
            Method::POST => Nulls::LeftOut,
            _ => Nulls::Refused,
        },
    }
}

async fn decode<T: Send + 'static>(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    read: impl FnOnce(&RawValue) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if !is_json(request) {
        return Err(Problem::unsupported_media_type("application/json"));
    }
    let body = bytes(request, payload, limit).await?;
    let is_large = body.is_large();
    let sends_nothing = request.method() == Method::POST && body.bytes().is_empty();
    let read = move || {
        let text = if sends_nothing { b"{}" } else { body.bytes() };
        read(parse(text)?)
    };
    if !is_large {
        return read();
    }
    let RequestClient(client) = RequestClient::of(request);
    app(request)?
        .service
        .run_in_document_pool(client, read)
        .await?
}

/// The whole body. A large one takes its bytes of the budget, until it is dropped and the request
/// has ended.
///
/// # Errors
/// 415 for a content coding, 413 if it has more than `limit` bytes, 400 if it ends early, 429 or
/// 503 if there is no room.
pub async fn bytes(
    request: &HttpRequest,
    mut payload: Payload,
    limit: usize,
) -> Result<Body, Problem> {
    refuse_coding(request)?;
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    if announced.is_some_and(|length| usize::try_from(length).map_or(true, |length| length > limit))
    {
        return Err(Problem::too_large(limit));
    }
    let mut bytes = BytesMut::new();
    let has_key = request.headers().contains_key(IDEMPOTENCY_KEY);
    let mut digest = has_key.then(Sha256::new);
    let mut reservation: Option<Reservation> = None;
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| broken())?;
        let length = bytes.len() + chunk.len();
        if length > limit {
            return Err(Problem::too_large(limit));
        }
        if length > MAX_INLINE_BYTES {
            // As they come: bytes that are only announced keep nobody out.
            let reservation = match &mut reservation {
                Some(reservation) => reservation,
                none => {
                    let RequestClient(client) = RequestClient::of(request);
                    none.insert(app(request)?.bodies.reserve(client))
                }
            };
            reservation.grow_to(size(length))?;
        }
        if let Some(digest) = &mut digest {
            digest.update(&chunk);
        }
        bytes.extend_from_slice(&chunk);
    }
    if let Some(digest) = digest {
        idempotency::record_body(request, digest);
    }
    let reservation = reservation.map(Arc::new);
    if let Some(reservation) = &reservation {
        // What was read of the body lives on.
        request.extensions_mut().insert(Arc::clone(reservation));
    }
    Ok(Body {
        bytes,
        _reservation: reservation,
    })
}

/// Checks that a body is in no content coding.
///
/// # Errors
/// 415.
pub(crate) fn refuse_coding(request: &HttpRequest) -> Result<(), Problem> {
    let mut codings = request.headers().get_all(header::CONTENT_ENCODING);
    let is_plain = codings.all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if is_plain {
        return Ok(());
    }
    let identity = HeaderValue::from_static("identity");
    let problem = Problem::unsupported_media_type("in no Content-Encoding but identity");
    Err(problem.with(header::ACCEPT_ENCODING, identity))
}

fn app(request: &HttpRequest) -> Result<&Data<App>, Problem> {
    request.app_data().ok_or_else(Problem::no_route)
}

fn broken() -> Problem {
    Problem::invalid_at(
        Path::root(),
        Reason::new("must be in one piece, and in the encoding that it is said to be in"),
    )
}

/// Checks that a text is JSON.
///
/// # Errors
/// 400 if it is not JSON in UTF-8, or nests too deeply.
pub fn parse(bytes: &[u8]) -> Result<&RawValue, Problem> {
    let refuse = |what: String| Problem::invalid_at(Path::root(), Reason::new(what));
    if depth(bytes) > MAX_DEPTH {
        return Err(refuse(format!("must not nest more than {MAX_DEPTH} deep")));
    }
    if bytes.is_empty() {
        return Err(refuse("must not be empty".to_owned()));
    }
    let value: &RawValue =
        serde_json::from_slice(bytes).map_err(|error| refuse(format!("must be JSON: {error}")))?;
    if has_lone_surrogate(value.get()) {
        return Err(refuse(
            "must be JSON: lone surrogate in a string".to_owned(),
        ));
    }
    Ok(value)
}

/// Whether a string in a JSON text has half of a surrogate pair, such as `\ud800`.
fn has_lone_surrogate(json: &str) -> bool {
    // Each part but the first follows a backslash.
    let mut parts = json.split('\\').skip(1);
    let mut after_high = false;
    while let Some(part) = parts.next() {
        let unit = part.strip_prefix('u').and_then(|digits| digits.get(..4));
        let unit = unit.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let is_low = unit.is_some_and(|unit| (0xDC00..=0xDFFF).contains(&unit));
        if is_low != after_high {
            return true;
        }
        after_high = unit.is_some_and(|unit| (0xD800..=0xDBFF).contains(&unit));
        if after_high && part.len() > "uD800".len() {
            return true;
        }
        if part.is_empty() {
            // The escape was a backslash; the next part is text.
            parts.next();
        }
    }
    after_high
}

/// Whether `Content-Type` is JSON in UTF-8, or missing.
fn is_json(request: &HttpRequest) -> bool {
    let Some(value) = request.headers().get(header::CONTENT_TYPE) else {
        return true;
    };
    let value = value.to_str().unwrap_or_default().to_ascii_lowercase();
    let mut parts = value.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default();
    let json = essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"));
    let charset = parts
        .find_map(|part| part.strip_prefix("charset="))
        .map(|name| name.trim_matches('"'));
    json && charset.is_none_or(|name| matches!(name, "utf-8" | "utf8"))
}

/// The nesting depth of arrays and objects in a text that may be JSON.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests;
