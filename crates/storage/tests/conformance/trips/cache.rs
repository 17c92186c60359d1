//! The trip cache: which reads it answers, and when it is updated.

use std::cell::Cell;
use std::sync::Arc;

use wayfare_domain::trip::settlement::{Balance, Settlement};
use wayfare_domain::trip::{Expenditure, TodoLists};
use wayfare_domain::{
    Currency, Decimal, Name, People, ReferenceRates, Trip, TripId, TripOverview, UserId,
};
use wayfare_storage::{Error, OpenOptions, Store, StoredTrip, TripParts, TripQuery, open};

use crate::fixtures::{
    amount, at, edited, insert_trip, insert_user, push_todo, rich_trip, save_trip, short, trip,
    trip_write,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    parses_an_unchanged_trip_once,
    counts_hits_misses_and_bytes,
    caches_the_largest_trip,
    keeps_a_settlement_with_its_trip,
    detects_changes_by_another_store,
    detects_a_restored_database,
    drops_the_state_of_a_rolled_back_save,
    ignores_reads_of_a_rolled_back_transaction,
    holds_the_state_of_a_committed_save,
    answers_for_no_more_than_was_read,
);

fn read(store: &dyn Store, id: TripId, caller: UserId) -> Option<Arc<Trip>> {
    let lookup = store.read().unwrap().trips().find(id, caller).unwrap();
    lookup.parse().unwrap().map(|(trip, _)| trip)
}

fn parses_an_unchanged_trip_once(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let is_cached = |store: &dyn Store| {
        let [first, second] = [(); 2].map(|()| read(store, trip.id, ann).unwrap());
        Arc::ptr_eq(&first, &second)
    };
    assert!(is_cached(&**store));
    let without_cache = OpenOptions {
        trip_cache: 0,
        ..OpenOptions::default()
    };
    assert!(!is_cached(&*open(store.url(), &without_cache).unwrap()));
}

fn counts_hits_misses_and_bytes(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let metrics = store.cache_metrics();
    let counts = || {
        (
            metrics.misses.get(),
            metrics.hits.get(),
            metrics.bytes.get(),
        )
    };
    let before = counts();
    for _ in 0..3 {
        read(&**store, trip.id, ann).unwrap();
    }
    let after = counts();
    assert_eq!((after.0 - before.0, after.1 - before.1), (1, 2));
    assert!(before.2 < after.2 && after.2 <= metrics.capacity.get());
}

fn caches_the_largest_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let mut largest = trip(ann, &[]);
    let length = |trip: &Trip| {
        let mut sizes = Vec::new();
        for document in [
            serde_json::to_string(&trip.plan),
            serde_json::to_string(&*trip.map),
            serde_json::to_string(&*trip.itinerary),
        ] {
            sizes.push(document.unwrap().len());
        }
        sizes.into_iter().sum::<usize>()
    };
    let entry = |length: usize| Expenditure {
        expenditure: short(&"x".repeat(length)),
        cost: amount("0").into(),
    };
    // A comma follows each entry.
    let around = serde_json::to_string(&entry(0)).unwrap().len() + 1;
    largest.plan.expenditures = vec![entry(2_000 - around); 2_000];
    let missing = Trip::MAX_BYTES - length(&largest);
    let more = vec![entry(1_000 - around); missing / 1_000 - 1];
    largest.plan.expenditures.extend(more);
    let missing = Trip::MAX_BYTES - length(&largest);
    largest.plan.expenditures.push(entry(missing - around));
    assert_eq!(length(&largest), Trip::MAX_BYTES);
    store.commit(|unit| unit.trips().insert(&largest));
    let lookup = store.read(|data| data.trips().find(largest.id, ann));
    let (stored, _) = lookup.trip.unwrap();
    assert!(!stored.is_parsed(), "the reader leaves that to the caller");
    assert_eq!(stored.sizes().total(), Trip::MAX_BYTES);
    let [first, second] = [(); 2].map(|()| read(&**store, largest.id, ann).unwrap());
    assert!(Arc::ptr_eq(&first, &second));
    assert!(Arc::ptr_eq(&first, &stored.parse().unwrap()));
    assert_eq!(*first, largest);

    largest.id = wayfare_domain::TripId(uuid::Uuid::now_v7());
    largest.plan.expenditures.push(entry(0));
    let refused = store.try_commit(|unit| unit.trips().insert(&largest));
    let size = Trip::MAX_BYTES + around;
    assert!(matches!(refused, Err(Error::TripTooLarge { size: refused }) if refused == size));
}

