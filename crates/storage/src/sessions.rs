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
    /// Inserts a token.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, token: &RefreshToken) -> Result<()>;

    /// Reads the token of a hash and the token generation of its user.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>>;

    /// Marks a token as spent. Returns `false` if it is gone or already spent.
    ///
    /// Insert a token's successor before spending it: the two lock the user before the token, in
    /// the order of all other units of work.
    fn spend(&mut self, id: Uuid, at: Instant) -> Result<bool>;

    /// Deletes all tokens of a family.
    fn revoke_family(&mut self, family: Uuid) -> Result<()>;

    /// Deletes the tokens of a user that expired before `now`.
    fn prune(&mut self, user: UserId, now: Instant) -> Result<()>;
}
