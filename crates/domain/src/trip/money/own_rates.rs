//! A trip's own exchange rates (interface: "Own rates").

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::exact::Rate;
use crate::money::parse_decimal;
use crate::trip::{Trip, TripOverview};
use crate::{Currency, Date, Path, Reason, ReferenceRate, Violations};

/// Units of the base currency for one unit of another currency: above 0, 1 to 15 significant
/// digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OwnRate(Decimal);

impl OwnRate {
    /// The source of a rate that the trip itself has set.
    pub const SOURCE: &str = "trip";

    /// Parses plain notation, such as `0.62`.
    ///
    /// # Errors
    /// An exponent, not above 0, or more than 15 significant digits.
    pub fn parse(text: &str) -> Result<Self, Reason> {
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !is_plain || text.ends_with('.') {
            return Err(Reason::new("must be a number above 0, such as \"0.62\""));
        }
        let digits = text.bytes().filter(u8::is_ascii_digit);
        if digits.skip_while(|digit| *digit == b'0').count() > 15 {
            return Err(Reason::new("must have at most 15 significant digits"));
        }
        let rate = parse_decimal(text)?;
        if rate.is_zero() {
            return Err(Reason::new("must be above 0"));
        }
        Ok(Self(rate))
    }

    /// The rate as it is frozen with a payment of this day.
    pub(in crate::trip) fn on(self, day: Date) -> ReferenceRate {
        ReferenceRate {
            date: day,
            worth: self.0,
            of: Decimal::ONE,
            source: Self::SOURCE.to_owned(),
        }
    }

    /// The rate as it converts amounts.
    pub(in crate::trip) fn rate(self) -> Option<Rate> {
        Rate::new(self.0.into(), Decimal::ONE.into())
    }
}

impl TryFrom<String> for OwnRate {
    type Error = Reason;

    fn try_from(text: String) -> Result<Self, Reason> {
        Self::parse(&text)
    }
}

impl From<OwnRate> for String {
    fn from(rate: OwnRate) -> Self {
        rate.to_string()
    }
}

impl fmt::Display for OwnRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.normalize().fmt(f)
    }
}

/// The rates that a trip sets itself, each currency once, by code. They end when the trip has
/// another base currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRates {
    /// The base currency.
    pub base: Currency,
    /// The rates.
    pub rates: Vec<(Currency, OwnRate)>,
}

impl OwnRates {
    /// Greatest number of rates in an archive; there are fewer currencies.
    pub const MAX: usize = 200;
}

impl TripOverview {
    /// The trip's own rates into `base`, its base currency.
    pub fn own_rates(&self, base: Currency) -> &[(Currency, OwnRate)] {
        let rates = self.plan.rates.as_ref().filter(|rates| rates.base == base);
        rates.map_or(&[], |rates| &rates.rates)
    }

    /// The trip's own rate of a currency into `base`, its base currency.
    pub(super) fn own_rate(&self, currency: Currency, base: Currency) -> Option<OwnRate> {
        let mut rates = self.own_rates(base).iter();
        rates.find_map(|(of, rate)| (*of == currency).then_some(*rate))
    }
}

impl Trip {
    /// Replaces the trip's own rates by those sent: the codes of currencies with their rates.
    pub(in crate::trip) fn set_own_rates(
        &mut self,
        sent: Vec<(String, String)>,
        base: Currency,
    ) -> Violations {
        let mut violations = Violations::new();
        let mut rates: Vec<(Currency, OwnRate)> = Vec::new();
        for (code, rate) in sent {
            let path = Path::root().field("rates").field(code.clone());
            let rate = violations.take(&path, OwnRate::parse(&rate));
            let Some(currency) = violations.take(&path, Currency::new(&code)) else {
                continue;
            };
            if currency == base {
                violations.add(path, "must not be the base currency");
            } else if rates.iter().any(|(known, _)| *known == currency) {
                violations.add(path, "must not come twice");
            }
            rates.extend(rate.map(|rate| (currency, rate)));
        }
        rates.sort_by_key(|(currency, _)| currency.code());
        self.plan.rates = (!rates.is_empty()).then_some(OwnRates { base, rates });
        violations
    }

    /// Ends the own rates into another base currency than `base`.
    pub(in crate::trip) fn end_own_rates(&mut self, base: Currency) {
        if self
            .plan
            .rates
            .as_ref()
            .is_some_and(|rates| rates.base != base)
        {
            self.plan.rates = None;
        }
    }
}
