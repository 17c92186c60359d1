use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::{Currency, Language};

use crate::i18n::format;
use crate::i18n::format::reason_of;
use crate::i18n::locale::Locale;
use crate::i18n::locale::conventions::Conventions;

/// A region of each row of the data, whose others write numbers alike.
fn locales() -> Vec<Locale> {
    let rows = include_str!("../../../../data/locales.tsv").lines();
    let rows = rows.filter(|row| row.starts_with("numbers"));
    let tags = rows.map(|row| row.rsplit(['\t', ' ']).next().unwrap());
    let locale = |tag: &str| {
        let (language, region) = tag.split_once('-').unwrap_or((tag, "XX"));
        Locale::new(Language::known(language).unwrap(), Some(region))
    };
    tags.map(locale).collect()
}

fn currency(code: &str) -> Option<Currency> {
    Some(Currency::new(code).unwrap())
}

/// What a region reads: the number, or its reason.
fn read(tag: &str, text: &str, code: &str) -> String {
    let (language, region) = tag.split_once('-').unwrap_or((tag, "XX"));
    let locale = Locale::new(Language::known(language).unwrap(), Some(region));
    let currency = Some(code)
        .filter(|code| !code.is_empty())
        .and_then(currency);
    locale.enter(|| match locale.conventions.numbers.parse(text, currency) {
        Ok(number) => number.normalize().to_string(),
        Err(misread) => reason_of(misread).to_string(),
    })
}

#[test]
fn a_number_is_read_as_its_region_writes_it() {
    for (tags, text, number) in [
        (
            "es-419 es-PE es-DO es-MX es-US es-CU es-GT es-HN es-NI es-PA es-PR es-SV",
            "1,500",
            "1500",
        ),
        (
            "es-419 es-PE es-DO es-MX es-US es-CU es-GT es-HN es-NI es-PA es-PR es-SV",
            "1.5",
            "1.5",
        ),
        ("es es-ES es-AR es-CO es-CL de it pt de-AT", "1.500", "1500"),
        ("es es-ES es-AR es-CO es-CL de it pt de-AT", "1,5", "1.5"),
        ("es en de-CH ja", "12,50", "12.5"),
        ("es en de-CH ja", "12.50", "12.5"),
        ("es en de-CH ja", "0.625", "0.625"),
        ("es en de-CH ja", "1.234,50", "1234.5"),
        ("es en de-CH ja", "1,234.50", "1234.5"),
        ("es en de-CH ja", "1.234.567", "1234567"),
        ("es en de-CH ja", "12,34,567.5", "1234567.5"),
        ("es en de-CH ja fr", "1\u{202f}500,5", "1500.5"),
        ("es en de-CH ja fr", "1’500", "1500"),
        ("es en de-CH ja fr", "1'500.25", "1500.25"),
        ("es en de-CH ja fr", "−12", "-12"),
        ("en ja", "１，５００", "1500"),
        ("fr pt-PT", "1.500", "1500"),
        ("fr-CH de-CH", "1,500", "1500"),
        ("en", "1500.000", "1500"),
    ] {
        for tag in tags.split(' ') {
            assert_eq!(read(tag, text, "EUR"), number, "{tag} {text}");
        }
    }
    for text in [
        "1,2,3",
        "1.234.56",
        "12 50",
        "1e3",
        "about 15",
        "-",
        ".5",
        ",",
        "1,,500",
        "１.２.３",
    ] {
        assert_eq!(read("en", text, "EUR"), "must be a number", "{text}");
    }
}

#[test]
fn a_number_of_two_meanings_is_asked_about() {
    let asked = |first: &str, second: &str| {
        format!("could mean {first} or {second}, so type it as one of these")
    };
    assert_eq!(read("en", "1.000", "JPY"), asked("1000", "1"));
    assert_eq!(read("en", "1.500", "EUR"), asked("1500", "1.5"));
    assert_eq!(read("en", "1.234", "EUR"), asked("1234", "1.2340"));
    assert_eq!(read("en", "-1.500", "EUR"), asked("-1500", "-1.5"));
    let german = "kann 1500 oder 1,5 bedeuten; bitte eines davon eingeben";
    assert_eq!(read("de", "1,500", "EUR"), german);
    // Neither mark is this region's, and dinars have three decimals.
    assert!(read("fr", "1.500", "KWD").contains("1500 ou 1,5"));
    assert!(read("fr", "1.500", "").contains("1500 ou 1,5"));
    // One of the meanings is the region's, or the other one none.
    for (tag, text, code, number) in [
        ("en", "1,000", "JPY", "1000"),
        ("de", "1.000", "JPY", "1000"),
        ("en", "1.0", "JPY", "1"),
        ("en", "1.500", "KWD", "1.5"),
        ("de", "1,500", "KWD", "1.5"),
        ("de", "1.500", "KWD", "1500"),
        ("en", "1.500", "", "1.5"),
        ("en", "1,500", "", "1500"),
    ] {
        assert_eq!(read(tag, text, code), number, "{tag} {text} {code}");
    }
}

