//! Finds the names of places in a text, whatever they mean there.

use crate::built_in::index::column::PlaceId;
use crate::built_in::index::data::Data;
use crate::built_in::index::names::{Named, Seek};
use crate::built_in::language::inflection::has_attached_prefixes;
use crate::built_in::language::text::{Case, Gap, Script, Token};
use crate::built_in::language::words::{Role, Use, Words};

/// The maximum number of tokens of a name.
const MAX_TOKENS: usize = 24;
/// The minimum prominence of a place whose name is inflected. Below it, too many words would match.
const MIN_INFLECTED: f64 = 6.2;
/// The same for a long word within a text: long words rarely match by chance.
const MIN_INFLECTED_LONG: f64 = 5.4;
const LONG: usize = 9;
/// The same after a preposition: "w Zakopanem".
const MIN_INFLECTED_AFTER_PREPOSITION: f64 = 5.3;
/// The same with an attached preposition: "באילת".
const MIN_INFLECTED_ATTACHED: f64 = 5.6;
/// The same for names of three letters: "в Риме".
const MIN_INFLECTED_SHORT: f64 = 7.6;
/// The same in texts without capitals.
const MIN_INFLECTED_LOWER: f64 = 7.3;
/// By how much an inflected form must be more prominent than the exact form.
const INFLECTED_OVER_EXACT: f64 = 1.2;

/// A name of places in a text.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// The range of its tokens.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The folded name.
    pub(crate) name: String,
    /// The places of the name, the most prominent first.
    pub(crate) found: Vec<Named>,
    /// Whether the text inflects the name.
    pub(crate) inflected: bool,
    /// Whether the text attaches "in" or "to" to the name.
    pub(crate) has_preposition: bool,
}

/// Finds all names of places in the text, the longest at each position.
///
/// Only `usable` places count.
pub(crate) fn mentions(
    data: &Data,
    words: &Words,
    tokens: &[Token],
    usable: &dyn Fn(PlaceId) -> bool,
) -> Vec<Mention> {
    let has_capitals = tokens
        .iter()
        .any(|token| matches!(token.case, Case::Title | Case::Upper));
    let search = Search {
        data,
        words,
        tokens,
        has_capitals,
        usable,
    };
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match search.longest(at) {
            Some(mention) => {
                at = mention.end;
                mentions.push(mention);
            }
            None => at += 1,
        }
    }
    mentions
}

struct Search<'a> {
    data: &'a Data,
    words: &'a Words,
    tokens: &'a [Token],
    has_capitals: bool,
    usable: &'a dyn Fn(PlaceId) -> bool,
}

