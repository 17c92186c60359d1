//! Request bodies: media type, size and nesting are checked before JSON is decoded.

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{BytesMut, Payload};
use futures_util::StreamExt;
use serde_json::value::RawValue;
use wayfare_domain::{Path, Reason};

use crate::Problem;
use crate::fields::{Element, Reader};

/// Greatest size of a JSON body that may hold itinerary items or a `data:` picture: 8 MiB.
pub const LARGE: usize = 8 << 20;
/// Greatest size of any other JSON body: 1 MiB.
pub const SMALL: usize = 1 << 20;
/// Greatest nesting of arrays and objects.
const MAX_DEPTH: usize = 64;

/// Reads a JSON body of at most `limit` bytes with `read`.
///
/// # Errors
/// 415, 413 or 400, in this order; a 400 lists every violation.
pub async fn json<T>(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
    read: impl FnOnce(&Element<'_>) -> Option<T>,
) -> Result<T, Problem> {
    Reader::read(&value(request, payload, limit).await?, read)
}

/// The JSON value of a body of at most `limit` bytes.
///
/// # Errors
/// 415, 413 or 400, in this order.
pub async fn value(
    request: &HttpRequest,
    payload: Payload,
    limit: usize,
) -> Result<Box<RawValue>, Problem> {
    if !is_json(request) {
        return Err(Problem::unsupported_media_type("application/json"));
    }
    parse(&bytes(request, payload, limit).await?)
}

/// The whole body.
///
/// # Errors
/// 413 if it has more than `limit` bytes, 400 if it ends early.
pub async fn bytes(
    request: &HttpRequest,
    mut payload: Payload,
    limit: usize,
) -> Result<BytesMut, Problem> {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    if announced.is_some_and(|length| usize::try_from(length).map_or(true, |length| length > limit))
    {
        return Err(Problem::too_large(limit));
    }
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| broken())?;
        if bytes.len() + chunk.len() > limit {
            return Err(Problem::too_large(limit));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
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
pub fn parse(bytes: &[u8]) -> Result<Box<RawValue>, Problem> {
    let refuse = |what: String| Problem::invalid_at(Path::root(), Reason::new(what));
    if depth(bytes) > MAX_DEPTH {
        return Err(refuse(format!("must not nest more than {MAX_DEPTH} deep")));
    }
    if bytes.is_empty() {
        return Err(refuse("must not be empty".to_owned()));
    }
    let value: Box<RawValue> =
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
mod tests {
    use super::*;

    #[test]
    fn depth_ignores_brackets_in_strings() {
        assert_eq!(depth(br#"{"a": "[[[\"[", "b": [[1], {}]}"#), 3);
        assert!(parse("[".repeat(64).as_bytes()).is_err());
        assert!(parse(format!("{}{}", "[".repeat(64), "]".repeat(64)).as_bytes()).is_ok());
        assert!(parse(format!("{}{}", "[".repeat(65), "]".repeat(65)).as_bytes()).is_err());
    }

    #[test]
    fn refuses_lone_surrogates() {
        for valid in [
            r#""\ud83d\ude00""#,
            r#""\uD83D\uDE00\ud83d\ude00""#,
            r#""\\ud800""#,
            r#""\\\\ud800 \n \u00e9""#,
            r#"{"\ud83d\ude00": 1}"#,
        ] {
            assert!(parse(valid.as_bytes()).is_ok(), "{valid}");
        }
        for lone in [
            r#""\ud800""#,
            r#""\ude00""#,
            r#""\ud83d \ude00""#,
            r#""\ud83d\ud83d\ude00""#,
            r#""\ud83d\n""#,
            r#""\\\ud800""#,
            r#"{"\udfff": 1}"#,
            r#"["\ud83d", "\ude00"]"#,
        ] {
            assert!(parse(lone.as_bytes()).is_err(), "{lone}");
        }
    }

    #[test]
    fn refuses_text_that_is_not_json() {
        for text in [
            "",
            " ",
            "01",
            "1.",
            "-",
            "\"\t\"",
            "{\"a\"}",
            "[1,]",
            "nul",
            "{} {}",
            "\u{feff}1",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse(b"\"\xff\"").is_err());
        assert_eq!(parse(b" 1e400 ").unwrap().get(), "1e400");
    }
}
