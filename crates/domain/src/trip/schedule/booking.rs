//! The booking that an item was made of (interface: "Imports").

use serde::{Deserialize, Serialize};

use super::typed_hours::{ItemTime, LocalTime, TypedHours};
use crate::trip::ItineraryItem;
use crate::trip::places::place::Coordinates;
use crate::{Currency, Date, Instant, ShortText, SignedAmount, Text};

/// A booking or an event of a file, with what the file said. Where its item differs, a person has
/// changed that.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Booking {
    /// What makes it the same in another file.
    pub key: ShortText,
    /// The number of a flight, train or bus, which tells it from others of its order.
    #[serde(skip_serializing_if = "is_default")]
    pub transport: ShortText,
    /// Which version of an event it is. An earlier one changes nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub sequence: u64,
    /// [`Destination::name`](crate::trip::Destination::name).
    #[serde(skip_serializing_if = "is_default")]
    pub name: ShortText,
    /// [`Destination::location`](crate::trip::Destination::location).
    #[serde(skip_serializing_if = "is_default")]
    pub location: ShortText,
    /// [`Destination::description`](crate::trip::Destination::description).
    #[serde(skip_serializing_if = "is_default")]
    pub description: ShortText,
    /// [`Destination::coordinates`](crate::trip::Destination::coordinates).
    #[serde(skip_serializing_if = "is_default")]
    pub coordinates: Option<Coordinates>,
    /// [`ItineraryItem::start`], if that was typed perhaps as if in UTC.
    #[serde(skip_serializing_if = "is_default")]
    pub start: Option<Instant>,
    /// [`ItineraryItem::end`], likewise.
    #[serde(skip_serializing_if = "is_default")]
    pub end: Option<Instant>,
    /// [`ItineraryItem::typed`].
    #[serde(skip_serializing_if = "is_default")]
    pub typed: TypedHours,
    /// Its date, if it has no start.
    #[serde(skip_serializing_if = "is_default")]
    pub date: Option<Date>,
    /// The name of where it ends.
    #[serde(skip_serializing_if = "is_default")]
    pub end_name: ShortText,
    /// [`ItineraryItem::confirmation`].
    #[serde(skip_serializing_if = "is_default")]
    pub confirmation: Text<200>,
    /// [`Budget::total`](crate::trip::Budget::total).
    #[serde(skip_serializing_if = "is_default")]
    pub total: Option<SignedAmount>,
    /// The currency of the total.
    #[serde(skip_serializing_if = "is_default")]
    pub currency: Option<Currency>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a booking says of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingField {
    /// What it is called.
    Name,
    /// Where it is.
    Location,
    /// Its description.
    Description,
    /// When it starts.
    Start,
    /// When it ends.
    End,
    /// Where it ends.
    EndDestination,
    /// What it is confirmed by.
    Confirmation,
    /// What it costs.
    Cost,
}

impl BookingField {
    /// All fields.
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Location,
        Self::Description,
        Self::Start,
        Self::End,
        Self::EndDestination,
        Self::Confirmation,
        Self::Cost,
    ];

    /// Its name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Location => "location",
            Self::Description => "description",
            Self::Start => "start",
            Self::End => "end",
            Self::EndDestination => "endDestination",
            Self::Confirmation => "confirmation",
            Self::Cost => "totalCost",
        }
    }
}

/// Which fields of an item another file of its booking changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedFields {
    /// Those that take what the file says.
    pub changed: Vec<BookingField>,
    /// Those that stay, because a person has changed them since.
    pub kept: Vec<BookingField>,
}

impl ChangedFields {
    /// Whether the file says nothing new.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.kept.is_empty()
    }

    pub(super) fn has(&self, field: BookingField) -> bool {
        self.changed.contains(&field)
    }
}

impl Booking {
    /// What an item says of the booking of this key.
    pub(in crate::trip) fn of(key: ShortText, item: &ItineraryItem) -> Self {
        let place = &item.destination;
        // What a gazetteer filled in is nobody's word.
        let written = |text: &ShortText, is_found: bool| match is_found {
            true => ShortText::EMPTY,
            false => text.clone(),
        };
        let end = item.ends.destination.as_ref();
        let total = item.budget.total;
        let read = item.booking.as_deref();
        Self {
            key,
            transport: read.map(|it| it.transport.clone()).unwrap_or_default(),
            sequence: read.map(|it| it.sequence).unwrap_or_default(),
            name: place.name.clone(),
            location: written(&place.location, place.has_found_location),
            description: written(&place.description, place.is_filled),
            coordinates: place.coordinates.filter(|_| place.is_pinned),
            start: item.start,
            end: item.end,
            typed: item.typed,
            date: read.and_then(|booking| booking.date),
            end_name: end.map(|end| end.name.clone()).unwrap_or_default(),
            confirmation: item.confirmation.clone(),
            total,
            currency: item.budget.currency.filter(|_| total.is_some()),
        }
    }

