//! The repository of refresh tokens.

use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use crate::Result;

/// A refresh token as it is stored: its hash instead of the token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    /// The token's id.
    pub id: Uuid,
    /// The chain of tokens that started with one sign-in.
    pub family: Uuid,
    /// The token's user.
    pub user: UserId,
    /// The user's token generation at the time of issue. Once the user has another one, the token
    /// is void.
    pub generation: i64,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// The time of issue.
    pub issued_at: Instant,
    /// The time of expiry.
    pub expires_at: Instant,
    /// When the token was exchanged for its successor.
    pub spent_at: Option<Instant>,
}

/// Refresh tokens.
pub trait SessionRepository {
    /// Inserts a token. Returns `false` and does nothing if one of that id exists.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, token: &RefreshToken) -> Result<bool>;

    /// Reads the token of a hash and the token generation of its user.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>>;

    /// Marks a token as spent. Returns `false` if it is gone or already spent.
    ///
    /// Insert the token's successor first: the insertion locks the user, and all units of work lock
    /// users before tokens.
    fn spend(&mut self, id: Uuid, at: Instant) -> Result<bool>;

    /// Gives a token that is not spent the hash and the times of another one. Returns `false` if it
    /// is gone or spent.
    fn reissue(&mut self, token: &RefreshToken) -> Result<bool>;

    /// Deletes all tokens of a family.
    fn revoke_family(&mut self, family: Uuid) -> Result<()>;

    /// Deletes expired tokens of all users: of those that expired before `now`, the first 16 that
    /// no other unit of work has locked. Call it last: it locks tokens.
    fn prune(&mut self, now: Instant) -> Result<()>;
}
