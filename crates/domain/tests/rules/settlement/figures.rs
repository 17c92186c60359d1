//! Figures, to be taken from a release build:
//! `cargo test --release -p wayfare-domain figures -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::settlement::plan::plan;

use super::settle;
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

#[test]
#[ignore = "a figure of a release build"]
fn sixteen_parties_are_planned_within_fifty_milliseconds() {
    // No part of them sums to zero, so that each step looks at all subsets.
    let mut balances: Vec<i128> = (0..15).map(|n| -(1 << n)).collect();
    balances.push((1 << 15) - 1);
    let planned = time(|| drop(black_box(plan(&balances))));
    eprintln!("16 parties: {planned:?}");
    assert!(planned < Duration::from_millis(50));
}