    /// What was read of the booking, after another file of it: what that leaves out stays.
    pub(super) fn updated_by(&self, said: &Self) -> Self {
        let told = |said: &ShortText, read: &ShortText| match said.is_empty() {
            true => read.clone(),
            false => said.clone(),
        };
        let is_elsewhere = !said.location.is_empty() && said.location != self.location;
        let start = either(said.start_time(), self.start_time());
        let end = either(said.end_time(), self.end_time());
        let cost = match said.total {
            Some(_) => said,
            None => self,
        };
        Self {
            key: self.key.clone(),
            transport: told(&said.transport, &self.transport),
            sequence: said.sequence,
            name: told(&said.name, &self.name),
            location: told(&said.location, &self.location),
            description: told(&said.description, &self.description),
            coordinates: match is_elsewhere {
                true => said.coordinates,
                false => said.coordinates.or(self.coordinates),
            },
            start: start.0,
            end: end.0,
            typed: TypedHours {
                start: start.1,
                end: end.1,
            },
            date: said.date.or(self.date).filter(|_| start.0.is_none()),
            end_name: told(&said.end_name, &self.end_name),
            confirmation: match said.confirmation.is_empty() {
                true => self.confirmation.clone(),
                false => said.confirmation.clone(),
            },
            total: cost.total,
            currency: cost.currency,
        }
    }

    pub(super) fn start_time(&self) -> ItemTime {
        (self.start, self.typed.start)
    }

    pub(super) fn end_time(&self) -> ItemTime {
        (self.end, self.typed.end)
    }

    /// Its day, by the clock by which it is written.
    fn day(&self) -> Option<Date> {
        let hour = self.typed.start.map(LocalTime::date);
        hour.or(self.start.map(Date::from)).or(self.date)
    }

    /// Whether another one of its order is on the same day; what has none may be on any. The day of
    /// an instant is known to one day.
    pub(in crate::trip) fn is_on_same_day(&self, other: &Self) -> bool {
        let is_instant = |it: &Self| it.start.is_some() && it.typed.start.is_none();
        let most = i64::from(is_instant(self) || is_instant(other));
        let days = self.day().zip(other.day());
        let days = days.map(|(day, other)| day.midnight().days_since(other.midnight()));
        days.is_none_or(|days| days.abs() <= most)
    }

    /// Whether another one of its order starts at the same time.
    pub(in crate::trip) fn is_at_same_start(&self, other: &Self) -> bool {
        self.start.or(self.date.map(Date::midnight)).is_some()
            && self.date == other.date
            && is_same_time(self.start_time(), other.start_time())
    }

    /// Whether another one of its order is for the same: of the same number, else of the same name.
    pub(in crate::trip) fn is_for_same(&self, other: &Self) -> bool {
        let numbers = [&self.transport, &other.transport];
        match numbers.iter().any(|number| number.is_empty()) {
            true => {
                let [name, other] =
                    [&self.name, &other.name].map(|name| name.chars().flat_map(char::to_lowercase));
                name.eq(other)
            }
            false => self.transport == other.transport,
        }
    }

    /// Whether another one says the same of a field.
    pub(super) fn says_same(&self, other: &Self, field: BookingField) -> bool {
        match field {
            BookingField::Name => self.name == other.name,
            BookingField::Location => {
                (&self.location, self.coordinates) == (&other.location, other.coordinates)
            }
            BookingField::Description => self.description == other.description,
            BookingField::Start => {
                self.date == other.date && is_same_time(self.start_time(), other.start_time())
            }
            BookingField::End => is_same_time(self.end_time(), other.end_time()),
            BookingField::EndDestination => self.end_name == other.end_name,
            BookingField::Confirmation => self.confirmation == other.confirmation,
            BookingField::Cost => (self.total, self.currency) == (other.total, other.currency),
        }
    }
}

fn either(time: ItemTime, other: ItemTime) -> ItemTime {
    if time.0.is_some() { time } else { other }
}

/// Whether two times are the same hour; where one is an instant, the same instant.
fn is_same_time((at, hour): ItemTime, (other_at, other_hour): ItemTime) -> bool {
    match (hour, other_hour) {
        (Some(hour), Some(other)) => hour == other,
        _ => at == other_at,
    }
}
