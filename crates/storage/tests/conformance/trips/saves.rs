//! Optimistic saves of trips: the row, the members and the records of pictures, or nothing.

use std::collections::HashSet;
use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::trip::TodoLists;
use wayfare_domain::{Description, People, PictureId, Trip, TripId, UserId};
use wayfare_storage::{
    DocumentSizes, Error, ListQuery, OpenOptions, Picture, PictureChanges, PictureOwner, Store,
    TripWrite, open,
};

use crate::fixtures::{
    at, edited, insert_trip, insert_user, push_todo, revoke_all_tokens, rich_trip, save_trip,
    short, trip, trip_write, trip_write_by, with,
};
use crate::pictures::{insert_picture, picture};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    writes_every_field,
    writes_roles_with_the_memberships,
    writes_members_in_the_order_of_joining,
    writes_members_after_the_account_of_one_was_deleted,
    writes_records_of_pictures,
    writes_nothing_for_a_stale_version_or_generation,
    writes_nothing_for_a_missing_member,
    saves_a_row_alone_by_a_single_statement,
    saves_several_trips_in_one_transaction,
    skips_stale_writes_of_a_group_commit,
);

/// Reads a trip through the store's cache and through an empty one, which must agree.
fn read_trip(store: &TestStore, id: TripId) -> Option<Trip> {
    let (owner, _) = store.commit(|unit| unit.trips().lock_row(id))?;
    let another = open(store.url(), &OpenOptions::default()).unwrap();
    let [cached, fresh] = [&**store, &*another].map(|store: &dyn Store| {
        let lookup = store.read().unwrap().trips().find(id, owner);
        lookup
            .unwrap()
            .parse()
            .unwrap()
            .map(|(trip, _)| Trip::clone(&trip))
    });
    assert_eq!(cached, fresh);
    cached
}

fn picture_ids(store: &TestStore, owner: PictureOwner) -> HashSet<PictureId> {
    let pictures = store.read(|data| data.pictures().find_by_owner(owner));
    pictures.into_iter().map(|picture| picture.id).collect()
}

/// The number of trips in a user's list.
fn listed(store: &TestStore, caller: UserId) -> usize {
    let query = ListQuery::own(caller);
    store.read(|data| data.trips().list(&query)).trips.len()
}

fn with_pictures(before: &Trip, after: &Trip, pictures: PictureChanges) -> TripWrite {
    let [before, after] = [before, after].map(|trip| Arc::new(trip.clone()));
    let by = before.owner;
    TripWrite::new(before, DocumentSizes::default(), after, by, 1, pictures).unwrap()
}

fn writes_every_field(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let before = insert_trip(store, ann, &[]);
    assert_eq!(read_trip(store, before.id).as_ref(), Some(&before));
    let after = with(rich_trip(bob, &[ann]), |trip| {
        trip.id = before.id;
        trip.created_at = before.created_at;
        trip.members = vec![ann, bob];
        trip.viewers = vec![ann];
    });
    assert!(save_trip(store, &trip_write(&before, &after)));
    assert_eq!(read_trip(store, before.id).as_ref(), Some(&after));

    // Unchanged documents are not written; changed ones may become empty.
    let emptied = edited(&after, |trip| {
        trip.description = Description::EMPTY;
        trip.plan.lists = TodoLists::default();
        Arc::make_mut(&mut trip.itinerary).truncate(1);
    });
    assert!(save_trip(store, &trip_write(&after, &emptied)));
    assert_eq!(read_trip(store, before.id), Some(emptied));
}

fn writes_roles_with_the_memberships(store: &TestStore) {
    let [ann, bob, cid, dan] = ["ann", "bob", "cid", "dan"].map(|name| insert_user(store, name));
    let mut before = insert_trip(store, ann, &[bob, cid]);
    assert!(before.viewers.is_empty());
    for (owner, members, viewers) in [
        (ann, vec![ann, bob, cid], vec![cid]),
        (ann, vec![ann, bob, cid], vec![bob, cid]),
        (ann, vec![ann, bob, cid, dan], vec![bob, dan]),
        (ann, vec![ann, cid, dan], vec![dan]),
        (dan, vec![ann, cid, dan], vec![]),
        (ann, vec![ann, cid, dan], vec![]),
        (ann, vec![ann, cid, dan, bob], vec![]),
    ] {
        let after = edited(&before, |trip| {
            trip.owner = owner;
            trip.members.clone_from(&members);
            trip.viewers.clone_from(&viewers);
        });
        assert!(save_trip(store, &trip_write(&before, &after)));
        assert_eq!(read_trip(store, before.id).as_ref(), Some(&after));
        before = after;
    }
    let made = with(trip(ann, &[bob, cid]), |trip| trip.viewers = vec![cid]);
    store.commit(|unit| unit.trips().insert(&made));
    assert_eq!(read_trip(store, made.id), Some(made));
}

