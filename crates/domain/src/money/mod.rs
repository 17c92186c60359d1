//! Decimal amounts, ISO 4217 currencies and rates between them: never binary floating point.

pub(super) mod apportion;
pub(super) mod exact;

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use crate::Reason;
use apportion::{apportion, from_units};
use exact::{ConvertedSum, ExactSum, Rate};

/// Greatest number of significant decimal digits of a number that a user writes.
const MAX_DIGITS: u32 = 15;
/// Greatest number of digits before the decimal point that the parser accepts.
const MAX_PLACES: i64 = 28;
/// Exponents are clamped to this magnitude, which no number of digits in a request can offset.
const FAR_EXPONENT: i64 = 1_000_000_000_000;
/// Greatest number that a user may write: 10^12; the least is its opposite.
const MAX_AMOUNT: Decimal = Decimal::from_parts(3_567_587_328, 232, 0, false, 0);

/// A decimal number that is not negative, at most 10^12, with at most 15 significant digits: money,
/// or a quantity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Amount(#[serde(with = "rust_decimal::serde::str")] Decimal);

/// A distance, time or duration: bounded as an [`Amount`] is.
pub type Quantity = Amount;

/// A cost or a payment; what is had back is negative. Bounded as an [`Amount`] is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct SignedAmount(#[serde(with = "rust_decimal::serde::str")] Decimal);

impl Amount {
    /// Zero.
    pub const ZERO: Self = Self(Decimal::ZERO);
    /// One.
    pub const ONE: Self = Self(Decimal::ONE);

    /// An amount from a decimal number.
    ///
    /// # Errors
    /// Negative, above 10^12, or more than 15 significant digits.
    pub fn new(value: Decimal) -> Result<Self, Reason> {
        if value.is_sign_negative() && !value.is_zero() {
            return Err(Reason::new("must not be negative"));
        }
        SignedAmount::new(value).map(|amount| Self(amount.0))
    }
}

impl SignedAmount {
    /// Zero.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// A cost or a payment from a decimal number.
    ///
    /// # Errors
    /// Above 10^12, below -10^12, or more than 15 significant digits.
    pub fn new(value: Decimal) -> Result<Self, Reason> {
        let value = value.normalize();
        if value > MAX_AMOUNT {
            return Err(Reason::new("must be at most 1000000000000"));
        }
        if value < -MAX_AMOUNT {
            return Err(Reason::new("must be at least -1000000000000"));
        }
        if value.mantissa().unsigned_abs() >= 10_u128.pow(MAX_DIGITS) {
            return Err(too_many_digits());
        }
        Ok(Self(value))
    }

    /// Whether it is a refund.
    pub fn is_negative(self) -> bool {
        self.0 < Decimal::ZERO
    }
}

