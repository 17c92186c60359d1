//! Usernames for people who have chosen none here, but have names elsewhere.

use crate::Username;

/// The name of somebody whose names hold no letter that a username may have.
const NAMELESS: &str = "traveller";
/// The greatest length of what follows a name that is taken, and a hyphen.
const MAX_SUFFIX: usize = 9;

/// Usernames that are made of a person's names, the best ones first: each name, then the best one
/// with a number, at last with `random`, which should be at most 9 letters or digits. None is
/// reserved.
pub fn suggested_usernames<'a>(
    names: impl IntoIterator<Item = &'a str>,
    random: &str,
) -> Vec<Username> {
    let names = names
        .into_iter()
        .filter_map(shortened)
        .map(|name| cut(&name, Username::MAX));
    let mut names: Vec<String> = names.collect();
    if names.is_empty() {
        names.push(NAMELESS.to_owned());
    }
    let best = names.first().map(String::as_str).unwrap_or_default();
    let best = cut(best, Username::MAX - 1 - MAX_SUFFIX);
    let numbers = (2..10).map(|number| number.to_string());
    let suffixed = numbers
        .chain([cut(random, MAX_SUFFIX)])
        .map(|suffix| format!("{best}-{suffix}"));
    let all: Vec<String> = names.iter().cloned().chain(suffixed).collect();
    let usernames = all.iter().filter_map(|name| Username::new(name).ok());
    usernames.filter(|name| !name.is_reserved()).collect()
}

/// The letters of a name that a username may have; `None` without any. Of an e-mail address those
/// before the `@` count.
fn shortened(name: &str) -> Option<String> {
    let name = name.split('@').next().unwrap_or_default().trim();
    let letters = name.chars().filter_map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-') => {
            Some(letter)
        }
        letter if letter.is_whitespace() => Some('.'),
        _ => None,
    });
    let letters: String = letters.collect();
    let letters = letters.trim_matches(['.', '-']);
    letters
        .contains(|letter: char| letter.is_ascii_alphanumeric())
        .then(|| letters.to_owned())
}

/// The first characters of a text.
fn cut(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}
