//! Reads the parts of an address, from the last to the first.

use super::address::{Found, Options, Reader, end, joined};
use crate::built_in::index::data::{Kind, Row};
use crate::built_in::index::names::Named;
use crate::built_in::language::text::{Case, Gap, Script, Token, tokens};
use crate::built_in::language::words::Role;
use crate::built_in::pick::{FAR_WELL_NAMED, KNOWN};
use crate::built_in::surroundings::{CLOSE, kilometres};

/// The maximum number of parts that are read.
const MAX_PARTS: usize = 10;
/// A settlement less prominent than an area of its name by this much is not meant.
const LESSER: f64 = 2.0;
/// Of settlements of one name, those less prominent than another by this much have no suburbs.
const LESS_KNOWN: f64 = 1.0;
/// The minimum number of digits of a postcode. Numbers of houses are shorter.
const MIN_POSTCODE: usize = 4;
/// The maximum number of letters of an abbreviated region: "Chis."
const MAX_ABBREVIATION: usize = 4;
/// Postal areas of Britain in the form of its postcodes that are not in the United Kingdom.
const NOT_BRITISH: [&str; 4] = ["im", "je", "gy", "gx"];

/// The settlement that an address names so far.
struct Settlement<'a> {
    options: Options,
    cities: Found<'a>,
    /// The countries and regions of the same name.
    areas: Vec<Row<'a>>,
    /// Whether it is a small place by a name as short as the code of an unknown region.
    may_be_code: bool,
}

