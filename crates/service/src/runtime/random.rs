//! The only source of ids and random tokens.

use std::sync::Mutex;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::{ClockSequence, ContextV7, NoContext, Timestamp, Uuid};
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
        ordered(&self.0, now)
    }
}

/// Returns a UUIDv7 that tells since when somebody is signed in.
pub(crate) fn id_since(at: Instant) -> Uuid {
    ordered(NoContext, at)
}

fn ordered(context: impl ClockSequence<Output = impl Into<u128>>, at: Instant) -> Uuid {
    // UUIDv7 has no times before the epoch.
    let millis = u64::try_from(at.millis()).unwrap_or(0);
    let nanos = u32::try_from(millis % 1_000 * 1_000_000).unwrap_or(0);
    Uuid::new_v7(Timestamp::from_unix(context, millis / 1_000, nanos))
}

/// When an ordered id was made; `None` for another one.
pub(crate) fn time_of(id: Uuid) -> Option<Instant> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    let millis = i64::try_from(seconds).ok()?.checked_mul(1_000)?;
    Instant::from_millis(millis + i64::from(nanos / 1_000_000)).ok()
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

/// Whether a text has the shape of [`token`].
pub(crate) fn is_token(text: &str) -> bool {
    let is_of_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() == 43 && text.bytes().all(is_of_alphabet)
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
mod tests;
