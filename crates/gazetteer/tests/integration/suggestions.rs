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
    // Airports by their city, too.
    for (prefix, expected) in [
        (
            "Frankfurt Air",
            "Frankfurt am Main International Airport, Germany",
        ),
        (
            "Frankfurt Airport",
            "Frankfurt am Main International Airport, Germany",
        ),
        ("Haneda Airport", "Tokyo International Airport, Japan"),
        ("Tokyo Haneda Airport", "Tokyo International Airport, Japan"),
        (
            "Rome Fiumicino Airport",
            "Leonardo Da Vinci (Fiumicino) International Airport, Italy",
        ),
        ("Berlin Airport", "Berlin Brandenburg Airport, Germany"),
    ] {
        assert_eq!(names(prefix, &[])[0], expected);
    }
    // Main names come first, and of few letters no small place of exactly that name.
    for (prefix, expected) in [
        ("Gen", "Genoa, Italy"),
        ("Ath", "Athens, Greece"),
        ("Pra", "Prague, Czechia"),
        ("Mün", "Munich, Germany"),
        ("Vie", "Vienna, Austria"),
        ("Rom", "Rome, Italy"),
        ("Wien", "Vienna, Austria"),
        ("Lissab", "Lisbon, Portugal"),
    ] {
        assert_eq!(names(prefix, &[])[0], expected);
    }
    assert!(names("Gen", &[]).contains(&"Geneva, Switzerland".to_owned()));
    assert!(names("Ber", &[]).contains(&"Bern, Switzerland".to_owned()));
    let ontario = [Coordinates {
        latitude: 43.65,
        longitude: -79.38,
    }];
    assert_eq!(names("Lond", &ontario)[0], "London, Canada");
    assert!(names("Hotel Lisbon ", &[]).is_empty() && names("Hotel Lisbon A", &[]).is_empty());
    assert!(names("", &[]).is_empty() && names("xqzxq", &[]).is_empty());
    assert!(gazetteer.suggest("L", &[], 0).is_empty());
}

#[test]
fn of_one_name_suggests_the_nearest_place_first() {
    let gazetteer = BuiltIn::new();
    let at = |(latitude, longitude)| Coordinates {
        latitude,
        longitude,
    };
    let (joplin, kansas_city) = (at((37.08, -94.51)), at((39.10, -94.58)));
    let (porto, boston) = (at((41.15, -8.61)), at((42.36, -71.06)));
    for (prefix, near, expected) in [
        (
            "Springfi",
            vec![joplin, kansas_city],
            "Springfield, Missouri, United States",
        ),
        (
            "Springfi",
            vec![kansas_city, joplin],
            "Springfield, Missouri, United States",
        ),
        (
            "Springfi",
            vec![boston],
            "Springfield, Massachusetts, United States",
        ),
        // What is known far more comes before a hamlet that is nearer.
        ("Lisb", vec![porto], "Lisbon, Portugal"),
    ] {
        let places = gazetteer.suggest(prefix, &near, 2);
        assert_eq!(places[0].display_name, expected, "{prefix}");
    }
}

#[test]
fn suggests_places_of_the_trips_countries_before_others() {
    let gazetteer = BuiltIn::new();
    for (prefix, (latitude, longitude), expected) in [
        // In New York, Istanbul, Bangkok, Mexico City, Auckland.
        (
            "Portland",
            (40.71, -74.01),
            "Portland, Maine, United States",
        ),
        ("Kas", (41.01, 28.95), "Kastamonu, Turkey"),
        ("Chiang M", (13.75, 100.5), "Chiang Mai, Thailand"),
        ("Cancu", (19.43, -99.13), "Cancún, Mexico"),
        ("Queenst", (-36.85, 174.76), "Queenstown, New Zealand"),
    ] {
        let near = [Coordinates {
            latitude,
            longitude,
        }];
        let places = gazetteer.suggest(prefix, &near, 2);
        assert_eq!(places[0].display_name, expected, "{prefix}");
    }
}