fn keeps_a_settlement_with_its_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let find = || {
        let lookup = store.read(|data| data.trips().find(trip.id, ann));
        lookup.trip.unwrap()
    };
    let settle = |(stored, people): &(StoredTrip, People), import| {
        let computed = Cell::new(false);
        let settlement = stored.settlement(people, import, || {
            computed.set(true);
            let rates = ReferenceRates::default();
            let made = trip.settlement(Currency::CAD, &rates, people);
            // As many people as make it heavier than the trip.
            let balance = Balance {
                member: "x".repeat(200),
                paid: Decimal::ZERO,
                owed: Decimal::ZERO,
                balance: Decimal::ZERO,
            };
            Settlement {
                balances: vec![balance; 1_000],
                ..made
            }
        });
        (settlement, computed.get())
    };
    let metrics = store.cache_metrics();
    find();
    let before = metrics.bytes.get();
    let (first, is_computed) = settle(&find(), 1);
    assert!(is_computed);
    let weight = i64::try_from(first.weight()).unwrap();
    let grown = metrics.bytes.get() - before;
    assert!(grown >= weight, "it counts to the bytes of the cache");
    let (second, is_computed) = settle(&find(), 1);
    assert!(Arc::ptr_eq(&first, &second) && !is_computed);
    assert_eq!(metrics.bytes.get() - before, grown);
    assert!(settle(&find(), 2).1, "another import of rates");
    let mut renamed = find();
    renamed.1 = People::default();
    assert!(settle(&renamed, 2).1, "other names");
    assert!(settle(&find(), 2).1);
    assert_eq!(metrics.bytes.get() - before, grown, "one is kept");

    let after = edited(&trip, |trip| trip.name = Name::new("New").unwrap());
    assert!(save_trip(store, &trip_write(&trip, &after)));
    assert!(
        metrics.bytes.get() < before + weight,
        "it went with its version"
    );
    assert!(settle(&find(), 2).1);
}

fn detects_changes_by_another_store(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let another = store.open_another();
    let first = insert_trip(store, ann, &[]);
    assert_eq!(read(&*another, first.id, ann).as_deref(), Some(&first));

    let second = edited(&first, |trip| trip.members.push(bob));
    assert!(save_trip(store, &trip_write(&first, &second)));
    assert_eq!(read(&*another, first.id, ann).as_deref(), Some(&second));

    store.commit(|unit| unit.trips().delete(first.id));
    assert_eq!(read(&*another, first.id, ann), None);
}

/// A restored database may reach a version again with another content.
fn detects_a_restored_database(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let lost = insert_trip(store, ann, &[]);
    assert_eq!(read(&**store, lost.id, ann).as_deref(), Some(&lost));
    store.commit(|unit| unit.trips().delete(lost.id));
    let mut restored = lost.clone();
    restored.plan.lists = TodoLists::of_todo(vec![short("pack")]);
    restored.updated_at = at(9_000);
    store.commit(|unit| unit.trips().insert(&restored));
    assert_eq!(read(&**store, lost.id, ann).as_deref(), Some(&restored));
}

fn drops_the_state_of_a_rolled_back_save(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let before = insert_trip(store, ann, &[]);
    let cached = read(&**store, before.id, ann).unwrap();
    let after = edited(&before, |trip| push_todo(trip, short("pack")));
    let mut unit = store.begin().unwrap();
    assert!(unit.trips().save(&trip_write(&before, &after)).unwrap());
    // The save is not committed yet.
    let concurrent = read(&**store, before.id, ann).unwrap();
    assert!(Arc::ptr_eq(&concurrent, &cached));
    drop(unit);
    let rolled_back = read(&**store, before.id, ann).unwrap();
    assert!(Arc::ptr_eq(&rolled_back, &cached));
}

/// A later save of the same version in the same millisecond has the same stamp.
fn ignores_reads_of_a_rolled_back_transaction(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let before = insert_trip(store, ann, &[]);
    let [rolled_back, committed] = ["rolled back", "committed"]
        .map(|text| edited(&before, |trip| push_todo(trip, short(text))));
    let mut unit = store.begin().unwrap();
    let write = trip_write(&before, &rolled_back);
    assert!(unit.trips().save(&write).unwrap());
    let (seen, _) = unit
        .trips()
        .find(before.id, ann)
        .unwrap()
        .parse()
        .unwrap()
        .unwrap();
    assert_eq!(*seen, rolled_back);
    drop(unit);
    assert!(save_trip(store, &trip_write(&before, &committed)));
    let read = read(&**store, before.id, ann);
    assert_eq!(read.as_deref(), Some(&committed));
}

fn holds_the_state_of_a_committed_save(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let before = insert_trip(store, ann, &[]);
    read(&**store, before.id, ann).unwrap();
    let after = edited(&before, |trip| push_todo(trip, short("pack")));
    let write = trip_write(&before, &after);
    assert!(save_trip(store, &write));
    let cached = read(&**store, before.id, ann).unwrap();
    assert!(Arc::ptr_eq(&cached, write.after()));
    let another = store.open_another();
    assert_eq!(read(&*another, before.id, ann).as_deref(), Some(&after));
}

fn answers_for_no_more_than_was_read(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = rich_trip(ann, &[]);
    store.commit(|unit| unit.trips().insert(&trip));
    let overview = || -> Arc<TripOverview> {
        let query = TripQuery {
            trip: trip.id,
            caller: Some(ann),
            parts: TripParts::Overview,
        };
        let lookup = store.read(|data| data.trips().find_all(&[query])).remove(0);
        lookup.trip.unwrap().0.parse_overview().unwrap()
    };
    let [first, second] = [(); 2].map(|()| overview());
    assert!(Arc::ptr_eq(&first, &second));
    let whole = read(&**store, trip.id, ann).unwrap();
    assert_eq!(*whole, trip);
    assert!(Arc::ptr_eq(&overview(), &whole.overview));
}
