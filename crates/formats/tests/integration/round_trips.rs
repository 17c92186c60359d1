//! What an exported trip keeps when it is imported again.

use std::io::Cursor;
use std::sync::Arc;

use proptest::prelude::*;
use uuid::Uuid;
use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Destination, ItineraryItem};
use wayfare_domain::{Currency, Date, Instant, People, ShortText, Trip};
use wayfare_formats::{ArchiveHead, ArchiveWriter, Format, ImportedTrip, Limits, read, write};

use crate::files;

const FORMATS: [Format; 4] = [Format::Ics, Format::Gpx, Format::Kml, Format::GeoJson];

fn import(file: &[u8]) -> ImportedTrip {
    let mut next = 100;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let today = Date::from(Instant::EPOCH);
    read(Cursor::new(file), Limits::default(), today, &mut mint).unwrap()
}

fn export(trip: &Trip, format: Format) -> String {
    let names = People::default();
    let written = write(trip, &trip.member_names(&names), Currency::CAD, format).unwrap();
    String::from_utf8(written).unwrap()
}

/// A trip with an item for each name, on day 1.
fn trip(names: &[&str]) -> Trip {
    let folder: String = names
        .iter()
        .map(|name| format!("<Placemark><name>{name}</name></Placemark>"))
        .collect();
    let file = format!("<kml><Folder><name>Day 1</name>{folder}</Folder></kml>");
    files::trip(import(file.as_bytes()))
}

fn items(trip: &mut Trip) -> &mut Vec<ItineraryItem> {
    Arc::make_mut(&mut trip.itinerary)
}

fn text<const MAX: usize>(text: &str) -> wayfare_domain::Text<MAX> {
    wayfare_domain::Text::cut(text)
}

fn at(latitude: i64, longitude: i64) -> Option<Coordinates> {
    Coordinates::new(latitude.into(), longitude.into()).ok()
}

#[test]
fn set_ends_of_items_are_kept() {
    let mut trip = trip(&["Flight", "Paris to Lyon", "Train"]);
    let ends = [
        ("Tokyo", "Tokyo, Japan", at(35, 139)),
        ("Marseille", "", at(43, 5)),
        ("", "Lyon; France", at(45, 4)),
    ];
    for (item, (name, location, coordinates)) in items(&mut trip).iter_mut().zip(ends) {
        item.destination.coordinates = at(48, 2);
        item.ends.destination = Some(Destination {
            id: ShortText::cut("end"),
            name: text(name),
            location: text(location),
            description: text("Gate 5, \"B\"\nfloor 2"),
            coordinates,
            ..Destination::default()
        });
    }
    for format in FORMATS {
        let file = export(&trip, format);
        let again = files::trip(import(file.as_bytes()));
        for (item, before) in again.itinerary.iter().zip(trip.itinerary.iter()) {
            let end = item.ends.destination.as_ref();
            let end = end.unwrap_or_else(|| panic!("{format:?} {}", item.destination.name));
            let before = before.ends.destination.as_ref().unwrap();
            assert_eq!(end.location, before.location, "{format:?}");
            assert_eq!(end.description, before.description, "{format:?}");
            assert_eq!(end.coordinates, before.coordinates, "{format:?}");
            // The point of a route has a name.
            if format != Format::Gpx || !before.name.is_empty() {
                assert_eq!(end.name, before.name, "{format:?}");
            }
        }
        assert_eq!(events(&export(&again, format)), events(&file), "{format:?}");
    }
}

#[test]
fn places_keep_the_order_of_the_days() {
    let mut trip = trip(&["Last", "First", "Second", "Last"]);
    for (item, day) in items(&mut trip).iter_mut().zip([3, 1, 2, 1]) {
        item.destination.coordinates = at(48, day);
        item.day = Day::new(u32::try_from(day).unwrap()).unwrap();
    }
    for format in FORMATS {
        let file = export(&trip, format);
        let again = export(&files::trip(import(file.as_bytes())), format);
        assert_eq!(events(&again), events(&file), "{format:?}");
    }
}

