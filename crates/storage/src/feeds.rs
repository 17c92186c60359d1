//! The repository of calendar feeds.

use wayfare_domain::{Instant, TripId, UserId};

use crate::Result;

/// Whose calendar a feed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedOwner {
    /// The user.
    pub user: UserId,
    /// The trip that the user is a member of; `None` for all of the user's trips.
    pub trip: Option<TripId>,
}

/// Calendar feeds, by the SHA-256 of their secrets. An owner has at most one.
///
/// A feed of a trip ends with the membership, one of an account with the account.
pub trait FeedRepository {
    /// Reads whose feed has a secret of this hash.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<FeedOwner>>;

    /// Replaces the feed of an owner, if any. Lock the trip, else the user, before: two who replace
    /// the same feed would conflict. The user is a member of the trip.
    fn replace(&mut self, owner: FeedOwner, hash: &[u8; 32], now: Instant) -> Result<()>;

    /// Deletes the feed of an owner, if any.
    fn delete(&mut self, owner: FeedOwner) -> Result<()>;
}
