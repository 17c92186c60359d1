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
        let (stored, people) = self.look_up(caller, trip, TripParts::Whole).await?;
        let view = permitted_view(&stored, people, caller, action)?;
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
        let (stored, people) = self.look_up(caller, trip, TripParts::Overview).await?;
        let trip = stored.parse_overview()?;
        check_role(&trip, caller, action)?;
        Ok(TripView {
            trip,
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

    /// Looks a trip up that a caller with a good token may see, and parses it.
    async fn look_up(
        &self,
        caller: Caller,
        trip: TripId,
        parts: TripParts,
    ) -> Result<(StoredTrip, People), Error> {
        let query = TripQuery {
            trip,
            caller: Some(caller.user),
            parts,
        };
        let lookup = self.executor.look_up(caller.client(), query).await?;
        check_generation(lookup.generation, caller)?;
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        self.parse(caller.client(), &stored).await?;
        Ok((stored, people))
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

/// Checks that the caller may do `action` to a trip.
pub(super) fn check_role(trip: &TripOverview, caller: Caller, action: Action) -> Result<(), Error> {
    match trip.role_of(caller.user).may(action, trip.private) {
        AccessDecision::Allowed => Ok(()),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}

/// Returns the trip of a look-up if the caller may do `action` to it. Checks the token, then
/// visibility, then permission.
pub(crate) fn permitted(
    lookup: TripLookup,
    caller: Caller,
    action: Action,
) -> Result<TripView, Error> {
    check_generation(lookup.generation, caller)?;
    let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
    permitted_view(&stored, people, caller, action)
}

fn permitted_view(
    stored: &StoredTrip,
    people: People,
    caller: Caller,
    action: Action,
) -> Result<TripView, Error> {
    let trip = stored.parse()?;
    check_role(&trip, caller, action)?;
    Ok(TripView {
        trip,
        people,
        viewer: caller.user,
        sizes: stored.sizes(),
    })
}
