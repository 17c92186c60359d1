//! Reads the names of the ends of travel, and codes of airports.

use super::address::{Found, Options, Reader, end};
use crate::built_in::geoparsing::disambiguation::fame;
use crate::built_in::index::data::{Kind, Row};
use crate::built_in::index::names::Named;
use crate::built_in::language::text::{Case, Gap, Script, Token, tokens};
use crate::built_in::language::words::Role;
use crate::built_in::pick::KNOWN;

/// The number of letters of the code of an airport.
const CODE_LETTERS: usize = 3;
/// The minimum prominence of a city whose name, after other words, is not that of a person.
const MORE_THAN_PERSON: f64 = 8.2;
/// The maximum number of words of an end.
const MAX_WORDS: usize = 12;
/// Words before the place of an end: "ICE Berlin", "Driving Porto".
const BEFORE: [Role; 4] = [Role::Carrier, Role::Travel, Role::Activity, Role::Origin];
/// Words after which a place is not where somebody travels: "Hotel Paris".
const NAMED_AFTER: [Role; 5] = [
    Role::Street,
    Role::Of,
    Role::House,
    Role::Thing,
    Role::Station,
];

impl<'a> Reader<'a> {
    /// Reads the name of an end of travel: "LIS", "ICE Berlin", "Wien Hbf", "Paris Gare de Lyon".
    pub(crate) fn travel_end(&self, text: &str) -> Options {
        let all = tokens(end(text));
        let of_code = self.place_of_code_at_end(&all);
        if !of_code.is_empty() {
            return Options {
                is_code: true,
                ..self.options(&[], of_code, true)
            };
        }
        let is_before = |token: &Token| {
            token.script == Script::Number
                || self.words.is(&token.folded, BEFORE)
                    && !self.words.is(&token.folded, [Role::House])
        };
        let whole = self.name(text);
        let is_apart = all.iter().skip(1).any(|token| token.before >= Gap::Comma);
        let before = all.iter().take_while(|token| is_before(token)).count();
        if is_apart || all.len() > MAX_WORDS || before == 0 && !whole.places.is_empty() {
            return whole;
        }
        for start in 0..=before {
            let rest = all.get(start..).unwrap_or_default();
            let found = self.named(rest);
            if !found.is_empty() {
                return self.options(rest, found, false);
            }
        }
        let starts = (0..=before).filter_map(|start| all.get(start..));
        let mut beginnings = starts.map(|rest| self.beginning(rest));
        let beginning = beginnings.find(|(found, _)| !found.is_empty());
        let last_words = || self.last_words(all.get(before..).unwrap_or_default());
        let (found, is_named) = beginning.unwrap_or_else(|| (last_words(), false));
        if found.is_empty() && all.len() == 1 {
            // "Rom", which is short.
            return self.ranked(text, false);
        }
        Options {
            is_some_words: !is_named,
            ..self.options(&[], found, false)
        }
    }

