//! Map locations, units and bounds.

use super::{by, events, location, map, of, on, timed, told};
use crate::fixture::{TripFixture, amount, base, dates, dec, epoch, written};
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::timeline::EventDetails;
use wayfare_domain::{EpochUnit, Moment};

#[test]
fn a_location_with_a_date_is_a_stay_after_its_travel() {
    let mut fixture = TripFixture::new();
    let belem = location("Belém", "2026-05-01T00:10:00Z", "2026-05-01T02:00:00Z");
    fixture.assert_changes(map(vec![
        by("tram", "15.5", "2.555", belem),
        location("undated", "", ""),
    ]));
    fixture.assert_changes(base("JPY"));
    let events = events(&fixture);
    assert_eq!(
        told(&fixture),
        ["to tram 2026-04-30T23:54:30Z", "Belém 2026-05-01T00:10:00Z"],
        "travel may fall on the day before"
    );
    assert_eq!(
        (events[0].cost, events[0].duration),
        (dec("2.555"), dec("15.5")),
        "as the location has them"
    );
    assert_eq!((events[1].cost, events[1].duration), (dec("0"), dec("110")));
    let EventDetails::Destination { description, .. } = &events[1].details else {
        panic!("a stay")
    };
    assert_eq!(description, "R. 1");
}

#[test]
fn a_transportation_without_a_type_has_no_travel_event() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(map(vec![by(
        "",
        "15",
        "2",
        location("Belém", "2026-05-01", ""),
    )]));
    assert_eq!(told(&fixture), ["Belém 2026-05-01T00:00:00Z"]);
}

#[test]
fn location_ids_are_distinct_and_stable() {
    let id = |fixture: &TripFixture, wanted: &str| -> Vec<String> {
        let all = events(fixture)
            .into_iter()
            .filter_map(|event| match event.details {
                EventDetails::Destination { id, name, .. } if name == wanted => Some(id),
                _ => None,
            });
        all.collect()
    };
    let [one, two] = [
        location("a", "2026-05-01", ""),
        location("b", "2026-05-02", ""),
    ];
    let mut fixture = TripFixture::new();
    fixture.assert_changes(map(vec![
        one.clone(),
        two.clone(),
        location("a", "2026-05-03", ""),
    ]));
    let [a, twin] = <[String; 2]>::try_from(id(&fixture, "a")).unwrap();
    let b = id(&fixture, "b").remove(0);
    assert!(
        a != b && a != twin && b != twin,
        "each has its own, even where two are alike"
    );
    fixture.assert_changes(map(vec![
        two,
        by("tram", "5", "1", location("a", "2026-06-01", "2026-06-02")),
    ]));
    assert_eq!((id(&fixture, "a"), id(&fixture, "b")), (vec![a], vec![b]));
}

#[test]
fn times_are_answered_in_the_unit_of_the_trips_date() {
    let unit = |start: Option<Moment>, end: Option<Moment>| {
        let mut fixture = TripFixture::new();
        fixture.apply(dates(start, end)).unwrap();
        fixture.trip.timeline_unit()
    };
    assert_eq!(unit(None, None), EpochUnit::Seconds);
    assert_eq!(
        unit(Some(epoch(1_777_593_600_000)), None),
        EpochUnit::Millis
    );
    assert_eq!(
        unit(Some(epoch(1_777_593_600)), Some(epoch(1_777_593_600_000))),
        EpochUnit::Seconds
    );
    assert_eq!(
        unit(None, Some(epoch(1_777_593_600_000))),
        EpochUnit::Millis
    );
    assert_eq!(unit(Some(written("2026-05-01")), None), EpochUnit::Seconds);
}

#[test]
fn extreme_days_and_durations_saturate_at_the_bounds() {
    let last_day = ItemDraft {
        day: Day::new(u32::MAX).unwrap(),
        duration: Some(amount("1000000000000")),
        ..on(1, "z")
    };
    let early = ItemDraft {
        day: Day::new(u32::MAX).unwrap(),
        ..timed("a", "0001-01-01")
    };
    let mut fixture = of(vec![early, last_day, on(1, "b")]);
    fixture.assert_changes(map(vec![by(
        "ship",
        "1000000000000",
        "1",
        location("m", "0001-01-01", "9999-12-31"),
    )]));
    assert_eq!(events(&fixture).len(), 5);
}
