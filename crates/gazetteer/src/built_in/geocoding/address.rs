//! Reads the texts of a place: an address from its end, whose country, region and city decide and
//! never words of its street, or a name.

use crate::Query;
use crate::built_in::geoparsing::ranking::rank;
use crate::built_in::index::column::PlaceId;
use crate::built_in::index::data::{Data, Kind, Row};
use crate::built_in::index::names::Named;
use crate::built_in::language::fold::fold;
use crate::built_in::language::text::{Case, Gap, Script, Token, tokens};
use crate::built_in::language::words::{Role, Words};

/// The maximum number of characters that are read, from the end.
const MAX_CHARACTERS: usize = 200;

/// The maximum number of digits of a number in a building. Postcodes have more.
const MAX_DIGITS: usize = 3;

/// The maximum number of words for parts of a building at the end of another part: "Terminal 2 Gate
/// 5".
const MAX_BUILDING_WORDS: usize = 4;

/// Words that stand between others, though they are codes of airports: "THE".
const BETWEEN: [Role; 5] = [
    Role::Article,
    Role::Place,
    Role::Of,
    Role::With,
    Role::Conjunction,
];

/// The places that a text may mean.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) places: Vec<Named>,
    /// Whether the text has a qualifier, such as a country.
    pub(crate) is_sure: bool,
    /// Whether the text may as well mean something else: "Reading", "Museum".
    pub(crate) is_vague: bool,
    /// Whether it is what people do anywhere: "Museum".
    pub(crate) is_activity: bool,
    /// Whether a place that is known by few is meant nowhere else than near the trip.
    pub(crate) is_part: bool,
    /// Whether the text ends with words that may say elsewhere, but are unknown: "Dingle, County
    /// Kerry".
    pub(crate) has_unknown_end: bool,
    /// Whether only some words of the text are the name: near it, or of a famous place.
    pub(crate) is_some_words: bool,
    /// Whether the text is the code of an airport, in capitals.
    pub(crate) is_code: bool,
    /// Whether it is a location of one short word in capitals: a code, or a note such as "TBC".
    pub(crate) is_abbreviation: bool,
    /// Whether the text names a station after the place: "Gare de Lyon".
    pub(crate) is_station: bool,
    /// Whether the text is a title, which may be any word, and not a location.
    pub(crate) is_title: bool,
}

/// Names and what is written about them.
pub(crate) struct Reader<'a> {
    pub(crate) data: &'a Data,
    pub(crate) words: &'a Words,
}

/// Places and their data.
pub(crate) type Found<'a> = Vec<(Named, Row<'a>)>;

impl<'a> Reader<'a> {
    /// Reads a location, which may be that of travel.
    pub(crate) fn location(&self, text: &str, is_travel: bool) -> Options {
        let rest = self.without_building(text);
        let text = rest.as_deref().unwrap_or(text);
        let tokens = tokens(end(text));
        if let [word] = tokens.as_slice()
            && word.is_abbreviation()
        {
            // "LHR T5" is no note.
            return self.abbreviation(word, is_travel || rest.is_some());
        }
        if let Some(airport) = self.airport_at(text, &tokens) {
            return airport;
        }
        let named = rest.as_ref().map(|rest| self.name(rest));
        if let Some(named) = named.filter(|named| !named.places.is_empty()) {
            return named;
        }
        let unsegmented = |token: &Token| token.script.is_unsegmented();
        if tokens.iter().filter(|token| unsegmented(token)).count() * 2 > tokens.len() {
            return self.ranked(text, true);
        }
        let options = self.address(&tokens, false);
        let is_street = |token: &Token| {
            token.script == Script::Number || self.words.is(&token.folded, [Role::Street])
        };
        if options.places.is_empty() && !tokens.iter().any(is_street) {
            let is_station = self.is_station(&tokens);
            let mut ranked = self.ranked(text, false);
            // "Springdale, Utah" is no other Springdale.
            let areas = self.areas_at_end(&tokens);
            let is_there = |row: Row<'_>| areas.iter().any(|area| area.contains(&row));
            ranked.places.retain(|named| {
                areas.is_empty() || self.data.row(named.place).is_some_and(is_there)
            });
            return Options {
                is_vague: is_station,
                is_station,
                // Words of a name are no better said than those of a title.
                is_title: true,
                ..ranked
            };
        }
        options
    }

