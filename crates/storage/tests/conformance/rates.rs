//! Reference rates.

use wayfare_domain::Date;
use wayfare_domain::rates::{DayRates, RateCurrency};
use wayfare_storage::RateImport;

use crate::fixtures::millis;
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    reads_imports_in_order,
    refuses_a_number_that_is_taken,
    a_dropped_import_leaves_nothing,
    stores_a_history_of_many_days,
);

fn import(number: i64) -> RateImport {
    RateImport {
        number,
        source: format!("bank 'n' {number}"),
        imported_at: millis(1_767_225_600_123),
    }
}

/// Rates of days, each with an own price.
fn rates(days: i64) -> DayRates {
    let first = Date::parse("1999-01-04").unwrap().midnight();
    let rates = (0..days).map(|day| {
        let codes = ["USD", "CYP"].map(|code| RateCurrency::new(code).unwrap());
        let prices = codes.map(|code| (code, rust_decimal::Decimal::new(day + 1, 4)));
        (Date::from(first.plus_days(day)), prices.into())
    });
    rates.collect()
}

fn insert(store: &TestStore, number: i64, rates: &DayRates) -> bool {
    store.commit(|unit| unit.rates().insert(&import(number), rates))
}

fn reads_imports_in_order(store: &TestStore) {
    let last = |store: &TestStore| store.read(|data| data.rates().last_import());
    assert_eq!(last(store), 0);
    assert_eq!(store.read(|data| data.rates().imports_after(0)), []);
    let (first, second) = (rates(3), rates(1));
    assert!(insert(store, 1, &first));
    assert!(insert(store, 2, &second));
    assert!(insert(store, 3, &DayRates::new()));
    assert_eq!(last(store), 3);
    let all = [
        (import(1), first),
        (import(2), second),
        (import(3), DayRates::new()),
    ];
    assert_eq!(store.read(|data| data.rates().imports_after(0)), all);
    assert_eq!(store.read(|data| data.rates().imports_after(1)), all[1..]);
    assert_eq!(store.read(|data| data.rates().imports_after(3)), []);
}

fn refuses_a_number_that_is_taken(store: &TestStore) {
    assert!(insert(store, 1, &rates(2)));
    assert!(!insert(store, 1, &rates(5)));
    let stored = store.read(|data| data.rates().imports_after(0));
    assert_eq!(stored, [(import(1), rates(2))]);
}

fn a_dropped_import_leaves_nothing(store: &TestStore) {
    let mut unit = store.begin().unwrap();
    assert!(unit.rates().insert(&import(1), &rates(2)).unwrap());
    drop(unit);
    assert_eq!(store.read(|data| data.rates().imports_after(0)), []);
}

fn stores_a_history_of_many_days(store: &TestStore) {
    let history = rates(7_000);
    assert!(insert(store, 1, &history));
    let stored = store.read(|data| data.rates().imports_after(0));
    assert_eq!(stored, [(import(1), history)]);
}
