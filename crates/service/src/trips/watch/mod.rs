//! Event streams of trips (interface: "Events"). One task asks the database once a second about all
//! that is watched, and wakes the streams of what has changed.

pub(crate) mod channels;

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use wayfare_domain::{TripId, TripOverview};
use wayfare_storage::TripReaders;

use super::Trips;
use crate::context::Context;
use crate::runtime::executor::INTERNAL;
use crate::{Client, Credential, Error};
use channels::{State, subscribe};

pub use channels::{TripEvent, TripWatch};

/// The time between two polls.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

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
