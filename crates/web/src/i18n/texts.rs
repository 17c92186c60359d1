//! The texts of the pages, in the language of the request that is being answered: one Fluent file
//! for each language below `texts/`. Those without variables are resolved once.

mod list;
mod reasons;
mod sentences;
mod tables;

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use maud::Render;
use unic_langid::LanguageIdentifier;
use wayfare_domain::Language;
use wayfare_domain::text::isolate;

use super::locale::Locale;

pub(crate) use list::*;
pub(crate) use reasons::reason;
pub(crate) use sentences::*;
pub(crate) use tables::*;

/// The name of the service, which is the same in every language.
pub(crate) const NAME: &str = "Wayfare";

type Bundle = FluentBundle<FluentResource>;

/// A text without variables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text(fn(&'static Table) -> &'static str);

impl Text {
    /// The text in the language of the request.
    pub(crate) fn get(self) -> &'static str {
        Catalog::current().map_or("", |catalog| self.0(&catalog.table))
    }

    /// The English text, by which a [reason](reasons) is known: forms of a trip are read on threads
    /// that know no language.
    pub(crate) fn phrase(self) -> &'static str {
        Catalog::of(Language::English).map_or("", |catalog| self.0(&catalog.table))
    }

    /// Whether it reads so in one of the languages.
    fn is(self, text: &str) -> bool {
        let mut catalogs = CATALOGS.iter();
        catalogs.any(|catalog| self.0(&catalog.table) == text)
    }
}

impl Render for Text {
    fn render_to(&self, buffer: &mut String) {
        self.get().render_to(buffer);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.to_string()
    }
}

/// The texts of a language.
struct Catalog {
    language: Language,
    table: Table,
    bundle: Bundle,
}

static CATALOGS: LazyLock<[Catalog; 7]> = LazyLock::new(|| Language::ALL.map(Catalog::new));

impl Catalog {
    fn new(language: Language) -> Self {
        let bundle = bundle(language);
        Self {
            language,
            table: Table::new(&bundle),
            bundle,
        }
    }

    /// That of the request that is being answered.
    fn current() -> Option<&'static Self> {
        Self::of(Locale::current().language)
    }

    fn of(language: Language) -> Option<&'static Self> {
        let mut catalogs = CATALOGS.iter();
        catalogs.find(|catalog| catalog.language == language)
    }
}

/// The file of a language.
fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../texts/en.ftl"),
        Language::German => include_str!("../../texts/de.ftl"),
        Language::French => include_str!("../../texts/fr.ftl"),
        Language::Spanish => include_str!("../../texts/es.ftl"),
        Language::Portuguese => include_str!("../../texts/pt.ftl"),
        Language::Italian => include_str!("../../texts/it.ftl"),
        Language::Japanese => include_str!("../../texts/ja.ftl"),
    }
}

/// The messages of a language. A test finds malformed ones first.
fn bundle(language: Language) -> Bundle {
    let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // Marks around all values would disturb those who search or copy.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => {
            let numbers = &Locale::current().conventions.numbers;
            Some(numbers.write(&number.as_string()))
        }
        _ => None,
    }));
    let resource = FluentResource::try_new(source(language).to_owned());
    let resource = resource.unwrap_or_else(|(resource, _)| resource);
    // Only a name that comes twice is an error.
    let _ = bundle.add_resource(resource);
    bundle
}

/// The key of a name.
fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// A text without variables.
fn constant(bundle: &Bundle, name: &str) -> String {
    message(bundle, &key(name), None)
}

/// A text; empty if there is none, which a test finds first.
fn message(bundle: &Bundle, key: &str, arguments: Option<&FluentArgs<'_>>) -> String {
    let pattern = bundle.get_message(key).and_then(|message| message.value());
    let text = pattern.map(|pattern| bundle.format_pattern(pattern, arguments, &mut Vec::new()));
    text.map(String::from).unwrap_or_default()
}

/// A text with variables, in the language of the request.
fn format<const N: usize>(name: &str, values: [(&'static str, FluentValue<'_>); N]) -> String {
    let values = values.map(|(name, value)| match value {
        FluentValue::String(text) => (name, isolate(&text).into_owned().into()),
        value => (name, value),
    });
    let arguments = FluentArgs::from_iter(values);
    let catalog = Catalog::current();
    let text = catalog.map(|catalog| message(&catalog.bundle, &key(name), Some(&arguments)));
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests;
