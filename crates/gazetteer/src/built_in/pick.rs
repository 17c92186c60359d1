//! Selects the place that a text of a trip means: one near the trip, or one that is well known.

use super::Loaded;
use super::geocoding::address::Options;
use super::geoparsing::disambiguation::{fame, remove_outshone};
use super::index::column::PlaceId;
use super::index::data::{Kind, Row};
use super::index::names::Named;
use super::surroundings::{CLOSE, NEAR, Surroundings};

/// Added to the weight of the likeliest place: more than all else.
const LIKELY: f64 = 100.0;
/// A nearer namesake that is less prominent than the fame of a place by more is no rival of it.
const RIVAL: f64 = 3.4;
/// The same so far from the trip, in km, that what is nearer says little.
const FAR_RIVAL: f64 = 2.1;
const VERY_FAR: f64 = 3_000.0;
/// The minimum prominence of a place whose name is an ordinary word, in the trip and far from it.
pub(crate) const KNOWN: f64 = 6.2;
const FAMOUS: f64 = 6.4;
/// The minimum prominence of a place that is meant by another than its main name.
const WELL_NAMED: f64 = 6.0;
/// The same of a title far from the trip, or of some words; and the least letters of a small place.
pub(crate) const FAR_WELL_NAMED: f64 = 7.0;
const FAR_LETTERS: usize = 6;
/// The minimum prominence of a place with namesakes that a title means in another country.
const ABROAD: f64 = 6.0;
/// Small settlements are not meant so far from a trip, in km.
const FAR: f64 = 250.0;
/// The minimum prominence of an airport that its code means in a trip that may be anywhere.
const KNOWN_AIRPORT: f64 = 4.5;
/// The same far from the trip: "JFK" in a trip to Lisbon, but not "MCG" in one to Melbourne.
const FAR_AIRPORT: f64 = 6.4;
/// The distance within which an ordinary word may be a small place, in km.
const BESIDE: f64 = 30.0;

