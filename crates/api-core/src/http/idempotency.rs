//! `Idempotency-Key`: a request that is sent again has its effect once (interface: "Idempotency
//! keys").

use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use wayfare_domain::{Path, Reason};
use wayfare_service::KeyClaim;

use crate::Problem;

/// The key of a request.
pub(crate) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Marks the answer to a request that was processed before.
const IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The longest key.
const MAX_LENGTH: usize = 255;

/// The SHA-256 of a request's body, or of the file in its form.
#[derive(Clone, Copy)]
struct BodyDigest([u8; 32]);

/// Notes the digest of a body that was read.
pub(crate) fn record_body(request: &HttpRequest, digest: Sha256) {
    let digest = BodyDigest(digest.finalize().into());
    request.extensions_mut().insert(digest);
}

/// The digest of the body, or of the files of a form, since each sending of a form has another
/// boundary. The same for all requests whose body was not read.
pub fn body_digest(request: &HttpRequest) -> [u8; 32] {
    let digest = request.extensions().get::<BodyDigest>().copied();
    digest.map_or([0; 32], |BodyDigest(digest)| digest)
}

/// The key of a `POST`. Read the body first.
///
/// # Errors
/// 400.
pub fn claim(request: &HttpRequest) -> Result<Option<KeyClaim>, Problem> {
    let mut keys = request.headers().get_all(IDEMPOTENCY_KEY);
    let Some(key) = keys.next().filter(|_| *request.method() == Method::POST) else {
        return Ok(None);
    };
    let is_valid = |key: &&str| {
        (1..=MAX_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let key = key.to_str().ok().filter(is_valid);
    let key = key.filter(|_| keys.next().is_none()).ok_or_else(|| {
        let reason = format!("must be one key of 1 to {MAX_LENGTH} visible ASCII characters");
        Problem::invalid_at(Path::root().field("Idempotency-Key"), Reason::new(reason))
    })?;
    Ok(Some(KeyClaim::new(key, digest_of(request))))
}

/// The SHA-256 of a request: its path below the mount of either variant, its query and its body.
/// Ids and usernames in paths mean the same in any case.
fn digest_of(request: &HttpRequest) -> [u8; 32] {
    let path = request.path();
    let of_variant = path.strip_prefix("/a").or(path.strip_prefix("/b"));
    let path = of_variant
        .filter(|path| path.starts_with('/'))
        .unwrap_or(path);
    let mut digest = Sha256::new();
    for part in [&*path.to_ascii_lowercase(), request.query_string()] {
        // No path or query has a line break.
        digest.update(part);
        digest.update("\n");
    }
    digest.update(body_digest(request));
    digest.finalize().into()
}

/// Marks an answer as one to a request that was processed before, if it is one.
pub fn mark_replayed(answer: &mut HttpResponse, is_replayed: bool) {
    if is_replayed {
        let value = HeaderValue::from_static("true");
        answer.headers_mut().insert(IDEMPOTENCY_REPLAYED, value);
    }
}
