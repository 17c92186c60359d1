//! The ends in the names of travel, in several languages.

use wayfare_domain::trip::place::{Coordinates, PlaceMatch, PlaceQuery, Precision};

use crate::fixture::{TripFixture, dec, items, short, travel};

/// Knows every place.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a gazetteer")]
fn anywhere(query: &PlaceQuery) -> Option<PlaceMatch> {
    Some(PlaceMatch {
        location: query.name.clone(),
        description: short(""),
        coordinates: Coordinates::new(dec("1"), dec("1")).unwrap(),
        precision: Precision::Town,
        time_zone: None,
        is_pinned: false,
    })
}

#[test]
fn travel_has_two_ends_in_other_languages() {
    for (name, start, end) in [
        ("羽田 (HND) → パリ (CDG)", "羽田 (HND)", "パリ (CDG)"),
        ("JAL045 羽田→パリ", "羽田", "パリ"),
        ("HND→CDG", "HND", "CDG"),
        ("AF276 : CDG-NRT", "CDG", "NRT"),
        ("AF276: CDG–NRT", "CDG", "NRT"),
        ("東京からパリへ", "東京", "パリ"),
        ("東京から京都まで新幹線", "東京", "京都"),
        ("東京〜京都", "東京", "京都"),
        ("Vol de Paris à New York", "Paris", "New York"),
        ("Vol d’Athènes à Nice", "Athènes", "Nice"),
        ("Vuelo de Madrid a Cancún", "Madrid", "Cancún"),
        ("Vuelo de A Coruña a Madrid", "A Coruña", "Madrid"),
        (
            "Voo de Lisboa para o Rio de Janeiro",
            "Lisboa",
            "Rio de Janeiro",
        ),
        ("Volo da Roma a Milano", "Roma", "Milano"),
        ("Flug von Berlin nach Rom", "Berlin", "Rom"),
        ("Vol Paris–Séville", "Paris", "Séville"),
        ("Flug München nach Rom", "München", "Rom"),
        ("Vol Paris vers Rome", "Paris", "Rome"),
        ("Vuelo Madrid a Roma", "Madrid", "Roma"),
        ("Voo Lisboa para o Porto", "Lisboa", "Porto"),
        ("SYD–SIN–LHR", "SYD", "LHR"),
        ("Flight DOH/LHR", "DOH", "LHR"),
        ("KLM AMS–CPT", "KLM AMS", "CPT"),
    ] {
        let mut fixture = TripFixture::new();
        fixture.places = anywhere;
        fixture.assert_changes(items(vec![travel(name)]));
        let item = &fixture.trip.itinerary[0];
        let found = item.end_destination().map(|end| &*end.name);
        assert_eq!((item.start_name(), found), (start, Some(end)), "{name}");
    }
    for name in [
        "Train de nuit à Vienne",
        "Train de Paris à 10h",
        "Taxi Gare de Lyon à Orly",
        "Bus Mon–Fri",
        "Ferry 10:00–12:30",
        "Vol Paris-Montréal",
        "Zug Baden-Baden",
        "Reise nach Rom",
        "München nach Rom",
        "Bus Mon-Fri",
        "Train TGV-Lyria",
    ] {
        let mut fixture = TripFixture::new();
        fixture.places = anywhere;
        fixture.assert_changes(items(vec![travel(name)]));
        assert_eq!(fixture.trip.itinerary[0].end_destination(), None, "{name}");
    }
}
