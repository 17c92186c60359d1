//! The bookings of a trip under construction, by what makes them the same in another file.

use std::collections::HashMap;

use wayfare_domain::trip::import::ImportedBooking;
use wayfare_domain::{ShortText, Trip};

use super::Draft;

impl Draft<'_> {
    /// Keeps what makes an item the same in another file, unless the key is empty; without an item,
    /// of one that was cancelled.
    pub(crate) fn add_booking(&mut self, key: &str, booking: ImportedBooking) {
        if !key.is_empty() && self.bookings.len() < Trip::MAX_ITEMS {
            let key = ShortText::cut(key);
            self.bookings.push(ImportedBooking { key, ..booking });
        }
    }

    /// Whether something is known again, if only as cancelled.
    pub(crate) fn has_bookings(&self) -> bool {
        !self.bookings.is_empty()
    }

    /// The bookings of orders, and those whose keys are of one each. Some programs give all events
    /// the same UID.
    pub(super) fn bookings(&mut self) -> Vec<ImportedBooking> {
        let mut numbers: HashMap<ShortText, usize> = HashMap::new();
        for booking in &self.bookings {
            *numbers.entry(booking.key.clone()).or_default() += 1;
        }
        let bookings = std::mem::take(&mut self.bookings).into_iter();
        let known = bookings.filter(|it| it.is_of_order() || numbers.get(&it.key) == Some(&1));
        known.collect()
    }
}
