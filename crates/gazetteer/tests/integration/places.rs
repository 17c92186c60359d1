//! The places of single texts, each in its trip.

use wayfare_gazetteer::{PlaceText, TripTexts};

use crate::built_in::BUILT_IN;

const TABLE: &str = include_str!("places.tsv");
/// Between the two ends of travel.
const BETWEEN: &str = " → ";

#[test]
fn finds_the_places_of_the_table() {
    let mut misses = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = line.split('\t').collect();
        let [trip, others, title, location, expected] =
            <[&str; 5]>::try_from(row).unwrap_or_else(|_| panic!("{line}"));
        let others = others.split("; ").filter(|other| !other.is_empty());
        let mut places: Vec<PlaceText> = others.map(|other| text(other, "")).collect();
        let before = places.len();
        let ends: Vec<&str> = title.split(BETWEEN).collect();
        places.extend(ends.iter().map(|end| PlaceText {
            is_travel_end: ends.len() > 1,
            ..text(end, location)
        }));
        let found = BUILT_IN.locate(&TripTexts {
            name: trip.to_owned(),
            places,
            ..TripTexts::default()
        });
        let names = found[before..].iter().map(|place| {
            let name = place.as_ref().map(|place| place.display_name.as_str());
            name.unwrap_or("-")
        });
        let names = names.collect::<Vec<_>>().join(BETWEEN);
        if names != expected {
            misses.push(format!("{line} is {names}"));
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

fn text(name: &str, location: &str) -> PlaceText {
    PlaceText {
        name: name.to_owned(),
        location: location.to_owned(),
        ..PlaceText::default()
    }
}
