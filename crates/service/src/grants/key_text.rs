//! The text of an API key: `wayfare_<id>_<secret>`, whose last 6 characters are a checksum of what
//! precedes them, so that a mistyped key is found out without the database.

use rand::RngExt;
use rand::distr::Alphanumeric;
use wayfare_domain::GrantId;

/// What every key begins with, so that scanners for secrets find it.
const PREFIX: &str = "wayfare_";
/// The length of the random part: 256 bits in base62.
const SECRET: usize = 43;
/// The length of the checksum: 32 bits in base62.
const CHECKSUM: usize = 6;
/// The digits of base62.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Makes the text of a new key.
pub(crate) fn new(id: GrantId) -> String {
    let secret = rand::rng().sample_iter(Alphanumeric).take(SECRET);
    let secret: String = secret.map(char::from).collect();
    let mut text = format!("{PREFIX}{id}_{secret}");
    text.push_str(&checksum(&text));
    text
}

/// The id that the text of a key names; `None` for any other text.
pub(crate) fn parse(text: &str) -> Option<GrantId> {
    let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
    let is_secret = secret.len() == SECRET + CHECKSUM
        && secret.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (before, found) = text.split_at_checked(text.len().checked_sub(CHECKSUM)?)?;
    if !is_secret || checksum(before) != found {
        return None;
    }
    GrantId::parse(id)
}

/// The CRC-32 of a text in base62, of fixed length.
fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut digits = [b'0'; CHECKSUM];
    for digit in digits.iter_mut().rev() {
        let value = usize::try_from(rest % 62).unwrap_or_default();
        *digit = DIGITS.get(value).copied().unwrap_or(b'0');
        rest /= 62;
    }
    digits.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests;
