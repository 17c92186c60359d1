//! Decimal numbers in JSON: written and read exactly, as JSON numbers.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wayfare_domain::Amount;

/// A decimal as a JSON number, digit for digit: 0.3 is `0.3`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(#[serde(with = "rust_decimal::serde::arbitrary_precision")] pub Decimal);

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
            .description(Some("A decimal number, exact to the digit"))
            .into()
    }
}

impl ToSchema for Number {}
