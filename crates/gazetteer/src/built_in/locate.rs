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
use super::text::start;
use crate::{Coordinates, Place, PlaceKind, PlaceText, Query, TripTexts};

/// How many places of one name are compared while nothing says where the trip is.
const NAMESAKES: usize = 6;
/// The side of the cells in which such places support each other, in degrees.
const CELL: f64 = 4.0;
/// Added to the prominence of a place if the name is its main one, and for each other place that it
/// may be near, of at most `MAX_SUPPORT`.
const MAIN_BONUS: f64 = 1.6;
const SUPPORT_BONUS: f64 = 0.8;
const MAX_SUPPORT: u32 = 5;
/// The minimum prominence of a place whose name is an ordinary word, in the trip and far from it.
const KNOWN: f64 = 6.2;
const FAMOUS: f64 = 6.4;
/// The minimum prominence of a place that is meant by another than its main name.
const WELL_NAMED: f64 = 6.0;
/// The same far from the trip, and the least letters of a small one.
const FAR_WELL_NAMED: f64 = 7.6;
const FAR_LETTERS: usize = 6;
/// Small settlements are not meant so far from a trip, in km.
const FAR: f64 = 250.0;
/// A name more precise than the location lies within this distance of it, in km.
const PRECISER: f64 = 75.0;
/// The distance within which an ordinary word may be a small place, in km.
const BESIDE: f64 = 30.0;

/// What the texts of a place say.
#[derive(Default)]
struct Reading {
    point: Option<Coordinates>,
    location: Options,
    name: Options,
}

impl Reading {
    fn new(reader: &Reader<'_>, place: &PlaceText) -> Self {
        let point = place.known.or_else(|| coordinates::read(&place.location));
        if point.is_some() {
            return Self {
                point,
                ..Self::default()
            };
        }
        Self {
            point,
            location: reader.location(&place.location),
            name: reader.name(&place.name),
        }
    }

    /// Returns the places of the location, else of the name.
    fn first(&self) -> Option<&Options> {
        let options = [&self.location, &self.name].into_iter();
        options
            .into_iter()
            .find(|options| !options.places.is_empty())
    }
}

/// Finds the places of a trip: one result for each of its places, in order.
pub(super) fn locate(loaded: &Loaded, trip: &TripTexts) -> Vec<Option<Place>> {
    let data = &loaded.data;
    let reader = Reader {
        data,
        words: &loaded.words,
    };
    let read = |place| Reading::new(&reader, place);
    let readings: Vec<Reading> = trip.places.iter().map(read).collect();
    let mut around = Surroundings::default();
    around.add_all(data, context(loaded, trip));
    let points = readings.iter().filter_map(|reading| reading.point);
    points.for_each(|point| around.add_point(point));
    let sure = readings.iter().filter_map(Reading::first);
    let sure = sure.filter(|options| options.is_sure);
    let sure = sure.filter_map(|options| options.places.first());
    around.add_all(data, sure.map(|named| named.place));
    if around.is_empty() {
        around.add_all(data, supported(loaded, &readings));
    }
    let choose_all = |around: &Surroundings<'_>| -> Vec<Option<PlaceId>> {
        let all = readings.iter().zip(&trip.places);
        all.map(|(reading, texts)| choose(loaded, reading, texts, around))
            .collect()
    };
    // Large places decide among the small ones of a name.
    let is_large = |place: &PlaceId| data.row(*place).is_some_and(|row| !row.small);
    let large = choose_all(&around).into_iter().flatten().filter(is_large);
    let mut with_large = around.clone();
    with_large.add_all(data, large);
    let named = choose_all(&with_large);
    around.add_all(data, named.iter().flatten().copied());
    let close = around.narrowed();
    let in_texts = if close.is_empty() {
        unanimous(loaded, trip)
    } else {
        HashMap::new()
    };
    let all = readings.iter().zip(&trip.places).zip(named).enumerate();
    all.map(|(index, ((reading, texts), place))| {
        if texts.known.is_some() {
            return None;
        }
        if let Some(point) = reading.point {
            return at_point(loaded, point);
        }
        let place = place
            .or_else(|| in_text(loaded, &texts.name, &close))
            .or_else(|| in_texts.get(&index).copied());
        describe(data, place?)
    })
    .collect()
}

