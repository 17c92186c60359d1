//! Measures precision and recall of places looked up in their trip.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wayfare_gazetteer::{BuiltIn, PlaceText, TripTexts};

const TABLE: &str = include_str!("itineraries.tsv");
const MIN_PRECISION: f64 = 0.97;
const MIN_RECALL: f64 = 0.9;

#[test]
fn precision_and_recall_reach_their_minimum() {
    let gazetteer = BuiltIn::new();
    let (known, held_out) = TABLE.split_once("# held out\n").unwrap();
    let mut failed = false;
    for (part, table) in [("known", known), ("held out", held_out)] {
        let mut trips: BTreeMap<&str, Vec<[&str; 4]>> = BTreeMap::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row: Vec<&str> = line.split('\t').collect();
            let [trip, rest @ ..] = <[&str; 5]>::try_from(row).unwrap_or_else(|_| panic!("{line}"));
            trips.entry(trip).or_default().push(rest);
        }
        assert_eq!(trips.len(), 10);
        let (mut found, mut right, mut places, mut recalled) = (0.0, 0.0, 0.0, 0.0);
        let (mut misses, mut rows) = (String::new(), 0);
        for (name, items) in &trips {
            let text = |[name, location, ..]: &[&str; 4]| PlaceText {
                name: (*name).to_owned(),
                location: (*location).to_owned(),
                ..PlaceText::default()
            };
            let trip = TripTexts {
                name: (*name).to_owned(),
                places: items.iter().map(text).collect(),
                ..TripTexts::default()
            };
            let located = gazetteer.locate(&trip);
            assert_eq!(located, gazetteer.locate(&trip), "{name}");
            rows += items.len();
            for ([item, location, names, zones], place) in items.iter().zip(located) {
                let may_be = |allowed: &str, value: &str| {
                    allowed == "*" || allowed.split('|').any(|one| one == value)
                };
                let is_optional = may_be(names, "-");
                places += f64::from(u8::from(!is_optional));
                let is_right = match &place {
                    Some(place) => may_be(names, &place.name) && may_be(zones, &place.time_zone),
                    None => is_optional,
                };
                if place.is_some() {
                    found += 1.0;
                    right += f64::from(u8::from(is_right));
                    recalled += f64::from(u8::from(is_right && !is_optional));
                }
                if !is_right {
                    let shown = place.map_or_else(
                        || "-".to_owned(),
                        |place| format!("{} ({})", place.display_name, place.time_zone),
                    );
                    writeln!(
                        misses,
                        "  {name}: {item} [{location}] -> {shown}, not {names}"
                    )
                    .unwrap();
                }
            }
        }
        let (precision, recall) = (right / found, recalled / places);
        if part == "known" {
            println!("{misses}");
        }
        println!(
            "{part}: {rows} texts, {places} with a place; precision {:.1} %, recall {:.1} %",
            precision * 100.0,
            recall * 100.0
        );
        failed |= precision < MIN_PRECISION || recall < MIN_RECALL;
    }
    assert!(!failed, "a part scores below its minimum");
}
