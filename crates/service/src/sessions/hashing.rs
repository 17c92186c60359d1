//! Hashes and verifies passwords with argon2id, in a work pool.

use argon2::password_hash::phc::{self, Output, ParamsString, Salt};
use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use wayfare_bounds::{Client, QueueMetrics, WorkPool};
use wayfare_storage::PasswordHash;

use crate::{Error, Password};

/// Memory of one hash in KiB, passes over it, and lanes: what OWASP recommends for argon2id.
const MEMORY: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Hashes and verifies passwords.
pub(crate) struct Hasher {
    argon2: Argon2<'static>,
    pool: WorkPool,
    /// Verified in place of a missing hash, so that sign-in takes the same time for every user.
    dummy: PasswordHash,
}

impl Hasher {
    pub(crate) fn new(pool: WorkPool) -> Result<Self, Error> {
        let params = Params::new(MEMORY, PASSES, LANES, None)
            .map_err(|error| Error::internal(error.to_string()))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self {
            dummy: dummy_hash(&argon2)?,
            argon2,
            pool,
        })
    }

    /// What its work pool counts.
    pub(crate) fn metrics(&self) -> &QueueMetrics {
        self.pool.metrics()
    }

    /// Hashes a password on behalf of a client.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many jobs are waiting, or this one did not start in time.
    pub(crate) async fn hash(
        &self,
        client: Client,
        password: Password,
    ) -> Result<PasswordHash, Error> {
        let argon2 = self.argon2.clone();
        self.pool
            .run(client, 1, move || hash(&argon2, &password))
            .await?
    }

    /// Returns whether a password matches a hash. Without a hash the result is `false`, after the
    /// same time.
    ///
    /// # Errors
    /// As [`Hasher::hash`].
    pub(crate) async fn verify(
        &self,
        client: Client,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, Error> {
        let argon2 = self.argon2.clone();
        let (hash, is_set) = match hash {
            Some(hash) => (hash, true),
            None => (self.dummy.clone(), false),
        };
        let verify = move || match argon2.verify_password(password.as_bytes(), hash.0.as_str()) {
            Ok(()) => Ok(is_set),
            Err(HashError::PasswordInvalid) => Ok(false),
            Err(error) => Err(failed(error)),
        };
        self.pool.run(client, 1, verify).await?
    }
}

/// Returns a random hash in the form of a real one. Its output is random bytes, so that the service
/// starts without hashing.
fn dummy_hash(argon2: &Argon2<'_>) -> Result<PasswordHash, Error> {
    let hash = phc::PasswordHash {
        algorithm: Algorithm::Argon2id.into(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2.params()).map_err(failed)?,
        salt: Some(Salt::generate()),
        hash: Some(Output::new(&rand::random::<[u8; 32]>()).map_err(|error| failed(error.into()))?),
    };
    Ok(PasswordHash(hash.to_string()))
}

fn hash(argon2: &Argon2<'_>, password: &Password) -> Result<PasswordHash, Error> {
    argon2
        .hash_password(password.as_bytes())
        .map(|hash| PasswordHash(hash.to_string()))
        .map_err(failed)
}

fn failed(error: HashError) -> Error {
    Error::internal(format!("a password could not be hashed: {error}"))
}

#[cfg(test)]
mod tests;
