//! Copies of a trip, and what a file adds to one.

use std::sync::Arc;

use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::import::{FileDays, TripImport};
use wayfare_domain::trip::itinerary::{Confirmation, Day, ItemDraft};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::settlement::{SettlementDraft, SettlementPatch};
use wayfare_domain::trip::track::simplify;
use wayfare_domain::trip::{
    CopiedParts, Edit, EndsDraft, EntryDraft, ListDraft, LocalTime, PeoplePatch, Track, TrackPoint,
    TripCopy,
};
use wayfare_domain::{
    Currency, Decimal, MemberRole, Name, People, PictureId, ReferenceRates, Trip, TripId, UserId,
    Uuid,
};

use crate::fixture::{
    ADA, BOB, CY, TripFixture, amount, at, budget, date, dates, items, place, short, signed, stay,
    stay_of, written,
};

/// Ada and Bob.
fn pair() -> People {
    crate::people::parties::people(&[(ADA, "ada"), (BOB, "bob")])
}

/// A trip of Ada and, as a viewer, Bob, of three days, with something of each kind.
fn rich() -> TripFixture {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(Edit::People(PeoplePatch {
        roles: Some(vec![("bob".to_owned(), MemberRole::Viewer)]),
        ..PeoplePatch::default()
    }));
    fixture.assert_changes(dates(
        Some(written("2026-05-01")),
        Some(written("2026-05-03")),
    ));
    let zone = Some(Some(ZoneName::new("Asia/Tokyo").unwrap()));
    fixture.assert_changes(items(vec![ItemDraft {
        day: Day::new(2).unwrap(),
        start: Some(at("2026-05-01T23:00:00Z")),
        end: Some(at("2026-05-02T01:00:00Z")),
        budget: BudgetPatch {
            shares: Some(vec![
                crate::fixture::share("ada", "4", "4"),
                crate::fixture::share("bob", "6", "0"),
            ]),
            ..BudgetPatch::default()
        },
        destination: DestinationDraft {
            name: Some(short("Tsukiji")),
            ..DestinationDraft::default()
        },
        ends: EndsDraft {
            time_zone: zone,
            ..EndsDraft::default()
        },
        confirmation: Some(Confirmation::new("ABC123").unwrap()),
        ..stay_of("market")
    }]));
    fixture.assert_changes(vec![
        Edit::Settlement(SettlementPatch::Record(SettlementDraft {
            from: MemberId::new("bob").unwrap(),
            to: MemberId::new("ada").unwrap(),
            amount: amount("6"),
            currency: None,
            date: None,
            note: short(""),
        })),
        Edit::Lists(vec![ListDraft {
            id: None,
            name: Name::new("Packing").unwrap(),
            entries: vec![EntryDraft {
                id: None,
                text: short("socks"),
                done: true,
                by: Some(MemberId::new("bob").unwrap()),
            }],
        }]),
        Edit::MainPicture(Some(PictureId(Uuid::from_u128(9)))),
    ]);
    fixture
}

fn copy(fixture: &mut TripFixture, by: UserId, request: &TripCopy) -> Trip {
    let id = TripId(Uuid::from_u128(99));
    let copied = fixture.in_context(by, |trip, context| trip.copy(id, request, &pair(), context));
    copied.unwrap()
}

fn with(names: &[&str]) -> TripCopy {
    let parts = names.iter().map(|name| CopiedParts::parse(name).unwrap());
    TripCopy {
        parts: parts.fold(CopiedParts::default(), CopiedParts::and),
        ..TripCopy::default()
    }
}

#[test]
fn a_copy_is_a_private_trip_without_people_costs_and_what_is_personal() {
    let mut fixture = rich();
    fixture.assert_changes(Edit::People(PeoplePatch {
        private: Some(false),
        ..PeoplePatch::default()
    }));
    let copy = copy(&mut fixture, CY, &TripCopy::default());
    assert_eq!((copy.owner, copy.members.as_slice()), (CY, [CY].as_slice()));
    assert!(copy.private && copy.viewers.is_empty() && copy.version == 1);
    assert_eq!(copy.name, fixture.trip.name);
    let item = &copy.itinerary[0];
    assert_eq!(item.destination, fixture.trip.itinerary[0].destination);
    assert!(item.confirmation.is_empty() && item.budget == Default::default());
    assert!(copy.plan.settlements.is_empty() && copy.plan.lists.is_empty());
    assert_eq!(copy.gallery, Default::default());
    assert_eq!(copy.plan.dates, fixture.trip.plan.dates);
}

