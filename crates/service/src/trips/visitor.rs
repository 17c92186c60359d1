//! Use cases that only pages have: reading public trips without an account, and the time zone in
//! which a new item's times are typed.

use uuid::Uuid;
use wayfare_domain::trip::place::PlaceQuery;
use wayfare_domain::{ShortText, TripId, UserId};
use wayfare_storage::TripQuery;

use super::{TripView, Trips};
use crate::{Caller, Error, Tenant};

/// The id that no user has.
const NOBODY: UserId = UserId(Uuid::nil());

impl Trips {
    /// The IANA name of the time zone of a place that an edit is about to add; `None` if no place of
    /// that name is known.
    pub async fn zone_of_place(
        &self,
        caller: Caller,
        name: &str,
        location: &str,
    ) -> Option<String> {
        let query = PlaceQuery {
            name: ShortText::new(name).ok()?,
            location: ShortText::new(location).ok()?,
        };
        let places = self.context.places.as_ref()?;
        places.zone_of(caller.tenant(), &query).await
    }

    /// Reads a public trip as a visitor without an account, on behalf of a tenant.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the trip does not exist or is private; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn read_public(&self, tenant: Tenant, id: TripId) -> Result<TripView, Error> {
        let query = TripQuery {
            trip: id,
            caller: NOBODY,
        };
        let lookup = self.context.executor.look_up(query).await?;
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        if !stored.is_parsed() {
            let stored = stored.clone();
            let parse = move || stored.parse().map(drop);
            self.context.documents.run(tenant, 1, parse).await??;
        }
        let trip = stored.parse()?;
        if !trip.is_visible_to(None) {
            return Err(Error::NotFound);
        }
        if trip.has_other_currencies(self.context.policy.default_currency) {
            self.context.fresh_rates().await?;
        }
        Ok(TripView {
            trip,
            people,
            viewer: NOBODY,
            sizes: stored.sizes(),
        })
    }
}
