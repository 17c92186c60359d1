//! The repository of refresh tokens.

use std::fmt;

use uuid::Uuid;
use wayfare_domain::{Instant, UserId};

use crate::{Account, Result};

/// A refresh token as it is stored: its hash instead of the token.
#[derive(Clone, PartialEq, Eq)]
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

/// Without the hash.
impl fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RefreshToken")
            .field("id", &self.id)
            .field("user", &self.user)
            .field("spent_at", &self.spent_at)
            .finish_non_exhaustive()
    }
}

/// Refresh tokens. Lock their user before changing them, in the order of all other units of work.
pub trait SessionRepository {
    /// Inserts a token.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, token: &RefreshToken) -> Result<()>;

    /// Reads the token of a hash and the account of its user.
    fn find(&mut self, hash: &[u8; 32]) -> Result<Option<(RefreshToken, Account)>>;

    /// Marks a token as spent. Returns `false` if it is gone or already spent.
    fn spend(&mut self, id: Uuid, at: Instant) -> Result<bool>;

    /// Deletes the tokens of a family but for these two.
    fn keep_two(&mut self, family: Uuid, ids: [Uuid; 2]) -> Result<()>;

    /// The user of a family that has tokens.
    fn find_user(&mut self, family: Uuid) -> Result<Option<UserId>>;

    /// Deletes all tokens of a family.
    fn revoke_family(&mut self, family: Uuid) -> Result<()>;

    /// Deletes expired tokens of all users: of those that expired before `now`, the first 16 that
    /// no other unit of work has locked. Call it last: it locks tokens.
    fn prune(&mut self, now: Instant) -> Result<()>;
}
