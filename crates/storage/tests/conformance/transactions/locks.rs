//! Locks: what waits for what, and for how long.

use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use wayfare_domain::{TripId, UserId};
use wayfare_storage::{
    DocumentSizes, Error, OpenOptions, PictureChanges, PictureOwner, RefreshToken, Result,
    TripWrite, UnitOfWork,
};

use crate::fixtures::{
    at, delete_user, edited, insert_trip, insert_user, save_trip, trip, trip_write, trip_write_by,
};
use crate::pictures::{picture, save_pictures};
use crate::store::{self, TestStore, test_on_both_backends};
use crate::users::sessions::{exists, find, insert_tokens, token};

test_on_both_backends!(
    returns_a_picture_added_during_the_deletion_of_its_owner,
    saves_a_trip_during_the_deletion_of_a_member,
    revokes_all_tokens_during_a_rotation,
    refuses_a_write_that_waits_for_a_revocation,
    locks_accounts_of_two_trips_without_a_deadlock,
);

/// How long the unit of work that begins second may run until it waits for the first one.
const HEAD_START: Duration = Duration::from_millis(200);

/// Saves a picture of a trip without a lock, then with one.
fn returns_a_picture_added_during_the_deletion_of_its_owner(store: &TestStore) {
    let bob = insert_user(store, "bob");
    for (username, is_locked) in [("ann", false), ("amy", true)] {
        let owner = insert_user(store, username);
        let before = Arc::new(insert_trip(store, owner, &[bob]));
        let added = picture(PictureOwner::Trip(before.id));
        let pictures = PictureChanges {
            added: vec![added.clone()],
            removed: Vec::new(),
        };
        let after = Arc::new(edited(&before, |_| ()));
        let write = TripWrite::new(
            Arc::clone(&before),
            DocumentSizes::default(),
            after,
            bob,
            1,
            pictures,
        )
        .unwrap();
        let deleted = thread::scope(|scope| {
            let mut edit = store.begin().unwrap();
            if is_locked {
                edit.trips()
                    .lock(before.id, bob)
                    .unwrap()
                    .parse()
                    .unwrap()
                    .unwrap();
            } else {
                assert!(edit.trips().save(&write).unwrap());
            }
            let deletion = scope.spawn(|| delete_user(store, owner).unwrap());
            thread::sleep(HEAD_START);
            if is_locked {
                assert!(edit.trips().save(&write).unwrap());
            }
            edit.commit().unwrap();
            deletion.join().unwrap()
        });
        assert_eq!(deleted, [added.id]);
    }
}

fn saves_a_trip_during_the_deletion_of_a_member(store: &TestStore) {
    let [ann, bob, guest] = ["ann", "bob", "guest"].map(|name| insert_user(store, name));
    let inserted = insert_trip(store, ann, &[guest]);
    thread::scope(|scope| {
        let mut edit = store.begin().unwrap();
        let lookup = edit.trips().lock(inserted.id, ann).unwrap();
        let (before, _) = lookup.parse().unwrap().unwrap();
        let deletion = scope.spawn(|| delete_user(store, guest));
        thread::sleep(HEAD_START);
        let after = edited(&before, |trip| trip.members = vec![ann, guest, bob]);
        assert!(edit.trips().save(&trip_write(&before, &after)).unwrap());
        edit.commit().unwrap();
        assert_eq!(deletion.join().unwrap().unwrap(), []);
    });
    let lookup = store.read(|data| data.trips().find(inserted.id, ann));
    let (trip, _) = lookup.parse().unwrap().unwrap();
    assert_eq!((trip.version, &trip.members[..]), (3, &[ann, bob][..]));
}

/// The revocation begins between the steps of the rotation, then after them.
fn revokes_all_tokens_during_a_rotation(store: &TestStore) {
    let ann = insert_user(store, "ann");
    for (generation, revokes_before_spend) in [(1, true), (2, false)] {
        let [old, successor] = [1, 2].map(|byte| RefreshToken {
            generation,
            ..token(ann, byte)
        });
        insert_tokens(store, &[&old]);
        thread::scope(|scope| {
            let mut rotation = store.begin().unwrap();
            rotation.sessions().insert(&successor).unwrap();
            let spend = |rotation: &mut dyn UnitOfWork| rotation.sessions().spend(old.id, at(2));
            let early = (!revokes_before_spend).then(|| spend(&mut *rotation).unwrap());
            let revocation = scope.spawn(|| {
                store.commit(|unit| unit.users().revoke_all_tokens(ann, generation, None))
            });
            thread::sleep(HEAD_START);
            if early.unwrap_or_else(|| spend(&mut *rotation).unwrap()) {
                rotation.commit().unwrap();
            } else {
                drop(rotation);
            }
            assert!(revocation.join().unwrap());
        });
        assert!(!exists(store, &old));
        let found = find(store, &successor);
        assert!(found.is_none_or(|(token, present)| token.generation < present));
        store.commit(|unit| unit.sessions().revoke_family(successor.family));
    }
}

