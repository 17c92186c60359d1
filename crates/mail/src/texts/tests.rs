//! The files of texts: the same keys with the same variables in each language, and all in use.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentArgs;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use wayfare_domain::{Instant, Language};

use super::{Texts, set_day, source};

/// The keys that composing uses.
fn used() -> BTreeSet<String> {
    let kinds = [
        "confirmation",
        "email-changed",
        "password-reset",
        "invitation",
    ];
    let parts = ["subject", "lead", "action", "after"];
    let of_kinds = kinds
        .iter()
        .flat_map(|kind| parts.map(|part| format!("{kind}-{part}")));
    of_kinds
        .chain(["date", "footer", "invitation-refuse"].map(str::to_owned))
        .collect()
}

/// The variables of each text, those of texts in it left out.
fn variables(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let parsed = parser::parse(source(language)).expect("well-formed");
    let mut all = BTreeMap::new();
    for entry in parsed.body {
        match entry {
            Entry::Message(message) => {
                let mut found = BTreeSet::new();
                of_pattern(&message.value.expect("a value"), &mut found);
                assert!(message.attributes.is_empty());
                let twice = all.insert(message.id.name.to_owned(), found);
                assert_eq!(twice, None, "{}", message.id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{other:?}"),
        }
    }
    all
}

fn of_pattern(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => of_inline(inline, found),
            Expression::Select { selector, variants } => {
                of_inline(selector, found);
                let month = variants.len() == 12;
                assert!(month, "a text for each month");
                for variant in variants {
                    of_pattern(&variant.value, found);
                }
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    let name = match inline {
        InlineExpression::VariableReference { id } => format!("${}", id.name),
        InlineExpression::MessageReference { id, .. } => id.name.to_owned(),
        other => panic!("{other:?}"),
    };
    found.insert(name);
}

#[test]
fn every_language_has_the_texts_that_are_used_with_the_same_variables() {
    let english = variables(Language::English);
    let keys: BTreeSet<String> = english.keys().cloned().collect();
    assert_eq!(keys, used(), "what is missing, or not used");
    for language in Language::ALL {
        assert_eq!(variables(language), english, "{language}");
    }
}

#[test]
fn every_text_has_a_value_without_a_trace_of_its_syntax() {
    let texts = Texts::new().unwrap();
    let mut arguments = FluentArgs::new();
    for name in ["username", "site", "trip", "by"] {
        arguments.set(name, format!("<{name}>"));
    }
    for month in 1..=12 {
        let day = format!("2026-{month:02}-21T10:00:00Z");
        set_day(&mut arguments, Instant::parse(&day).unwrap());
        for (language, key) in Language::ALL
            .iter()
            .flat_map(|it| used().into_iter().map(move |key| (*it, key)))
        {
            let text = texts.text(language, &key, &arguments);
            assert!(
                !text.is_empty() && !text.contains(['{', '}', '$', '\n']),
                "{language} {key}: {text}"
            );
        }
        let dates: BTreeSet<String> = Language::ALL
            .iter()
            .map(|it| texts.text(*it, "date", &arguments))
            .collect();
        assert!(
            dates
                .iter()
                .all(|date| date.contains("2026") && date.contains("21")),
            "{dates:?}"
        );
    }
    let of = |language| {
        let mut arguments = FluentArgs::new();
        set_day(
            &mut arguments,
            Instant::parse("2026-03-05T10:00:00Z").unwrap(),
        );
        texts.text(language, "date", &arguments)
    };
    assert_eq!(of(Language::English), "5 March 2026");
    assert_eq!(of(Language::German), "5. März 2026");
    assert_eq!(of(Language::Japanese), "2026年3月5日");
}
