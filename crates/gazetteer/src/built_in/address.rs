//! Reads an address from its end: its country, region and city decide, never words of its street.

use super::column::PlaceId;
use super::data::{Data, Kind, Row};
use super::disambiguation::contains;
use super::fold::fold;
use super::names::Named;
use super::ranking::rank;
use super::text::{Case, Gap, Script, Token, tokens};
use super::words::{Role, Words};
use crate::Query;

/// The maximum number of characters that are read, from the end, and of parts between commas.
const MAX_CHARACTERS: usize = 200;
const MAX_PARTS: usize = 10;

/// The maximum number of digits of a number in a building. Postcodes have more.
const MAX_DIGITS: usize = 3;

/// A settlement less prominent than an area of its name by this much is not meant.
const LESSER: f64 = 2.0;

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
    /// Reads a location.
    pub(crate) fn location(&self, text: &str) -> Options {
        let rest = self.without_building(text);
        let named = rest.as_ref().map(|rest| self.name(rest));
        if let Some(named) = named.filter(|named| !named.places.is_empty()) {
            return named;
        }
        let text = rest.as_deref().unwrap_or(text);
        let tokens = tokens(end(text));
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
            return Options {
                is_vague: is_station,
                is_station,
                ..self.ranked(text, false)
            };
        }
        options
    }

    /// Reads a name whose words after the last comma say where, or that is nothing but the name of a
    /// place.
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
        if self.is_any_airport(text) {
            return Options::default();
        }
        let mut found = self.japanese_airport(&tokens);
        if found.is_empty() {
            found = self.named(&tokens);
        }
        if found.is_empty() {
            return self.airports(text, &tokens);
        }
        self.options(&tokens, found, false)
    }

    /// Returns an address without parts of buildings, if it has one: "Terminal 2E", "Hall 1".
    fn without_building(&self, text: &str) -> Option<String> {
        let is_between = |char: char| ",、，،;\n()（）·–—".contains(char);
        let (inside, outside): (Vec<&str>, Vec<&str>) = end(text)
            .split(is_between)
            .partition(|part| self.is_in_building(part));
        (!inside.is_empty()).then(|| outside.join(", "))
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
        !words.is_empty()
            && words
                .iter()
                .all(|word| self.words.is(word, [Role::Building]))
            && numbers.all(|number| number.chars().count() <= MAX_DIGITS)
            && (!letters.is_empty() || part.contains(char::is_numeric))
    }

    /// Returns whether a text is the name of a station after a place, where its trains may go to.
    fn is_station(&self, tokens: &[Token]) -> bool {
        let is = |token: &Token, role| self.words.is(&token.folded, [role]);
        let starts = tokens.first().is_some_and(|token| is(token, Role::Station));
        starts && tokens.iter().any(|token| is(token, Role::Of))
    }

    /// Returns whether a name is "Airport" alone: the one nearby, not a settlement of that name.
    pub(crate) fn is_any_airport(&self, text: &str) -> bool {
        let mut tokens = tokens(end(text)).into_iter();
        tokens.all(|token| self.words.is(&token.folded, [Role::Airport]))
    }

    fn ranked(&self, text: &str, is_sure: bool) -> Options {
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

    /// Reads the parts between commas from the last to the first, until one is a settlement.
    fn address(&self, tokens: &[Token], tail_decides: bool) -> Options {
        let mut parts: Vec<&[Token]> = Vec::new();
        let mut rest = tokens;
        while !rest.is_empty() && parts.len() < MAX_PARTS {
            let is_start = |token: &Token| token.before >= Gap::Comma;
            let start = rest.iter().rposition(is_start).unwrap_or(0);
            let (before, part) = rest.split_at(start);
            parts.push(part);
            rest = before;
        }
        let mut areas: Vec<Row<'a>> = Vec::new();
        let mut qualified: Vec<Named> = Vec::new();
        let mut best: Option<Options> = None;
        for (index, part) in parts.iter().enumerate() {
            let (found, more) = self.part(part, &areas);
            if index == 0 && tail_decides && found.is_empty() && more.is_empty() {
                return Options::default();
            }
            areas = if more.is_empty() { areas } else { more };
            let inside = |(_, row): &(Named, Row<'_>)| {
                areas.is_empty() || areas.iter().any(|area| contains(area, row))
            };
            let (mut cities, wider): (Found<'a>, Found<'a>) = found
                .into_iter()
                .filter(inside)
                .partition(|(_, row)| row.kind <= Kind::City);
            // "Denmark" is the country, not the town in Wisconsin; "Singapore" is the city.
            if let Some((_, area)) = wider.first() {
                cities.retain(|(_, row)| row.capital || row.prominence + LESSER > area.prominence);
            }
            // "Bali" may be the island: no city of that name lies there.
            let is_region = |(_, area): &&(Named, Row<'_>)| {
                area.kind == Kind::Region && !cities.iter().any(|(_, row)| contains(area, row))
            };
            let regions: Found<'a> = wider.iter().filter(is_region).copied().collect();
            if let Some(best) = &mut best {
                // "Brooklyn, New York": the state is meant.
                cities.retain(|(_, row)| !row.small);
                if !cities.is_empty() && !areas.is_empty() {
                    *best = self.options(part, cities, true);
                }
                break;
            }
            if !cities.is_empty() {
                cities.extend(regions);
                cities.sort_by_key(|(named, _)| named.place);
                best = Some(self.options(part, cities, !areas.is_empty()));
                if wider.is_empty() {
                    break;
                }
            }
            if !wider.is_empty() {
                qualified = wider.iter().map(|(named, _)| *named).collect();
                areas = wider.into_iter().map(|(_, row)| row).collect();
            }
        }
        // A code of a region may be that of a country: "Curitiba - PR".
        let last = parts.first().copied().unwrap_or_default();
        if best.is_none() && parts.len() > 1 && matches!(last, [code] if code.written.len() <= 2) {
            let before = tokens.len().saturating_sub(last.len());
            return self.address(tokens.get(..before).unwrap_or_default(), tail_decides);
        }
        best.unwrap_or_else(|| {
            let whole = parts.len() == 1 || qualified.is_empty();
            // An address in an unknown town is not the middle of its country.
            let places = if whole { qualified } else { Vec::new() };
            let found = if places.is_empty() && !tail_decides {
                self.ending(parts.first().copied().unwrap_or_default(), &areas)
            } else {
                Vec::new()
            };
            if found.is_empty() {
                Options {
                    places,
                    ..Options::default()
                }
            } else {
                Options {
                    is_part: areas.is_empty(),
                    ..self.options(&[], found, !areas.is_empty())
                }
            }
        })
    }

    /// Returns the places of a part of an address, and the areas at its end: "Portland OR 97201".
    fn part(&self, part: &[Token], within: &[Row<'a>]) -> (Found<'a>, Vec<Row<'a>>) {
        let words = without_codes(part);
        let mut found = self.named(&words);
        found.retain(|(named, row)| match row.kind {
            // "Toronto Pearson International Airport, Canada"
            Kind::Airport => named.main && words.len() > 1,
            Kind::City => joined(&words).len() > 2,
            Kind::Region | Kind::Country => true,
        });
        if !found.is_empty() {
            return (found, Vec::new());
        }
        for start in (words.len().saturating_sub(3)..words.len()).filter(|start| *start > 0) {
            let (head, tail) = words.split_at(start);
            let is_inside =
                |row: &Row<'_>| within.is_empty() || within.iter().any(|area| contains(area, row));
            let areas = self.named(tail).into_iter().map(|(_, row)| row);
            let areas: Vec<Row<'a>> = areas
                .filter(|row| row.kind > Kind::City && is_inside(row))
                .collect();
            let mut cities = self.named(head);
            // A code of a region that is unknown: "Roma RM".
            let is_code = tail
                .iter()
                .all(|token| token.case == Case::Upper || token.written.len() == 1);
            if areas.is_empty() && (!is_code || cities.is_empty()) {
                continue;
            }
            if cities.is_empty() {
                cities = self.ending(head, &areas);
            }
            let all = cities.clone();
            cities.retain(|(_, row)| areas.iter().any(|area| contains(area, row)));
            if cities.is_empty() && is_code {
                return (all, Vec::new());
            }
            if !cities.is_empty() || part.len() > words.len() {
                return (cities, areas);
            }
        }
        (Vec::new(), Vec::new())
    }

    /// Returns the settlements at the end of a part that also has a street: "Rua Augusta 27 Lisboa".
    fn ending(&self, part: &[Token], areas: &[Row<'a>]) -> Found<'a> {
        let words = without_codes(part);
        for start in 1..words.len() {
            let (before, name) = words.split_at(start);
            let mut found = self.named(name);
            found.retain(|(_, row)| {
                row.kind == Kind::City
                    && !row.small
                    && (areas.is_empty() || areas.iter().any(|area| contains(area, row)))
            });
            let is_of_street = before.last().is_some_and(|before| {
                let roles = [
                    Role::Street,
                    Role::Of,
                    Role::Article,
                    Role::House,
                    Role::Thing,
                ];
                before.case == Case::Lower || self.words.is(&before.folded, roles)
            });
            let follows_number = part
                .iter()
                .rposition(|token| token.script == Script::Number)
                .is_some_and(|number| part.len() - number == name.len() + 1);
            if !found.is_empty() {
                return if is_of_street && !follows_number {
                    Vec::new()
                } else {
                    found
                };
            }
        }
        Vec::new()
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
                || row.kind == Kind::City && row.name.chars().count() <= 3
        };
        let found = self.data.names().seek(&name).found.into_iter();
        let mut found: Found<'a> = found
            .filter_map(|named| Some((named, self.data.row(named.place)?)))
            .filter(|(named, row)| is_named(named, row))
            .collect();
        // "Tokyo" is the city, "Heathrow" the airport.
        let is_known = |row: &Row<'_>| row.kind != Kind::Airport && !row.small;
        if !is_code && found.iter().any(|(_, row)| is_known(row)) {
            found.retain(|(_, row)| row.kind != Kind::Airport);
        }
        found
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

/// Returns the words of a part without numbers and postcodes: "1300-085 Lisboa", "London SW1A 2AA".
fn without_codes(part: &[Token]) -> Vec<Token> {
    let is_number = |token: &Token| token.written.contains(|char: char| char.is_numeric());
    let mut words: Vec<Token> = Vec::new();
    for (index, token) in part.iter().enumerate() {
        let next = part.get(index + 1);
        let previous = index.checked_sub(1).and_then(|before| part.get(before));
        // "CH-8001 Zürich", "1012 AB Amsterdam"
        let is_code = token.case != Case::Lower
            && token.written.chars().count() <= 2
            && (next.is_some_and(|next| next.before == Gap::Hyphen && is_number(next))
                || next.is_some()
                    && previous
                        .is_some_and(|before| before.written.len() == 4 && is_number(before)));
        if !is_number(token) && !is_code {
            words.push(token.clone());
        }
    }
    words
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

fn end(text: &str) -> &str {
    let start = text.char_indices().rev().nth(MAX_CHARACTERS - 1);
    text.get(start.map_or(0, |(start, _)| start)..)
        .unwrap_or(text)
}
