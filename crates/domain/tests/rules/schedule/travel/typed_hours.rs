//! Hours that were typed: the instants of items follow them.

use wayfare_domain::Instant;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{
    DayShift, Edit, EndsDraft, ItemMove, ItemPatch, ItineraryPatch, LocalTime, TypedHours,
};

use super::{at, edit, in_city, times, typed, with_cities, zone};
use crate::fixture::{TripFixture, dec, items, same_hour, short};

fn hour(text: &str) -> Option<LocalTime> {
    Some(LocalTime::parse(&format!("2026-05-{text}")).unwrap())
}

fn hours(start: &str, end: &str) -> TypedHours {
    TypedHours {
        start: hour(start),
        end: hour(end),
    }
}

/// A trip with a dinner in Tokyo from 19:00 to 21:00, as typed.
fn dinner() -> TripFixture {
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![ItemDraft {
        id: Some(short("dinner")),
        typed: hours("02T19:00", "02T21:00"),
        ..in_city("Tokyo")
    }]));
    fixture
}

fn change(patch: ItemPatch) -> Edit {
    edit(ItineraryPatch::Change(short("dinner"), Box::new(patch)))
}

fn typed_hours(fixture: &TripFixture) -> TypedHours {
    fixture.trip.itinerary[0].typed
}

fn assert_times(fixture: &TripFixture, start: &str, end: &str) {
    let expected = [start, end].map(|text| Some(text.to_owned()));
    assert_eq!(times(fixture, 0), expected);
}

#[test]
fn local_times_are_read_and_written_without_an_offset() {
    for (text, written) in [
        ("2026-05-02T19:00", "2026-05-02T19:00:00"),
        ("2026-05-02T19:00:05.250", "2026-05-02T19:00:05.25"),
    ] {
        let local = LocalTime::parse(text).unwrap();
        assert_eq!(local.to_string(), written);
        assert_eq!(LocalTime::parse(written), Ok(local));
        let json = serde_json::to_string(&local).unwrap();
        assert_eq!(serde_json::from_str::<LocalTime>(&json).unwrap(), local);
    }
    for wrong in [
        "",
        "19:00",
        "2026-05-02",
        "2026-05-02T19:00Z",
        "2026-05-02T19:00+09:00",
        "2026-02-30T19:00",
        "2026-05-02T25:00",
        "2026-05-02 19:00",
    ] {
        assert!(LocalTime::parse(wrong).is_err(), "{wrong}");
        let json = serde_json::to_string(wrong).unwrap();
        assert!(serde_json::from_str::<LocalTime>(&json).is_err(), "{wrong}");
    }
}

#[test]
fn instants_follow_typed_hours() {
    let mut fixture = dinner();
    assert_times(&fixture, "02T10:00", "02T12:00");
    assert_eq!(fixture.trip.itinerary[0].duration.value(), dec("7200"));
    let patch = |typed| ItemPatch {
        typed,
        ..ItemPatch::default()
    };
    fixture.assert_unchanged(change(patch(hours("02T19:00", "02T21:00"))));
    fixture.assert_changes(change(patch(TypedHours {
        start: hour("02T18:30"),
        end: None,
    })));
    assert_times(&fixture, "02T09:30", "02T12:00");
    assert_eq!(typed_hours(&fixture), hours("02T18:30", "02T21:00"));
    let late = fixture.violations(change(patch(TypedHours {
        start: hour("02T21:30"),
        end: None,
    })));
    assert_eq!(late, ["/end"]);
    let late = fixture.violations(items(vec![ItemDraft {
        typed: hours("02T21:30", "02T21:00"),
        ..in_city("Tokyo")
    }]));
    assert_eq!(late, ["/itinerary/0/end"]);
}

#[test]
fn another_instant_is_an_instant_and_the_same_one_changes_nothing() {
    let mut fixture = dinner();
    let sent = |start, end| ItemPatch {
        start,
        end,
        ..ItemPatch::default()
    };
    fixture.assert_unchanged(change(sent(at("02T10:00"), at("02T12:00"))));
    let whole = |start, end, typed| {
        items(vec![ItemDraft {
            id: Some(short("dinner")),
            start,
            end,
            typed,
            ..in_city("Tokyo")
        }])
    };
    let none = TypedHours::default();
    fixture.assert_unchanged(whole(at("02T10:00"), at("02T12:00"), none));
    let shown = hours("02T19:00", "02T21:00");
    fixture.assert_unchanged(whole(at("02T10:00"), at("02T12:00"), shown));
    fixture.assert_unchanged(whole(None, None, shown));
    // What was shown beside an instant that changed is not typed again.
    fixture.assert_changes(whole(at("02T10:30"), at("02T12:00"), shown));
    assert_times(&fixture, "02T10:30", "02T12:00");
    let end = TypedHours {
        end: hour("02T21:00"),
        ..none
    };
    assert_eq!(typed_hours(&fixture), end);
    fixture.assert_changes(whole(None, None, none));
    assert_eq!(
        (times(&fixture, 0), typed_hours(&fixture)),
        ([None, None], none)
    );
}

