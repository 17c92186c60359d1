//! Texts of users in mails, which go to people who never asked for them.

/// The most characters of a name.
const MAX: usize = 100;
/// Begins and ends a run of text whose direction does not spread to what surrounds it.
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];
/// Keeps a mail program from making a link of what it joins.
const WORD_JOINER: char = '\u{2060}';

/// A name as mails show it: one line of bounded length, that turns no other text around and makes no
/// link.
pub(crate) fn neutralise(name: &str) -> String {
    let is_kept = |c: &char| !is_bidi_control(*c);
    let kept: String = name
        .chars()
        .filter(is_kept)
        .map(|c| {
            if c.is_control() || c.is_whitespace() {
                ' '
            } else {
                c
            }
        })
        .collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
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
    if text.chars().any(is_right_to_left) {
        let [begin, end] = ISOLATE;
        text = format!("{begin}{text}{end}");
    }
    text
}

/// Whether a character changes the direction of the text around it.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is of a script that is written from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests;
