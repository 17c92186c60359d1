//! Decimal numbers in JSON, exact to the digit.

use std::fmt;

use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A decimal that is a JSON number, digit for digit: 0.3 is `0.3`. To be read from JSON text, not
/// from a [`serde_json::Value`], which holds binary floating-point numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub Decimal);

/// Without trailing zeros.
impl<D: Into<Decimal>> From<D> for Number {
    fn from(value: D) -> Self {
        Self(value.into().normalize())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Number;

    impl PartialSchema for Number {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::Number)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
                .description(Some("A decimal number, exact to the digit"))
                .into()
        }
    }

    impl ToSchema for Number {}
}
