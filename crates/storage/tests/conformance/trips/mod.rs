//! Trips: reading, inserting and deleting.

mod cache;
mod lists;
mod round_trip;
mod saves;
mod search;

use uuid::Uuid;
use wayfare_domain::{People, Trip, TripId, User, UserId, Username};
use wayfare_storage::{
    AccountCounts, Error, ListQuery, StoredTrip, TripLookup, TripParts, TripQuery,
};

use crate::fixtures::{
    at, edited, ids, insert_trip, insert_user, revoke_all_tokens, rich_trip, save_trip, save_user,
    short, trip, trip_write, trip_write_by, user, with,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    finds_and_locks_an_inserted_trip,
    returns_the_callers_generation_even_without_a_trip,
    finds_many_trips_like_each_alone,
    returns_people_with_their_current_profiles,
    records_the_first_edit_of_a_member,
    refuses_to_insert_a_trip_of_missing_users,
    deletes_only_the_given_trip,
    counts_owned_trips_and_memberships,
    what_was_handed_over_counts_for_its_maker_and_goes_back,
);

/// The trip of a look-up, whose people are its members.
fn found(lookup: TripLookup) -> Trip {
    let (trip, people) = lookup.parse().unwrap().unwrap();
    assert_eq!(ids(&people), trip.members);
    Trip::clone(&trip)
}

fn whole_list(caller: UserId, with_people: bool) -> ListQuery {
    ListQuery {
        with_people,
        ..ListQuery::own(caller)
    }
}

fn finds_and_locks_an_inserted_trip(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    for inserted in [rich_trip(bob, &[cid, ann]), trip(ann, &[])] {
        store.commit(|unit| unit.trips().insert(&inserted));
        let read = store.read(|data| data.trips().find(inserted.id, ann));
        assert_eq!(found(read), inserted);
        let locked = store.commit(|unit| unit.trips().lock(inserted.id, ann));
        assert_eq!(found(locked), inserted);
    }
}

fn returns_the_callers_generation_even_without_a_trip(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    revoke_all_tokens(store, bob, 1);
    let public = insert_trip(store, ann, &[]);
    let private = with(trip(ann, &[]), |trip| trip.private = true);
    store.commit(|unit| unit.trips().insert(&private));
    let (no_trip, no_user) = (TripId(Uuid::now_v7()), UserId(Uuid::now_v7()));
    for (id, caller, is_found, generation) in [
        (public.id, ann, true, Some(1)),
        (public.id, bob, true, Some(2)),
        (public.id, no_user, true, None),
        (private.id, ann, true, Some(1)),
        (private.id, bob, false, Some(2)),
        (private.id, no_user, false, None),
        (no_trip, bob, false, Some(2)),
        (no_trip, no_user, false, None),
    ] {
        for lookup in [
            store.read(|data| data.trips().find(id, caller)),
            store.commit(|unit| unit.trips().lock(id, caller)),
        ] {
            assert_eq!(
                (lookup.trip.is_some(), lookup.generation),
                (is_found, generation)
            );
        }
    }
}

