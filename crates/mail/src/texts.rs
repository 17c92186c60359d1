//! The texts of mails, one Fluent file for each language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;
use wayfare_domain::{Instant, Language, Reason};

/// The file of a language.
fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../texts/en.ftl"),
        Language::German => include_str!("../texts/de.ftl"),
        Language::French => include_str!("../texts/fr.ftl"),
        Language::Spanish => include_str!("../texts/es.ftl"),
        Language::Portuguese => include_str!("../texts/pt.ftl"),
        Language::Italian => include_str!("../texts/it.ftl"),
        Language::Japanese => include_str!("../texts/ja.ftl"),
    }
}

/// The texts of all languages.
pub(crate) struct Texts(Vec<(Language, FluentBundle<FluentResource>)>);

impl Texts {
    /// Parses the files.
    ///
    /// # Errors
    /// A file is malformed, which a test of this crate finds first.
    pub(crate) fn new() -> Result<Self, Reason> {
        let bundles = Language::ALL.map(|language| Some((language, parse(language)?)));
        let bundles: Option<Vec<_>> = bundles.into_iter().collect();
        bundles
            .map(Self)
            .ok_or_else(|| Reason::new("the texts of mails are malformed"))
    }

    /// A text in a language; empty if there is none, which a test of this crate finds first.
    pub(crate) fn text(&self, language: Language, key: &str, arguments: &FluentArgs<'_>) -> String {
        let bundle = self.0.iter().find(|(known, _)| *known == language);
        let text = bundle.and_then(|(_, bundle)| {
            let pattern = bundle.get_message(key)?.value()?;
            let text = bundle.format_pattern(pattern, Some(arguments), &mut Vec::new());
            Some(text.into_owned())
        });
        text.unwrap_or_default()
    }
}

fn parse(language: Language) -> Option<FluentBundle<FluentResource>> {
    let tag: LanguageIdentifier = language.tag().parse().ok()?;
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // The names of users are isolated if they need it: marks around all else would only disturb
    // those who search or copy.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(source(language).to_owned()).ok()?;
    bundle.add_resource(resource).ok()?;
    Some(bundle)
}

/// Adds a day to the arguments of a text.
pub(crate) fn set_day(arguments: &mut FluentArgs<'_>, instant: Instant) {
    let date = time::OffsetDateTime::from(instant).date();
    arguments.set("day", date.day().to_string());
    arguments.set("month", u8::from(date.month()));
    arguments.set("year", date.year().to_string());
}

#[cfg(test)]
mod tests;
