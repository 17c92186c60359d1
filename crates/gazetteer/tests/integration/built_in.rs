//! The built-in gazetteer: properties of places, and robustness against any text.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use wayfare_gazetteer::{
    BuiltIn, Candidate, Coordinates, Gazetteer, PlaceKind, PlaceText, Query, TripTexts,
};
use wayfare_queue::Client;

static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(BuiltIn::new);

fn text(text: &str) -> Option<Candidate> {
    BUILT_IN.look_up(Query::Text(text), 1).into_iter().next()
}

fn name(name: &str) -> String {
    let found = BUILT_IN.look_up(Query::Name(name), 1).into_iter().next();
    found.map_or_else(|| "-".to_owned(), |found| found.place.display_name)
}

#[test]
fn describes_a_city_completely() {
    let place = text("A week in Lisbon").unwrap().place;
    assert_eq!(
        (place.name.as_str(), place.display_name.as_str()),
        ("Lisbon", "Lisbon, Portugal")
    );
    assert!(
        place.description.starts_with("Capital of Portugal, ")
            && place.description.ends_with(" inhabitants")
    );
    assert_eq!(
        (&place.kind, place.country_code.as_str()),
        (&PlaceKind::City, "PT")
    );
    assert_eq!(place.time_zone, "Europe/Lisbon");
    assert!(
        (place.coordinates.latitude - 38.7).abs() < 0.1
            && (place.coordinates.longitude + 9.1).abs() < 0.1
    );
    let (bounds, middle) = (place.bounds, place.coordinates);
    assert!(bounds.min_latitude < middle.latitude && middle.latitude < bounds.max_latitude);
    assert!(bounds.min_longitude < middle.longitude && middle.longitude < bounds.max_longitude);
    assert!(place.osm.is_none() && place.wikidata.is_none() && place.wikipedia.is_none());
}

#[test]
fn names_the_region_if_a_country_has_namesakes() {
    assert_eq!(
        text("Portland, Oregon").unwrap().place.display_name,
        "Portland, Oregon, United States"
    );
    assert_eq!(
        text("Portland, Maine").unwrap().place.display_name,
        "Portland, Maine, United States"
    );
}

#[test]
fn countries_and_regions_are_places() {
    let japan = text("Two weeks in Japan").unwrap().place;
    assert_eq!(
        (&japan.kind, japan.time_zone.as_str()),
        (&PlaceKind::Country, "Asia/Tokyo")
    );
    assert!(
        japan.bounds.min_latitude > 20.0 && japan.bounds.max_latitude < 46.0,
        "{japan:?}"
    );
    let bali = text("Bali 2026").unwrap().place;
    assert_eq!(
        (&bali.kind, bali.display_name.as_str()),
        (&PlaceKind::Region, "Bali, Indonesia")
    );
    let fiji = text("Honeymoon in Fiji").unwrap().place;
    assert!(fiji.bounds.min_longitude > 170.0, "{fiji:?}");
}

#[test]
fn a_name_query_finds_ordinary_words() {
    for (called, place) in [
        ("Nice", "Nice, France"),
        ("Reading", "Reading, United Kingdom"),
        ("split", "Split, Croatia"),
        ("lisbon, portugal", "Lisbon, Portugal"),
        ("Porto (PT)", "Porto, Portugal"),
        ("Lisbon airport", "Lisbon, Portugal"),
        ("Old town of Porto", "Porto, Portugal"),
        ("Place A", "-"),
        ("Hotel Paris", "-"),
        ("Café Berlin", "-"),
        ("Eiffel Tower", "-"),
        ("Somewhere", "-"),
    ] {
        assert_eq!(name(called), place, "{called}");
    }
}

#[test]
fn returns_several_places_in_order() {
    let found = BUILT_IN.look_up(Query::Text("Lisbon, Madrid, Rome"), 5);
    let names: Vec<&str> = found
        .iter()
        .map(|found| found.place.name.as_str())
        .collect();
    assert_eq!(names, ["Lisbon", "Madrid", "Rome"]);
    assert_eq!(
        BUILT_IN
            .look_up(Query::Text("Lisbon, Madrid, Rome"), 2)
            .len(),
        2
    );
    assert!(BUILT_IN.look_up(Query::Text("Lisbon"), 0).is_empty());
}

