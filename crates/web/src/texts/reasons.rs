//! Why the domain, the service and the forms of pages refuse values, and what imports warn of, in the
//! language of the page.
//!
//! A [`Reason`](wayfare_domain::Reason) is an English phrase. One that a message of `en.ftl` says,
//! whatever its numbers, is shown as that message of the page's language; others stay English.

use std::collections::HashMap;
use std::sync::LazyLock;

use wayfare_domain::Language;

use super::{Catalog, FluentArgs, format, label_of, message};
use crate::locale::Locale;

/// The keys of the messages, which may have the variables `first` and `second`.
pub(super) const REASONS: [&str; 130] = [
    "reason-not-negative",
    "refused-empty",
    "reason-number",
    "reason-too-large",
    "reason-at-most",
    "reason-currency",
    "reason-nul",
    "reason-zone",
    "reason-point",
    "reason-from-one",
    "reason-http",
    "reason-link",
    "reason-rate",
    "reason-above-zero",
    "reason-email",
    "reason-years",
    "reason-past",
    "reason-section",
    "reason-trip",
    "reason-trips",
    "reason-username",
    "reason-day",
    "reason-time",
    "reason-digits",
    "reason-places",
    "reason-no-places",
    "reason-characters",
    "reason-length",
    "reason-entries",
    "reason-with-owner",
    "reason-people",
    "reason-photos",
    "reason-items",
    "reason-left",
    "reason-excess",
    "reason-parts",
    "reason-somebody",
    "reason-end",
    "reason-start",
    "reason-low",
    "reason-high",
    "reason-shift",
    "reason-payer",
    "reason-base",
    "reason-twice",
    "reason-no-mail",
    "reason-room",
    "reason-member-of",
    "reason-owner-of",
    "reason-invitations",
    "reason-links",
    "reason-nested",
    "reason-no-rate",
    "reason-payments",
    "reason-member",
    "reason-no-member",
    "reason-visible-trip",
    "reason-files",
    "warning-overlay",
    "warning-area",
    "warning-place-dates",
    "warning-time",
    "warning-feature",
    "warning-point",
    "warning-lines",
    "warning-short-line",
    "warning-simplified",
    "warning-no-end",
    "warning-places",
    "warning-dates",
    "warning-location-dates",
    "warning-descriptions",
    "warning-shortened",
    "warning-picture",
    "warning-file",
    "warning-repeats",
    "warning-cancelled",
    "warning-startless",
    "warning-never",
    "warning-floating",
    "warning-line",
    "warning-todo",
    "warning-journal",
    "warning-component",
    "warning-unnamed",
    "warning-archive",
    "warning-found",
    "warning-lost",
    "warning-early",
    "warning-known-items",
    "warning-known-lines",
    "warning-points",
    "import-format",
    "import-unreadable",
    "import-cut-off",
    "import-early-end",
    "import-document-end",
    "import-no-manifest",
    "import-not-utf8",
    "import-document-type",
    "import-encrypted",
    "import-archive-size",
    "import-file-size",
    "import-malformed",
    "import-damaged",
    "import-items",
    "import-places",
    "import-folders",
    "import-zone",
    "import-zone-malformed",
    "import-no-time",
    "import-unbegun",
    "import-nesting",
    "import-elements",
    "import-zone-changes",
    "import-zones",
    "import-attribute",
    "import-entities",
    "import-geojson",
    "import-features",
    "import-wgs",
    "import-encoding",
    "import-other-archive",
    "import-version",
    "import-repeated",
    "import-unsafe",
    "import-picture",
    "import-unpacked",
    "import-entries",
    "import-refused",
];

/// The keys of what pages alone refuse, by [`Text::phrase`](super::Text::phrase).
const REFUSALS: [&str; 21] = [
    "too-many",
    "refused-not-one-of-us",
    "refused-date",
    "refused-time",
    "refused-point",
    "refused-base",
    "refused-after-last-day",
    "refused-has-rate",
    "refused-rate",
    "refused-other-currency",
    "refused-same-name",
    "refused-lists",
    "refused-list-gone",
    "refused-clock",
    "refused-length",
    "refused-both",
    "refused-far-day",
    "refused-far-time",
    "refused-unsure",
    "refused-no-way",
    "refused-far-move",
];

/// The keys by their English phrases with `#` for each number.
static BY_PHRASE: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let arguments = FluentArgs::from_iter([("first", "0"), ("second", "0")]);
    let english = Catalog::of(Language::English);
    let phrases = REASONS.iter().chain(&REFUSALS).filter_map(|key| {
        let phrase = message(&english?.bundle, key, Some(&arguments));
        Some((split(&phrase).0, *key))
    });
    phrases.collect()
});

/// A reason in the language of the page, if it is known; else as it is.
pub(crate) fn reason(english: &str) -> String {
    if Locale::current().language == Language::English {
        return english.to_owned();
    }
    let with_cause = || {
        let (phrase, cause) = english.split_once(": ")?;
        // A cause may have the path of a value before it. That of another library stays as it is:
        // "the document is malformed: EOF".
        let after_path = || known(cause.split_once(' ')?.1);
        let shown = known(cause).or_else(after_path);
        Some(label_of(&known(phrase)?, shown.as_deref().unwrap_or(cause)))
    };
    let shown = known(english).or_else(with_cause);
    shown.unwrap_or_else(|| english.to_owned())
}

/// A phrase in the language of the page; `None` of one that no message has.
fn known(english: &str) -> Option<String> {
    let (phrase, numbers) = split(english);
    let key = BY_PHRASE.get(&phrase)?;
    let decimal = Locale::current().decimal.to_string();
    let [first, second] = [0, 1].map(|place| {
        let number = numbers.get(place);
        number.map_or(String::new(), |number| number.replace('.', &decimal))
    });
    Some(format(
        key,
        [("first", first.into()), ("second", second.into())],
    ))
}

/// A phrase with `#` for each number, and the numbers.
fn split(phrase: &str) -> (String, Vec<&str>) {
    let (mut masked, mut numbers) = (String::new(), Vec::new());
    let mut rest = phrase;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        masked.push_str(before);
        masked.push('#');
        numbers.push(number);
        rest = after;
    }
    masked.push_str(rest);
    (masked, numbers)
}