    /// Returns the airport or city of a code at the end of a text, or before further words in
    /// parentheses: "KLM AMS", "JFK (BA 117)".
    fn place_of_code_at_end(&self, tokens: &[Token]) -> Found<'a> {
        let is_apart = |token: &Token| token.before == Gap::Paren;
        let length = tokens
            .iter()
            .skip(1)
            .position(is_apart)
            .map_or(tokens.len(), |at| at + 1);
        let code = length.checked_sub(1).and_then(|last| tokens.get(last));
        code.map_or_else(Vec::new, |code| self.airport_or_city_of_code(code))
    }

    /// Returns the airport, else the city, of a code in capitals.
    pub(crate) fn airport_or_city_of_code(&self, code: &Token) -> Found<'a> {
        let airport = self.airport_of_code(code);
        if airport.is_empty() {
            return self.city_of_code(&code.written);
        }
        airport
    }

    /// Returns the airport of a code in capitals, unless it is that of a country: "USA".
    pub(crate) fn airport_of_code(&self, token: &Token) -> Found<'a> {
        let is_code = token.case == Case::Upper && token.written.len() == CODE_LETTERS;
        if !is_code || self.words.is(&token.folded, [Role::Carrier]) {
            return Vec::new();
        }
        let is_area = |(named, row): &(Named, Row<'_>)| named.main && row.kind > Kind::City;
        let mut found = self.rows(&token.folded);
        found.extend(self.airport_called(std::slice::from_ref(token)));
        if found.iter().any(is_area) {
            return Vec::new();
        }
        found.retain(|(named, row)| named.main && row.kind == Kind::Airport);
        found
    }

    /// Returns the large settlement at the beginning of a name, and whether a word for a station
    /// follows: "Budapest Keleti".
    pub(crate) fn beginning(&self, words: &[Token]) -> (Found<'a>, bool) {
        for end in (1..=words.len().min(MAX_WORDS)).rev() {
            let (name, rest) = words.split_at(end);
            let is = |word: &Token, role| self.words.is(&word.folded, [role]);
            let next = rest.first();
            // "Toyota Rent a Car"
            let continues = next.is_some_and(|next| {
                let is_of = next.case == Case::Lower && is(next, Role::Of);
                next.before == Gap::Apostrophe || is_of || is(next, Role::Thing)
            });
            let is_station = next.is_some_and(|next| is(next, Role::StationName));
            let found = self.large(name, is_station);
            if !continues && !found.is_empty() {
                return (found, is_station);
            }
        }
        (Vec::new(), false)
    }

    /// Returns the most prominent of the well-known cities in a text, "Roma Termini", else the one
    /// after a place that lies there, "Belém Lisboa".
    pub(crate) fn known_city(&self, words: &[Token]) -> Found<'a> {
        let mut best: Found<'a> = Vec::new();
        for start in 0..words.len().min(MAX_WORDS) {
            let (before, rest) = words.split_at(start);
            let is_named_after = before.last().is_some_and(|word| {
                self.words
                    .is(&word.folded, [Role::Of, Role::House, Role::Thing])
            });
            let (found, _) = self.beginning(rest);
            let Some(city) = best_known(&found) else {
                continue;
            };
            // "Museum of New York City"
            if is_named_after {
                break;
            }
            // "Chez Sofia"
            let is_person = |word: &Token| self.words.is(&word.folded, [Role::Person]);
            let is_person = rest.first().is_some_and(is_person);
            if start > 0 && is_person && city.prominence < MORE_THAN_PERSON {
                continue;
            }
            let is_more = best_known(&best).is_none_or(|best| city.prominence > best.prominence);
            let is_known = city.prominence >= KNOWN;
            if is_known && (is_more || self.names_place_near(before, &city)) {
                best = found;
            }
        }
        best
    }

    /// Returns the settlement that the last words name, after others that are unknown: "Wizz Air
    /// Budapest".
    fn last_words(&self, words: &[Token]) -> Found<'a> {
        let starts = 1..words.len();
        let found = starts.map(|start| {
            let (before, name) = words.split_at(start);
            let is_named_after = before
                .last()
                .is_some_and(|word| self.words.is(&word.folded, NAMED_AFTER));
            if is_named_after {
                Vec::new()
            } else {
                self.large(name, false)
            }
        });
        found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// Returns the large settlements of a name, unless it may as well be an ordinary word.
    pub(crate) fn large(&self, name: &[Token], may_be_word: bool) -> Found<'a> {
        let is_lower = name.first().is_none_or(|token| token.case == Case::Lower);
        let options = self.options(name, Vec::new(), false);
        if is_lower || options.is_activity || options.is_vague && !may_be_word {
            return Vec::new();
        }
        let mut found = self.named(name);
        found.retain(|(_, row)| row.kind == Kind::City && !row.small);
        found
    }
}

/// Returns the settlement that a name means most likely.
pub(crate) fn best_known<'a>(found: &Found<'a>) -> Option<Row<'a>> {
    let fame = |(named, row): &&(Named, Row<'_>)| fame(*named, row);
    let best = found
        .iter()
        .max_by(|one, other| fame(one).total_cmp(&fame(other)));
    best.map(|(_, row)| *row)
}
