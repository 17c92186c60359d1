//! Decimal numbers as strings of digits.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use wayfare_domain::Amount;
use wayfare_domain::money::parse_decimal;

/// A decimal number, written with all its digits; read from a string of digits only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) Decimal);

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self(value)
    }
}

impl From<Amount> for Number {
    fn from(amount: Amount) -> Self {
        Self(amount.value())
    }
}

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        parse_decimal(&text)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}