/// The queries include overviews, cached trips, repeated trips, missing trips, callers who are no
/// members and missing callers.
fn finds_many_trips_like_each_alone(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    revoke_all_tokens(store, bob, 1);
    let inserted = [
        rich_trip(bob, &[cid, ann]),
        trip(ann, &[]),
        trip(cid, &[bob]),
    ];
    for trip in &inserted {
        store.commit(|unit| unit.trips().insert(trip));
    }
    store.read(|data| data.trips().find(inserted[1].id, ann));
    let (no_trip, no_user) = (TripId(Uuid::now_v7()), UserId(Uuid::now_v7()));
    let [first, second, third] = inserted.map(|trip| trip.id);
    let callers = [cid, no_user, ann, bob].map(Some);
    let parts_of = [
        (third, TripParts::Overview),
        (no_trip, TripParts::Whole),
        (first, TripParts::Overview),
        (second, TripParts::Overview),
        (first, TripParts::Whole),
    ];
    let queries: Vec<TripQuery> = parts_of
        .into_iter()
        .flat_map(|(trip, parts)| {
            callers.map(|caller| TripQuery {
                trip,
                caller,
                parts,
            })
        })
        .collect();
    let lookups = store.read(|data| data.trips().find_all(&queries));
    assert_eq!(lookups.len(), queries.len());
    for (query, lookup) in queries.iter().zip(lookups) {
        let alone = store.read(|data| data.trips().find(query.trip, query.caller.unwrap()));
        assert_eq!(lookup.generation, alone.generation, "{query:?}");
        if query.parts == TripParts::Whole {
            assert_eq!(lookup, alone, "{query:?}");
        } else if query.trip == third {
            assert!(matches!(lookup.clone().parse(), Err(Error::Internal(_))));
        }
        let overview =
            |(trip, people): (StoredTrip, People)| (trip.parse_overview().unwrap(), people);
        let [own, other] = [lookup, alone].map(|lookup| lookup.trip.map(overview));
        assert_eq!(own, other, "{query:?}");
    }
    assert!(store.read(|data| data.trips().find_all(&[])).is_empty());
}

fn returns_people_with_their_current_profiles(store: &TestStore) {
    let ann = User {
        email: Some(short("ann@example.org")),
        ..user("Ann")
    };
    store.commit(|unit| unit.users().insert(&ann, None));
    let inserted = insert_trip(store, ann.id, &[]);
    store.read(|data| data.trips().find(inserted.id, ann.id));
    let mut renamed = ann.clone();
    renamed.username = Username::new("Anna").unwrap();
    renamed.privacy.share_email = true;
    assert!(save_user(store, &renamed));
    let lookup = store.read(|data| data.trips().find(inserted.id, ann.id));
    let (_, people) = lookup.parse().unwrap().unwrap();
    let person = people.get(ann.id).unwrap();
    assert_eq!(
        (person.username.as_str(), &person.email, person.share_email),
        ("Anna", &ann.email, true)
    );
}

fn records_the_first_edit_of_a_member(store: &TestStore) {
    let [ann, bob, cy] = ["ann", "bob", "cy"].map(|name| insert_user(store, name));
    let first = insert_trip(store, ann, &[bob, cy]);
    let editors = || -> Vec<UserId> {
        let (_, people) = store
            .read(|data| data.trips().find(first.id, ann))
            .trip
            .unwrap();
        let editors = people.iter().filter(|person| person.has_edited);
        editors.map(|person| person.id).collect()
    };
    assert_eq!(editors(), [ann], "the owner has made the trip");
    let second = edited(&first, |_| ());
    assert!(save_trip(store, &trip_write_by(cy, 1, &first, &second)));
    assert_eq!(
        editors(),
        [ann],
        "the write does not say that it is the first"
    );
    let before = store
        .read(|data| data.trips().find(first.id, ann))
        .trip
        .unwrap()
        .1;
    let mut people = before.clone();
    people.record_edit(cy, true);
    let stale = trip_write_by(cy, 1, &first, &second).with_people(&before, &people);
    assert!(!save_trip(store, &stale));
    assert_eq!(editors(), [ann], "a refused write records nothing");
    let third = edited(&second, |_| ());
    let write = trip_write_by(cy, 1, &second, &third).with_people(&before, &people);
    assert!(save_trip(store, &write));
    assert_eq!(editors(), [ann, cy]);
    // Whoever leaves and comes back was put on the trip by others.
    let left = edited(&third, |trip| trip.members = vec![ann, bob]);
    assert!(save_trip(store, &trip_write(&third, &left)));
    let back = edited(&left, |trip| trip.members = vec![ann, bob, cy]);
    assert!(save_trip(store, &trip_write(&left, &back)));
    assert_eq!(editors(), [ann]);
}

fn refuses_to_insert_a_trip_of_missing_users(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let no_user = UserId(Uuid::now_v7());
    for of_missing in [trip(no_user, &[]), trip(ann, &[no_user])] {
        let result = store.try_commit(|unit| unit.trips().insert(&of_missing));
        assert!(matches!(result, Err(Error::Conflict(_))), "{result:?}");
    }
    let list = store.read(|data| data.trips().list(&whole_list(ann, false)));
    assert_eq!(list.total, 0);
}

