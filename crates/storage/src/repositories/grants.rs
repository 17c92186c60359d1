//! The repository of grants: share links, invitations, calendar feeds and API keys.

use wayfare_domain::{Date, Grant, GrantId, GrantKind, GrantScope, TripId, UserId};

use crate::{Error, PasswordHash, Result};

/// A grant as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGrant {
    /// Its kind.
    pub kind: GrantKind,
    /// The grant, its scope in words.
    pub grant: Grant<String>,
    /// The SHA-256 of its secret, which is the account's; `None` if its token is derived.
    pub hash: Option<[u8; 32]>,
    /// The hash of its password, if it has one.
    pub password: Option<PasswordHash>,
}

impl StoredGrant {
    /// What is stored of a grant without a secret or a password.
    pub fn new<S: GrantScope>(grant: &Grant<S>) -> Self {
        Self {
            kind: S::KIND,
            grant: grant.clone().with_scope(grant.scope.to_words()),
            hash: None,
            password: None,
        }
    }

    /// The grant.
    ///
    /// # Errors
    /// [`Error::Internal`] if its scope is damaged.
    pub fn parse<S: GrantScope>(&self) -> Result<Grant<S>> {
        let scope = S::parse_words(&self.grant.scope);
        let scope = scope.map_err(|reason| Error::Internal(format!("scope: {reason}").into()))?;
        Ok(self.grant.clone().with_scope(scope))
    }
}

/// Grants of a kind, of one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantsOf {
    /// Their kind.
    pub kind: GrantKind,
    /// Whose they are: a member of the trip.
    pub user: UserId,
    /// The trip; `None` for the account.
    pub trip: Option<TripId>,
}

/// Grants. They are deleted with their account and, those of a trip, with the membership; those
/// without a secret also by [`TripRepository::save`](crate::TripRepository::save) when it changes
/// the owner, those with one by
/// [`UserRepository::revoke_all_tokens`](crate::UserRepository::revoke_all_tokens) without a new
/// password.
pub trait GrantRepository {
    /// Reads a grant and the token generation of its account. Returns `None` if it does not exist,
    /// or if its trip has got another owner since it was made.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, kind: GrantKind, id: GrantId) -> Result<Option<(StoredGrant, i64)>>;

    /// Reads the grant whose secret has this hash.
    fn find_by_hash(&mut self, kind: GrantKind, hash: &[u8; 32]) -> Result<Option<StoredGrant>>;

    /// Reads the grants of a place, newest first.
    fn list(&mut self, of: GrantsOf) -> Result<Vec<StoredGrant>>;

    /// Inserts a grant. Lock its trip before, or its account.
    fn insert(&mut self, grant: &StoredGrant) -> Result<()>;

    /// Stores a new state of a grant. Returns `false` and writes nothing if the grant does not
    /// exist, or if its version is not the one that precedes the version of `after`.
    fn save(&mut self, after: &StoredGrant) -> Result<bool>;

    /// Deletes a grant of a place. Returns `false` if there is none.
    fn delete(&mut self, of: GrantsOf, id: GrantId) -> Result<bool>;

    /// Records the day of a use. Writes nothing if that day is recorded already, or if the grant
    /// does not exist.
    fn record_use(&mut self, id: GrantId, day: Date) -> Result<()>;
}