#[test]
fn costs_without_people_are_nobodys_and_nothing_is_paid() {
    let mut fixture = rich();
    let alone = copy(&mut fixture, ADA, &with(&["costs", "lists"]));
    let budget = &alone.itinerary[0].budget;
    assert_eq!((budget.total, budget.shares.len()), (Some(signed("10")), 0));
    assert!(budget.total_paid().is_zero());
    let entry = &alone.plan.lists[0].entries[0];
    assert_eq!(
        (entry.text.as_str(), entry.done, &entry.by),
        ("socks", true, &None)
    );

    let shared = copy(&mut fixture, ADA, &with(&["costs", "people", "lists"]));
    assert_eq!(
        (shared.owner, shared.members.as_slice()),
        (ADA, [ADA, BOB].as_slice())
    );
    assert_eq!(shared.viewers, [BOB]);
    let budget = &shared.itinerary[0].budget;
    assert_eq!(budget.total_cost(), Decimal::TEN);
    assert!(budget.total_paid().is_zero() && shared.plan.settlements.is_empty());
    assert!(shared.plan.lists[0].entries[0].by.is_some());
    let settlement = shared.settlement(
        Currency::CAD,
        &ReferenceRates::default(),
        &Default::default(),
    );
    assert!(
        settlement
            .balances
            .iter()
            .all(|balance| balance.paid.is_zero())
    );
}

#[test]
fn who_copies_the_trip_of_another_gets_its_people_as_names() {
    let mut fixture = rich();
    let named = copy(&mut fixture, BOB, &with(&["costs", "people", "lists"]));
    assert_eq!(
        (named.owner, named.members.as_slice()),
        (BOB, [BOB].as_slice())
    );
    assert!(named.viewers.is_empty());
    let mentions = named.named_mentions();
    let users: Vec<_> = mentions
        .map(|mention| (mention.member, mention.user))
        .collect();
    assert!(users.contains(&("ada", None)) && users.contains(&("bob", Some(BOB))));
    assert!(
        !users.iter().any(|(_, user)| *user == Some(ADA)),
        "{users:?}"
    );
    let alone = crate::people::parties::people(&[(BOB, "bob")]);
    let parties = named.open_parties(&alone, &[]);
    let names: Vec<_> = parties
        .iter()
        .map(|party| (&*party.member, &*party.name))
        .collect();
    assert_eq!(names, [("ada", "ada")]);
    assert_eq!(named.itinerary[0].budget.total_cost(), Decimal::TEN);

    // A stranger who copies a public trip brings nobody either, not even who has no costs.
    fixture.assert_changes(Edit::People(PeoplePatch {
        private: Some(false),
        ..PeoplePatch::default()
    }));
    let named = copy(&mut fixture, CY, &with(&["people"]));
    assert_eq!(named.members, [CY]);
    let alone = crate::people::parties::people(&[(CY, "cy")]);
    assert_eq!(named.open_parties(&alone, &[]).len(), 2);
}

#[test]
fn a_copy_moves_to_its_start_by_the_clocks_of_its_items() {
    let mut fixture = rich();
    let start = Some(date("2027-01-10"));
    let moved = copy(&mut fixture, ADA, &TripCopy { start, ..with(&[]) });
    assert_eq!(
        moved.plan.dates.start.unwrap().at,
        at("2027-01-10T00:00:00Z")
    );
    assert_eq!(moved.plan.dates.end.unwrap().at, at("2027-01-12T00:00:00Z"));
    // Eight in the morning of day 2 in Tokyo.
    assert_eq!(moved.itinerary[0].start, Some(at("2027-01-10T23:00:00Z")));
    assert_eq!(moved.itinerary[0].day, Day::new(2).unwrap());

    let mut undated = TripFixture::new();
    undated.assert_changes(items(vec![ItemDraft {
        day: Day::new(3).unwrap(),
        ..stay()
    }]));
    let dated = copy(&mut undated, ADA, &TripCopy { start, ..with(&[]) });
    assert_eq!(
        dated.plan.dates.start.unwrap().at,
        at("2027-01-10T00:00:00Z")
    );
    assert_eq!(dated.plan.dates.end.unwrap().at, at("2027-01-12T00:00:00Z"));

    fixture.assert_changes(items(Vec::new()));
    fixture.assert_changes(dates(
        Some(written("2026-05-01")),
        Some(written("9000-05-01")),
    ));
    let late = TripCopy {
        start: Some(date("9000-01-01")),
        ..with(&[])
    };
    let id = TripId(Uuid::from_u128(99));
    let refused = fixture.in_context(ADA, |trip, context| trip.copy(id, &late, &pair(), context));
    assert_eq!(crate::fixture::pointers(&refused.unwrap_err()), ["/start"]);
}

