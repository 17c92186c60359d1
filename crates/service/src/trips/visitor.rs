//! Use cases that only pages have: reading public trips without an account, and a search over one's
//! trips.

use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Trip, TripId, UserId};
use wayfare_storage::{Page, TripParts, TripQuery};

use super::{TripContent, TripPage, TripView, Trips};
use crate::{Caller, Client, Error};

/// Trips that a search reads at once.
const SEARCHED_AT_ONCE: u64 = 500;
/// The id that no user has.
const NOBODY: UserId = UserId(Uuid::nil());

impl Trips {
    /// Reads a page of the caller's trips whose name or description has all these words, newest
    /// first, without people. `page` counts from 0. Reads some trips at a time, so that a search
    /// neither holds all of them nor keeps a thread from other people's work.
    ///
    /// # Errors
    /// As [`Trips::page`].
    pub async fn search(
        &self,
        caller: Caller,
        words: SearchWords,
        (page, per_page): (usize, usize),
    ) -> Result<TripPage, Error> {
        let (words, per_page) = (Arc::new(words), per_page.max(1));
        let first = page.saturating_mul(per_page);
        let shown = first..first.saturating_add(per_page);
        let (mut trips, mut found) = (Vec::new(), 0);
        let (mut offset, mut total) = (0, 1);
        while offset < total {
            let limit = SEARCHED_AT_ONCE;
            let list = self.find_list(caller, Some(Page { offset, limit }), false);
            let mut list = list.await?;
            let words = Arc::clone(&words);
            let search = move || {
                list.trips
                    .retain(|trip| words.are_in(&[trip.name.as_str(), trip.description.as_str()]));
                list
            };
            let documents = &self.context.documents;
            let list = documents.run(caller.client(), 1, search).await?;
            for trip in list.trips {
                if shown.contains(&found) {
                    trips.push(trip);
                }
                found += 1;
            }
            (offset, total) = (offset + limit, list.total);
        }
        let pages = found.div_ceil(per_page);
        if page > 0 && page >= pages {
            return Err(Error::NotFound);
        }
        let pages = u64::try_from(pages).unwrap_or(u64::MAX);
        Ok(TripPage { trips, pages })
    }

    /// Reads a public trip as a visitor without an account, on behalf of a client.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the trip does not exist or is private; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn read_public(&self, client: Client, id: TripId) -> Result<TripView, Error> {
        let query = TripQuery {
            trip: id,
            caller: None,
            parts: TripParts::Whole,
        };
        let lookup = self.context.executor.look_up(client, query).await?;
        let (stored, people) = lookup.trip.ok_or(Error::NotFound)?;
        self.context.parse(client, &stored).await?;
        let view = TripView::<Trip>::new(&stored, people, NOBODY)?;
        if view.trip.needs_rates(self.context.policy.default_currency) {
            self.context.fresh_rates().await?;
        }
        Ok(view)
    }
}
