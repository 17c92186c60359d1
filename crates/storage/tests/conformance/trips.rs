//! Trips and their members.

use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::{Description, Trip, TripId, User, UserId};
use wayfare_storage::{Asked, Change, Error, Lookup, OpenOptions, Store, open};

use crate::bench::{Bench, on_both};
use crate::samples::{at, changed, kept_trip, kept_user, rich_trip, short, trip, user};

on_both!(
    a_trip_comes_back_as_kept,
    the_caller_is_told_of_whatever_the_trip,
    many_are_found_as_each_is_by_itself,
    people_are_as_the_users_are_now,
    an_update_writes_every_field,
    an_update_writes_members_in_order,
    what_trips_hold_is_changed_together,
    of_changes_made_together_each_stands_for_itself,
    changes_wait_for_nobody,
    an_update_of_another_version_conflicts,
    a_trip_of_nobody_conflicts,
    a_deleted_trip_is_gone,
    a_trip_is_read_again_only_where_it_changed,
    what_was_read_before_is_never_taken_for_what_is,
);

fn found(lookup: Lookup) -> Trip {
    let (trip, people) = lookup.trip.unwrap();
    assert_eq!(
        people.iter().map(|person| person.id).collect::<Vec<_>>(),
        trip.members
    );
    Trip::clone(&trip)
}

fn a_trip_comes_back_as_kept(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    for kept in [rich_trip(bob, &[cid, ann]), trip(ann, &[])] {
        bench.work(|unit| unit.trips().insert(&kept));
        assert_eq!(
            found(bench.look(|read| read.trips().find(kept.id, ann))),
            kept
        );
        assert_eq!(
            found(bench.work(|unit| unit.trips().lock(kept.id, ann))),
            kept
        );
    }
}

fn the_caller_is_told_of_whatever_the_trip(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    bench.work(|unit| unit.users().raise_generation(bob));
    let kept = kept_trip(bench, ann, &[]);
    let (no_trip, nobody) = (TripId(Uuid::now_v7()), UserId(Uuid::now_v7()));
    for (id, caller, there, generation) in [
        (kept.id, ann, true, Some(1)),
        (kept.id, bob, true, Some(2)),
        (kept.id, nobody, true, None),
        (no_trip, bob, false, Some(2)),
        (no_trip, nobody, false, None),
    ] {
        for lookup in [
            bench.look(|read| read.trips().find(id, caller)),
            bench.work(|unit| unit.trips().lock(id, caller)),
        ] {
            assert_eq!(
                (lookup.trip.is_some(), lookup.generation),
                (there, generation)
            );
        }
    }
}

/// Some known already, some twice, some by those who are not on them, some of what there is not.
fn many_are_found_as_each_is_by_itself(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    bench.work(|unit| unit.users().raise_generation(bob));
    let kept = [
        rich_trip(bob, &[cid, ann]),
        trip(ann, &[]),
        trip(cid, &[bob]),
    ];
    for kept in &kept {
        bench.work(|unit| unit.trips().insert(kept));
    }
    bench.look(|read| read.trips().find(kept[1].id, ann));
    let (no_trip, nobody) = (TripId(Uuid::now_v7()), UserId(Uuid::now_v7()));
    let trips = [kept[2].id, no_trip, kept[0].id, kept[1].id, kept[0].id];
    let asked: Vec<Asked> = trips
        .iter()
        .flat_map(|trip| {
            [cid, nobody, ann, bob].map(|caller| Asked {
                trip: *trip,
                caller,
            })
        })
        .collect();
    let found = bench.look(|read| read.trips().find_all(&asked));
    assert_eq!(found.len(), asked.len());
    for (asked, found) in asked.iter().zip(&found) {
        assert_eq!(
            found,
            &bench.look(|read| read.trips().find(asked.trip, asked.caller)),
            "{asked:?}"
        );
    }
    assert!(bench.look(|read| read.trips().find_all(&[])).is_empty());
}

fn people_are_as_the_users_are_now(bench: &Bench) {
    let ann = User {
        email: Some(short("ann@example.org")),
        ..user("Ann")
    };
    bench.work(|unit| unit.users().insert(&ann, None));
    let kept = kept_trip(bench, ann.id, &[]);
    let mut renamed = ann.clone();
    renamed.username = wayfare_domain::Username::new("Anna").unwrap();
    renamed.privacy.share_email = true;
    bench.work(|unit| unit.users().update(&renamed));
    let (_, people) = bench
        .look(|read| read.trips().find(kept.id, ann.id))
        .trip
        .unwrap();
    let person = people.get(ann.id).unwrap();
    assert_eq!(
        (person.username.as_str(), &person.email, person.share_email),
        ("Anna", &ann.email, true)
    );
}

