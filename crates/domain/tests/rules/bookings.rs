//! What another file of a booking changes of the item that was made of it.

use std::sync::Arc;

use wayfare_domain::trip::import::{
    BookingChange, FileDays, ImportCounts, ImportedBooking, ImportedContent, TripImport,
};
use wayfare_domain::trip::itinerary::{Confirmation, Day};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{
    Booking, BookingField, DayShift, Edit, ItemPatch, ItineraryItem, ItineraryPatch, LocalTime,
    Plan, TripMap,
};
use wayfare_domain::{Currency, Description, Name, Trip, TripId, Uuid};

use crate::fixture::{
    ADA, TripFixture, at, dates, items, place, same_hour, short, signed, stay_of, written,
};

pub(crate) const KEY: &str = "booking|hotel|ABC123";

/// What a file says of a booking.
#[derive(Clone)]
pub(crate) struct Said {
    pub(crate) name: &'static str,
    pub(crate) location: &'static str,
    pub(crate) description: &'static str,
    pub(crate) start: &'static str,
    pub(crate) end: &'static str,
    pub(crate) zone: Option<&'static str>,
    pub(crate) price: Option<&'static str>,
    pub(crate) key: &'static str,
    pub(crate) transport: &'static str,
    pub(crate) sequence: u64,
}

pub(crate) const FIRST: Said = Said {
    name: "Hotel Ria",
    location: "",
    description: "Room 5",
    start: "2026-05-02T15:00",
    end: "2026-05-03T10:00",
    zone: Some("Europe/Lisbon"),
    price: Some("120"),
    key: KEY,
    transport: "",
    sequence: 0,
};

/// A file of bookings, and of cancelled ones.
pub(crate) fn file(said: &[Said], cancelled: &[&str]) -> Edit {
    let said: Vec<_> = said.iter().map(|said| (said.clone(), 1)).collect();
    file_on(&said, cancelled)
}

/// The same, with the days of the file.
fn file_on(said: &[(Said, u32)], cancelled: &[&str]) -> Edit {
    let mut source = TripFixture::new();
    let drafts = said.iter().enumerate().map(|(number, (said, day))| {
        let mut draft = stay_of(&format!("imported-{number}"));
        draft.day = Day::new(*day).unwrap();
        draft.destination = place(said.name, said.location);
        draft.destination.description = Some(short(said.description));
        draft
    });
    source.apply(items(drafts.collect())).unwrap();
    let mut itinerary = source.trip.itinerary.to_vec();
    for (item, (said, _)) in itinerary.iter_mut().zip(said) {
        let hour = |text: &str| (!text.is_empty()).then(|| LocalTime::parse(text).unwrap());
        (item.typed.start, item.typed.end) = (hour(said.start), hour(said.end));
        item.start = item.typed.start.map(LocalTime::as_if_utc);
        item.end = item.typed.end.map(LocalTime::as_if_utc);
        item.ends.time_zone = said.zone.map(|zone| ZoneName::new(zone).unwrap());
        item.confirmation = Confirmation::new("ABC123").unwrap();
        item.budget.total = said.price.map(signed);
        item.budget.currency = said.price.map(|_| Currency::CAD);
    }
    let kept = itinerary
        .iter()
        .zip(said)
        .map(|(item, (said, _))| ImportedBooking {
            key: short(said.key),
            item_id: Some(item.id.clone()),
            transport: short(said.transport),
            sequence: said.sequence,
            ..ImportedBooking::default()
        });
    let gone = cancelled.iter().map(|key| ImportedBooking {
        key: short(key),
        name: short("Hotel Ria"),
        ..ImportedBooking::default()
    });
    let content = ImportedContent {
        name: Name::new("Bookings").unwrap(),
        description: Description::EMPTY,
        plan: Plan::default(),
        base_currency: None,
        rates: Vec::new(),
        bookings: kept.chain(gone).collect(),
        itinerary,
        map: TripMap::default(),
        days: FileDays::Times,
        payments: None,
        files: Vec::new(),
    };
    let id = TripId(Uuid::from_u128(7));
    let import = source.in_context(ADA, |_, context| Trip::import(id, content, context));
    Edit::Import(Arc::new(import.unwrap()))
}

