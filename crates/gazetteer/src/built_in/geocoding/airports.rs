//! Finds airports in a text: by code, by name, or by the city of "Lisbon airport".

use super::address::{Found, Options, Reader, end, joined};
use super::travel::best_known;
use crate::Query;
use crate::built_in::geoparsing::ranking::rank;
use crate::built_in::index::data::{Kind, Row};
use crate::built_in::index::names::Named;
use crate::built_in::language::fold::fold;
use crate::built_in::language::text::{Case, Gap, Script, Token};
use crate::built_in::language::words::{Role, Use};
use crate::built_in::surroundings::{CLOSE, kilometres};

/// The maximum number of words of an airport's name.
const MAX_WORDS: usize = 6;
/// A name of one word has at least so many letters.
const MIN_LETTERS: usize = 5;
/// How many blocks of names are read.
const MAX_BLOCKS: usize = 50;
/// What separates the parts of a location.
const COMMAS: [char; 4] = [',', '、', '،', '，'];
/// What stands beside an airport in a text.
const BESIDE: [Role; 4] = [Role::Place, Role::Origin, Role::Travel, Role::Airport];
/// What says that a name beside it is that of an airport or place.
const NAMING: [Role; 3] = [Role::Place, Role::Origin, Role::Airport];
/// IATA's codes of cities, which are no airport's.
const CITIES: &str = include_str!("../../../data/city-codes.tsv");
/// What airports are also called, folded, and their codes.
const CALLED: [(&str, &str); 29] = [
    ("berlin airport", "ber"),
    ("london airport", "lhr"),
    ("bangkok airport", "bkk"),
    ("aeropuerto internacional benito juarez", "mex"),
    ("羽田", "hnd"),
    ("羽田空港", "hnd"),
    ("関空", "kix"),
    ("関西空港", "kix"),
    ("関西国際空港", "kix"),
    ("伊丹空港", "itm"),
    ("大阪国際空港", "itm"),
    ("中部国際空港", "ngo"),
    ("新千歳空港", "cts"),
    ("シャルル ド ゴール空港", "cdg"),
    ("シャルルドゴール空港", "cdg"),
    ("ヒースロー空港", "lhr"),
    ("haneda airport", "hnd"),
    ("tokyo haneda", "hnd"),
    ("or tambo", "jnb"),
    ("or tambo airport", "jnb"),
    ("o r tambo", "jnb"),
    ("klia", "kul"),
    ("galeao", "gig"),
    ("aeroporto do galeao", "gig"),
    ("barajas airport", "mad"),
    ("madrid barajas", "mad"),
    ("aeropuerto de barajas", "mad"),
    ("milano malpensa", "mxp"),
    ("pnh", "kti"),
];

