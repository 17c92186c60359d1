//! Passwords from users: bounded in length, redacted in `Debug`, wiped from memory.

use std::fmt;

use wayfare_domain::Reason;
use zeroize::Zeroizing;

/// A password. Dropping it wipes the memory, and its `Debug` output is redacted.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// The minimum length, in characters.
    pub const MIN: usize = 8;
    /// The maximum length, in characters.
    pub const MAX: usize = 128;

    /// Creates a password to set.
    ///
    /// # Errors
    /// The text has fewer than [`Password::MIN`] or more than [`Password::MAX`] characters, or a
    /// NUL character.
    pub fn new(text: &str) -> Result<Self, Reason> {
        Self::of_length(text, Self::MIN)
    }

    /// Creates a password of a share link, which may be short.
    ///
    /// # Errors
    /// The text is empty, has more than [`Password::MAX`] characters, or a NUL character.
    pub fn of_link(text: &str) -> Result<Self, Reason> {
        Self::of_length(text, 1)
    }

    fn of_length(text: &str, min: usize) -> Result<Self, Reason> {
        let length = text.chars().take(Self::MAX + 1).count();
        if !(min..=Self::MAX).contains(&length) {
            let max = Self::MAX;
            return Err(Reason::new(format!("must have {min} to {max} characters")));
        }
        if text.contains('\0') {
            return Err(Reason::new("must not hold a NUL character"));
        }
        Ok(Self(Zeroizing::new(text.to_owned())))
    }

    /// Creates a password to sign in with. An invalid password is accepted here and never matches.
    pub fn attempt(text: &str) -> Self {
        // One excess character is enough for a mismatch.
        Self(Zeroizing::new(text.chars().take(Self::MAX + 1).collect()))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests;
