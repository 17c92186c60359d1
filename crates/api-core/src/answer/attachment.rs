//! Files that a browser saves (RFC 6266).

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};

use crate::answer::links::percent_encode;

/// The header `Content-Disposition` of a file: its name in ASCII, and with all its characters.
/// Control characters and path separators become `_`.
///
/// # Errors
/// Never, since the value is ASCII.
pub fn content_disposition(name: &str) -> Result<HeaderValue, InvalidHeaderValue> {
    let harmless = |character: char| match character {
        '/' | '\\' => '_',
        character if character.is_control() => '_',
        character => character,
    };
    let safe: String = name.chars().map(harmless).collect();
    let plain = |character: char| match character {
        '"' | '%' => '_',
        ' '..='~' => character,
        _ => '_',
    };
    let ascii: String = safe.chars().map(plain).collect();
    let whole = percent_encode(&safe);
    HeaderValue::try_from(format!(
        "attachment; filename=\"{ascii}\"; filename*=UTF-8''{whole}"
    ))
}

#[cfg(test)]
mod tests;
