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
    /// The token generation of the user when it was given out: with another one it is void. None
    /// where an earlier version gave it out.
    pub generation: Option<i64>,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// When it was given out.
    pub issued_at: Instant,
    /// When it ends.
    pub expires_at: Instant,
    /// When it was exchanged for its successor.
    pub spent_at: Option<Instant>,
}

/// A refresh token spent for its successor, which is of the same user and family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Which token is spent, when its successor is given out.
    pub spent: Uuid,
    /// Its successor, of the token generation that the user is taken to be of.
    pub successor: RefreshToken,
}

/// Refresh tokens.
pub trait SessionRepository {
    /// Keeps a new token.
    ///
    /// # Errors
    /// See [`crate::Error`]; so for all methods.
    fn insert(&mut self, token: &RefreshToken) -> Result<()>;

    /// The token of a hash with the token generation of its user.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>>;

    /// As [`SessionRepository::find`]; until the unit of work ends, nobody else may spend it, and
    /// nobody may change the user.
    fn lock(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, i64)>>;

    /// Notes that a token was exchanged, and tells whether it was there and not spent yet.
    fn spend(&mut self, id: Uuid, at: Instant) -> Result<bool>;

    /// Removes all tokens of a family.
    fn revoke_family(&mut self, family: Uuid) -> Result<()>;

    /// Removes all tokens of a user.
    fn revoke_user(&mut self, user: UserId) -> Result<()>;

    /// Removes the tokens of a user that ended before `now`.
    fn prune(&mut self, user: UserId, now: Instant) -> Result<()>;
}
