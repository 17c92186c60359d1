//! How surely a name in a text means a place there.
//!
//! What speaks for it and against it adds up; [`ENOUGH`](super::judge::ENOUGH) is a place. The
//! weights were found by trial on tables of trip names.

use super::data::{Kind, Row};
use super::mentions::{Mention, attached, attached_before};
use super::passage::Passage;
use super::text::{Case, Gap, Script};
use super::words::Use;

/// For regions: prominence, and how likely the bare name means it.
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
/// For names that people bear, what remains of it: the largest cities are named more often than
/// people.
const PERSONS: &[(f64, f64)] = &[(7.0, 0.5), (8.6, 0.9)];
/// A settlement that is less prominent is not meant by a word of everyday language, but for good
/// reasons.
const KNOWN: f64 = 6.2;

/// A mention read as one place.
pub(crate) struct Reading<'a> {
    pub(crate) mention: &'a Mention,
    pub(crate) row: &'a Row<'a>,
    pub(crate) main: bool,
    pub(crate) other_use: Use,
}

impl Passage<'_> {
    /// How likely the name means the place; what its neighbours say is left out.
    pub(crate) fn evidence(&self, case: &Reading<'_>) -> f64 {
        if self.abbreviates(case) {
            return 0.0;
        }
        let lower = self.is_lower(case.mention);
        let lead = self.lead(case, lower);
        let mut score = self.bare(case, lower) + lead;
        if self.is_whole(case.mention) {
            score += self.alone(case, lower);
        } else {
            let weight = match case.other_use {
                Use::None => 1.0,
                Use::Person => 0.8,
                Use::Ordinary if case.row.kind == Kind::Country && case.main && !lower => 0.9,
                Use::Ordinary | Use::Time if lower => 0.0,
                Use::Ordinary | Use::Time => 0.6,
            };
            score += weight * self.company(case) - self.against(case, lead > 0.3);
        }
        score
    }

    /// Two letters are a place in capitals only, where it is commonly called so: "UK 2026".
    fn abbreviates(&self, case: &Reading<'_>) -> bool {
        let single =
            case.mention.end == case.mention.start + 1 && self.script(case.mention).has_case();
        let capitals = self
            .first(case.mention)
            .is_some_and(|token| token.case == Case::Upper)
            && !self.shouts;
        let known = capitals && case.main || self.is_name && self.is_whole(case.mention);
        single && case.mention.name.chars().count() <= 2 && !known
    }

    /// How likely the name means the place, as it is written and by itself.
    fn bare(&self, case: &Reading<'_>, lower: bool) -> f64 {
        let Reading {
            mention,
            row,
            main,
            other_use,
        } = *case;
        let mut score = match row.kind {
            Kind::Country => 0.85,
            Kind::Region => along(row.prominence, REGIONS),
            Kind::City => along(row.prominence, CITIES) - self.doubts(case),
        };
        if mention.bent {
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
            .of(mention)
            .iter()
            .any(|token| token.case == Case::Lower && token.folded.len() > 3);
        if !main && part_lower && self.has_capitals && mention.end > mention.start + 1 {
            score -= if lower { 0.55 } else { 0.35 };
        }
        score = match other_use {
            Use::None => score,
            Use::Person if row.kind == Kind::Country => score * 0.65,
            Use::Person => score * along(row.prominence, PERSONS),
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

    /// What makes a settlement's name less sure: it is short, or no main name.
    fn doubts(&self, case: &Reading<'_>) -> f64 {
        let (script, letters) = (self.script(case.mention), case.mention.name.chars().count());
        let mut doubts = 0.0;
        if script == Script::Latin && !case.main && case.row.prominence < 7.0 {
            doubts += 0.1;
        }
        if script.has_case() && letters <= 4 && case.row.prominence < 7.2 {
            doubts += 0.12;
        }
        let within = self
            .next(case.mention)
            .is_some_and(|token| token.before == Gap::Nothing);
        if script.is_unparted() && letters <= 2 && within && case.row.prominence < 7.2 {
            doubts += 0.22;
        }
        doubts
    }

    /// What it says that the text is nothing but the name.
    fn alone(&self, case: &Reading<'_>, lower: bool) -> f64 {
        match case.other_use {
            _ if self.is_name => 0.9,
            Use::Ordinary if case.row.prominence < KNOWN => 0.2,
            Use::Person | Use::Ordinary | Use::Time if lower => 0.0,
            _ => 0.45,
        }
    }

    /// What the words say that lead to the name: "in", "nach".
    fn lead(&self, case: &Reading<'_>, lower: bool) -> f64 {
        if case.mention.led {
            return 0.35;
        }
        if self.script(case.mention).is_unparted()
            && self
                .words
                .unparted_before(&attached_before(&self.tokens, case.mention.start))
        {
            return 0.35;
        }
        let Some((word, article)) = self.leading_word(case.mention) else {
            return 0.0;
        };
        // Many languages have one word for "of" and "in" or "from": "a birthday of Sofia's".
        if self.words.is_of(word) && case.other_use != Use::None {
            return if lower { 0.0 } else { 0.15 };
        }
        if !self.words.leads(word) {
            return if self.words.is_of(word) && !lower {
                0.15
            } else {
                0.0
            };
        }
        match (case.other_use, lower) {
            (Use::None, false) => 0.4,
            // "In the bath", but "in the Jordan valley".
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

    /// The word before the name, past an article or adjective; and whether there is one.
    fn leading_word(&self, mention: &Mention) -> Option<(&str, bool)> {
        let word = self.word_before(mention.start)?.folded.as_str();
        if self.words.leads_to_place(word) || !self.words.is_article(word) {
            return Some((word, false));
        }
        let further = self
            .word_before(mention.start.checked_sub(1)?)
            .map(|token| token.folded.as_str());
        let further = further
            .filter(|further| self.words.leads_to_place(further) || self.words.is_of(further));
        Some(further.map_or((word, false), |further| (further, true)))
    }

    /// What the words and signs around say for it: travel, years, standing apart.
    fn company(&self, case: &Reading<'_>) -> f64 {
        let mention = case.mention;
        let next = self.next(mention);
        let after = next.filter(|token| token.before <= Gap::Space);
        let attached = self.script(mention).is_unparted()
            && self
                .words
                .unparted_after(&attached(&self.tokens, mention.end));
        let travel_after =
            attached || after.is_some_and(|token| self.words.is_travel(&token.folded));
        let before = self
            .word_before(mention.start)
            .map(|token| token.folded.as_str());
        let travel_before =
            before.is_some_and(|word| self.words.is_travel(word) && !self.words.is_with(word));
        let mut more = match (travel_before, travel_after) {
            // "Nice trip" says nothing of Nice.
            (false, true) if case.other_use == Use::Ordinary && case.row.kind != Kind::Country => {
                0.1
            }
            (_, true) => 0.28,
            (true, false) => 0.25,
            (false, false) => self.travels_later(mention),
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

    /// What a word of travel says that closes the phrase which the name opens: "Goslar in autumn",
    /// "Galway oyster festival".
    fn travels_later(&self, mention: &Mention) -> f64 {
        let rest = self.tokens.get(mention.end..).unwrap_or_default();
        let mut phrase = rest
            .iter()
            .take_while(|token| token.before <= Gap::Space)
            .take(3);
        let Some(travel) = phrase.position(|token| self.words.is_travel(&token.folded)) else {
            return 0.0;
        };
        let leads = rest
            .first()
            .is_some_and(|token| self.words.leads_to_place(&token.folded));
        if leads && travel == 1 { 0.25 } else { 0.12 }
    }

    /// Whether the name goes on, as that of a place that is not known: "Porto de Galinhas", "Bergen
    /// aan Zee".
    fn goes_on(&self, mention: &Mention) -> bool {
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
            && self.words.is_of(&of.folded)
            && further.case == Case::Title
            && !known
    }

    /// What the words around say against it: that it is part of the name of a person, a house or a
    /// thing.
    fn against(&self, case: &Reading<'_>, led: bool) -> f64 {
        let mut less: f64 = 0.0;
        let other = case.other_use != Use::None;
        if let Some(next) = self.next(case.mention) {
            let travel = self.words.is_travel(&next.folded);
            if next.before <= Gap::Space && self.words.is_thing(&next.folded) && !led {
                less += 0.6;
            }
            if next.before == Gap::Apostrophe && next.folded == "s" && other {
                less += 0.5;
            }
            if next.before == Gap::Space && next.case == Case::Title && !travel {
                less += if self.words.is_person(&next.folded) {
                    0.5
                } else {
                    0.0
                } + if other { 0.2 } else { 0.0 };
            }
        }
        if self.goes_on(case.mention) {
            less += if case.row.prominence > 7.6 { 0.2 } else { 0.45 };
        }
        let before = self
            .first(case.mention)
            .filter(|token| token.before == Gap::Space);
        if let Some(before) = before.and_then(|_| self.word_before(case.mention.start)) {
            if before.case != Case::Lower && self.words.is_person(&before.folded) {
                less += 0.55;
            }
            if self.words.is_house(&before.folded) {
                less += 0.55;
            }
        }
        if case.other_use == Use::Person
            && !led
            && self
                .tokens
                .iter()
                .any(|token| self.words.celebrates(&token.folded))
        {
            less += 0.45;
        }
        less
    }
}

/// The value at a point between those given.
fn along(at: f64, points: &[(f64, f64)]) -> f64 {
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
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_their_points() {
        let points = [(1.0, 0.0), (2.0, 1.0)];
        assert_eq!(
            [0.0, 1.5, 3.0].map(|at| along(at, &points)),
            [0.0, 0.5, 1.0]
        );
    }
}
