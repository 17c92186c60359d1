//! Completes a prefix to names of places.

use super::data::{Data, Kind};
use super::describe::describe;
use super::fold::fold;
use super::surroundings::Surroundings;
use crate::{Coordinates, Place};

/// The maximum number of suggestions.
const MAX_LIMIT: usize = 50;
/// How many blocks of names are read. Of a short prefix, those of the most prominent places.
const MAX_BLOCKS: usize = 150;
/// Longer texts are not the beginning of a name, in bytes.
const MAX_PREFIX: usize = 200;
/// Added to the prominence of a place if the prefix is a whole name of it, is its whole main name, or
/// begins that.
const WHOLE_BONUS: f64 = 3.0;
const WHOLE_MAIN_BONUS: f64 = 1.0;
const MAIN_BONUS: f64 = 1.0;
/// Taken from a country unless the prefix is its whole main name: "Roma" is Rome before Romania.
const COUNTRY_MALUS: f64 = 3.0;
/// Added to an airport if the prefix is its code in capitals.
const CODE_BONUS: f64 = 12.0;
const CODE_LENGTH: usize = 3;

/// Returns at most `limit` places whose name begins with the prefix, best first, those within 500 km
/// of `near` before others.
pub(crate) fn suggest(data: &Data, prefix: &str, near: &[Coordinates], limit: usize) -> Vec<Place> {
    let folded = fold(prefix.get(..MAX_PREFIX).unwrap_or(prefix));
    if folded.is_empty() || prefix.len() > MAX_PREFIX {
        return Vec::new();
    }
    let is_capital = prefix.chars().all(char::is_uppercase);
    let mut around = Surroundings::default();
    near.iter().for_each(|point| around.add_point(*point, None));
    let found = data.names().starting_with(&folded, MAX_BLOCKS);
    let mut ranked: Vec<_> = found
        .into_iter()
        .filter_map(|(named, is_whole)| {
            let row = data.row(named.place)?;
            let bonus = |is_so: bool, bonus: f64| if is_so { bonus } else { 0.0 };
            let is_code = is_whole && row.kind == Kind::Airport && folded.len() == CODE_LENGTH;
            let is_whole = is_whole && !is_code;
            // "Napoli" is the city before its airport.
            let is_main = named.main && row.kind != Kind::Airport;
            let is_lesser_country = row.kind == Kind::Country && !(is_whole && is_main);
            let weight = row.prominence
                + bonus(is_code && is_capital, CODE_BONUS)
                + bonus(is_whole, WHOLE_BONUS)
                + bonus(is_whole && is_main, WHOLE_MAIN_BONUS)
                + bonus(is_main, MAIN_BONUS)
                - bonus(is_lesser_country, COUNTRY_MALUS);
            Some((around.distance(&row).is_none(), weight, named.place))
        })
        .collect();
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
        let place = describe(data, place);
        let is_new = |place: &Place| {
            let mut others = places.iter();
            others.all(|other| other.display_name != place.display_name)
        };
        places.extend(place.filter(is_new));
    }
    places
}
