//! The header `Unknown-Members`, which warns of `memberId`s that mean no member of the trip.

use actix_web::http::header::{HeaderName, HeaderValue};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The name of the header.
pub const NAME: HeaderName = HeaderName::from_static("unknown-members");
/// The greatest length of a value, in bytes.
const MAX: usize = 1_000;
/// Stands for the ids that are left out of a value.
const MORE: &str = "*";
/// What [`percent_encode`] encodes.
const RESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The member ids, percent-encoded and comma-separated. Past the greatest length, `*` stands for
/// the rest. `None` if there are none.
pub fn value(members: &[&str]) -> Option<HeaderValue> {
    let mut text = String::new();
    for member in members {
        let separator = if text.is_empty() { "" } else { ", " };
        let encoded = percent_encode(member);
        // There is always room for the mark.
        if text.len() + separator.len() + encoded.len() + MORE.len() + 2 > MAX {
            text = format!("{text}{separator}{MORE}");
            break;
        }
        text = format!("{text}{separator}{encoded}");
    }
    HeaderValue::from_str(&text)
        .ok()
        .filter(|value| !value.is_empty())
}

/// A text with all but the unreserved characters of URLs (RFC 3986) percent-encoded.
pub fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, &RESERVED).to_string()
}

#[cfg(test)]
mod tests;
