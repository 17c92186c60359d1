//! Edits of a trip by its pages, in their language.
//!
//! The service computes an edit on another thread, and again if somebody else has changed the trip.

use wayfare_domain::trip::Edit;
use wayfare_domain::{Action, TripId, Violations};
use wayfare_service::{Caller, Error, KeyClaim, TripView, Updated};

use crate::i18n::locale::Locale;
use crate::session::Visitor;

/// Edits a trip, once for all forms with a key: `Trips::edit` for whoever may edit it.
///
/// # Errors
/// Those of `Trips::edit`.
pub(crate) async fn edit<M: IntoIterator<Item = Edit>>(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    key: Option<KeyClaim>,
    make: impl Fn(&TripView) -> Result<M, Violations> + Send + Sync + 'static,
) -> Result<Updated<TripView>, Error> {
    let (trips, make) = (&visitor.app.service.trips, in_language(make));
    trips.edit(caller, id, Action::Edit, key, make).await
}

/// Edits a trip: `Trips::edit` for whoever may do `action`.
///
/// # Errors
/// Those of `Trips::edit`.
pub(crate) async fn edit_as<M: IntoIterator<Item = Edit>>(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    action: Action,
    make: impl Fn(&TripView) -> Result<M, Violations> + Send + Sync + 'static,
) -> Result<Updated<TripView>, Error> {
    let (trips, make) = (&visitor.app.service.trips, in_language(make));
    trips.edit(caller, id, action, None, make).await
}

/// `make` with the marks and words of the page's language.
fn in_language<M: IntoIterator<Item = Edit>>(
    make: impl Fn(&TripView) -> Result<M, Violations> + Send + Sync + 'static,
) -> impl Fn(&TripView) -> Result<Vec<Edit>, Violations> + Send + Sync + 'static {
    let locale = Locale::current();
    move |view| Ok(locale.enter(|| make(view))?.into_iter().collect())
}
