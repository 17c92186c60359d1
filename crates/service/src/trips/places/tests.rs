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
        let place_match = match_of(&place, &query).unwrap();
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
