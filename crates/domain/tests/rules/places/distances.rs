//! How far the stops of a day are from one another.

use wayfare_domain::trip::destination::{DestinationDraft, Position};
use wayfare_domain::trip::distance::{distance_at, distances, great_circle};
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::place::{Coordinates, Precision};

use crate::fixture::{TripFixture, dec, items, short, stay};

fn at(north: &str, east: &str) -> Coordinates {
    Coordinates::new(dec(north), dec(east)).unwrap()
}

fn stop(day: u32, known: Option<(Coordinates, Precision)>) -> ItemDraft {
    let position = known.map(|(coordinates, precision)| Position {
        coordinates,
        precision: Some(precision),
        time_zone: None,
    });
    ItemDraft {
        day: Day::new(day).unwrap(),
        destination: DestinationDraft {
            name: Some(short("Somewhere")),
            position,
            ..DestinationDraft::default()
        },
        ..stay()
    }
}

#[test]
fn a_great_circle_is_measured_on_the_mean_sphere() {
    let length = |from, to| great_circle(from, to).unwrap();
    let (lisbon, porto) = (at("38.7169", "-9.1399"), at("41.1496", "-8.611"));
    assert!((length(lisbon, porto) - 274.2).abs() < 0.5);
    assert!(length(lisbon, lisbon).abs() < 1e-9);
    // Half of the equator, and across the antimeridian.
    assert!((length(at("0", "0"), at("0", "180")) - 20_015.1).abs() < 0.1);
    assert!((length(at("0", "179.5"), at("0", "-179.5")) - 111.2).abs() < 0.1);
}

#[test]
fn stops_are_measured_from_the_one_before_on_their_day() {
    let (north, south) = (at("1", "0"), at("0", "0"));
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        stop(1, Some((south, Precision::Exact))),
        stop(1, Some((north, Precision::Town))),
        stop(1, None),
        // Of a country it says nothing.
        stop(1, Some((south, Precision::Region))),
        stop(1, Some((south, Precision::Exact))),
        stop(2, Some((north, Precision::Exact))),
    ]));
    let items = &fixture.trip.itinerary;
    let of_each: Vec<_> = (0..items.len())
        .map(|place| distance_at(items, place))
        .collect();
    assert_eq!(distances(items), of_each);
    let found = distances(items).into_iter();
    let found: Vec<_> = found.map(|it| it.map(f64::round)).collect();
    let degree = Some(111.0);
    assert_eq!(found, [None, degree, None, None, degree, None]);
}
