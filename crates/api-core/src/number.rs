//! Decimal numbers in JSON: written and read exactly, as JSON numbers.

use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wayfare_domain::Amount;
use wayfare_domain::money::parse_decimal;

/// A decimal as a JSON number, digit for digit: 0.3 is `0.3`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(pub Decimal);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?;
        digits.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Box::<RawValue>::deserialize(deserializer)?;
        parse_decimal(digits.get())
            .map(Self)
            .map_err(|reason| D::Error::custom(reason.to_string()))
    }
}

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self(value.normalize())
    }
}

impl From<Amount> for Number {
    fn from(amount: Amount) -> Self {
        Self(amount.value())
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self(Decimal::from(value))
    }
}

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
