//! Units of work: all of it or nothing.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use wayfare_domain::TripId;
use wayfare_storage::{Error, OpenOptions};

use crate::bench::{self, Bench, on_both};
use crate::samples::{kept_trip, kept_user, user};

on_both!(
    what_is_committed_stays,
    what_is_dropped_never_was,
    what_is_not_committed_is_not_seen,
    a_unit_sees_what_it_wrote,
    a_unit_that_failed_in_part_cannot_be_committed,
    a_panic_undoes,
    a_store_answers,
);

fn what_is_committed_stays(bench: &Bench) {
    let (ann, bob) = (user("ann"), user("bob"));
    bench.work(|unit| {
        unit.users().insert(&ann, None)?;
        unit.users().insert(&bob, None)
    });
    let again = wayfare_storage::open(bench.url(), &OpenOptions::default()).unwrap();
    let mut read = again.read().unwrap();
    assert!(read.users().find(ann.id).unwrap().is_some());
    assert!(read.users().find(bob.id).unwrap().is_some());
}

fn what_is_dropped_never_was(bench: &Bench) {
    let ann = user("ann");
    for _ in 0..20 {
        let mut unit = bench.begin().unwrap();
        unit.users().insert(&ann, None).unwrap();
        drop(unit);
        assert!(bench.look(|read| read.users().find(ann.id)).is_none());
    }
    bench.work(|unit| unit.users().insert(&ann, None));
}

fn what_is_not_committed_is_not_seen(bench: &Bench) {
    let ann = user("ann");
    let mut unit = bench.begin().unwrap();
    unit.users().insert(&ann, None).unwrap();
    assert!(bench.look(|read| read.users().find(ann.id)).is_none());
    unit.commit().unwrap();
    assert!(bench.look(|read| read.users().find(ann.id)).is_some());
}

fn a_unit_sees_what_it_wrote(bench: &Bench) {
    let ann = user("ann");
    let seen = bench.work(|unit| {
        unit.users().insert(&ann, None)?;
        unit.users().find(ann.id)
    });
    assert_eq!(seen.unwrap().user, ann);
}

fn a_unit_that_failed_in_part_cannot_be_committed(bench: &Bench) {
    kept_user(bench, "taken");
    let ann = user("ann");
    let mut unit = bench.begin().unwrap();
    unit.users().insert(&ann, None).unwrap();
    let refused = unit.users().insert(&user("taken"), None);
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
    assert!(unit.commit().is_err());
    assert!(bench.look(|read| read.users().find(ann.id)).is_none());
    bench.work(|unit| unit.users().insert(&ann, None));
}

fn a_panic_undoes(bench: &Bench) {
    let ann = user("ann");
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let mut unit = bench.begin().unwrap();
            unit.users().insert(&ann, None).unwrap();
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
    });
    assert!(bench.look(|read| read.users().find(ann.id)).is_none());
    bench.work(|unit| unit.users().insert(&ann, None));
}

fn a_store_answers(bench: &Bench) {
    bench.ping().unwrap();
    assert!(bench.connections() >= 2);
}

/// Options under which a store soon gives up waiting.
fn impatient() -> OpenOptions {
    OpenOptions {
        connections: Some(2),
        wait: Duration::from_millis(300),
        ..OpenOptions::default()
    }
}

/// Every connection is taken: who comes then is told so, and soon.
fn a_full_store_is_unavailable(bench: &Bench, units: usize) {
    let held: Vec<_> = (0..units).map(|_| bench.begin().unwrap()).collect();
    let start = Instant::now();
    let refused = bench.begin().map(|_| ());
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert!(start.elapsed() < Duration::from_secs(3));
    drop(held);
    bench.begin().unwrap().commit().unwrap();
}

#[test]
fn a_full_sqlite_is_unavailable() {
    let (url, ground) = bench::sqlite_ground();
    a_full_store_is_unavailable(&Bench::new(&url, ground, &impatient()), 1);
}

#[test]
fn a_full_postgres_is_unavailable() {
    let (url, ground) = bench::postgres_ground();
    a_full_store_is_unavailable(&Bench::new(&url, ground, &impatient()), 2);
}

/// SQLite lets one process write at a time: another store on the same file waits, then is told.
#[test]
fn a_sqlite_that_another_process_writes_to_is_unavailable() {
    let first = bench::sqlite();
    let second = wayfare_storage::open(first.url(), &OpenOptions::default()).unwrap();
    let mut writing = first.begin().unwrap();
    writing.users().insert(&user("ann"), None).unwrap();
    let refused = second.begin().map(|_| ());
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    second
        .read()
        .unwrap()
        .users()
        .find_by_username("ann")
        .unwrap();
    writing.commit().unwrap();
    second.begin().unwrap().commit().unwrap();
}

/// Somebody else holds the lock for long: who waits is told that the database is too busy.
#[test]
fn a_postgres_lock_is_not_waited_for_forever() {
    let (url, ground) = bench::postgres_ground();
    let bench = Bench::new(&url, ground, &impatient());
    let ann = kept_user(&bench, "ann");
    let trip = kept_trip(&bench, ann, &[]);
    let mut holder = bench.begin().unwrap();
    holder.trips().lock(trip.id, ann).unwrap();
    let refused = bench.try_work(|unit| unit.trips().lock(trip.id, ann));
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    holder.commit().unwrap();
    bench.work(|unit| unit.trips().lock(trip.id, ann));
}

/// Two that wait for each other: one of them is told to try again, the other goes on.
#[test]
fn a_postgres_deadlock_is_a_conflict() {
    let bench = bench::postgres();
    let ann = kept_user(&bench, "ann");
    let trips = [kept_trip(&bench, ann, &[]), kept_trip(&bench, ann, &[])];
    let both_have_one = Barrier::new(2);
    let lock = |first: TripId, second: TripId| {
        bench.try_work(|unit| {
            unit.trips().lock(first, ann)?;
            both_have_one.wait();
            unit.trips().lock(second, ann).map(|_| ())
        })
    };
    let (one, other) = thread::scope(|scope| {
        let one = scope.spawn(|| lock(trips[0].id, trips[1].id));
        let other = scope.spawn(|| lock(trips[1].id, trips[0].id));
        (one.join().unwrap(), other.join().unwrap())
    });
    let ends = (&one, &other);
    assert!(
        matches!(
            ends,
            (Ok(()), Err(Error::Conflict(_))) | (Err(Error::Conflict(_)), Ok(()))
        ),
        "{ends:?}"
    );
}
