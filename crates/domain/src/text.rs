//! Bounded text: every string of a user has a greatest length and no NUL character.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::Reason;

/// Text of at most `MAX` characters (Unicode scalar values) without NUL, unchanged; may be
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Text<const MAX: usize>(String);

/// A trip's or profile's description: at most 10,000 characters.
pub type Description = Text<10_000>;
/// Notes of a map, which may hold safe HTML: at most 100,000 characters.
pub type Notes = Text<100_000>;
/// Any other text: at most 2,000 characters.
pub type ShortText = Text<2_000>;

impl<const MAX: usize> Text<MAX> {
    /// The most characters of such a text.
    pub const MAX: usize = MAX;
    /// No text.
    pub const EMPTY: Self = Self(String::new());

    /// Validates a user's text.
    ///
    /// # Errors
    /// More than `MAX` characters, or a NUL character.
    pub fn new(text: impl Into<String>) -> Result<Self, Reason> {
        let text = text.into();
        check(&text, MAX)?;
        Ok(Self(text))
    }

    /// Truncates a text of another source to `MAX` characters, without NUL characters.
    pub fn cut(text: &str) -> Self {
        Self(
            text.chars()
                .filter(|character| *character != '\0')
                .take(MAX)
                .collect(),
        )
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text itself, by value.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::new(text)
    }
}

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> fmt::Display for Text<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text, or another one if it is empty.
pub fn or_fallback<'t>(text: &'t str, fallback: &'t str) -> &'t str {
    if text.is_empty() { fallback } else { text }
}

/// The name of a trip or of a person: 1 to 200 characters after trimming white space.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Name(String);

impl Name {
    /// The greatest length, in characters.
    pub const MAX: usize = 200;

    /// Trims and validates a user's name.
    ///
    /// # Errors
    /// Nothing but white space, more than [`Name::MAX`] characters, or a NUL character.
    pub fn new(text: &str) -> Result<Self, Reason> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Reason::new("must not be empty"));
        }
        check(text, Self::MAX)?;
        Ok(Self(text.to_owned()))
    }

    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::new(&text)
    }
}

impl From<Name> for ShortText {
    fn from(name: Name) -> Self {
        Self(name.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The words of a search, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// Greatest number of characters of a search.
    pub const MAX_CHARS: usize = 200;
    /// Greatest number of words of a search.
    pub const MAX_WORDS: usize = 10;

    /// The first words of a text.
    pub fn new(text: &str) -> Self {
        let text: String = text.chars().take(Self::MAX_CHARS).collect();
        let words = text.split_whitespace().take(Self::MAX_WORDS);
        Self(words.map(str::to_lowercase).collect())
    }

    /// The words, in lower case.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

fn check(text: &str, max: usize) -> Result<(), Reason> {
    // A text of at most `max` bytes has at most `max` characters, so only longer ones are counted.
    if text.len() > max && text.chars().count() > max {
        return Err(Reason::new(format!("must have at most {max} characters")));
    }
    if text.contains('\0') {
        return Err(Reason::new("must not hold a NUL character"));
    }
    Ok(())
}

/// A user's text as it may stand within another text: without the characters that change the
/// direction of what surrounds them, and isolated if it is written from right to left.
pub fn isolate(text: &str) -> Cow<'_, str> {
    let mut text = undirected(text);
    if text.contains(is_right_to_left) {
        text = format!("\u{2068}{text}\u{2069}").into();
    }
    text
}

/// A text without the characters that change the direction of what surrounds them.
pub(crate) fn undirected(text: &str) -> Cow<'_, str> {
    match text.contains(is_bidi_control) {
        true => text.replace(is_bidi_control, "").into(),
        false => text.into(),
    }
}

/// What a reader tells names apart by: letters of one form, in lower case, with one kind of dash,
/// without what no font draws. Other letters that look the same, such as those of two scripts, stay
/// two.
pub(crate) fn appearance(name: &str) -> String {
    let letters = name.nfkc().filter(|letter| !is_ignorable(*letter));
    let letters = letters.map(|letter| match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        // Drawn as blanks: of braille, of musical notes, of an object.
        '\u{2800}' | '\u{1d159}' | '\u{fffc}' => ' ',
        _ => letter,
    });
    let drawn = letters.collect::<String>().to_lowercase();
    drawn.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether fonts draw nothing for a character (Unicode 17, `Default_Ignorable_Code_Point`).
fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Marks, embeddings, overrides and isolates of a direction, and their ends.
fn is_bidi_control(c: char) -> bool {
    turns_text(c) || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}')
}

/// Embeddings, overrides and isolates of a direction, and their ends: they turn the text after
/// them, so that `fdp.exe` can look like `exe.pdf`. Marks, which only belong to a direction, don't.
pub(crate) fn turns_text(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is of a script that is written from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{0590}'..='\u{08ff}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}
