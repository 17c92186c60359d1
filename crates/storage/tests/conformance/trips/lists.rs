//! Lists of trips.

use std::cmp::Reverse;
use std::collections::HashSet;

use uuid::Uuid;
use wayfare_domain::{Description, KeyTrips, Trip, TripId, UserId};
use wayfare_storage::{Error, ListQuery, Page, Result, TripHead, TripList};

use crate::fixtures::{
    at, ids, insert_trip, insert_user, revoke_all_tokens, rich_trip, trip, with,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    lists_the_newest_first,
    returns_a_page_of_the_list,
    returns_the_fields_of_each_trip,
    returns_all_ids_by_pages,
    returns_people_on_request,
    returns_an_empty_list_without_trips,
    returns_whether_the_viewer_is_a_member,
    finds_the_owner_of_a_list_and_the_viewers_generation,
    reads_a_long_list_by_parts,
    refuses_a_list_that_is_too_long_for_its_reader,
);

fn list(store: &TestStore, caller: UserId, page: Option<Page>, with_people: bool) -> TripList {
    let query = ListQuery {
        page,
        with_people,
        ..ListQuery::own(caller)
    };
    store.read(|data| data.trips().list(&query))
}

/// Another's list, for a reader.
fn list_of(store: &TestStore, user: UserId, reader: Option<UserId>) -> Result<TripList> {
    let query = ListQuery {
        reader,
        ..ListQuery::own(user)
    };
    store.try_read(|data| data.trips().list(&query))
}

fn trip_ids(trips: &[TripHead]) -> Vec<TripId> {
    trips.iter().map(|head| head.id).collect()
}

fn returns_all_ids_by_pages(store: &TestStore) {
    let (ann, bob) = (insert_user(store, "ann"), insert_user(store, "bob"));
    let mut all = insert_many(store, ann, bob);
    all.sort_unstable();
    let mut found: Vec<TripId> = Vec::new();
    let mut owners = 0;
    loop {
        let after = found.last().copied().unwrap_or(TripId::NOWHERE);
        let page = store.read(|data| data.trips().ids(after, 10));
        if page.is_empty() {
            break;
        }
        owners += page.iter().filter(|(_, owner)| *owner == bob).count();
        found.extend(page.iter().map(|(trip, _)| *trip));
    }
    assert!(found.is_sorted());
    found.retain(|id| all.contains(id));
    // One more is not ann's.
    assert_eq!((found, owners), (all, 10));
}

/// Inserts 25 trips of `ann`, some of which `bob` owns, in no particular order. Some have the same
/// creation time. Returns their ids, newest first.
fn insert_many(store: &TestStore, ann: UserId, bob: UserId) -> Vec<TripId> {
    let mut trips: Vec<Trip> = (0..25_u8)
        .map(|number| {
            let (owner, others) = if number % 3 == 0 {
                (bob, vec![ann])
            } else {
                (ann, vec![])
            };
            with(trip(owner, &others), |trip| {
                trip.id = TripId(Uuid::new_v4());
                trip.created_at = at(i64::from((number * 7) % 10));
                trip.updated_at = at(99);
            })
        })
        .collect();
    insert_trip(store, bob, &[]);
    insert(store, &trips);
    trips.sort_by_key(|trip| Reverse((trip.created_at, trip.id)));
    trips.into_iter().map(|trip| trip.id).collect()
}

fn lists_the_newest_first(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let expected = insert_many(store, ann, bob);
    for with_people in [false, true] {
        let list = list(store, ann, None, with_people);
        assert_eq!(trip_ids(&list.trips), expected);
        assert_eq!((list.total, list.generation), (25, Some(1)));
    }
    let by_other = list_of(store, ann, None).unwrap();
    assert_eq!(trip_ids(&by_other.trips), expected);
}

fn reads_a_long_list_by_parts(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    for number in [1_000, 1] {
        let trips = (0..number).map(|number| {
            with(trip(ann, &[]), |trip| {
                trip.id = TripId(Uuid::new_v4());
                trip.created_at = at(number % 7);
            })
        });
        let trips: Vec<Trip> = trips.collect();
        insert(store, &trips);
        let own = list(store, ann, None, false);
        assert_eq!(own.generation, Some(1));
        let of_other = list_of(store, ann, Some(bob)).unwrap();
        assert_eq!(trip_ids(&own.trips), trip_ids(&of_other.trips));
        assert!(
            trips
                .iter()
                .all(|trip| own.trips.iter().any(|head| head.id == trip.id))
        );
        let keys = own.trips.iter().map(|head| head.id);
        assert_eq!(keys.collect::<HashSet<_>>().len(), own.trips.len());
    }
    assert_eq!(list(store, ann, None, false).total, 1_001);
}

