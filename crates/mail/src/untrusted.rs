//! Texts of users in mails, which go to people who never asked for them.

use wayfare_domain::text::isolate;

/// The most characters of a name.
const MAX: usize = 100;
/// Keeps a mail program from making a link of what it joins.
const WORD_JOINER: char = '\u{2060}';

/// A name as mails show it: one line of bounded length, that turns no other text around and makes
/// no link.
pub(crate) fn neutralise(name: &str) -> String {
    let is_break = |c: char| c.is_control() || c.is_whitespace();
    let words = name.split(is_break).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let mut text = String::new();
    let mut before = ' ';
    for (number, letter) in words.join(" ").chars().enumerate() {
        if number == MAX {
            text.push('…');
            break;
        }
        let joins = |c: char| matches!(c, '.' | ':' | '/' | '@');
        if joins(before) && !letter.is_whitespace() {
            text.push(WORD_JOINER);
        }
        text.push(letter);
        before = letter;
    }
    isolate(&text).into_owned()
}

#[cfg(test)]
mod tests;
