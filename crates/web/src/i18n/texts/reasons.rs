//! Why the domain, the service and the forms of pages refuse values, and what imports warn of, in
//! the language of the page.
//!
//! A [`Reason`](wayfare_domain::Reason) is an English phrase. One that a message of `en.ftl` says,
//! whatever its numbers, is shown as that message of the page's language; others stay English.

use std::collections::HashMap;
use std::sync::LazyLock;

use wayfare_domain::Language;

use super::{Catalog, FluentArgs, format, label_of, message, source};
use crate::i18n::format::ungrouped;
use crate::i18n::locale::Locale;

/// How the keys of reasons begin. Their messages may have the variables `first` and `second`.
const KINDS: [&str; 3] = ["reason-", "warning-", "refused-"];

/// The keys of the messages that are reasons.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    let lines = source(Language::English).lines();
    let keys = lines.filter_map(|line| Some(line.split_once(" = ")?.0));
    keys.filter(|key| KINDS.iter().any(|kind| key.starts_with(kind)))
}

/// The keys by their English phrases with `#` for each number.
static BY_PHRASE: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let arguments = FluentArgs::from_iter([("first", "0"), ("second", "0")]);
    let english = Catalog::of(Language::English);
    let phrases = keys().filter_map(|key| {
        let phrase = message(&english?.bundle, key, Some(&arguments));
        Some((split(&phrase).0, key))
    });
    phrases.collect()
});

/// A reason in the language of the page, if it is known; else as it is.
pub(crate) fn reason(english: &str) -> String {
    let locale = Locale::current();
    if locale.language == Language::English && locale.conventions.numbers.decimal == '.' {
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
    let [first, second] = [0, 1].map(|place| {
        let number = numbers.get(place);
        number.map_or(String::new(), ungrouped)
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
