//! Where names of places stand in a text, whatever they mean there.

use super::data::Data;
use super::inflection::{attaches_in_front, ground_forms};
use super::names::Named;
use super::text::{Case, Gap, Script, Token};
use super::words::{Use, Words};

/// No name has more words, or characters where those count for themselves.
const LONGEST: usize = 24;
/// A bent form is taken for the name of a place that is at least so prominent: there are too many
/// words to be bent otherwise.
const BENT: f64 = 6.2;
/// The same for a word of so many letters within a text: long words are hardly like another by
/// chance.
const BENT_LONG: f64 = 5.4;
const LONG: usize = 9;
/// The same where a word before it leads to places: "w Zakopanem".
const BENT_LED: f64 = 5.3;
/// The same where such a word is attached to it: "באילת".
const BENT_ATTACHED: f64 = 5.6;
/// The same for names of three letters: "в Риме".
const BENT_SHORT: f64 = 7.6;
/// The same in texts without capitals.
const BENT_LOWER: f64 = 7.3;
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
    let has_capitals = tokens
        .iter()
        .any(|token| matches!(token.case, Case::Title | Case::Upper));
    let search = Search {
        data,
        words,
        tokens,
        has_capitals,
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
}

impl Search<'_> {
    /// The longest name that begins with the word, as it stands or bent.
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
        let is_word =
            self.words.other_use(&first.folded) != Use::None || self.words.is_small(&first.folded);
        let is_long = exact
            .as_ref()
            .is_some_and(|mention| mention.end > start + 1);
        if first.script.is_unparted() || is_word || is_long || known >= BENT {
            return exact;
        }
        let bent = if attaches_in_front(first.script) {
            self.behind_prefix(start)
        } else {
            self.bent(start)
        };
        bent.filter(|bent| exact.is_none() || self.prominence(bent) > known + BENT_OVER_EXACT)
            .or(exact)
    }

    /// The most prominent name of which the word may be a bent form.
    fn bent(&self, start: usize) -> Option<Mention> {
        let word = self.tokens.get(start)?;
        let before = start
            .checked_sub(1)
            .and_then(|before| self.tokens.get(before));
        let led = before.is_some_and(|before| self.words.leads(&before.folded));
        let letters = word.folded.chars().count();
        let needed = match word.case {
            Case::Lower if !led || self.has_capitals => return None,
            Case::Lower => BENT_LOWER,
            _ if led => BENT_LED,
            _ if start > 0 && letters >= LONG => BENT_LONG,
            _ => BENT,
        };
        let forms = ground_forms(&word.folded, word.script)
            .into_iter()
            .filter(|form| {
                let same = form
                    .chars()
                    .zip(word.folded.chars())
                    .take_while(|(one, other)| one == other)
                    .count();
                // One letter more or less makes other words of most languages' short ones.
                word.script != Script::Latin || led || letters >= LONG || letters - same > 1
            });
        let found = forms
            .filter_map(|form| self.alone(start, form))
            .filter(|mention| {
                let (letters, prominence) =
                    (mention.name.chars().count(), self.prominence(mention));
                prominence >= needed
                    && (letters >= 4 || letters == 3 && led && prominence >= BENT_SHORT)
            });
        // What may be somebody's name is told by that.
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

    /// The most prominent name that the word is with "in", "to" or "the" before it.
    fn behind_prefix(&self, start: usize) -> Option<Mention> {
        let word = self.tokens.get(start)?;
        let forms = ground_forms(&word.folded, word.script).into_iter();
        let found = forms
            .filter_map(|form| self.extended(start, &form))
            .filter(|mention| {
                self.prominence(mention) >= BENT_ATTACHED && mention.name.chars().count() >= 3
            });
        let best =
            found.max_by(|one, other| self.prominence(one).total_cmp(&self.prominence(other)));
        best.map(|mention| Mention {
            bent: true,
            led: true,
            ..mention
        })
    }

    /// How prominent the first of its places is.
    fn prominence(&self, mention: &Mention) -> f64 {
        mention
            .found
            .first()
            .and_then(|named| self.data.row(named.place))
            .map_or(0.0, |row| row.prominence)
    }

    /// Whether it is as short as an abbreviation and not written as one: the `de` of many languages
    /// is not Germany.
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
        let found = self.data.names().seek(&name).found;
        (!found.is_empty()).then(|| Mention {
            start,
            end: start + 1,
            name,
            found,
            bent: true,
            led: false,
        })
    }

    /// The longest name that begins with the word in this form.
    fn extended(&self, start: usize, first: &str) -> Option<Mention> {
        let names = self.data.names();
        let mut name = first.to_owned();
        let mut best = None;
        for end in start + 1..=self.tokens.len().min(start + LONGEST) {
            let seek = names.seek(&name);
            if !seek.found.is_empty() && may_end(self.words, self.tokens, end) {
                best = Some(Mention {
                    start,
                    end,
                    name: name.clone(),
                    found: seek.found,
                    bent: false,
                    led: false,
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

/// Katakana and Korean words are not taken apart at their beginning.
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

/// Whether a name may end before the word: not within one.
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
        Script::Hangul => words.unparted_after(&attached(tokens, end)),
        _ => true,
    }
}

/// What follows without a gap.
pub(crate) fn attached(tokens: &[Token], start: usize) -> String {
    let rest = tokens.get(start..).unwrap_or_default();
    let rest = rest
        .iter()
        .take_while(|token| token.before == Gap::Nothing && token.script.is_unparted());
    rest.take(8).map(|token| token.folded.as_str()).collect()
}

/// What stands before without a gap.
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
