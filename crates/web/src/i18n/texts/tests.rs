use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use jiff::civil::date;
use rust_decimal::Decimal;
use wayfare_domain::{Currency, Language};

use super::*;
use crate::i18n::format as shown;
use crate::i18n::texts as t;

/// The messages of a language with the variables that they have.
fn variables(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let file = parser::parse(source(language)).unwrap();
    let mut all = BTreeMap::new();
    for entry in file.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let mut found = BTreeSet::new();
        of_pattern(&message.value.unwrap(), &mut found);
        let known = all.insert(message.id.name.to_owned(), found);
        assert!(known.is_none(), "{language} {}", message.id.name);
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
                for variant in variants {
                    of_pattern(&variant.value, found);
                }
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("{other:?}"),
    }
}

fn reasons_of_other_crates() -> impl Iterator<Item = &'static str> {
    reasons::keys().filter(|key| !key.starts_with("refused-"))
}

/// The messages that the pages use, with their variables.
fn used() -> BTreeMap<String, BTreeSet<String>> {
    let names = list::NAMES.iter().map(|name| (key(name), BTreeSet::new()));
    let sentences = sentences::SENTENCES.iter().map(|(name, variables)| {
        let variables = variables.iter().map(|name| (*name).to_owned());
        (key(name), variables.collect())
    });
    names.chain(sentences).collect()
}

#[test]
fn every_language_has_the_texts_that_are_used_with_the_same_variables() {
    let english = variables(Language::English);
    let used = used();
    let of_pages = |key: &&String| reasons_of_other_crates().all(|reason| reason != **key);
    assert_eq!(
        english.keys().filter(of_pages).collect::<BTreeSet<_>>(),
        used.keys().collect(),
        "what is missing, or not used"
    );
    for (key, variables) in &used {
        assert_eq!(&english[key], variables, "{key}");
    }
    for language in Language::ALL {
        assert_eq!(variables(language), english, "{language}");
    }
}

/// The sources of the pages, without their tests and the list of texts.
fn sources(folder: &str) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_str().unwrap();
        if path.is_dir() {
            all += &sources(name);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") && !name.ends_with("list.rs")
        {
            all += &std::fs::read_to_string(&path).unwrap();
        }
    }
    all
}

