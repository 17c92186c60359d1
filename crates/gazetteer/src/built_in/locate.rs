//! Finds the places of a trip together: each is evidence for the others.

use std::collections::HashMap;

use super::Loaded;
use super::geocoding::address::{Options, Reader};
use super::geocoding::coordinates;
use super::geoparsing::disambiguation::fame;
use super::geoparsing::ranking::rank;
use super::index::column::PlaceId;
use super::index::data::{Data, Kind};
use super::index::describe::describe;
use super::index::names::Named;
use super::language::text::{start, tokens};
use super::pick::{KNOWN, pick};
use super::surroundings::{NEAR, Surroundings, kilometres};
use crate::{Coordinates, Place, PlaceKind, PlaceText, Query, TripTexts};

/// How many places of one name are compared while nothing says where the trip is.
const NAMESAKES: usize = 6;
/// The side of the cells in which such places support each other, in degrees.
const CELL: f64 = 4.0;
/// Added to the fame of a place for each other place that is surely near it, of at most
/// `MAX_SUPPORT`.
const SUPPORT_BONUS: f64 = 1.8;
const MAX_SUPPORT: f64 = 5.0;
/// A name more precise than the location lies within this distance of it, in km.
const PRECISER: f64 = 75.0;

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
        let is_code = || {
            let words = tokens(start(Query::Name(&place.name)));
            matches!(words.as_slice(), [word] if word.is_abbreviation())
        };
        Self {
            point,
            location: reader.location(&place.location, place.is_travel),
            name: match place.is_travel_end || place.is_travel && is_code() {
                true => reader.travel_end(&place.name),
                false => Options {
                    is_title: true,
                    ..reader.name(&place.name)
                },
            },
        }
    }

    /// Returns the places of the location, else of the name.
    fn first(&self) -> Option<&Options> {
        let options = [&self.location, &self.name].into_iter();
        options
            .into_iter()
            .find(|options| !options.places.is_empty())
    }

    /// Returns what readings of one name share: none of them is evidence for another.
    fn key(&self) -> Option<PlaceId> {
        Some(self.first()?.places.first()?.place)
    }
}

