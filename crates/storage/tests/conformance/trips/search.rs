//! Searches of a user's trips: order, filters, pages, and keys of trips of earlier versions.

use std::collections::HashSet;

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use uuid::Uuid;
use wayfare_domain::text::SearchWords;
use wayfare_domain::trip::TodoLists;
use wayfare_domain::{Instant, KeyTrips, MemberRole, Moment, Name, Trip, TripId, UserId};
use wayfare_storage::{SortKey, SortPlace, TripOrder, TripSearch, TripSearchResult, TripTime};

use crate::fixtures::{
    at, edited, insert_trip, insert_user, revoke_all_tokens, rich_trip, save_trip, short, trip,
    trip_write, with,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    sorts_own_and_joined_trips_in_each_order,
    pages_have_each_trip_once_while_trips_move,
    finds_words_of_any_script_in_any_case,
    finds_dates_that_overlap_a_period,
    finds_trips_ahead_past_and_undated,
    filters_by_role_change_and_trips_of_a_key,
    returns_the_fields_of_each_trip,
    returns_whose_name_it_is_and_the_generation,
    fills_in_keys_of_earlier_versions,
);

fn request(caller: UserId, order: TripOrder) -> TripSearch {
    TripSearch {
        caller,
        username: "ann".to_owned(),
        only: None,
        role: None,
        imposed: None,
        words: None,
        period: None,
        time: None,
        updated_since: None,
        order,
        after: None,
        began: None,
        moved_since: None,
        limit: 200,
    }
}

fn search(store: &TestStore, request: &TripSearch) -> TripSearchResult {
    store.read(|data| data.trips().search(request))
}

fn names(store: &TestStore, request: &TripSearch) -> Vec<String> {
    let found = search(store, request).trips;
    found.iter().map(|trip| trip.name.to_string()).collect()
}

/// A trip of `owner` with these others, by name, start, end and time of the last change.
fn insert(
    store: &TestStore,
    (owner, others): (UserId, &[UserId]),
    name: &str,
    [start, end]: [Option<i64>; 2],
    updated: i64,
) -> Trip {
    let moment = |day: i64| {
        let day = Instant::EPOCH.plus_days(20_000 + day);
        Moment::from_text(&day.to_string()).unwrap()
    };
    let trip = with(trip(owner, others), |trip| {
        trip.id = TripId(Uuid::new_v4());
        trip.name = Name::new(name).unwrap();
        trip.plan.dates.start = start.map(moment);
        trip.plan.dates.end = end.map(moment);
        trip.updated_at = at(updated);
    });
    store.commit(|unit| unit.trips().insert(&trip));
    trip
}

fn sorts_own_and_joined_trips_in_each_order(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let own: (UserId, &[UserId]) = (ann, &[bob]);
    let joined: (UserId, &[UserId]) = (bob, &[ann]);
    insert(store, own, "beta", [Some(3), Some(9)], 10);
    insert(store, joined, "Alpha", [Some(1), None], 30);
    insert(store, own, "Émile", [None, None], 20);
    insert(store, joined, "delta", [None, Some(2)], 40);
    insert(store, own, "Charlie", [Some(-30_000), Some(0)], 50);
    insert(store, (bob, &[]), "not joined", [None, None], 60);
    let sorted = |order| names(store, &request(ann, order));
    assert_eq!(
        sorted(TripOrder::Updated),
        ["Charlie", "delta", "Alpha", "Émile", "beta"]
    );
    assert_eq!(
        sorted(TripOrder::Start),
        ["Charlie", "Alpha", "delta", "beta", "Émile"]
    );
    assert_eq!(
        sorted(TripOrder::Latest),
        ["Émile", "beta", "delta", "Alpha", "Charlie"]
    );
    // By code points, which is the same order on all databases.
    assert_eq!(
        sorted(TripOrder::Name),
        ["Alpha", "beta", "Charlie", "delta", "Émile"]
    );
}