#[test]
fn digits_are_grouped_as_in_the_region() {
    for (tag, expected) in [
        ("en-GB", "1,234.5 12,345.5 1,234,567.5 -1,234"),
        ("en-IN", "1,234.5 12,345.5 12,34,567.5 -1,234"),
        ("es", "1234,5 12.345,5 1.234.567,5 -1234"),
        ("es-AR", "1.234,5 12.345,5 1.234.567,5 -1.234"),
        ("es-CO", "1.234,5 12.345,5 1.234.567,5 -1.234"),
        ("es-419", "1,234.5 12,345.5 1,234,567.5 -1,234"),
        ("pt", "1.234,5 12.345,5 1.234.567,5 -1.234"),
        ("pt-PT", "1234,5 12\u{a0}345,5 1\u{a0}234\u{a0}567,5 -1234"),
        ("it-CH", "1234.5 12'345.5 1'234'567.5 -1234"),
        ("de-CH", "1'234.5 12'345.5 1'234'567.5 -1'234"),
        // Amounts have marks of their own there.
        ("fr-CH", "1'234.5 12'345.5 1'234'567.5 -1'234"),
        ("de-AT", "1.234,5 12.345,5 1.234.567,5 -1.234"),
    ] {
        let numbers = &Conventions::find(&[tag]).numbers;
        let written = ["1234.5", "12345.5", "1234567.5", "-1234"].map(|text| numbers.write(text));
        assert_eq!(written.join(" "), expected, "{tag}");
    }
}

#[test]
fn the_code_of_a_currency_stands_where_the_region_puts_it() {
    for (tags, expected) in [
        ("en-GB en-US en-IN", "EUR 5"),
        ("de es fr it pt-PT fr-CA", "5\u{a0}EUR"),
        ("de-AT de-CH es-419 es-MX es-AR pt ja", "EUR\u{a0}5"),
    ] {
        for tag in tags.split(' ') {
            let numbers = &Conventions::find(&[tag]).numbers;
            assert_eq!(
                numbers.money("5", Currency::new("EUR").unwrap()),
                expected,
                "{tag}"
            );
        }
    }
}

proptest! {
    /// No region reads another amount than it has written, in any currency.
    #[test]
    fn what_a_region_writes_it_reads(
        mantissa in prop_oneof![0_i64..2_000_000, -2_000_000_000_000_i64..2_000_000_000_000],
        scale in 0_u32..5,
        code in proptest::sample::select(vec!["JPY", "CLP", "EUR", "COP", "HUF", "KWD", "CLF"]),
    ) {
        let currency = Currency::new(code).unwrap();
        let amount = Decimal::new(mantissa, scale);
        let rounded = currency.round(amount);
        for locale in locales() {
            let numbers = &locale.conventions.numbers;
            let shown = locale.enter(|| format::number(amount, currency));
            prop_assert_eq!(numbers.parse(&shown, Some(currency)), Ok(rounded), "{}", &shown);
            let input = locale.enter(|| format::money_input(amount, currency));
            prop_assert_eq!(numbers.parse(&input, Some(currency)), Ok(amount), "{}", &input);
            let input = locale.enter(|| format::ungrouped(amount.normalize()));
            prop_assert_eq!(numbers.parse(&input, None), Ok(amount), "{}", &input);
        }
    }

    /// What is typed with any marks has one of its two meanings, or is asked about.
    #[test]
    fn no_typed_number_becomes_a_third_one(text in "[1-9][0-9]{0,3}([.,' ][0-9]{1,4}){0,3}") {
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        for locale in locales() {
            let currency = Some(Currency::CAD);
            let Ok(number) = locale.conventions.numbers.parse(&text, currency) else { continue };
            let written = number.to_string();
            let fraction = text.rsplit(['.', ',']).next().unwrap();
            let padded = digits(&written) + &"0".repeat(4);
            prop_assert!(padded.starts_with(&digits(&text)), "{} {}", text, written);
            let whole = written.split('.').next().unwrap();
            let is_whole = whole == digits(&text);
            prop_assert!(is_whole || digits(&text) == whole.to_owned() + fraction, "{}", text);
        }
    }
}
