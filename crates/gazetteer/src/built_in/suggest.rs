//! Completes a prefix to names of places.

use super::Loaded;
use super::geocoding::address::Reader;
use super::index::column::PlaceId;
use super::index::data::{Kind, Row};
use super::index::describe::describe;
use super::index::names::Named;
use super::language::fold::fold;
use super::language::text::tokens;
use super::language::words::Role;
use super::surroundings::Surroundings;
use crate::{Coordinates, Place};

/// The maximum number of suggestions.
const MAX_LIMIT: usize = 50;
/// How many blocks of names are read. Of a short prefix, those of the most prominent places.
const MAX_BLOCKS: usize = 150;
/// Longer texts are not the beginning of a name, in bytes.
const MAX_PREFIX: usize = 200;
/// Added to the prominence of a place if its main name begins with the prefix.
const MAIN_BONUS: f64 = 2.0;
/// Added if the prefix is a whole name of it, or its whole main name, in place of `MAIN_BONUS`.
const WHOLE_BONUS: f64 = 3.0;
const WHOLE_MAIN_BONUS: f64 = 4.5;
/// The same of a prefix of few letters: "Ath" is Athens before the town in Belgium.
const SHORT_WHOLE_MAIN_BONUS: f64 = 3.0;
const SHORT: usize = 3;
/// Taken from a country unless the prefix is its whole main name: "Roma" is Rome before Romania.
const COUNTRY_MALUS: f64 = 3.2;
/// Added to an airport if the prefix is its code in capitals.
const CODE_BONUS: f64 = 12.0;
const CODE_LENGTH: usize = 3;
/// Added to a place that is within 500 km of all places of the trip, in parts to one that is within
/// 500 km of some; and the distance from the nearest of them for which 1 is taken off, in km.
const NEAR_ALL_BONUS: f64 = 6.0;
const FAR_MALUS: f64 = 400.0;
/// A word that is completed after the name of a city.
const AIRPORT: &str = "airport";

/// Returns at most `limit` places whose name begins with the prefix, best first, those within 500
/// km of `near`, then those in the countries there, before others. Within 500 km, distance counts
/// too.
pub(crate) fn suggest(
    loaded: &Loaded,
    prefix: &str,
    near: &[Coordinates],
    limit: usize,
) -> Vec<Place> {
    let data = &loaded.data;
    let folded = fold(prefix.get(..MAX_PREFIX).unwrap_or(prefix));
    if folded.is_empty() || prefix.len() > MAX_PREFIX {
        return Vec::new();
    }
    let is_capital = prefix.chars().all(char::is_uppercase);
    let around = surroundings(loaded, near);
    let found = data.names().starting_with(&folded, MAX_BLOCKS);
    let rank = |place: PlaceId, bonus: &dyn Fn(&Row<'_>) -> f64| {
        let row = data.row(place)?;
        let distance = match around.distance(&row) {
            Some(_) => 0,
            None if around.has_country_of(&row) => 1,
            None => 2,
        };
        let near = around.distance(&row).map_or(0.0, |distance| {
            NEAR_ALL_BONUS * around.share_near(&row) - distance / FAR_MALUS
        });
        let score = row.prominence + bonus(&row) + near;
        Some((distance, score, place))
    };
    // "Frankfurt Air"
    let typed = match prefix.rsplit_once(' ') {
        Some((name, word))
            if found.is_empty() && word.len() > 1 && AIRPORT.starts_with(&fold(word)) =>
        {
            format!("{name} {AIRPORT}")
        }
        _ => prefix.to_owned(),
    };
    let typed_tokens = tokens(&typed);
    let mut words = typed_tokens.iter();
    let is_airport = words.any(|word| loaded.words.is(&word.folded, [Role::Airport]));
    let reader = Reader {
        data,
        words: &loaded.words,
    };
    let airport = (is_airport || found.is_empty())
        .then(|| reader.airport_at(&typed, &typed_tokens))
        .flatten();
    let airports = airport.iter().flat_map(|airport| &airport.places);
    let airports = airports.filter_map(|named| rank(named.place, &|_| CODE_BONUS));
    let found = found.into_iter().filter_map(|(named, is_whole)| {
        rank(named.place, &|row| {
            let is_code = is_whole && row.kind == Kind::Airport && folded.len() == CODE_LENGTH;
            match is_code {
                true if is_capital => CODE_BONUS,
                true => 0.0,
                false => name_bonus(&folded, named, row, is_whole),
            }
        })
    });
    let mut ranked: Vec<_> = found.chain(airports).collect();
    ranked.sort_by(|one, other| {
        let far = one.0.cmp(&other.0);
        far.then(other.1.total_cmp(&one.1))
            .then(one.2.cmp(&other.2))
    });
    // A city and its region of the same name are one.
    let mut places: Vec<Place> = Vec::new();
    for (_, _, place) in ranked {
        if places.len() >= limit.min(MAX_LIMIT) {
            break;
        }
        let place = describe(loaded, place);
        let is_new = |place: &Place| {
            let mut others = places.iter();
            others.all(|other| other.display_name != place.display_name)
        };
        places.extend(place.filter(is_new));
    }
    places
}

/// Returns where the trip is, with the countries there.
fn surroundings<'a>(loaded: &Loaded, near: &[Coordinates]) -> Surroundings<'a> {
    let mut around = Surroundings::default();
    for point in near {
        around.add_new_point(*point, || loaded.country_at(*point));
    }
    around
}

/// Returns what is added to the prominence of a place for its name that begins with the prefix.
fn name_bonus(prefix: &str, named: Named, row: &Row<'_>, is_whole: bool) -> f64 {
    // Names in scripts without case are short.
    let is_short = prefix.chars().count() <= SHORT && prefix.chars().all(char::is_lowercase);
    // "Napoli" is the city before its airport.
    let is_main = named.main && row.kind != Kind::Airport;
    let bonus = match (is_main, is_whole) {
        (true, true) if is_short => SHORT_WHOLE_MAIN_BONUS,
        (true, true) => WHOLE_MAIN_BONUS,
        (true, false) => MAIN_BONUS,
        (false, true) if !is_short => WHOLE_BONUS,
        (false, _) => 0.0,
    };
    match row.kind {
        Kind::Country if !(is_whole && is_main) => bonus - COUNTRY_MALUS,
        _ => bonus,
    }
}
