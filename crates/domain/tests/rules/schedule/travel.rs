//! The two ends of travel, the zones of items, and pins.

mod hours;
mod typed_hours;

use wayfare_domain::Instant;
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::edit::items::Pin;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::place::{
    Coordinates, PlaceMatch, PlaceQuery, Point, Precision, ZoneName,
};
use wayfare_domain::trip::{Edit, EndsDraft, ItemPatch, ItineraryPatch};

use crate::fixture::{TripFixture, dec, items, short, stay, travel};

fn zone(name: &str) -> ZoneName {
    ZoneName::new(name).unwrap()
}

/// Knows a few cities by their names or airports.
fn cities(query: &PlaceQuery) -> Option<PlaceMatch> {
    let (latitude, time_zone) = match &*query.name {
        "Lisbon" | "LIS" => ("38.7", "Europe/Lisbon"),
        "Copenhagen" | "CPH" => ("55.6", "Europe/Copenhagen"),
        "Tokyo" => ("35.7", "Asia/Tokyo"),
        "New York" => ("40.7", "America/New_York"),
        _ => return None,
    };
    Some(PlaceMatch {
        location: short(&format!("{}, Earth", query.name)),
        description: short("A city"),
        coordinates: Coordinates::new(dec(latitude), dec("1")).unwrap(),
        precision: Precision::Town,
        time_zone: Some(zone(time_zone)),
        is_pinned: false,
    })
}

fn with_cities() -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.places = cities;
    fixture
}

fn at(text: &str) -> Option<Instant> {
    Some(Instant::parse(&format!("2026-05-{text}:00Z")).unwrap())
}

fn in_city(name: &str) -> ItemDraft {
    ItemDraft {
        destination: DestinationDraft {
            name: Some(short(name)),
            ..DestinationDraft::default()
        },
        ..stay()
    }
}

fn edit(itinerary: ItineraryPatch) -> Edit {
    Edit::Items(itinerary)
}

/// An edit as pages make it.
fn typed(itinerary: ItineraryPatch) -> Vec<Edit> {
    vec![Edit::LocalTimes(None), edit(itinerary)]
}

/// The names of the zones of all items: start and end.
fn zones(fixture: &TripFixture) -> Vec<(&str, &str)> {
    let name = |zone: Option<&ZoneName>| match zone.map(ZoneName::as_str) {
        Some("Europe/Lisbon") => "Lisbon",
        Some("Europe/Copenhagen") => "Copenhagen",
        Some("Asia/Tokyo") => "Tokyo",
        Some("America/New_York") => "New York",
        Some(other) => panic!("{other}"),
        None => "",
    };
    let zones = fixture.trip.item_zones().into_iter();
    zones
        .map(|zones| (name(zones.start), name(zones.end)))
        .collect()
}

fn times(fixture: &TripFixture, place: usize) -> [Option<String>; 2] {
    let item = &fixture.trip.itinerary[place];
    [item.start, item.end].map(|at| at.map(|at| at.to_string()[8..16].to_owned()))
}

#[test]
fn what_lasts_until_a_day_comes_before_its_items() {
    let on = |day: u32, [start, end]: [Option<Instant>; 2], draft: ItemDraft| ItemDraft {
        day: Day::new(day).unwrap(),
        start,
        end,
        ..draft
    };
    let flight = [at("01T08:00"), at("02T00:30")];
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![
        on(1, flight, travel("Lisbon – Tokyo")),
        on(2, [None; 2], in_city("a bath")),
        on(2, [at("02T14:00"), at("05T09:00")], in_city("Copenhagen")),
        on(3, [None; 2], in_city("a walk")),
        on(5, [None; 2], in_city("breakfast")),
        on(6, [None; 2], in_city("dinner")),
    ]));
    let starts: Vec<&str> = zones(&fixture).iter().map(|zones| zones.0).collect();
    let expected = [&["Lisbon", "Tokyo"][..], &["Copenhagen"; 3], &["Lisbon"]];
    assert_eq!(starts, expected.concat());
}