fn an_update_writes_every_field(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let before = kept_trip(bench, ann, &[]);
    let after = Trip {
        id: before.id,
        created_at: before.created_at,
        ..rich_trip(bob, &[ann])
    };
    bench.work(|unit| unit.trips().update(&before, &after));
    assert_eq!(
        found(bench.look(|read| read.trips().find(before.id, ann))),
        after
    );

    // What stays is not written, and so stays; what becomes empty does so.
    let renamed = changed(&after, |trip| {
        trip.description = Description::EMPTY;
        trip.plan.todo = Vec::new();
        trip.itinerary.truncate(1);
    });
    bench.work(|unit| unit.trips().update(&after, &renamed));
    assert_eq!(
        found(bench.look(|read| read.trips().find(before.id, ann))),
        renamed
    );
}

fn an_update_writes_members_in_order(bench: &Bench) {
    let [ann, bob, cid, dan, eve] =
        ["ann", "bob", "cid", "dan", "eve"].map(|name| kept_user(bench, name));
    let mut before = kept_trip(bench, ann, &[bob, cid]);
    for members in [
        vec![ann, cid],
        vec![ann, cid, dan],
        vec![ann, cid, dan, bob],
        vec![ann, dan, eve],
        vec![ann],
        vec![eve, ann, bob],
        vec![bob, ann, eve],
    ] {
        let after = changed(&before, |trip| trip.members = members);
        bench.work(|unit| unit.trips().update(&before, &after));
        assert_eq!(
            found(bench.look(|read| read.trips().find(before.id, ann))),
            after
        );
        let locked = bench.work(|unit| unit.trips().lock(before.id, ann));
        assert_eq!(found(locked), after);
        before = after;
    }
    assert_eq!(
        bench.look(|read| read.trips().list(cid, None, false)).total,
        0
    );
    assert_eq!(
        bench.look(|read| read.trips().list(eve, None, false)).total,
        1
    );
}

/// Each state is that of the last change, for the server that made it and for any other.
fn what_trips_hold_is_changed_together(bench: &Bench) {
    let other = open(bench.url(), &OpenOptions::default()).unwrap();
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let first: Vec<_> = [(); 3]
        .iter()
        .map(|()| Arc::new(kept_trip(bench, ann, &[bob])))
        .collect();
    let rich = |before: &Arc<Trip>| {
        let Trip { id, created_at, .. } = **before;
        change(before, |trip| {
            let (version, updated_at) = (trip.version, trip.updated_at);
            *trip = Trip {
                id,
                created_at,
                version,
                updated_at,
                ..rich_trip(ann, &[bob])
            };
        })
    };
    let second: Vec<Change> = first.iter().map(rich).collect();
    let third: Vec<Change> = second
        .iter()
        .map(|known| change(&known.after, |trip| trip.plan.todo.push(short("pack"))))
        .collect();
    bench.look(|read| read.trips().find(first[0].id, ann));
    for changes in [&second, &third] {
        assert_eq!(bench.update_contents(changes).unwrap(), [true; 3]);
        for Change { after, .. } in changes {
            let [known, anew] =
                [&**bench, &*other].map(|store| read(store, after.id, ann).unwrap());
            assert_eq!([&known, &anew], [after, after]);
        }
    }
    assert!(bench.update_contents(&[]).unwrap().is_empty());
}

/// What can't be changed with the others is told apart from them, and stays as it was.
fn of_changes_made_together_each_stands_for_itself(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let [fit, late, gone, with_bob, void] = [(); 5].map(|()| Arc::new(kept_trip(bench, ann, &[])));
    let rename = |trip: &mut Trip| trip.private = !trip.private;
    bench.work(|unit| {
        unit.trips().update(
            &late,
            &changed(&late, |trip| trip.plan.todo.push(short("pack"))),
        )
    });
    bench.work(|unit| unit.trips().delete(gone.id));
    let mut changes: Vec<Change> = [&late, &fit, &gone, &fit]
        .map(|trip| change(trip, rename))
        .into();
    changes.push(change(&with_bob, |trip| trip.members.push(bob)));
    changes.push(Change {
        generation: 2,
        ..change(&void, rename)
    });
    changes.push(Change {
        by: UserId(Uuid::now_v7()),
        ..change(&void, rename)
    });
    let made = bench.update_contents(&changes).unwrap();
    assert_eq!(made.iter().position(|made| *made), Some(1));
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    let versions =
        [&late, &fit, &with_bob, &void].map(|trip| read(&**bench, trip.id, ann).unwrap().version);
    assert_eq!(versions, [2, 2, 1, 1]);
    assert_eq!(read(&**bench, late.id, ann).unwrap().private, late.private);
    assert_eq!(read(&**bench, fit.id, ann).unwrap(), changes[1].after);
}

