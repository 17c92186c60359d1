//! E-mail addresses of accounts.

use email_address::{EmailAddress, Options};
use wayfare_domain::{Reason, ShortText};

/// Parses an e-mail address. Trims white space.
///
/// # Errors
/// The text is not an address.
pub fn email(text: &str) -> Result<ShortText, Reason> {
    let text = text.trim();
    EmailAddress::parse_with_options(
        text,
        Options::default()
            .without_display_text()
            .without_domain_literal(),
    )
    .map_err(|_| Reason::new("must be an e-mail address"))?;
    ShortText::new(text)
}

#[cfg(test)]
mod tests;