pub(crate) fn counts(trip: &Trip, edit: &Edit) -> ImportCounts {
    let Edit::Import(import) = edit else {
        panic!("{edit:?}")
    };
    trip.count_import(import, &same_hour)
}

/// What a file changes of the only item, as its preview says.
fn only_change(trip: &Trip, edit: &Edit) -> BookingChange {
    let counts = counts(trip, edit);
    let [change] = &counts.changes[..] else {
        panic!("{counts:?}")
    };
    assert_eq!(counts.known_items, 0);
    change.clone()
}

/// A trip of the first days of May with the item of the first file.
fn booked() -> (TripFixture, ItineraryItem) {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dates(
        Some(written("2026-05-01")),
        Some(written("2026-05-06")),
    ));
    fixture.assert_changes(file(&[FIRST], &[]));
    let item = fixture.trip.itinerary[0].clone();
    assert_eq!(item.day, Day::new(2).unwrap());
    assert_eq!(item.start, Some(at("2026-05-02T14:00:00Z")));
    (fixture, item)
}

fn patch(fixture: &TripFixture, patch: ItemPatch) -> Edit {
    let id = fixture.trip.itinerary[0].id.clone();
    Edit::Items(ItineraryPatch::Change(id, Box::new(patch)))
}

fn renamed(description: &str) -> ItemPatch {
    let mut patch = ItemPatch {
        destination: Some(Default::default()),
        ..ItemPatch::default()
    };
    if let Some(draft) = &mut patch.destination {
        draft.description = Some(short(description));
    }
    patch
}

#[test]
fn the_same_file_again_changes_nothing() {
    let (mut fixture, _) = booked();
    fixture.assert_unchanged(file(&[FIRST], &[]));
    let known = counts(&fixture.trip, &file(&[FIRST], &[]));
    assert_eq!((known.known_items, known.changes), (1, Vec::new()));
    // Nor after a person has changed something.
    let edit = patch(&fixture, renamed("Sea view"));
    fixture.assert_changes(edit);
    fixture.assert_unchanged(file(&[FIRST], &[]));
}

#[test]
fn another_hour_of_the_same_booking_moves_its_item() {
    let (mut fixture, before) = booked();
    let later = Said {
        start: "2026-05-04T16:30",
        end: "2026-05-05T10:00",
        price: Some("130"),
        ..FIRST
    };
    let edit = file(&[later], &[]);
    let change = only_change(&fixture.trip, &edit);
    use BookingField::{Cost, End, Start};
    assert_eq!(change.item_id, before.id);
    assert_eq!(change.name, "Hotel Ria");
    assert_eq!(change.fields.changed, [Start, End, Cost]);
    assert_eq!(change.fields.kept, []);

    fixture.assert_changes(edit.clone());
    let [item] = &fixture.trip.itinerary[..] else {
        panic!("{:?}", fixture.trip.itinerary)
    };
    assert_eq!((&item.id, item.day), (&before.id, Day::new(4).unwrap()));
    assert_eq!(item.start, Some(at("2026-05-04T15:30:00Z")));
    assert_eq!(item.end, Some(at("2026-05-05T09:00:00Z")));
    let typed = LocalTime::parse("2026-05-04T16:30").ok();
    assert_eq!(item.typed.start, typed);
    assert_eq!(item.budget.total, Some(signed("130")));
    fixture.assert_unchanged(edit);
}

#[test]
fn an_end_before_the_start_that_stays_is_left_out() {
    let (mut fixture, _) = booked();
    let edit = patch(
        &fixture,
        ItemPatch {
            start: Some(at("2026-05-02T20:00:00Z")),
            ..ItemPatch::default()
        },
    );
    fixture.assert_changes(edit);
    let earlier = Said {
        start: "2026-05-02T12:00",
        end: "2026-05-02T14:00",
        ..FIRST
    };
    let edit = file(&[earlier], &[]);
    let change = only_change(&fixture.trip, &edit);
    assert_eq!(change.fields.changed, []);
    assert_eq!(change.fields.kept, [BookingField::Start, BookingField::End]);
    fixture.assert_changes(edit);
    let item = &fixture.trip.itinerary[0];
    assert_eq!(item.start, Some(at("2026-05-02T20:00:00Z")));
    assert_eq!(item.end, Some(at("2026-05-03T09:00:00Z")));
}

