//! The built-in gazetteer: properties of places, and robustness against any text.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use wayfare_bounds::Client;
use wayfare_gazetteer::{BuiltIn, Candidate, Gazetteer, PlaceKind, Query};

pub(crate) static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(BuiltIn::new);

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
fn vietnam_has_one_zone() {
    for city in ["Hanoi", "Haiphong", "Ho Chi Minh City"] {
        assert_eq!(text(city).unwrap().place.time_zone, "Asia/Ho_Chi_Minh");
    }
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
        prop::sample::select(
            vec![
                "Lisbon", "in", "東京", "New", "York", "(", ")", ",", "→", "'s", "Nice", "۲۰۲۶",
                "القاهرة", "서울에서", "ไป", "&", "Portugal", "\u{301}", "."
            ]
        ),
        0..40,
    )) {
        let text = words.join(if words.len() % 2 == 0 { " " } else { "" });
        let found = BUILT_IN.look_up(Query::Text(&text), 10);
        let again = BUILT_IN.look_up(Query::Text(&text), 10);
        prop_assert_eq!(found, again);
    }
}
