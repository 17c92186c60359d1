//! Concurrent units of work and reads: no update is lost, and no read sees a part of one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use wayfare_domain::trip::Expenditure;
use wayfare_domain::{Amount, Notes, Trip, UserId};
use wayfare_storage::{Error, ListQuery, PictureOwner, RefreshToken, Result};

use crate::fixtures::{
    at, delete_user, edited, ids, insert_trip, insert_user, push_todo, short, trip_write,
};
use crate::pictures::insert_picture;
use crate::store::{TestStore, test_on_both_backends};
use crate::users::sessions::{find, insert_tokens, token};

test_on_both_backends!(
    loses_no_update_under_a_lock,
    loses_no_optimistic_update,
    reads_each_trip_from_one_moment,
    lists_many_trips_while_they_are_edited,
    deletes_users_with_common_trips_concurrently,
    leaves_no_deleted_user_on_a_trip,
    leaves_no_valid_token_after_a_concurrent_revocation,
);

const THREADS: usize = 6;
const ROUNDS: usize = 15;

/// Saves an edit of a locked trip.
fn edit_locked(
    store: &TestStore,
    trip: &Trip,
    by: UserId,
    edit: impl Fn(&mut Trip),
) -> Result<bool> {
    store.try_commit(|unit| {
        let Some((before, _)) = unit.trips().lock(trip.id, by)?.parse()? else {
            return Ok(false);
        };
        let after = edited(&before, &edit);
        unit.trips().save(&trip_write(&before, &after))
    })
}

/// Saves an edit of a trip that was read without a lock. Retries until the version is as read; also
/// the read, if writes come between the statements of each of its attempts.
fn edit_optimistically(store: &TestStore, trip: &Trip, by: UserId, edit: impl Fn(&mut Trip)) {
    loop {
        let lookup = match store.try_read(|data| data.trips().find(trip.id, by)) {
            Err(Error::Conflict(_)) => continue,
            lookup => lookup.unwrap(),
        };
        let (before, _) = lookup.parse().unwrap().unwrap();
        let write = trip_write(&before, &edited(&before, &edit));
        if store.commit(|unit| unit.trips().save(&write)) {
            return;
        }
    }
}

/// The threads write different fields of the same row.
fn assert_no_update_is_lost(
    store: &TestStore,
    save_edit: impl Fn(&Trip, UserId, &dyn Fn(&mut Trip)) + Sync,
) {
    let ann = insert_user(store, "ann");
    let inserted = insert_trip(store, ann, &[]);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (inserted, save_edit) = (&inserted, &save_edit);
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    let note = short(&format!("{thread}.{round}"));
                    let add = |trip: &mut Trip| match thread % 3 {
                        0 => push_todo(trip, note.clone()),
                        1 => {
                            let map = Arc::make_mut(&mut trip.map);
                            map.notes = Notes::new(format!("{}{note}\n", map.notes)).unwrap();
                        }
                        _ => trip.plan.expenditures.push(Expenditure {
                            expenditure: note.clone(),
                            cost: Amount::ZERO.into(),
                        }),
                    };
                    save_edit(inserted, ann, &add);
                }
            });
        }
    });
    let lookup = store.read(|data| data.trips().find(inserted.id, ann));
    let (trip, _) = lookup.parse().unwrap().unwrap();
    let each = THREADS * ROUNDS / 3;
    let notes = trip.map.notes.lines().count();
    assert_eq!(
        (
            trip.plan.lists.todo().count(),
            notes,
            trip.plan.expenditures.len()
        ),
        (each, each, each)
    );
    assert_eq!(trip.version, 1 + i64::try_from(THREADS * ROUNDS).unwrap());
}

fn loses_no_update_under_a_lock(store: &TestStore) {
    assert_no_update_is_lost(store, |trip, by, edit| {
        assert!(edit_locked(store, trip, by, edit).unwrap());
    });
}

fn loses_no_optimistic_update(store: &TestStore) {
    assert_no_update_is_lost(store, |trip, by, edit| {
        edit_optimistically(store, trip, by, edit);
    });
}

/// Each version has other members. Readers find the members of the version they find.
fn reads_each_trip_from_one_moment(store: &TestStore) {
    let [ann, bob, cid, dan] = ["ann", "bob", "cid", "dan"].map(|name| insert_user(store, name));
    let inserted = insert_trip(store, ann, &[bob]);
    let members = move |version: i64| {
        if version % 2 == 1 {
            vec![ann, bob]
        } else {
            vec![ann, cid, dan]
        }
    };
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let readers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut reads = 0;
                    while !is_over.load(Ordering::Relaxed) {
                        reads += usize::from(read_members(store, &inserted, ann, members));
                    }
                    reads
                })
            })
            .collect();
        for _ in 0..60 {
            let edit = |trip: &mut Trip| trip.members = members(trip.version);
            assert!(edit_locked(store, &inserted, ann, edit).unwrap());
        }
        is_over.store(true, Ordering::Relaxed);
        let reads = readers.into_iter().map(|reader| reader.join().unwrap());
        assert!(reads.sum::<usize>() > 0);
    });
}

