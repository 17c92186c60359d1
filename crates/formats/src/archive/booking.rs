//! Bookings of items in an archive.

use serde::{Deserialize, Serialize};
use wayfare_domain::trip::{Booking, LocalTime, TypedHours};
use wayfare_domain::{Currency, Date};

use super::values::{CoordinatesFile, Number, instant, optional, signed_amount, text, value};
use crate::import::ImportError;

/// Where it is in the document.
const AT: &str = "an item's booking";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingFile {
    key: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    transport: String,
    #[serde(default, skip_serializing_if = "is_first")]
    sequence: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    location: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    coordinates: Option<CoordinatesFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_local: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end_local: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    end_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    confirmation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "that is how serde calls it"
)]
fn is_first(sequence: &u64) -> bool {
    *sequence == 0
}

impl BookingFile {
    pub(super) fn new(booking: &Booking) -> Self {
        let Booking {
            key,
            transport,
            sequence,
            name,
            location,
            description,
            coordinates,
            start,
            end,
            typed,
            date,
            end_name,
            confirmation,
            total,
            currency,
        } = booking;
        Self {
            key: key.to_string(),
            transport: transport.to_string(),
            sequence: *sequence,
            name: name.to_string(),
            location: location.to_string(),
            description: description.to_string(),
            coordinates: coordinates.map(CoordinatesFile::new),
            start: start.map(|at| at.to_string()),
            end: end.map(|at| at.to_string()),
            start_local: typed.start.map(|hour| hour.to_string()),
            end_local: typed.end.map(|hour| hour.to_string()),
            date: *date,
            end_name: end_name.to_string(),
            confirmation: confirmation.to_string(),
            total: total.map(Number::from),
            currency: *currency,
        }
    }

    pub(super) fn read(self) -> Result<Booking, ImportError> {
        let time = |text: String| instant(AT, &text);
        let hour = |text: String| value(AT, LocalTime::parse(&text));
        Ok(Booking {
            key: text(AT, self.key)?,
            transport: text(AT, self.transport)?,
            sequence: self.sequence,
            name: text(AT, self.name)?,
            location: text(AT, self.location)?,
            description: text(AT, self.description)?,
            coordinates: optional(self.coordinates, CoordinatesFile::read)?,
            start: optional(self.start, time)?,
            end: optional(self.end, time)?,
            typed: TypedHours {
                start: optional(self.start_local, hour)?,
                end: optional(self.end_local, hour)?,
            },
            date: self.date,
            end_name: text(AT, self.end_name)?,
            confirmation: text(AT, self.confirmation)?,
            total: optional(self.total, |total| signed_amount(AT, total))?,
            currency: self.currency,
        })
    }
}