#[test]
fn every_text_of_the_list_is_on_a_page() {
    let sources = sources(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let words: BTreeSet<&str> = sources
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let unused = list::NAMES.iter().filter(|name| !words.contains(*name));
    assert_eq!(unused.collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn every_text_has_a_value_without_a_trace_of_its_syntax() {
    for language in Language::ALL {
        let bundle = bundle(language);
        for (key, names) in variables(language) {
            for number in [0, 1, 2, 5] {
                let values = names.iter().map(|name| (name.as_str(), number));
                let text = message(&bundle, &key, Some(&FluentArgs::from_iter(values)));
                assert!(
                    !text.is_empty() && !text.contains(['{', '}', '$', '\n']),
                    "{language} {key}: {text}"
                );
            }
        }
    }
}

#[test]
fn the_reasons_are_those_of_the_other_crates() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let sources = ["domain", "formats", "service", "api-core", "web"]
        // A string may go on in the next line.
        .map(|name| sources(&format!("{crates}/{name}/src")).replace("\\\n", ""));
    // Variables and numbers alike, as the sources write them.
    let plain = |text: &str| -> String {
        let mut is_inside = false;
        let kept = text.chars().filter(|c| {
            let is_kept = !is_inside && !c.is_ascii_digit() && !matches!(c, '{' | '}' | '\\');
            is_inside = (is_inside || *c == '{') && *c != '}';
            is_kept && !c.is_whitespace()
        });
        kept.collect()
    };
    let phrases: Vec<String> = sources
        .iter()
        .flat_map(|source| source.split('\n'))
        .map(plain)
        .collect();
    let english = bundle(Language::English);
    let arguments = FluentArgs::from_iter([("first", ""), ("second", "")]);
    for key in reasons_of_other_crates().chain(["refused-empty"]) {
        let phrase = plain(&message(&english, key, Some(&arguments)));
        assert!(
            phrases.iter().any(|line| line.contains(&phrase)),
            "{key} says what no other crate does: {phrase}"
        );
    }
}

/// What a language makes of it.
fn in_language<T>(language: Language, region: Option<&str>, work: impl FnOnce() -> T) -> T {
    Locale::new(language, region).enter(work)
}

#[test]
fn dates_are_those_of_cldr() {
    let days = || {
        let [start, end, later] = [date(2026, 5, 1), date(2026, 5, 8), date(2026, 6, 3)];
        let year = date(2027, 1, 3);
        [
            shown::long_date(start),
            shown::short_date(start),
            shown::range(start, end),
            shown::range(start, later),
            shown::range(start, year),
        ]
    };
    for (language, expected) in [
        (
            Language::English,
            "Friday, 1 May 2026|1 May 2026|1 – 8 May 2026|1 May – 3 Jun 2026|1 May 2026 – 3 Jan \
                2027",
        ),
        (
            Language::German,
            "Freitag, 1. Mai 2026|1. Mai 2026|1.–8. Mai 2026|1. Mai – 3. Juni 2026|1. Mai 2026 – \
                3. Jan. 2027",
        ),
        (
            Language::French,
            "vendredi 1 mai 2026|1 mai 2026|1–8 mai 2026|1 mai – 3 juin 2026|1 mai 2026 – 3 janv. \
                2027",
        ),
        (
            Language::Spanish,
            "viernes, 1 de mayo de 2026|1 may 2026|1–8 may 2026|1 may – 3 jun 2026|1 may 2026 – 3 \
                ene 2027",
        ),
        (
            Language::Portuguese,
            "sexta-feira, 1 de maio de 2026|1 de mai. de 2026|1 – 8 de mai. de 2026|1 de mai. – 3 \
                de jun. de 2026|1 de mai. de 2026 – 3 de jan. de 2027",
        ),
        (
            Language::Italian,
            "venerdì 1 maggio 2026|1 mag 2026|01–08 mag 2026|01 mag – 03 giu 2026|01 mag 2026 – 03 \
                gen 2027",
        ),
        (
            Language::Japanese,
            "2026年5月1日金曜日|2026年5月1日|2026年5月1日～8日|2026年5月1日～6月3日|2026年5月1日～2027年1月3日",
        ),
    ] {
        assert_eq!(in_language(language, None, days).join("|"), expected);
    }
    let american = in_language(Language::English, Some("US"), days);
    assert_eq!(american[0], "Friday, May 1, 2026");
}

#[test]
fn amounts_are_read_as_each_language_writes_them() {
    let texts = [
        "1.500",
        "1,500",
        "1.500,25",
        "1,500.25",
        "12,5",
        "12.5",
        "0.625",
        "1.234.567",
        "1 500",
        "1'500",
        "1’500.5",
        "１，５００",
    ];
    let amount = |text: &str| shown::parse_amount(text, None).ok().flatten();
    let read =
        || texts.map(|text| amount(text).map_or("-".to_owned(), |it| it.value().to_string()));
    let english = "1.5 1500 1500.25 1500.25 12.5 12.5 0.625 1234567 1500 1500 1500.5 1500";
    let german = "1500 1.5 1500.25 1500.25 12.5 12.5 0.625 1234567 1500 1500 1500.5 1.5";
    for (language, expected) in [(Language::English, english), (Language::German, german)] {
        assert_eq!(in_language(language, None, read).join(" "), expected);
        // What an input shows is read as it was.
        for value in [Decimal::new(1_500, 3), Decimal::new(1_500_250, 3)] {
            let kept = || amount(&shown::ungrouped(value)).unwrap().value();
            assert_eq!(in_language(language, None, kept), value);
        }
    }
}

#[test]
fn an_amount_may_have_its_currency() {
    for (text, number, code) in [
        ("15 €", "15", "EUR"),
        ("€ 1.234,50", "1.234,50", "EUR"),
        ("12 000 JPY", "12 000", "JPY"),
        ("１２，０００円", "１２，０００", "JPY"),
        ("R$ 12,50", "12,50", "BRL"),
        ("chf20", "20", "CHF"),
    ] {
        let found = shown::split_currency(text).map(|(number, of)| (number, of.code().to_owned()));
        assert_eq!(found, Some((number, code.to_owned())), "{text}");
    }
    for text in ["15", "$15", "15 kr", "€ 15 €", "€", "about 15", ""] {
        assert_eq!(shown::split_currency(text), None, "{text}");
    }
}

#[test]
fn amounts_and_plurals_are_those_of_cldr() {
    let amounts = || {
        [("EUR", 123_450), ("EUR", 1_234_550), ("JPY", 123_400)].map(|(code, cents)| {
            let currency = Currency::new(code).unwrap();
            shown::money(Decimal::new(cents, 2), currency)
        })
    };
    for (language, region, expected) in [
        (
            Language::English,
            None,
            "EUR 1,234.50|EUR 12,345.50|JPY 1,234",
        ),
        (
            Language::German,
            None,
            "1.234,50\u{a0}EUR|12.345,50\u{a0}EUR|1.234\u{a0}JPY",
        ),
        (
            Language::French,
            None,
            "1\u{202f}234,50\u{a0}EUR|12\u{202f}345,50\u{a0}EUR|1\u{202f}234\u{a0}JPY",
        ),
        (
            Language::Spanish,
            None,
            "1234,50\u{a0}EUR|12.345,50\u{a0}EUR|1234\u{a0}JPY",
        ),
        (
            Language::Portuguese,
            None,
            "EUR\u{a0}1.234,50|EUR\u{a0}12.345,50|JPY\u{a0}1.234",
        ),
        (
            Language::Italian,
            None,
            "1234,50\u{a0}EUR|12.345,50\u{a0}EUR|1234\u{a0}JPY",
        ),
        (
            Language::Japanese,
            None,
            "EUR\u{a0}1,234.50|EUR\u{a0}12,345.50|JPY\u{a0}1,234",
        ),
    ] {
        assert_eq!(in_language(language, region, amounts).join("|"), expected);
    }
    let counts = || [0, 1, 2, 1_000].map(t::number_of_people);
    for (language, expected) in [
        (Language::English, "0 people|1 person|2 people|1,000 people"),
        (
            Language::German,
            "0 Personen|1 Person|2 Personen|1.000 Personen",
        ),
        (
            Language::French,
            "0 personne|1 personne|2 personnes|1\u{202f}000 personnes",
        ),
        (
            Language::Portuguese,
            "0 pessoa|1 pessoa|2 pessoas|1.000 pessoas",
        ),
        (Language::Japanese, "0人|1人|2人|1,000人"),
    ] {
        assert_eq!(in_language(language, None, counts).join("|"), expected);
    }
}

#[test]
fn reasons_are_in_the_language_of_the_page() {
    let german = |reason: &str| in_language(Language::German, None, || t::reason(reason));
    assert_eq!(german("must not be empty"), "darf nicht leer sein");
    assert_eq!(
        german("must have at most 200 characters"),
        "darf höchstens 200 Zeichen haben"
    );
    assert_eq!(
        german("must add up to 30: 5.5 is left"),
        "muss zusammen 30 ergeben: 5,5 fehlt"
    );
    assert_eq!(
        german("must be a whole number, as this currency has no decimals"),
        "muss eine ganze Zahl sein, denn diese Währung hat keine Nachkommastellen"
    );
    assert_eq!(
        german("must be an ISO 4217 currency code, such as \"CAD\""),
        "muss ein Währungscode nach ISO 4217 sein, zum Beispiel „CAD“"
    );
    assert_eq!(
        german("the file holds what a trip can't: trip_items must have at most 5 photos"),
        "die Datei enthält etwas, das eine Reise nicht haben kann: darf höchstens 5 Fotos haben"
    );
    assert_eq!(
        german("an event in an unknown time zone is left out: Call: Nowhere/Here"),
        "ein Termin in einer unbekannten Zeitzone fehlt: Call: Nowhere/Here"
    );
    assert_eq!(german("is of no known kind"), "is of no known kind");
}

#[test]
fn refusals_of_pages_are_known_by_their_phrases() {
    let refusals = reasons::keys().filter(|key| key.starts_with("refused-"));
    for key in refusals {
        let of = |language| message(&bundle(language), key, None);
        let (phrase, german) = (of(Language::English), of(Language::German));
        let shown = in_language(Language::German, None, || t::reason(&phrase));
        assert_eq!(shown, german);
    }
}

#[test]
fn names_from_right_to_left_turn_nothing_around() {
    assert_eq!(t::paid_by("Ada"), "Ada paid");
    assert_eq!(t::paid_by("שרה"), "\u{2068}שרה\u{2069} paid");
    assert_eq!(t::paid_by("\u{200f}Sara"), "Sara paid");
    assert_eq!(t::paid_by("\u{202e}Ada"), "Ada paid");
}