fn finds_trips_ahead_past_and_undated(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    insert(store, (ann, &[]), "past", [Some(1), Some(4)], 1);
    insert(store, (bob, &[ann]), "ends today", [Some(2), Some(5)], 2);
    insert(store, (ann, &[]), "begins today", [Some(5), None], 3);
    insert(store, (bob, &[ann]), "past end alone", [None, Some(4)], 4);
    insert(store, (ann, &[]), "undated", [None, None], 5);
    let today = Instant::EPOCH.plus_days(20_005);
    let found = |order, time| {
        let time = Some(time);
        let request = TripSearch {
            time,
            ..request(ann, order)
        };
        names(store, &request)
    };
    assert_eq!(
        found(TripOrder::Start, TripTime::From(today)),
        ["ends today", "begins today"]
    );
    assert_eq!(
        found(TripOrder::Latest, TripTime::Before(today)),
        ["past end alone", "past"]
    );
    assert_eq!(found(TripOrder::Updated, TripTime::Undated), ["undated"]);
}

/// Reads all pages. `between` runs after each.
fn pages(
    store: &TestStore,
    mut request: TripSearch,
    mut between: impl FnMut(usize),
) -> Vec<Vec<TripId>> {
    let mut pages = Vec::new();
    loop {
        let found = search(store, &request);
        pages.push(found.trips.iter().map(|trip| trip.id).collect());
        request.after = found.next;
        if request.after.is_none() {
            return pages;
        }
        between(pages.len());
    }
}

fn pages_have_each_trip_once_while_trips_move(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let mut trips = Vec::new();
    for number in 0..40_i64 {
        let people: (UserId, &[UserId]) = match number % 3 {
            0 => (bob, &[ann]),
            _ => (ann, &[]),
        };
        // Ties of each key.
        let name = format!("trip {}", number / 4);
        trips.push(insert(
            store,
            people,
            &name,
            [Some(number / 4), None],
            number / 4,
        ));
    }
    for (order, limit) in [
        (TripOrder::Updated, 7),
        (TripOrder::Start, 7),
        (TripOrder::Latest, 7),
        (TripOrder::Name, 10),
        (TripOrder::Name, 11),
        (TripOrder::Updated, 40),
    ] {
        let request = TripSearch {
            limit,
            began: Some(at(1_000)),
            ..request(ann, order)
        };
        let whole = pages(
            store,
            TripSearch {
                limit: 200,
                ..request.clone()
            },
            |_| {},
        );
        let paged = pages(store, request.clone(), |_| {});
        assert_eq!(paged.concat(), whole[0], "{order:?}");
        assert!(paged.iter().rev().skip(1).all(|page| page.len() == limit));

        // A trip that was listed moves behind what is read next, or before it; others are edited.
        let mut moved = HashSet::new();
        let paged = pages(store, request, |page| {
            let id = paged[page - 1][0];
            let found = store.read(|data| data.trips().find(id, ann));
            let (before, _) = found.parse().unwrap().unwrap();
            let after = edited(&before, |trip| {
                trip.name = Name::new("zulu").unwrap();
                trip.plan.dates.start = Some(Moment::from_text("2999-01-01").unwrap());
                trip.plan.dates.end = None;
                trip.updated_at = at(2_000 + i64::try_from(page).unwrap());
            });
            let write = trip_write(&before, &after);
            assert!(save_trip(store, &write));
            moved.insert(id);
        });
        let all = paged.concat();
        let once: HashSet<&TripId> = all.iter().collect();
        assert_eq!(once.len(), all.len(), "{order:?}: a trip came twice");
        assert_eq!(all.len(), trips.len(), "{order:?}");
        // Back to where they were.
        for before in trips.iter().filter(|trip| moved.contains(&trip.id)) {
            let found = store.read(|data| data.trips().find(before.id, ann));
            let (present, _) = found.parse().unwrap().unwrap();
            let after = edited(&present, |trip| {
                trip.name = before.name.clone();
                trip.plan.dates = before.plan.dates;
                trip.updated_at = before.updated_at;
            });
            assert!(save_trip(store, &trip_write(&present, &after)));
        }
    }
}

