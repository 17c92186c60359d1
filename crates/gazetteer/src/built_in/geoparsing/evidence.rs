//! Scores a mention: the evidence that a name in a text means a place.
//!
//! The evidence for and against adds up; a place has at least
//! [`MIN_SCORE`](super::ranking::MIN_SCORE). The weights were found by trial on tables of trip
//! names.

use super::mentions::{Mention, attached, attached_before};
use super::passage::Passage;
use crate::built_in::index::data::{Kind, Row};
use crate::built_in::language::text::{Case, Gap, Script, Token};
use crate::built_in::language::words::Role;
use crate::built_in::language::words::Use;
use crate::built_in::surroundings::CLOSE;

/// For regions: the score of the bare name by prominence.
const REGIONS: &[(f64, f64)] = &[(5.0, 0.4), (5.6, 0.5), (6.5, 0.62), (8.0, 0.75)];
/// The same for settlements.
const CITIES: &[(f64, f64)] = &[
    (5.0, 0.2),
    (5.5, 0.33),
    (6.0, 0.46),
    (6.5, 0.57),
    (7.0, 0.68),
    (7.5, 0.78),
    (8.0, 0.87),
];
/// The factor for names that are also first or family names, by prominence: the largest cities are
/// named more often than people.
const PERSONS: &[(f64, f64)] = &[(7.0, 0.5), (8.6, 0.9)];
/// A settlement below this prominence needs strong evidence if its name is an everyday word.
const KNOWN: f64 = 6.2;
/// The same where the text has no other word: "Bath".
const KNOWN_ALONE: f64 = 5.9;
/// A settlement below this prominence is not meant by another name before a hyphen.
const WELL_KNOWN: f64 = 7.0;

/// A mention interpreted as one place.
pub(crate) struct Reading<'a> {
    pub(crate) mention: &'a Mention,
    pub(crate) row: &'a Row<'a>,
    pub(crate) main: bool,
    pub(crate) other_use: Use,
}