/// Selects one of several places: the one that is `likely`, else the most prominent near the trip,
/// else one that is known well enough to be meant far from it.
pub(crate) fn pick(
    loaded: &Loaded,
    options: &Options,
    likely: Option<PlaceId>,
    around: &Surroundings<'_>,
) -> Option<PlaceId> {
    if options.is_abbreviation {
        return pick_abbreviation(loaded, options, around);
    }
    if options.is_code
        && !options.is_sure
        && let Some((code, others)) = options.places.split_first()
    {
        let is_meant = is_code_meant(loaded, options, *code, around);
        let others = || Options {
            places: others.to_vec(),
            is_code: false,
            ..*options
        };
        return if is_meant {
            Some(code.place)
        } else {
            pick(loaded, &others(), likely, around)
        };
    }
    let row = |named: &Named| Some((*named, loaded.data.row(named.place)?));
    let mut rows: Vec<(Named, Row<'_>)> = options.places.iter().filter_map(row).collect();
    remove_outshone(&mut rows, around);
    let weight = |(named, row): &(Named, Row<'_>)| {
        let likely = if likely == Some(named.place) {
            LIKELY
        } else {
            0.0
        };
        fame(*named, row) + around.bonus(row) + likely
    };
    let mut best = rows.iter().max_by(|one, other| {
        weight(one)
            .total_cmp(&weight(other))
            .then(other.0.place.cmp(&one.0.place))
    })?;
    let mut distance = around.distance(&best.1);
    let is_likely = likely == Some(best.0.place);
    // "City Center" is what some town is also called.
    let is_other_name = options.is_vague && !best.0.main;
    let is_alone = around.is_empty() && !options.has_unknown_end && !is_other_name;
    if is_likely && (is_alone || distance.is_some()) {
        distance = Some(0.0);
    } else if distance.is_none()
        && !around.is_empty()
        && !options.is_sure
        && best.1.kind != Kind::Region
    {
        // A known namesake that is nearer may be meant as well; one that is only also called so, if
        // it is near, or as prominent: Dili has the name of Delhi in some language.
        let most = fame(best.0, &best.1);
        let is_rival = |(named, row): &&(Named, Row<'_>)| {
            let (reach, is_country) = (around.reach(row), around.has_country_of(row));
            let is_named = named.main
                || row.prominence >= best.1.prominence
                || reach <= NEAR
                || is_country && row.kind == Kind::Region;
            let less = if reach > VERY_FAR && !is_country {
                FAR_RIVAL
            } else {
                RIVAL
            };
            is_named && row.prominence >= most - less && !row.contains(&best.1)
        };
        let reach = |(_, row): &&(Named, Row<'_>)| around.reach(row);
        let rivals = rows.iter().filter(is_rival);
        best = rivals.min_by(|one, other| reach(one).total_cmp(&reach(other)))?;
        distance = around.distance(&best.1);
    }
    if best.1.kind == Kind::Region {
        // "Faro" is the city, wherever the middle of its region lies.
        let is_city = |(named, row): &&(Named, Row<'_>)| {
            row.kind == Kind::City && !row.small && named.main && best.1.contains(row)
        };
        let cities = rows.iter().filter(is_city);
        best = cities
            .max_by(|one, other| one.1.prominence.total_cmp(&other.1.prominence))
            .unwrap_or(best);
        distance = distance.or(around.distance(&best.1));
    }
    let (named, row) = best;
    // Beside the airport, or the region, that is named after it.
    let is_namesake =
        |(other, row): &(Named, Row<'_>)| other.place != named.place && row.kind == Kind::City;
    let is_unique = named.main && !rows.iter().any(is_namesake);
    let is_famous = row.prominence >= FAR_WELL_NAMED;
    let is_close = distance.is_some_and(|distance| distance <= CLOSE);
    let is_meant = match distance {
        _ if options.is_sure => true,
        _ if options.is_some_words && !is_famous && !is_close => false,
        _ if options.is_station => around.are_close(row),
        Some(distance) => is_meant_near(options, *named, row, is_unique, distance, around),
        None => is_meant_far(options, *named, row, is_unique, is_likely, around),
    };
    is_meant.then_some(named.place)
}

/// Selects the place of a location of one short word in capitals: one within 500 km of the others.
/// In a trip without others, it is one that everybody knows, and no airport.
fn pick_abbreviation(
    loaded: &Loaded,
    options: &Options,
    around: &Surroundings<'_>,
) -> Option<PlaceId> {
    let is_meant = |named: &&Named| {
        let row = loaded.data.row(named.place);
        row.is_some_and(|row| match around.distance(&row) {
            Some(distance) => {
                !options.is_activity || row.prominence >= KNOWN_AIRPORT && distance <= CLOSE
            }
            None => {
                let is_named = named.main || row.kind == Kind::Region;
                let is_known = is_large(&row) && row.prominence >= FAR_WELL_NAMED;
                around.is_empty() && is_named && is_known
            }
        })
    };
    let found = options.places.iter().find(is_meant);
    found.map(|named| named.place)
}

/// Returns whether a title that is the code of an airport means it: near the trip, or of a known
/// one far from it or where nothing says where the trip is. "MCG" is a cricket ground in Melbourne.
fn is_code_meant(
    loaded: &Loaded,
    options: &Options,
    code: Named,
    around: &Surroundings<'_>,
) -> bool {
    let Some(airport) = loaded.data.row(code.place) else {
        return false;
    };
    let is_known = airport.prominence >= KNOWN_AIRPORT;
    match around.distance(&airport) {
        Some(distance) => !options.is_activity || is_known && distance <= CLOSE,
        None if around.is_empty() => !options.is_activity && is_known,
        None => !options.is_activity && airport.prominence >= FAR_AIRPORT,
    }
}

fn is_large(row: &Row<'_>) -> bool {
    !row.small && row.kind != Kind::Airport
}

/// Returns whether a text means a place within 500 km of its trip.
fn is_meant_near(
    options: &Options,
    named: Named,
    row: &Row<'_>,
    is_unique: bool,
    distance: f64,
    around: &Surroundings<'_>,
) -> bool {
    if options.is_vague {
        let most = match is_large(row) {
            true if named.main || !options.is_title || around.has_area_of(row) => FAR,
            true => CLOSE,
            false => BESIDE,
        };
        return row.prominence >= FAMOUS
            || row.prominence >= KNOWN && distance <= FAR
            || !options.is_activity && distance <= most;
    }
    let most = if named.main { FAR } else { CLOSE };
    let is_known = named.main || row.prominence >= WELL_NAMED;
    if options.has_unknown_end && row.small && !is_unique {
        return false;
    }
    row.kind == Kind::Airport
        || is_large(row) && is_known
        || is_unique && has_long_name(row)
        || distance <= most
}

/// Returns whether a text means a place further from its trip. A title may be any word, so it means
/// no small place in a country where the trip has nothing else.
fn is_meant_far(
    options: &Options,
    named: Named,
    row: &Row<'_>,
    is_unique: bool,
    is_likely: bool,
    around: &Surroundings<'_>,
) -> bool {
    let is_country = around.has_country_of(row);
    match options {
        _ if options.is_part => false,
        _ if options.has_unknown_end && row.prominence < ABROAD => false,
        _ if options.is_title && options.is_activity && !is_country => false,
        _ if options.is_vague => row.prominence >= FAMOUS && named.main,
        _ if row.kind == Kind::Airport => true,
        _ if !named.main && options.is_title && !is_likely => {
            let is_region = is_country && row.kind == Kind::Region;
            is_large(row) && (is_region || row.prominence >= FAR_WELL_NAMED)
        }
        _ if !named.main => is_large(row) && row.prominence >= WELL_NAMED,
        _ if options.is_title && !is_country && !around.is_empty() => {
            is_large(row) && (is_unique || row.prominence >= ABROAD)
        }
        _ => is_large(row) || is_unique && has_long_name(row),
    }
}

fn has_long_name(row: &Row<'_>) -> bool {
    row.name.chars().count() >= FAR_LETTERS
}
