use serde_json::json;

use super::*;
use crate::Extent;

fn places(answer: &Value) -> Vec<Place> {
    read(answer.to_string().as_bytes())
        .unwrap()
        .into_iter()
        .map(|found| found.place(|_| None))
        .collect()
}

fn portland(state: &str, latitude: f64) -> Value {
    json!({"lat": latitude, "lon": -100, "name": "Portland", "addresstype": "city",
        "address": {"state": state, "country": "United States", "country_code": "us"}})
}

#[test]
fn regions_distinguish_places_of_the_same_name() {
    let found = places(&json!([portland("Oregon", 45.5), portland("Maine", 43.7)]));
    let names: Vec<&str> = found
        .iter()
        .map(|place| place.display_name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Portland, Oregon, United States",
            "Portland, Maine, United States"
        ]
    );
    let alone = &places(&json!([portland("Oregon", 45.5)]))[0];
    assert_eq!(
        (alone.display_name.as_str(), alone.country_code.as_str()),
        ("Portland, United States", "US")
    );
    assert_eq!(alone.description, "City in Oregon, United States");
}

#[test]
fn a_name_alone_means_no_street_and_no_little_known_point() {
    let entry = |rank: u32, importance: f64| {
        json!({
            "lat": "1", "lon": "2", "name": "x", "place_rank": rank, "importance": importance
        })
    };
    let are_notable = |answer: Value| -> Vec<bool> {
        let found = read(answer.to_string().as_bytes()).unwrap();
        found.iter().map(Found::is_notable).collect()
    };
    let others = json!([entry(26, 0.1), entry(30, 0.2)]);
    assert_eq!(are_notable(others), [false; 2]);
    let notable = json!([entry(16, 0.0), entry(25, 0.0), entry(30, 0.6)]);
    assert_eq!(are_notable(notable), [true; 3]);
}

#[test]
fn fills_in_missing_fields() {
    let found = &places(&json!([
        {
            "lat": 38.7, "lon": "-9.1", "display_name": "Lisbon, Portugal", "extratags": null,
            "address": null
        }
    ]))[0];
    assert_eq!(
        (
            found.name.as_str(),
            found.kind.as_str(),
            found.time_zone.as_str()
        ),
        ("Lisbon", "place", "UTC")
    );
    assert_eq!(
        (found.bounds.min_latitude, found.bounds.max_longitude),
        (38.7, -9.1)
    );
    assert_eq!(
        (&found.osm, &found.wikidata, &found.wikipedia),
        (&None, &None, &None)
    );
}

#[test]
fn skips_malformed_entries() {
    let found = places(&json!([
        5, null, {}, {"lat": "x", "lon": 1, "name": "x"}, {"lat": 91, "lon": 0, "name": "x"},
        {"lat": 1, "lon": 1},
        {"lat": 1, "lon": 1, "name": "y", "boundingbox": ["2", "1", "0"], "osm_type": 5},
        {"lat": 1, "lon": 1, "name": "z", "boundingbox": ["9", "-9", "0", "1"]},
    ]));
    let names: Vec<&str> = found.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["z"]);
    assert_eq!(
        found[0].bounds.max_latitude, 1.0,
        "a box upside down is none"
    );
    for answer in ["{}", "[", "", "null", "<html>"] {
        assert!(read(answer.as_bytes()).is_err(), "{answer}");
    }
}

#[test]
fn truncates_long_texts() {
    let found = &places(
        &json!([{"lat": 1, "lon": 1, "name": "é".repeat(5_000), "type": "t".repeat(5_000)}]),
    )[0];
    assert!(found.name.chars().count() <= MAX_TEXT && found.kind.as_str().len() <= MAX_TEXT);
}

#[test]
fn a_place_reaches_as_far_as_its_kind_or_its_bounds() {
    let extent = |word: &str, south: f64, north: f64| {
        let entry = json!({
            "lat": 38.7, "lon": -9.1, "name": "x", "addresstype": word, "importance": 0.6,
            "boundingbox": [south, north, -9.1, -9.1]
        });
        places(&json!([entry]))[0].extent()
    };
    for (word, south, north, expected) in [
        ("tourism", 38.7, 38.701, Extent::Point),
        ("aerodrome", 38.6, 38.8, Extent::Point),
        ("road", 38.7, 38.705, Extent::Street),
        ("suburb", 38.7, 38.702, Extent::Settlement),
        ("leisure", 38.7, 38.72, Extent::Settlement),
        ("natural", 38.0, 39.0, Extent::Area),
        ("country", 37.0, 42.0, Extent::Area),
    ] {
        assert_eq!(extent(word, south, north), expected, "{word}");
    }
}