fn add(imported: &Trip) -> Edit {
    add_by(FileDays::Written, imported)
}

fn add_by(days: FileDays, imported: &Trip) -> Edit {
    Edit::Import(Arc::new(TripImport {
        trip: imported.clone(),
        days,
        is_of_costs: false,
        bookings: Vec::new(),
        files: Vec::new(),
    }))
}

#[test]
fn an_hour_with_an_offset_is_one_of_its_place_if_that_has_it() {
    // Of 09:00 at +09:00, and of 09:00 at +02:00.
    for (start, is_typed) in [
        ("2026-05-02T00:00:00Z", true),
        ("2026-05-02T07:00:00Z", false),
    ] {
        let mut file = TripFixture::new();
        file.assert_changes(items(vec![ItemDraft {
            start: Some(at(start)),
            ..stay_of("a")
        }]));
        let hour = Some(LocalTime::in_utc(at("2026-05-02T09:00:00Z")));
        Arc::make_mut(&mut file.trip.itinerary)[0].typed.start = hour;
        let mut fixture = TripFixture::new();
        fixture.assert_changes(Edit::TimeZone(Some(ZoneName::new("Asia/Tokyo").unwrap())));
        fixture.assert_changes(add_by(FileDays::Times, &file.trip));
        let item = &fixture.trip.itinerary[0];
        assert_eq!(item.start, Some(at(start)));
        assert_eq!(item.typed.start.is_some(), is_typed, "{start}");
    }
}

#[test]
fn items_without_a_time_are_added_once() {
    let named = |id: &str, day: u32, name: &str| ItemDraft {
        day: Day::new(day).unwrap(),
        destination: place(name, ""),
        ..stay_of(id)
    };
    let file = |id: &str, day: u32, start: Option<&str>| {
        let mut file = TripFixture::new();
        if let Some(start) = start {
            file.assert_changes(dates(Some(written(start)), None));
        }
        file.assert_changes(items(vec![named(id, day, "Rest day")]));
        file.trip
    };
    let may = Some("2026-05-01");
    for (days, is_dated, first, again, is_known) in [
        // A calendar, whose ids are minted: on the same date, or on another one.
        (FileDays::Times, true, (2, may), ("b", 2, may), true),
        (FileDays::Times, true, (2, may), ("b", 3, may), false),
        (
            FileDays::Times,
            true,
            (1, Some("2026-04-01")),
            ("b", 1, Some("2026-04-01")),
            true,
        ),
        (FileDays::Times, false, (1, may), ("b", 1, may), true),
        // An export of the trip: of the same id, or on the same day.
        (FileDays::Written, true, (2, None), ("a", 7, None), true),
        (FileDays::Written, false, (2, None), ("b", 2, None), true),
        (FileDays::Written, false, (2, None), ("b", 3, None), false),
        // Another program's file without dates.
        (FileDays::Numbers, false, (2, None), ("b", 2, None), false),
    ] {
        let mut fixture = TripFixture::new();
        if is_dated {
            fixture.assert_changes(dates(Some(written("2026-05-01")), None));
        }
        fixture.assert_changes(add_by(days, &file("a", first.0, first.1)));
        let (id, day, start) = again;
        let _ = fixture.apply_by(ADA, add_by(days, &file(id, day, start)));
        let number = fixture.trip.itinerary.len();
        assert_eq!(
            number == 1,
            is_known,
            "{days:?} {is_dated} {first:?} {again:?}"
        );
    }
}

