use super::*;

#[test]
fn recognizes_addresses() {
    assert_eq!(
        email(" ann@example.org ").unwrap().as_str(),
        "ann@example.org"
    );
    let long = format!("{}@example.org", "a".repeat(300));
    for bad in [
        "",
        "ann",
        "ann@",
        "@example.org",
        "Ann <ann@example.org>",
        "ann@[127.0.0.1]",
        "\"ann b\"@example.org",
        "a\0b@example.org",
        &long,
    ] {
        assert!(email(bad).is_err(), "{bad}");
    }
}
