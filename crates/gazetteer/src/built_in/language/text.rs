//! Tokenises a text into words and the gaps between them.

use super::fold::{fold, is_word};
use crate::Query;

/// The maximum number of characters of a text that are processed. A trip's place is named early,
/// and the limit bounds the work, which grows with the square in unsegmented scripts.
const MAX_CHARACTERS: usize = 1_000;
/// The same of a name. Longer texts are not names of places.
const MAX_NAME_CHARACTERS: usize = 200;

/// The case of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// `lisbon`
    Lower,
    /// `Lisbon`
    Title,
    /// `LISBON`, with at least two letters
    Upper,
    /// A script without case, or a number.
    None,
}

/// The scripts that the search distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Script {
    Latin,
    Cyrillic,
    Greek,
    Armenian,
    Georgian,
    Arabic,
    Hebrew,
    Indic,
    Han,
    Hiragana,
    Katakana,
    Hangul,
    /// Thai and related scripts, which are unsegmented too.
    Thai,
    Number,
    Other,
}

impl Script {
    fn of(char: char) -> Self {
        match char {
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{530}'..='\u{58f}' => Self::Armenian,
            '\u{590}'..='\u{5ff}' => Self::Hebrew,
            '\u{600}'..='\u{77f}'
            | '\u{8a0}'..='\u{8ff}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' => Self::Arabic,
            '\u{900}'..='\u{df4}' => Self::Indic,
            '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Self::Thai,
            '\u{10a0}'..='\u{10ff}' => Self::Georgian,
            '\u{3041}'..='\u{309f}' => Self::Hiragana,
            '\u{30a0}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Self::Katakana,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => {
                Self::Hangul
            }
            '\u{3005}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Self::Han,
            _ if char.is_numeric() => Self::Number,
            _ if char.is_alphabetic()
                && (char < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&char)) =>
            {
                Self::Latin
            }
            _ => Self::Other,
        }
    }

    /// Returns whether the script does not separate words by spaces, or attaches particles to them.
    /// Each character is then a token.
    pub(crate) fn is_unsegmented(self) -> bool {
        matches!(
            self,
            Self::Han | Self::Hiragana | Self::Katakana | Self::Hangul | Self::Thai
        )
    }

    /// Returns whether the script has capitals.
    pub(crate) fn has_case(self) -> bool {
        matches!(
            self,
            Self::Latin | Self::Cyrillic | Self::Greek | Self::Armenian
        )
    }
}

/// What precedes a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Nothing, in an unsegmented script.
    Nothing,
    Apostrophe,
    Hyphen,
    Space,
    Comma,
    /// `(` or `[`
    Paren,
    /// `&`, `+`, `/` or an interpunct: a list.
    And,
    /// `→`, or a dash with spaces around it.
    Arrow,
    /// A quotation mark.
    Quote,
    /// The end of a sentence or clause, and the start of a text.
    Stop,
}

/// A word of a text; in an unsegmented script, a character.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) folded: String,
    pub(crate) written: String,
    pub(crate) case: Case,
    pub(crate) script: Script,
    pub(crate) before: Gap,
}

/// The maximum number of letters of an abbreviation: the codes of airports have so many.
const ABBREVIATION: usize = 3;

impl Token {
    /// Returns whether it is a short word in capitals, such as a code.
    pub(crate) fn is_abbreviation(&self) -> bool {
        self.case == Case::Upper && self.written.chars().count() <= ABBREVIATION
    }
}

/// Returns the part of a query's text that is processed.
pub(crate) fn start(query: Query<'_>) -> &str {
    let (text, limit) = match query {
        Query::Text(text) => (text, MAX_CHARACTERS),
        Query::Name(name) => (name, MAX_NAME_CHARACTERS),
    };
    let end = text.char_indices().nth(limit).map(|(end, _)| end);
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}

/// Tokenises a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut gap = Gap::Stop;
    let mut between = String::new();
    let mut word = String::new();
    for char in text.chars() {
        if !is_word(char) {
            push(&mut tokens, &mut word, &mut gap);
            between.push(char);
            continue;
        }
        if !between.is_empty() {
            let abbreviates = tokens
                .last()
                .is_some_and(|token: &Token| token.folded.len() <= 3);
            gap = gap.max(gap_of(&between, abbreviates));
            between.clear();
        }
        if !word.is_empty() && parts(&word, char) {
            push(&mut tokens, &mut word, &mut gap);
        }
        word.push(char);
    }
    push(&mut tokens, &mut word, &mut gap);
    tokens
}

/// Returns whether a new word starts at the character.
fn parts(word: &str, char: char) -> bool {
    let new = Script::of(char);
    // Marks belong to the letter before them.
    if matches!(new, Script::Other) {
        return false;
    }
    let old = word.chars().next().map_or(Script::Other, Script::of);
    if new.is_unsegmented() {
        !unicode_normalization::char::is_combining_mark(char)
    } else {
        old.is_unsegmented()
    }
}

fn push(tokens: &mut Vec<Token>, word: &mut String, gap: &mut Gap) {
    let written = std::mem::take(word);
    let folded = fold(&written);
    if folded.is_empty() || folded.contains(' ') {
        return;
    }
    let script = written.chars().next().map_or(Script::Other, Script::of);
    tokens.push(Token {
        case: case_of(&written, script),
        script,
        folded,
        written,
        before: *gap,
    });
    *gap = Gap::Nothing;
}

fn case_of(word: &str, script: Script) -> Case {
    let mut letters = word.chars().filter(|char| char.is_alphabetic());
    match letters.next() {
        Some(first) if script.has_case() && first.is_uppercase() => {
            let mut rest = letters.peekable();
            if rest.peek().is_some() && rest.all(char::is_uppercase) {
                Case::Upper
            } else {
                Case::Title
            }
        }
        Some(_) if script.has_case() => Case::Lower,
        _ => Case::None,
    }
}

/// Classifies the characters between two words.
fn gap_of(between: &str, abbreviates: bool) -> Gap {
    let spaced = between.starts_with(char::is_whitespace) && between.ends_with(char::is_whitespace);
    let single = |char: char| match char {
        '\'' | '’' | '‘' | '`' | '´' | '׳' => Gap::Apostrophe,
        '-' | '‐' | '‑' | '・' if !spaced => Gap::Hyphen,
        '→' | '➔' | '➡' | '⇒' | '›' | '»' | '>' | '-' | '–' | '—' | '~' | '〜' | '～' | '↔'
        | '⇄' | '✈' | '‐' | '‑' => Gap::Arrow,
        ',' | '、' | '،' | '，' => Gap::Comma,
        '(' | '[' | '（' | '【' | '「' => Gap::Paren,
        '&' | '+' | '/' | '·' | '＆' | '＋' | '|' => Gap::And,
        '"' | '“' | '”' | '„' | '«' => Gap::Quote,
        ')' | ']' | '）' | '】' | '」' => Gap::Space,
        _ if char.is_whitespace() && char != '\n' => Gap::Space,
        '.' | '_' => Gap::Space,
        _ => Gap::Stop,
    };
    // The stop of `St. Petersburg` does not end a sentence.
    if between.contains(". ") && !abbreviates {
        return Gap::Stop;
    }
    between.chars().map(single).max().unwrap_or(Gap::Space)
}

#[cfg(test)]
mod tests;