#[test]
fn travel_has_two_ends() {
    let names = [
        "LIS – CPH",
        "LIS → CPH",
        "Lisbon to Copenhagen",
        "Train from Lisbon to Copenhagen",
        "Flight LIS - CPH",
        "TP123 LIS → CPH",
        "Flight TP 1234: LIS – CPH",
        "From Lisbon to Copenhagen by train",
        "Zug Lisbon to Tokyo",
        "Copenhagen",
        "Drive to Copenhagen",
        "Lisbon to Atlantis",
        "From Lisbon to Copenhagen",
        "Train From Lisbon To Tokyo",
        "İstanbul ferry FROM Lisbon TO Tokyo",
    ];
    let mut fixture = with_cities();
    fixture.assert_changes(items(names.map(travel).to_vec()));
    let ends = fixture.trip.itinerary.iter().map(|item| {
        let end = item.end_destination();
        (
            item.destination.coordinates.is_some(),
            end.map_or("", |end| &*end.name),
        )
    });
    let expected = [
        (true, "CPH"),
        (true, "CPH"),
        (true, "Copenhagen"),
        (true, "Copenhagen"),
        (true, "CPH"),
        (true, "CPH"),
        (true, "CPH"),
        (true, "Copenhagen"),
        (true, "Tokyo"),
        (true, ""),
        (false, "Copenhagen"),
        (true, ""),
        (true, "Copenhagen"),
        (true, "Tokyo"),
        (true, "Tokyo"),
    ];
    assert!(ends.eq(expected));
    assert_eq!(fixture.trip.itinerary[14].start_name(), "Lisbon");
    let place = |place: usize| &fixture.trip.itinerary[place].destination;
    assert_eq!(&*place(2).description, "", "of one end only");
    assert_eq!(&*place(9).description, "A city");
    fixture.assert_changes(items(vec![in_city("Lisbon to Copenhagen")]));
    assert_eq!(
        fixture.trip.itinerary[0].end_destination(),
        None,
        "a stay has one place"
    );
}

#[test]
fn an_items_zone_is_that_of_its_place_else_of_its_neighbours() {
    let mut fixture = with_cities();
    let nowhere = || in_city("Dinner");
    let on_day = |day, draft| ItemDraft {
        day: Day::new(day).unwrap(),
        ..draft
    };
    fixture.assert_changes(items(vec![nowhere()]));
    assert_eq!(zones(&fixture), [("", "")]);
    fixture.assert_changes(Edit::TimeZone(Some(zone("Asia/Tokyo"))));
    assert_eq!(zones(&fixture), [("Tokyo", "Tokyo")]);
    fixture.assert_changes(items(vec![
        nowhere(),
        travel("LIS – CPH"),
        nowhere(),
        on_day(2, nowhere()),
        on_day(3, nowhere()),
        on_day(3, in_city("New York")),
    ]));
    let expected = [
        ("Lisbon", "Lisbon"),
        ("Lisbon", "Copenhagen"),
        ("Copenhagen", "Copenhagen"),
        ("Lisbon", "Lisbon"),
        ("New York", "New York"),
        ("New York", "New York"),
    ];
    assert_eq!(zones(&fixture), expected);
    let set = ItemDraft {
        ends: EndsDraft {
            time_zone: Some(Some(zone("Asia/Tokyo"))),
            end_time_zone: Some(Some(zone("America/New_York"))),
            destination: None,
        },
        ..travel("LIS – CPH")
    };
    fixture.assert_changes(items(vec![set]));
    assert_eq!(zones(&fixture), [("Tokyo", "New York")]);
}