/// More than are asked for at once, some of them held by somebody.
fn changes_wait_for_nobody(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let trips: Vec<Arc<Trip>> = (0..50)
        .map(|_| Arc::new(kept_trip(bench, ann, &[])))
        .collect();
    let changes: Vec<Change> = trips
        .iter()
        .map(|trip| change(trip, |trip| trip.plan.todo.push(short("pack"))))
        .collect();
    assert_eq!(bench.update_contents(&changes).unwrap(), [true; 50]);
    if bench.url().starts_with("sqlite") {
        // There, whoever writes holds all.
        return;
    }
    let again: Vec<Change> = changes
        .iter()
        .map(|known| change(&known.after, |trip| trip.plan.todo.clear()))
        .collect();
    let mut unit = bench.begin().unwrap();
    unit.trips().lock(trips[7].id, ann).unwrap();
    let made = bench.update_contents(&again).unwrap();
    assert_eq!(made.iter().filter(|made| !**made).count(), 1);
    assert!(!made[7]);
    drop(unit);
    assert_eq!(bench.update_contents(&again[7..8]).unwrap(), [true]);
}

fn change(before: &Arc<Trip>, make: impl FnOnce(&mut Trip)) -> Change {
    Change {
        before: Arc::clone(before),
        after: Arc::new(changed(before, make)),
        by: before.owner,
        generation: 1,
    }
}

fn an_update_of_another_version_conflicts(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let first = kept_trip(bench, ann, &[]);
    let second = changed(&first, |trip| trip.plan.todo = vec![short("pack")]);
    bench.work(|unit| unit.trips().update(&first, &second));
    let stale = changed(&first, |trip| trip.members.push(bob));
    let refused = bench.try_work(|unit| unit.trips().update(&first, &stale));
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(
        found(bench.look(|read| read.trips().find(first.id, ann))),
        second
    );

    bench.work(|unit| unit.trips().delete(first.id));
    let refused = bench.try_work(|unit| unit.trips().update(&second, &changed(&second, |_| ())));
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
}

fn a_trip_of_nobody_conflicts(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let nobody = UserId(Uuid::now_v7());
    let kept = kept_trip(bench, ann, &[]);
    for refused in [
        bench.try_work(|unit| unit.trips().insert(&trip(nobody, &[]))),
        bench.try_work(|unit| unit.trips().insert(&trip(ann, &[nobody]))),
        bench.try_work(|unit| {
            unit.trips()
                .update(&kept, &changed(&kept, |trip| trip.members.push(nobody)))
        }),
    ] {
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    }
    assert_eq!(
        bench.look(|read| read.trips().list(ann, None, false)).total,
        1
    );
    assert_eq!(
        found(bench.look(|read| read.trips().find(kept.id, ann))),
        kept
    );
}

fn a_deleted_trip_is_gone(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let (gone, stays) = (kept_trip(bench, ann, &[]), kept_trip(bench, ann, &[]));
    bench.work(|unit| unit.trips().delete(gone.id));
    bench.work(|unit| unit.trips().delete(gone.id));
    assert!(
        bench
            .look(|read| read.trips().find(gone.id, ann))
            .trip
            .is_none()
    );
    let left = bench.look(|read| read.trips().list(ann, None, true));
    assert_eq!(
        left.trips.iter().map(|head| head.id).collect::<Vec<_>>(),
        [stays.id]
    );
    bench.work(|unit| unit.users().delete(ann, at(9)));
}

/// The trip as another server on the same database reads it.
fn read(store: &dyn Store, id: TripId, caller: UserId) -> Option<Arc<Trip>> {
    store
        .read()
        .unwrap()
        .trips()
        .find(id, caller)
        .unwrap()
        .trip
        .map(|(trip, _)| trip)
}

fn a_trip_is_read_again_only_where_it_changed(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let first = kept_trip(bench, ann, &[]);
    let keeps_one = |store: &dyn Store| {
        let [one, other] = [(); 2].map(|()| read(store, first.id, ann).unwrap());
        Arc::ptr_eq(&one, &other)
    };
    assert!(keeps_one(&**bench));
    let options = OpenOptions {
        trip_cache: 0,
        ..OpenOptions::default()
    };
    assert!(!keeps_one(&*open(bench.url(), &options).unwrap()));
}

fn what_was_read_before_is_never_taken_for_what_is(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let other = open(bench.url(), &OpenOptions::default()).unwrap();
    let first = kept_trip(bench, ann, &[]);
    assert_eq!(read(&*other, first.id, ann).as_deref(), Some(&first));

    let second = changed(&first, |trip| trip.members.push(bob));
    bench.work(|unit| unit.trips().update(&first, &second));
    assert_eq!(read(&*other, first.id, ann).as_deref(), Some(&second));

    bench.work(|unit| unit.trips().delete(first.id));
    assert_eq!(read(&*other, first.id, ann), None);

    // As where the database is set back and goes on from there.
    let again = Trip {
        todo: vec![short("pack")],
        updated_at: at(9_000),
        ..second.clone()
    };
    bench.work(|unit| unit.trips().insert(&again));
    assert_eq!(read(&*other, first.id, ann).as_deref(), Some(&again));
}
