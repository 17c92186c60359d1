//! Tokens of links that open something without an account: derived from the stored id and
//! generation, so that the owner can copy a link again and the database alone opens nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::codes::{CODE, Purpose};
use crate::Secrets;

/// The bytes of an id.
const ID: usize = 16;

/// Makes and verifies the tokens of one kind of link.
pub(crate) struct DerivedTokens {
    secrets: Secrets,
    purpose: Purpose,
    bound: Vec<Vec<u8>>,
}

/// A token whose MAC is not verified yet.
#[derive(Clone, Copy)]
pub(crate) struct TokenClaim {
    /// The link that it names.
    pub(crate) id: Uuid,
    mac: [u8; CODE],
}

impl DerivedTokens {
    /// Derives with the current secret; verifies tokens of either. Each kind of link has a purpose
    /// of its own, so that the token of one opens no other.
    pub(crate) fn new(secrets: &Secrets, purpose: Purpose) -> Self {
        Self {
            secrets: secrets.clone(),
            purpose,
            bound: Vec::new(),
        }
    }

    /// The same, of links that are void once one of these values is another.
    pub(crate) fn bound_to(self, values: &[&[u8]]) -> Self {
        let bound = values.iter().map(|value| value.to_vec()).collect();
        Self { bound, ..self }
    }

    /// The token of a link: its id and the MAC of id and generation, in base64url.
    pub(crate) fn token(&self, id: Uuid, generation: i64) -> String {
        let secret = &self.secrets.current;
        let mac = self.with_parts(id, generation, |parts| secret.mac(self.purpose, parts));
        URL_SAFE_NO_PAD.encode([id.as_bytes().as_slice(), &mac].concat())
    }

    /// Whether a token is the link's. Takes the same time for every token.
    pub(crate) fn verify(&self, claim: &TokenClaim, id: Uuid, generation: i64) -> bool {
        let (purpose, mac) = (self.purpose, &claim.mac);
        let is_own = self.with_parts(id, generation, |parts| {
            self.secrets.accept_bytes(purpose, parts, mac)
        });
        is_own && claim.id == id
    }

    /// Calls `work` with the parts of a link's code.
    fn with_parts<T>(&self, id: Uuid, generation: i64, work: impl FnOnce(&[&[u8]]) -> T) -> T {
        let generation = generation.to_be_bytes();
        let own = [id.as_bytes().as_slice(), &generation];
        let bound = self.bound.iter().map(Vec::as_slice);
        work(&bound.chain(own).collect::<Vec<_>>())
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
            mac: [0; CODE],
        })
    }
}

#[cfg(test)]
mod tests;
