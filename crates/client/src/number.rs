//! Decimal numbers in JSON, exact to the digit.

use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A decimal that is a JSON number, digit for digit: 0.3 is `0.3`. To be read from JSON text, not
/// from a [`serde_json::Value`], which holds binary floating-point numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub Decimal);

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self(value.normalize())
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self(Decimal::from(value))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?;
        digits.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Box::<RawValue>::deserialize(deserializer)?;
        let digits = digits.get();
        Decimal::from_str_exact(digits)
            .or_else(|_| Decimal::from_scientific(digits))
            .map(Self::from)
            .map_err(D::Error::custom)
    }
}
