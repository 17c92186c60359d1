//! Bounded text, and where violations point.

use wayfare_domain::text::SearchWords;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::itinerary::{ItemKind, PhotoUrl};
use wayfare_domain::{Description, Name, Notes, Path, Reason, ShortText, Text, Violations};

#[test]
fn names_are_trimmed_and_have_1_to_200_characters() {
    assert_eq!(
        Name::new(" \t Portugal\u{a0}\n").unwrap().as_str(),
        "Portugal"
    );
    assert!(
        Name::new(&"é".repeat(200)).is_ok(),
        "characters are counted, not bytes"
    );
    assert!(
        Name::new(&format!("  {}  ", "é".repeat(200))).is_ok(),
        "white space around it isn't counted"
    );
    for bad in ["", "  ", "\u{2003}", "a\0b", &"é".repeat(201)] {
        assert!(Name::new(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn texts_have_their_greatest_lengths_in_characters() {
    fn check<const MAX: usize>() {
        assert!(Text::<MAX>::new("").is_ok());
        assert!(Text::<MAX>::new("😀".repeat(MAX)).is_ok());
        assert!(Text::<MAX>::new("a".repeat(MAX + 1)).is_err());
        assert!(Text::<MAX>::new("a\0").is_err());
    }
    check::<10_000>();
    check::<100_000>();
    check::<2_000>();
    let _: (Description, Notes, ShortText) = (
        Text::<10_000>::EMPTY,
        Text::<100_000>::EMPTY,
        Text::<2_000>::new("kept  as it is ").unwrap(),
    );
}

#[test]
fn kinds_and_member_ids_are_not_empty() {
    assert!(ItemKind::new(&"k".repeat(50)).is_ok());
    assert!(ItemKind::new(&"k".repeat(51)).is_err());
    assert!(ItemKind::new("").is_err());
    assert!(MemberId::new(&"m".repeat(200)).is_ok());
    assert!(MemberId::new(&"m".repeat(201)).is_err());
    assert!(MemberId::new("").is_err());
}

#[test]
fn only_two_words_are_travel() {
    for (kind, travel) in [
        ("transportations", true),
        ("transportation", true),
        ("Transportation", false),
        ("destination", false),
        ("x", false),
    ] {
        assert_eq!(ItemKind::new(kind).unwrap().is_travel(), travel, "{kind}");
    }
}

#[test]
fn photos_are_http_or_https() {
    for good in [
        "http://a.example/p.jpg",
        "https://a.example",
        "HTTPS://a.example/ü",
    ] {
        assert!(PhotoUrl::new(good).is_ok(), "{good}");
    }
    for bad in [
        "",
        "https://",
        "ftp://a.example",
        "mailto:a@a.example",
        "javascript:alert(1)",
        "https://a b",
        "é".repeat(9).as_str(),
    ] {
        assert!(PhotoUrl::new(bad).is_err(), "{bad}");
    }
    assert!(PhotoUrl::new(&format!("https://{}", "a".repeat(1_992))).is_ok());
    assert!(PhotoUrl::new(&format!("https://{}", "a".repeat(1_993))).is_err());
}

#[test]
fn paths_are_json_pointers() {
    let root = Path::root();
    assert_eq!(root.to_string(), "");
    assert_eq!(
        root.field("trip_items").index(3).field("a/b~c").to_string(),
        "/trip_items/3/a~1b~0c"
    );
}

#[test]
fn violations_keep_their_order() {
    let mut violations = Violations::new();
    assert_eq!(violations.take(&Path::root().field("a"), Ok(1)), Some(1));
    assert!(violations.is_empty());
    assert_eq!(violations.clone().or(7), Ok(7));
    assert_eq!(
        violations.take::<i32>(&Path::root().field("b"), Err(Reason::new("must be c"))),
        None
    );
    let mut others = Violations::new();
    others.add(Path::root().field("d"), Reason::new("must be e"));
    violations.append(others);
    let all: Vec<String> = violations
        .iter()
        .map(|v| format!("{} {}", v.path, v.reason))
        .collect();
    assert_eq!(all, ["/b must be c", "/d must be e"]);
    assert!(violations.or(7).is_err());
}

#[test]
fn text_from_elsewhere_is_cut_to_what_fits() {
    let cut = ShortText::cut(&format!("a\0{}", "é".repeat(3_000)));
    assert_eq!(
        (cut.chars().count(), cut.chars().next()),
        (2_000, Some('a'))
    );
    assert!(!cut.contains('\0'));
    assert_eq!(&*ShortText::cut("Lisbon, Portugal"), "Lisbon, Portugal");
}

#[test]
fn a_search_has_its_first_words_in_lower_case() {
    let words = |text: &str| -> Vec<String> {
        let words = SearchWords::new(text);
        words.iter().map(str::to_owned).collect()
    };
    assert!(words(" ").is_empty());
    assert_eq!(words(" Trams  ÉVORA "), ["trams", "évora"]);
    // Ten words and 200 characters count.
    assert_eq!(words(&format!("{}porto", "week ".repeat(10))), ["week"; 10]);
    assert_eq!(words(&format!("week{}porto", " ".repeat(200))), ["week"]);
}
