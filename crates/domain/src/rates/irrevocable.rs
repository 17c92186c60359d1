//! The irrevocable conversion rates of the currencies that the euro has replaced.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::RateCurrency;
use crate::Date;

/// Written by `cargo xtask euro`.
const TABLE: &str = include_str!("irrevocable.tsv");

/// What imports are named by in a rate that needed none.
pub(super) const SOURCE: &str = "irrevocable conversion rate";

static RATES: LazyLock<BTreeMap<&str, (Date, Decimal)>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let rates = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (code, first) = (fields.next()?, fields.next()?);
        let units = fields.next()?.parse().ok()?;
        Some((code, (Date::parse(first).ok()?, units)))
    });
    rates.collect()
});

/// The first day on which units of a currency for one euro are fixed for ever, if that is no later
/// than `day`, and the units. The euro itself always is one.
pub(super) fn fixed(currency: RateCurrency, day: Date) -> Option<(Date, Decimal)> {
    if currency == RateCurrency::EUR {
        return Some((Date::MIN, Decimal::ONE));
    }
    let fixed = RATES.get(currency.code()).copied();
    fixed.filter(|(first, _)| *first <= day)
}

#[cfg(test)]
mod tests;