fn finds_words_of_any_script_in_any_case(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let own: (UserId, &[UserId]) = (ann, &[]);
    for name in [
        "Österreich 100%",
        "Οδυσσέας",
        "東京 2026",
        "under_score",
        "bang!",
    ] {
        insert(store, own, name, [None, None], 0);
    }
    let described = with(trip(ann, &[]), |trip| {
        trip.id = TripId(Uuid::new_v4());
        trip.name = Name::new("Alps").unwrap();
        trip.description = wayfare_domain::Description::new("Nach ÖSTERREICH\nim Mai").unwrap();
    });
    store.commit(|unit| unit.trips().insert(&described));
    for (words, expected) in [
        ("ÖSTERREICH", vec!["Alps", "Österreich 100%"]),
        ("öster 100%", vec!["Österreich 100%"]),
        ("mai alps", vec!["Alps"]),
        ("ΟΔΥΣΣΈΑ", vec!["Οδυσσέας"]),
        ("京", vec!["東京 2026"]),
        ("_", vec!["under_score"]),
        ("%", vec!["Österreich 100%"]),
        ("!", vec!["bang!"]),
        ("alps österreich 100", vec![]),
    ] {
        let request = TripSearch {
            words: Some(SearchWords::new(words)),
            ..request(ann, TripOrder::Name)
        };
        assert_eq!(names(store, &request), expected, "{words}");
    }
}

fn finds_dates_that_overlap_a_period(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let own: (UserId, &[UserId]) = (ann, &[]);
    insert(store, own, "one to five", [Some(1), Some(5)], 0);
    insert(store, own, "from seven", [Some(7), None], 0);
    insert(store, own, "until nine", [None, Some(9)], 0);
    insert(store, own, "undated", [None, None], 0);
    for (first, last, expected) in [
        (-9, 0, vec![]),
        (-9, 1, vec!["one to five"]),
        (2, 3, vec!["one to five"]),
        (5, 6, vec!["one to five"]),
        (6, 6, vec![]),
        (6, 7, vec!["from seven"]),
        (8, 8, vec![]),
        (9, 99, vec!["until nine"]),
        (-99, 99, vec!["from seven", "one to five", "until nine"]),
    ] {
        let [first, last] = [first, last].map(|day| Instant::EPOCH.plus_days(20_000 + day));
        let request = TripSearch {
            period: Some((first, last)),
            ..request(ann, TripOrder::Name)
        };
        assert_eq!(names(store, &request), expected, "{first} {last}");
    }
}

fn filters_by_role_change_and_trips_of_a_key(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let owned = insert(store, (ann, &[]), "owned", [None, None], 1);
    insert(store, (bob, &[ann]), "edited", [None, None], 2);
    let read = with(trip(bob, &[ann]), |trip| {
        trip.id = TripId(Uuid::new_v4());
        trip.name = Name::new("read").unwrap();
        trip.viewers = vec![ann];
        trip.updated_at = at(3);
    });
    store.commit(|unit| unit.trips().insert(&read));
    let all = request(ann, TripOrder::Updated);
    for (role, expected) in [
        (MemberRole::Owner, "owned"),
        (MemberRole::Editor, "edited"),
        (MemberRole::Viewer, "read"),
    ] {
        let role = Some(role);
        let found = search(
            store,
            &TripSearch {
                role,
                ..all.clone()
            },
        )
        .trips;
        assert_eq!(found.len(), 1, "{role:?}");
        assert_eq!(
            (found[0].name.as_str(), Some(found[0].role)),
            (expected, role)
        );
    }
    let updated_since = Some(at(2));
    let since = TripSearch {
        updated_since,
        ..all.clone()
    };
    assert_eq!(names(store, &since), ["read", "edited"]);
    let only = Some(KeyTrips::new([read.id, owned.id, TripId(Uuid::now_v7())]).unwrap());
    let limited = TripSearch {
        only,
        ..all.clone()
    };
    assert_eq!(names(store, &limited), ["read", "owned"]);

    // A change of the owner changes the roles of both.
    let after = edited(&owned, |trip| {
        trip.owner = bob;
        trip.members = vec![ann, bob];
    });
    assert!(save_trip(store, &trip_write(&owned, &after)));
    let role = Some(MemberRole::Editor);
    let editor = TripSearch { role, ..all };
    assert_eq!(names(store, &editor).len(), 2);
}

