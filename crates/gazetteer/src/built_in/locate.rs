//! Finds the places of a trip together: each is evidence for the others.

use std::collections::{HashMap, HashSet};

use super::Loaded;
use super::address::{Options, Reader};
use super::column::PlaceId;
use super::coordinates;
use super::data::{Kind, Row};
use super::describe::describe;
use super::disambiguation::contains;
use super::names::Named;
use super::ranking::rank;
use super::surroundings::{CLOSE, NEAR, Surroundings, kilometres};
use crate::{Coordinates, Place, PlaceKind, PlaceText, Query, TripTexts};

/// How many places of the trip's own texts are evidence.
const CONTEXT: usize = 5;
/// How many places of one name are compared while nothing says where the trip is.
const NAMESAKES: usize = 6;
/// The side of the cells in which such places support each other, in degrees.
const CELL: f64 = 4.0;
/// Added to the prominence of a place if the name is its main one, and for each other place that it
/// may be near, of at most `MAX_SUPPORT`.
const MAIN_BONUS: f64 = 1.6;
const SUPPORT_BONUS: f64 = 0.8;
const MAX_SUPPORT: usize = 5;
/// The minimum prominence of a place whose name is an ordinary word, in the trip and far from it.
const KNOWN: f64 = 6.2;
const FAMOUS: f64 = 6.6;
/// The minimum prominence of a place that is meant by another than its main name.
const WELL_NAMED: f64 = 6.0;
/// The same far from the trip, for the main name and another, and the least letters of a small one.
const FAR_NAMED: f64 = 5.5;
const FAR_WELL_NAMED: f64 = 7.6;
const FAR_LETTERS: usize = 6;
/// Small settlements are not meant so far from a trip, in km.
const FAR: f64 = 250.0;
/// A name more precise than the location lies within this distance of it, in km.
const PRECISER: f64 = 75.0;
/// The distance within which an ordinary word may be a small place, in km.
const BESIDE: f64 = 30.0;

/// What the texts of a place say.
struct Reading {
    point: Option<Coordinates>,
    location: Options,
    name: Options,
}

/// Finds the places of a trip: one result for each of its places, in order.
pub(super) fn locate(loaded: &Loaded, trip: &TripTexts) -> Vec<Option<Place>> {
    let reader = Reader {
        data: &loaded.data,
        words: &loaded.words,
    };
    let readings: Vec<Reading> = trip
        .places
        .iter()
        .map(|place| read(&reader, place))
        .collect();
    let mut around = Surroundings::default();
    for place in context(loaded, trip) {
        loaded
            .data
            .row(place)
            .into_iter()
            .for_each(|row| around.add(row));
    }
    for reading in &readings {
        if let Some(point) = reading.point {
            around.add_point(point);
        }
        let sure = [&reading.location, &reading.name]
            .into_iter()
            .find(|options| !options.places.is_empty());
        let sure = sure
            .filter(|options| options.is_sure)
            .and_then(|options| options.places.first());
        sure.and_then(|named| loaded.data.row(named.place))
            .into_iter()
            .for_each(|row| around.add(row));
    }
    if around.is_empty() {
        for place in supported(loaded, &readings) {
            loaded
                .data
                .row(place)
                .into_iter()
                .for_each(|row| around.add(row));
        }
    }
    let choose_all = |around: &Surroundings<'_>| -> Vec<Option<PlaceId>> {
        let all = readings.iter().zip(&trip.places);
        all.map(|(reading, texts)| choose(loaded, reading, texts, around))
            .collect()
    };
    // Large places decide among the small ones of a name.
    let mut with_large = around.clone();
    let rows = choose_all(&around).into_iter().flatten();
    for row in rows
        .filter_map(|place| loaded.data.row(place))
        .filter(|row| !row.small)
    {
        with_large.add(row);
    }
    let named = choose_all(&with_large);
    for row in named
        .iter()
        .flatten()
        .filter_map(|place| loaded.data.row(*place))
    {
        around.add(row);
    }
    let close = around.narrowed();
    let mut in_texts = if close.is_empty() {
        unanimous(loaded, trip)
    } else {
        HashMap::new()
    };
    let places = readings.iter().zip(&trip.places).zip(named).enumerate();
    places
        .map(|(index, ((reading, texts), place))| {
            if texts.known.is_some() {
                return None;
            }
            if let Some(point) = reading.point {
                return at_point(loaded, point);
            }
            let place = place
                .or_else(|| in_text(loaded, &texts.name, &close))
                .or_else(|| in_texts.remove(&index));
            describe(&loaded.data, place?)
        })
        .collect()
}

