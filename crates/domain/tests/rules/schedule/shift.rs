//! Shifting a trip by days.

use proptest::prelude::*;
use rust_decimal::Decimal;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::{DayShift, Edit, MapLocation, PlanMove, Transportation};
use wayfare_domain::{Instant, Moment, Path, Period, Trip};

use crate::fixture::{TripFixture, at, dates, epoch, items, short, stay_of, written};
use crate::strategies::edit;

fn by(days: i64) -> Edit {
    Edit::Shift(DayShift::new(Decimal::from(days)).unwrap())
}

fn location(start: Moment, end: Moment) -> MapLocation {
    MapLocation {
        title: short("Belém"),
        address: short(""),
        period: Period::new(Some(start), Some(end), &Path::root()).unwrap(),
        transportation: Transportation::NONE,
        coordinates: None,
        precision: None,
        is_pinned: false,
    }
}

fn planned(edit: Edit, planned: PlanMove) -> Edit {
    match edit {
        Edit::Dates(dates, _) => Edit::Dates(dates, planned),
        other => other,
    }
}

fn on_map(location: MapLocation) -> Edit {
    Edit::Locations(vec![location])
}

#[test]
fn moves_every_date_and_leaves_the_day_numbers() {
    let mut fixture = TripFixture::new();
    fixture.assert_unchanged(by(7));
    let (start, end) = (epoch(1_777_593_600), epoch(1_777_852_800_000));
    fixture.assert_changes(dates(Some(start), Some(end)));
    fixture.assert_changes(items(vec![
        ItemDraft {
            start: Some(at("2026-05-01T09:30:00Z")),
            ..stay_of("a")
        },
        stay_of("b"),
    ]));
    fixture.assert_changes(on_map(location(start, written("2026-05-02T12:00:00Z"))));
    fixture.assert_unchanged(by(0));
    let before = fixture.trip.clone();
    fixture.assert_changes(by(31));
    let trip = &fixture.trip;
    let moved = (trip.plan.dates.start.unwrap(), trip.plan.dates.end.unwrap());
    assert_eq!(moved.0.at, at("2026-06-01"));
    assert_eq!(moved.1.at, at("2026-06-04"));
    assert_eq!((moved.0.unit, moved.1.unit), (start.unit, end.unit));
    assert_eq!(trip.itinerary[0].start, Some(at("2026-06-01T09:30:00Z")));
    assert_eq!(trip.itinerary[0].day, before.itinerary[0].day);
    assert_eq!(trip.itinerary[1], before.itinerary[1]);
    let period = trip.map.locations[0].period.unwrap();
    assert_eq!(period.start.at, at("2026-06-01"));
    assert_eq!(period.end.at, at("2026-06-02T12:00:00Z"));
}

#[test]
fn refuses_what_is_out_of_range() {
    for wrong in ["0.5", "100001", "-100001", "1e20"] {
        let days = wrong.parse().or_else(|_| Decimal::from_scientific(wrong));
        assert!(DayShift::new(days.unwrap()).is_err(), "{wrong}");
    }
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dates(Some(written("9999-12-30")), None));
    fixture.assert_changes(by(1));
    assert_eq!(fixture.violations(by(1)), ["/days"]);
    fixture.assert_changes(by(-100_000));
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![ItemDraft {
        end: Some(at("0001-01-02")),
        ..stay_of("a")
    }]));
    assert_eq!(fixture.violations(by(-2)), ["/days"]);
    fixture.assert_changes(by(-1));
}

#[test]
fn refuses_dates_that_would_mean_none() {
    let week = written("1970-01-08");
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dates(Some(week), Some(week)));
    assert_eq!(fixture.violations(by(-7)), ["/days"]);
    fixture.assert_changes(by(-8));
    let mut fixture = TripFixture::new();
    fixture.assert_changes(on_map(location(week, week)));
    assert_eq!(fixture.violations(by(-7)), ["/days"]);
    // One end at the epoch is a date.
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dates(Some(week), Some(written("1970-01-09"))));
    fixture.assert_changes(by(-7));
}

/// The instants of a trip.
fn instants(trip: &Trip) -> Vec<Instant> {
    let of_items = trip
        .itinerary
        .iter()
        .flat_map(|item| [item.start, item.end]);
    let periods = trip
        .map
        .locations
        .iter()
        .filter_map(|location| location.period);
    let dates = [trip.plan.dates.start, trip.plan.dates.end]
        .into_iter()
        .flatten();
    of_items
        .flatten()
        .chain(periods.flat_map(|period| [period.start.at, period.end.at]))
        .chain(dates.map(|moment| moment.at))
        .collect()
}