fn returns_the_fields_of_each_trip(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let inserted = rich_trip(bob, &[ann]);
    store.commit(|unit| unit.trips().insert(&inserted));
    let found = search(store, &request(ann, TripOrder::Name))
        .trips
        .remove(0);
    assert_eq!(
        (found.id, found.version, found.updated_at),
        (inserted.id, inserted.version, inserted.updated_at)
    );
    assert_eq!(
        (&found.name, &found.description, &found.gallery),
        (&inserted.name, &inserted.description, &inserted.gallery)
    );
    let dates = inserted.plan.dates;
    assert_eq!(
        (found.start, found.end),
        (dates.start.map(|at| at.at), dates.end.map(|at| at.at))
    );
    assert_eq!(
        (found.owner.as_str(), found.role, found.members),
        ("bob", MemberRole::Editor, 2)
    );
    // A save keeps the keys.
    let after = edited(&inserted, |trip| {
        trip.name = Name::new("New").unwrap();
        trip.plan.dates = Default::default();
        trip.plan.lists = TodoLists::of_todo(vec![short("x")]);
    });
    assert!(save_trip(store, &trip_write(&inserted, &after)));
    let words = Some(SearchWords::new("new"));
    let renamed = TripSearch {
        words,
        ..request(ann, TripOrder::Name)
    };
    let found = search(store, &renamed).trips.remove(0);
    assert_eq!((found.start, found.version), (None, after.version));
}

fn returns_whose_name_it_is_and_the_generation(store: &TestStore) {
    let [ann, bob] = ["Ann", "bob"].map(|name| insert_user(store, name));
    revoke_all_tokens(store, bob, 1);
    for (caller, username, named, generation) in [
        (ann, "aNN", Some(ann), Some(1)),
        (bob, "ann", Some(ann), Some(2)),
        (bob, "nobody", None, Some(2)),
        (UserId(Uuid::now_v7()), "", None, None),
    ] {
        let found = search(
            store,
            &TripSearch {
                username: username.to_owned(),
                ..request(caller, TripOrder::Updated)
            },
        );
        assert_eq!((found.named, found.generation), (named, generation));
        assert!(found.trips.is_empty() && found.next.is_none());
    }
}

/// Makes all trips ones of an earlier version.
fn clear_keys(store: &TestStore) {
    let clear = "UPDATE trips SET name_key = '', search_key = '', starts_at = NULL, ends_at = NULL";
    match store.url().strip_prefix("sqlite://") {
        Some(file) => SqliteConnection::establish(file)
            .unwrap()
            .batch_execute(clear)
            .unwrap(),
        None => PgConnection::establish(store.url())
            .unwrap()
            .batch_execute(clear)
            .unwrap(),
    }
}

fn fills_in_keys_of_earlier_versions(store: &TestStore) {
    let ann = insert_user(store, "ann");
    for number in 0..150_i64 {
        let name = format!("Éclair {number:03}");
        insert(store, (ann, &[]), &name, [Some(number), None], number);
    }
    let untouched = insert_trip(store, ann, &[]);
    let words = Some(SearchWords::new("éclair"));
    let by_start = TripSearch {
        words,
        limit: 3,
        ..request(ann, TripOrder::Start)
    };
    let expected = ["Éclair 000", "Éclair 001", "Éclair 002"];
    assert_eq!(names(store, &by_start), expected);
    clear_keys(store);
    // Until then they are in each list, without filters, too.
    let unfilled = TripSearch {
        words: None,
        limit: 200,
        ..by_start.clone()
    };
    for order in [TripOrder::Updated, TripOrder::Start, TripOrder::Name] {
        let unfilled = TripSearch {
            order,
            ..unfilled.clone()
        };
        assert_eq!(search(store, &unfilled).trips.len(), 151, "{order:?}");
    }
    assert!(names(store, &by_start).is_empty());
    store.open_another().migrate().unwrap();
    assert_eq!(names(store, &by_start), expected);
    let after = SortPlace {
        key: SortKey::Name("éclair 148".to_owned()),
        id: TripId(Uuid::max()),
    };
    let last = TripSearch {
        after: Some(after),
        ..request(ann, TripOrder::Name)
    };
    assert_eq!(names(store, &last), ["Éclair 149"]);
    let found = store.read(|data| data.trips().find(untouched.id, ann));
    let (present, _) = found.parse().unwrap().unwrap();
    assert_eq!(*present, untouched, "no change");
}
