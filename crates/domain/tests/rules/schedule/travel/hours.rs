//! The hours of items: typed in the zones of places, and kept when these change.

use wayfare_domain::trip::edit::{ClockPatch, TypedEnd};
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::place::PlaceQuery;
use wayfare_domain::trip::{Edit, ItemMove, ItemPatch, ItineraryPatch};

use super::{at, cities, edit, in_city, times, typed, with_cities};
use crate::fixture::{dec, items, same_hour, short, stay_of, travel};

#[test]
fn hours_that_were_typed_hold_in_the_zones_of_the_place() {
    let mut fixture = with_cities();
    let flight = ItemDraft {
        start: at("01T10:00"),
        end: at("01T09:00"),
        ..travel("Tokyo – New York")
    };
    fixture.assert_changes(typed(ItineraryPatch::Add(Box::new(flight.clone()))));
    let expected = [Some("01T01:00".to_owned()), Some("01T13:00".to_owned())];
    assert_eq!(times(&fixture, 0), expected);
    assert_eq!(fixture.trip.itinerary[0].duration.value(), dec("43200"));
    let too_early = ItemDraft {
        end: at("01T08:00"),
        ..flight
    };
    let refused = ItemDraft {
        destination: in_city("Tokyo").destination,
        ..too_early
    };
    let refused = fixture.violations(typed(ItineraryPatch::Add(Box::new(refused))));
    assert_eq!(refused, ["/end"]);
}

#[test]
fn an_end_without_a_date_is_the_next_such_hour() {
    let landing = |name: &str, start: &str, end: &str| {
        let mut fixture = with_cities();
        let flight = ItemDraft {
            start: at(start),
            end: at(end),
            ..travel(name)
        };
        fixture.assert_changes([
            Edit::LocalTimes(Some(TypedEnd::Next)),
            Edit::Items(ItineraryPatch::Add(Box::new(flight))),
        ]);
        let [_, end] = times(&fixture, 0);
        (end.unwrap(), fixture.trip.itinerary[0].duration.value())
    };
    // By the clocks, it lands before it departs, on the same day.
    let expected = ("01T13:00".to_owned(), dec("43200"));
    assert_eq!(
        landing("Tokyo – New York", "01T10:00", "02T09:00"),
        expected
    );
    let expected = ("02T11:00".to_owned(), dec("43200"));
    assert_eq!(
        landing("New York – Tokyo", "01T19:00", "01T20:00"),
        expected
    );
    let expected = ("01T10:00".to_owned(), dec("3600"));
    assert_eq!(landing("LIS – Atlantis", "01T10:00", "01T11:00"), expected);
    let expected = ("02T01:00".to_owned(), dec("10800"));
    assert_eq!(landing("A night out", "01T22:00", "01T01:00"), expected);
}

#[test]
fn a_length_counts_from_the_start_whatever_the_zones() {
    let mut fixture = with_cities();
    let flight = ItemDraft {
        start: at("01T10:00"),
        end: at("01T13:00"),
        ..travel("LIS – CPH")
    };
    let length = |itinerary| {
        [
            Edit::LocalTimes(Some(TypedEnd::After(180))),
            Edit::Items(itinerary),
        ]
    };
    fixture.assert_changes(length(ItineraryPatch::Add(Box::new(flight))));
    let expected = [Some("01T09:00".to_owned()), Some("01T12:00".to_owned())];
    assert_eq!(times(&fixture, 0), expected);
    assert_eq!(fixture.trip.itinerary[0].duration.value(), dec("10800"));
    let id = fixture.trip.itinerary[0].id.clone();
    let later = ItemPatch {
        start: at("01T11:00"),
        ..ItemPatch::default()
    };
    let later = ItineraryPatch::Change(id, Box::new(later));
    fixture.assert_changes(length(later));
    let expected = [Some("01T11:00".to_owned()), Some("01T14:00".to_owned())];
    assert_eq!(times(&fixture, 0), expected);
}

#[test]
fn items_keep_their_hours_when_their_zone_changes() {
    let mut fixture = with_cities();
    let lunch = ItemDraft {
        start: at("01T11:45"),
        ..stay_of("lunch")
    };
    let hotel = ItemDraft {
        id: Some(short("hotel")),
        start: at("01T15:00"),
        ..in_city("Lisbon")
    };
    fixture.assert_changes(items(vec![hotel, lunch]));
    let rename = |to: &str| {
        let patch = ItemPatch {
            destination: Some(in_city(to).destination),
            ..ItemPatch::default()
        };
        ItineraryPatch::Change(short("hotel"), Box::new(patch))
    };
    fixture.assert_changes(typed(rename("Tokyo")));
    assert_eq!(
        times(&fixture, 0)[0].as_deref(),
        Some("01T07:00"),
        "16:00 there"
    );
    assert_eq!(
        times(&fixture, 1)[0].as_deref(),
        Some("01T03:45"),
        "12:45, as before"
    );
    fixture.assert_changes(edit(rename("Lisbon")));
    assert_eq!(
        times(&fixture, 0)[0].as_deref(),
        Some("01T07:00"),
        "clients send instants"
    );
    let to = ItemMove {
        day: Day::new(3).unwrap(),
        index: None,
    };
    fixture.assert_changes(typed(ItineraryPatch::Move(short("lunch"), to)));
    assert_eq!(times(&fixture, 1)[0].as_deref(), Some("03T03:45"));
}

#[test]
fn an_item_that_clients_move_keeps_its_hour_and_others_their_instants() {
    let mut fixture = with_cities();
    let days =
        [("01T09:00", 1, "Lisbon"), ("02T01:00", 2, "Tokyo")].map(|(start, day, city)| ItemDraft {
            start: at(start),
            day: Day::new(day).unwrap(),
            ..in_city(city)
        });
    let [first, second] = days;
    let lunch = ItemDraft {
        id: Some(short("lunch")),
        start: at("01T11:45"),
        ..stay_of("lunch")
    };
    fixture.assert_changes(items(vec![first, lunch, second]));
    let to = ItemMove {
        day: Day::new(2).unwrap(),
        index: None,
    };
    fixture.assert_changes(edit(ItineraryPatch::Move(short("lunch"), to)));
    let starts = [0, 1, 2].map(|place| times(&fixture, place)[0].clone().unwrap());
    // 12:45 in Lisbon, then in Tokyo.
    assert_eq!(starts, ["01T09:00", "02T01:00", "02T03:45"]);
}

#[test]
fn places_that_are_found_later_change_no_edited_version() {
    let mut fixture = with_cities();
    fixture.places = |_| None;
    fixture.assert_changes(items(vec![ItemDraft {
        start: at("01T10:00"),
        ..in_city("Tokyo")
    }]));
    let before = fixture.trip.clone();
    let answers = |query: &PlaceQuery| Some(cities(query));
    let clocks = ClockPatch::keeping_hours(true);
    fixture.trip = before.relocate(&answers, &clocks, &same_hour).unwrap();
    assert_eq!(times(&fixture, 0)[0].as_deref(), Some("01T01:00"));
    assert_eq!(fixture.trip.version, before.version + 1);
    assert_eq!(fixture.trip.edited_version(), before.version);
    assert_eq!(fixture.trip.updated_at, before.updated_at);
    assert_eq!(fixture.trip.relocate(&answers, &clocks, &same_hour), None);
    fixture.assert_changes(Edit::Todo(vec![short("pack")]));
    assert_eq!(fixture.trip.edited_version(), fixture.trip.version);
}