#[test]
fn what_a_person_has_changed_stays() {
    let (mut fixture, before) = booked();
    let mut edited = renamed("Sea view");
    edited.day = Day::new(5).ok();
    let edit = patch(&fixture, edited);
    fixture.assert_changes(edit);
    let other = Said {
        name: "Hotel Ria Formosa",
        description: "Room 7",
        start: "2026-05-02T16:00",
        ..FIRST
    };
    let edit = file(&[other], &[]);
    let change = only_change(&fixture.trip, &edit);
    use BookingField::{Description, Name, Start};
    assert_eq!(change.fields.changed, [Name, Start]);
    assert_eq!(change.fields.kept, [Description]);
    fixture.assert_changes(edit.clone());
    let item = &fixture.trip.itinerary[0];
    assert_eq!(&*item.destination.name, "Hotel Ria Formosa");
    assert_eq!(&*item.destination.description, "Sea view");
    assert_eq!(item.start, Some(at("2026-05-02T15:00:00Z")));
    assert_eq!(item.end, before.end);
    // A person has put it there.
    assert_eq!(item.day, Day::new(5).unwrap());
    // It was told once.
    fixture.assert_unchanged(edit);
}

#[test]
fn hours_of_a_trip_that_was_moved_stay() {
    let (mut fixture, _) = booked();
    fixture.assert_changes(Edit::Shift(DayShift::new(7.into()).unwrap()));
    let moved = fixture.trip.itinerary[0].start;
    let later = Said {
        start: "2026-05-02T16:00",
        ..FIRST
    };
    let edit = file(&[later], &[]);
    let change = only_change(&fixture.trip, &edit);
    assert_eq!(change.fields.kept, [BookingField::Start]);
    fixture.assert_changes(edit);
    assert_eq!(fixture.trip.itinerary[0].start, moved);
}

#[test]
fn what_a_file_leaves_out_stays() {
    let (mut fixture, before) = booked();
    let short_mail = Said {
        description: "",
        end: "",
        price: None,
        ..FIRST
    };
    fixture.assert_unchanged(file(std::slice::from_ref(&short_mail), &[]));
    let later = Said {
        start: "2026-05-02T16:00",
        ..short_mail
    };
    fixture.assert_changes(file(&[later], &[]));
    let item = &fixture.trip.itinerary[0];
    assert_eq!(item.end, before.end);
    assert_eq!(item.budget, before.budget);
    assert_eq!(item.destination, before.destination);
}

#[test]
fn another_booking_is_another_item() {
    let (mut fixture, _) = booked();
    let other = Said {
        key: "booking|hotel|XYZ789",
        start: "2026-05-02T16:00",
        ..FIRST
    };
    let edit = file(&[FIRST, other], &[]);
    let known = counts(&fixture.trip, &edit);
    assert_eq!((known.known_items, known.changes), (1, Vec::new()));
    fixture.assert_changes(edit);
    assert_eq!(fixture.trip.itinerary.len(), 2);
}

#[test]
fn a_cancelled_booking_is_proposed_for_removal() {
    let (mut fixture, before) = booked();
    let edit = file(&[], &[KEY, "booking|hotel|XYZ789"]);
    let change = only_change(&fixture.trip, &edit);
    assert!(change.is_cancelled);
    assert_eq!(&*change.cancelled_name, "Hotel Ria");
    assert_eq!(change.item_id, before.id);
    fixture.assert_unchanged(edit);
}

#[test]
fn an_item_without_times_gets_them() {
    let mut fixture = TripFixture::new();
    let undated = Said {
        start: "",
        end: "",
        ..FIRST
    };
    fixture.assert_changes(file(&[undated], &[]));
    fixture.assert_changes(file(&[FIRST], &[]));
    let item = &fixture.trip.itinerary[0];
    assert_eq!(item.start, Some(at("2026-05-02T14:00:00Z")));
    assert_eq!(fixture.trip.itinerary.len(), 1);
}

