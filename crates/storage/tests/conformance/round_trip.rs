//! Whatever a trip may hold comes back exactly.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, TestRunner};
use rust_decimal::Decimal;
use wayfare_domain::trip::{Estimate, Expenditure};
use wayfare_domain::{Amount, Dates, Description, Instant, Moment, Name, ShortText, Trip, UserId};

use crate::bench::{Bench, on_both};
use crate::samples::{changed, kept_user, rich_trip};

on_both!(any_trip_comes_back);

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
            )| Trip {
                name: Name::new(&name).unwrap_or_else(|_| Name::new("-").unwrap()),
                description: Description::new(description).unwrap(),
                todo,
                expenditures: spent
                    .into_iter()
                    .map(|(what, cost)| Expenditure {
                        expenditure: ShortText::new(what).unwrap_or_default(),
                        cost,
                    })
                    .collect(),
                estimate: Estimate { lo, hi },
                dates: Dates {
                    start: Moment::from_epoch(Decimal::new(start.millis(), 3)).ok(),
                    end: None,
                },
                created_at,
                updated_at,
                private,
                ..rich_trip(owner, &[other])
            },
        )
}

fn any_trip_comes_back(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let config = Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&(trips(ann, bob), trips(ann, bob)), |(first, second)| {
            bench.work(|unit| unit.trips().insert(&first));
            let back = |id| {
                bench
                    .look(|read| read.trips().find(id, ann))
                    .trip
                    .unwrap()
                    .0
                    .as_ref()
                    .clone()
            };
            assert_eq!(back(first.id), first);
            let second = Trip {
                id: first.id,
                created_at: first.created_at,
                ..changed(&second, |_| ())
            };
            bench.work(|unit| unit.trips().update(&first, &second));
            assert_eq!(back(first.id), second);
            Ok(())
        })
        .unwrap();
}
