//! The signing secret of the service, and the derivation of a key for each purpose.

use std::fmt;

use hkdf::Hkdf;
use sha2::Sha256;
use wayfare_domain::Reason;
use zeroize::Zeroizing;

use super::codes::Purpose;

/// A secret of at least 32 bytes, of which the key of each purpose is kept, in the order of
/// [`Purpose::ALL`]. Dropping it wipes the memory, and its `Debug` output is redacted.
#[derive(Clone)]
pub struct Secret([Zeroizing<[u8; 32]>; Purpose::ALL.len()]);

/// The secrets of a service, or the keys for one purpose that are derived from them. Their `Debug`
/// output is redacted.
#[derive(Clone)]
pub struct Secrets<K = Secret> {
    /// Signs tokens and picture URLs.
    pub current: K,
    /// Tokens and picture URLs that were signed with it are still valid; it signs nothing.
    pub previous: Option<K>,
}

impl Secrets {
    /// A single secret.
    pub fn new(current: Secret) -> Self {
        Self {
            current,
            previous: None,
        }
    }

    /// Derives a key from each secret.
    pub(crate) fn derive<K>(&self, key: impl Fn(&Secret) -> K) -> Secrets<K> {
        Secrets {
            current: key(&self.current),
            previous: self.previous.as_ref().map(key),
        }
    }
}

impl<K> Secrets<K> {
    /// Those that are valid, the current one first.
    pub(crate) fn valid(&self) -> impl Iterator<Item = &K> {
        [&self.current].into_iter().chain(&self.previous)
    }
}

impl Secret {
    /// The minimum length, in bytes.
    pub const MIN: usize = 32;

    /// Creates a secret from bytes.
    ///
    /// # Errors
    /// The secret has fewer than [`Secret::MIN`] bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, Reason> {
        let bytes = Zeroizing::new(bytes.into());
        if bytes.len() < Self::MIN {
            return Err(Reason::new(format!(
                "must have at least {} bytes",
                Self::MIN
            )));
        }
        let derivation = Hkdf::<Sha256>::new(Some(b"wayfare"), &bytes);
        Ok(Self(Purpose::ALL.map(|purpose| {
            let mut key = Zeroizing::new([0; 32]);
            #[expect(clippy::expect_used, reason = "the length is constant and valid")]
            derivation
                .expand(purpose.label().as_bytes(), key.as_mut_slice())
                .expect("32 bytes are one block of SHA-256");
            key
        })))
    }

    /// The key of a purpose, derived by HKDF-SHA-256 (RFC 5869). The salt is `wayfare`, the info is
    /// the purpose's label, of which nothing depends on a request.
    pub(crate) fn key(&self, purpose: Purpose) -> &[u8; 32] {
        let mut keys = Purpose::ALL.iter().zip(&self.0);
        #[expect(clippy::expect_used, reason = "there is a key of each purpose")]
        let (_, key) = keys.find(|(of, _)| **of == purpose).expect("a key");
        key
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl<K> fmt::Debug for Secrets<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

#[cfg(test)]
mod tests;
