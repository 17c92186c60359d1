//! The values of an archive's documents, and how they become values of the domain.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use wayfare_domain::money::parse_decimal;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::{Amount, EpochUnit, Instant, Moment, Reason, SignedAmount, Text};

use super::TRIP;
use crate::import::ImportError;
use crate::import::list::List;

/// Where a value is in the document, for messages.
pub(super) type At<'p> = &'p str;

/// A decimal number, written with all its digits; read from a string of digits only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Number(pub(super) Decimal);

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self(value)
    }
}

impl From<SignedAmount> for Number {
    fn from(amount: SignedAmount) -> Self {
        Self(amount.value())
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
        let number = parse_decimal(&text).map_err(serde::de::Error::custom)?;
        Ok(Self(number))
    }
}

/// An instant, with the unit of the number that gave it.
#[derive(Serialize, Deserialize)]
pub(super) struct MomentFile {
    time: String,
    #[serde(default)]
    unit: EpochUnit,
}

impl From<Moment> for MomentFile {
    fn from(moment: Moment) -> Self {
        Self {
            time: moment.at.to_string(),
            unit: moment.unit,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct CoordinatesFile {
    latitude: Number,
    longitude: Number,
}

impl CoordinatesFile {
    pub(super) fn new(at: Coordinates) -> Self {
        Self {
            latitude: at.latitude().into(),
            longitude: at.longitude().into(),
        }
    }

    pub(super) fn read(self) -> Result<Coordinates, ImportError> {
        let point = Coordinates::new(self.latitude.0, self.longitude.0);
        value("coordinates", point)
    }
}

/// The error of a document that holds what a trip can't.
pub(super) fn refused(reason: &str) -> ImportError {
    ImportError::malformed(format!("the archive is damaged: {TRIP}: {reason}"))
}

pub(super) fn value<T>(at: At<'_>, result: Result<T, Reason>) -> Result<T, ImportError> {
    result.map_err(|reason| refused(&format!("{at} {reason}")))
}

pub(super) fn text<const MAX: usize>(at: At<'_>, text: String) -> Result<Text<MAX>, ImportError> {
    value(at, Text::new(text))
}

pub(super) fn signed_amount(at: At<'_>, number: Number) -> Result<SignedAmount, ImportError> {
    value(at, SignedAmount::new(number.0))
}

pub(super) fn amount(at: At<'_>, number: Number) -> Result<Amount, ImportError> {
    value(at, Amount::new(number.0))
}

pub(super) fn instant(at: At<'_>, text: &str) -> Result<Instant, ImportError> {
    value(at, Instant::parse(text))
}

pub(super) fn moment(at: At<'_>, file: &MomentFile) -> Result<Moment, ImportError> {
    let instant = instant(at, &file.time)?;
    let moment = value(at, Moment::from_epoch(instant.epoch(file.unit)))?;
    // A number of the other unit means another instant.
    if moment.at == instant {
        return Ok(moment);
    }
    value(at, Moment::from_text(&file.time))
}

/// Reads each element of a list.
pub(super) fn each<F, T, const MAX: usize>(
    list: List<F, MAX>,
    read: impl FnMut(F) -> Result<T, ImportError>,
) -> Result<Vec<T>, ImportError> {
    list.0.into_iter().map(read).collect()
}

/// Reads a value that may be missing.
pub(super) fn optional<F, T>(
    file: Option<F>,
    read: impl FnOnce(F) -> Result<T, ImportError>,
) -> Result<Option<T>, ImportError> {
    file.map(read).transpose()
}
