//! Property test: a trip of random content is read as it was written.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, TestRunner};
use rust_decimal::Decimal;
use wayfare_domain::trip::{Estimate, Expenditure, TodoLists};
use wayfare_domain::{Amount, Dates, Description, Instant, Moment, Name, ShortText, Trip, UserId};

use crate::fixtures::{edited, insert_user, rich_trip, save_trip, trip_write};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(reads_any_trip_as_written);

fn text() -> impl Strategy<Value = String> {
    any::<String>().prop_map(|text| text.replace('\0', ""))
}

fn amounts() -> impl Strategy<Value = Amount> {
    (0..1_000_000_000_000_000_i64, 3..=20_u32)
        .prop_filter_map("at most 10^12", |(digits, scale)| {
            Amount::new(Decimal::new(digits, scale)).ok()
        })
}

fn instants() -> impl Strategy<Value = Instant> {
    (-62_135_596_800_000..=253_402_300_799_999_i64)
        .prop_map(|millis| Instant::from_millis(millis).unwrap())
}

fn trips(owner: UserId, other: UserId) -> impl Strategy<Value = Trip> {
    let list = vec(
        text().prop_map(|text| ShortText::new(text).unwrap_or_default()),
        0..5,
    );
    let spent = vec((text(), amounts()), 0..5);
    let times = (instants(), instants(), instants());
    (
        text(),
        text(),
        list,
        spent,
        (amounts(), amounts()),
        times,
        any::<bool>(),
    )
        .prop_map(
            move |(
                name,
                description,
                todo,
                spent,
                (lo, hi),
                (created_at, updated_at, start),
                private,
            )| {
                let mut trip = rich_trip(owner, &[other]);
                trip.name = Name::new(&name).unwrap_or_else(|_| Name::new("-").unwrap());
                trip.description = Description::new(description).unwrap();
                trip.plan.lists = TodoLists::of_todo(todo);
                trip.plan.expenditures = spent
                    .into_iter()
                    .map(|(what, cost)| Expenditure {
                        expenditure: ShortText::new(what).unwrap_or_default(),
                        cost: cost.into(),
                    })
                    .collect();
                trip.plan.estimate = Estimate {
                    lo,
                    hi,
                    is_hi_sent: Some(true),
                };
                trip.plan.dates = Dates {
                    start: Moment::from_epoch(Decimal::new(start.millis(), 3)).ok(),
                    end: None,
                };
                trip.created_at = created_at;
                trip.updated_at = updated_at;
                trip.private = private;
                trip
            },
        )
}

fn reads_any_trip_as_written(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let config = Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&(trips(ann, bob), trips(ann, bob)), |(first, second)| {
            store.commit(|unit| unit.trips().insert(&first));
            let read = |id| {
                let lookup = store.read(|data| data.trips().find(id, ann));
                let (trip, _) = lookup.parse().unwrap().unwrap();
                Trip::clone(&trip)
            };
            assert_eq!(read(first.id), first);
            let second = edited(&second, |trip| {
                trip.id = first.id;
                trip.created_at = first.created_at;
            });
            assert!(save_trip(store, &trip_write(&first, &second)));
            assert_eq!(read(first.id), second);
            Ok(())
        })
        .unwrap();
}
