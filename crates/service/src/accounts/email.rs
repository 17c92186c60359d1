//! E-mail addresses of accounts.

use email_address::{EmailAddress, Options};
use wayfare_domain::{Reason, ShortText};

/// Parses an e-mail address. Trims white space.
///
/// # Errors
/// The text is not an address, or has a quoted name: mails to these can't be composed.
pub fn email(text: &str) -> Result<ShortText, Reason> {
    let text = text.trim();
    let options = Options::default()
        .without_display_text()
        .without_domain_literal();
    EmailAddress::parse_with_options(text, options)
        .ok()
        .filter(|address| !address.local_part().starts_with('"'))
        .ok_or_else(|| Reason::new("must be an e-mail address"))?;
    ShortText::new(text)
}

#[cfg(test)]
mod tests;
