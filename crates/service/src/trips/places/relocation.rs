//! Look-ups of places for which a write had no time: soon after, in the background. And those of
//! all trips, for operators.

pub(crate) mod waiting;

use std::sync::Arc;
use std::time::Duration;

use wayfare_bounds::Client;
use wayfare_domain::trip::edit::ClockPatch;
use wayfare_domain::{Trip, TripId, UserId};
use wayfare_formats::Zone;
use wayfare_storage::{PictureChanges, Repositories, TripParts, TripQuery, TripWrite};

use crate::Error;
use crate::context::Context;
use crate::trips::{TripView, Trips};
use waiting::Pending;

/// How often the places of a trip are looked up in vain.
const ATTEMPTS: u32 = 10;
/// The pause before an attempt; each further one waits as long again.
const PAUSE: Duration = Duration::from_secs(1);
/// The time limit of the look-ups of a trip.
const LIMIT: Duration = Duration::from_secs(30);
/// Trips that are read at once.
const PAGE: u32 = 100;

impl Context {
    /// Looks up, soon, the places of a trip that an edit has left open.
    pub(in crate::trips) fn relocate_soon(
        self: &Arc<Self>,
        after: &TripView,
        client: Client,
        hours: bool,
    ) {
        if self.places.is_none() || !after.trip.has_pending_places() {
            return;
        }
        let is_first = self.relocations.push(Pending {
            trip: after.trip.id,
            owner: after.trip.owner,
            client,
            keeps_hours: hours,
            attempts: 0,
        });
        if is_first {
            let context = Arc::clone(self);
            tokio::spawn(async move { context.relocate_waiting().await });
        }
    }

    async fn relocate_waiting(&self) {
        while let Some(mut next) = self.relocations.pop() {
            next.attempts += 1;
            tokio::time::sleep(PAUSE * next.attempts).await;
            let clocks = ClockPatch::keeping_hours(next.keeps_hours);
            let located = self
                .relocate(next.client, next.trip, next.owner, &clocks, true)
                .await;
            let is_open = matches!(
                located,
                Ok(false) | Err(Error::Busy | Error::Unavailable(_))
            );
            if is_open && next.attempts < ATTEMPTS {
                self.relocations.push(next);
            } else if let Err(error) = located {
                tracing::warn!(trip = %next.trip, %error, "no look-up of a trip's places");
            }
        }
    }

    /// Looks up the places of a trip and saves what was found. Returns whether nothing is left to
    /// look up; `is_act` as [`Self::look_up_places`].
    async fn relocate(
        &self,
        client: Client,
        trip: TripId,
        owner: UserId,
        clocks: &ClockPatch,
        is_act: bool,
    ) -> Result<bool, Error> {
        let Some((before, generation)) = self.find_for_service(client, trip, owner).await? else {
            return Ok(true);
        };
        let answers = self.look_up_places(client, &before.trip, Some(LIMIT), is_act);
        let answers = answers.await;
        let clocks = clocks.clone();
        let locate = move |trip: &Trip| {
            let found = |query: &_| answers.get(query).cloned();
            trip.relocate(&found, &clocks, &Zone::same_hour)
        };
        let saved = self.write_for_service(client, &before, generation, locate, || {});
        Ok(match saved.await? {
            SavedByService::Unchanged => !before.trip.has_pending_places(),
            SavedByService::Conflict => false,
            SavedByService::Saved(after) => !after.has_pending_places(),
        })
    }

    /// Reads a trip that the service itself edits for its owner, with the owner's token generation;
    /// `None` if it is gone.
    pub(in crate::trips) async fn find_for_service(
        &self,
        client: Client,
        trip: TripId,
        owner: UserId,
    ) -> Result<Option<(TripView, i64)>, Error> {
        let query = TripQuery {
            trip,
            caller: Some(owner),
            parts: TripParts::Whole,
        };
        let lookup = self.executor.look_up(client, query).await?;
        let (Some(generation), Some((stored, people))) = (lookup.generation, lookup.trip) else {
            return Ok(None);
        };
        self.parse(client, &stored).await?;
        let view = TripView::<Trip>::new(&stored, people, owner)?;
        Ok(Some((view, generation)))
    }

    /// Saves what the service makes of a trip, unless somebody has edited it meanwhile. `then` is
    /// run once it is saved.
    pub(in crate::trips) async fn write_for_service(
        &self,
        client: Client,
        before: &TripView,
        generation: i64,
        make: impl FnOnce(&Trip) -> Option<Trip> + Send + 'static,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<SavedByService, Error> {
        let (trip, sizes, owner) = (Arc::clone(&before.trip), before.sizes, before.reader);
        let write = move || {
            let after = Arc::new(make(&trip)?);
            let unchanged = PictureChanges::default();
            Some(TripWrite::new(
                trip, sizes, after, owner, generation, unchanged,
            ))
        };
        let Some(write) = self.documents.run(client, 1, write).await?.transpose()? else {
            return Ok(SavedByService::Unchanged);
        };
        let after = Arc::clone(write.after());
        Ok(match self.executor.save(client, write, then).await? {
            true => SavedByService::Saved(after),
            false => SavedByService::Conflict,
        })
    }
}

/// What came of an edit that the service made.
pub(in crate::trips) enum SavedByService {
    /// There was nothing to change.
    Unchanged,
    /// Somebody else edited the trip first.
    Conflict,
    /// The trip after it.
    Saved(Arc<Trip>),
}

impl Trips {
    /// Looks up the places of all trips anew, except those that people have set; times stay the
    /// instants that they are. Calls `progress` with the number of trips now and then. Returns how
    /// many trips there are.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`], [`Error::Internal`].
    pub async fn relocate_all(&self, mut progress: impl FnMut(u64)) -> Result<u64, Error> {
        let client = Client::new(0);
        let (mut last, mut count) = (TripId::NOWHERE, 0);
        loop {
            let read =
                move |data: &mut dyn Repositories| Ok::<_, Error>(data.trips().ids(last, PAGE)?);
            let page = self.context.executor.read(client, read).await?;
            let Some((next, _)) = page.last() else {
                return Ok(count);
            };
            last = *next;
            for (trip, owner) in page {
                // Somebody may have edited it meanwhile.
                for _ in 0..2 {
                    let clocks = ClockPatch::keeping_hours(false);
                    if self
                        .context
                        .relocate(client, trip, owner, &clocks, false)
                        .await?
                    {
                        break;
                    }
                }
                count += 1;
            }
            progress(count);
        }
    }
}