fn writes_members_in_the_order_of_joining(store: &TestStore) {
    let everybody = ["ann", "bob", "cid", "dan", "eve"].map(|name| insert_user(store, name));
    let [ann, bob, cid, dan, eve] = everybody;
    let mut before = insert_trip(store, ann, &[bob, cid]);
    for members in [
        vec![ann, cid],
        vec![ann, cid, dan],
        vec![ann, cid, dan, bob],
        vec![ann, dan, eve],
        vec![ann],
        vec![ann, eve, bob],
        vec![ann, bob, dan, cid],
    ] {
        let after = edited(&before, |trip| trip.members.clone_from(&members));
        assert!(save_trip(store, &trip_write(&before, &after)));
        for user in everybody {
            let is_member = members.contains(&user);
            assert_eq!(listed(store, user), usize::from(is_member));
        }
        assert_eq!(read_trip(store, before.id).as_ref(), Some(&after));
        let locked = store.commit(|unit| unit.trips().lock(before.id, ann));
        let (locked, _) = locked.parse().unwrap().unwrap();
        assert_eq!(*locked, after);
        before = after;
    }
}

/// The positions of the members who are left have a gap then.
fn writes_members_after_the_account_of_one_was_deleted(store: &TestStore) {
    let [ann, bob, cid, dan] = ["ann", "bob", "cid", "dan"].map(|name| insert_user(store, name));
    let id = insert_trip(store, ann, &[bob, cid]).id;
    store.commit(|unit| unit.users().delete(bob, at(1)));
    let before = read_trip(store, id).unwrap();
    assert_eq!(before.members, [ann, cid]);
    let after = edited(&before, |trip| trip.members = vec![ann, cid, dan]);
    assert!(save_trip(store, &trip_write(&before, &after)));
    assert_eq!(read_trip(store, id), Some(after));
}

fn writes_records_of_pictures(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let before = insert_trip(store, ann, &[]);
    let owner = PictureOwner::Trip(before.id);
    let [unchanged, removed] = [(); 2].map(|()| insert_picture(store, owner));
    let before = read_trip(store, before.id).unwrap();
    let added = [
        picture(owner),
        Picture {
            source: Some("https://example.org/a".into()),
            content: None,
            ..picture(owner)
        },
    ];
    let after = edited(&before, |trip| trip.private = !trip.private);
    let changes = PictureChanges {
        added: added.to_vec(),
        removed: vec![removed],
    };
    let write = with_pictures(&before, &after, changes);
    assert!(save_trip(store, &write));
    assert_eq!(read_trip(store, before.id), Some(after));
    let expected = [unchanged, added[0].id, added[1].id];
    assert_eq!(picture_ids(store, owner), expected.into());
    for added in added {
        let found = store.read(|data| data.pictures().find(added.id));
        assert_eq!(found, Some(added));
    }
    assert!(!save_trip(store, &write), "the version is stale now");
}

fn writes_nothing_for_a_stale_version_or_generation(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    let [stale, revoked, deleted] = [(); 3].map(|()| insert_trip(store, ann, &[bob]));
    let newer = edited(&stale, |trip| push_todo(trip, short("pack")));
    assert!(save_trip(store, &trip_write(&stale, &newer)));
    store.commit(|unit| unit.trips().delete(deleted.id));
    revoke_all_tokens(store, bob, 1);
    let no_user = UserId(Uuid::now_v7());
    for (before, by, generation) in [
        (&stale, ann, 1),
        (&revoked, bob, 1),
        (&revoked, ann, 2),
        (&revoked, no_user, 1),
        (&deleted, ann, 1),
    ] {
        let after = edited(before, |trip| trip.members = vec![ann, cid]);
        let owner = PictureOwner::Trip(before.id);
        let pictures = PictureChanges {
            added: vec![picture(owner)],
            removed: Vec::new(),
        };
        let [old, new] = [before, &after].map(|trip| Arc::new(trip.clone()));
        let write =
            TripWrite::new(old, DocumentSizes::default(), new, by, generation, pictures).unwrap();
        assert!(!save_trip(store, &write));
        assert!(picture_ids(store, owner).is_empty());
    }
    assert_eq!(read_trip(store, stale.id), Some(newer));
    assert_eq!(read_trip(store, revoked.id).as_ref(), Some(&revoked));
    assert_eq!(read_trip(store, deleted.id), None);
    let by_bob = edited(&revoked, |trip| trip.private = !trip.private);
    let write = trip_write_by(bob, 2, &revoked, &by_bob);
    assert!(save_trip(store, &write));
}

