//! Hashes and verifies passwords with argon2id, in a work pool.

use argon2::password_hash::phc::{self, Output, ParamsString, Salt};
use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use wayfare_queue::{Client, QueueMetrics, WorkPool};
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
mod tests {
    use super::*;
    use crate::Policy;

    const CLIENT: Client = Client::new(1);

    fn hasher() -> Hasher {
        Hasher::new(Policy::default().work_pool("test")).unwrap()
    }

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hasher = hasher();
        let hash = hasher
            .hash(CLIENT, Password::new("correct horse").unwrap())
            .await
            .unwrap();
        assert!(
            hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            hash.0
        );
        assert!(
            hasher
                .verify(
                    CLIENT,
                    Password::attempt("correct horse"),
                    Some(hash.clone())
                )
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify(CLIENT, Password::attempt("correct horsE"), Some(hash))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn without_a_hash_no_password_matches_and_the_dummy_has_the_cost_of_a_real_hash() {
        let hasher = hasher();
        let prefix = |hash: &PasswordHash| hash.0.split('$').take(4).collect::<Vec<_>>().join("$");
        let real = hasher
            .hash(CLIENT, Password::new("correct horse").unwrap())
            .await
            .unwrap();
        assert_eq!(prefix(&hasher.dummy), prefix(&real));
        assert_eq!(hasher.dummy.0.len(), real.0.len());
        assert!(
            !hasher
                .verify(CLIENT, Password::attempt("correct horse"), None)
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn a_damaged_hash_is_an_internal_error_not_a_wrong_password() {
        let result = hasher()
            .verify(
                CLIENT,
                Password::attempt("x"),
                Some(PasswordHash("?".into())),
            )
            .await;
        assert!(matches!(result, Err(Error::Internal(_))));
    }
}