/// Whoever edits some of many trips does not keep their list from its reader.
fn lists_many_trips_while_they_are_edited(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trips: Vec<Trip> = (0..100).map(|_| insert_trip(store, ann, &[])).collect();
    let query = ListQuery {
        with_people: true,
        ..ListQuery::own(ann)
    };
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for trip in trips.iter().cycle() {
                let edit = |trip: &mut Trip| trip.private = !trip.private;
                assert!(edit_locked(store, trip, ann, edit).unwrap());
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let lists = (0..20).map(|_| store.try_read(|data| data.trips().list(&query)));
        let lists: Vec<_> = lists.collect();
        is_over.store(true, Ordering::Relaxed);
        for list in lists {
            let list = list.unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!(list.trips.len(), trips.len());
            assert!(list.trips.iter().all(|head| ids(&head.people) == [ann]));
        }
    });
}

/// Reads the trip alone and in a list, and checks the members. Returns `false` if writes came
/// between the statements of each attempt.
fn read_members(
    store: &TestStore,
    inserted: &Trip,
    ann: UserId,
    members: impl Fn(i64) -> Vec<UserId>,
) -> bool {
    let query = ListQuery {
        with_people: true,
        ..ListQuery::own(ann)
    };
    let read = || -> Result<()> {
        let lookup = store.try_read(|data| data.trips().find(inserted.id, ann))?;
        let (trip, people) = lookup.parse().unwrap().unwrap();
        assert_eq!(trip.members, members(trip.version));
        assert_eq!(ids(&people), trip.members);
        let list = store.try_read(|data| data.trips().list(&query))?;
        let head = &list.trips[0];
        assert_eq!(ids(&head.people), members(head.version));
        Ok(())
    };
    match read() {
        Ok(()) => true,
        Err(Error::Conflict(_)) => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// All users are members of all trips, in different orders; the deletions must not deadlock.
fn deletes_users_with_common_trips_concurrently(store: &TestStore) {
    let users: Vec<UserId> = (0..THREADS)
        .map(|number| insert_user(store, &format!("user{number}")))
        .collect();
    let trips: Vec<Trip> = (0..THREADS * 3)
        .map(|number| {
            let mut others = users.clone();
            let owner = others.remove(number % THREADS);
            others.rotate_left(number % (THREADS - 1));
            let trip = insert_trip(store, owner, &others);
            insert_picture(store, PictureOwner::Trip(trip.id));
            trip
        })
        .collect();
    thread::scope(|scope| {
        for user in &users {
            scope.spawn(move || {
                let deleted = delete_user(store, *user).unwrap();
                assert_eq!(deleted.len(), 3);
            });
        }
    });
    for trip in trips {
        let lookup = store.read(|data| data.trips().find(trip.id, users[0]));
        assert!(lookup.trip.is_none());
    }
}

/// A user is added to a trip and deleted concurrently. Each of both may get a conflict.
fn leaves_no_deleted_user_on_a_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let inserted = insert_trip(store, ann, &[]);
    for round in 0..8 {
        let guest = insert_user(store, &format!("guest{round}"));
        thread::scope(|scope| {
            scope.spawn(|| {
                let added = edit_locked(store, &inserted, ann, |trip| trip.members.push(guest));
                assert!(
                    matches!(added, Ok(true) | Err(Error::Conflict(_))),
                    "{added:?}"
                );
            });
            scope.spawn(|| {
                let deleted = loop {
                    match delete_user(store, guest) {
                        Err(Error::Conflict(_)) => {}
                        deleted => break deleted,
                    }
                };
                assert_eq!(deleted.unwrap(), []);
            });
        });
        let lookup = store.read(|data| data.trips().find(inserted.id, ann));
        let (trip, _) = lookup.parse().unwrap().unwrap();
        assert_eq!(trip.members, [ann]);
    }
}

/// A token is rotated while all tokens of its user are revoked. Neither gets a conflict.
fn leaves_no_valid_token_after_a_concurrent_revocation(store: &TestStore) {
    let ann = insert_user(store, "ann");
    for round in 0..20_u8 {
        let generation = i64::from(round) + 1;
        let old = RefreshToken {
            generation,
            ..token(ann, 2 * round)
        };
        let successor = RefreshToken {
            family: old.family,
            generation,
            ..token(ann, 2 * round + 1)
        };
        insert_tokens(store, &[&old]);
        let start = Barrier::new(2);
        thread::scope(|scope| {
            scope.spawn(|| {
                start.wait();
                let mut unit = store.begin().unwrap();
                unit.sessions().insert(&successor).unwrap();
                if unit.sessions().spend(old.id, at(3)).unwrap() {
                    unit.commit().unwrap();
                }
            });
            scope.spawn(|| {
                start.wait();
                let is_revoked =
                    store.commit(|unit| unit.users().revoke_all_tokens(ann, generation, None));
                assert!(is_revoked);
            });
        });
        for token in [old, successor] {
            let found = find(store, &token);
            assert!(
                found.is_none_or(|(token, present)| token.generation != present),
                "a valid token is left in round {round}"
            );
        }
    }
}
