//! The timeline: what becomes an event, when, in which order, what it costs and how long it takes.

mod locations;

use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::timeline::{EventDetails, TimelineEvent};
use wayfare_domain::trip::{Edit, MapLocation, Transportation};
use wayfare_domain::{Currency, Instant, Path, Period, ReferenceRates};

use crate::fixture::{
    TripFixture, amount, at, currency, dates, dec, items, payment, place, rates, share, short,
    stay, travel, written,
};

fn on(day: u32, name: &str) -> ItemDraft {
    ItemDraft {
        day: Day::new(day).unwrap(),
        destination: place(name, ""),
        ..stay()
    }
}

fn timed(name: &str, start: &str) -> ItemDraft {
    ItemDraft {
        start: Some(at(start)),
        ..on(1, name)
    }
}

fn location(title: &str, start: &str, end: &str) -> MapLocation {
    let [start, end] = [start, end].map(|text| (!text.is_empty()).then(|| written(text)));
    let period = Period::new(start, end, &Path::root()).unwrap();
    MapLocation {
        title: short(title),
        address: short("R. 1"),
        period,
        transportation: Transportation::NONE,
        coordinates: None,
        precision: None,
        is_pinned: false,
    }
}

fn by(kind: &str, time: &str, cost: &str, location: MapLocation) -> MapLocation {
    let transportation = Transportation {
        kind: short(kind),
        distance: amount("5"),
        time: amount(time),
        cost: amount(cost),
    };
    MapLocation {
        transportation,
        ..location
    }
}

fn map(locations: Vec<MapLocation>) -> Edit {
    Edit::Locations(locations)
}

fn of(drafts: Vec<ItemDraft>) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.apply(items(drafts)).unwrap();
    fixture
}

fn with_dates(start: &str, drafts: Vec<ItemDraft>) -> TripFixture {
    let mut fixture = of(drafts);
    fixture.assert_changes(dates(Some(written(start)), None));
    fixture
}

fn events(fixture: &TripFixture) -> Vec<TimelineEvent> {
    let days = fixture
        .trip
        .timeline(Currency::CAD, &ReferenceRates::default());
    for day in &days {
        assert!(!day.events.is_empty());
        assert!(
            day.events
                .iter()
                .all(|event| event.time.midnight() == day.date),
            "events are on their day"
        );
    }
    assert!(
        days.windows(2).all(|pair| pair[0].date < pair[1].date),
        "days are in order, each once"
    );
    days.into_iter().flat_map(|day| day.events).collect()
}

fn name(event: &TimelineEvent) -> String {
    match &event.details {
        EventDetails::Destination { name, .. } => name.clone(),
        EventDetails::Travel { name } => format!("to {name}"),
    }
}

/// The events as `name at time`.
fn told(fixture: &TripFixture) -> Vec<String> {
    events(fixture)
        .iter()
        .map(|event| format!("{} {}", name(event), event.time))
        .collect()
}

#[test]
fn a_trip_without_items_and_locations_has_no_days() {
    assert_eq!(
        TripFixture::new()
            .trip
            .timeline(Currency::CAD, &ReferenceRates::default()),
        []
    );
}

#[test]
fn stays_and_travel_have_their_own_details() {
    let destination = wayfare_domain::trip::destination::DestinationDraft {
        id: Some(short("l")),
        description: Some(short("hills")),
        ..place("Lisbon", "Portugal")
    };
    let fixture = of(vec![
        ItemDraft {
            destination,
            ..stay()
        },
        travel("Porto"),
    ]);
    let details: Vec<EventDetails> = events(&fixture)
        .into_iter()
        .map(|event| event.details)
        .collect();
    let stay = EventDetails::Destination {
        id: "l".into(),
        name: "Lisbon".into(),
        description: "hills".into(),
    };
    assert_eq!(
        details,
        [
            stay,
            EventDetails::Travel {
                name: "Porto".into()
            }
        ]
    );
}

