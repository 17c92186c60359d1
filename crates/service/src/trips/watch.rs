//! Event streams of trips (interface: "Events"). One task asks the database once a second about all
//! that is watched, and wakes the streams of what has changed.

use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::watch::{Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use wayfare_bounds::{Quota, QuotaMetrics, Reservation};
use wayfare_domain::access::is_visible;
use wayfare_domain::{Instant, TripId, TripOverview, UserId};
use wayfare_storage::{TripReaders, WatchQuery, WatchState};

use super::Trips;
use crate::context::Context;
use crate::runtime::executor::INTERNAL;
use crate::{Client, Credential, Error};

/// The time between two polls.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
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
    trip: Receiver<Option<Arc<TripReaders>>>,
    /// The reader, and whether their token is good; `None` for one without an account.
    reader: Option<(UserId, Receiver<bool>)>,
    /// The version that the reader knows.
    told: Option<i64>,
    is_over: bool,
    _slot: Reservation,
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
type WatchChannels<K, T> = HashMap<K, Entry<T>>;

/// A watch channel with the present state.
struct Entry<T> {
    state: Sender<T>,
    /// The poll that was the last one to begin before the state was read.
    read_after: u64,
}

/// The event streams of a server.
pub(crate) struct Watches {
    slots: Arc<Quota>,
    watched: Mutex<State>,
    trips: Gauge,
}

#[derive(Default)]
struct State {
    trips: WatchChannels<TripId, Option<Arc<TripReaders>>>,
    /// Whether tokens and sessions are good.
    credentials: WatchChannels<Credential, bool>,
    /// The number of polls that have begun.
    polls: u64,
    poller: Option<JoinHandle<()>>,
    is_closed: bool,
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

impl Trips {
    /// Watches a trip for a caller who knows the version `told`, if any.
    ///
    /// # Errors
    /// As [`Trips::read`], then [`Error::TooManyStreams`].
    pub async fn watch(
        &self,
        credential: Credential,
        id: TripId,
        told: Option<i64>,
    ) -> Result<TripWatch, Error> {
        let view = self.read_as::<TripOverview>(credential.caller, id).await?;
        let client = credential.caller.client();
        self.open_watch(client, Some(credential), &view.trip, told)
    }

    /// Watches a public trip as [`Trips::watch`] does, for a visitor without an account.
    ///
    /// # Errors
    /// As [`Trips::read_public`], then [`Error::TooManyStreams`].
    pub async fn watch_public(
        &self,
        client: Client,
        id: TripId,
        told: Option<i64>,
    ) -> Result<TripWatch, Error> {
        let view = self.read_public(client, id).await?;
        self.open_watch(client, None, &view.trip, told)
    }

    /// Ends all event streams and opens no more: their clients are to turn to another server.
    pub fn stop_watching(&self) {
        let mut state = self.context.watches.lock();
        *state = State {
            is_closed: true,
            ..State::default()
        };
    }

    fn open_watch(
        &self,
        client: Client,
        credential: Option<Credential>,
        trip: &TripOverview,
        told: Option<i64>,
    ) -> Result<TripWatch, Error> {
        let watches = &self.context.watches;
        let slot = watches.slots.take(client, 1);
        let slot = slot.map_err(|exceeded| Error::from_quota(exceeded, Error::TooManyStreams))?;
        let mut state = watches.lock();
        if state.is_closed {
            return Err(Error::Busy);
        }
        let polls = state.polls;
        let readers = TripReaders {
            version: trip.version,
            owner: trip.owner,
            private: trip.private,
            members: trip.members.clone(),
        };
        let is_newer = |known: &Option<Arc<TripReaders>>| {
            known
                .as_ref()
                .is_some_and(|known| known.version < trip.version)
        };
        let readers = Some(Arc::new(readers));
        let trip = subscribe(&mut state.trips, trip.id, readers, polls, is_newer);
        let reader = credential.map(|credential| {
            let user = credential.caller.user;
            let credentials = &mut state.credentials;
            let is_good = subscribe(credentials, credential, true, polls, |_| false);
            (user, is_good)
        });
        watches.count(&state);
        if state.poller.as_ref().is_none_or(JoinHandle::is_finished) {
            let polling = poll_while_watched(Arc::downgrade(&self.context));
            state.poller = Some(tokio::spawn(polling));
        }
        Ok(TripWatch {
            trip,
            reader,
            told,
            is_over: false,
            _slot: slot,
        })
    }
}

/// Subscribes to something whose state was just read. The read state replaces the known one if
/// `is_newer` says so.
fn subscribe<K: Eq + Hash, T>(
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

/// Polls as long as something is watched.
async fn poll_while_watched(context: Weak<Context>) {
    let mut interval = interval(POLL_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval.tick().await;
    let mut is_away = false;
    loop {
        interval.tick().await;
        let Some(context) = context.upgrade() else {
            return;
        };
        let Some(query) = context.watches.begin_poll() else {
            return;
        };
        let poll = context
            .executor
            .read(INTERNAL, move |data| Ok(data.watch().poll(&query)?));
        let polled = poll.await;
        if let Err(error) = &polled
            && !is_away
        {
            tracing::warn!(%error, "event streams can't see changes of trips");
        }
        is_away = polled.is_err();
        context.watches.publish(polled.ok(), context.now());
    }
}

impl Watches {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, state: &State) {
        let trips = i64::try_from(state.trips.len());
        self.trips.set(trips.unwrap_or(i64::MAX));
    }

    /// Forgets what has no stream any more. Returns what to ask the database; `None` ends the
    /// polling, since nothing is watched.
    fn begin_poll(&self) -> Option<WatchQuery> {
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
    fn publish(&self, polled: Option<WatchState>, now: Instant) {
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
