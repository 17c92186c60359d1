//! The repository of idempotency keys.

use std::fmt;

use wayfare_domain::{Instant, UserId};

use crate::Result;

/// A key that an account has sent with a request, and what the request has made.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The account.
    pub user: UserId,
    /// SHA-256 of the account and the key.
    pub hash: [u8; 32],
    /// SHA-256 of the request: its route and its body.
    pub request: [u8; 32],
    /// The id of what the request has made; empty if it has only changed something.
    pub resource: String,
    /// When the request was processed.
    pub used_at: Instant,
}

impl IdempotencyKey {
    /// The number of keys of an account that are kept, the newest ones.
    pub const MAX_PER_USER: u32 = 10_000;

    /// The time up to which keys have expired by `now`.
    pub(crate) fn expiry(now: Instant) -> Instant {
        now.plus_days(-1)
    }
}

/// Without the hashes.
impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdempotencyKey")
            .field("user", &self.user)
            .field("used_at", &self.used_at)
            .finish_non_exhaustive()
    }
}

/// Idempotency keys. They are written in the unit of work of the request's effect, and locked after
/// everything else that it locks.
pub trait IdempotencyRepository {
    /// Records a key. Returns `false` and writes nothing if the account has used it in the 24 hours
    /// before. Waits for a unit of work that has recorded it and has not ended.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn insert(&mut self, key: &IdempotencyKey) -> Result<bool>;

    /// Reads the key of a hash that an account has used in the 24 hours before `now`.
    fn find(
        &mut self,
        user: UserId,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<IdempotencyKey>>;

    /// Deletes all but the `newest` keys of an account, and expired keys of all accounts: of those
    /// the first 64 that no other unit of work has locked.
    fn prune(&mut self, user: UserId, newest: u32, now: Instant) -> Result<()>;
}