impl<'a> Reader<'a> {
    /// Returns the airport of a name that the data lacks.
    pub(crate) fn airport_called(&self, tokens: &[Token]) -> Found<'a> {
        let name = joined(tokens);
        let mut called = CALLED.iter().map(|(called, _)| *called);
        match called.any(|called| called == name) {
            true => self.airports_of(&name),
            false => Vec::new(),
        }
    }

    /// Returns the city of IATA's code in capitals: "LON".
    pub(crate) fn city_of_code(&self, code: &str) -> Found<'a> {
        let line = |line: &'static str| line.strip_prefix(code)?.strip_prefix('\t');
        let Some((country, name)) = CITIES
            .lines()
            .find_map(line)
            .and_then(|it| it.split_once('\t'))
        else {
            return Vec::new();
        };
        let mut found = self.rows(&fold(name));
        found.retain(|(_, row)| {
            row.kind == Kind::City && self.data.country_code(row.country) == country
        });
        found.truncate(1);
        found
    }

    /// Returns the airport that the first part of a location names, if the other parts name where
    /// it lies: "Heathrow Airport, London".
    pub(crate) fn airport_at(&self, text: &str, tokens: &[Token]) -> Option<Options> {
        let is_next = |token: &Token| token.before == Gap::Comma;
        let next = tokens.iter().skip(1).position(is_next);
        let (first, rest) = tokens.split_at(next.map_or(tokens.len(), |before| before + 1));
        let has = |role| {
            let mut words = first.iter();
            words.any(|word| self.words.is(&word.folded, [role]))
        };
        let is_alone = rest.is_empty() && first.iter().all(|word| word.script != Script::Number);
        let is_word = (1..=first.len()).any(|end| {
            let word = first.get(first.len() - end..).unwrap_or_default();
            self.words.is(&joined(word), [Role::Airport])
        });
        if has(Role::Street) || !(is_alone || has(Role::Airport) || is_word) {
            return None;
        }
        let mut named = self.name(end(text).split(COMMAS).next()?);
        let airport = |named: &Named| {
            let row = self.data.row(named.place)?;
            (row.kind == Kind::Airport).then_some(row)
        };
        airport(named.places.first()?)?;
        let areas = self.areas_at_end(rest);
        let is_there = |row: &Row<'_>| {
            let is_inside = areas.iter().any(|area| area.contains(row));
            rest.is_empty() || is_inside || self.names_place_near(rest, row)
        };
        let is_meant = |named: &Named| airport(named).is_some_and(|row| is_there(&row));
        named.places.retain(is_meant);
        named.is_sure |= !rest.is_empty();
        (!named.places.is_empty() && !named.is_part).then_some(named)
    }

    /// Returns the airports that the text may mean.
    pub(crate) fn airports(&self, text: &str, tokens: &[Token]) -> Options {
        let is_word = |token: &Token| self.words.is(&token.folded, [Role::Airport]);
        let has_word = tokens.iter().any(is_word);
        let city = has_word.then(|| self.city_of_airport(tokens)).flatten();
        let found = city.map(|city| self.airports_of_city(&city));
        if let Some(found) = found.filter(|found| !found.is_empty()) {
            return self.options(&[], found, false);
        }
        for start in 0..tokens.len() {
            let most = tokens.len().min(start + MAX_WORDS);
            for end in (start + 1..=most).rev() {
                let found = self.airports_named(tokens, start, end, has_word);
                if !found.is_empty() {
                    // "Grand Central Market" is near the airport, or has nothing to do with it.
                    // "London Heathrow (LHR)" is the airport.
                    let is_next_apart = |at: usize| {
                        let token = tokens.get(at);
                        token.is_some_and(|token| token.before == Gap::Paren)
                    };
                    let is_part = !has_word
                        && end - start < tokens.len()
                        && !is_next_apart(start)
                        && !is_next_apart(end);
                    return Options {
                        is_part: is_part && !self.is_beside(tokens, start, end, NAMING),
                        ..self.options(&[], found, false)
                    };
                }
            }
        }
        let named = self.airport_named_after_city(tokens);
        if !named.places.is_empty() {
            return named;
        }
        let ranked = if has_word {
            rank(self.data, self.words, Query::Name(text), None)
        } else {
            Vec::new()
        };
        let city = ranked
            .first()
            .and_then(|ranked| self.data.row(ranked.place));
        let found = city.map(|city| self.airports_of_city(&city));
        self.options(&[], found.unwrap_or_default(), false)
    }

    /// Returns the city of "Aéroport de Nice".
    fn city_of_airport(&self, tokens: &[Token]) -> Option<Row<'a>> {
        let roles = [Role::Airport, Role::Of];
        let words = tokens
            .iter()
            .filter(|token| !self.words.is(&token.folded, roles));
        let words: Vec<Token> = words.cloned().collect();
        let mut named = self.named(&words);
        named.retain(|(_, row)| row.kind == Kind::City && !row.small);
        best_known(&named)
    }

    /// Returns the airports of a city, else the most prominent whose name begins with the city's:
    /// "Nice Cote d'Azur".
    fn airports_of_city(&self, city: &Row<'_>) -> Found<'a> {
        let is_near = |(_, airport): &(Named, Row<'_>)| {
            let distance = kilometres(city.coordinates, airport.coordinates);
            airport.kind == Kind::Airport && distance <= CLOSE
        };
        let name = fold(city.name);
        let mut found = self.airports_of(&format!("{name} airport"));
        found.retain(is_near);
        if !found.is_empty() {
            return found;
        }
        let names = self.data.names();
        let beginning = names.starting_with(&format!("{name} "), MAX_BLOCKS);
        let rows = beginning
            .into_iter()
            .filter_map(|(named, _)| Some((named, self.data.row(named.place)?)));
        let first = rows.filter(is_near).min_by_key(|(named, _)| named.place);
        first.into_iter().collect()
    }

    /// Returns the airport of a city's name with an attached word, else the city: "成田空港".
    fn airport_named_after_city(&self, tokens: &[Token]) -> Options {
        let is_attached = |at: &usize| {
            let word = tokens.get(*at..).unwrap_or_default();
            word.iter().all(|token| token.before == Gap::Nothing)
                && self.words.is(&joined(word), [Role::Airport])
        };
        let Some(end) = (1..tokens.len()).find(is_attached) else {
            return Options::default();
        };
        let city = self.named(tokens.get(..end).unwrap_or_default());
        let Some((_, row)) = city.first() else {
            return Options::default();
        };
        let names = ["international airport", "airport"];
        let names = names.map(|word| format!("{} {word}", fold(row.name)));
        let mut found = names.iter().map(|name| self.airports_of(name));
        let found = found.find(|found| !found.is_empty()).unwrap_or(city);
        self.options(&[], found, false)
    }

    fn airports_named(
        &self,
        tokens: &[Token],
        start: usize,
        end: usize,
        has_word: bool,
    ) -> Found<'a> {
        let words = tokens.get(start..end).unwrap_or_default();
        let [first, ..] = words else {
            return Vec::new();
        };
        let is_beside = self.is_beside(tokens, start, end, BESIDE);
        let is_code = first.case == Case::Upper && first.written.chars().count() == 3;
        let is_known = match words {
            [_] if is_code => {
                (is_beside || first.before == Gap::Paren)
                    && self.words.other_use(&first.folded) == Use::None
            }
            [_] => {
                first.case != Case::Lower
                    && !self
                        .words
                        .is(&first.folded, [Role::Activity, Role::Station])
                    && first.folded.len() >= MIN_LETTERS
                    && (has_word || is_beside)
            }
            _ => first.case != Case::Lower,
        };
        // "New York City Airport" is not London City Airport.
        let is_within = start > 0 && self.words.is(&first.folded, [Role::Activity]);
        if !is_known || is_within || self.words.is(&first.folded, [Role::Airport]) {
            return Vec::new();
        }
        let mut found = match words {
            // "Aeroporto di Fiumicino"
            [word] if has_word && !is_code => self.airports_of(&word.folded),
            _ => Vec::new(),
        };
        if found.is_empty() {
            found = self.named(words);
        }
        // "Tokyo" is the city, "Heathrow" the airport.
        if words.len() == 1
            && !is_code
            && found
                .iter()
                .any(|(_, row)| !row.small && row.kind != Kind::Airport)
        {
            return Vec::new();
        }
        found.retain(|(_, row)| row.kind == Kind::Airport);
        if is_code && !is_beside {
            let before = tokens.get(..start).unwrap_or_default();
            found.retain(|(_, airport)| self.names_place_near(before, airport));
        }
        found
    }

    /// Returns whether a word of some role stands beside others.
    fn is_beside<const N: usize>(
        &self,
        tokens: &[Token],
        start: usize,
        end: usize,
        roles: [Role; N],
    ) -> bool {
        let beside = [start.checked_sub(1), Some(end)];
        let mut beside = beside.into_iter().flatten().filter_map(|at| tokens.get(at));
        beside.any(|token| self.words.is(&token.folded, roles))
    }

    /// Returns whether some of the words before a code name a place near its airport: "Paris
    /// (CDG)", not "Museum of Modern Art (MMA)".
    pub(crate) fn names_place_near(&self, before: &[Token], airport: &Row<'_>) -> bool {
        (0..before.len()).any(|start| {
            let places = self.named(before.get(start..).unwrap_or_default());
            let mut at = places.iter().map(|(_, row)| row.coordinates);
            at.any(|at| kilometres(at, airport.coordinates) <= CLOSE)
        })
    }

    fn airports_of(&self, name: &str) -> Found<'a> {
        let code = CALLED.iter().find(|(called, _)| *called == name);
        let mut found = self.rows(code.map_or(name, |(_, code)| code));
        found.retain(|(_, row)| row.kind == Kind::Airport);
        found
    }
}
