//! The language of a page, and how its readers write dates, times and numbers: the account's choice,
//! else the first language of the browser in which pages are written.

use std::cell::Cell;
use std::future::Future;

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header};
use wayfare_api_core::http::language::language_of;
use wayfare_domain::Language;

/// The space that groups digits without breaking a line.
const SPACE: char = '\u{202f}';
/// The space of Portugal, which does so, too.
const NO_BREAK_SPACE: char = '\u{a0}';

/// A language, and how dates, times and numbers are written. Numbers are those of CLDR 48.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locale {
    /// The language of texts.
    pub(crate) language: Language,
    /// What groups the digits of a number by thousands.
    pub(crate) group: char,
    /// What stands before the fraction of a number.
    pub(crate) decimal: char,
    /// From how many digits before the fraction on they are grouped.
    groups_from: usize,
    /// Whether the month stands before the day, and the clock has twelve hours.
    pub(crate) is_american: bool,
}

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
    /// The locale of a language, in a region if the browser names one.
    pub(crate) fn new(language: Language, region: Option<&str>) -> Self {
        let (group, decimal) = match (language, region) {
            (Language::German | Language::French | Language::Italian, Some("CH" | "LI")) => {
                ('’', '.')
            }
            (Language::Spanish, Some("MX" | "US"))
            | (Language::English | Language::Japanese, _) => (',', '.'),
            (Language::French, _) => (SPACE, ','),
            (Language::Portuguese, Some("PT")) => (NO_BREAK_SPACE, ','),
            (
                Language::German | Language::Spanish | Language::Portuguese | Language::Italian,
                _,
            ) => ('.', ','),
        };
        let groups_late = match (language, region) {
            (Language::Spanish, region) => !matches!(region, Some("MX" | "US")),
            (Language::Portuguese, region) => region == Some("PT"),
            (Language::Italian, region) => !matches!(region, Some("CH")),
            _ => false,
        };
        Self {
            language,
            group,
            decimal,
            groups_from: if groups_late { 5 } else { 4 },
            is_american: language == Language::English && region == Some("US"),
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

    /// The American format of a date or time; `None` for everybody else.
    pub(crate) fn american(self, format: &'static str) -> Option<&'static str> {
        self.is_american.then_some(format)
    }

    /// The format of a time of day.
    pub(crate) fn time_format(self) -> &'static str {
        match self.language {
            _ if self.is_american => "%-I:%M %p",
            Language::Spanish | Language::Japanese => "%-H:%M",
            _ => "%H:%M",
        }
    }

    /// A number of digits with an optional fraction after a point, as readers write it.
    pub(crate) fn group(self, number: &str) -> String {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = whole.trim_start_matches('-').len();
        let mut grouped = String::new();
        for (place, digit) in whole.chars().enumerate() {
            let left = whole.len() - place;
            if left < digits && digits >= self.groups_from && left.is_multiple_of(3) {
                grouped.push(self.group);
            }
            grouped.push(digit);
        }
        if !fraction.is_empty() {
            grouped.push(self.decimal);
            grouped.push_str(fraction);
        }
        grouped
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
