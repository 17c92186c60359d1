//! Edits of a trip by its pages, in their language.
//!
//! The service computes an edit on another thread, and again if somebody else has changed the trip.

use wayfare_domain::trip::TripPatch;
use wayfare_domain::{Action, TripId, Violations};
use wayfare_service::{Caller, Error, KeyClaim, TripView, Updated};

use crate::locale::Locale;
use crate::session::Visitor;

/// The part of a trip that an edit changes, if any.
type Made = Result<Option<TripPatch>, Violations>;

/// Edits a trip: `Trips::edit`.
///
/// # Errors
/// Those of `Trips::edit`.
pub(super) async fn edit(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    action: Action,
    make: impl Fn(&TripView) -> Made + Send + Sync + 'static,
) -> Result<Updated<TripView>, Error> {
    let trips = &visitor.app.service.trips;
    trips.edit(caller, id, action, in_language(make)).await
}

/// Edits a trip once for all forms with a key: `Trips::edit_once`.
///
/// # Errors
/// Those of `Trips::edit_once`.
pub(super) async fn edit_once(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    key: Option<KeyClaim>,
    make: impl Fn(&TripView) -> Made + Send + Sync + 'static,
) -> Result<Updated<TripView>, Error> {
    let trips = &visitor.app.service.trips;
    let edited = trips.edit_once(caller, id, Action::Edit, key, in_language(make));
    edited.await
}

/// `make` with the marks and words of the page's language.
fn in_language(
    make: impl Fn(&TripView) -> Made + Send + Sync + 'static,
) -> impl Fn(&TripView) -> Made + Send + Sync + 'static {
    let locale = Locale::current();
    move |view| locale.enter(|| make(view))
}