#[test]
fn events_are_in_order_of_time_on_their_days() {
    let fixture = of(vec![
        timed("c", "2026-05-02T10:00:00Z"),
        timed("b", "2026-05-01T23:59:59.999Z"),
        timed("a", "2026-05-01"),
    ]);
    assert_eq!(
        told(&fixture),
        [
            "a 2026-05-01T00:00:00Z",
            "b 2026-05-01T23:59:59.999Z",
            "c 2026-05-02T10:00:00Z"
        ]
    );
    let days = fixture
        .trip
        .timeline(Currency::CAD, &ReferenceRates::default());
    let dates: Vec<Instant> = days.iter().map(|day| day.date).collect();
    assert_eq!(dates, [at("2026-05-01"), at("2026-05-02")]);
}

#[test]
fn simultaneous_events_are_ordered_itinerary_before_map_then_by_list() {
    let nine = "2026-05-01T09:00:00Z";
    let mut fixture = of(vec![timed("i2", nine), timed("i1", nine)]);
    fixture.assert_changes(map(vec![
        location("m2", nine, nine),
        by("walk", "0", "0", location("m1", nine, nine)),
    ]));
    let names: Vec<String> = events(&fixture).iter().map(name).collect();
    assert_eq!(names, ["i2", "i1", "m2", "to walk", "m1"]);
}

#[test]
fn an_item_without_time_follows_the_one_before_it_on_its_day() {
    let fixture = with_dates(
        "2026-05-01T15:00:00Z",
        vec![
            on(1, "first"),
            ItemDraft {
                end: Some(at("2026-05-01T11:00:00Z")),
                ..timed("ends", "2026-05-01T09:00:00Z")
            },
            on(1, "after end"),
            ItemDraft {
                duration: Some(amount("5400")),
                ..timed("lasts", "2026-05-01T12:00:00Z")
            },
            ItemDraft {
                duration: Some(amount("60")),
                ..on(1, "after duration")
            },
            on(1, "after that"),
            on(2, "second day"),
            on(1, "back on the first"),
        ],
    );
    assert_eq!(
        told(&fixture),
        [
            "first 2026-05-01T00:00:00Z",
            "ends 2026-05-01T09:00:00Z",
            "after end 2026-05-01T11:00:00Z",
            "lasts 2026-05-01T12:00:00Z",
            "after duration 2026-05-01T13:30:00Z",
            "after that 2026-05-01T13:31:00Z",
            "back on the first 2026-05-01T13:31:00Z",
            "second day 2026-05-02T00:00:00Z",
        ]
    );
}

#[test]
fn an_item_past_midnight_keeps_the_next_item_on_its_day() {
    let night = ItemDraft {
        duration: Some(amount("36000")),
        ..timed("night", "2026-05-01T22:00:00Z")
    };
    let fixture = with_dates("2026-05-01", vec![night, on(1, "next"), on(2, "morning")]);
    assert_eq!(
        told(&fixture),
        [
            "night 2026-05-01T22:00:00Z",
            "next 2026-05-01T22:00:00Z",
            "morning 2026-05-02T00:00:00Z"
        ]
    );
}

#[test]
fn an_end_before_the_computed_start_does_not_move_later_items_back() {
    let ended = ItemDraft {
        end: Some(at("2026-05-01T09:00:00Z")),
        ..on(1, "ended")
    };
    let fixture = with_dates(
        "2026-05-01",
        vec![timed("ten", "2026-05-01T10:00:00Z"), ended, on(1, "last")],
    );
    assert_eq!(
        told(&fixture),
        [
            "ten 2026-05-01T10:00:00Z",
            "ended 2026-05-01T10:00:00Z",
            "last 2026-05-01T10:00:00Z"
        ]
    );
}

#[test]
fn days_are_counted_from_the_start_of_the_trip() {
    let fixture = with_dates(
        "2026-05-01T15:00:00Z",
        vec![on(3, "c"), on(1, "a"), timed("else", "2027-01-01")],
    );
    assert_eq!(
        told(&fixture),
        [
            "a 2026-05-01T00:00:00Z",
            "c 2026-05-03T00:00:00Z",
            "else 2027-01-01T00:00:00Z"
        ]
    );
}

