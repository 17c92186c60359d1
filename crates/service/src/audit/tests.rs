use super::{MAX_TARGET, cut, gone};

#[test]
fn counts_removed_ids_and_names_the_first_few() {
    let none: [&str; 0] = [];
    assert_eq!(gone(["a"].into_iter(), ["a"].into_iter()), "");
    assert_eq!(gone(none.into_iter(), ["a"].into_iter()), "");
    let gone_two = gone(["a", "b\n", "c"].into_iter(), ["a"].into_iter());
    assert_eq!(gone_two, "2: b\\n c");
    let long: Vec<String> = (0..10_000)
        .map(|number| format!("{number}{}", "\u{1}".repeat(2_000)))
        .collect();
    let told = gone(long.iter(), none.map(|_| &long[0]).into_iter());
    assert!(told.starts_with("10000: 0"), "{told}");
    assert!(
        !told.contains(" 8") && told.len() < 2 * MAX_TARGET,
        "{told}"
    );
}

#[test]
fn cuts_targets_between_characters() {
    assert_eq!(cut("short".to_owned()), "short");
    let long = cut("ä".repeat(MAX_TARGET));
    assert_eq!(long.len(), MAX_TARGET);
    assert!(cut(format!("x{}", "ä".repeat(MAX_TARGET))).len() < MAX_TARGET);
}