#[test]
fn a_file_adds_items_by_their_dates_else_after_the_last_day() {
    let mut file = TripFixture::new();
    file.assert_changes(items(vec![
        ItemDraft {
            start: Some(at("2026-05-02T09:00:00Z")),
            ..stay_of("market")
        },
        ItemDraft {
            day: Day::new(2).unwrap(),
            ..stay_of("untimed")
        },
        ItemDraft {
            start: Some(at("2026-04-01T09:00:00Z")),
            ..stay_of("early")
        },
    ]));
    let mut fixture = rich();
    let before = fixture.trip.clone();
    fixture.assert_changes(add(&file.trip));
    let days: Vec<(String, u32)> = fixture
        .trip
        .itinerary
        .iter()
        .map(|item| (item.id.to_string(), item.day.number()))
        .collect();
    assert_eq!(days[0], ("market".to_owned(), 2));
    assert_eq!(days[1].1, 2);
    assert_ne!(days[1].0, "market");
    assert_eq!(days[2], ("untimed".to_owned(), 3));
    assert_eq!(days[3], ("early".to_owned(), 4));
    assert_eq!(fixture.trip.itinerary[0], before.itinerary[0]);
    assert_eq!(fixture.trip.plan.lists, before.plan.lists);
    assert_eq!(fixture.trip.plan.dates, before.plan.dates);

    let mut undated = TripFixture::new();
    undated.assert_changes(items(vec![ItemDraft {
        day: Day::new(2).unwrap(),
        ..stay_of("a")
    }]));
    undated.assert_changes(add(&file.trip));
    let days: Vec<u32> = undated
        .trip
        .itinerary
        .iter()
        .map(|it| it.day.number())
        .collect();
    assert_eq!(days, [2, 3, 3, 4]);
}

#[test]
fn a_file_keeps_to_the_limits_of_the_sum_and_only_editors_add_it() {
    let mut file = TripFixture::new();
    file.assert_changes(items((0..600).map(|n| stay_of(&format!("f{n}"))).collect()));
    let mut fixture = rich();
    fixture.assert_changes(add(&file.trip));
    file.assert_changes(items((0..600).map(|n| stay_of(&format!("g{n}"))).collect()));
    assert_eq!(fixture.violations(add(&file.trip)), ["/itinerary"]);
    let by_viewer = fixture.apply_by(BOB, add(&file.trip));
    assert_eq!(
        by_viewer,
        Err(wayfare_domain::trip::PatchError::NotPermitted)
    );
}

#[test]
fn amounts_of_a_file_keep_their_currency() {
    let mut file = TripFixture::new();
    file.assert_changes(crate::fixture::base("JPY"));
    file.assert_changes(items(vec![ItemDraft {
        budget: BudgetPatch {
            total: Some(Decimal::ONE_THOUSAND),
            ..BudgetPatch::default()
        },
        ..stay()
    }]));
    let mut fixture = TripFixture::new();
    fixture.assert_changes(budget(BudgetPatch {
        category: Some(short("Food")),
        ..BudgetPatch::default()
    }));
    fixture.assert_changes(add(&file.trip));
    let currency = fixture.trip.itinerary[0].budget.currency;
    assert_eq!(currency, Some(Currency::new("JPY").unwrap()));
}

fn point(east: f64, north: f64) -> TrackPoint {
    TrackPoint::from_degrees(east, north).unwrap()
}

#[test]
fn a_long_line_keeps_its_ends_and_its_corners() {
    let corner = 7_000;
    let points: Vec<TrackPoint> = (0..10_000)
        .map(|n: i32| match n - corner {
            over @ 0.. => point(7.0, f64::from(over) / 1_000.0),
            _ => point(f64::from(n) / 1_000.0, 0.0),
        })
        .collect();
    let (first, last) = (points[0], points[9_999]);
    let track = Track::simplified(short("x"), points.clone()).unwrap();
    assert_eq!(track.points().len(), Track::MAX_POINTS);
    assert_eq!((track.points()[0], track.points()[1_999]), (first, last));
    assert!(track.points().contains(&point(7.0, 0.0)));
    assert_eq!(simplify(points.clone(), 3), [first, point(7.0, 0.0), last]);
    assert_eq!(simplify(points[..2].to_vec(), 2), points[..2]);
    assert!(Track::simplified(short(""), vec![first]).is_none());
    assert!(TrackPoint::from_degrees(180.1, 0.0).is_none());
    assert!(TrackPoint::from_degrees(f64::NAN, 0.0).is_none());
}