proptest! {
    #[test]
    fn shifting_there_and_back_changes_no_instant(
        edits in prop::collection::vec(edit(), 1..4),
        days in -100_000_i64..=100_000,
    ) {
        let mut fixture = TripFixture::new();
        for edit in edits {
            let _ = fixture.apply(edit);
        }
        let before = instants(&fixture.trip);
        if fixture.apply(by(days)).is_ok() {
            let moved = instants(&fixture.trip);
            let by_days = before.iter().zip(&moved).all(
                |(old, new)| new.millis() - old.millis() == days * 86_400_000
            );
            prop_assert!(by_days && moved.len() == before.len());
            if fixture.apply(by(-days)).is_ok() {
                prop_assert_eq!(instants(&fixture.trip), before);
            }
        }
    }

    #[test]
    fn a_shifted_date_can_be_sent_back(
        start in prop_oneof![
            Just(1_777_593_600_i64), Just(1_777_593_600_000), Just(99_999_999_999),
            Just(200_000_000_000)
        ],
        days in -100_000_i64..=100_000,
    ) {
        let mut fixture = TripFixture::new();
        fixture.assert_changes(dates(Some(epoch(start)), None));
        if fixture.apply(by(days)).is_ok() {
            let moved = fixture.trip.plan.dates.start.unwrap();
            fixture.assert_unchanged(dates(Some(Moment::from_epoch(moved.epoch()).unwrap()), None));
        }
    }
}

#[test]
fn items_stay_on_their_days_of_the_calendar_if_the_first_day_changes() {
    let mut fixture = TripFixture::new();
    let numbers = |fixture: &TripFixture| -> Vec<u32> {
        let items = fixture.trip.itinerary.iter();
        items.map(|item| item.day.number()).collect()
    };
    let begins = |day: &str| planned(dates(Some(written(day)), None), PlanMove::Stays);
    // Without a first day there is none to stay on.
    fixture.assert_changes(items(vec![stay_of("a"), stay_of("b")]));
    let undated = numbers(&fixture);
    fixture.assert_changes(begins("2026-05-01T00:00:00Z"));
    assert_eq!(numbers(&fixture), undated);
    fixture.assert_changes(begins("2026-04-28T00:00:00Z"));
    let later: Vec<u32> = undated.iter().map(|number| number + 3).collect();
    assert_eq!(numbers(&fixture), later);
    // What would be before the first day comes to it.
    fixture.assert_changes(begins("2026-05-09T00:00:00Z"));
    assert_eq!(numbers(&fixture), [1, 1]);
}

#[test]
fn what_is_planned_follows_the_first_day() {
    let mut fixture = TripFixture::new();
    let follows = |start: &str, end: Option<&str>| {
        planned(
            dates(Some(written(start)), end.map(written)),
            PlanMove::Follows,
        )
    };
    let day = |at: Option<Moment>| at.unwrap().at;
    let (start, end) = ("2026-05-01T00:00:00Z", "2026-05-04T00:00:00Z");
    fixture.assert_changes(dates(Some(written(start)), Some(written(end))));
    fixture.assert_changes(items(vec![ItemDraft {
        start: Some(at("2026-05-02T09:30:00Z")),
        ..stay_of("a")
    }]));
    fixture.assert_changes(on_map(location(written(start), written(end))));
    // Beyond the last day, which moves, too.
    fixture.assert_changes(follows("2026-05-11T00:00:00Z", None));
    let trip = &fixture.trip;
    assert_eq!(day(trip.plan.dates.end), at("2026-05-14"));
    assert_eq!(trip.itinerary[0].start, Some(at("2026-05-12T09:30:00Z")));
    assert_eq!(
        trip.map.locations[0].period.unwrap().start.at,
        at("2026-05-11")
    );
    // A last day that is sent is as sent.
    fixture.assert_changes(follows(
        "2026-05-10T00:00:00Z",
        Some("2026-05-20T00:00:00Z"),
    ));
    let trip = &fixture.trip;
    assert_eq!(day(trip.plan.dates.end), at("2026-05-20"));
    assert_eq!(trip.itinerary[0].start, Some(at("2026-05-11T09:30:00Z")));
}
