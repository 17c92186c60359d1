//! Names that try to be more than names.

use super::neutralise;

#[test]
fn names_stay_as_they_are() {
    for name in [
        "Lisbon",
        "Été à Paris — 2 semaines!",
        "京都 2026",
        "O'Neil & <friends>",
    ] {
        assert_eq!(neutralise(name), name);
    }
}

#[test]
fn a_name_is_one_short_line() {
    assert_eq!(neutralise("A\r\nBcc: eve\0\tB\u{2028}C"), "A Bcc: eve B C");
    let long = neutralise(&"é".repeat(300));
    assert_eq!(long.chars().count(), 101);
    assert!(long.ends_with('…'));
}

#[test]
fn a_name_turns_no_text_around() {
    assert_eq!(neutralise("a\u{202e}b\u{2066}c\u{200f}d"), "abcd");
    assert_eq!(neutralise("\u{2069}שלום"), "\u{2068}שלום\u{2069}");
}

#[test]
fn a_name_makes_no_link() {
    for link in [
        "https://evil.example/x",
        "evil.example",
        "www.evil.example",
        "mailto:eve@evil.example",
    ] {
        let shown = neutralise(link);
        assert_ne!(shown, link);
        let readable: String = shown.chars().filter(|c| *c != '\u{2060}').collect();
        assert_eq!(readable, link);
        for part in ["evil.example", "://", "eve@evil"] {
            assert!(!shown.contains(part), "{shown}");
        }
    }
}
