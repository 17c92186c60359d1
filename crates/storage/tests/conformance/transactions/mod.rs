//! Units of work: committed whole or rolled back.

mod concurrency;
mod locks;

use std::thread;
use std::time::{Duration, Instant};

use wayfare_storage::{Error, OpenOptions, UniqueValue};

use crate::fixtures::{insert_user, user};
use crate::store::{self, TestStore, test_on_both_backends};

test_on_both_backends!(
    commits_all_writes,
    rolls_back_when_dropped,
    rolls_back_on_panic,
    hides_uncommitted_writes_from_others,
    reads_its_own_writes,
    refuses_to_commit_after_a_failed_statement,
    answers_a_ping,
);

fn commits_all_writes(store: &TestStore) {
    let (ann, bob) = (user("ann"), user("bob"));
    store.commit(|unit| {
        unit.users().insert(&ann, None)?;
        unit.users().insert(&bob, None)
    });
    let another = store.open_another();
    let mut data = another.read().unwrap();
    assert!(data.users().find(ann.id).unwrap().is_some());
    assert!(data.users().find(bob.id).unwrap().is_some());
}

/// More rollbacks than connections: each connection can be used again.
fn rolls_back_when_dropped(store: &TestStore) {
    let ann = user("ann");
    for _ in 0..20 {
        let mut unit = store.begin().unwrap();
        unit.users().insert(&ann, None).unwrap();
        drop(unit);
        assert!(store.read(|data| data.users().find(ann.id)).is_none());
    }
    store.commit(|unit| unit.users().insert(&ann, None));
}

fn rolls_back_on_panic(store: &TestStore) {
    let ann = user("ann");
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let mut unit = store.begin().unwrap();
            unit.users().insert(&ann, None).unwrap();
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
    });
    assert!(store.read(|data| data.users().find(ann.id)).is_none());
    store.commit(|unit| unit.users().insert(&ann, None));
}

fn hides_uncommitted_writes_from_others(store: &TestStore) {
    let ann = user("ann");
    let mut unit = store.begin().unwrap();
    unit.users().insert(&ann, None).unwrap();
    assert!(store.read(|data| data.users().find(ann.id)).is_none());
    unit.commit().unwrap();
    assert!(store.read(|data| data.users().find(ann.id)).is_some());
}

fn reads_its_own_writes(store: &TestStore) {
    let ann = user("ann");
    let found = store.commit(|unit| {
        unit.users().insert(&ann, None)?;
        unit.users().find(ann.id)
    });
    assert_eq!(found.unwrap().user, ann);
}

fn refuses_to_commit_after_a_failed_statement(store: &TestStore) {
    insert_user(store, "taken");
    let ann = user("ann");
    let mut unit = store.begin().unwrap();
    unit.users().insert(&ann, None).unwrap();
    let result = unit.users().insert(&user("taken"), None);
    let is_taken = matches!(result, Err(Error::Duplicate(UniqueValue::Username)));
    assert!(is_taken, "{result:?}");
    assert!(unit.commit().is_err());
    assert!(store.read(|data| data.users().find(ann.id)).is_none());
    store.commit(|unit| unit.users().insert(&ann, None));
}

fn answers_a_ping(store: &TestStore) {
    store.ping().unwrap();
    assert!(store.connections() >= 2);
}

/// Takes all connections for units of work. The next caller fails within the checkout timeout.
fn assert_unavailable_when_exhausted((url, location): (String, store::Location), units: usize) {
    let options = OpenOptions {
        connections: Some(2),
        wait: Duration::from_millis(300),
        ..OpenOptions::default()
    };
    let store = TestStore::new(&url, location, &options);
    let units: Vec<_> = (0..units).map(|_| store.begin().unwrap()).collect();
    let start = Instant::now();
    let result = store.begin().map(|_| ());
    assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
    assert!(start.elapsed() < Duration::from_secs(3));
    drop(units);
    store.begin().unwrap().commit().unwrap();
}

#[test]
fn sqlite_is_unavailable_when_its_writer_is_taken() {
    assert_unavailable_when_exhausted(store::sqlite_file(), 1);
}

#[test]
fn postgres_is_unavailable_when_its_pool_is_exhausted() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    assert_unavailable_when_exhausted(store::postgres_database(), 2);
}

/// SQLite allows one process at a time to write. Reads still work.
#[test]
fn sqlite_is_unavailable_while_another_process_writes() {
    let first = store::sqlite();
    let second = first.open_another();
    let mut writing = first.begin().unwrap();
    writing.users().insert(&user("ann"), None).unwrap();
    let result = second.begin().map(|_| ());
    assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
    let mut data = second.read().unwrap();
    data.users().find_by_username("ann").unwrap();
    writing.commit().unwrap();
    second.begin().unwrap().commit().unwrap();
}
