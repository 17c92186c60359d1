//! The currency of each region, by the data of CLDR.
//!
//! `cargo xtask locales` writes `data/currencies.tsv`. A row has the code of a currency, and the
//! regions (ISO 3166-1) where it is the usual one.

use std::collections::HashMap;
use std::sync::LazyLock;

use wayfare_domain::{Currency, Language};

static CURRENCIES: LazyLock<HashMap<&'static str, Currency>> = LazyLock::new(|| {
    // The first line names the source.
    let rows = include_str!("../../../data/currencies.tsv").lines().skip(1);
    let rows = rows.filter_map(|row| {
        let (code, regions) = row.split_once('\t')?;
        Some((Currency::new(code).ok()?, regions))
    });
    let pairs = rows.flat_map(|(currency, regions)| {
        let regions = regions.split(' ');
        regions.map(move |region| (region, currency))
    });
    pairs.collect()
});

/// The currency of a region in capital letters; without one, of the region of most who use the
/// language, by CLDR's likely subtags. English is of no region.
pub(super) fn of_region(region: Option<&str>, language: Language) -> Option<Currency> {
    let region = region.or(match language {
        Language::English => None,
        Language::German => Some("DE"),
        Language::French => Some("FR"),
        Language::Spanish => Some("ES"),
        Language::Portuguese => Some("BR"),
        Language::Italian => Some("IT"),
        Language::Japanese => Some("JP"),
    });
    CURRENCIES.get(region?).copied()
}

#[cfg(test)]
mod tests;
