//! The queries of signed picture URLs, which a browser can open without a token. The caller makes
//! and checks their codes.

use time::{Duration, OffsetDateTime};

use crate::Bounds;

/// How long a signed URL stays the same.
pub const SIGNING_PERIOD: Duration = Duration::HOUR;

/// Returns the number of the current [`SIGNING_PERIOD`], counted from the epoch.
#[must_use]
pub fn signing_period(now: OffsetDateTime) -> i64 {
    now.unix_timestamp()
        .div_euclid(SIGNING_PERIOD.whole_seconds())
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

/// Returns the query string (without `?`) that opens a picture within `bounds`. `code` makes the
/// code of what is signed.
///
/// The result is the same for every call within one [`SIGNING_PERIOD`], and valid for one to
/// two periods (`Pictures`: stable within an hour, valid at most 2 hours).
#[must_use]
pub fn sign(bounds: Bounds, now: OffsetDateTime, code: impl FnOnce(&str) -> String) -> String {
    let expires = (signing_period(now) + 2) * SIGNING_PERIOD.whole_seconds();
    let signed = signed(bounds, expires);
    let code = code(&signed);
    format!("{signed}&{SIGNATURE}={code}")
}

/// Verifies a query string and returns its bounds. `accept` checks the code of what is signed.
///
/// # Errors
/// `Unsigned`, `Altered`, `Expired`.
pub fn verify(
    query: &str,
    now: OffsetDateTime,
    accept: impl FnOnce(&str, &str) -> bool,
) -> Result<Bounds, SignatureError> {
    let claim = Claim::parse(query)?;
    // A signed query has one canonical form, so all of it is compared: no parameter can be added,
    // moved or repeated.
    let signed = signed(claim.bounds, claim.expires);
    let code = query.strip_prefix(&signed).and_then(|rest| {
        rest.strip_prefix('&')?
            .strip_prefix(SIGNATURE)?
            .strip_prefix('=')
    });
    if !code.is_some_and(|code| accept(&signed, code)) {
        return Err(SignatureError::Altered);
    }
    if now.unix_timestamp() >= claim.expires {
        return Err(SignatureError::Expired);
    }
    Ok(claim.bounds)
}

/// The part of a query before its code.
fn signed(bounds: Bounds, expires: i64) -> String {
    let mut query = String::new();
    for (name, bound) in [(WIDTH, bounds.max_width), (HEIGHT, bounds.max_height)] {
        if let Some(bound) = bound {
            query.push_str(&format!("{name}={bound}&"));
        }
    }
    query.push_str(&format!("{EXPIRES}={expires}"));
    query
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