fn read(reader: &Reader<'_>, place: &PlaceText) -> Reading {
    if let Some(point) = place.known.or_else(|| coordinates::read(&place.location)) {
        return Reading {
            point: Some(point),
            location: Options::default(),
            name: Options::default(),
        };
    }
    Reading {
        point: None,
        location: reader.location(&place.location),
        name: reader.name(&place.name),
    }
}

/// Returns the places of the trip's own texts.
fn context(loaded: &Loaded, trip: &TripTexts) -> Vec<PlaceId> {
    let texts = [&trip.name, &trip.description].into_iter();
    let places = texts.flat_map(|text| {
        let ranked = rank(&loaded.data, &loaded.words, Query::Text(text), None);
        ranked.into_iter().take(CONTEXT).map(|ranked| ranked.place)
    });
    places.collect()
}

/// Selects the place of a reading: that of its location, unless the name is more precise.
fn choose<'a>(
    loaded: &'a Loaded,
    reading: &Reading,
    texts: &PlaceText,
    around: &Surroundings<'a>,
) -> Option<PlaceId> {
    let row = |place: PlaceId| loaded.data.row(place);
    if reading.point.is_some() {
        return None;
    }
    let Some(location) = pick(loaded, &reading.location, around) else {
        return pick(loaded, &reading.name, around);
    };
    let area = row(location)?;
    let mut there = Surroundings::default();
    there.add(area);
    let is_there = |place: &PlaceId| {
        row(*place).is_some_and(|row| match area.kind {
            Kind::City | Kind::Airport => {
                kilometres(area.coordinates, row.coordinates) <= PRECISER && row.kind <= Kind::City
            }
            Kind::Region | Kind::Country => contains(&area, &row),
        })
    };
    let preciser = pick(loaded, &reading.name, &there).filter(is_there);
    let within = || {
        in_text(loaded, &texts.name, &there)
            .filter(|_| area.kind > Kind::City)
            .filter(is_there)
    };
    preciser.or_else(within).or(Some(location))
}

/// Selects one of several places: the most prominent near the trip, else one that is known well
/// enough to be meant far from it.
fn pick(loaded: &Loaded, options: &Options, around: &Surroundings<'_>) -> Option<PlaceId> {
    let rows = options.places.iter().filter_map(|named| {
        let row = loaded.data.row(named.place)?;
        Some((*named, around.distance(&row), row))
    });
    let weight = |(named, _, row): &(Named, Option<f64>, Row<'_>)| {
        row.prominence + around.bonus(row) + if named.main { MAIN_BONUS } else { 0.0 }
    };
    let (named, distance, row) = rows.max_by(|one, other| {
        weight(one)
            .total_cmp(&weight(other))
            .then(other.0.place.cmp(&one.0.place))
    })?;
    let is_large = !row.small && row.kind != Kind::Airport;
    let is_meant = match distance {
        _ if options.is_sure => true,
        Some(distance) if options.is_vague => {
            row.prominence >= KNOWN && distance <= FAR
                || row.prominence >= FAMOUS
                || distance <= BESIDE && !options.is_activity
        }
        Some(distance) => {
            let is_known = is_large && (named.main || row.prominence >= WELL_NAMED);
            let most = if named.main { FAR } else { CLOSE };
            row.kind == Kind::Airport || is_known || distance <= most
        }
        None if options.is_part || options.is_vague => {
            row.prominence >= FAMOUS && (around.is_empty() || !options.is_part)
        }
        None if row.kind == Kind::Airport => true,
        None if is_large => {
            row.prominence
                >= if named.main {
                    FAR_NAMED
                } else {
                    FAR_WELL_NAMED
                }
        }
        None => options.places.len() == 1 && row.name.chars().count() >= FAR_LETTERS,
    };
    is_meant.then_some(named.place)
}

/// Returns the place that a text names among other words, if it is near the trip.
fn in_text<'a>(loaded: &'a Loaded, text: &str, around: &Surroundings<'a>) -> Option<PlaceId> {
    if around.is_empty() {
        return None;
    }
    let ranked = rank(&loaded.data, &loaded.words, Query::Name(text), Some(around));
    ranked.into_iter().map(|ranked| ranked.place).find(|place| {
        loaded.data.row(*place).is_some_and(|row| {
            row.kind != Kind::Country
                && around
                    .distance(&row)
                    .is_some_and(|distance| distance <= NEAR)
        })
    })
}

