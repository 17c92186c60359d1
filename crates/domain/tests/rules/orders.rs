//! Which items another file of the bookings of one order changes.

use std::sync::Arc;

use wayfare_domain::trip::import::{BookingChange, TripImport};
use wayfare_domain::trip::{Edit, ItineraryItem};
use wayfare_domain::{Date, Trip};

use crate::bookings::{FIRST, KEY, Said, counts, file};
use crate::fixture::{TripFixture, dates, short, written};

/// An event of the order of [`KEY`].
fn visit(name: &'static str, start: &'static str) -> Said {
    Said {
        name,
        start,
        end: "",
        ..FIRST
    }
}

/// The names of the items with their hours, by the latter.
fn visits(trip: &Trip) -> Vec<String> {
    let items = trip.itinerary.iter().map(|item| {
        let hour = item.typed.start.unwrap();
        format!("{hour} {}", item.destination.name)
    });
    let mut items: Vec<String> = items.collect();
    items.sort();
    items
}

#[test]
fn the_closest_booking_of_an_order_changes() {
    let louvre = visit("Louvre", "2026-05-02T10:00");
    let orsay = visit("Orsay", "2026-05-03T10:00");
    let train = |transport, start| Said {
        transport,
        ..visit("Train Paris – Lille", start)
    };
    for (present, said, expected) in [
        // Another name and another day: another booking.
        (
            vec![louvre.clone()],
            vec![visit("Eiffel Tower", "2026-05-03T12:00")],
            vec![
                "2026-05-02T10:00:00 Louvre",
                "2026-05-03T12:00:00 Eiffel Tower",
            ],
        ),
        // Another name alone, or another day alone.
        (
            vec![louvre.clone()],
            vec![visit("Eiffel Tower", "2026-05-02T12:00")],
            vec!["2026-05-02T12:00:00 Eiffel Tower"],
        ),
        (
            vec![louvre.clone()],
            vec![visit("LOUVRE", "2026-05-04T12:00")],
            vec!["2026-05-04T12:00:00 LOUVRE"],
        ),
        // Both of an order, in another order.
        (
            vec![louvre.clone(), orsay.clone()],
            vec![
                visit("Orsay", "2026-05-04T10:00"),
                visit("Louvre", "2026-05-03T10:00"),
            ],
            vec!["2026-05-03T10:00:00 Louvre", "2026-05-04T10:00:00 Orsay"],
        ),
        // The one that is left takes another name.
        (
            vec![louvre.clone(), orsay.clone()],
            vec![visit("Pompidou", "2026-05-03T11:00"), louvre.clone()],
            vec!["2026-05-02T10:00:00 Louvre", "2026-05-03T11:00:00 Pompidou"],
        ),
        // Several are as close.
        (
            vec![louvre.clone(), visit("Louvre", "2026-05-02T12:00")],
            vec![visit("Louvre", "2026-05-05T10:00")],
            vec![
                "2026-05-02T10:00:00 Louvre",
                "2026-05-02T12:00:00 Louvre",
                "2026-05-05T10:00:00 Louvre",
            ],
        ),
        // Trains of one name have numbers.
        (
            vec![train("6601", "2026-05-02T08:00")],
            vec![train("6677", "2026-05-05T08:00")],
            vec![
                "2026-05-02T08:00:00 Train Paris – Lille",
                "2026-05-05T08:00:00 Train Paris – Lille",
            ],
        ),
        (
            vec![train("6601", "2026-05-02T08:00")],
            vec![train("6601", "2026-05-05T08:00")],
            vec!["2026-05-05T08:00:00 Train Paris – Lille"],
        ),
    ] {
        let mut fixture = TripFixture::new();
        let dates = dates(Some(written("2026-05-01")), Some(written("2026-05-06")));
        fixture.assert_changes(dates);
        fixture.assert_changes(file(&present, &[]));
        fixture.assert_unchanged(file(&present, &[]));
        let edit = file(&said, &[]);
        fixture.assert_changes(edit.clone());
        assert_eq!(visits(&fixture.trip), expected);
        fixture.assert_unchanged(edit);
    }
}

#[test]
fn an_earlier_version_changes_nothing() {
    let version = |sequence, start| Said {
        key: "uid:visit",
        sequence,
        ..visit("Louvre", start)
    };
    let mut fixture = TripFixture::new();
    fixture.assert_changes(file(&[version(5, "2026-05-02T10:00")], &[]));
    fixture.assert_unchanged(file(&[version(1, "2026-05-02T09:00")], &[]));
    assert_eq!(visits(&fixture.trip), ["2026-05-02T10:00:00 Louvre"]);
    fixture.assert_changes(file(&[version(6, "2026-05-03T09:00")], &[]));
    assert_eq!(visits(&fixture.trip), ["2026-05-03T09:00:00 Louvre"]);
}

#[test]
fn a_cancelled_booking_is_one_of_its_order() {
    let mut fixture = TripFixture::new();
    let [louvre, orsay] = ["Louvre", "Orsay"].map(|name| visit(name, "2026-05-02T10:00"));
    let later = visit("Louvre", "2026-05-03T10:00");
    let cancelled = |name: &str, date: &str| {
        let Edit::Import(import) = file(&[], &[KEY]) else {
            unreachable!()
        };
        let mut import = TripImport::clone(&import);
        import.bookings[0].name = short(name);
        import.bookings[0].date = Date::parse(date).ok();
        Edit::Import(Arc::new(import))
    };
    let proposed = |fixture: &TripFixture, edit: Edit| {
        let changes = counts(&fixture.trip, &edit).changes.into_iter();
        let item = |change: BookingChange| fixture.trip.item(&change.item_id).unwrap().1.clone();
        let hour = |item: ItineraryItem| {
            format!("{} {}", item.destination.name, item.typed.start.unwrap())
        };
        changes.map(|change| hour(item(change))).collect::<Vec<_>>()
    };
    fixture.assert_changes(file(std::slice::from_ref(&louvre), &[]));
    assert_eq!(
        proposed(&fixture, cancelled("Orsay", "2026-05-03")),
        [""; 0]
    );
    let only = ["Louvre 2026-05-02T10:00:00"];
    assert_eq!(proposed(&fixture, cancelled("Orsay", "2026-05-02")), only);
    assert_eq!(proposed(&fixture, cancelled("Louvre", "2026-05-03")), only);
    fixture.assert_changes(file(&[louvre, orsay, later], &[]));
    assert_eq!(proposed(&fixture, cancelled("Louvre", "2026-05-02")), only);
    let both = ["Louvre 2026-05-02T10:00:00", "Louvre 2026-05-03T10:00:00"];
    assert_eq!(proposed(&fixture, cancelled("Louvre", "")), both);
}
