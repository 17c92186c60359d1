use wayfare_gazetteer::BuiltIn;

use super::*;

#[test]
fn only_the_place_itself_gets_its_description() {
    let gazetteer = BuiltIn::new();
    let is_described = |name: &str| {
        let place = gazetteer
            .look_up(Query::Name(name), 1)
            .into_iter()
            .next()
            .unwrap()
            .place;
        let query = PlaceQuery {
            name: ShortText::new(name).unwrap(),
            ..PlaceQuery::default()
        };
        let place_match = match_of(&place, &query, false).unwrap();
        assert_eq!(&*place_match.location, "Lisbon, Portugal", "{name}");
        !place_match.description.is_empty()
    };
    for name in [
        "Lisbon",
        "LISBON",
        "Lisboa",
        "Lisbon, Portugal",
        "Lisboa (Portugal)",
        "Лиссабон",
    ] {
        assert!(is_described(name), "{name}");
    }
    for name in ["Lisbon airport", "Museum of Lisbon", "Aeroporto de Lisboa"] {
        assert!(!is_described(name), "{name}");
    }
}

#[test]
fn a_place_is_known_as_exactly_as_what_was_found() {
    let gazetteer = BuiltIn::new();
    let precision = |name: &str, is_end: bool| {
        let place = PlaceText {
            name: name.to_owned(),
            is_travel_end: is_end,
            is_travel: is_end,
            ..PlaceText::default()
        };
        let trip = TripTexts {
            places: vec![place],
            ..TripTexts::default()
        };
        let found = OfflineGazetteer::locate(&gazetteer, &trip)
            .remove(0)
            .unwrap();
        let query = PlaceQuery {
            name: ShortText::new(name).unwrap(),
            ..PlaceQuery::default()
        };
        match_of(&found, &query, is_end).unwrap().precision
    };
    for (name, is_end, expected) in [
        ("Lisbon", false, Precision::Town),
        ("Portugal", false, Precision::Region),
        ("Bavaria", false, Precision::Region),
        ("Toronto Pearson", false, Precision::Exact),
        ("LIS", true, Precision::Exact),
    ] {
        assert_eq!(precision(name, is_end), expected, "{name}");
    }
}