fn saves_a_row_alone_by_a_single_statement(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let before = insert_trip(store, ann, &[bob]);
    let after = edited(&before, |trip| push_todo(trip, short("pack")));
    let (write, expired) = (
        trip_write(&before, &after),
        trip_write_by(bob, 2, &before, &after),
    );
    let people = store
        .read(|data| data.trips().find(before.id, ann))
        .trip
        .unwrap()
        .1;
    assert!(
        write.is_single()
            && !write
                .clone()
                .with_people(&People::default(), &people)
                .is_single()
    );
    for edit in [
        |trip: &mut Trip| trip.members.truncate(1),
        |trip: &mut Trip| trip.viewers = trip.members[1..].to_vec(),
        |trip: &mut Trip| trip.owner = trip.members[1],
    ] {
        assert!(!trip_write(&before, &edited(&before, edit)).is_single());
    }
    assert!(!save_trip(store, &expired));
    assert_eq!(read_trip(store, before.id), Some(before.clone()));
    assert!(save_trip(store, &write));
    assert_eq!(read_trip(store, before.id), Some(after.clone()));
    assert!(!save_trip(store, &write), "it is stale");

    // Nobody waits for a trip that is locked.
    let mut holder = store.begin().unwrap();
    holder.trips().lock_row(before.id).unwrap();
    let newer = trip_write(
        &after,
        &edited(&after, |trip| push_todo(trip, short("sail"))),
    );
    if store.url().starts_with("postgres") {
        assert!(!save_trip(store, &newer));
    }
    drop(holder);
    assert!(save_trip(store, &newer));
}

fn writes_nothing_for_a_missing_member(store: &TestStore) {
    let [ann, deleted] = ["ann", "deleted"].map(|name| insert_user(store, name));
    let before = insert_trip(store, ann, &[]);
    store.commit(|unit| unit.users().delete(deleted, at(1)));
    let after = edited(&before, |trip| {
        trip.members.push(deleted);
        push_todo(trip, short("pack"));
    });
    let write = trip_write(&before, &after);
    let result = store.try_commit(|unit| unit.trips().save(&write));
    assert!(matches!(result, Err(Error::Conflict(_))), "{result:?}");
    assert_eq!(read_trip(store, before.id), Some(before));
}

fn save_all(store: &TestStore, writes: &[TripWrite]) -> Vec<bool> {
    store.commit(|unit| {
        let saves = writes.iter().map(|write| unit.trips().save(write));
        saves.collect()
    })
}

/// The second round saves trips that the first one has cached.
fn saves_several_trips_in_one_transaction(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let first = [(); 3].map(|()| insert_trip(store, ann, &[bob]));
    let second = first.clone().map(|before| {
        with(rich_trip(ann, &[bob]), |trip| {
            trip.id = before.id;
            trip.created_at = before.created_at;
        })
    });
    let third = second
        .clone()
        .map(|before| edited(&before, |trip| push_todo(trip, short("pack"))));
    store.read(|data| data.trips().find(first[0].id, ann));
    for (before, after) in [(&first, &second), (&second, &third)] {
        let pairs = before.iter().zip(after);
        let writes: Vec<_> = pairs
            .map(|(before, after)| trip_write(before, after))
            .collect();
        assert_eq!(save_all(store, &writes), [true; 3]);
        for after in after {
            assert_eq!(read_trip(store, after.id).as_ref(), Some(after));
        }
    }
}

fn skips_stale_writes_of_a_group_commit(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [fresh, stale, deleted, other, revoked] = [(); 5].map(|()| insert_trip(store, ann, &[]));
    let newer = edited(&stale, |trip| push_todo(trip, short("pack")));
    assert!(save_trip(store, &trip_write(&stale, &newer)));
    store.commit(|unit| unit.trips().delete(deleted.id));
    let flip = |before: &Trip| edited(before, |trip| trip.private = !trip.private);
    let with_bob = edited(&other, |trip| trip.members.push(bob));
    let writes = [
        trip_write(&stale, &flip(&stale)),
        trip_write(&fresh, &flip(&fresh)),
        trip_write(&deleted, &flip(&deleted)),
        // A second write of the same version in the same transaction.
        trip_write(&fresh, &flip(&fresh)),
        trip_write_by(ann, 2, &revoked, &flip(&revoked)),
        trip_write(&other, &with_bob),
    ];
    let saved = save_all(store, &writes);
    assert_eq!(saved, [false, true, false, false, false, true]);
    for (id, expected) in [
        (stale.id, Some(newer)),
        (fresh.id, Some(flip(&fresh))),
        (deleted.id, None),
        (revoked.id, Some(revoked)),
        (other.id, Some(with_bob)),
    ] {
        assert_eq!(read_trip(store, id), expected);
    }
}

/// SQLite has no row locks: a second writer waits for the lock of the whole database.
#[test]
fn skips_a_locked_trip_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = &crate::store::postgres();
    let ann = insert_user(store, "ann");
    let [free, locked] = [(); 2].map(|()| insert_trip(store, ann, &[]));
    let writes = [&free, &locked].map(|before| {
        let after = edited(before, |trip| push_todo(trip, short("pack")));
        trip_write(before, &after)
    });
    let mut holder = store.begin().unwrap();
    holder.trips().lock(locked.id, ann).unwrap();
    assert_eq!(save_all(store, &writes), [true, false]);
    // Its own lock is no obstacle to a unit of work.
    assert!(holder.trips().save(&writes[1]).unwrap());
    holder.commit().unwrap();
}