fn refuses_a_list_that_is_too_long_for_its_reader(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    let description = Description::new("🧳".repeat(Description::MAX)).unwrap();
    let number = TripList::MAX_BYTES / description.as_str().len() + 1;
    let trips = (0..number).map(|_| {
        with(trip(ann, &[cid]), |trip| {
            trip.id = TripId(Uuid::new_v4());
            trip.description = description.clone();
            trip.private = true;
        })
    });
    insert(store, &trips.collect::<Vec<_>>());
    let shown = insert_trip(store, ann, &[]);
    let only = KeyTrips::new(vec![shown.id]).unwrap();
    let list = |only, page| {
        let query = ListQuery {
            only,
            page,
            ..ListQuery::own(ann)
        };
        store.try_read(|data| data.trips().list(&query))
    };
    let first = Page {
        offset: 0,
        limit: 20,
    };
    assert!(matches!(list(None, None), Err(Error::ListTooLong)));
    assert_eq!(list(None, Some(first)).unwrap().trips.len(), 20);
    assert_eq!(list(Some(only), None).unwrap().trips.len(), 1);
    // What ann has imposed on cid does not shut cid's list.
    let own = insert_trip(store, cid, &[]).id;
    let of_cid = list_of(store, cid, Some(cid)).unwrap();
    assert_eq!(trip_ids(&of_cid.trips), [own]);
    let all = store.read(|data| data.trips().ids_of(cid));
    assert_eq!((all[0], all.len()), (own, number + 1));
    for reader in [Some(bob), None] {
        let list = list_of(store, ann, reader).unwrap();
        assert_eq!(trip_ids(&list.trips), [shown.id]);
    }
}

fn insert(store: &TestStore, trips: &[Trip]) {
    store.commit(|unit| {
        trips
            .iter()
            .try_for_each(|trip| unit.trips().insert(trip).map(drop))
    });
}

fn returns_a_page_of_the_list(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let expected = insert_many(store, ann, bob);
    for (offset, limit) in [
        (0, 10),
        (10, 10),
        (20, 10),
        (24, 1),
        (0, 100),
        (25, 10),
        (1_000, 10),
        (u64::MAX, 10),
    ] {
        for with_people in [false, true] {
            let page = Page { offset, limit };
            let list = list(store, ann, Some(page), with_people);
            let first = usize::try_from(offset).unwrap().min(25);
            let limit = usize::try_from(limit).unwrap();
            let end = first.saturating_add(limit).min(25);
            assert_eq!(trip_ids(&list.trips), expected[first..end]);
            assert_eq!((list.total, list.generation), (25, Some(1)), "{page:?}");
        }
    }
}

fn returns_the_fields_of_each_trip(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let inserted = rich_trip(bob, &[ann]);
    store.commit(|unit| unit.trips().insert(&inserted));
    for heads in [
        list(store, ann, None, false).trips.to_vec(),
        list_of(store, bob, Some(ann)).unwrap().trips.to_vec(),
    ] {
        let [head] = &heads[..] else {
            panic!("one trip was inserted")
        };
        assert_eq!(
            (head.id, head.version, head.owner, head.private),
            (inserted.id, 41, bob, false)
        );
        assert_eq!(
            (&head.name, &head.description, &head.gallery),
            (&inserted.name, &inserted.description, &inserted.gallery)
        );
        assert!(head.reader_is_member);
        assert_eq!(head.people.iter().count(), 0);
    }
}

fn returns_people_on_request(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    let inserted = [
        insert_trip(store, ann, &[cid, bob]),
        insert_trip(store, bob, &[ann]),
        insert_trip(store, ann, &[]),
    ];
    let list = list(store, ann, None, true);
    assert_eq!(list.trips.len(), 3);
    for head in list.trips.iter() {
        let trip = inserted.iter().find(|trip| trip.id == head.id).unwrap();
        assert_eq!(ids(&head.people), trip.members);
        assert_eq!(head.people.username(ann), "ann");
    }
}

fn returns_an_empty_list_without_trips(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let missing = UserId(Uuid::now_v7());
    let first_page = Page {
        offset: 0,
        limit: 20,
    };
    for (caller, generation) in [(ann, Some(1)), (missing, None)] {
        for page in [None, Some(first_page)] {
            let list = list(store, caller, page, true);
            assert_eq!(
                (list.trips.len(), list.total, list.generation),
                (0, 0, generation)
            );
        }
    }
    let of_missing = list_of(store, missing, Some(ann)).unwrap();
    assert!(of_missing.trips.is_empty());
}

fn returns_whether_the_viewer_is_a_member(store: &TestStore) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| insert_user(store, name));
    let shared = insert_trip(store, ann, &[bob]);
    let unshared = insert_trip(store, ann, &[]);
    for (reader, of_shared, of_unshared) in [
        (Some(bob), true, false),
        (Some(ann), true, true),
        (Some(cid), false, false),
        (None, false, false),
    ] {
        let list = list_of(store, ann, reader).unwrap();
        let is_member = |id| {
            let head = list.trips.iter().find(|head| head.id == id);
            head.unwrap().reader_is_member
        };
        assert_eq!(
            (is_member(shared.id), is_member(unshared.id)),
            (of_shared, of_unshared)
        );
    }
}

fn finds_the_owner_of_a_list_and_the_viewers_generation(store: &TestStore) {
    let [ann, bob] = ["Ann", "bob"].map(|name| insert_user(store, name));
    revoke_all_tokens(store, bob, 1);
    let missing = UserId(Uuid::now_v7());
    for (name, reader, user, generation) in [
        ("aNN", Some(bob), Some(ann), Some(2)),
        ("ann", None, Some(ann), None),
        ("ann", Some(missing), Some(ann), None),
        ("missing", Some(bob), None, Some(2)),
    ] {
        let owner = store.read(|data| data.trips().find_listed_user(name, reader));
        assert_eq!((owner.user, owner.reader_generation), (user, generation));
    }
}
