//! Items of a trip that another file of their booking changes (interface: "Imports").

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::WallClock;
use crate::ShortText;
use crate::trip::schedule::booking::{BookingField, ChangedFields};
use crate::trip::schedule::itinerary::Day;
use crate::trip::{ItineraryItem, Trip};

/// A booking or an event of a file, by what makes it the same in another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedBooking {
    /// Its provider and number, for travel with both ends; or the UID of its event. Texts are
    /// compared as they are.
    pub key: ShortText,
    /// The id of its item in the file; `None` if it was cancelled, which makes no item.
    pub item_id: Option<ShortText>,
}

/// What a file changes of an item that was made of the same booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingChange {
    /// The id of the item.
    pub item_id: ShortText,
    /// What the item is called.
    pub name: String,
    /// The fields that change, and those that a person has changed since, which stay.
    pub fields: ChangedFields,
    /// Whether the booking was cancelled. The item stays until somebody removes it.
    pub is_cancelled: bool,
}

/// An item of a trip as another file of its booking changes it.
pub(super) struct Rebooked {
    /// The place in the itinerary of the file.
    pub(super) imported: usize,
    /// The id in the file.
    pub(super) imported_id: ShortText,
    /// The place in the itinerary of the trip.
    place: usize,
    item: ItineraryItem,
    pub(super) change: BookingChange,
}

impl BookingChange {
    fn new(item: &ItineraryItem, fields: ChangedFields) -> Self {
        Self {
            item_id: item.id.clone(),
            name: item.destination.title().to_owned(),
            fields,
            is_cancelled: false,
        }
    }
}

impl Trip {
    /// The places of items by the keys of their bookings.
    fn places_by_booking(&self) -> HashMap<&str, usize> {
        let items = self.itinerary.iter().enumerate();
        let booked = items.filter_map(|(place, item)| Some((&*item.booking.as_ref()?.key, place)));
        // The first item of a key counts.
        booked.rev().collect()
    }

    /// The items that were made of bookings that a file has again, as that changes them, from its
    /// items and bookings. The days of the file's items by date are `numbers`.
    pub(super) fn rebooked_items(
        &self,
        imported: &[ItineraryItem],
        bookings: &[ImportedBooking],
        numbers: &[Option<i64>],
        wall_clock: &WallClock,
    ) -> Vec<Rebooked> {
        let places = self.places_by_booking();
        let again: HashMap<&str, usize> = bookings
            .iter()
            .filter_map(|it| Some((it.item_id.as_deref()?, *places.get(it.key.as_str())?)))
            .collect();
        if again.is_empty() {
            return Vec::new();
        }
        let zones = self.item_zones();
        let dates = self.item_dates(wall_clock);
        let first = self.first_calendar_day(wall_clock);
        let mut seen = HashSet::new();
        let imported = imported.iter().zip(numbers).enumerate();
        let rebooked = imported.filter_map(|(imported, (said, number))| {
            let place = *again.get(said.id.as_str())?;
            let present = self.itinerary.get(place)?;
            if !seen.insert(place) {
                return None;
            }
            let mut item = present.clone();
            let date = dates.get(place).copied().flatten();
            let fields = item.rebook(said, date, *zones.get(place)?, wall_clock);
            let day_of = |number: i64| Day::new(u32::try_from(number).ok()?).ok();
            let dated = date
                .zip(first)
                .and_then(|(date, first)| day_of(date.midnight().days_since(first.midnight()) + 1));
            if fields.changed.contains(&BookingField::Start) && dated == Some(item.day) {
                let day = number.and_then(day_of);
                item.day = day
                    .filter(|day| day.number() <= Day::MAX_IMPORTED)
                    .unwrap_or(item.day);
            }
            Some(Rebooked {
                imported,
                imported_id: said.id.clone(),
                place,
                change: BookingChange::new(present, fields),
                item,
            })
        });
        rebooked.collect()
    }

    /// The items of the trip whose bookings a file says were cancelled.
    pub(super) fn cancelled_items(&self, bookings: &[ImportedBooking]) -> Vec<BookingChange> {
        let bookings = bookings.iter().filter(|it| it.item_id.is_none());
        let mut cancelled = bookings.peekable();
        if cancelled.peek().is_none() {
            return Vec::new();
        }
        let places = self.places_by_booking();
        let cancelled = cancelled.filter_map(|booking| {
            let item = self.itinerary.get(*places.get(booking.key.as_str())?)?;
            Some(BookingChange {
                is_cancelled: true,
                ..BookingChange::new(item, ChangedFields::default())
            })
        });
        cancelled.collect()
    }

    /// Replaces items by what a file makes of them. Returns those that are on another day then,
    /// which are to be inserted.
    pub(super) fn take_rebooked(&mut self, rebooked: Vec<Rebooked>) -> Vec<ItineraryItem> {
        if rebooked.is_empty() {
            return Vec::new();
        }
        let rebooked = rebooked.into_iter().map(|it| (it.place, it.item));
        let mut rebooked: HashMap<usize, ItineraryItem> = rebooked.collect();
        let mut moved = Vec::new();
        let items = Arc::make_mut(&mut self.itinerary);
        let present = std::mem::take(items).into_iter().enumerate();
        items.extend(
            present.filter_map(|(place, item)| match rebooked.remove(&place) {
                Some(next) if next.day != item.day => {
                    moved.push(next);
                    None
                }
                next => Some(next.unwrap_or(item)),
            }),
        );
        moved
    }
}
