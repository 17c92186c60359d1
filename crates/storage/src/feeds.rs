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
/// A feed of a trip ends with the membership, one of an account with the account; both end with
/// [`UserRepository::revoke_all_tokens`](crate::UserRepository::revoke_all_tokens) without a new
/// password.
pub trait FeedRepository {
    /// Finds the owner of the feed whose secret has this hash.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<FeedOwner>>;

    /// Whether an owner has a feed.
    fn exists(&mut self, owner: FeedOwner) -> Result<bool>;

    /// Stores the feed of an owner, and replaces an earlier one. The user must be a member of the
    /// trip. Lock the trip before, or the user for a feed of the account: concurrent calls for the
    /// same owner would conflict.
    fn replace(&mut self, owner: FeedOwner, hash: &[u8; 32], now: Instant) -> Result<()>;

    /// Deletes the feed of an owner. Returns `false` if there is none.
    fn delete(&mut self, owner: FeedOwner) -> Result<bool>;
}