    /// Reads a name whose words after the last comma say where, or that is nothing but the name of
    /// a place.
    pub(crate) fn name(&self, text: &str) -> Options {
        let rest = self.without_building(text);
        let text = rest.as_deref().unwrap_or(text);
        let tokens = tokens(end(text));
        let has_tail = tokens
            .iter()
            .skip(1)
            .any(|token| token.before == Gap::Comma);
        if has_tail {
            return self.address(&tokens, true);
        }
        if let [code] = tokens.as_slice()
            && !self.words.is(&code.folded, BETWEEN)
            && let [(airport, _)] = *self.airport_of_code(code)
        {
            return self.code(code, airport);
        }
        if self.is_any_airport(text) {
            return Options::default();
        }
        // "Yoga 1" is what somebody does, not the town of that name.
        let is_number = |token: &&Token| token.script == Script::Number;
        let (numbers, words): (Vec<_>, Vec<_>) = tokens.iter().partition(is_number);
        if let [word] = *words
            && !numbers.is_empty()
            && self.words.is(&word.folded, [Role::Activity])
        {
            return Options {
                is_activity: true,
                ..Options::default()
            };
        }
        let mut found = self.airport_called(&tokens);
        if found.is_empty() {
            found = self.named(&tokens);
        }
        // "OK" is no state, and "NA" no country.
        if tokens.len() == 1 && tokens.iter().all(|token| token.folded.len() <= 2) {
            found.retain(|(named, row)| named.main && row.kind != Kind::Region);
        }
        if !found.is_empty() {
            return self.options(&tokens, found, false);
        }
        let airports = self.airports(text, &tokens);
        if !airports.places.is_empty() {
            return airports;
        }
        // "Paris Gare de Lyon"
        let is_station = |token: &Token| self.words.is(&token.folded, [Role::Station]);
        let city = tokens.iter().position(is_station).unwrap_or(0);
        let found = self.large(tokens.get(..city).unwrap_or_default(), true);
        Options {
            is_some_words: true,
            ..self.options(&[], found, false)
        }
    }

    /// Returns an address without parts of buildings, if it has one: "Terminal 2E", "Hall 1".
    fn without_building(&self, text: &str) -> Option<String> {
        let is_between = |char: char| ",、，،;\n()（）·–—".contains(char);
        let mut has_building = false;
        let mut outside: Vec<&str> = Vec::new();
        for part in end(text).split(is_between) {
            let spaces = part.rmatch_indices(' ').map(|(space, _)| space);
            let starts = spaces.take(MAX_BUILDING_WORDS).chain([0]);
            let is_building = |start: &usize| self.is_in_building(part.get(*start..).unwrap_or(""));
            let building = starts.filter(is_building).last();
            has_building |= building.is_some();
            if building != Some(0) {
                outside.extend(part.get(..building.unwrap_or(part.len())));
            }
        }
        has_building.then(|| outside.join(", "))
    }

    /// Returns whether a part of an address has only words for parts of buildings, and a number or
    /// letter. "6060 Hall" is a town and its postcode.
    fn is_in_building(&self, part: &str) -> bool {
        let part = fold(part);
        let is_apart = |char: char| char.is_numeric() || char.is_whitespace();
        let (letters, words): (Vec<&str>, Vec<&str>) = part
            .split(is_apart)
            .filter(|word| !word.is_empty())
            .partition(|word| word.chars().count() == 1);
        let mut numbers = part.split(|char: char| !char.is_numeric());
        // "T2E"
        let terminal = part.strip_prefix('t').unwrap_or_default();
        if terminal.starts_with(char::is_numeric) && terminal.chars().count() <= 2 {
            return true;
        }
        !words.is_empty()
            && words
                .iter()
                .all(|word| self.words.is(word, [Role::Building]))
            && numbers.all(|number| number.chars().count() <= MAX_DIGITS)
            && (!letters.is_empty() || part.contains(char::is_numeric))
    }

    /// Returns whether a text is the name of a station after a place, where its trains may go to.
    pub(crate) fn is_station(&self, tokens: &[Token]) -> bool {
        let mut first = tokens.iter().take(1);
        first.any(|token| self.words.is(&token.folded, [Role::Station]))
            && self.known_city(tokens).is_empty()
    }

    /// Returns whether a name is "Airport" alone: the one nearby, not a settlement of that name.
    pub(crate) fn is_any_airport(&self, text: &str) -> bool {
        let mut tokens = tokens(end(text)).into_iter();
        tokens.all(|token| self.words.is(&token.folded, [Role::Airport]))
    }

