//! The language that a request asks for.

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header};
use wayfare_domain::Language;

/// The first language of a request's `Accept-Language` that the service writes in, else English.
pub fn language_of(request: &HttpRequest) -> Language {
    let accepted = AcceptLanguage::parse(request).map(|accepted| accepted.ranked());
    let known = accepted.iter().flatten().find_map(|language| {
        let tag = language.item()?.primary_language().to_ascii_lowercase();
        Language::known(&tag)
    });
    known.unwrap_or_default()
}