#[test]
fn a_new_zone_moves_what_was_typed_alone() {
    let mut fixture = dinner();
    fixture.assert_changes(change(ItemPatch {
        end: at("02T23:30"),
        ends: EndsDraft {
            time_zone: Some(Some(zone("Europe/Copenhagen"))),
            ..EndsDraft::default()
        },
        ..ItemPatch::default()
    }));
    let moved = ItemPatch {
        ends: EndsDraft {
            time_zone: Some(Some(zone("America/New_York"))),
            ..EndsDraft::default()
        },
        ..ItemPatch::default()
    };
    assert_times(&fixture, "02T17:00", "02T23:30");
    fixture.assert_changes(change(moved));
    assert_times(&fixture, "02T23:00", "02T23:30");
    let start = hour("02T19:00");
    assert_eq!(typed_hours(&fixture), TypedHours { start, end: None });
}

#[test]
fn moved_days_keep_the_mark() {
    let mut fixture = dinner();
    fixture.assert_changes(edit(ItineraryPatch::Move(
        short("dinner"),
        ItemMove {
            day: Day::new(3).unwrap(),
            index: None,
        },
    )));
    assert_eq!(typed_hours(&fixture), hours("04T19:00", "04T21:00"));
    assert_times(&fixture, "04T10:00", "04T12:00");
    fixture.assert_changes(Edit::Shift(DayShift::new(dec("-1")).unwrap()));
    assert_eq!(typed_hours(&fixture), hours("03T19:00", "03T21:00"));
    assert_times(&fixture, "03T10:00", "03T12:00");
}

#[test]
fn a_page_types_the_fields_that_changed() {
    let mut fixture = with_cities();
    fixture.assert_changes(items(vec![ItemDraft {
        id: Some(short("dinner")),
        start: at("02T10:00"),
        end: at("02T12:00"),
        ..in_city("Tokyo")
    }]));
    let page = typed(ItineraryPatch::Change(
        short("dinner"),
        Box::new(ItemPatch {
            start: at("02T10:30"),
            end: at("02T12:00"),
            typed: TypedHours {
                start: hour("02T19:30"),
                end: None,
            },
            destination: Some(in_city("New York").destination),
            ..ItemPatch::default()
        }),
    ));
    fixture.assert_changes(page.clone());
    // Both hours are kept in the new zone, and one of them was typed.
    assert_times(&fixture, "02T23:30", "03T01:00");
    assert_eq!(
        (typed_hours(&fixture).start, typed_hours(&fixture).end),
        (hour("02T19:30"), None)
    );
    fixture.assert_unchanged(Edit::LocalTimes(None));
}

/// Clocks by rules under which Tokyo is an hour further ahead of UTC.
fn other_rules(
    at: Instant,
    days: i64,
    from: Option<&ZoneName>,
    to: Option<&ZoneName>,
) -> Option<Instant> {
    let ahead =
        |zone: Option<&ZoneName>| i64::from(zone.is_some_and(|it| it.as_str() == "Asia/Tokyo"));
    let hours = ahead(from) - ahead(to);
    Some(same_hour(at, days, from, to)?.plus_millis(hours * 3_600_000))
}

#[test]
fn other_rules_of_a_zone_move_hours_ahead_once() {
    let mut fixture = dinner();
    fixture.assert_changes(edit(ItineraryPatch::Add(Box::new(ItemDraft {
        start: at("02T10:00"),
        ..in_city("Tokyo")
    }))));
    let before = &fixture.trip;
    let now = at("01T10:00").unwrap();
    assert_eq!(before.follow_zone_rules(now, &same_hour), None);
    let after = before.follow_zone_rules(now, &other_rules).unwrap();
    let start = |place: usize| after.itinerary[place].start;
    assert_eq!((start(0), start(1)), (at("02T09:00"), at("02T10:00")));
    assert_eq!(after.itinerary[0].end, at("02T11:00"));
    assert_eq!(after.itinerary[0].typed, before.itinerary[0].typed);
    assert_eq!((after.version, after.updated_at), (before.version + 1, now));
    assert_eq!(after.follow_zone_rules(now, &other_rules), None);
    // What has begun stays.
    let begun = at("02T10:00").unwrap();
    assert_eq!(before.follow_zone_rules(begun, &other_rules), None);
}
