//! Files that a browser saves (RFC 6266).

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};

use crate::trip::unknown_members::percent_encode;

/// The header `Content-Disposition` of a file: its name in ASCII, and with all its characters.
/// Control characters and path separators become `_`.
///
/// # Errors
/// Never, since the value is ASCII.
pub fn content_disposition(name: &str, extension: &str) -> Result<HeaderValue, InvalidHeaderValue> {
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
        "attachment; filename=\"{ascii}.{extension}\"; filename*=UTF-8''{whole}.{extension}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless_and_whole() {
        let value = content_disposition("Zoë's \"trip\"\r\n../a\\b 50%", "ics").unwrap();
        assert_eq!(
            value,
            "attachment; filename=\"Zo_'s _trip___.._a_b 50_.ics\"; \
             filename*=UTF-8''Zo%C3%AB%27s%20%22trip%22__.._a_b%2050%25.ics"
        );
    }

    #[test]
    fn long_names_are_whole() {
        let value = content_disposition(&"é".repeat(200), "zip").unwrap();
        let encoded = format!("UTF-8''{}.zip", "%C3%A9".repeat(200));
        assert!(value.to_str().unwrap().ends_with(&encoded));
    }
}