#[test]
fn without_dates_days_are_counted_from_the_first_timed_item_else_from_the_epoch() {
    let third = ItemDraft {
        start: Some(at("2026-05-03T10:00:00Z")),
        ..on(3, "c")
    };
    let fixture = of(vec![
        on(1, "a"),
        third,
        timed("z", "2026-06-01"),
        on(4, "d"),
    ]);
    assert_eq!(
        told(&fixture),
        [
            "a 2026-05-01T00:00:00Z",
            "c 2026-05-03T10:00:00Z",
            "d 2026-05-04T00:00:00Z",
            "z 2026-06-01T00:00:00Z"
        ]
    );
    assert_eq!(
        told(&of(vec![on(2, "b"), on(1, "a")])),
        ["a 1970-01-01T00:00:00Z", "b 1970-01-02T00:00:00Z"]
    );
}

#[test]
fn a_trip_end_without_a_start_does_not_determine_day_1() {
    let mut fixture = of(vec![on(2, "b")]);
    fixture.assert_changes(dates(None, Some(written("2026-05-09"))));
    assert_eq!(told(&fixture), ["b 1970-01-02T00:00:00Z"]);
}

#[test]
fn durations_are_minutes_from_start_to_end_else_from_the_duration() {
    let fixture = of(vec![
        ItemDraft {
            end: Some(at("2026-05-01T01:30:30Z")),
            duration: Some(amount("60")),
            ..timed("a", "2026-05-01")
        },
        ItemDraft {
            duration: Some(amount("90")),
            ..timed("b", "2026-05-02")
        },
        ItemDraft {
            duration: Some(amount("100")),
            ..timed("c", "2026-05-03")
        },
        timed("d", "2026-05-04"),
    ]);
    let durations: Vec<String> = events(&fixture)
        .iter()
        .map(|event| event.duration.to_string())
        .collect();
    assert_eq!(durations, ["90.5", "1.5", "1.666667", "0"]);
}

#[test]
fn a_cost_is_the_total_else_the_estimate_in_the_base_currency() {
    let item = |name: &str, budget: BudgetPatch| ItemDraft {
        budget,
        ..timed(name, "2026-05-01")
    };
    let totals = |estimated: &str, total: &str| BudgetPatch {
        estimated: Some(dec(estimated)),
        total: Some(dec(total)),
        ..BudgetPatch::default()
    };
    let eur = |budget: BudgetPatch| BudgetPatch {
        currency: Some(currency("EUR")),
        ..budget
    };
    let fixture = of(vec![
        item("both", totals("9", "12.34")),
        item("estimate", totals("9", "0")),
        item(
            "shares",
            BudgetPatch {
                shares: Some(vec![share("ada", "0.1", "0"), share("bob", "0.2", "0")]),
                ..BudgetPatch::default()
            },
        ),
        item("unrated", eur(totals("9", "12"))),
        item(
            "implied",
            eur(BudgetPatch {
                shares: Some(vec![payment("ada", "10", "15")]),
                ..totals("9", "12")
            }),
        ),
        item("nothing", BudgetPatch::default()),
    ]);
    let costs = |events: Vec<TimelineEvent>| -> Vec<String> {
        events.iter().map(|event| event.cost.to_string()).collect()
    };
    assert_eq!(
        costs(events(&fixture)),
        ["12.34", "9", "0.3", "0", "18", "0"]
    );
    let rates = rates(&[("CAD", "1.5001")]);
    let rated = fixture
        .trip
        .timeline(Currency::CAD, &rates)
        .remove(0)
        .events;
    assert_eq!(
        costs(rated),
        ["12.34", "9", "0.3", "18", "18", "0"],
        "a converted cost is rounded to the minor unit"
    );
}
