//! The only source of ids and random tokens.

use std::sync::Mutex;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::{ContextV7, Timestamp, Uuid};
use wayfare_domain::Instant;
use zeroize::Zeroizing;

/// Generates ordered ids.
pub(crate) struct Ids(Mutex<ContextV7>);

impl Ids {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(ContextV7::new()))
    }

    /// Returns a UUIDv7, for trips and users. Ids sort by creation time, even within a millisecond.
    pub(crate) fn ordered(&self, now: Instant) -> Uuid {
        // UUIDv7 has no times before the epoch.
        let millis = u64::try_from(now.millis()).unwrap_or(0);
        let nanos = u32::try_from(millis % 1_000 * 1_000_000).unwrap_or(0);
        Uuid::new_v7(Timestamp::from_unix(&self.0, millis / 1_000, nanos))
    }
}

/// Returns a random UUIDv4, for everything else: it reveals no creation time.
pub(crate) fn id() -> Uuid {
    Uuid::new_v4()
}

/// Returns a token of 256 random bits, in base64url.
pub(crate) fn token() -> String {
    let bytes = Zeroizing::new(rand::random::<[u8; 32]>());
    URL_SAFE_NO_PAD.encode(bytes.as_slice())
}

/// Returns a refresh token: its family and 256 random bits, in base64url.
pub(crate) fn token_of(family: Uuid) -> String {
    let random = Zeroizing::new(rand::random::<[u8; 32]>());
    let bytes = Zeroizing::new([family.as_bytes(), random.as_slice()].concat());
    URL_SAFE_NO_PAD.encode(bytes.as_slice())
}

/// The family that a refresh token names. Those of earlier versions name none.
pub(crate) fn family_of(refresh_token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(refresh_token).ok()?;
    let (family, random) = bytes.split_first_chunk()?;
    (random.len() == 32).then(|| Uuid::from_bytes(*family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordered_ids_ascend_within_a_millisecond_and_carry_the_time() {
        let ids = Ids::new();
        let now = Instant::from_millis(1_700_000_000_123).unwrap();
        let made: Vec<Uuid> = (0..1_000).map(|_| ids.ordered(now)).collect();
        assert!(made.is_sorted() && made.first() != made.last());
        let (seconds, nanos) = made[0].get_timestamp().unwrap().to_unix();
        assert_eq!((seconds, nanos / 1_000_000), (1_700_000_000, 123));
    }

    #[test]
    fn tokens_have_256_bits_and_differ() {
        assert_eq!(URL_SAFE_NO_PAD.decode(token()).unwrap().len(), 32);
        assert_ne!(token(), token());
        let family = id();
        assert_ne!(token_of(family), token_of(family));
        assert_eq!(family_of(&token_of(family)), Some(family));
        assert_eq!(family_of(&token()), None);
    }
}
