//! Lists of trips.

use uuid::Uuid;
use wayfare_domain::{Trip, TripId, UserId};
use wayfare_storage::{ListAsked, Listing, Window};

use crate::bench::{Bench, on_both};
use crate::samples::{at, kept_trip, kept_user, rich_trip, trip};

on_both!(
    a_list_is_newest_first,
    a_window_is_a_part_of_the_list,
    an_entry_shows_what_the_trip_is,
    people_come_where_asked_for,
    many_are_read_as_each_is_by_itself,
    a_list_of_nobody_is_empty,
    a_list_of_another_says_who_looks,
    the_owner_of_a_list_is_found,
);

fn ids(listing: &Listing) -> Vec<TripId> {
    listing.trips.iter().map(|head| head.id).collect()
}

/// Trips of `ann` and some that she joined, kept in disorder, given newest first; several were made
/// in the same millisecond.
fn many(bench: &Bench, ann: UserId, bob: UserId) -> Vec<TripId> {
    let mut kept: Vec<Trip> = (0..25_u8)
        .map(|place| {
            let (owner, others) = if place % 3 == 0 {
                (bob, vec![ann])
            } else {
                (ann, vec![])
            };
            let made = at(i64::from((place * 7) % 10));
            Trip {
                id: TripId(Uuid::new_v4()),
                created_at: made,
                updated_at: at(99),
                ..trip(owner, &others)
            }
        })
        .collect();
    kept_trip(bench, bob, &[]);
    bench.work(|unit| kept.iter().try_for_each(|trip| unit.trips().insert(trip)));
    kept.sort_by_key(|trip| std::cmp::Reverse((trip.created_at, trip.id)));
    kept.into_iter().map(|trip| trip.id).collect()
}

fn a_list_is_newest_first(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let expected = many(bench, ann, bob);
    for with_people in [false, true] {
        let listing = bench.look(|read| read.trips().list(ann, None, with_people));
        assert_eq!(ids(&listing), expected);
        assert_eq!((listing.total, listing.generation), (25, Some(1)));
    }
    let of_other = bench.look(|read| read.trips().list_of(ann, None));
    assert_eq!(
        of_other.iter().map(|head| head.id).collect::<Vec<_>>(),
        expected
    );
}

fn a_window_is_a_part_of_the_list(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let expected = many(bench, ann, bob);
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
            let window = Some(Window { offset, limit });
            let listing = bench.look(|read| read.trips().list(ann, window, with_people));
            let first = usize::try_from(offset).unwrap().min(25);
            let last = first
                .saturating_add(usize::try_from(limit).unwrap())
                .min(25);
            assert_eq!(ids(&listing), expected[first..last]);
            assert_eq!(
                (listing.total, listing.generation),
                (25, Some(1)),
                "at {offset}"
            );
        }
    }
}

fn an_entry_shows_what_the_trip_is(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let kept = rich_trip(bob, &[ann]);
    bench.work(|unit| unit.trips().insert(&kept));
    for listing in [
        bench.look(|read| read.trips().list(ann, None, false)).trips,
        bench.look(|read| read.trips().list_of(bob, Some(ann))),
    ] {
        let [head] = &listing[..] else {
            panic!("one trip was kept")
        };
        assert_eq!(
            (head.id, head.version, head.owner, head.private),
            (kept.id, 41, bob, false)
        );
        assert_eq!(
            (&head.name, &head.description, &head.gallery),
            (&kept.name, &kept.description, &kept.gallery)
        );
        assert!(head.viewer_is_member);
        assert_eq!(head.people.iter().count(), 0);
    }
}

fn people_come_where_asked_for(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    let kept = [
        kept_trip(bench, ann, &[cid, bob]),
        kept_trip(bench, bob, &[ann]),
        kept_trip(bench, ann, &[]),
    ];
    let listing = bench.look(|read| read.trips().list(ann, None, true));
    assert_eq!(listing.trips.len(), 3);
    for head in &listing.trips {
        let trip = kept.iter().find(|trip| trip.id == head.id).unwrap();
        assert_eq!(
            head.people
                .iter()
                .map(|person| person.id)
                .collect::<Vec<_>>(),
            trip.members
        );
        assert_eq!(head.people.username(ann), "ann");
    }
}

/// Some empty, some twice, some in part, some of those who do not exist.
fn many_are_read_as_each_is_by_itself(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    bench.work(|unit| unit.users().raise_generation(cid));
    many(bench, ann, bob);
    let windows = [None, Some((0, 10)), Some((20, 10)), Some((25, 1))];
    let windows = windows.map(|window| window.map(|(offset, limit)| Window { offset, limit }));
    let mut asked = Vec::new();
    for window in windows {
        for caller in [bob, UserId(Uuid::now_v7()), ann, cid, ann] {
            asked.extend([false, true].map(|with_people| ListAsked {
                caller,
                window,
                with_people,
            }));
        }
    }
    let together = bench.look(|read| read.trips().list_all(&asked));
    assert_eq!(together.len(), asked.len());
    for (
        ListAsked {
            caller,
            window,
            with_people,
        },
        listing,
    ) in asked.into_iter().zip(together)
    {
        assert_eq!(
            listing,
            bench.look(|read| read.trips().list(caller, window, with_people))
        );
    }
    assert!(bench.look(|read| read.trips().list_all(&[])).is_empty());
}

fn a_list_of_nobody_is_empty(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let nobody = UserId(Uuid::now_v7());
    for (caller, generation) in [(ann, Some(1)), (nobody, None)] {
        for window in [
            None,
            Some(Window {
                offset: 0,
                limit: 20,
            }),
        ] {
            let listing = bench.look(|read| read.trips().list(caller, window, true));
            assert_eq!(
                (listing.trips.len(), listing.total, listing.generation),
                (0, 0, generation)
            );
        }
    }
    assert!(
        bench
            .look(|read| read.trips().list_of(nobody, Some(ann)))
            .is_empty()
    );
}

fn a_list_of_another_says_who_looks(bench: &Bench) {
    let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| kept_user(bench, name));
    let shared = kept_trip(bench, ann, &[bob]);
    let alone = kept_trip(bench, ann, &[]);
    for (viewer, of_shared, of_alone) in [
        (Some(bob), true, false),
        (Some(ann), true, true),
        (Some(cid), false, false),
        (None, false, false),
    ] {
        let heads = bench.look(|read| read.trips().list_of(ann, viewer));
        let is_member = |id| {
            heads
                .iter()
                .find(|head| head.id == id)
                .unwrap()
                .viewer_is_member
        };
        assert_eq!(
            (is_member(shared.id), is_member(alone.id)),
            (of_shared, of_alone)
        );
    }
}

fn the_owner_of_a_list_is_found(bench: &Bench) {
    let [ann, bob] = ["Ann", "bob"].map(|name| kept_user(bench, name));
    bench.work(|unit| unit.users().raise_generation(bob));
    let nobody = UserId(Uuid::now_v7());
    for (name, viewer, user, generation) in [
        ("aNN", Some(bob), Some(ann), Some(2)),
        ("ann", None, Some(ann), None),
        ("ann", Some(nobody), Some(ann), None),
        ("nobody", Some(bob), None, Some(2)),
    ] {
        let owner = bench.look(|read| read.trips().find_list_owner(name, viewer));
        assert_eq!((owner.user, owner.viewer_generation), (user, generation));
    }
}
