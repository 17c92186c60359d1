//! Signed picture URLs, which a browser can open without a token.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use time::{Duration, OffsetDateTime};
use zeroize::Zeroizing;

use crate::Bounds;

/// How long a signed URL stays the same.
pub const SIGNING_PERIOD: Duration = Duration::HOUR;

/// Returns the number of the current [`SIGNING_PERIOD`], counted from the epoch.
#[must_use]
pub fn signing_period(now: OffsetDateTime) -> i64 {
    now.unix_timestamp()
        .div_euclid(SIGNING_PERIOD.whole_seconds())
}

/// Separates this key from others derived from the same secret.
const PURPOSE: &[u8] = b"wayfare signed picture addresses, 1";

/// The key that signs picture URLs.
#[derive(Clone)]
pub struct SigningKey(Zeroizing<[u8; 32]>);

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(..)")
    }
}

/// Why a signed URL is rejected.
///
/// `Pictures`: a URL without a query answers 401, an altered or expired one 403.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// There is no query.
    #[error("the address is not signed")]
    Unsigned,
    /// The signature does not match the path and the query.
    #[error("the signature does not fit the address")]
    Altered,
    /// The URL has expired.
    #[error("the signed address has expired")]
    Expired,
}

impl SigningKey {
    /// Derives the key from the secret of the service.
    #[must_use]
    pub fn derive(secret: &[u8]) -> Self {
        Self(Zeroizing::new(mac(secret, PURPOSE)))
    }

    /// Returns the query string (without `?`) that opens `path` within `bounds`.
    ///
    /// The result is the same for every call within one [`SIGNING_PERIOD`], and valid for one to
    /// two periods (`Pictures`: stable within an hour, valid at most 2 hours).
    #[must_use]
    pub fn sign(&self, path: &str, bounds: Bounds, now: OffsetDateTime) -> String {
        self.query(
            path,
            bounds,
            (signing_period(now) + 2) * SIGNING_PERIOD.whole_seconds(),
        )
    }

    /// Verifies the query string with which `path` was opened and returns its bounds.
    ///
    /// # Errors
    /// `Unsigned`, `Altered`, `Expired`.
    pub fn verify(
        &self,
        path: &str,
        query: &str,
        now: OffsetDateTime,
    ) -> Result<Bounds, SignatureError> {
        let claim = Claim::parse(query)?;
        // A signed query has one canonical form, so the whole query is compared: no parameter can
        // be added, moved or repeated.
        let expected = self.query(path, claim.bounds, claim.expires);
        if !bool::from(expected.as_bytes().ct_eq(query.as_bytes())) {
            return Err(SignatureError::Altered);
        }
        if now.unix_timestamp() >= claim.expires {
            return Err(SignatureError::Expired);
        }
        Ok(claim.bounds)
    }

    fn query(&self, path: &str, bounds: Bounds, expires: i64) -> String {
        let mut query = String::new();
        for (name, bound) in [(WIDTH, bounds.max_width), (HEIGHT, bounds.max_height)] {
            if let Some(bound) = bound {
                query.push_str(&format!("{name}={bound}&"));
            }
        }
        query.push_str(&format!("{EXPIRES}={expires}"));
        // A path has no line break, which makes the boundary of path and query unambiguous.
        let signature = mac(self.0.as_slice(), format!("{path}\n{query}").as_bytes());
        query.push_str(&format!(
            "&{SIGNATURE}={}",
            URL_SAFE_NO_PAD.encode(signature)
        ));
        query
    }
}

const WIDTH: &str = "max_width";
const HEIGHT: &str = "max_height";
const EXPIRES: &str = "expires";
const SIGNATURE: &str = "signature";

struct Claim {
    bounds: Bounds,
    expires: i64,
}

impl Claim {
    fn parse(query: &str) -> Result<Self, SignatureError> {
        if query.is_empty() {
            return Err(SignatureError::Unsigned);
        }
        let pairs = || query.split('&').filter_map(|pair| pair.split_once('='));
        let value = |wanted| {
            pairs()
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| value)
        };
        let bound = |name| {
            let number = value(name).map(str::parse::<u32>).transpose();
            number.map_err(|_| SignatureError::Altered)
        };
        Ok(Self {
            bounds: Bounds {
                max_width: bound(WIDTH)?,
                max_height: bound(HEIGHT)?,
            },
            expires: value(EXPIRES)
                .and_then(|value| value.parse().ok())
                .ok_or(SignatureError::Altered)?,
        })
    }
}

fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    // HMAC accepts keys of every length, so the error does not occur.
    Hmac::<Sha256>::new_from_slice(key)
        .map(|mac| mac.chain_update(message).finalize().into_bytes().into())
        .unwrap_or_default()
}
