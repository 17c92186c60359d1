//! How far the stops of a day are from one another (interface: "Distances").

use std::collections::BTreeMap;

use rust_decimal::prelude::ToPrimitive;

use super::day_order::in_time_order;
use crate::trip::place::{Coordinates, Precision};
use crate::trip::{Destination, ItineraryItem};

/// The earth's mean radius in km (IUGG).
const RADIUS: f64 = 6_371.008_8;

/// The length of the great circle between two points in km; `None` of degrees that are no numbers.
pub fn great_circle(from: Coordinates, to: Coordinates) -> Option<f64> {
    let radians = |at: Coordinates| {
        let (north, east) = (at.latitude().to_f64()?, at.longitude().to_f64()?);
        Some((north.to_radians(), east.to_radians()))
    };
    let ((north, east), (to_north, to_east)) = (radians(from)?, radians(to)?);
    let half = |angle: f64| (angle / 2.0).sin().powi(2);
    let chord = half(to_north - north) + north.cos() * to_north.cos() * half(to_east - east);
    Some(2.0 * RADIUS * chord.min(1.0).sqrt().asin())
}

/// Where a place is, if its town at least is known.
fn known(place: &Destination) -> Option<Coordinates> {
    let is_known = |precision: &Precision| *precision <= Precision::Town;
    place.precision().filter(is_known).and(place.coordinates)
}

/// How far each stop of a day is from the one before it, in km; `None` of the first and where one
/// of the two is not known. After travel it is counted from its end.
pub fn distances_of<'t>(
    stops: impl Iterator<Item = &'t ItineraryItem>,
) -> impl Iterator<Item = Option<f64>> {
    let mut before: Option<Coordinates> = None;
    stops.map(move |stop| {
        let at = known(&stop.destination);
        let distance = before.zip(at);
        before = stop.end_destination().and_then(known).or(at).or(before);
        distance.and_then(|(before, at)| great_circle(before, at))
    })
}

/// The distances of items of one day, as [`distances_of`], with the places of the items.
fn of_day(stops: &[(usize, &ItineraryItem)]) -> Vec<(usize, Option<f64>)> {
    let stops = in_time_order(stops, |(_, item)| item.start);
    let distances = distances_of(stops.iter().map(|(_, item)| *item));
    let places = stops.iter().map(|(index, _)| *index);
    places.zip(distances).collect()
}

/// How far each item is from the stop before it on its day, as [`distances_of`]; none of expenses.
pub fn distances(items: &[ItineraryItem]) -> Vec<Option<f64>> {
    let mut distances = vec![None; items.len()];
    let mut days: BTreeMap<u32, Vec<(usize, &ItineraryItem)>> = BTreeMap::new();
    for stop in stops(items) {
        days.entry(stop.1.day.number()).or_default().push(stop);
    }
    for (index, distance) in days.values().flat_map(|stops| of_day(stops)) {
        if let Some(place) = distances.get_mut(index) {
            *place = distance;
        }
    }
    distances
}

/// That of the item in a place of the itinerary.
pub fn distance_at(items: &[ItineraryItem], index: usize) -> Option<f64> {
    let day = items.get(index)?.day;
    let stops: Vec<_> = stops(items).filter(|(_, item)| item.day == day).collect();
    let found = of_day(&stops)
        .into_iter()
        .find(|(place, _)| *place == index);
    found?.1
}

/// The items that are no expenses, with their places.
fn stops(items: &[ItineraryItem]) -> impl Iterator<Item = (usize, &ItineraryItem)> {
    let items = items.iter().enumerate();
    items.filter(|(_, item)| !item.kind.is_expense())
}