fn deletes_only_the_given_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let [deleted, other] = [(); 2].map(|()| insert_trip(store, ann, &[]));
    for _ in 0..2 {
        store.commit(|unit| unit.trips().delete(deleted.id));
        let lookup = store.read(|data| data.trips().find(deleted.id, ann));
        assert!(lookup.trip.is_none());
    }
    let list = store.read(|data| data.trips().list(&whole_list(ann, true)));
    let left: Vec<TripId> = list.trips.iter().map(|head| head.id).collect();
    assert_eq!(left, [other.id]);
    store.commit(|unit| unit.users().delete(ann, at(9)));
}

fn counts_owned_trips_and_memberships(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let of_ann = [(); 2].map(|()| insert_trip(store, ann, &[bob]).id);
    insert_trip(store, bob, &[]);
    assert_eq!(store.read(|data| data.trips().owned(ann, 100)), of_ann);
    let counts = |user| store.read(|data| data.trips().counts_of_account(user));
    // Until bob accepts them, what ann has made him a member of counts for her.
    assert_eq!([counts(ann), counts(bob)], [counted(2, 2), counted(1, 0)]);
    store.commit(|unit| unit.trips().accept(of_ann[0], bob));
    assert_eq!([counts(ann), counts(bob)], [counted(2, 1), counted(1, 1)]);
}

fn counted(trips: u64, memberships: u64) -> AccountCounts {
    AccountCounts { trips, memberships }
}

fn what_was_handed_over_counts_for_its_maker_and_goes_back(store: &TestStore) {
    let [ann, bob, cy] = ["ann", "bob", "cy"].map(|name| insert_user(store, name));
    let trips = [(); 2].map(|()| insert_trip(store, ann, &[bob]));
    let counts = |user| store.read(|data| data.trips().counts_of_account(user));
    let bytes = |user| store.read(|data| data.trips().bytes_of_account(user));
    let (of_ann, [first, second]) = (bytes(ann), [trips[0].id, trips[1].id]);
    for trip in &trips {
        let people = |id| {
            let found = store.read(|data| data.trips().find(id, ann)).trip;
            found.unwrap().1
        };
        let given = edited(trip, |trip| trip.owner = bob);
        let (before, mut after) = (people(trip.id), people(trip.id));
        after.impose(ann, &before, ann, bob);
        let write = trip_write_by(ann, 1, trip, &given).with_people(&before, &after);
        assert!(save_trip(store, &write));
    }
    assert_eq!([counts(ann), counts(bob)], [counted(2, 2), counted(0, 0)]);
    assert_eq!([bytes(ann), bytes(bob)], [of_ann, 0]);
    let places = store.read(|data| data.trips().placements(bob, &[second, first, cy_trip(cy)]));
    assert_eq!(places.len(), 2);
    for place in &places {
        assert_eq!(place.new_owner(), Some(ann), "{place:?}");
        assert!(place.is_owner && place.has_maker);
    }
    store.commit(|unit| unit.trips().accept(first, bob));
    assert_eq!([counts(ann), counts(bob)], [counted(1, 2), counted(1, 0)]);
    let found = store.read(|data| data.trips().returnable(bob)).unwrap();
    assert_eq!(found.trip, second);
    store.commit(|unit| unit.trips().leave(second, bob, found.new_owner(), at(9)));
    assert_eq!(store.read(|data| data.trips().returnable(bob)), None);
    let (trip, people) = store
        .read(|data| data.trips().find(second, ann))
        .trip
        .unwrap();
    assert_eq!(trip.parse().unwrap().owner, ann);
    let left: Vec<UserId> = people.iter().map(|person| person.id).collect();
    assert_eq!(left, [ann]);
    assert_eq!([counts(ann), counts(bob)], [counted(1, 1), counted(1, 0)]);
}

/// The id of a trip that nobody has.
fn cy_trip(UserId(id): UserId) -> TripId {
    TripId(id)
}
