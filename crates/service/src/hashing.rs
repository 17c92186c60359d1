//! Hashes and verifies passwords with argon2id, a bounded number at once and never on a request
//! thread.

use std::time::Duration;

use argon2::password_hash::phc::{self, Output, ParamsString, Salt};
use argon2::password_hash::{Error as HashError, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use wayfare_pictures::WorkLoad;
use wayfare_storage::PasswordHash;

use crate::gate::Gate;
use crate::{Error, Password};

/// Memory of one hash in KiB, passes over it, and lanes: what OWASP names for argon2id.
const MEMORY: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Hashes and verifies passwords.
pub(crate) struct Hasher {
    argon2: Argon2<'static>,
    gate: Gate,
    /// Stands in for the hash of a user who has none, so that their sign-in takes as long as any
    /// other.
    nobody: PasswordHash,
}

impl Hasher {
    pub(crate) fn new(threads: usize, longest_wait: Duration) -> Result<Self, Error> {
        let params = Params::new(MEMORY, PASSES, LANES, None)
            .map_err(|error| Error::internal(error.to_string()))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        Ok(Self {
            nobody: nobodys(&argon2)?,
            argon2,
            gate: Gate::new(threads, longest_wait),
        })
    }

    /// How many passwords are being hashed and how many wait for that.
    pub(crate) fn load(&self) -> WorkLoad {
        self.gate.load()
    }

    /// The hash of a password.
    ///
    /// # Errors
    /// [`Error::Busy`] where too many others wait, or it would have to wait too long.
    pub(crate) async fn hash(&self, password: Password) -> Result<PasswordHash, Error> {
        let argon2 = self.argon2.clone();
        self.gate.run(move || hash(&argon2, &password)).await
    }

    /// Whether a password is the one that was hashed; it never is where there is no hash, and takes
    /// the same time to find out.
    ///
    /// # Errors
    /// As [`Hasher::hash`].
    pub(crate) async fn verify(
        &self,
        password: Password,
        hash: Option<PasswordHash>,
    ) -> Result<bool, Error> {
        let argon2 = self.argon2.clone();
        let (hash, is_set) = match hash {
            Some(hash) => (hash, true),
            None => (self.nobody.clone(), false),
        };
        self.gate
            .run(
                move || match argon2.verify_password(password.as_bytes(), hash.0.as_str()) {
                    Ok(()) => Ok(is_set),
                    Err(HashError::PasswordInvalid) => Ok(false),
                    Err(error) => Err(failed(error)),
                },
            )
            .await
    }
}

/// A hash that no password is known to have, which is verified like any other. It takes no hashing,
/// so the service starts without.
fn nobodys(argon2: &Argon2<'_>) -> Result<PasswordHash, Error> {
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

    fn hasher() -> Hasher {
        Hasher::new(1, Duration::from_secs(5)).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_alone_matches() {
        let hasher = hasher();
        let hash = hasher
            .hash(Password::new("correct horse").unwrap())
            .await
            .unwrap();
        assert!(
            hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            hash.0
        );
        assert!(
            hasher
                .verify(Password::attempt("correct horse"), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify(Password::attempt("correct horsE"), Some(hash))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn nobody_has_a_password_and_it_costs_a_verification_all_the_same() {
        let hasher = hasher();
        let prefix = |hash: &PasswordHash| hash.0.split('$').take(4).collect::<Vec<_>>().join("$");
        let real = hasher
            .hash(Password::new("correct horse").unwrap())
            .await
            .unwrap();
        assert_eq!(prefix(&hasher.nobody), prefix(&real));
        assert_eq!(hasher.nobody.0.len(), real.0.len());
        assert!(
            !hasher
                .verify(Password::attempt("correct horse"), None)
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn a_hash_that_is_damaged_is_a_fault_not_a_wrong_password() {
        let result = hasher()
            .verify(Password::attempt("x"), Some(PasswordHash("?".into())))
            .await;
        assert!(matches!(result, Err(Error::Internal(_))));
    }
}
