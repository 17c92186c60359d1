use super::*;

fn words(text: &str) -> Vec<(String, Gap)> {
    tokens(text)
        .into_iter()
        .map(|token| (token.folded, token.before))
        .collect()
}

#[test]
fn tokenises_words_and_gaps() {
    let expected = [
        ("sao", Gap::Stop),
        ("paulo", Gap::Space),
        ("rio", Gap::Arrow),
        ("2026", Gap::Comma),
    ];
    assert_eq!(
        words("São Paulo → Rio, 2026"),
        expected.map(|(word, gap)| (word.to_owned(), gap))
    );
    let expected = [
        ("florence", Gap::Stop),
        ("s", Gap::Apostrophe),
        ("hen", Gap::Space),
        ("do", Gap::Hyphen),
    ];
    assert_eq!(
        words("Florence's hen-do"),
        expected.map(|(word, gap)| (word.to_owned(), gap))
    );
}

#[test]
fn characters_are_tokens_in_unsegmented_scripts() {
    let expected = [
        ("東", Gap::Stop),
        ("京", Gap::Nothing),
        ("2026", Gap::Space),
    ];
    assert_eq!(
        words("東京 2026"),
        expected.map(|(word, gap)| (word.to_owned(), gap))
    );
    assert_eq!(words("ไป").len(), 2);
}

#[test]
fn detects_case() {
    let cases: Vec<Case> = tokens("USA Lisbon porto 東 A")
        .into_iter()
        .map(|token| token.case)
        .collect();
    assert_eq!(
        cases,
        [
            Case::Upper,
            Case::Title,
            Case::Lower,
            Case::None,
            Case::Title
        ]
    );
}

#[test]
fn truncates_a_long_text() {
    let long = "a ".repeat(100_000);
    assert_eq!(start(Query::Text(&long)).len(), MAX_CHARACTERS);
    assert_eq!(start(Query::Name(&long)).len(), MAX_NAME_CHARACTERS);
}