/// Returns for each text of a trip that says nowhere else where it is the place that it names, if
/// most of the texts name places near each other.
fn unanimous(loaded: &Loaded, trip: &TripTexts) -> HashMap<usize, PlaceId> {
    let ranked = trip.places.iter().enumerate().filter_map(|(index, place)| {
        let ranked = rank(&loaded.data, &loaded.words, Query::Name(&place.name), None);
        let first = ranked.first().filter(|_| place.known.is_none())?.place;
        Some((index, first, loaded.data.row(first)?))
    });
    let found: Vec<(usize, PlaceId, Row<'_>)> = ranked.collect();
    let mut counts: HashMap<(i64, i64), usize> = HashMap::new();
    for (_, _, row) in &found {
        *counts.entry(cell(row.coordinates)).or_default() += 1;
    }
    let Some(middle) = found
        .iter()
        .rev()
        .max_by_key(|(_, _, row)| counts.get(&cell(row.coordinates)))
    else {
        return HashMap::new();
    };
    let is_alone = found.len() > 1 && counts.values().all(|count| *count == 1);
    let near = |row: &Row<'_>| kilometres(row.coordinates, middle.2.coordinates) <= NEAR;
    let near = found.iter().filter(|(_, _, row)| near(row));
    let near: HashMap<usize, PlaceId> = near.map(|(index, place, _)| (*index, *place)).collect();
    if is_alone && near.len() == 1 {
        HashMap::new()
    } else {
        near
    }
}

/// Returns for each ambiguous reading the place that most of the others support.
fn supported(loaded: &Loaded, readings: &[Reading]) -> Vec<PlaceId> {
    let options = |reading: &Reading| -> Vec<(Named, (i64, i64))> {
        let options = [&reading.location, &reading.name]
            .into_iter()
            .find(|options| !options.places.is_empty());
        let options = options.filter(|options| !options.is_vague);
        let places = options
            .into_iter()
            .flat_map(|options| options.places.iter().take(NAMESAKES));
        places
            .filter_map(|named| Some((*named, cell(loaded.data.coordinates(named.place)?))))
            .collect()
    };
    let mut support: HashMap<(i64, i64), HashSet<PlaceId>> = HashMap::new();
    let all: Vec<_> = readings.iter().map(options).collect();
    for options in &all {
        // Places of one name do not support each other.
        let Some((first, _)) = options.first() else {
            continue;
        };
        for (_, (north, east)) in options {
            for (dy, dx) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dy, dx))) {
                support
                    .entry((north + dy, east + dx))
                    .or_default()
                    .insert(first.place);
            }
        }
    }
    let best = |options: Vec<(Named, (i64, i64))>| {
        let weight = |(named, cell): &(Named, (i64, i64))| {
            let others = support
                .get(cell)
                .map_or(0, |names| names.len().saturating_sub(1));
            let support = u32::try_from(others.min(MAX_SUPPORT)).unwrap_or(0);
            let prominence = loaded
                .data
                .row(named.place)
                .map_or(0.0, |row| row.prominence);
            prominence
                + SUPPORT_BONUS * f64::from(support)
                + if named.main { MAIN_BONUS } else { 0.0 }
        };
        let best = options.into_iter().max_by(|one, other| {
            weight(one)
                .total_cmp(&weight(other))
                .then(other.0.place.cmp(&one.0.place))
        });
        best.map(|(named, _)| named.place)
    };
    all.into_iter().filter_map(best).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "degrees are small")]
fn cell(at: Coordinates) -> (i64, i64) {
    (
        (at.latitude / CELL).floor() as i64,
        (at.longitude / CELL).floor() as i64,
    )
}

/// Returns the place of coordinates that a person typed, in the zone of the nearest settlement.
fn at_point(loaded: &Loaded, coordinates: Coordinates) -> Option<Place> {
    let nearest = loaded.settlements.nearest(&loaded.data, coordinates)?;
    let name = format!("{}, {}", coordinates.latitude, coordinates.longitude);
    let nearest = describe(&loaded.data, nearest)?;
    Some(Place {
        display_name: name.clone(),
        name,
        description: String::new(),
        kind: PlaceKind::Other("point".to_owned()),
        coordinates,
        bounds: super::describe::around(coordinates, 0),
        ..nearest
    })
}
