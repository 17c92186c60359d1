//! Folds names for comparison: no case, no accents, words separated by one space.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds the text. `cargo xtask places` folds the names of the data file by the same rules.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for char in text.nfkd().filter(|char| !is_dropped(*char)) {
        for lower in char.to_lowercase().filter(|char| !is_accent(*char)) {
            push_alike(&mut folded, lower);
        }
    }
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.join(" ").nfc().collect()
}

/// Returns whether the character is part of a word; all others separate words.
pub(crate) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || is_combining_mark(char)
}

fn is_accent(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}')
}

/// Accents, Hebrew and Arabic points, and letter-like apostrophes. Vowel signs of other scripts
/// count as letters.
fn is_dropped(char: char) -> bool {
    is_accent(char)
        || matches!(
            char,
            '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}'
                | '\u{2b0}'..='\u{2ff}' | '\u{ad}'
        )
}

/// Letters with several spellings that no decomposition unifies.
fn push_alike(folded: &mut String, char: char) {
    match char {
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ø' => folded.push('o'),
        'ł' => folded.push('l'),
        'đ' | 'ð' => folded.push('d'),
        'ı' => folded.push('i'),
        'ħ' => folded.push('h'),
        'ə' => folded.push('e'),
        'ς' => folded.push('σ'),
        'ى' | 'ی' => folded.push('ي'),
        'ک' => folded.push('ك'),
        'ة' => folded.push('ه'),
        _ if is_word(char) => folded.push(char),
        _ => folded.push(' '),
    }
}

#[cfg(test)]
mod tests;
