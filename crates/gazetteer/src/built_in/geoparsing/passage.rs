//! A tokenised text with its mentions of places.

use super::mentions::{Mention, mentions};
use crate::Query;
use crate::built_in::index::data::{Data, Kind, Row};
use crate::built_in::language::text::{Case, Gap, Script, Token, start, tokens};
use crate::built_in::language::words::{Role, Use, Words};
use crate::built_in::surroundings::{CLOSE, Surroundings};

/// A tokenised text with its mentions of places.
pub(crate) struct Passage<'a> {
    pub(crate) data: &'a Data,
    pub(crate) words: &'a Words,
    pub(crate) tokens: Vec<Token>,
    pub(crate) mentions: Vec<Mention>,
    /// Whether the text is the name of a place, not free text.
    pub(crate) is_name: bool,
    pub(crate) has_capitals: bool,
    /// Whether the text is all in capitals.
    pub(crate) is_all_capitals: bool,
    /// Where its trip is, if it is a text of a trip.
    pub(crate) around: Option<&'a Surroundings<'a>>,
}

impl<'a> Passage<'a> {
    pub(crate) fn new(
        data: &'a Data,
        words: &'a Words,
        query: Query<'_>,
        around: Option<&'a Surroundings<'a>>,
    ) -> Self {
        let tokens = tokens(start(query));
        let usable = |place| {
            data.row(place).is_some_and(|row| {
                let is_close = || around?.distance(&row).filter(|distance| *distance <= CLOSE);
                row.kind != Kind::Airport && (!row.small || is_close().is_some())
            })
        };
        let mentions = mentions(data, words, &tokens, &usable);
        let has_capitals = tokens
            .iter()
            .any(|token| matches!(token.case, Case::Title | Case::Upper));
        let long = |token: &Token| token.case == Case::Upper && token.folded.chars().count() > 4;
        let is_all_capitals = tokens
            .iter()
            .all(|token| matches!(token.case, Case::Upper | Case::None))
            && tokens.iter().any(long);
        Self {
            data,
            words,
            tokens,
            mentions,
            is_name: matches!(query, Query::Name(_)),
            has_capitals,
            is_all_capitals,
            around,
        }
    }

    /// Returns how far the place is from its trip, in km; infinity beyond 500 km, and 0 without a
    /// trip.
    pub(crate) fn distance(&self, row: &Row<'_>) -> f64 {
        let distance = |around: &Surroundings<'_>| around.distance(row).unwrap_or(f64::INFINITY);
        self.around.map_or(0.0, distance)
    }

    /// Returns the tokens of the mention.
    pub(crate) fn tokens_of(&self, mention: &Mention) -> &[Token] {
        self.tokens
            .get(mention.start..mention.end)
            .unwrap_or_default()
    }

    pub(crate) fn first(&self, mention: &Mention) -> Option<&Token> {
        self.tokens.get(mention.start)
    }

    /// Returns the token after the mention, whatever the gap.
    pub(crate) fn next(&self, mention: &Mention) -> Option<&Token> {
        self.tokens.get(mention.end)
    }

    pub(crate) fn script(&self, mention: &Mention) -> Script {
        self.first(mention)
            .map_or(Script::Other, |token| token.script)
    }

    /// Returns the word before the position, if it belongs to the same phrase.
    pub(crate) fn word_before(&self, position: usize) -> Option<&Token> {
        let gap = self.tokens.get(position)?.before;
        let word = self.tokens.get(position.checked_sub(1)?)?;
        (gap <= Gap::Space || gap == Gap::Quote).then_some(word)
    }

    pub(crate) fn is_capital(&self, mention: &Mention) -> bool {
        let tokens = self.tokens_of(mention);
        [tokens.first(), tokens.last()]
            .into_iter()
            .flatten()
            .all(|token| token.case != Case::Lower)
    }

    pub(crate) fn is_lower(&self, mention: &Mention) -> bool {
        self.tokens_of(mention)
            .iter()
            .all(|token| token.case == Case::Lower)
    }

    /// Returns whether the text has only this name and numbers.
    pub(crate) fn is_whole(&self, mention: &Mention) -> bool {
        let own = mention.start..mention.end;
        self.tokens
            .iter()
            .enumerate()
            .all(|(index, token)| own.contains(&index) || token.script == Script::Number)
    }

    /// Returns whether the phrase ends after the mention.
    pub(crate) fn ends_here(&self, mention: &Mention) -> bool {
        self.next(mention).is_none_or(|next| {
            next.before >= Gap::Comma
                || next.script == Script::Number
                || self.words.is(&next.folded, [Role::Conjunction])
        })
    }

    /// Returns how the mention is joined to the next, if it is: by punctuation or by a word such as
    /// "and".
    pub(crate) fn join(&self, index: usize) -> Option<Gap> {
        let (one, other) = (self.mentions.get(index)?, self.mentions.get(index + 1)?);
        let between = self.tokens.get(one.end..other.start)?;
        if between.is_empty() {
            let gap = self.first(other)?.before;
            return matches!(gap, Gap::Comma | Gap::And | Gap::Arrow | Gap::Hyphen).then_some(gap);
        }
        let is_word =
            between.len() == 1 || between.iter().all(|token| token.script.is_unsegmented());
        let word: String = between
            .iter()
            .take(3)
            .map(|token| token.folded.as_str())
            .collect();
        (is_word && self.words.is(&word, [Role::Conjunction])).then_some(Gap::And)
    }

    /// Returns the other use of the name. In scripts that inflect the names of people it also
    /// checks the base forms.
    pub(crate) fn other_use(&self, mention: &Mention) -> Use {
        let known = self.words.other_use(&mention.name);
        let script = self.script(mention);
        if known != Use::None
            || mention.end > mention.start + 1
            || !matches!(script, Script::Cyrillic | Script::Greek)
        {
            return known;
        }
        let written = self
            .first(mention)
            .map(|token| self.words.inflection.base_forms(&token.folded, script))
            .unwrap_or_default();
        if written
            .iter()
            .any(|form| self.words.is(form, [Role::Person]))
        {
            Use::Person
        } else {
            known
        }
    }
}