/// The writes begin while the revocation is not committed, and end after it.
fn refuses_a_write_that_waits_for_a_revocation(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let before = insert_trip(store, ann, &[bob]);
    let other = insert_trip(store, ann, &[bob]);
    let after = edited(&before, |_| ());
    thread::scope(|scope| {
        let mut revocation = store.begin().unwrap();
        assert!(revocation.users().revoke_all_tokens(bob, 1, None).unwrap());
        let save = scope.spawn(|| save_trip(store, &trip_write_by(bob, 1, &before, &after)));
        let lock = scope.spawn(|| store.commit(|unit| unit.trips().lock(other.id, bob)));
        thread::sleep(HEAD_START);
        revocation.commit().unwrap();
        assert!(
            !save.join().unwrap(),
            "the token was revoked before the commit"
        );
        assert_eq!(lock.join().unwrap().generation, Some(2));
    });
}

/// Each edits the trip of the other, at once, and locks the accounts of both.
fn locks_accounts_of_two_trips_without_a_deadlock(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let of_ann = insert_trip(store, ann, &[bob]).id;
    let of_bob = insert_trip(store, bob, &[ann]).id;
    let edits = [(of_ann, ann, bob), (of_bob, bob, ann), (of_ann, ann, ann)];
    thread::scope(|scope| {
        for (trip, owner, caller) in edits {
            scope.spawn(move || {
                for _ in 0..20 {
                    store.commit(|unit| {
                        let (found, _) = unit.trips().lock_row(trip)?.unwrap();
                        assert_eq!(found, owner);
                        unit.users().lock_all(vec![owner, caller])
                    });
                }
            });
        }
    });
}

/// A store on PostgreSQL with a lock timeout of 300 ms.
fn with_short_timeouts() -> TestStore {
    let (url, location) = store::postgres_database();
    let options = OpenOptions {
        wait: Duration::from_millis(300),
        ..OpenOptions::default()
    };
    TestStore::new(&url, location, &options)
}

fn assert_unavailable<T: std::fmt::Debug>(result: &Result<T>) {
    assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
}

#[test]
fn returns_unavailable_when_a_postgres_lock_times_out() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = with_short_timeouts();
    let ann = insert_user(&store, "ann");
    let trip = insert_trip(&store, ann, &[]);
    let lock = || store.try_commit(|unit| unit.trips().lock(trip.id, ann));
    let mut holder = store.begin().unwrap();
    holder.trips().lock(trip.id, ann).unwrap();
    assert_unavailable(&lock());
    holder.commit().unwrap();
    lock().unwrap();
}

type Work<'a> = dyn Fn(&mut dyn UnitOfWork) -> Result<()> + 'a;

#[test]
fn a_write_in_flight_delays_the_revocation_of_its_token_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = with_short_timeouts();
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(&store, name));
    let before = insert_trip(&store, ann, &[bob]);
    let after = edited(&before, |_| ());
    let write = trip_write_by(bob, 1, &before, &after);
    let revoke = |user| store.try_commit(|unit| unit.users().revoke_all_tokens(user, 1, None));
    let begin: [&Work<'_>; 2] = [
        &|unit| unit.trips().lock(before.id, bob).map(|_| ()),
        &|unit| unit.trips().save(&write).map(|saved| assert!(saved)),
    ];
    for begin in begin {
        let mut unit = store.begin().unwrap();
        begin(&mut *unit).unwrap();
        assert_unavailable(&revoke(bob));
    }
    assert!(revoke(ann).unwrap(), "ann writes nothing");
    assert!(revoke(bob).unwrap());
}

#[test]
fn a_shared_lock_excludes_changes_but_not_other_shared_locks_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = with_short_timeouts();
    let ann = insert_user(&store, "ann");
    let mut first = store.begin().unwrap();
    first.users().lock_shared(ann).unwrap().unwrap();
    let mut second = store.begin().unwrap();
    second.users().lock_shared(ann).unwrap().unwrap();
    // A holder may insert references to the user.
    second.trips().insert(&trip(ann, &[])).unwrap();
    second.commit().unwrap();

    let owner = PictureOwner::User(ann);
    let changes: [&Work<'_>; 4] = [
        &|unit| unit.users().lock(ann).map(|_| ()),
        &|unit| save_pictures(unit, owner, PictureChanges::default()).map(|_| ()),
        &|unit| unit.users().revoke_all_tokens(ann, 1, None).map(|_| ()),
        &|unit| unit.users().delete(ann, at(1)).map(|_| ()),
    ];
    for change in changes {
        assert_unavailable(&store.try_commit(change));
    }
    drop(first);
    for change in changes {
        store.commit(change);
    }
}

/// Locks two trips, the second one once another thread has locked its first.
fn lock_both(
    store: &TestStore,
    caller: UserId,
    trips: [TripId; 2],
    barrier: &Barrier,
) -> Result<()> {
    store.try_commit(|unit| {
        unit.trips().lock(trips[0], caller)?;
        barrier.wait();
        unit.trips().lock(trips[1], caller).map(|_| ())
    })
}

#[test]
fn reports_a_postgres_deadlock_as_a_conflict() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = store::postgres();
    let ann = insert_user(&store, "ann");
    let [first, second] = [(); 2].map(|()| insert_trip(&store, ann, &[]).id);
    let barrier = Barrier::new(2);
    let results = thread::scope(|scope| {
        [[first, second], [second, first]]
            .map(|trips| {
                scope.spawn({
                    let (store, barrier) = (&store, &barrier);
                    move || lock_both(store, ann, trips, barrier)
                })
            })
            .map(|thread| thread.join().unwrap())
    });
    assert!(
        matches!(
            results,
            [Ok(()), Err(Error::Conflict(_))] | [Err(Error::Conflict(_)), Ok(())]
        ),
        "{results:?}"
    );
}
