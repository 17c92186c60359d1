//! Polling of watched trips and tokens.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;
use wayfare_domain::{GrantId, Trip, TripId, UserId};
use wayfare_storage::{TripReaders, WatchQuery, WatchState};

use crate::fixtures::{
    delete_user, edited, insert_trip, insert_user, revoke_all_tokens, save_trip, trip_write,
};
use crate::grants::{self, api_key};
use crate::store::{TestStore, test_on_both_backends};
use crate::users::sessions::{insert_tokens, token};

test_on_both_backends!(
    tells_changed_trips_with_their_readers,
    every_change_of_the_readers_is_a_change,
    tells_what_is_gone,
    tells_generations_and_stored_tokens,
    takes_as_many_as_a_server_watches,
);

fn poll(store: &TestStore, query: &WatchQuery) -> WatchState {
    store.read(|data| data.watch().poll(query))
}

fn poll_trips(store: &TestStore, trips: &[(TripId, i64)]) -> WatchState {
    let trips = trips.to_vec();
    poll(
        store,
        &WatchQuery {
            trips,
            ..WatchQuery::default()
        },
    )
}

/// The readers of a trip, with the members in the order of their ids.
fn readers(trip: &Trip) -> TripReaders {
    let mut members = trip.members.clone();
    members.sort_unstable();
    TripReaders {
        version: trip.version,
        owner: trip.owner,
        private: trip.private,
        members,
    }
}

/// What was polled of a trip, with the members in the order of their ids.
fn polled(store: &TestStore, trip: &Trip, known: i64) -> Option<TripReaders> {
    let mut state = poll_trips(store, &[(trip.id, known)]);
    let mut found = state.changed.remove(&trip.id);
    if let Some(found) = &mut found {
        found.members.sort_unstable();
    }
    assert_eq!(state, WatchState::default());
    found
}

fn tells_changed_trips_with_their_readers(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trips = [
        insert_trip(store, ada, &[bob]),
        insert_trip(store, bob, &[]),
    ];
    insert_trip(store, ada, &[]);
    assert_eq!(poll_trips(store, &[]), WatchState::default());
    let known = trips.each_ref().map(|trip| (trip.id, trip.version));
    assert_eq!(poll_trips(store, &known), WatchState::default());
    let unknown = trips.each_ref().map(|trip| (trip.id, 0));
    let state = poll_trips(store, &unknown);
    assert_eq!(state.changed.len(), 2);
    for trip in &trips {
        assert_eq!(polled(store, trip, 0), Some(readers(trip)));
        // A version that is lower than the known one is another one, too.
        assert_eq!(polled(store, trip, 9), Some(readers(trip)));
    }
}

fn every_change_of_the_readers_is_a_change(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let changes: [&dyn Fn(&mut Trip); 4] = [
        &|trip| trip.private = !trip.private,
        &|trip| trip.viewers = vec![bob],
        &|trip| trip.members = vec![ada],
        &|trip| (trip.owner, trip.members) = (bob, vec![ada, bob]),
    ];
    let mut trip = insert_trip(store, ada, &[bob]);
    for change in changes {
        let after = edited(&trip, |overview| change(overview));
        assert!(save_trip(store, &trip_write(&trip, &after)));
        assert_eq!(polled(store, &after, trip.version), Some(readers(&after)));
        trip = after;
    }
    delete_user(store, ada).unwrap();
    let left = polled(store, &trip, trip.version).unwrap();
    assert_eq!((left.version, left.members), (trip.version + 1, vec![bob]));
}

fn tells_what_is_gone(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let [deleted, kept] = [(); 2].map(|()| insert_trip(store, ada, &[]));
    store.commit(|unit| unit.trips().delete(deleted.id));
    let never = TripId(Uuid::now_v7());
    let state = poll_trips(store, &[(deleted.id, 1), (never, 1), (kept.id, 1)]);
    let gone = HashSet::from([deleted.id, never]);
    assert_eq!(
        state,
        WatchState {
            gone,
            ..WatchState::default()
        }
    );
}

fn tells_generations_and_stored_tokens(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let keys = [api_key(ada, 1), api_key(bob, 1)];
    for key in &keys {
        grants::insert(store, key);
    }
    let tokens = [token(ada, 1), token(bob, 2), token(bob, 3)];
    insert_tokens(store, &tokens.each_ref());
    revoke_all_tokens(store, ada, 1);
    store.commit(|unit| unit.sessions().revoke_family(tokens[1].family));
    let query = WatchQuery {
        trips: Vec::new(),
        users: vec![ada, bob, UserId(Uuid::now_v7())],
        refresh_tokens: tokens.each_ref().map(|token| token.id).to_vec(),
        api_keys: keys.each_ref().map(|key| key.grant.id).to_vec(),
    };
    let state = poll(store, &query);
    assert_eq!(state.generations, HashMap::from([(ada, 2), (bob, 1)]));
    assert!(state.refresh_tokens.contains(&tokens[2].id));
    assert!(!state.refresh_tokens.contains(&tokens[1].id));
    assert_eq!(state.api_keys, HashSet::from([keys[1].grant.id]));
    delete_user(store, bob).unwrap();
    let state = poll(store, &query);
    assert_eq!(state.generations, HashMap::from([(ada, 2)]));
    assert!(!state.refresh_tokens.contains(&tokens[2].id));
    assert!(state.api_keys.is_empty());
}

fn takes_as_many_as_a_server_watches(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let trip = insert_trip(store, ada, &[]);
    let mut query = WatchQuery {
        trips: (0..12_000).map(|_| (TripId(Uuid::now_v7()), 1)).collect(),
        users: (0..12_000).map(|_| UserId(Uuid::now_v7())).collect(),
        refresh_tokens: (0..12_000).map(|_| Uuid::now_v7()).collect(),
        api_keys: (0..12_000).map(|_| GrantId(Uuid::now_v7())).collect(),
    };
    query.trips.push((trip.id, 7));
    query.users.push(ada);
    let state = poll(store, &query);
    assert_eq!((state.gone.len(), state.changed.len()), (12_000, 1));
    assert_eq!(state.changed[&trip.id], readers(&trip));
    assert_eq!(state.generations, HashMap::from([(ada, 1)]));
    assert!(state.refresh_tokens.is_empty());
}
