//! Prices of bookings. Numbers as people write them, `1.234,50`, are not guessed.

use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Currency, SignedAmount};

use super::schema::first;
use crate::import::draft::Draft;

/// The price of a booking. One that can't be read is a warning.
pub(super) fn read_price(
    text: &str,
    currency: &str,
    title: &str,
    draft: &mut Draft<'_>,
) -> Option<(SignedAmount, Currency)> {
    let price = amount(text, currency);
    if price.is_none() && !text.is_empty() {
        let warning = "a price that can't be read is left out";
        draft.warn(format!(
            "{warning}: {title:.100}: {text:.40} {currency:.10}"
        ));
    }
    price
}

/// An amount and its currency: `120.50` beside `EUR`, or `EUR 120.50`. `None` if two currencies are
/// named, or if its point may stand between thousands.
fn amount(text: &str, currency: &str) -> Option<(SignedAmount, Currency)> {
    let letters = |it: char| it.is_ascii_alphabetic() || it.is_whitespace();
    let number = text.trim_matches(letters);
    let written: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let named = |code: &str| Currency::new(&code.trim().to_ascii_uppercase()).ok();
    if let (Some(written), Some(beside)) = (named(&written), named(currency))
        && written != beside
    {
        return None;
    }
    let currency = named(&first([currency.trim().to_owned(), written]))?;
    let is_plain = number.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let amount = parse_decimal(number).ok().filter(|_| is_plain)?;
    let (_, decimals) = number.split_once('.').unwrap_or((number, ""));
    let minor = usize::try_from(currency.minor_places()).unwrap_or_default();
    // Many write two decimals of each currency.
    let is_whole = decimals.len() <= 2 && decimals.bytes().all(|digit| digit == b'0');
    if decimals.len() > minor && !is_whole {
        return None;
    }
    Some((SignedAmount::new(amount).ok()?, currency))
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn prices_are_not_guessed() {
        for (text, currency, expected) in [
            ("120.50", "EUR", "120.5 EUR"),
            ("EUR 120.5", "", "120.5 EUR"),
            ("120 EUR", "eur", "120 EUR"),
            ("1500.00", "JPY", "1500 JPY"),
            ("1.234", "BHD", "1.234 BHD"),
            // Perhaps thousands.
            ("1.234", "EUR", ""),
            ("1.000", "EUR", ""),
            ("1.5", "JPY", ""),
            ("1.500", "JPY", ""),
            ("1.234.567", "EUR", ""),
            ("1.234,50", "EUR", ""),
            ("USD 5", "EUR", ""),
            ("5", "", ""),
        ] {
            let read = amount(text, currency);
            let read = read.map(|(amount, currency)| format!("{} {currency}", amount.value()));
            assert_eq!(read.unwrap_or_default(), expected, "{text} {currency}");
        }
    }
}