impl<'a> Reader<'a> {
    /// Reads the parts between commas from the last to the first: countries and regions, a
    /// settlement, and a smaller one before it that belongs to it.
    pub(crate) fn address(&self, tokens: &[Token], is_title: bool) -> Options {
        let parts = parts(tokens);
        let last = parts.first().copied().unwrap_or_default();
        let mut areas: Vec<Row<'a>> = self.postal_country(last).into_iter().collect();
        let mut qualified: Vec<Named> = Vec::new();
        let mut is_area = parts.len() == 1;
        let mut best: Option<Settlement<'a>> = None;
        let mut has_unknown_end = false;
        for (index, part) in parts.iter().enumerate() {
            let (mut found, more) = self.part(part, &areas);
            if index == 0 && found.is_empty() && more.is_empty() {
                if is_title && !is_code(part) {
                    return Options::default();
                }
                has_unknown_end = !is_abbreviation(part) && !without_codes(part).is_empty();
            }
            // "Dinner with Sofia, Ben"
            let is_person = is_title && self.words.is(&joined(part), [Role::Person]);
            if index == 0 && is_person && found.iter().all(|(_, row)| row.small) {
                return Options::default();
            }
            areas = if more.is_empty() { areas } else { more };
            found.retain(|(_, row)| is_within(&areas, row));
            let (cities, wider): (Found<'a>, Found<'a>) = found
                .into_iter()
                .partition(|(_, row)| row.kind <= Kind::City);
            let regions = |known: &Settlement<'_>| {
                let mut regions = wider.iter();
                regions.any(|(_, row)| known.areas.iter().any(|area| area.contains(row)))
            };
            // "Mérida, Yucatán, México": the country is meant, not its capital.
            if let Some(known) = best.take_if(|known| known.is_capital() && regions(known)) {
                areas = known.areas;
            }
            let Some(known) = &best else {
                if !cities.is_empty() {
                    best = self.settlement(part, cities, &wider, !areas.is_empty());
                }
                if best.is_some() && has_postcode(part) {
                    break;
                }
                if !wider.is_empty() {
                    qualified = wider.iter().map(|(named, _)| *named).collect();
                    is_area = index + 1 == parts.len();
                    if best.is_none() {
                        areas = wider.into_iter().map(|(_, row)| row).collect();
                    }
                }
                continue;
            };
            let has_street = parts
                .iter()
                .skip(index + 1)
                .any(|part| self.is_street(part));
            if let Some(local) = self.local(part, cities, known, has_street) {
                best = Some(local);
                break;
            }
            if self.is_street(part) {
                break;
            }
        }
        if let Some(best) = best {
            return Options {
                has_unknown_end,
                ..best.options
            };
        }
        // A code of a region may be that of a country: "Curitiba - PR".
        if parts.len() > 1 && matches!(last, [code] if code.written.len() <= 2) {
            let before = tokens.len().saturating_sub(last.len());
            return Options {
                has_unknown_end: true,
                ..self.address(tokens.get(..before).unwrap_or_default(), is_title)
            };
        }
        // An address in an unknown town is not the middle of its country.
        let places = if is_area { qualified } else { Vec::new() };
        let mut found = Vec::new();
        let mut is_famous = false;
        if places.is_empty() && !is_title {
            if parts.len() == 1 && areas.is_empty() && !self.is_street(last) {
                found = self.known_city(last);
                is_famous = found
                    .iter()
                    .any(|(_, row)| row.prominence >= FAR_WELL_NAMED);
            }
            if found.is_empty() {
                found = self.ending(last, &areas);
            }
        }
        if found.is_empty() {
            return Options {
                places,
                ..Options::default()
            };
        }
        Options {
            is_part: areas.is_empty() && !is_famous,
            ..self.options(&[], found, !areas.is_empty())
        }
    }

    /// Returns the settlement of a part that may also name countries and regions.
    fn settlement(
        &self,
        part: &[Token],
        mut cities: Found<'a>,
        wider: &Found<'a>,
        is_sure: bool,
    ) -> Option<Settlement<'a>> {
        // "Denmark" is the country, not the town in Wisconsin; "Singapore" is the city.
        if let Some((_, area)) = wider.first() {
            cities.retain(|(_, row)| row.capital || row.prominence + LESSER > area.prominence);
        }
        if cities.is_empty() {
            return None;
        }
        // "Bali" may be the island: no city of that name lies there.
        let is_region = |(_, area): &&(Named, Row<'_>)| {
            area.kind == Kind::Region && !cities.iter().any(|(_, row)| area.contains(row))
        };
        let mut all = cities.clone();
        all.extend(wider.iter().filter(is_region));
        all.sort_by_key(|(named, _)| named.place);
        Some(Settlement {
            options: self.options(part, all, is_sure),
            may_be_code: is_abbreviation(part) && cities.iter().all(|(_, row)| row.small),
            cities,
            areas: wider.iter().map(|(_, row)| *row).collect(),
        })
    }

    /// Returns the settlement of a part that belongs to the one that follows: it lies near that in
    /// its region, or in a country or region of that name.
    fn local(
        &self,
        part: &[Token],
        cities: Found<'a>,
        known: &Settlement<'a>,
        has_street: bool,
    ) -> Option<Settlement<'a>> {
        let name = joined(&without_codes(part));
        if self.words.is(&name, [Role::Activity]) {
            return None;
        }
        let all = cities.clone();
        let is_unique = |row: &Row<'_>| {
            let of_country = all.iter().filter(|(_, other)| other.country == row.country);
            of_country.count() == 1
        };
        let prominence = known.cities.iter().map(|(_, city)| city.prominence);
        let most = prominence.fold(0.0, f64::max);
        let is_beside = |row: &Row<'_>| {
            let mut beside = known.cities.iter().filter(|(_, city)| {
                let is_known = city.prominence + LESS_KNOWN >= most;
                is_known && (city.country, city.region) == (row.country, row.region)
            });
            beside.any(|(_, city)| kilometres(city.coordinates, row.coordinates) <= CLOSE)
        };
        let is_local = |(named, row): &(Named, Row<'_>)| match row {
            _ if known.may_be_code => named.main && !row.small,
            _ if named.main && is_beside(row) => true,
            _ if !is_within(&known.areas, row) || known.areas.is_empty() => false,
            _ if known.is_capital() => named.main,
            _ => is_unique(row) || !has_street && !row.small,
        };
        let local: Found<'a> = cities.into_iter().filter(is_local).collect();
        self.settlement(part, local, &Vec::new(), !known.may_be_code)
    }

    /// Returns the country whose postcodes have the form of the one in the last part.
    fn postal_country(&self, last: &[Token]) -> Option<Row<'a>> {
        let codes = last.windows(2).find_map(|pair| match pair {
            [one, other] => postal_country(&one.folded, &other.folded),
            _ => None,
        });
        let found = self.data.names().seek(codes?).found.into_iter();
        let mut rows = found.filter_map(|named| self.data.row(named.place));
        rows.find(|row| row.kind == Kind::Country)
    }

    /// Returns the smallest countries or regions at the end of an address: "Lombok, Indonesia".
    pub(crate) fn areas_at_end(&self, tokens: &[Token]) -> Vec<Row<'a>> {
        let mut areas: Vec<Row<'a>> = Vec::new();
        for part in parts(tokens) {
            let (found, more) = self.part(part, &areas);
            let named = found.into_iter().map(|(_, row)| row).chain(more);
            let smaller: Vec<Row<'a>> = named
                .filter(|row| row.kind > Kind::City && is_within(&areas, row))
                .collect();
            if smaller.is_empty() {
                break;
            }
            areas = smaller;
        }
        areas
    }

    /// Returns whether what a title says after its last comma is a name that is unknown:
    /// "Santorini".
    pub(crate) fn has_unknown_end(&self, title: &str) -> bool {
        let tokens = tokens(end(title));
        let parts = parts(&tokens);
        let roles = [
            Role::Travel,
            Role::Activity,
            Role::Time,
            Role::With,
            Role::Person,
        ];
        let is_name =
            |token: &Token| token.case == Case::Title && !self.words.is(&token.folded, roles);
        let (found, areas) = self.part(parts.first().copied().unwrap_or_default(), &[]);
        let is_known = !found.is_empty() || !areas.is_empty();
        parts.len() > 1 && !is_known && parts.first().is_some_and(|part| part.iter().all(is_name))
    }

    /// Returns whether a part of an address has a number or a word for a street.
    fn is_street(&self, part: &[Token]) -> bool {
        let mut tokens = part.iter();
        !is_abbreviation(part)
            && tokens.any(|token| {
                token.script == Script::Number || self.words.is(&token.folded, [Role::Street])
            })
    }

    /// Returns the settlement after a postcode, before its district: "150 00 Praha 5-Malá Strana".
    fn after_postcode(&self, part: &[Token]) -> Found<'a> {
        let is_number = |token: &Token| token.script == Script::Number;
        let numbers = part.iter().take_while(|token| is_number(token)).count();
        let (code, rest) = part.split_at(numbers);
        if !has_postcode(code)
            || rest
                .iter()
                .any(|token| self.words.is(&token.folded, [Role::Street]))
        {
            return Vec::new();
        }
        let words = rest.iter().take_while(|token| !is_number(token)).count();
        let beginnings = (1..=words).rev().filter_map(|end| rest.get(..end));
        let found = beginnings.map(|name| {
            let mut found = self.named(name);
            found.retain(|(_, row)| row.kind == Kind::City && !row.small);
            found
        });
        found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
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
        // "Vítězná 124" is a house in its street.
        if matches!(part, [.., name, number] if is_house(number) && name.before <= Gap::Space)
            && !has_postcode(part)
        {
            found.retain(|(_, row)| !row.small);
        }
        if found.is_empty() {
            found = self.after_postcode(part);
        }
        if !found.is_empty() {
            return (found, Vec::new());
        }
        for start in (words.len().saturating_sub(3)..words.len()).filter(|start| *start > 0) {
            let (head, tail) = words.split_at(start);
            let is_inside =
                |row: &Row<'_>| within.is_empty() || within.iter().any(|area| area.contains(row));
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
            cities.retain(|(_, row)| areas.iter().any(|area| area.contains(row)));
            if cities.is_empty() && is_code {
                return (all, Vec::new());
            }
            if !cities.is_empty() || part.len() > words.len() {
                return (cities, areas);
            }
        }
        (Vec::new(), Vec::new())
    }

    /// Returns the settlements at the end of a part that also has a street: "Rua Augusta 27
    /// Lisboa".
    fn ending(&self, part: &[Token], areas: &[Row<'a>]) -> Found<'a> {
        let words = without_codes(part);
        for start in 1..words.len() {
            let (before, name) = words.split_at(start);
            let is_activity = self.words.is(&joined(name), [Role::Activity]);
            let mut found = self.named(name);
            found.retain(|(named, row)| {
                row.kind == Kind::City
                    && !row.small
                    && !is_activity
                    && (named.main || row.prominence >= KNOWN)
                    && (areas.is_empty() || areas.iter().any(|area| area.contains(row)))
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
}

impl Settlement<'_> {
    /// Returns whether the name is also that of the country of which it is the capital.
    fn is_capital(&self) -> bool {
        self.areas.iter().any(|area| area.kind == Kind::Country)
    }
}

/// Returns the parts between commas, the last first.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts: Vec<&[Token]> = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() && parts.len() < MAX_PARTS {
        let is_start = |token: &Token| token.before >= Gap::Comma;
        let start = rest.iter().rposition(is_start).unwrap_or(0);
        let (before, part) = rest.split_at(start);
        parts.push(part);
        rest = before;
    }
    parts
}

/// Returns whether a place lies in one of the areas, if there are any.
fn is_within(areas: &[Row<'_>], row: &Row<'_>) -> bool {
    areas.is_empty() || areas.iter().any(|area| area.contains(row))
}

/// Returns whether a word is the number of a house, not a postcode.
fn is_house(token: &Token) -> bool {
    token.script == Script::Number && token.written.chars().count() < MIN_POSTCODE
}

/// Returns whether a part of an address has a postcode.
fn has_postcode(part: &[Token]) -> bool {
    let written: String = part.iter().map(|token| token.written.as_str()).collect();
    let is_mixed = |token: &Token| {
        let has_digit = token.written.contains(|char: char| char.is_numeric());
        has_digit && token.written.contains(|char: char| char.is_alphabetic())
    };
    written.chars().filter(|char| char.is_numeric()).count() >= MIN_POSTCODE
        || part.iter().any(is_mixed)
}

/// Returns whether a part may be an abbreviated region: "Chis.", "B.C.S."
fn is_abbreviation(part: &[Token]) -> bool {
    let mut tokens = part.iter();
    matches!(part, [one] if one.written.chars().count() <= MAX_ABBREVIATION)
        || is_code(part)
        || !part.is_empty() && tokens.all(|token| token.written.chars().count() == 1)
}

/// Returns whether a part is the code of a region in capitals: "SP", "B.C.S."
fn is_code(part: &[Token]) -> bool {
    let letters: usize = part.iter().map(|token| token.written.chars().count()).sum();
    let mut tokens = part.iter();
    (1..=MAX_ABBREVIATION).contains(&letters)
        && tokens.all(|token| match token.written.chars().count() {
            1 => token.case == Case::Title,
            _ => token.case == Case::Upper,
        })
}

/// Returns the name of the country of a postcode in two parts, if its form says so: "SW1A 2AA",
/// "M5V 3L9".
fn postal_country(one: &str, other: &str) -> Option<&'static str> {
    let form = |text: &str| -> String {
        let class = |char: char| match char {
            '0'..='9' => '9',
            'a'..='z' => 'a',
            _ => '?',
        };
        text.chars().map(class).collect()
    };
    let is_british = !NOT_BRITISH.iter().any(|area| one.starts_with(area));
    match (form(one).as_str(), form(other).as_str()) {
        ("a9a", "9a9") => Some("canada"),
        ("a9" | "a99" | "a9a" | "aa9" | "aa99" | "aa9a", "9aa") if is_british => {
            Some("united kingdom")
        }
        _ => None,
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
