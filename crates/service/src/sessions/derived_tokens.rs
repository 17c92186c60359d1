//! Tokens of links that open something without an account: derived from the stored id and
//! generation, so that the owner can copy a link again and the database alone opens nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::Secrets;

/// The purpose of share links in the derivation of their key.
pub(crate) const SHARE_LINKS: &str = "share links";
/// The purpose of invitations.
pub(crate) const INVITATIONS: &str = "invitations";
/// The bytes of an id.
const ID: usize = 16;
/// The bytes of a MAC.
const MAC: usize = 32;

/// Makes and verifies the tokens of one kind of link.
pub(crate) struct DerivedTokens {
    keys: Secrets<Zeroizing<[u8; 32]>>,
}

/// A token whose MAC is not verified yet.
#[derive(Clone, Copy)]
pub(crate) struct TokenClaim {
    /// The link that it names.
    pub(crate) id: Uuid,
    mac: [u8; MAC],
}

impl DerivedTokens {
    /// Derives with the current secret; verifies tokens of either. Each kind of link has a purpose
    /// of its own, so that the token of one opens no other.
    pub(crate) fn new(secrets: &Secrets, purpose: &str) -> Self {
        Self {
            keys: secrets.derive(|secret| Zeroizing::new(secret.derive(purpose))),
        }
    }

    /// The token of a link: its id and the MAC of id and generation, in base64url.
    pub(crate) fn token(&self, id: Uuid, generation: i64) -> String {
        let mac = mac(&self.keys.current, id, generation);
        let mac: [u8; MAC] = mac.map_or([0; MAC], |mac| mac.finalize().into_bytes().into());
        URL_SAFE_NO_PAD.encode([id.as_bytes().as_slice(), &mac].concat())
    }

    /// Whether a token is the link's. Takes the same time for every token.
    pub(crate) fn verify(&self, claim: &TokenClaim, id: Uuid, generation: i64) -> bool {
        let is_of = |key: &Zeroizing<[u8; 32]>| {
            mac(key, id, generation).is_some_and(|mac| mac.verify_slice(&claim.mac).is_ok())
        };
        claim.id == id && self.keys.valid().any(is_of)
    }
}

impl TokenClaim {
    /// Reads a token. A malformed one names a link that does not exist.
    pub(crate) fn parse(token: &str) -> Self {
        let bytes = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        let parts = bytes.split_first_chunk::<ID>();
        let claim = parts.and_then(|(id, mac)| {
            Some(Self {
                id: Uuid::from_bytes(*id),
                mac: mac.try_into().ok()?,
            })
        });
        claim.unwrap_or(Self {
            id: Uuid::nil(),
            mac: [0; MAC],
        })
    }
}

/// The MAC of a link. HMAC accepts keys of every length, so it is never `None`.
fn mac(key: &Zeroizing<[u8; 32]>, id: Uuid, generation: i64) -> Option<Hmac<Sha256>> {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_slice()).ok()?;
    let mac = mac.chain_update(id.as_bytes());
    Some(mac.chain_update(generation.to_be_bytes()))
}

#[cfg(test)]
mod tests;