    pub(crate) fn ranked(&self, text: &str, is_sure: bool) -> Options {
        let ranked = rank(self.data, self.words, Query::Name(text), None);
        let named = |place: PlaceId| Named { place, main: true };
        Options {
            places: ranked
                .first()
                .map(|ranked| named(ranked.place))
                .into_iter()
                .collect(),
            is_sure,
            ..Options::default()
        }
    }

    /// Returns the places of exactly this name.
    pub(crate) fn named(&self, words: &[Token]) -> Found<'a> {
        let Some(first) = words.first() else {
            return Vec::new();
        };
        let name = joined(words);
        let is_code = first.case == Case::Upper && words.len() == 1 && name.len() <= 3;
        let is_short = name.chars().count() <= 3 && first.script.has_case();
        let is_named = |named: &Named, row: &Row<'_>| {
            !is_short
                // A code in capitals is a region, country or airport: "NY", "UK", "LIS".
                || is_code && (named.main || row.kind > Kind::City)
                || row.kind != Kind::Airport && row.name.chars().count() <= 3
        };
        let mut found = self.rows(&name);
        found.retain(|(named, row)| is_named(named, row));
        // "Tokyo" is the city, "Heathrow" the airport.
        let is_known = |row: &Row<'_>| row.kind != Kind::Airport && !row.small;
        // "Grand Central" is hardly the airport.
        let is = |word: &Token, role| self.words.is(&word.folded, [role]);
        let is_ordinary = |word: &Token| is(word, Role::Activity) && !is(word, Role::Airport);
        if !is_code && found.iter().any(|(_, row)| is_known(row)) || words.iter().all(is_ordinary) {
            found.retain(|(_, row)| row.kind != Kind::Airport);
        }
        found
    }

    /// Returns the places of a folded name.
    pub(crate) fn rows(&self, name: &str) -> Found<'a> {
        let found = self.data.names().seek(name).found.into_iter();
        found
            .filter_map(|named| Some((named, self.data.row(named.place)?)))
            .collect()
    }

    /// Reads a location of one short word in capitals. Of travel it is the code of an airport or
    /// city, unless it is what people do: "BUS".
    fn abbreviation(&self, word: &Token, is_travel: bool) -> Options {
        let words = std::slice::from_ref(word);
        let mut found = self.airport_or_city_of_code(word);
        let is_activity = self.words.is(&word.folded, [Role::Activity]);
        if is_travel && !is_activity && !found.is_empty() {
            return self.options(&[], found, true);
        }
        found.extend(self.named(words));
        Options {
            is_abbreviation: true,
            is_vague: true,
            ..self.options(words, found, false)
        }
    }

    /// Returns the airport of a code, and what else may be called so.
    fn code(&self, code: &Token, airport: Named) -> Options {
        let mut options = self.options(
            std::slice::from_ref(code),
            self.named(std::slice::from_ref(code)),
            false,
        );
        options.places.retain(|named| named.place != airport.place);
        options.places.insert(0, airport);
        Options {
            is_code: true,
            ..options
        }
    }

    pub(crate) fn options(&self, words: &[Token], found: Found<'a>, is_sure: bool) -> Options {
        let name = joined(words);
        let is_lower = words.iter().all(|token| token.case == Case::Lower);
        let small = found
            .iter()
            .all(|(_, row)| row.small || row.kind == Kind::Airport);
        let roles = [
            Role::Activity,
            Role::Ordinary,
            Role::Time,
            Role::House,
            Role::Thing,
        ];
        Options {
            is_vague: !words.is_empty() && (self.words.is(&name, roles) || is_lower && small),
            places: found.into_iter().map(|(named, _)| named).collect(),
            is_sure,
            is_activity: self.words.is(&name, [Role::Activity]),
            ..Options::default()
        }
    }
}

pub(crate) fn joined(words: &[Token]) -> String {
    let mut name = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 && word.before != Gap::Nothing {
            name.push(' ');
        }
        name.push_str(&word.folded);
    }
    name
}

pub(crate) fn end(text: &str) -> &str {
    let start = text.char_indices().rev().nth(MAX_CHARACTERS - 1);
    text.get(start.map_or(0, |(start, _)| start)..)
        .unwrap_or(text)
}