/// Finds the places of a trip: one result for each of its places, in order. Returns `None` as soon
/// as `is_wanted` says no.
pub(super) fn locate(
    loaded: &Loaded,
    trip: &TripTexts,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Vec<Option<Place>>> {
    let data = &loaded.data;
    let reader = Reader {
        data,
        words: &loaded.words,
    };
    let read = |place| is_wanted().then(|| Reading::new(&reader, place));
    let readings: Option<Vec<Reading>> = trip.places.iter().map(read).collect();
    let readings = readings?;
    let mut around = Surroundings::default();
    around.add_all(data, context(loaded, trip));
    let points = readings.iter().filter_map(|reading| reading.point);
    points.for_each(|point| around.add_point(point, None));
    let sure = |reading: &Reading| {
        let options = reading.first().filter(|options| options.is_sure)?;
        Some(options.places.first()?.place)
    };
    let mut guesses: Vec<Option<PlaceId>> = readings.iter().map(sure).collect();
    let mut likely = vec![None; readings.len()];
    if around.is_empty() && guesses.iter().all(Option::is_none) {
        likely = supported(loaded, &readings);
        guesses = evidence(data, &likely);
    }
    let keys: Vec<Option<PlaceId>> = readings.iter().map(Reading::key).collect();
    let choose_all = |guesses: &[&[Option<PlaceId>]]| -> Option<Vec<Option<PlaceId>>> {
        let guesses = guesses.iter().flat_map(|guesses| keys.iter().zip(*guesses));
        let others = around.of_others(data, guesses);
        let all = readings.iter().zip(&trip.places).zip(&keys).zip(&likely);
        all.map(|(((reading, texts), key), likely)| {
            let around = others.get(key).unwrap_or(&around);
            is_wanted().then(|| choose(loaded, reading, *likely, texts, around))
        })
        .collect()
    };
    // Large places decide among the small ones of a name.
    let is_large = |place: &PlaceId| data.row(*place).is_some_and(|row| !row.small);
    let large = choose_all(&[&guesses])?.into_iter();
    let large: Vec<_> = large.map(|place| place.filter(is_large)).collect();
    let named = choose_all(&[&guesses, &large])?;
    around.add_all(data, named.iter().flatten().copied());
    let close = around.narrowed();
    let in_texts = if close.is_empty() {
        unanimous(loaded, &reader, trip, is_wanted)?
    } else {
        HashMap::new()
    };
    let find =
        |(index, ((reading, texts), place)): (_, ((&Reading, &PlaceText), Option<PlaceId>))| {
            if texts.known.is_some() {
                return None;
            }
            if let Some(point) = reading.point {
                return Some(at_point(loaded, point));
            }
            let named = || {
                let near = in_text(loaded, &texts.name, &close);
                near.or_else(|| in_texts.get(&index).copied())
            };
            // "Palacio" is anywhere, not the quarter of Madrid.
            let is_activity = reading.name.is_activity;
            let place = place.or_else(|| if is_activity { None } else { named() });
            describe(loaded, place?)
        };
    let all = readings.iter().zip(&trip.places).zip(named).enumerate();
    all.map(|place| is_wanted().then(|| find(place))).collect()
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

/// Returns the likely places that are evidence for others: those in the countries of known places,
/// if there are any. "Ultimo" in Sydney is none beside Prague and Vienna.
fn evidence(data: &Data, likely: &[Option<PlaceId>]) -> Vec<Option<PlaceId>> {
    let row = |place: &PlaceId| data.row(*place);
    let is_known = |place: &&PlaceId| row(place).is_some_and(|row| row.prominence >= KNOWN);
    let mut known = Surroundings::default();
    known.add_all(data, likely.iter().flatten().filter(is_known).copied());
    let is_evidence = |place: &PlaceId| {
        known.is_empty() || row(place).is_some_and(|row| known.has_country_of(&row))
    };
    let evidence = likely.iter().map(|likely| likely.filter(is_evidence));
    evidence.collect()
}

/// Selects the place of a reading: that of its location, unless the name is more precise.
fn choose<'a>(
    loaded: &'a Loaded,
    reading: &Reading,
    likely: Option<PlaceId>,
    texts: &PlaceText,
    around: &Surroundings<'a>,
) -> Option<PlaceId> {
    let row = |place: PlaceId| loaded.data.row(place);
    if reading.point.is_some() {
        return None;
    }
    let Some(location) = pick(loaded, &reading.location, likely, around) else {
        return pick(loaded, &reading.name, likely, around);
    };
    let area = row(location)?;
    let mut there = Surroundings::default();
    there.add_all(&loaded.data, [location]);
    let is_there = |place: &PlaceId| {
        row(*place).is_some_and(|row| match area.kind {
            Kind::City | Kind::Airport => {
                kilometres(area.coordinates, row.coordinates) <= PRECISER && row.kind <= Kind::City
            }
            Kind::Region | Kind::Country => area.contains(&row),
        })
    };
    // The address of a house is precise enough.
    let is_address = texts.location.contains(|char: char| char.is_numeric());
    let is_main = |place: &PlaceId| {
        let mut named = reading.name.places.iter();
        let is_main = named.any(|named| named.place == *place && named.main);
        is_main && (!is_address || row(*place).is_some_and(|row| row.kind == Kind::Airport))
    };
    let preciser = pick(loaded, &reading.name, None, &there);
    let preciser = preciser.filter(is_main).filter(is_there);
    let within = || {
        in_text(loaded, &texts.name, &there)
            .filter(|_| area.kind > Kind::City)
            .filter(is_there)
    };
    preciser.or_else(within).or(Some(location))
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
/// most of the texts name places near each other. Returns `None` as [`locate`].
fn unanimous(
    loaded: &Loaded,
    reader: &Reader<'_>,
    trip: &TripTexts,
    is_wanted: &dyn Fn() -> bool,
) -> Option<HashMap<usize, PlaceId>> {
    let texts = trip.places.iter().enumerate();
    let texts = texts.filter(|(_, place)| {
        !reader.is_any_airport(&place.name)
            && !reader.has_unknown_end(&place.name)
            && !reader.is_station(&tokens(start(Query::Name(&place.name))))
    });
    let mut found: Vec<(usize, PlaceId, Coordinates)> = Vec::new();
    for (index, place) in texts {
        if !is_wanted() {
            return None;
        }
        let ranked = rank(&loaded.data, &loaded.words, Query::Name(&place.name), None);
        let first = ranked.first().filter(|_| place.known.is_none());
        if let Some(first) = first.map(|ranked| ranked.place)
            && let Some(row) = loaded.data.row(first)
        {
            found.push((index, first, row.coordinates));
        }
    }
    let mut counts: HashMap<Cell, usize> = HashMap::new();
    for (_, _, at) in &found {
        *counts.entry(cell(*at, 0.0, 0.0)).or_default() += 1;
    }
    let count = |(_, _, at): &&(usize, PlaceId, Coordinates)| counts.get(&cell(*at, 0.0, 0.0));
    let Some((_, _, middle)) = found.iter().rev().max_by_key(count) else {
        return Some(HashMap::new());
    };
    let near = found
        .iter()
        .filter(|(_, _, at)| kilometres(*at, *middle) <= NEAR);
    let near: HashMap<usize, PlaceId> = near.map(|(index, place, _)| (*index, *place)).collect();
    Some(if near.len() == 1 && found.len() > 1 {
        HashMap::new()
    } else {
        near
    })
}

/// Returns for each reading that is not vague the place that it most likely means: a prominent one,
/// or one near those of other names, which count the more the surer they are.
fn supported(loaded: &Loaded, readings: &[Reading]) -> Vec<Option<PlaceId>> {
    let options = |reading: &Reading| -> Vec<Likely> {
        let options = reading.first().filter(|options| !options.is_vague);
        let places = options.into_iter().flat_map(|options| &options.places);
        let likely = |named: &Named| {
            let row = loaded.data.row(named.place)?;
            Some(Likely {
                place: named.place,
                at: row.coordinates,
                fame: fame(*named, &row),
            })
        };
        places.take(NAMESAKES).filter_map(likely).collect()
    };
    let all: Vec<Vec<Likely>> = readings.iter().map(options).collect();
    // For each cell, the names that have a place near it, and how likely that one is meant.
    let mut support: HashMap<Cell, HashMap<PlaceId, f64>> = HashMap::new();
    for options in &all {
        let Some(first) = options.first() else {
            continue;
        };
        let share = |one: &Likely| 10_f64.powf(one.fame);
        let total: f64 = options.iter().map(share).sum();
        for one in options {
            let sureness = share(one) / total;
            for (north, east) in [-1.0, 0.0, 1.0]
                .map(|north| [(north, -1.0), (north, 0.0), (north, 1.0)])
                .into_iter()
                .flatten()
            {
                let names = support.entry(cell(one.at, north, east)).or_default();
                let most = names.entry(first.place).or_default();
                *most = most.max(sureness);
            }
        }
    }
    let best = |options: Vec<Likely>| {
        let name = options.first()?.place;
        let weight = |one: &Likely| {
            let names = support.get(&cell(one.at, 0.0, 0.0)).into_iter().flatten();
            // Places of one name do not support each other.
            let others = names.filter(|(other, _)| **other != name);
            let mut sureness: Vec<f64> = others.map(|(_, sureness)| *sureness).collect();
            // A sum depends on its order.
            sureness.sort_by(f64::total_cmp);
            one.fame + SUPPORT_BONUS * sureness.iter().sum::<f64>().min(MAX_SUPPORT)
        };
        let best = options.iter().max_by(|one, other| {
            let order = weight(one).total_cmp(&weight(other));
            order.then(other.place.cmp(&one.place))
        });
        best.map(|one| one.place)
    };
    all.into_iter().map(best).collect()
}

/// A place that a name may mean.
struct Likely {
    place: PlaceId,
    at: Coordinates,
    fame: f64,
}

/// A cell of the earth: the bits of its corner's degrees.
type Cell = (u64, u64);

/// Returns the cell that is so many cells north and east of the point's.
fn cell(at: Coordinates, north: f64, east: f64) -> Cell {
    // A negative zero has other bits.
    let corner = |degrees: f64, cells: f64| ((degrees / CELL).floor() + cells + 0.0).to_bits();
    (corner(at.latitude, north), corner(at.longitude, east))
}

/// Returns the place of coordinates that a person typed.
fn at_point(loaded: &Loaded, coordinates: Coordinates) -> Place {
    let name = format!("{}, {}", coordinates.latitude, coordinates.longitude);
    Place {
        display_name: name.clone(),
        name,
        description: String::new(),
        kind: PlaceKind::Other("point".to_owned()),
        coordinates,
        bounds: super::index::describe::around(coordinates, 0),
        time_zone: loaded.zone_of(coordinates).to_owned(),
        country_code: String::new(),
        osm: None,
        wikidata: None,
        wikipedia: None,
    }
}