#[test]
fn zones_and_ends_that_follow_set_nothing_when_sent_back() {
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![travel("LIS – CPH")]));
    let id = fixture.trip.itinerary[0].id.clone();
    let ends = |start: &str, end: &str, to: &str| EndsDraft {
        time_zone: Some(Some(zone(start))),
        end_time_zone: Some(Some(zone(end))),
        destination: Some(Some(DestinationDraft {
            name: Some(short(to)),
            location: Some(short(&format!("{to}, Earth"))),
            ..DestinationDraft::default()
        })),
    };
    let change = |ends: EndsDraft| {
        let patch = ItemPatch {
            ends,
            ..ItemPatch::default()
        };
        edit(ItineraryPatch::Change(id.clone(), Box::new(patch)))
    };
    fixture.assert_unchanged(change(ends("Europe/Lisbon", "Europe/Copenhagen", "CPH")));
    fixture.assert_changes(change(ends("Asia/Tokyo", "Europe/Copenhagen", "New York")));
    assert_eq!(zones(&fixture), [("Tokyo", "New York")]);
    let again = ItemDraft {
        id: Some(id.clone()),
        day: Day::new(2).unwrap(),
        ..travel("LIS – CPH")
    };
    fixture.assert_changes(items(vec![again]));
    assert_eq!(
        zones(&fixture),
        [("Tokyo", "New York")],
        "left out, they stay"
    );
    fixture.assert_changes(change(EndsDraft {
        time_zone: Some(None),
        end_time_zone: None,
        destination: Some(None),
    }));
    assert_eq!(zones(&fixture), [("Lisbon", "Copenhagen")]);
    let of_trip = Edit::TimeZone(Some(zone("Europe/Lisbon")));
    fixture.assert_unchanged(of_trip);
}

fn exactly(latitude: &str) -> Point {
    Point {
        coordinates: Coordinates::new(dec(latitude), dec("20")).unwrap(),
        precision: Precision::Exact,
    }
}

#[test]
fn a_pin_stays_through_renames_until_it_is_removed() {
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![in_city("Lisbon")]));
    let id = fixture.trip.itinerary[0].id.clone();
    let pin = Pin {
        point: exactly("10"),
        name: Some(short("Café")),
        location: None,
    };
    let pin = edit(ItineraryPatch::Pin(id.clone(), Some(pin)));
    fixture.assert_changes(pin.clone());
    fixture.assert_unchanged(pin);
    let is_pinned = |fixture: &TripFixture, name: &str| {
        let place = &fixture.trip.itinerary[0].destination;
        assert_eq!(&*place.name, name);
        place.coordinates.unwrap().latitude() == dec("10")
    };
    assert!(is_pinned(&fixture, "Café"));
    fixture.assert_changes(items(vec![ItemDraft {
        id: Some(id.clone()),
        ..in_city("Tokyo")
    }]));
    assert!(is_pinned(&fixture, "Tokyo"));
    fixture.assert_changes(edit(ItineraryPatch::Pin(id.clone(), None)));
    assert!(!is_pinned(&fixture, "Tokyo"));
    assert_eq!(zones(&fixture), [("Tokyo", "Tokyo")]);
    fixture.assert_unchanged(edit(ItineraryPatch::Pin(id, None)));
}

#[test]
fn a_draft_pins_its_place_and_removes_the_pin() {
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![in_city("Lisbon")]));
    let id = fixture.trip.itinerary[0].id.clone();
    let change = |name: &str, pin| {
        let destination = DestinationDraft {
            name: Some(short(name)),
            pin: Some(pin),
            ..DestinationDraft::default()
        };
        let patch = ItemPatch {
            destination: Some(destination),
            ..ItemPatch::default()
        };
        edit(ItineraryPatch::Change(id.clone(), Box::new(patch)))
    };
    for (name, latitude) in [("Lisbon", "10"), ("Café", "11")] {
        let at = exactly(latitude);
        fixture.assert_changes(change(name, Some(at)));
        fixture.assert_unchanged(change(name, Some(at)));
        let place = &fixture.trip.itinerary[0].destination;
        let is_there = place.coordinates == Some(at.coordinates);
        assert!(place.is_pinned && is_there, "{name}");
        assert_eq!(place.precision(), Some(Precision::Exact), "{name}");
    }
    fixture.assert_changes(change("Tokyo", None));
    assert!(!fixture.trip.itinerary[0].destination.is_pinned);
    assert_eq!(zones(&fixture), [("Tokyo", "Tokyo")]);
}
