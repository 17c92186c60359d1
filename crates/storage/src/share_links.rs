//! The repository of share links.

use wayfare_domain::trip::{ShareLink, ShareLinkId};
use wayfare_domain::{Date, TripId, UserId};

use crate::{PasswordHash, Result};

/// A share link with the hash of its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredShareLink {
    /// The link.
    pub link: ShareLink,
    /// The hash of its password, if it has one.
    pub password: Option<PasswordHash>,
}

/// Share links of trips. They are deleted with their trip, and by
/// [`TripRepository::save`](crate::TripRepository::save) when it changes the owner.
pub trait ShareLinkRepository {
    /// Reads a link. Returns `None` if it does not exist, or if its trip has got another owner
    /// since the link was made.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, id: ShareLinkId) -> Result<Option<StoredShareLink>>;

    /// Reads the links of a trip that `owner` made, newest first.
    fn list(&mut self, trip: TripId, owner: UserId) -> Result<Vec<StoredShareLink>>;

    /// Inserts a link. Lock the trip before.
    fn insert(&mut self, link: &StoredShareLink) -> Result<()>;

    /// Stores a new state of a link. Returns `false` and writes nothing if the link does not exist,
    /// or if its version is not the one that precedes the version of `after`.
    fn save(&mut self, after: &StoredShareLink) -> Result<bool>;

    /// Deletes a link of a trip. Returns `false` if it does not exist.
    fn delete(&mut self, trip: TripId, id: ShareLinkId) -> Result<bool>;

    /// Records the day of a use. Does nothing if the link does not exist.
    fn record_use(&mut self, link: &ShareLink, day: Date) -> Result<()>;
}