impl Passage<'_> {
    /// Returns the score of the mention, without the support of its neighbours.
    pub(crate) fn evidence(&self, case: &Reading<'_>) -> f64 {
        if self.is_unclear_abbreviation(case) {
            return 0.0;
        }
        let lower = self.is_lower(case.mention);
        let preposition = self.preposition(case, lower);
        let mut score =
            self.bare_score(case, lower) + preposition + self.near_trip(case, preposition > 0.0);
        if self.is_whole(case.mention) {
            score += self.whole_text_score(case, lower);
        } else {
            let weight = match case.other_use {
                Use::None => 1.0,
                Use::Person => 0.8,
                Use::Ordinary if case.row.kind == Kind::Country && case.main && !lower => 0.9,
                Use::Ordinary | Use::Time if lower => 0.0,
                Use::Ordinary | Use::Time => 0.6,
            };
            score += weight * self.context(case) - self.counter_evidence(case, preposition > 0.3);
        }
        score
    }

    /// Returns the score of the distance to the trip. A name that may be part of another, in an
    /// inflected form or without words of travel counts close to it only.
    fn near_trip(&self, case: &Reading<'_>, has_preposition: bool) -> f64 {
        let is_part = self
            .next(case.mention)
            .is_some_and(|next| next.before <= Gap::Space && next.case == Case::Title);
        let is_part_of_name = self
            .next(case.mention)
            .is_some_and(|next| next.before == Gap::Hyphen && next.case == Case::Title)
            && !case.main
            && case.row.prominence < WELL_KNOWN;
        // "Rue de Lyon", "Gare de Lyon"
        let before = self.tokens.get(..case.mention.start).unwrap_or_default();
        let before = before
            .iter()
            .rev()
            .find(|token| !self.words.is(&token.folded, [Role::Of, Role::Article]));
        let follows = |role| before.is_some_and(|token| self.words.is(&token.folded, [role]));
        // "Paris Gare de Lyon"
        let is_station = |token: &Token| self.words.is(&token.folded, [Role::Station]);
        let is_station_elsewhere = follows(Role::Station)
            && !self.tokens.first().is_some_and(is_station)
            && self
                .word_before(case.mention.start)
                .is_some_and(|word| self.words.is(&word.folded, [Role::Of]));
        match self.distance(case.row) {
            _ if is_station_elsewhere => -1.0,
            _ if self.around.is_none() => 0.0,
            _ if follows(Role::Street) && before.is_some_and(|token| token.folded.len() > 1) => {
                -1.0
            }
            distance if distance > CLOSE && follows(Role::Activity) => -1.0,
            distance if distance <= CLOSE && case.other_use == Use::None => 0.2,
            distance if distance <= CLOSE && !case.row.small && !self.is_lower(case.mention) => 0.3,
            // "Mont-Saint-Michel"
            distance if distance > CLOSE && is_part_of_name => -3.0,
            distance if distance > CLOSE && (is_part || case.mention.inflected) => -0.4,
            distance if distance > CLOSE && !has_preposition && self.context(case) < 0.2 => -0.6,
            _ => 0.0,
        }
    }

    /// Two letters are a place only if they are a common abbreviation, in capitals: "UK 2026".
    fn is_unclear_abbreviation(&self, case: &Reading<'_>) -> bool {
        let single =
            case.mention.end == case.mention.start + 1 && self.script(case.mention).has_case();
        let capitals = self
            .first(case.mention)
            .is_some_and(|token| token.case == Case::Upper)
            && !self.is_all_capitals;
        let is_country = case.row.kind == Kind::Country && self.is_name;
        let known = capitals && case.main
            || is_country && (capitals || case.main) && self.is_whole(case.mention);
        single && case.mention.name.chars().count() <= 2 && !known
    }

    /// Returns the score of the bare name, as written.
    fn bare_score(&self, case: &Reading<'_>, lower: bool) -> f64 {
        let Reading {
            mention,
            row,
            main,
            other_use,
        } = *case;
        let mut score = match row.kind {
            Kind::Country => 0.85,
            Kind::Region => interpolate(row.prominence, REGIONS),
            Kind::City | Kind::Airport => {
                interpolate(row.prominence, CITIES) - self.deduction(case)
            }
        };
        if mention.inflected {
            score -= 0.05;
        }
        if mention.end > mention.start + 1 && self.script(mention).has_case() {
            score += if main || self.is_capital(mention) {
                0.15
            } else {
                0.1
            };
        }
        let part_lower = self
            .tokens_of(mention)
            .iter()
            .any(|token| token.case == Case::Lower && token.folded.len() > 3);
        if !main && part_lower && self.has_capitals && mention.end > mention.start + 1 {
            score -= if lower { 0.55 } else { 0.35 };
        }
        score = match other_use {
            Use::None => score,
            Use::Person if row.kind == Kind::Country => score * 0.65,
            Use::Person => score * interpolate(row.prominence, PERSONS),
            Use::Ordinary if row.kind == Kind::Country && main => 0.35,
            Use::Ordinary => (score * 0.2).min(0.12),
            Use::Time => -0.3,
        };
        if lower {
            score -= if self.has_capitals { 0.2 } else { 0.06 }
                * if row.prominence > 7.6 { 0.5 } else { 1.0 };
        }
        score
    }

    /// Returns the deduction for a settlement's name that is short or not a main name.
    fn deduction(&self, case: &Reading<'_>) -> f64 {
        let (script, letters) = (self.script(case.mention), case.mention.name.chars().count());
        let mut deduction = 0.0;
        if script == Script::Latin && !case.main && case.row.prominence < 7.0 {
            deduction += 0.1;
        }
        if script.has_case() && letters <= 4 && case.row.prominence < 7.2 {
            deduction += 0.12;
        }
        let within = self
            .next(case.mention)
            .is_some_and(|token| token.before == Gap::Nothing);
        if script.is_unsegmented() && letters <= 2 && within && case.row.prominence < 7.2 {
            deduction += 0.22;
        }
        deduction
    }

    /// Returns the score if the text consists of the name alone.
    fn whole_text_score(&self, case: &Reading<'_>, lower: bool) -> f64 {
        match case.other_use {
            _ if self.is_name => 0.9,
            Use::Ordinary if !case.main || case.row.prominence < KNOWN_ALONE => 0.2,
            Use::Person | Use::Ordinary | Use::Time if lower => 0.0,
            _ => 0.45,
        }
    }

    /// Returns the score of the words before the name: "in", "nach".
    fn preposition(&self, case: &Reading<'_>, lower: bool) -> f64 {
        if case.mention.has_preposition {
            return 0.35;
        }
        if self.script(case.mention).is_unsegmented()
            && self
                .words
                .unsegmented_before(&attached_before(&self.tokens, case.mention.start))
        {
            return 0.35;
        }
        let Some((word, article)) = self.preceding_word(case.mention) else {
            return 0.0;
        };
        // In many languages one word means "of" and "in" or "from": "a birthday of Sofia's".
        if self.words.is(word, [Role::Of]) && case.other_use != Use::None {
            return if lower { 0.0 } else { 0.15 };
        }
        if !self.words.is(word, [Role::Place, Role::Origin]) {
            return if self.words.is(word, [Role::Of]) && !lower {
                0.15
            } else {
                0.0
            };
        }
        match (case.other_use, lower) {
            (Use::None, false) => 0.4,
            // "In the bath" is not a place, "in the Jordan valley" is.
            (_, false) if article && case.row.kind == Kind::City => 0.1,
            (Use::Person, false) => 0.35,
            (Use::Ordinary | Use::Time, false)
                if case.row.prominence >= 5.5 && (case.main || case.mention.name.len() > 3) =>
            {
                0.45
            }
            // "Trip to Lens"
            (Use::Ordinary, false) if case.main && self.ends_here(case.mention) => 0.4,
            (Use::Ordinary | Use::Time, false) | (Use::None, true) => 0.3,
            (Use::Person | Use::Ordinary, true)
                if self.ends_here(case.mention) && case.row.prominence >= KNOWN && !article =>
            {
                0.45
            }
            (_, true) => 0.0,
        }
    }

    /// Returns the word before the name, skipping an article or adjective, and whether one was
    /// skipped.
    fn preceding_word(&self, mention: &Mention) -> Option<(&str, bool)> {
        let word = self.word_before(mention.start)?.folded.as_str();
        if self.words.is(word, [Role::Place]) || !self.words.is(word, [Role::Article]) {
            return Some((word, false));
        }
        let further = self
            .word_before(mention.start.checked_sub(1)?)
            .map(|token| token.folded.as_str());
        let further = further.filter(|further| {
            self.words.is(further, [Role::Place]) || self.words.is(further, [Role::Of])
        });
        Some(further.map_or((word, false), |further| (further, true)))
    }

    /// Returns the score of the context: travel words, years, separation.
    fn context(&self, case: &Reading<'_>) -> f64 {
        let mention = case.mention;
        let next = self.next(mention);
        let after = next.filter(|token| token.before <= Gap::Space);
        let attached = self.script(mention).is_unsegmented()
            && self
                .words
                .unsegmented_after(&attached(&self.tokens, mention.end));
        let travel_after = attached
            || after.is_some_and(|token| self.words.is(&token.folded, [Role::Travel, Role::With]));
        let before = self
            .word_before(mention.start)
            .map(|token| token.folded.as_str());
        let travel_before = before.is_some_and(|word| {
            self.words.is(word, [Role::Travel, Role::With]) && !self.words.is(word, [Role::With])
        });
        let mut more = match (travel_before, travel_after) {
            // "Nice trip" is no evidence for Nice.
            (false, true) if case.other_use == Use::Ordinary && case.row.kind != Kind::Country => {
                0.1
            }
            (_, true) => 0.28,
            (true, false) => 0.25,
            (false, false) => self.later_travel_word(mention),
        };
        if next.is_some_and(|token| token.script == Script::Number && token.before <= Gap::Comma) {
            more += 0.2;
        }
        let apart = self
            .first(mention)
            .is_some_and(|token| token.before >= Gap::Comma && token.before != Gap::Quote);
        if apart && next.is_none_or(|token| token.before >= Gap::Comma) {
            more += 0.23;
        }
        more
    }

    /// Returns the score of a travel word later in the phrase: "Goslar in autumn", "Galway oyster
    /// festival".
    fn later_travel_word(&self, mention: &Mention) -> f64 {
        let rest = self.tokens.get(mention.end..).unwrap_or_default();
        let mut phrase = rest
            .iter()
            .take_while(|token| token.before <= Gap::Space)
            .take(3);
        let Some(travel) =
            phrase.position(|token| self.words.is(&token.folded, [Role::Travel, Role::With]))
        else {
            return 0.0;
        };
        let has_preposition = rest
            .first()
            .is_some_and(|token| self.words.is(&token.folded, [Role::Place]));
        if has_preposition && travel == 1 {
            0.25
        } else {
            0.12
        }
    }

    /// Returns whether the name continues as that of an unknown place: "Porto de Galinhas", "Bergen
    /// aan Zee".
    fn continues(&self, mention: &Mention) -> bool {
        let [of, further, ..] = self.tokens.get(mention.end..).unwrap_or_default() else {
            return false;
        };
        let joined = [of, further]
            .iter()
            .all(|token| matches!(token.before, Gap::Space | Gap::Hyphen));
        let known = self
            .mentions
            .iter()
            .any(|other| other.start > mention.end && other.start <= mention.end + 1);
        joined
            && of.case == Case::Lower
            && self.words.is(&of.folded, [Role::Of])
            && further.case == Case::Title
            && !known
    }

    /// Returns the evidence that the name is part of the name of a person, a building or a thing.
    fn counter_evidence(&self, case: &Reading<'_>, has_preposition: bool) -> f64 {
        let mut less: f64 = 0.0;
        let other = case.other_use != Use::None;
        if let Some(next) = self.next(case.mention) {
            let travel = self.words.is(&next.folded, [Role::Travel, Role::With]);
            if next.before <= Gap::Space
                && self.words.is(&next.folded, [Role::Thing])
                && !has_preposition
            {
                less += 0.6;
            }
            if next.before == Gap::Apostrophe && next.folded == "s" && other {
                less += 0.5;
            }
            if next.before == Gap::Space && next.case == Case::Title && !travel {
                less += if self.words.is(&next.folded, [Role::Person]) {
                    0.5
                } else {
                    0.0
                } + if other { 0.2 } else { 0.0 };
            }
        }
        if self.continues(case.mention) {
            less += if case.row.prominence > 7.6 { 0.2 } else { 0.45 };
        }
        let before = self
            .first(case.mention)
            .filter(|token| token.before == Gap::Space);
        if let Some(before) = before.and_then(|_| self.word_before(case.mention.start)) {
            if before.case != Case::Lower && self.words.is(&before.folded, [Role::Person]) {
                less += 0.55;
            }
            if self.words.is(&before.folded, [Role::House]) {
                less += 0.55;
            }
            // "New England" is not England.
            if before.written == "New" && case.row.kind > Kind::City {
                less += 1.0;
            }
        }
        if case.other_use == Use::Person
            && !has_preposition
            && self
                .tokens
                .iter()
                .any(|token| self.words.is(&token.folded, [Role::Celebration]))
        {
            less += 0.45;
        }
        less
    }
}

/// Interpolates linearly between the points.
fn interpolate(at: f64, points: &[(f64, f64)]) -> f64 {
    for pair in points.windows(2) {
        if let [(low, from), (high, to)] = pair
            && at < *high
        {
            return from + (to - from) * ((at - low) / (high - low)).clamp(0.0, 1.0);
        }
    }
    points.last().map_or(0.0, |(_, last)| *last)
}

#[cfg(test)]
mod tests;
