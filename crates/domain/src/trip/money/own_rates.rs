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

/// Which way round people say a rate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quotation {
    /// Units of the base currency for one unit of the other.
    #[default]
    Direct,
    /// Units of the other currency for one unit of the base currency.
    Indirect,
}

impl OwnRate {
    /// The source of a rate that the trip itself has set.
    pub const SOURCE: &str = "trip";
    /// Most significant digits of a rate.
    const MAX_DIGITS: u32 = 15;
    /// Most significant digits of a rate that somebody has typed, in all likelihood.
    const TYPED_DIGITS: u32 = 8;
    /// How many times another rate a plausible one is at most.
    const MAX_FACTOR: Decimal = Decimal::TEN;

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
            return Err(not_above_zero());
        }
        Ok(Self(rate))
    }

    /// The rate at which `of` units of a currency are worth `worth` units of the base currency, to
    /// 15 significant digits.
    ///
    /// # Errors
    /// One of the two is not above 0, or the rate is too small or too large for a decimal.
    pub fn between(worth: Decimal, of: Decimal) -> Result<Self, Reason> {
        if worth <= Decimal::ZERO || of <= Decimal::ZERO {
            return Err(not_above_zero());
        }
        let rate = worth.checked_div(of);
        let rate = rate.and_then(|rate| rate.round_sf(Self::MAX_DIGITS));
        let rate = rate.ok_or_else(|| Reason::new("is too large a number"))?;
        if rate.is_zero() {
            return Err(not_above_zero());
        }
        Ok(Self(rate.normalize()))
    }

    /// The rate as a number of this quotation, to 15 significant digits.
    pub fn quote(self, quotation: Quotation) -> Decimal {
        match quotation {
            Quotation::Direct => self.0.normalize(),
            Quotation::Indirect => {
                let inverse = Self::between(Decimal::ONE, self.0);
                inverse.map_or(Decimal::ZERO, |inverse| inverse.0)
            }
        }
    }

    /// The quotation in which somebody has typed the rate, in all likelihood: the other way round
    /// if it has few digits there alone, as `195` for `0.00512820512820513`.
    pub fn usual_quotation(self) -> Quotation {
        let short = |quotation| self.quote(quotation).round_sf(Self::TYPED_DIGITS);
        let is_direct = short(Quotation::Direct) == Some(self.0);
        let inverse = short(Quotation::Indirect).filter(|_| !is_direct);
        let is_indirect =
            inverse.is_some_and(|short| Self::between(Decimal::ONE, short) == Ok(self));
        if is_indirect {
            Quotation::Indirect
        } else {
            Quotation::Direct
        }
    }

    /// Whether it is more than ten times a reference rate, or less than a tenth of it: it may have
    /// been typed the wrong way round.
    pub fn is_far_from(self, reference: &ReferenceRate) -> bool {
        let factor = reference.shown().and_then(|rate| self.0.checked_div(rate));
        factor.is_none_or(|factor| {
            factor > Self::MAX_FACTOR || factor * Self::MAX_FACTOR < Decimal::ONE
        })
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

fn not_above_zero() -> Reason {
    Reason::new("must be above 0")
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