#[test]
fn an_item_without_times_follows_its_date() {
    let (mut fixture, _) = booked();
    let first = Said {
        key: "uid:first",
        start: "2026-05-02T09:00",
        end: "",
        ..FIRST
    };
    let undated = Said {
        name: "Rest day",
        key: "uid:rest",
        start: "",
        ..first.clone()
    };
    let on_day = |day: u32| file_on(&[(first.clone(), 1), (undated.clone(), day)], &[]);
    fixture.assert_changes(on_day(2));
    let day_of = |trip: &Trip| {
        let mut items = trip.itinerary.iter();
        let item = items.find(|item| &*item.destination.name == "Rest day");
        item.map(|item| item.day.number())
    };
    assert_eq!(day_of(&fixture.trip), Some(3));
    fixture.assert_unchanged(on_day(2));
    let counts = counts(&fixture.trip, &on_day(3));
    assert_eq!(counts.changes[0].fields.changed, [BookingField::Start]);
    fixture.assert_changes(on_day(3));
    assert_eq!(day_of(&fixture.trip), Some(4));
    fixture.assert_unchanged(on_day(3));
}

#[test]
fn another_place_is_looked_up_and_gives_the_hours_its_zone() {
    let mut fixture = TripFixture::with_gazetteer();
    let no_zone = Said {
        zone: None,
        location: "Narnia",
        ..FIRST
    };
    fixture.assert_changes(file(std::slice::from_ref(&no_zone), &[]));
    assert_eq!(
        fixture.trip.itinerary[0].start,
        Some(at("2026-05-02T15:00:00Z"))
    );
    let elsewhere = Said {
        location: "Lisbon",
        ..no_zone
    };
    let edit = file(&[elsewhere], &[]);
    let change = only_change(&fixture.trip, &edit);
    assert_eq!(change.fields.changed, [BookingField::Location]);
    fixture.assert_changes(edit);
    let item = &fixture.trip.itinerary[0];
    assert!(item.destination.coordinates.is_some());
    assert_eq!(item.start, Some(at("2026-05-02T14:00:00Z")));
}

#[test]
fn bookings_are_for_people_of_the_trip_and_no_copies() {
    let (fixture, before) = booked();
    let read = before.booking.as_deref().map(|it: &Booking| &*it.key);
    assert_eq!(read, Some(KEY));
    let mut shown = fixture.trip.clone();
    shown.hide_from_outsiders();
    assert_eq!(shown.itinerary[0].booking, None);
    let mut fixture = fixture;
    let copy = Edit::Items(ItineraryPatch::Copy(before.id.clone()));
    fixture.assert_changes(copy);
    assert_eq!(fixture.trip.itinerary[0].booking, before.booking);
    assert_eq!(fixture.trip.itinerary[1].booking, None);
    let json = serde_json::to_value(&fixture.trip.itinerary[0]).unwrap();
    let stored: ItineraryItem = serde_json::from_value(json).unwrap();
    assert_eq!(stored, fixture.trip.itinerary[0]);
}

#[test]
fn an_end_that_no_zone_puts_after_its_start_is_described() {
    let (mut fixture, _) = booked();
    let flight = Said {
        key: "booking|flight|XYZ789",
        start: "2026-05-02T17:00",
        end: "2026-05-02T10:00",
        ..FIRST
    };
    let edit = file(&[flight], &[]);
    let Edit::Import(import) = edit.clone() else {
        unreachable!()
    };
    let made = TripImport::clone(&import).locate(&|_| None, &same_hour);
    fixture.assert_changes(edit.clone());
    let mut added = fixture.trip.itinerary.iter();
    let added = added.find(|item| item.typed.start.unwrap().to_string().contains("17:00"));
    for item in [&made.itinerary[0], added.unwrap()] {
        assert_eq!(item.start, Some(at("2026-05-02T16:00:00Z")));
        assert_eq!((item.end, item.typed.end), (None, None));
        let description = &*item.destination.description;
        assert_eq!(description, "Room 5\nEnd: 2026-05-02 10:00");
    }
}
