//! Where names of places stand in a text, whatever they mean there.

use super::data::Data;
use super::inflection::{attaches_in_front, ground_forms};
use super::names::Named;
use super::text::{Case, Gap, Script, Token};
use super::words::{Use, Words};

/// No name has more words, or characters where those count for themselves.
const LONGEST: usize = 24;
/// A bent form is taken for the name of a place that is at least so prominent: there are too many words to be bent otherwise.
const BENT: f64 = 6.2;
/// Names of three letters must be of the largest: "в Риме".
const BENT_SHORT: f64 = 7.6;
/// Long words are hardly like another by chance.
const BENT_LONG: f64 = 5.4;
const LONG: usize = 9;
/// By how much a bent form must be more prominent than the word as it stands.
const BENT_OVER_EXACT: f64 = 1.2;

/// A name of places in a text.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// The words that it is.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Folded.
    pub(crate) name: String,
    /// The places that it names, the most prominent first.
    pub(crate) found: Vec<Named>,
    /// Whether the text bends the name.
    pub(crate) bent: bool,
    /// Whether the text attaches "in" or "to" to it.
    pub(crate) led: bool,
}

/// All names of places in the text, the longest at each place.
pub(crate) fn mentions(data: &Data, words: &Words, tokens: &[Token]) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match longest(data, words, tokens, at) {
            Some(mention) => {
                at = mention.end;
                mentions.push(mention);
            }
            None => at += 1,
        }
    }
    mentions
}

fn longest(data: &Data, words: &Words, tokens: &[Token], start: usize) -> Option<Mention> {
    let first = tokens.get(start)?;
    if first.script == Script::Number || !may_begin(tokens, start) {
        return None;
    }
    let exact = extended(data, words, tokens, start, &first.folded).filter(|mention| !is_particle(tokens, mention));
    if first.script.is_unparted() {
        return exact;
    }
    let prominence = |mention: &Mention| {
        mention.found.first().and_then(|named| data.row(named.place)).map_or(0.0, |row| row.prominence)
    };
    let known = exact.as_ref().map_or(0.0, prominence);
    if exact.as_ref().is_some_and(|mention| mention.end > start + 1) || known >= BENT {
        return exact;
    }
    let in_front = attaches_in_front(first.script);
    if exact.is_none() && (words.other_use(&first.folded) != Use::None || words.is_small(&first.folded)) {
        return None;
    }
    let led = start
        .checked_sub(1)
        .and_then(|before| tokens.get(before))
        .is_some_and(|before| words.leads_to_place(&before.folded));
    let needed = match first.case {
        _ if in_front => 5.6,
        Case::Lower if !led => return exact,
        Case::Lower => 7.3,
        _ if led => 5.3,
        _ if start > 0 && first.folded.chars().count() >= LONG => BENT_LONG,
        _ => BENT,
    };
    let bent = ground_forms(&first.folded, first.script).into_iter().filter_map(|form| {
        let mut mention =
            if in_front { extended(data, words, tokens, start, &form)? } else { alone(data, start, form)? };
        mention.bent = true;
        mention.led = in_front;
        Some(mention)
    });
    let bent = bent.map(|mention| (prominence(&mention), mention)).filter(|(prominence, mention)| {
        let letters = mention.name.chars().count();
        *prominence >= needed && letters >= if in_front || (led && *prominence >= BENT_SHORT) { 3 } else { 4 }
    });
    let best = bent.max_by(|one, other| one.0.total_cmp(&other.0));
    match best {
        Some((prominence, mention)) if exact.is_none() || prominence > known + BENT_OVER_EXACT => Some(mention),
        _ => exact,
    }
}

/// Whether it is as short as an abbreviation and not written as one: the `de` of many languages is not Germany.
fn is_particle(tokens: &[Token], mention: &Mention) -> bool {
    let single = mention.end == mention.start + 1 && tokens.len() > 1;
    single
        && mention.name.len() <= 2
        && tokens.get(mention.start).is_some_and(|token| matches!(token.case, Case::Lower | Case::Title))
}

fn alone(data: &Data, start: usize, name: String) -> Option<Mention> {
    let found = data.names().seek(&name).found;
    (!found.is_empty()).then(|| Mention { start, end: start + 1, name, found, bent: false, led: false })
}

/// The longest name that begins with the word.
fn extended(data: &Data, words: &Words, tokens: &[Token], start: usize, first: &str) -> Option<Mention> {
    let names = data.names();
    let mut name = first.to_owned();
    let mut best = None;
    for end in start + 1..=tokens.len().min(start + LONGEST) {
        let seek = names.seek(&name);
        if !seek.found.is_empty() && may_end(words, tokens, end) {
            best = Some(Mention { start, end, name: name.clone(), found: seek.found, bent: false, led: false });
        }
        let Some(next) =
            tokens.get(end).filter(|next| seek.longer && (next.before <= Gap::Space || next.before == Gap::Paren))
        else {
            break;
        };
        if next.before != Gap::Nothing {
            name.push(' ');
        }
        name.push_str(&next.folded);
    }
    best
}

/// Katakana and Korean words are not taken apart at their beginning.
fn may_begin(tokens: &[Token], start: usize) -> bool {
    let (Some(first), Some(previous)) = (tokens.get(start), start.checked_sub(1).and_then(|before| tokens.get(before)))
    else {
        return true;
    };
    let within = first.before == Gap::Nothing && previous.script == first.script;
    !(within && matches!(first.script, Script::Katakana | Script::Hangul))
}

/// Whether a name may end before the word: not within one.
fn may_end(words: &Words, tokens: &[Token], end: usize) -> bool {
    let (Some(last), Some(next)) = (end.checked_sub(1).and_then(|last| tokens.get(last)), tokens.get(end)) else {
        return true;
    };
    if next.before != Gap::Nothing || next.script != last.script {
        return true;
    }
    match last.script {
        Script::Katakana => false,
        Script::Hangul => words.unparted_after(&attached(tokens, end)),
        _ => true,
    }
}

/// What follows without a gap.
pub(crate) fn attached(tokens: &[Token], start: usize) -> String {
    let rest = tokens.get(start..).unwrap_or_default();
    let rest = rest.iter().take_while(|token| token.before == Gap::Nothing && token.script.is_unparted());
    rest.take(8).map(|token| token.folded.as_str()).collect()
}

/// What stands before without a gap.
pub(crate) fn attached_before(tokens: &[Token], end: usize) -> String {
    let mut start = end;
    while start > 0 && end - start < 8 && tokens.get(start).is_some_and(|token| token.before == Gap::Nothing) {
        start -= 1;
    }
    tokens.get(start..end).unwrap_or_default().iter().map(|token| token.folded.as_str()).collect()
}
