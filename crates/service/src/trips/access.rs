//! Authorization of actions on a trip that was looked up.

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::{Action, People, Trip, TripId, TripOverview, UserId};
use wayfare_storage::{DocumentSizes, StoredTrip, TripLookup, TripParts, TripQuery};

use crate::context::Context;
use crate::{Caller, Client, Error};

/// The size of a trip's documents from which on it is parsed, edited and rendered off the request
/// threads, in bytes.
pub(crate) const LARGE: usize = 64 << 10;

/// A trip as a viewer sees it, or its overview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripView<T = Trip> {
    /// The trip.
    pub trip: Arc<T>,
    /// Its people.
    pub people: People,
    /// The viewer.
    pub viewer: UserId,
    /// The sizes of its documents.
    pub sizes: DocumentSizes,
}

impl<T: AsRef<TripOverview>> TripView<T> {
    /// The overview of the trip.
    pub fn overview(&self) -> &TripOverview {
        self.trip.as_ref().as_ref()
    }

    /// Whether work on the trip is too slow for a request thread.
    pub fn is_large(&self) -> bool {
        self.sizes.total() > LARGE
    }
}

impl Context {
    /// Finds a trip to which the caller may do `action`.
    ///
    /// # Errors
    /// As [`permitted`]; [`Error::Busy`], [`Error::Unavailable`].
    pub(crate) async fn find_trip(
        &self,
        caller: Caller,
        trip: TripId,
        action: Action,
    ) -> Result<TripView, Error> {
        let lookup = self.look_up(caller, trip, TripParts::Whole).await?;
        let view = permitted(lookup, caller, action)?;
        if view.trip.has_other_currencies(self.policy.default_currency) {
            self.fresh_rates().await?;
        }
        Ok(view)
    }

    /// Finds the overview of a trip to which the caller may do `action`.
    ///
    /// # Errors
    /// As [`Context::find_trip`].
    pub(crate) async fn find_overview(
        &self,
        caller: Caller,
        trip: TripId,
        action: Action,
    ) -> Result<TripView<TripOverview>, Error> {
        let lookup = self.look_up(caller, trip, TripParts::Overview).await?;
        let (stored, people) = permitted_parts(lookup, caller, action)?;
        Ok(TripView {
            trip: stored.parse_overview()?,
            people,
            viewer: caller.user,
            // The whole trip may have been cached.
            sizes: DocumentSizes {
                map: 0,
                itinerary: 0,
                ..stored.sizes()
            },
        })
    }

    /// Looks a trip up for a caller whose token is good. A large one that is not parsed yet is
    /// parsed in the work pool for documents.
    async fn look_up(
        &self,
        caller: Caller,
        trip: TripId,
        parts: TripParts,
    ) -> Result<TripLookup, Error> {
        let query = TripQuery {
            trip,
            caller: Some(caller.user),
            parts,
        };
        let lookup = self.executor.look_up(caller.client(), query).await?;
        check_generation(lookup.generation, caller)?;
        if let Some((trip, _)) = &lookup.trip {
            self.parse(caller.client(), trip).await?;
        }
        Ok(lookup)
    }

    /// Parses a large trip that is not parsed yet, in the work pool for documents.
    pub(super) async fn parse(&self, client: Client, trip: &StoredTrip) -> Result<(), Error> {
        if trip.is_parsed() {
            return Ok(());
        }
        let trip = trip.clone();
        let parse = move || trip.parse_overview().map(drop);
        Ok(self.documents.run(client, 1, parse).await??)
    }
}

/// Checks a caller's token generation.
pub(super) fn check_generation(generation: Option<i64>, caller: Caller) -> Result<(), Error> {
    if generation == Some(caller.generation) {
        Ok(())
    } else {
        Err(Error::TokenRefused)
    }
}

/// Returns the trip of a look-up if the caller may do `action` to it. Checks the token, then
/// visibility, then permission.
pub(crate) fn permitted(
    lookup: TripLookup,
    caller: Caller,
    action: Action,
) -> Result<TripView, Error> {
    let (stored, people) = permitted_parts(lookup, caller, action)?;
    Ok(TripView {
        trip: stored.parse()?,
        people,
        viewer: caller.user,
        sizes: stored.sizes(),
    })
}

/// As [`permitted`], for a trip of which only the overview may have been read.
fn permitted_parts(
    lookup: TripLookup,
    caller: Caller,
    action: Action,
) -> Result<(StoredTrip, People), Error> {
    check_generation(lookup.generation, caller)?;
    let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
    let trip = stored.parse_overview()?;
    match trip.role_of(caller.user).may(action, trip.private) {
        AccessDecision::Allowed => Ok((stored, people)),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}
