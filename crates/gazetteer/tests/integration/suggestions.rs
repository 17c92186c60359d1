//! Places by the beginning of a name.

use wayfare_gazetteer::{BuiltIn, Coordinates};

#[test]
fn suggests_places_by_prefix_near_ones_first() {
    let gazetteer = BuiltIn::new();
    let names = |prefix: &str, near: &[Coordinates]| -> Vec<String> {
        let places = gazetteer.suggest(prefix, near, 3).into_iter();
        places.map(|place| place.display_name).collect()
    };
    assert_eq!(names("Lisb", &[])[0], "Lisbon, Portugal");
    assert_eq!(names("LIS", &[])[0], "Lisbon Portela Airport, Portugal");
    assert_eq!(names("nice", &[])[0], "Nice, France");
    // A name in another language counts as much as the same name of a small place.
    for (prefix, expected) in [
        ("東京", "Tokyo, Japan"),
        ("Séville", "Sevilla, Spain"),
        ("Cologne", "Köln, Germany"),
        ("Roma", "Rome, Italy"),
        ("Granada", "Granada, Spain"),
        ("Alemania", "Germany"),
        ("Fran", "France"),
        ("Ber", "Berlin, Germany"),
        ("Napoli", "Naples, Italy"),
    ] {
        assert_eq!(names(prefix, &[])[0], expected);
    }
    let ontario = [Coordinates {
        latitude: 43.65,
        longitude: -79.38,
    }];
    assert_eq!(names("Lond", &ontario)[0], "London, Canada");
    assert!(names("", &[]).is_empty() && names("xqzxq", &[]).is_empty());
    assert!(gazetteer.suggest("L", &[], 0).is_empty());
}
