//! The parties of a trip that are nobody's account.

use std::sync::Arc;

use wayfare_domain::trip::OpenParty;
use wayfare_domain::{Action, People, Trip, TripId, UserId};
use wayfare_storage::Repositories;

use super::Grants;
use crate::{Caller, Client, Error, TripView};

impl Grants {
    /// Reads the parties of a trip that are nobody's account, in the order in which they first
    /// appear, and its version.
    ///
    /// # Errors
    /// As [`Trips::read`](crate::Trips::read).
    pub async fn parties(
        &self,
        caller: Caller,
        trip: TripId,
    ) -> Result<(Vec<OpenParty>, i64), Error> {
        let view: TripView = self.context.find(caller, trip, Action::Read).await?;
        let parties = self.parties_of(caller.client(), &view).await?;
        Ok((parties, view.trip.version))
    }

    /// Reads the parties of a trip as [`Grants::parties`] does, which was just read.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn parties_of(
        &self,
        client: Client,
        view: &TripView,
    ) -> Result<Vec<OpenParty>, Error> {
        let people = Arc::new(view.people.clone());
        self.open_parties(client, &view.trip, view.is_large(), &people)
            .await
    }

    /// The parties of a trip, which may be large, that are nobody's account.
    pub(super) async fn open_parties(
        &self,
        client: Client,
        trip: &Arc<Trip>,
        is_large: bool,
        people: &Arc<People>,
    ) -> Result<Vec<OpenParty>, Error> {
        let context = &self.context;
        let (of_trip, of_people) = (Arc::clone(trip), Arc::clone(people));
        let find = move || of_trip.former_people(&of_people);
        let former = context.run_in_document_pool_if(is_large, client, find);
        let former = former.await?;
        let deleted = match former.is_empty() {
            true => Vec::new(),
            false => {
                let find = move |data: &mut dyn Repositories| deleted_of(data, &former);
                context.executor.read(client, find).await?
            }
        };
        let (trip, people) = (Arc::clone(trip), Arc::clone(people));
        let show = move || trip.open_parties(&people, &deleted);
        context
            .run_in_document_pool_if(is_large, client, show)
            .await
    }
}

/// Those of `users` whose account was deleted.
pub(super) fn deleted_of(
    data: &mut dyn Repositories,
    users: &[UserId],
) -> Result<Vec<UserId>, Error> {
    let names = data.users().display_names(users)?;
    let is_deleted = |user: &&UserId| names.iter().all(|(other, _)| other != *user);
    Ok(users.iter().filter(is_deleted).copied().collect())
}
