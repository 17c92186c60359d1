//! The repository of identities at OpenID providers.

use wayfare_domain::{Instant, UserId};

use crate::Result;

/// Who somebody is at an OpenID provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityKey {
    /// The issuer.
    pub issuer: String,
    /// The person, at this issuer.
    pub subject: String,
}

/// Identities at OpenID providers, each of one account. An account has at most one of an issuer.
///
/// An identity ends with its account.
pub trait IdentityRepository {
    /// Finds the account of an identity, with its token generation.
    ///
    /// # Errors
    /// See [`crate::Error`]; the same for all methods.
    fn find(&mut self, key: &IdentityKey) -> Result<Option<(UserId, i64)>>;

    /// Finds when an account was joined to its identity of an issuer.
    fn joined_at(&mut self, user: UserId, issuer: &str) -> Result<Option<Instant>>;

    /// Joins an identity to an account. Returns `false`, and changes nothing, if the identity has
    /// an account, or the account an identity of the issuer.
    fn insert(&mut self, key: &IdentityKey, user: UserId, now: Instant) -> Result<bool>;

    /// Deletes the identity that an account has of an issuer, if there is one.
    fn delete(&mut self, user: UserId, issuer: &str) -> Result<()>;

    /// Deletes the identities that an account was joined to at this time or later.
    fn delete_since(&mut self, user: UserId, since: Instant) -> Result<()>;
}
