//! The header `Unknown-Members`, which warns of `memberId`s that mean no member of the trip.

use actix_web::http::header::{HeaderName, HeaderValue};

use crate::answer::links::percent_encode;

/// The name of the header.
pub const NAME: HeaderName = HeaderName::from_static("unknown-members");
/// The greatest length of a value, in bytes.
const MAX: usize = 1_000;
/// Stands for the ids that are left out of a value.
const MORE: &str = "*";
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

#[cfg(test)]
mod tests;