impl Search<'_> {
    fn seek(&self, name: &str) -> Seek {
        let mut seek = self.data.names().seek(name);
        seek.found.retain(|named| (self.usable)(named.place));
        seek
    }

    /// Returns the longest name that starts with the word, exact or inflected.
    fn longest(&self, start: usize) -> Option<Mention> {
        let first = self
            .tokens
            .get(start)
            .filter(|first| first.script != Script::Number)?;
        if !may_begin(self.tokens, start) {
            return None;
        }
        let exact = self
            .extended(start, &first.folded)
            .filter(|mention| !self.is_particle(mention));
        let known = exact
            .as_ref()
            .map_or(0.0, |mention| self.prominence(mention));
        let is_word = self.words.other_use(&first.folded) != Use::None
            || self.words.is(
                &first.folded,
                [
                    Role::Place,
                    Role::Origin,
                    Role::Of,
                    Role::Article,
                    Role::Travel,
                    Role::Conjunction,
                    Role::Celebration,
                ],
            );
        let is_long = exact
            .as_ref()
            .is_some_and(|mention| mention.end > start + 1);
        if first.script.is_unsegmented() || is_word || is_long || known >= MIN_INFLECTED {
            return exact;
        }
        let inflected = if has_attached_prefixes(first.script) {
            self.after_attached_prefix(start)
        } else {
            self.inflected(start)
        };
        inflected
            .filter(|inflected| {
                exact.is_none() || self.prominence(inflected) > known + INFLECTED_OVER_EXACT
            })
            .or(exact)
    }

    /// Returns the most prominent name of which the word may be an inflected form.
    fn inflected(&self, start: usize) -> Option<Mention> {
        let word = self.tokens.get(start)?;
        let before = start
            .checked_sub(1)
            .and_then(|before| self.tokens.get(before));
        let has_preposition =
            before.is_some_and(|before| self.words.is(&before.folded, [Role::Place, Role::Origin]));
        let letters = word.folded.chars().count();
        let needed = match word.case {
            Case::Lower if !has_preposition || self.has_capitals => return None,
            Case::Lower => MIN_INFLECTED_LOWER,
            _ if has_preposition => MIN_INFLECTED_AFTER_PREPOSITION,
            _ if start > 0 && letters >= LONG => MIN_INFLECTED_LONG,
            _ => MIN_INFLECTED,
        };
        let forms = self
            .words
            .inflection
            .base_forms(&word.folded, word.script)
            .into_iter()
            .filter(|form| {
                let same = form
                    .chars()
                    .zip(word.folded.chars())
                    .take_while(|(one, other)| one == other)
                    .count();
                // In most languages short words that differ by one letter are different words.
                word.script != Script::Latin
                    || has_preposition
                    || letters >= LONG
                    || letters - same > 1
            });
        let found = forms
            .filter_map(|form| self.alone(start, form))
            .filter(|mention| {
                let (letters, prominence) =
                    (mention.name.chars().count(), self.prominence(mention));
                prominence >= needed
                    && (letters >= 4
                        || letters == 3 && has_preposition && prominence >= MIN_INFLECTED_SHORT)
            });
        // Prefers names that people bear: the score accounts for them.
        let weight = |mention: &Mention| {
            (
                self.prominence(mention),
                self.words.other_use(&mention.name) == Use::Person,
            )
        };
        found.max_by(|one, other| {
            let ((one, is_one), (other, is_other)) = (weight(one), weight(other));
            one.total_cmp(&other).then(is_one.cmp(&is_other))
        })
    }

    /// Returns the most prominent name after an attached "in", "to" or "the".
    fn after_attached_prefix(&self, start: usize) -> Option<Mention> {
        let word = self.tokens.get(start)?;
        let forms = self
            .words
            .inflection
            .base_forms(&word.folded, word.script)
            .into_iter();
        let found = forms
            .filter_map(|form| self.extended(start, &form))
            .filter(|mention| {
                self.prominence(mention) >= MIN_INFLECTED_ATTACHED
                    && mention.name.chars().count() >= 3
            });
        let best =
            found.max_by(|one, other| self.prominence(one).total_cmp(&self.prominence(other)));
        best.map(|mention| Mention {
            inflected: true,
            has_preposition: true,
            ..mention
        })
    }

    /// Returns the prominence of its first place.
    fn prominence(&self, mention: &Mention) -> f64 {
        mention
            .found
            .first()
            .and_then(|named| self.data.row(named.place))
            .map_or(0.0, |row| row.prominence)
    }

    /// Returns whether the mention is as short as an abbreviation but not in capitals: `de` is not
    /// Germany.
    fn is_particle(&self, mention: &Mention) -> bool {
        let single =
            mention.end == mention.start + 1 && self.tokens.len() > 1 && mention.name.len() <= 2;
        single
            && self
                .tokens
                .get(mention.start)
                .is_some_and(|token| matches!(token.case, Case::Lower | Case::Title))
    }

    fn alone(&self, start: usize, name: String) -> Option<Mention> {
        let found = self.seek(&name).found;
        (!found.is_empty()).then(|| Mention {
            start,
            end: start + 1,
            name,
            found,
            inflected: true,
            has_preposition: false,
        })
    }

    /// Returns the longest name that starts with the word in this form.
    fn extended(&self, start: usize, first: &str) -> Option<Mention> {
        let mut name = first.to_owned();
        let mut best = None;
        for end in start + 1..=self.tokens.len().min(start + MAX_TOKENS) {
            let seek = self.seek(&name);
            if !seek.found.is_empty() && may_end(self.words, self.tokens, end) {
                best = Some(Mention {
                    start,
                    end,
                    name: name.clone(),
                    found: seek.found,
                    inflected: false,
                    has_preposition: false,
                });
            }
            let continues = |next: &&Token| {
                seek.longer && (next.before <= Gap::Space || next.before == Gap::Paren)
            };
            let Some(next) = self.tokens.get(end).filter(continues) else {
                break;
            };
            if next.before != Gap::Nothing {
                name.push(' ');
            }
            name.push_str(&next.folded);
        }
        best
    }
}

/// Katakana and Korean words are not split at their start.
fn may_begin(tokens: &[Token], start: usize) -> bool {
    let (Some(first), Some(previous)) = (
        tokens.get(start),
        start.checked_sub(1).and_then(|before| tokens.get(before)),
    ) else {
        return true;
    };
    let within = first.before == Gap::Nothing && previous.script == first.script;
    !(within && matches!(first.script, Script::Katakana | Script::Hangul))
}

/// Returns whether a name may end before the token, not within a word.
fn may_end(words: &Words, tokens: &[Token], end: usize) -> bool {
    let (Some(last), Some(next)) = (
        end.checked_sub(1).and_then(|last| tokens.get(last)),
        tokens.get(end),
    ) else {
        return true;
    };
    if next.before != Gap::Nothing || next.script != last.script {
        return true;
    }
    match last.script {
        Script::Katakana => false,
        Script::Hangul => words.unsegmented_after(&attached(tokens, end)),
        _ => true,
    }
}

/// Returns the text that follows without a gap.
pub(crate) fn attached(tokens: &[Token], start: usize) -> String {
    let rest = tokens.get(start..).unwrap_or_default();
    let rest = rest
        .iter()
        .take_while(|token| token.before == Gap::Nothing && token.script.is_unsegmented());
    rest.take(8).map(|token| token.folded.as_str()).collect()
}

/// Returns the text that precedes without a gap.
pub(crate) fn attached_before(tokens: &[Token], end: usize) -> String {
    let mut start = end;
    while start > 0
        && end - start < 8
        && tokens
            .get(start)
            .is_some_and(|token| token.before == Gap::Nothing)
    {
        start -= 1;
    }
    tokens
        .get(start..end)
        .unwrap_or_default()
        .iter()
        .map(|token| token.folded.as_str())
        .collect()
}
