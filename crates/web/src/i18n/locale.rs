//! The language of a page, how its readers write dates, times and numbers, and what they pay with:
//! the account's choice, else the first language of the browser in which pages are written.

mod conventions;
mod currencies;
mod numbers;

use std::cell::Cell;
use std::future::Future;

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header};
use wayfare_api_core::http::language::language_of;
use wayfare_domain::{Currency, Language};

use conventions::Conventions;
pub(crate) use numbers::{Misread, narrow, readable};

/// A language, how dates, times and numbers are written in a region of it, and its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locale {
    /// The language of texts.
    pub(crate) language: Language,
    /// How dates, times and numbers are written.
    pub(crate) conventions: &'static Conventions,
    /// Whether the browser names a region in which ways are measured in miles.
    pub(crate) has_miles: bool,
    /// The currency of its region, if that is known.
    pub(crate) currency: Option<Currency>,
}

/// The regions in which ways are measured in miles (CLDR: measurement systems `US` and `UK`).
const MILES: [&str; 4] = ["GB", "LR", "MM", "US"];

impl Default for Locale {
    fn default() -> Self {
        Self::new(Language::English, None)
    }
}

tokio::task_local! {
    /// The locale of the request that is being answered.
    static CURRENT: Cell<Locale>;
}

impl Locale {
    /// The locale of a language, in a region if the browser names one. English without a known
    /// region is written as in Britain: the day before the month, and 24 hours.
    pub(crate) fn new(language: Language, region: Option<&str>) -> Self {
        let regional = region.map(|region| format!("{language}-{region}"));
        let usual = match language {
            Language::English => "en-GB",
            other => other.tag(),
        };
        Self {
            language,
            conventions: Conventions::find(&[regional.as_deref().unwrap_or(usual), usual]),
            has_miles: region.is_some_and(|region| MILES.contains(&region)),
            currency: currencies::of_region(region, language),
        }
    }

    /// The locale that the browser of a request asks for.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self::in_language(request, language_of(request))
    }

    /// The locale of a language, in the region that the browser of a request names with it.
    fn in_language(request: &HttpRequest, language: Language) -> Self {
        let accepted = AcceptLanguage::parse(request).map(|accepted| accepted.ranked());
        let region = accepted.iter().flatten().find_map(|accepted| {
            let tag = accepted.item()?;
            let is_it = tag.primary_language().eq_ignore_ascii_case(language.tag());
            is_it.then(|| tag.region().map(str::to_ascii_uppercase))
        });
        Self::new(language, region.flatten().as_deref())
    }

    /// The locale of the request that is being answered.
    pub(crate) fn current() -> Self {
        CURRENT.try_with(Cell::get).unwrap_or_default()
    }

    /// Answers the rest of a request in the language that its account has chosen.
    pub(crate) fn choose(request: &HttpRequest, language: Language) {
        // There is no scope where a handler is called without the middleware.
        let _ = CURRENT.try_with(|current| current.set(Self::in_language(request, language)));
    }

    /// Answers a request in this locale.
    pub(crate) async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(Cell::new(self), work).await
    }

    /// Does work of the current request on another thread.
    pub(crate) fn carry<T>(work: impl FnOnce() -> T + Send) -> impl FnOnce() -> T + Send {
        let locale = Self::current();
        move || locale.enter(work)
    }

    /// Does work in this locale.
    pub(crate) fn enter<T>(self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(Cell::new(self), work)
    }
}

#[cfg(test)]
mod tests;
