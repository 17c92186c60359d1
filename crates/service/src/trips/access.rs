//! Authorization of actions on a trip that was looked up.

use std::sync::Arc;

use wayfare_domain::access::AccessDecision;
use wayfare_domain::{Action, People, Trip, UserId};
use wayfare_storage::TripLookup;

use crate::{Caller, Error};

/// A trip as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripView {
    /// The trip.
    pub trip: Arc<Trip>,
    /// Its people.
    pub people: People,
    /// The viewer.
    pub viewer: UserId,
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
    let (trip, people) = lookup.trip.ok_or(Error::NotFound)?;
    match trip.role_of(caller.user).may(action, trip.private) {
        AccessDecision::Allowed => Ok(TripView {
            trip,
            people,
            viewer: caller.user,
        }),
        AccessDecision::Forbidden => Err(Error::NotPermitted),
        AccessDecision::Hidden => Err(Error::NotFound),
    }
}
