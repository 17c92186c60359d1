use uuid::Uuid;
use wayfare_domain::GrantId;

use super::*;
use crate::{Caller, Client};

const ADA: UserId = UserId(Uuid::from_u128(1));
const TRIP: TripId = TripId(Uuid::from_u128(2));

fn readers(version: i64) -> TripReaders {
    TripReaders {
        version,
        owner: ADA,
        private: true,
        members: vec![ADA],
    }
}

fn credential(session: Option<Uuid>) -> Credential {
    let caller = Caller::new(ADA, 1);
    Credential {
        caller,
        session,
        key: None,
        expires_at: Some(Instant::EPOCH.plus_millis(1_000)),
    }
}

/// Opens a stream of Ada's, who has just read a version.
fn open(watches: &Watches, version: i64, session: Option<Uuid>) -> TripWatch {
    open_with(watches, version, credential(session))
}

fn open_with(watches: &Watches, version: i64, credential: Credential) -> TripWatch {
    let slot = watches.slots.take(Client::new(1), 1).unwrap();
    let state = &mut *watches.lock();
    let is_newer = |known: &Option<Arc<TripReaders>>| {
        known.as_ref().is_some_and(|known| known.version < version)
    };
    let read = Some(Arc::new(readers(version)));
    let trip = subscribe(&mut state.trips, TRIP, read, state.polls, is_newer);
    let (credentials, polls) = (&mut state.credentials, state.polls);
    let is_good = subscribe(credentials, credential, true, polls, |_| false);
    TripWatch {
        trip,
        reader: Some((ADA, is_good)),
        told: None,
        is_over: false,
        _slot: slot,
    }
}

/// The answer to a poll: a version of the trip, and Ada's token generation.
fn polled(version: i64, generation: i64) -> WatchState {
    WatchState {
        changed: HashMap::from([(TRIP, readers(version))]),
        generations: HashMap::from([(ADA, generation)]),
        ..WatchState::default()
    }
}

/// The next event, if there is one now.
async fn now(watch: &mut TripWatch) -> Option<TripEvent> {
    let next = tokio::time::timeout(Duration::ZERO, watch.next());
    next.await.ok().flatten()
}

#[tokio::test]
async fn a_poll_that_began_before_a_read_tells_nothing_older() {
    let watches = Watches::default();
    let mut early = open(&watches, 1, None);
    assert_eq!(now(&mut early).await, Some(TripEvent::Changed(1)));
    assert_eq!(watches.begin_poll().unwrap().trips, [(TRIP, 1)]);
    // Somebody saves the second version and reads it, before the poll has read the first.
    let mut late = open(&watches, 2, None);
    assert_eq!(now(&mut early).await, Some(TripEvent::Changed(2)));
    watches.publish(Some(polled(1, 1)), Instant::EPOCH);
    assert_eq!(now(&mut early).await, None);
    assert_eq!(now(&mut late).await, Some(TripEvent::Changed(2)));
    // The next one counts, whatever it says: the database may have been restored.
    watches.begin_poll().unwrap();
    watches.publish(Some(polled(1, 1)), Instant::EPOCH);
    assert_eq!(now(&mut late).await, Some(TripEvent::Changed(1)));
}

#[tokio::test]
async fn a_token_that_is_newer_than_the_poll_stays_good() {
    let watches = Watches::default();
    let _other = open(&watches, 1, None);
    watches.begin_poll().unwrap();
    let session = Some(Uuid::from_u128(3));
    let mut watch = open(&watches, 1, session);
    now(&mut watch).await;
    watches.publish(Some(polled(1, 1)), Instant::EPOCH);
    assert_eq!(now(&mut watch).await, None);
    // Its session is not among those that are stored.
    watches.begin_poll().unwrap();
    watches.publish(Some(polled(1, 1)), Instant::EPOCH);
    assert_eq!(now(&mut watch).await, Some(TripEvent::Gone));
    assert_eq!(watch.next().await, None);
}

#[tokio::test]
async fn a_stream_by_a_key_ends_with_the_key_not_with_tokens() {
    let watches = Watches::default();
    let key = GrantId(Uuid::from_u128(4));
    let by_key = Credential {
        key: Some(key),
        expires_at: None,
        ..credential(None)
    };
    let mut watch = open_with(&watches, 1, by_key);
    now(&mut watch).await;
    assert_eq!(watches.begin_poll().unwrap().api_keys, [key]);
    let stored = WatchState {
        api_keys: HashSet::from([key]),
        ..polled(1, 2)
    };
    watches.publish(Some(stored), Instant::EPOCH.plus_days(9));
    assert_eq!(now(&mut watch).await, None);
    watches.begin_poll().unwrap();
    watches.publish(Some(polled(1, 1)), Instant::EPOCH);
    assert_eq!(now(&mut watch).await, Some(TripEvent::Gone));
}

#[tokio::test]
async fn without_the_database_tokens_expire_and_nothing_else_happens() {
    let watches = Watches::default();
    let mut watch = open(&watches, 1, None);
    now(&mut watch).await;
    watches.begin_poll().unwrap();
    watches.publish(None, Instant::EPOCH.plus_millis(999));
    assert_eq!(now(&mut watch).await, None);
    watches.publish(None, Instant::EPOCH.plus_millis(1_000));
    assert_eq!(now(&mut watch).await, Some(TripEvent::Gone));
}

#[tokio::test]
async fn what_has_no_stream_is_not_polled() {
    let watches = Watches::default();
    let watch = open(&watches, 1, None);
    assert!(watches.begin_poll().is_some());
    drop(watch);
    assert_eq!(watches.begin_poll(), None);
    assert_eq!(watches.slots.metrics().held.get(), 0);
}
