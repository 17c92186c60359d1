//! The contract of the repository of refresh tokens.

use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use crate::Result;

/// A refresh token as it is kept: never itself, only its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    /// Which token.
    pub id: Uuid,
    /// The chain of tokens that began with one sign-in.
    pub family: Uuid,
    /// Whose it is.
    pub user: UserId,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// When it was given out.
    pub issued_at: Instant,
    /// When it ends.
    pub expires_at: Instant,
    /// When it was exchanged for its successor.
    pub spent_at: Option<Instant>,
}

/// Refresh tokens.
pub trait SessionRepository {
    /// Keeps a new token.
    ///
    /// # Errors
    /// See [`crate::Error`]; so for all methods.
    fn insert(&mut self, token: &RefreshToken) -> Result<()>;

    /// The token of a hash with the token generation of its user; until the unit of work ends, nobody else may spend it, and nobody may
    /// change the user.
    fn lock(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>>;

    /// Notes that a token was exchanged.
    fn spend(&mut self, id: Uuid, at: Instant) -> Result<()>;

    /// Removes all tokens of a family.
    fn revoke_family(&mut self, family: Uuid) -> Result<()>;

    /// Removes all tokens of a user.
    fn revoke_user(&mut self, user: UserId) -> Result<()>;

    /// Removes the tokens of a user that ended before `now`.
    fn prune(&mut self, user: UserId, now: Instant) -> Result<()>;
}
