//! The service's signing secret, and keys derived from it, one for each purpose.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use wayfare_domain::Reason;
use zeroize::Zeroizing;

/// A secret of at least 32 bytes. It is wiped from memory when dropped, and its `Debug` shows
/// nothing of it.
#[derive(Clone)]
pub struct Secret(Zeroizing<Vec<u8>>);

impl Secret {
    /// The least length, in bytes.
    pub const MIN: usize = 32;

    /// A secret of these bytes.
    ///
    /// # Errors
    /// Fewer than [`Secret::MIN`] bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, Reason> {
        let bytes = Zeroizing::new(bytes.into());
        if bytes.len() < Self::MIN {
            return Err(Reason::new(format!(
                "must have at least {} bytes",
                Self::MIN
            )));
        }
        Ok(Self(bytes))
    }

    /// The key for a purpose, such as `"picture URLs"`: always the same one, and none tells
    /// anything of another or of the secret.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        // HKDF (RFC 5869) with a single block: extract, then expand with the purpose as its info.
        let key = Zeroizing::new(keyed(b"wayfare", &[&self.0]));
        keyed(key.as_slice(), &[purpose.as_bytes(), &[1]])
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

fn keyed(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_secrets_are_refused() {
        assert!(Secret::new(vec![7; 31]).is_err());
        assert!(Secret::new(vec![7; 32]).is_ok());
    }

    #[test]
    fn keys_differ_by_purpose_and_by_secret() {
        let secret = Secret::new(vec![7; 32]).unwrap();
        let other = Secret::new(vec![8; 32]).unwrap();
        assert_eq!(secret.derive("a"), secret.derive("a"));
        assert_ne!(secret.derive("a"), secret.derive("b"));
        assert_ne!(secret.derive("a"), other.derive("a"));
    }

    #[test]
    fn derivation_is_hkdf() {
        // Computed with another implementation: HKDF-SHA-256 with the salt "wayfare".
        let secret = Secret::new((0..32).collect::<Vec<u8>>()).unwrap();
        let hex: String = secret
            .derive("access tokens")
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(
            hex,
            "8a19cd283da4168700fb9717396f6ecf3ccfbe192f24b0c15236c8405748111c"
        );
    }

    #[test]
    fn debug_shows_nothing() {
        assert_eq!(
            format!("{:?}", Secret::new(vec![65; 40]).unwrap()),
            "Secret(…)"
        );
    }
}
