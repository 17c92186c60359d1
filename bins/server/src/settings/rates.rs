//! The file of reference rates.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Currency, Reason, ReferenceRates};

/// The file: units of each currency for one unit of `base`, as text so that they are exact.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatesFile {
    base: String,
    rates: BTreeMap<String, String>,
}

/// Reads and parses the file.
pub(crate) fn load(path: &str) -> Result<ReferenceRates, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("can't read {path}: {error}"))?;
    parse(&text).map_err(|reason| format!("{path}: {reason}"))
}

fn parse(text: &str) -> Result<ReferenceRates, String> {
    let RatesFile { base, rates } =
        toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let of = |code: &str| Currency::new(code).map_err(|reason| format!("{code} {reason}"));
    let rates = rates.iter().map(|(code, rate)| {
        let rate = parse_decimal(rate).map_err(|reason| format!("the rate of {code} {reason}"))?;
        Ok((of(code)?, rate))
    });
    let rates = rates.collect::<Result<Vec<_>, String>>()?;
    ReferenceRates::new(of(&base)?, rates).map_err(|reason: Reason| reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_rates_exactly() {
        let rates = parse("base = \"EUR\"\nrates = { USD = \"1.08\", CAD = \"1.5\" }").unwrap();
        let rate = rates
            .rate(Currency::new("EUR").unwrap(), Currency::new("USD").unwrap())
            .unwrap();
        assert_eq!(
            rate.convert(parse_decimal("100").unwrap()),
            Some(parse_decimal("108").unwrap())
        );
    }

    #[test]
    fn refuses_malformed_rates() {
        for wrong in [
            "base = \"EUR\"",
            "base = \"EURO\"\nrates = {}",
            "base = \"EUR\"\nrates = { USD = \"much\" }",
            "base = \"EUR\"\nrates = { USD = \"0\" }",
            "base = \"EUR\"\nrates = { ZZZ = \"1\" }",
            "base = \"EUR\"\nrates = {}\nday = \"today\"",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
