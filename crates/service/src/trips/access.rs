//! Authorization of actions on a trip that was looked up.

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::{Action, People, Trip, TripId, UserId};
use wayfare_storage::{DocumentSizes, TripLookup, TripQuery};

use crate::context::Context;
use crate::{Caller, Error};

/// The size of a trip's documents from which on it is parsed, edited and rendered off the request
/// threads, in bytes.
pub(crate) const LARGE: usize = 64 << 10;

/// A trip as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripView {
    /// The trip.
    pub trip: Arc<Trip>,
    /// Its people.
    pub people: People,
    /// The viewer.
    pub viewer: UserId,
    /// The sizes of its documents.
    pub sizes: DocumentSizes,
}

impl TripView {
    /// Whether work on the trip is too slow for a request thread.
    pub fn is_large(&self) -> bool {
        self.sizes.total() > LARGE
    }
}

impl Context {
    /// Finds a trip to which the caller may do `action`. A large one that is not parsed yet is
    /// parsed in the work pool for documents.
    ///
    /// # Errors
    /// As [`permitted`]; [`Error::Busy`], [`Error::Unavailable`].
    pub(crate) async fn find_trip(
        &self,
        caller: Caller,
        trip: TripId,
        action: Action,
    ) -> Result<TripView, Error> {
        let query = TripQuery {
            trip,
            caller: caller.user,
        };
        let lookup = self.executor.look_up(query).await?;
        check_generation(lookup.generation, caller)?;
        if let Some((trip, _)) = &lookup.trip
            && !trip.is_parsed()
        {
            let trip = trip.clone();
            let parse = move || trip.parse().map(drop);
            self.documents.run(caller.tenant(), 1, parse).await??;
        }
        let view = permitted(lookup, caller, action)?;
        if view.trip.has_other_currencies(self.policy.default_currency) {
            self.fresh_rates().await?;
        }
        Ok(view)
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
    check_generation(lookup.generation, caller)?;
    let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
    let trip = stored.parse()?;
    match trip.role_of(caller.user).may(action, trip.private) {
        AccessDecision::Allowed => Ok(TripView {
            trip,
            people,
            viewer: caller.user,
            sizes: stored.sizes(),
        }),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}