macro_rules! amounts {
    ($($name:ident),*) => {$(
        impl $name {
            /// The amount that is nearest to a sum, which may have more digits.
            ///
            /// # Errors
            /// As of its constructor, but for the digits.
            pub fn rounded(sum: Decimal) -> Result<Self, Reason> {
                Self::new(sum.round_sf(MAX_DIGITS).unwrap_or(sum))
            }

            /// The number itself.
            pub fn value(self) -> Decimal {
                self.0
            }

            /// Whether it is zero.
            pub fn is_zero(self) -> bool {
                self.0.is_zero()
            }
        }

        impl From<$name> for Decimal {
            fn from(amount: $name) -> Self {
                amount.0
            }
        }

        impl TryFrom<Decimal> for $name {
            type Error = Reason;

            fn try_from(value: Decimal) -> Result<Self, Reason> {
                Self::new(value)
            }
        }

        /// Sums amounts; the sum may exceed the bounds of an amount. Digits after the 28th are
        /// rounded.
        impl Sum<$name> for Decimal {
            fn sum<I: Iterator<Item = $name>>(amounts: I) -> Self {
                amounts.fold(Self::ZERO, |sum, amount| sum.saturating_add(amount.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = rust_decimal::serde::str::deserialize(deserializer)?;
                Self::new(value).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

amounts!(Amount, SignedAmount);

impl From<Amount> for SignedAmount {
    fn from(amount: Amount) -> Self {
        Self(amount.0)
    }
}

/// Parses a number in JSON notation (`12`, `0.5`, `1e3`) without loss.
///
/// # Errors
/// Not such a number, or one with more digits than a decimal can hold.
pub fn parse_decimal(text: &str) -> Result<Decimal, Reason> {
    let malformed = || Reason::new("must be a number");
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (sign, number) = number
        .strip_prefix('-')
        .map_or((1, number), |number| (-1, number));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let written = format!("{whole}{fraction}");
    if whole.is_empty() || !written.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(malformed());
    }
    let unpadded = written.trim_end_matches('0');
    let digits = unpadded.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(Decimal::ZERO);
    }
    let exponent = parse_exponent(exponent).ok_or_else(malformed)?;
    // The number is `digits` times ten to the power of `shift`.
    let shift = exponent + count(written.len() - unpadded.len()) - count(fraction.len());
    if count(digits.len()) + shift > MAX_PLACES {
        return Err(Reason::new("is too large a number"));
    }
    let mantissa = digits.parse::<i128>().map_err(|_| too_many_digits())?;
    let padding = u32::try_from(shift.max(0)).map_err(|_| too_many_digits())?;
    let scale = u32::try_from((-shift).max(0)).map_err(|_| too_many_digits())?;
    let mantissa = 10_i128
        .checked_pow(padding)
        .and_then(|power| mantissa.checked_mul(power * sign));
    let parsed =
        mantissa.and_then(|mantissa| Decimal::try_from_i128_with_scale(mantissa, scale).ok());
    parsed.ok_or_else(too_many_digits)
}

/// Parses an exponent in JSON notation, clamped to [`FAR_EXPONENT`].
fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX).min(FAR_EXPONENT);
    Some(if text.starts_with('-') { -size } else { size })
}

fn count(digits: usize) -> i64 {
    i64::try_from(digits).unwrap_or(i64::MAX).min(FAR_EXPONENT)
}

fn too_many_digits() -> Reason {
    Reason::new(format!("must have at most {MAX_DIGITS} significant digits"))
}

/// A currency by its ISO 4217 code, such as `CAD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

impl Currency {
    /// Canadian dollar.
    pub const CAD: Self = Self(iso_currency::Currency::CAD);

    /// The currency of a code in capital letters.
    ///
    /// # Errors
    /// Not a code of ISO 4217.
    pub fn new(code: &str) -> Result<Self, Reason> {
        iso_currency::Currency::from_code(code)
            .map(Self)
            .ok_or_else(|| Reason::new("must be an ISO 4217 currency code, such as \"CAD\""))
    }

    /// The code.
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Rounds to the currency's minor unit, half to even: 0.125 CAD is 0.12, 0.5 JPY is 0.
    pub fn round(self, value: Decimal) -> Decimal {
        value
            .round_dp_with_strategy(self.minor_places(), RoundingStrategy::MidpointNearestEven)
            .normalize()
    }

    /// Splits an amount by parts, such as 2 : 1, to the minor unit: by the largest remainder, of
    /// equal ones to who has `borne` the least, then to the first. What is finer than the minor
    /// unit goes to the first part above zero. Without such a part nobody gets anything.
    pub fn split(
        self,
        amount: SignedAmount,
        parts: &[Amount],
        borne: &[Decimal],
    ) -> Vec<SignedAmount> {
        let places = self.minor_places();
        let whole = amount
            .0
            .round_dp_with_strategy(places, RoundingStrategy::ToZero);
        let all: ExactSum = parts.iter().map(|part| part.0).collect();
        // Of equal remainders the first one gets the unit.
        let mut order: Vec<usize> = (0..parts.len()).collect();
        let sign = if amount.is_negative() {
            -Decimal::ONE
        } else {
            Decimal::ONE
        };
        order.sort_by_key(|place| borne.get(*place).map(|borne| borne * sign));
        let in_turn = order.iter().filter_map(|place| parts.get(*place));
        let weighted = in_turn.map(|part| {
            let mut sum = ConvertedSum::default();
            if let Some(rate) = Rate::new(part.0.into(), all) {
                sum.add(whole.into(), rate);
            }
            sum
        });
        let weighted: Vec<ConvertedSum> = weighted.collect();
        let mut shares = vec![Decimal::ZERO; parts.len()];
        for (place, units) in order.iter().zip(apportion(&weighted, places)) {
            if let Some(share) = shares.get_mut(*place) {
                *share = from_units(units, places);
            }
        }
        let first = parts.iter().position(|part| !part.is_zero());
        if let Some(first) = first.and_then(|first| shares.get_mut(first)) {
            *first += amount.0 - whole;
        }
        let shares = shares.into_iter();
        shares
            .map(|share| SignedAmount(share.normalize()))
            .collect()
    }

    /// Checks that an amount is not finer than the minor unit.
    ///
    /// # Errors
    /// It is finer.
    pub fn check_places(self, amount: impl Into<SignedAmount>) -> Result<(), Reason> {
        let places = self.minor_places();
        if amount.into().value().normalize().scale() <= places {
            return Ok(());
        }
        Err(match places {
            0 => Reason::new("must be a whole number, as this currency has no decimals"),
            _ => Reason::new(format!("must have at most {places} decimal places")),
        })
    }

    /// A value with at least the places of the minor unit: 12.3 CAD is 12.30.
    pub fn with_minor_places(self, value: Decimal) -> Decimal {
        let mut value = value.normalize();
        value.rescale(value.scale().max(self.minor_places()));
        value
    }

    /// The number of decimal places of the minor unit.
    pub fn minor_places(self) -> u32 {
        self.0.exponent().map_or(2, u32::from)
    }
}

impl FromStr for Currency {
    type Err = Reason;

    fn from_str(code: &str) -> Result<Self, Reason> {
        Self::new(code)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::new(&code).map_err(serde::de::Error::custom)
    }
}
