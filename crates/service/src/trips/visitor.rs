//! Use cases that only pages have: reading public trips without an account, a search over one's
//! trips, and the time zone in which a new item's times are typed.

use uuid::Uuid;
use wayfare_domain::text::has_words;
use wayfare_domain::trip::place::PlaceQuery;
use wayfare_domain::{ShortText, TripId, UserId};
use wayfare_storage::{TripParts, TripQuery};

use super::{TripPage, TripView, Trips};
use crate::{Caller, Error, Tenant};

/// The id that no user has.
const NOBODY: UserId = UserId(Uuid::nil());

impl Trips {
    /// The IANA name of the time zone of a place that an edit is about to add; `None` if no place
    /// of that name is known.
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

    /// Reads a page of the caller's trips whose name or description has all these words, newest
    /// first, without people. `page` counts from 0.
    ///
    /// # Errors
    /// As [`Trips::page`].
    pub async fn search(
        &self,
        caller: Caller,
        words: &str,
        (page, per_page): (usize, usize),
    ) -> Result<TripPage, Error> {
        let mut trips = self.list(caller, false).await?;
        let words = words.to_owned();
        let per_page = per_page.max(1);
        let search = move || {
            trips
                .retain(|trip| has_words(&words, &[trip.name.as_str(), trip.description.as_str()]));
            let pages = trips.len().div_ceil(per_page);
            let found = trips.into_iter().skip(page.saturating_mul(per_page));
            (found.take(per_page).collect::<Vec<_>>(), pages)
        };
        let documents = &self.context.documents;
        let (trips, pages) = documents.run(caller.tenant(), 1, search).await?;
        if page > 0 && page >= pages {
            return Err(Error::NotFound);
        }
        let pages = u64::try_from(pages).unwrap_or(u64::MAX);
        Ok(TripPage { trips, pages })
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
            parts: TripParts::Whole,
        };
        let lookup = self.context.executor.look_up(query).await?;
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        self.context.parse(tenant, &stored).await?;
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
