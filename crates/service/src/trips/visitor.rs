//! Reading public trips without an account, which only pages do.

use uuid::Uuid;
use wayfare_domain::{TripId, UserId};
use wayfare_storage::{TripParts, TripQuery};

use super::{TripView, Trips};
use crate::{Client, Error};

/// The id that no user has.
const NOBODY: UserId = UserId(Uuid::nil());

impl Trips {
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
        let view = self.context.view(client, lookup, NOBODY).await?;
        self.context.refresh_rates_of(&view).await?;
        Ok(view)
    }
}
