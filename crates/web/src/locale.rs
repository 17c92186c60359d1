//! How a reader writes dates, times and numbers, by the languages that their browser asks for. The
//! texts are English, and so are the names of months and days.

use std::future::Future;

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header};

/// The space that groups digits without breaking a line.
const SPACE: char = '\u{202f}';

/// How dates, times and numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locale {
    /// What groups the digits of a number by thousands.
    pub(crate) group: char,
    /// What stands before the fraction of a number.
    pub(crate) decimal: char,
    /// Whether the month stands before the day, and the clock has twelve hours.
    pub(crate) is_american: bool,
}

impl Default for Locale {
    fn default() -> Self {
        Self::with(',', '.')
    }
}

tokio::task_local! {
    /// The locale of the request that is being answered.
    static CURRENT: Locale;
}

impl Locale {
    const fn with(group: char, decimal: char) -> Self {
        Self {
            group,
            decimal,
            is_american: false,
        }
    }

    /// The locale of the first language of a request whose ways are known, else the default.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let Ok(accepted) = AcceptLanguage::parse(request) else {
            return Self::default();
        };
        let ranked = accepted.ranked();
        let known = ranked.iter().find_map(|language| {
            let tag = language.item()?;
            Self::known(tag.primary_language(), tag.region())
        });
        known.unwrap_or_default()
    }

    /// The locale of a language, in a region if the browser names one.
    fn known(language: &str, region: Option<&str>) -> Option<Self> {
        Some(match (language, region) {
            ("en", Some("US")) => Self {
                is_american: true,
                ..Self::default()
            },
            ("de" | "fr" | "it", Some("CH" | "LI")) => Self::with('’', '.'),
            ("es", Some("MX" | "US")) | ("en" | "he" | "ja" | "ko" | "th" | "zh", _) => {
                Self::default()
            }
            (
                "da" | "de" | "el" | "es" | "hr" | "id" | "is" | "it" | "nl" | "pt" | "ro" | "sl"
                | "tr" | "vi",
                _,
            ) => Self::with('.', ','),
            (
                "bg" | "cs" | "et" | "fi" | "fr" | "hu" | "lt" | "lv" | "nb" | "nn" | "no" | "pl"
                | "ru" | "sk" | "sv" | "uk",
                _,
            ) => Self::with(SPACE, ','),
            _ => return None,
        })
    }

    /// The locale of the request that is being answered.
    pub(crate) fn current() -> Self {
        CURRENT.try_with(|locale| *locale).unwrap_or_default()
    }

    /// The American format of a date or time, or that of everybody else.
    pub(crate) fn choose(self, american: &'static str, other: &'static str) -> &'static str {
        if self.is_american { american } else { other }
    }

    /// Answers a request in this locale.
    pub(crate) async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// Does work of the current request on another thread.
    pub(crate) fn carry<T>(work: impl FnOnce() -> T + Send) -> impl FnOnce() -> T + Send {
        let locale = Self::current();
        move || CURRENT.sync_scope(locale, work)
    }
}

#[cfg(test)]
mod tests;
