//! Preferences of a request (RFC 7240): `return=representation`, `handling=strict` and, of our own,
//! `extensions`: answers with the fields that go beyond their variant.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};

use crate::input::fields::Handling;

/// The header by which a request states preferences.
const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header by which an answer names those that were applied.
pub(crate) const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The preferences that were applied to a request.
#[derive(Debug, Clone, Copy, Default)]
struct Applied {
    representation: bool,
    strict: bool,
    extensions: bool,
}

/// How the client prefers unknown fields to be handled. Notes a preference as applied.
pub fn handling(request: &HttpRequest) -> Handling {
    if !states(request, "handling", Some("strict")) {
        return Handling::Lenient;
    }
    note(request, |applied| applied.strict = true);
    Handling::Strict
}

/// Whether the client prefers the whole answer to an update that changes nothing. Notes the
/// preference as applied.
pub(crate) fn representation(request: &HttpRequest) -> bool {
    let is_stated = states(request, "return", Some("representation"));
    if is_stated {
        note(request, |applied| applied.representation = true);
    }
    is_stated
}

/// The value of `Preference-Applied`; `None` if no preference was applied.
pub(crate) fn applied(request: &HttpRequest) -> Option<HeaderValue> {
    let Applied {
        representation,
        strict,
        extensions,
    } = request.extensions().get::<Applied>().copied()?;
    let preferences = [
        (representation, "return=representation"),
        (strict, "handling=strict"),
        (extensions, "extensions"),
    ];
    let applied = preferences
        .into_iter()
        .filter(|(is_applied, _)| *is_applied);
    let names: Vec<&str> = applied.map(|(_, name)| name).collect();
    HeaderValue::from_str(&names.join(", ")).ok()
}

/// Whether the client prefers the fields that go beyond a variant. Notes the preference as applied.
pub fn prefers_extensions(request: &HttpRequest) -> bool {
    let is_stated = states(request, "extensions", None);
    if is_stated {
        note(request, |applied| applied.extensions = true);
    }
    is_stated
}

fn note(request: &HttpRequest, set: impl FnOnce(&mut Applied)) {
    let mut extensions = request.extensions_mut();
    let mut applied = extensions.get::<Applied>().copied().unwrap_or_default();
    set(&mut applied);
    extensions.insert(applied);
}

/// Whether a request states a preference with this value, or without one. Of several with one
/// name, the first counts.
fn states(request: &HttpRequest, name: &str, value: Option<&str>) -> bool {
    let headers = request.headers().get_all(PREFER);
    let stated = headers
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(','))
        // Parameters follow a semicolon; none is defined for these preferences.
        .filter_map(|preference| preference.split(';').next())
        .map(|preference| preference.split_once('=').unwrap_or((preference, "")))
        .find(|(own, _)| own.trim().eq_ignore_ascii_case(name));
    let value = value.unwrap_or_default();
    stated.is_some_and(|(_, own)| own.trim().trim_matches('"').eq_ignore_ascii_case(value))
}

#[cfg(test)]
mod tests;
