//! Which place of a response a text means.

use super::Answer;
use crate::built_in::{NEAR, fold, kilometres};
use crate::{Coordinates, Place, PlaceKind, PlaceText};

/// A place that is found by its name alone lies within this distance of its trip, in km.
const CLOSE: f64 = 100.0;

/// Returns whether all words of a text are in the names of a place.
pub(super) fn is_named(text: &str, place: &Place) -> bool {
    let [name, display_name] = [&place.name, &place.display_name].map(|name| fold(name));
    let full = name.split(' ').chain(display_name.split(' '));
    let text = fold(text);
    !text.is_empty()
        && text
            .split(' ')
            .all(|word| full.clone().any(|own| own == word))
}

/// Returns whether a place of the server is the one of the text: near the trip, and if the text has
/// no location, close to it and of a name in the text, or of that whole name. A street, a house or
/// a little-known sight must bear its name or number in the text.
pub(super) fn is_plausible(
    text: &PlaceText,
    answer: &Answer,
    built_in: Option<&Place>,
    others: &[Coordinates],
) -> bool {
    let candidate = &answer.place;
    let is_written = || {
        let written = fold(&format!("{} {}", text.name, text.location));
        let words: Vec<&str> = written.split(' ').collect();
        let name = fold(&candidate.name);
        name.split(' ').all(|word| words.contains(&word))
    };
    if !answer.is_notable && !is_written() {
        return false;
    }
    let is_within = |most: f64, at: &Coordinates| kilometres(*at, candidate.coordinates) <= most;
    let is_near = |most: f64| others.iter().any(|at| is_within(most, at));
    if text.location.trim().is_empty() {
        let name = fold(&candidate.name);
        let is_close = is_near(CLOSE) && !name.is_empty() && fold(&text.name).contains(&name);
        return is_close || (others.is_empty() || is_near(NEAR)) && is_named(&text.name, candidate);
    }
    // The built-in gazetteer reads an address by the same rule, with its country.
    match built_in {
        Some(place) if place.kind == PlaceKind::City => is_within(CLOSE, &place.coordinates),
        Some(place) if !place.country_code.is_empty() => {
            place.country_code == candidate.country_code
        }
        _ => others.is_empty() || is_near(NEAR),
    }
}