#[test]
fn days_that_an_expense_dates_keep_their_dates() {
    let time = |text| Some(Instant::parse(text).unwrap());
    let mut trip = trip(&["Insurance", "Louvre", "Lyon"]);
    let day = |number| Day::new(number).unwrap();
    let items = items(&mut trip);
    items[0].kind = ItemKind::new("expense").unwrap();
    (items[0].day, items[0].start) = (day(5), time("2024-10-28T12:00:00Z"));
    let mut timed = trip.clone();
    let lyon = &mut Arc::make_mut(&mut timed.itinerary)[2];
    (lyon.day, lyon.start) = (day(3), time("2024-10-29T12:00:00Z"));
    let mut undated = trip.clone();
    Arc::make_mut(&mut undated.itinerary)[0].start = None;
    for (trip, louvre, start) in [
        (&trip, "2024-10-24", Some("2024-10-24T00:00:00Z")),
        // An expense dates no day that another item dates.
        (&timed, "2024-10-27", None),
        (&undated, "1970-01-01", None),
    ] {
        for format in [Format::Ics, Format::Kml] {
            let file = export(trip, format);
            let again = files::trip(import(file.as_bytes()));
            assert_eq!(again.date_of(day(1)).to_string(), louvre, "{format:?}");
            let set = again.plan.dates.start.map(|start| start.at.to_string());
            assert_eq!(set.as_deref(), start, "{format:?}");
        }
    }
}

#[test]
fn located_items_without_a_name_keep_none() {
    let mut trip = trip(&["Lunch"]);
    let place = &mut items(&mut trip)[0].destination;
    (place.name, place.coordinates) = (ShortText::EMPTY, at(10, 20));
    for format in FORMATS {
        let file = export(&trip, format);
        let again = files::trip(import(file.as_bytes()));
        let place = &again.itinerary[0].destination;
        assert_eq!((&*place.name, place.coordinates), ("", at(10, 20)));
        assert_eq!(again.plan.destinations, [], "{format:?}");
    }
}

#[test]
fn archives_keep_empty_destinations() {
    let mut trip = trip(&["A"]);
    let empty = Destination {
        id: ShortText::cut("empty"),
        ..Destination::default()
    };
    trip.plan.destinations = vec![empty];
    let people = People::default();
    let names = trip.member_names(&people);
    let head = ArchiveHead::new(&trip, &people, &names, Currency::CAD, |_| None).unwrap();
    let archive = ArchiveWriter::new(&head).unwrap().finish().unwrap();
    let again = files::trip(import(&archive));
    assert_eq!(again.plan.destinations, trip.plan.destinations);
}

proptest! {
    #[test]
    fn trips_without_dates_are_exported_as_they_were_imported(
        days in prop::collection::vec(
            (1..4_u32, prop::option::of(0..100_i64), prop::bool::weighted(0.2)), 1..6
        ),
    ) {
        let names = ["A", "B", "C", "D", "E"];
        let mut trip = trip(&names[..days.len()]);
        for (item, (day, hours, is_expense)) in items(&mut trip).iter_mut().zip(days) {
            item.day = Day::new(day).unwrap();
            item.start = hours.map(
                |hours| Instant::EPOCH.plus_days(20_000).plus_millis(hours * 3_600_000)
            );
            if is_expense {
                item.kind = ItemKind::new("expense").unwrap();
            }
        }
        let shown = trip.shown_items().next().is_some();
        for format in FORMATS {
            let file = export(&trip, format);
            let again = files::trip(import(file.as_bytes()));
            let second = export(&again, format);
            prop_assert_eq!(events(&second), events(&file), "{:?}", format);
            if !trip.itinerary.iter().any(|item| item.start.is_some()) || !shown {
                prop_assert_eq!(again.plan.dates, trip.plan.dates, "{:?}", format);
            }
        }
    }
}

/// A file without what is of its time and version.
fn events(file: &str) -> Vec<&str> {
    let lines = file.lines();
    lines
        .filter(|line| !line.starts_with("UID") && !line.trim_start().starts_with("<time>"))
        .collect()
}
