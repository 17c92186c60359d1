//! What event streams watch: a channel for each trip and each credential, with the state that was
//! read last.

use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::watch::{Receiver, Sender};
use tokio::task::JoinHandle;
use wayfare_bounds::{Quota, QuotaMetrics, Reservation};
use wayfare_domain::access::is_visible;
use wayfare_domain::{Instant, TripId, UserId};
use wayfare_storage::{TripReaders, WatchQuery, WatchState};

use crate::Credential;

/// Streams that one account or network may have open.
const MAX_PER_CLIENT: u64 = 20;
/// Streams that a server may have open.
const MAX_STREAMS: u64 = 5_000;

/// What an event stream tells its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripEvent {
    /// The present version of the trip. Versions that were replaced meanwhile are left out.
    Changed(i64),
    /// The reader may not read the trip any more, or their token has ended. It is the last event.
    Gone,
}

/// An event stream of a trip. It holds no event: [`TripWatch::next`] looks at the present state.
#[derive(Debug)]
pub struct TripWatch {
    pub(super) trip: Receiver<Option<Arc<TripReaders>>>,
    /// The reader, and whether their token is good; `None` for one without an account.
    pub(super) reader: Option<(UserId, Receiver<bool>)>,
    /// The version that the reader knows.
    pub(super) told: Option<i64>,
    pub(super) is_over: bool,
    pub(super) _slot: Reservation,
}

impl TripWatch {
    /// Waits for the next event; the first one is there at once, unless the reader knows the
    /// present version. `None` after the last event, or once the service stops. Cancel safe.
    pub async fn next(&mut self) -> Option<TripEvent> {
        while !self.is_over {
            let trip = self.trip.borrow_and_update().clone();
            let Some(version) = trip.filter(|trip| self.may_read(trip)) else {
                self.is_over = true;
                return Some(TripEvent::Gone);
            };
            let version = version.version;
            if self.told.replace(version) != Some(version) {
                return Some(TripEvent::Changed(version));
            }
            self.is_over = !self.wait().await;
        }
        None
    }

    fn may_read(&mut self, trip: &TripReaders) -> bool {
        let reader = self.reader.as_mut();
        let reader = reader.map(|(user, is_good)| (*user, *is_good.borrow_and_update()));
        let user = reader.map(|(user, _)| user);
        let is_member = user.is_some_and(|user| trip.members.contains(&user));
        reader.is_none_or(|(_, is_good)| is_good)
            && is_visible(trip.private, trip.owner, is_member, user)
    }

    /// Waits for a change of the trip or of the token. Returns `false` once the service stops.
    async fn wait(&mut self) -> bool {
        let changed = match &mut self.reader {
            Some((_, is_good)) => tokio::select! {
                changed = self.trip.changed() => changed,
                changed = is_good.changed() => changed,
            },
            None => self.trip.changed().await,
        };
        changed.is_ok()
    }

    /// How long the reader is to wait before they come back after the stream has broken off: a
    /// random time, so that the readers of a stopped server do not come all at once.
    pub fn reconnect_after(&self) -> Duration {
        Duration::from_millis(rand::random_range(100..3_000))
    }
}

/// The watch channels of one kind, by id.
pub(super) type WatchChannels<K, T> = HashMap<K, Entry<T>>;

/// A watch channel with the present state.
pub(super) struct Entry<T> {
    state: Sender<T>,
    /// The poll that was the last one to begin before the state was read.
    read_after: u64,
}

/// The event streams of a server.
pub(crate) struct Watches {
    pub(super) slots: Arc<Quota>,
    watched: Mutex<State>,
    trips: Gauge,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) trips: WatchChannels<TripId, Option<Arc<TripReaders>>>,
    /// Whether tokens and sessions are good.
    pub(super) credentials: WatchChannels<Credential, bool>,
    /// The number of polls that have begun.
    pub(super) polls: u64,
    pub(super) poller: Option<JoinHandle<()>>,
    pub(super) is_closed: bool,
}

impl Default for Watches {
    fn default() -> Self {
        let metrics = QuotaMetrics::default();
        // Refusals of either kind are one number.
        let metrics = QuotaMetrics {
            refused_to_client: metrics.refused.clone(),
            ..metrics
        };
        Self {
            slots: Quota::new(MAX_STREAMS, MAX_PER_CLIENT, metrics),
            watched: Mutex::default(),
            trips: Gauge::default(),
        }
    }
}

