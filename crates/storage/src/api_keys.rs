//! The repository of API keys.

use wayfare_domain::{ApiKey, ApiKeyId, Date, UserId};

use crate::Result;

/// An API key with the SHA-256 of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredApiKey {
    /// The key.
    pub key: ApiKey,
    /// The SHA-256 of its whole text.
    pub hash: [u8; 32],
}

/// API keys of accounts. They are deleted with their account, and by
/// [`UserRepository::revoke_all_tokens`](crate::UserRepository::revoke_all_tokens) without a new
/// password.
pub trait ApiKeyRepository {
    /// Reads a key and the token generation of its account.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, id: ApiKeyId) -> Result<Option<(StoredApiKey, i64)>>;

    /// Reads the keys of an account, newest first.
    fn list(&mut self, user: UserId) -> Result<Vec<ApiKey>>;

    /// Inserts a key. Lock the user before.
    fn insert(&mut self, key: &StoredApiKey) -> Result<()>;

    /// Deletes a key of an account. Returns `false` if it does not exist.
    fn delete(&mut self, user: UserId, id: ApiKeyId) -> Result<bool>;

    /// Records the day of a use. Writes nothing if that day is recorded already, or if the key does
    /// not exist.
    fn record_use(&mut self, user: UserId, id: ApiKeyId, day: Date) -> Result<()>;
}