#[test]
fn bounds_the_time_for_huge_texts() {
    BUILT_IN.load();
    for unit in [
        "Lisbon and Porto, ",
        "東京",
        "a b c ",
        "Санкт-Петербург ",
        "กรุงเทพ",
        "new york new ",
    ] {
        let huge = unit.repeat(100_000);
        let began = Instant::now();
        let _ = BUILT_IN.look_up(Query::Text(&huge), 1);
        assert!(
            began.elapsed() < Duration::from_secs(2),
            "{unit}: {:?}",
            began.elapsed()
        );
    }
}

#[tokio::test]
async fn the_first_look_up_loads_the_data() {
    let own = BuiltIn::new();
    let found = own.find(Client::new(0), Query::Name("Tokyo"), 1).await;
    assert_eq!(found.first().unwrap().place.display_name, "Tokyo, Japan");
}

#[tokio::test]
async fn concurrent_look_ups_load_the_data_once() {
    let own = BuiltIn::new();
    let finds = [
        own.find(Client::new(0), Query::Name("Tokyo"), 1),
        own.find(Client::new(0), Query::Text("A week in Lisbon"), 1),
    ];
    for find in finds {
        assert_eq!(find.await.len(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_safe_and_results_are_deterministic(text in "\\PC{0,60}", limit in 0_usize..4) {
        for query in [Query::Text(&text), Query::Name(&text)] {
            let found = BUILT_IN.look_up(query, limit);
            prop_assert!(found.len() <= limit);
            prop_assert!(found.iter().all(|found| found.score > 0.0 && found.score <= 1.0));
            prop_assert_eq!(found, BUILT_IN.look_up(query, limit));
        }
    }

    #[test]
    fn words_in_any_order_are_safe(words in prop::collection::vec(
        prop::sample::select(vec!["Lisbon", "in", "東京", "New", "York", "(", ")", ",", "→", "'s", "Nice", "۲۰۲۶", "القاهرة", "서울에서", "ไป", "&", "Portugal", "\u{301}", "."]), 0..40,
    )) {
        let text = words.join(if words.len() % 2 == 0 { " " } else { "" });
        let found = BUILT_IN.look_up(Query::Text(&text), 10);
        let again = BUILT_IN.look_up(Query::Text(&text), 10);
        prop_assert_eq!(found, again);
    }
}

fn text_of((name, location): (&str, &str)) -> PlaceText {
    PlaceText {
        name: name.to_owned(),
        location: location.to_owned(),
        known: None,
    }
}

fn located(trip: &str, places: &[(&str, &str)]) -> Vec<String> {
    let trip = TripTexts {
        name: trip.to_owned(),
        places: places.iter().copied().map(text_of).collect(),
        ..TripTexts::default()
    };
    let places = BUILT_IN.locate(&trip).into_iter();
    places
        .map(|place| place.map_or_else(|| "-".to_owned(), |place| place.display_name))
        .collect()
}

#[test]
fn finds_places_by_the_evidence_of_their_trip() {
    for (place, found) in [
        (("Pastéis de Belém", ""), "Belém, Portugal"),
        (
            (
                "Pastéis de Belém",
                "R. de Belém 84-92, 1300-085 Lisboa, Portugal",
            ),
            "Lisbon, Portugal",
        ),
        (
            ("Breakfast at Copenhagen Coffee Lab, Lisbon", ""),
            "Lisbon, Portugal",
        ),
        (("Only Ben, Lisbon", ""), "Lisbon, Portugal"),
        (("Dinner at Nice Guys", ""), "-"),
        (("Dinner", ""), "-"),
        (("Belém, Brazil", ""), "Belém, Para, Brazil"),
        (("Belém", ""), "Belém, Portugal"),
        (("Tower", "38.6916, -9.2160"), "38.6916, -9.216"),
        (("Lisbon Airport", ""), "Lisbon Portela Airport, Portugal"),
        (("LIS", ""), "Lisbon Portela Airport, Portugal"),
        (("BBQ", ""), "-"),
        (("Hotel", "R. de Belém 84"), "-"),
        (
            ("Toronto Pearson", ""),
            "Toronto Pearson International Airport, Canada",
        ),
        (
            (
                "Flight home",
                "Toronto Pearson International Airport, Canada",
            ),
            "Toronto Pearson International Airport, Canada",
        ),
        (
            ("Landing", "Charles de Gaulle International Airport, France"),
            "Charles de Gaulle International Airport, France",
        ),
    ] {
        assert_eq!(located("A week in Lisbon", &[place]), [found], "{place:?}");
    }
    let spain = [("Valencia", ""), ("Granada", ""), ("Córdoba", "")];
    assert_eq!(
        located("Summer", &spain),
        ["Valencia, Spain", "Granada, Spain", "Córdoba, Spain"]
    );
}

#[test]
fn parts_of_buildings_and_names_of_stations_are_no_places() {
    let orly = "Paris-Orly Airport, France";
    let charles_de_gaulle = "Charles de Gaulle International Airport, France";
    for (trip, location, found) in [
        (
            "",
            "London Heathrow, Terminal 5",
            "London Heathrow Airport, United Kingdom",
        ),
        (
            "",
            "Paris-Charles de Gaulle, Terminal 2E",
            charles_de_gaulle,
        ),
        ("Paris", "Paris Orly, Terminal 4", orly),
        ("Paris", "Aéroport CDG, Terminal 2E", charles_de_gaulle),
        ("", "Gare Montparnasse, Hall 1", "-"),
        ("", "Terminal 5", "-"),
        (
            "",
            "Bahnhofplatz, CH-8001 Zürich, Gleis 7",
            "Zürich, Switzerland",
        ),
        ("", "東京駅、2番線", "Tokyo, Japan"),
        ("", "6060 Hall, Austria", "Hall in Tirol, Austria"),
        ("Paris", "Gare de Lyon", "-"),
        ("Lyon", "Gare de Lyon Part-Dieu", "Lyon, France"),
    ] {
        assert_eq!(located(trip, &[("x", location)]), [found], "{location}");
    }
    let both = [("x", "Gare de Lyon"), ("Lyon", "")];
    assert_eq!(located("Paris", &both), ["-", "Lyon, France"]);
}

#[test]
fn airports_are_named_by_a_code_in_parentheses_or_an_attached_word() {
    for (name, found) in [
        ("羽田 (HND)", "Tokyo International Airport, Japan"),
        ("成田（NRT）", "Narita International Airport, Japan"),
        (
            "パリ (CDG)",
            "Charles de Gaulle International Airport, France",
        ),
        ("Museum of Modern Art (MMA)", "-"),
        ("成田空港", "Narita International Airport, Japan"),
        ("大阪国際空港", "Osaka International Airport, Japan"),
        ("羽田", "Tokyo International Airport, Japan"),
        ("関西国際空港", "Kansai International Airport, Japan"),
    ] {
        assert_eq!(located("", &[(name, "")]), [found], "{name}");
    }
}

/// Asserts what the places of each trip, joined by " + ", are found to be.
fn assert_found(trips: &[(&str, &[&str])]) {
    for (trip, found) in trips {
        let places: Vec<(&str, &str)> = trip.split(" + ").map(|name| (name, "")).collect();
        assert_eq!(located("", &places), *found, "{trip}");
    }
}

#[test]
fn no_place_is_evidence_for_itself() {
    let (london, ontario) = ("London, United Kingdom", "London, Canada");
    let (toronto, hamilton) = ("Toronto, Canada", "Hamilton, Canada");
    let (houston, dallas) = ("Houston, United States", "Dallas, Texas, United States");
    assert_found(&[
        ("Toronto + Hamilton + London", &[toronto, hamilton, ontario]),
        (
            "London + London + Toronto + Hamilton",
            &[ontario, ontario, toronto, hamilton],
        ),
        (
            "Toronto + Niagara Falls + London",
            &[toronto, "Niagara Falls, Canada", ontario],
        ),
        (
            "Atlanta + Birmingham",
            &[
                "Atlanta, United States",
                "Birmingham, Alabama, United States",
            ],
        ),
        (
            "Boston + Cambridge",
            &["Boston, United States", "Cambridge, United States"],
        ),
        (
            "Houston + Dallas + Paris",
            &[houston, dallas, "Paris, United States"],
        ),
        ("London + Paris", &[london, "Paris, France"]),
        ("Paris + Rome", &["Paris, France", "Rome, Italy"]),
        ("Lisbon + Porto", &["Lisbon, Portugal", "Porto, Portugal"]),
        ("Boston + London", &["Boston, United States", london]),
        ("Paris", &["Paris, France"]),
        ("Sintra", &["Sintra, Portugal"]),
    ]);
}

#[test]
fn an_ordinary_word_is_a_known_place_in_the_country_of_the_trip() {
    let places = [("Bath", ""), ("Reading", ""), ("Museum", ""), ("York", "")];
    let found = located("England trip", &places);
    let [bath, reading, york] =
        ["Bath", "Reading", "York"].map(|name| format!("{name}, United Kingdom"));
    assert_eq!(found, [bath, reading, "-".to_owned(), york]);
    let found = located("France trip", &[("Orange", ""), ("Airport", "")]);
    assert_eq!(found, ["Orange, France", "-"]);
    assert_eq!(located("", &[("airport", "")]), ["-"]);
}

#[test]
fn a_city_is_meant_rather_than_its_region_of_that_name() {
    let trip = TripTexts {
        places: [("Faro", ""), ("Rossio", "38.71, -9.14")]
            .map(text_of)
            .to_vec(),
        ..TripTexts::default()
    };
    let found = BUILT_IN.locate(&trip);
    assert_eq!(found[0].as_ref().unwrap().kind, PlaceKind::City);
}

#[test]
fn far_from_the_trip_a_nearer_namesake_is_meant() {
    let (lisbon, porto) = ("Lisbon, Portugal", "Porto, Portugal");
    assert_found(&[
        ("Lisboa + Granada", &[lisbon, "Granada, Spain"]),
        (
            "Porto + Santiago",
            &[porto, "Santiago de Compostela, Spain"],
        ),
        (
            "Lisbon + Porto + Cambridge",
            &[lisbon, porto, "Cambridge, United Kingdom"],
        ),
        (
            "Los Angeles + Tokyo",
            &["Los Angeles, United States", "Tokyo, Japan"],
        ),
        (
            "Lisbon + New York",
            &[lisbon, "New York City, United States"],
        ),
        // Smaller places have these names in some language.
        (
            "Tokyo + Porto + Delhi",
            &["Tokyo, Japan", porto, "Delhi, India"],
        ),
        (
            "Rovaniemi + Luleå + Kiruna",
            &["Rovaniemi, Finland", "Luleå, Sweden", "Kiruna, Sweden"],
        ),
    ]);
    let places = [("Bergen", ""), ("Frankfurt", "")];
    assert_eq!(
        located("Norway 2027", &places),
        ["Bergen, Norway", "Frankfurt am Main, Germany"]
    );
    let qualified = |name| located("", &[("Lisbon, Portugal", ""), (name, "")]);
    assert_eq!(qualified("Granada"), [lisbon, "Granada, Spain"]);
    assert_eq!(
        qualified("Springfield"),
        [lisbon, "Springfield, Massachusetts, United States"]
    );
    assert_eq!(
        qualified("Springfield, Illinois"),
        [lisbon, "Springfield, Illinois, United States"]
    );
}

#[test]
fn what_is_known_is_evidence_and_has_no_result() {
    let known = PlaceText {
        name: "Hotel".to_owned(),
        known: Some(Coordinates {
            latitude: 43.65,
            longitude: -79.38,
        }),
        ..PlaceText::default()
    };
    let london = PlaceText {
        name: "London".to_owned(),
        ..PlaceText::default()
    };
    let places = vec![known, london];
    let found = BUILT_IN.locate(&TripTexts {
        places,
        ..TripTexts::default()
    });
    assert_eq!(found.len(), 2);
    assert!(found[0].is_none());
    assert_eq!(found[1].as_ref().unwrap().time_zone, "America/Toronto");
}

#[test]
fn bounds_the_time_for_huge_trips() {
    BUILT_IN.load();
    for unit in [
        "Lisbon and Porto, ",
        "東京都渋谷区",
        "San José ",
        "a b, ",
        "LIS → CPH ",
    ] {
        let text: String = unit.chars().cycle().take(2_000).collect();
        let place = PlaceText {
            name: text.clone(),
            location: text.clone(),
            known: None,
        };
        let trip = TripTexts {
            name: text.clone(),
            description: text,
            places: vec![place; 1_000],
        };
        let began = Instant::now();
        assert_eq!(BUILT_IN.locate(&trip).len(), 1_000);
        println!("{unit}: {:?}", began.elapsed());
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{unit}: {:?}",
            began.elapsed()
        );
    }
}