/// Subscribes to something whose state was just read. The read state replaces the known one if
/// `is_newer` says so.
pub(super) fn subscribe<K: Eq + Hash, T>(
    watched: &mut WatchChannels<K, T>,
    key: K,
    read: T,
    polls: u64,
    is_newer: impl Fn(&T) -> bool,
) -> Receiver<T> {
    let entry = match watched.entry(key) {
        Occupied(known) => {
            let known = known.into_mut();
            if is_newer(&known.state.borrow()) {
                known.state.send_replace(read);
                known.read_after = polls;
            }
            known
        }
        Vacant(place) => place.insert(Entry {
            state: Sender::new(read),
            read_after: polls,
        }),
    };
    entry.state.subscribe()
}

impl Watches {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count(&self, state: &State) {
        let trips = i64::try_from(state.trips.len());
        self.trips.set(trips.unwrap_or(i64::MAX));
    }

    /// Forgets what has no stream any more. Returns what to ask the database; `None` ends the
    /// polling, since nothing is watched.
    pub(super) fn begin_poll(&self) -> Option<WatchQuery> {
        let state = &mut *self.lock();
        state
            .trips
            .retain(|_, entry| entry.state.receiver_count() > 0);
        state
            .credentials
            .retain(|_, entry| entry.state.receiver_count() > 0);
        self.count(state);
        if state.trips.is_empty() {
            state.poller = None;
            return None;
        }
        state.polls += 1;
        let version = |(trip, entry): (&TripId, &Entry<Option<Arc<TripReaders>>>)| {
            Some((*trip, entry.state.borrow().as_ref()?.version))
        };
        let users: HashSet<UserId> = state.credentials.keys().map(|it| it.caller.user).collect();
        Some(WatchQuery {
            trips: state.trips.iter().filter_map(version).collect(),
            users: users.into_iter().collect(),
            refresh_tokens: state
                .credentials
                .keys()
                .filter_map(|it| it.session)
                .collect(),
            api_keys: state.credentials.keys().filter_map(|it| it.key).collect(),
        })
    }

    /// Tells the streams what a poll has found. What was read after the poll began is left as it is
    /// until the next one. If the database is away, tokens still expire.
    pub(super) fn publish(&self, polled: Option<WatchState>, now: Instant) {
        let state = &mut *self.lock();
        let polls = state.polls;
        let polled = polled.map(|mut polled| {
            let changed = std::mem::take(&mut polled.changed).into_iter();
            let changed = changed.map(|(trip, readers)| (trip, Some(Arc::new(readers))));
            let gone = polled.gone.iter().map(|trip| (*trip, None));
            for (trip, readers) in changed.chain(gone) {
                let entry = state.trips.get(&trip);
                if let Some(entry) = entry.filter(|entry| entry.read_after < polls) {
                    entry.state.send_replace(readers);
                }
            }
            polled
        });
        for (credential, entry) in &state.credentials {
            let Credential {
                caller,
                session,
                key,
                expires_at,
            } = credential;
            let is_revoked = |polled: &WatchState| match key {
                // A new password ends tokens, but no keys.
                Some(key) => !polled.api_keys.contains(key),
                None => {
                    polled.generations.get(&caller.user) != Some(&caller.generation)
                        || session.is_some_and(|session| !polled.refresh_tokens.contains(&session))
                }
            };
            let is_expired = expires_at.is_some_and(|at| at <= now);
            let polled = polled.as_ref().filter(|_| entry.read_after < polls);
            if is_expired || polled.is_some_and(is_revoked) {
                entry.state.send_if_modified(std::mem::take);
            }
        }
    }

    /// Registers the numbers of streams and of watched trips.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let slots = self.slots.metrics();
        let help = "Event streams that are open";
        registry.register("event_streams", help, slots.held.clone());
        let help = "Trips that event streams watch";
        registry.register("watched_trips", help, self.trips.clone());
        let help = "Event streams that were refused because an account, a network or the server \
            had too many";
        registry.register("event_streams_refused", help, slots.refused.clone());
    }
}

#[cfg(test)]
mod tests;
