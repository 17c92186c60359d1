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
mod tests {
    use super::*;

    #[test]
    fn recognizes_addresses() {
        assert_eq!(
            email(" ann@example.org ").unwrap().as_str(),
            "ann@example.org"
        );
        let long = format!("{}@example.org", "a".repeat(300));
        for bad in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "Ann <ann@example.org>",
            "ann@[127.0.0.1]",
            "a\0b@example.org",
            &long,
        ] {
            assert!(email(bad).is_err(), "{bad}");
        }
    }
}
