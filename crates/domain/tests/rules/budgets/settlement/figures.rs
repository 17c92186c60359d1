//! Figures, to be taken from a release build:
//! `cargo test --release -p wayfare-domain figures -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::plan::plan;

use super::groups::{best, group};
use super::{closed, settle};
use crate::fixture::{TripFixture, amount, currency, items, payment, share, stay_of};

/// The shortest of five runs.
fn time(run: impl Fn()) -> Duration {
    let runs = (0..5).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    runs.min().unwrap()
}

/// A trip of 30 members with 1,000 items, half of them in a currency at rates of their own, and
/// 1,000 recorded settlements. Each item has this many shares.
fn trip(shares: usize) -> TripFixture {
    let drafts = (0..1_000).map(|item| {
        let shares = (item..item + shares).map(|n| {
            let member = n % 30;
            let (name, value) = (format!("m{member}"), format!("{}.{item:03}", member + 1));
            match member {
                7 if item % 2 == 0 => payment(&name, &value, &format!("1{item}.5")),
                _ if n == item => share(&name, &value, "465.5"),
                _ => share(&name, &value, "0"),
            }
        });
        ItemDraft {
            budget: BudgetPatch {
                currency: (item % 2 == 0).then(|| currency("EUR")),
                shares: Some(shares.collect()),
                ..BudgetPatch::default()
            },
            ..stay_of(&format!("item-{item}"))
        }
    });
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(drafts.collect()));
    for n in 0..1_000 {
        let (from, to) = (format!("m{}", n % 30), format!("m{}", (n + 1) % 30));
        let mut draft = super::recorded::draft(&from, &to, "1");
        draft.amount = amount(&format!("{n}.25"));
        fixture.assert_changes(super::recorded::record(draft));
    }
    fixture
}

#[test]
#[ignore = "a figure of a release build"]
fn thirty_members_and_two_thousand_entries_settle_within_twenty_milliseconds() {
    let fixture = trip(1);
    let settled = time(|| drop(black_box(settle(&fixture))));
    eprintln!("1,000 shares and 1,000 settlements of 30 members: {settled:?}");
    assert!(settled < Duration::from_millis(20));
    let fixture = trip(30);
    let largest = time(|| drop(black_box(settle(&fixture))));
    eprintln!("30,000 shares and 1,000 settlements: {largest:?}");
}

/// A hundred groups of twenty, and how many payments more than the best their plans have.
#[test]
#[ignore = "a figure of a release build"]
fn twenty_people_are_planned_within_twenty_milliseconds() {
    let mut runner = TestRunner::deterministic();
    let mut slowest = Duration::ZERO;
    let mut above = [0; 20];
    for _ in 0..100 {
        let balances = group(20).new_tree(&mut runner).unwrap().current();
        slowest = slowest.max(time(|| drop(black_box(plan(&balances)))));
        above[plan(&balances).len() - best(&balances)] += 1;
    }
    eprintln!("20 people, the slowest of 100 groups: {slowest:?}; payments above: {above:?}");
    assert!(above[0] + above[1] >= 95);
    assert!(slowest < Duration::from_millis(20));
}

#[test]
#[ignore = "a figure of a release build"]
fn a_hundred_people_and_thousands_are_planned_within_fifty_milliseconds() {
    for people in [100, 6_000] {
        // No small groups are even.
        let balances = (1..people).map(|n: i128| if n % 2 == 0 { n * n * n } else { -7 * n * n });
        let balances = closed(balances.collect());
        let planned = time(|| drop(black_box(plan(&balances))));
        eprintln!("{people} people: {planned:?}");
        assert!(planned < Duration::from_millis(50));
    }
}