/// Returns the places of the trip's own texts.
fn context(loaded: &Loaded, trip: &TripTexts) -> Vec<PlaceId> {
    let texts = [&trip.name, &trip.description].into_iter();
    let places = texts.flat_map(|text| {
        let ranked = rank(&loaded.data, &loaded.words, Query::Text(text), None);
        let mentioned = ranked.into_iter().take(TripTexts::MENTIONS);
        mentioned.map(|ranked| ranked.place)
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
    there.add_all(&loaded.data, [location]);
    let is_there = |place: &PlaceId| {
        row(*place).is_some_and(|row| match area.kind {
            Kind::City | Kind::Airport => {
                kilometres(area.coordinates, row.coordinates) <= PRECISER && row.kind <= Kind::City
            }
            Kind::Region | Kind::Country => contains(&area, &row),
        })
    };
    // The address of a house is precise enough.
    let is_address = texts.location.contains(|char: char| char.is_numeric());
    let is_main = |place: &PlaceId| {
        let mut named = reading.name.places.iter();
        let is_main = named.any(|named| named.place == *place && named.main);
        is_main && (!is_address || row(*place).is_some_and(|row| row.kind == Kind::Airport))
    };
    let preciser = pick(loaded, &reading.name, &there);
    let preciser = preciser.filter(is_main).filter(is_there);
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
            let most = if is_large { CLOSE } else { BESIDE };
            row.prominence >= FAMOUS
                || row.prominence >= KNOWN && distance <= FAR
                || !options.is_activity && distance <= most
        }
        Some(distance) => {
            let most = if named.main { FAR } else { CLOSE };
            let is_known = named.main || row.prominence >= WELL_NAMED;
            row.kind == Kind::Airport || is_large && is_known || distance <= most
        }
        None if options.is_part => row.prominence >= FAMOUS && around.is_empty(),
        None if options.is_vague => row.prominence >= FAMOUS,
        None if row.kind == Kind::Airport => true,
        None if is_large && named.main => true,
        None if is_large => row.prominence >= FAR_WELL_NAMED,
        None => {
            let is_unique = options.places.len() == 1 && named.main;
            is_unique && row.name.chars().count() >= FAR_LETTERS
        }
    };
    is_meant.then_some(named.place)
}

/// Returns the place that a text names among other words, if it is near the trip.
fn in_text<'a>(loaded: &'a Loaded, text: &str, around: &Surroundings<'a>) -> Option<PlaceId> {
    if around.is_empty() {
        return None;
    }
    let ranked = rank(
        &loaded.data,
        &loaded.words,
        Query::Text(start(Query::Name(text))),
        Some(around),
    );
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
        let query = Query::Name(&place.name);
        let ranked = rank(&loaded.data, &loaded.words, query, None);
        let first = ranked.first().filter(|_| place.known.is_none())?.place;
        Some((index, first, loaded.data.row(first)?.coordinates))
    });
    let found: Vec<(usize, PlaceId, Coordinates)> = ranked.collect();
    let mut counts: HashMap<Cell, usize> = HashMap::new();
    for (_, _, at) in &found {
        *counts.entry(cell(*at, 0.0, 0.0)).or_default() += 1;
    }
    let count = |(_, _, at): &&(usize, PlaceId, Coordinates)| counts.get(&cell(*at, 0.0, 0.0));
    let Some((_, _, middle)) = found.iter().rev().max_by_key(count) else {
        return HashMap::new();
    };
    let near = found
        .iter()
        .filter(|(_, _, at)| kilometres(*at, *middle) <= NEAR);
    let near: HashMap<usize, PlaceId> = near.map(|(index, place, _)| (*index, *place)).collect();
    if near.len() == 1 && found.len() > 1 {
        HashMap::new()
    } else {
        near
    }
}

/// Returns for each ambiguous reading the place that most of the others support.
fn supported(loaded: &Loaded, readings: &[Reading]) -> Vec<PlaceId> {
    let options = |reading: &Reading| -> Vec<(Named, Coordinates)> {
        let options = reading.first().filter(|options| !options.is_vague);
        let places = options.into_iter().flat_map(|options| &options.places);
        let at = |named: &Named| Some((*named, loaded.data.coordinates(named.place)?));
        places.take(NAMESAKES).filter_map(at).collect()
    };
    let mut support: HashMap<Cell, HashSet<PlaceId>> = HashMap::new();
    let all: Vec<_> = readings.iter().map(options).collect();
    for options in &all {
        // Places of one name do not support each other.
        let Some((first, _)) = options.first() else {
            continue;
        };
        for (_, at) in options {
            for (north, east) in [-1.0, 0.0, 1.0]
                .map(|north| [(north, -1.0), (north, 0.0), (north, 1.0)])
                .into_iter()
                .flatten()
            {
                let names = support.entry(cell(*at, north, east)).or_default();
                names.insert(first.place);
            }
        }
    }
    let best = |options: Vec<(Named, Coordinates)>| {
        let weight = |(named, at): &(Named, Coordinates)| {
            let others = support.get(&cell(*at, 0.0, 0.0)).map_or(0, HashSet::len);
            let others = u32::try_from(others.saturating_sub(1)).unwrap_or(MAX_SUPPORT);
            let row = loaded.data.row(named.place);
            let main = if named.main { MAIN_BONUS } else { 0.0 };
            let support = SUPPORT_BONUS * f64::from(others.min(MAX_SUPPORT));
            row.map_or(0.0, |row| row.prominence) + main + support
        };
        let best = options.into_iter().max_by(|one, other| {
            let order = weight(one).total_cmp(&weight(other));
            order.then(other.0.place.cmp(&one.0.place))
        });
        best.map(|(named, _)| named.place)
    };
    all.into_iter().filter_map(best).collect()
}

/// A cell of the earth: the bits of its corner's degrees.
type Cell = (u64, u64);

/// Returns the cell that is so many cells north and east of the point's.
fn cell(at: Coordinates, north: f64, east: f64) -> Cell {
    // A negative zero has other bits.
    let corner = |degrees: f64, cells: f64| ((degrees / CELL).floor() + cells + 0.0).to_bits();
    (corner(at.latitude, north), corner(at.longitude, east))
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
