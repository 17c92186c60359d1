//! Idempotency keys.

use std::thread;

use wayfare_domain::{Instant, UserId};
use wayfare_storage::{Error, IdempotencyKey};

use crate::fixtures::{
    at, delete_user, edited, insert_trip, insert_user, revoke_all_tokens, save_trip, trip_write,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    records_a_key_once_a_day,
    needs_its_account_and_ends_with_it,
    one_of_concurrent_units_of_work_records_a_key,
    a_save_records_its_key_or_has_no_effect,
    keeps_the_newest_keys_of_an_account,
    prunes_some_expired_keys_of_anybody,
);

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn key(user: UserId, byte: u8, used_at: Instant) -> IdempotencyKey {
    IdempotencyKey {
        user,
        hash: [byte; 32],
        request: [byte.wrapping_add(1); 32],
        resource: format!("it's {byte}"),
        used_at,
    }
}

fn insert(store: &TestStore, key: &IdempotencyKey) -> bool {
    store.commit(|unit| unit.idempotency().insert(key))
}

fn find(store: &TestStore, key: &IdempotencyKey, now: Instant) -> Option<IdempotencyKey> {
    store.read(|data| data.idempotency().find(key.user, &key.hash, now))
}

fn records_a_key_once_a_day(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let first = key(ada, 1, at(0));
    assert_eq!(find(store, &first, at(0)), None);
    assert!(insert(store, &first));
    let again = IdempotencyKey {
        request: [9; 32],
        resource: String::new(),
        used_at: at(DAY - 1),
        ..first.clone()
    };
    assert!(!insert(store, &again));
    assert_eq!(find(store, &first, at(DAY - 1)), Some(first.clone()));
    assert_eq!(find(store, &key(bob, 1, at(0)), at(0)), None);
    assert_eq!(find(store, &first, at(DAY)), None, "it has expired");
    let next_day = IdempotencyKey {
        used_at: at(DAY),
        ..again
    };
    assert!(insert(store, &next_day));
    assert_eq!(find(store, &first, at(DAY)), Some(next_day));
}

fn needs_its_account_and_ends_with_it(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let own = key(ada, 1, at(0));
    assert!(insert(store, &own));
    delete_user(store, ada).unwrap();
    assert_eq!(find(store, &own, at(0)), None);
    let result = store.try_commit(|unit| unit.idempotency().insert(&own));
    assert!(matches!(result, Err(Error::Conflict(_))), "{result:?}");
}

fn one_of_concurrent_units_of_work_records_a_key(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let own = key(ada, 1, at(0));
    let inserted: Vec<bool> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| insert(store, &own)))
            .collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.collect()
    });
    assert_eq!(inserted.iter().filter(|inserted| **inserted).count(), 1);
    // The effect of a unit of work that is rolled back is gone, and so is its key.
    let other = key(ada, 2, at(0));
    let mut unit = store.begin().unwrap();
    assert!(unit.idempotency().insert(&other).unwrap());
    drop(unit);
    assert!(insert(store, &other));
}

fn a_save_records_its_key_or_has_no_effect(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let trip = insert_trip(store, ada, &[]);
    let own = key(ada, 1, at(0));
    let after = edited(&trip, |trip| {
        trip.private = !trip.private;
    });
    let write = trip_write(&trip, &after).with_key(Some(own.clone()));
    assert!(save_trip(store, &write));
    assert_eq!(find(store, &own, at(0)), Some(own.clone()));
    let version = || {
        let found = store.read(|data| data.trips().find(trip.id, ada));
        found.parse().unwrap().unwrap().0.version
    };
    assert_eq!(version(), 2);

    let third = edited(&after, |_| {});
    let again = trip_write(&after, &third).with_key(Some(own));
    assert!(!save_trip(store, &again), "the key is used");
    assert_eq!(version(), 2);

    let other = key(ada, 2, at(0));
    let stale = trip_write(&trip, &after).with_key(Some(other.clone()));
    assert!(!save_trip(store, &stale), "the version has changed");
    assert_eq!(find(store, &other, at(0)), None, "its key is not used");
    revoke_all_tokens(store, ada, 1);
    let void = trip_write(&after, &third).with_key(Some(other.clone()));
    assert!(!save_trip(store, &void), "the token is void");
    assert_eq!(find(store, &other, at(0)), None, "its key is not used");
}

fn keeps_the_newest_keys_of_an_account(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let own: Vec<_> = (0..20).map(|n| key(ada, n, at(n.into()))).collect();
    let others: Vec<_> = (20..40).map(|n| key(bob, n, at(n.into()))).collect();
    assert!(own.iter().chain(&others).all(|key| insert(store, key)));
    store.commit(|unit| unit.idempotency().prune(ada, 5, at(50)));
    let left = |keys: &[IdempotencyKey]| -> Vec<u8> {
        let left = keys.iter().filter(|key| find(store, key, at(50)).is_some());
        left.map(|key| key.hash[0]).collect()
    };
    assert_eq!(left(&own), [15, 16, 17, 18, 19]);
    assert_eq!(left(&others).len(), 20);
    store.commit(|unit| unit.idempotency().prune(ada, 5, at(50)));
    assert_eq!(left(&own).len(), 5);
}

fn prunes_some_expired_keys_of_anybody(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let expired: Vec<_> = (0..100).map(|n| key(bob, n, at(n.into()))).collect();
    let fresh = key(bob, 200, at(5_000));
    assert!(expired.iter().chain([&fresh]).all(|key| insert(store, key)));
    let left = || {
        let is_left = |key: &&IdempotencyKey| find(store, key, key.used_at).is_some();
        expired.iter().filter(is_left).count()
    };
    for expected in [36, 0] {
        store.commit(|unit| unit.idempotency().prune(ada, 10, at(DAY + 4_000)));
        assert_eq!(left(), expected);
    }
    assert!(find(store, &fresh, at(5_000)).is_some());
}
