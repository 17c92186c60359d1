//! Items of a trip that another file of their booking changes (interface: "Imports").

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::WallClock;
use crate::trip::schedule::booking::{Booking, BookingField, ChangedFields};
use crate::trip::schedule::itinerary::Day;
use crate::trip::{ItineraryItem, Trip};
use crate::{Date, ShortText};

/// A booking or an event of a file, by what makes it the same in another file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedBooking {
    /// Its provider and number, for travel with both ends; or the UID of its event. Texts are
    /// compared as they are. That of an order begins with [`ImportedBooking::ORDER`]: it may have
    /// several bookings.
    pub key: ShortText,
    /// [`Booking::transport`].
    pub transport: ShortText,
    /// [`Booking::sequence`].
    pub sequence: u64,
    /// The id of its item in the file; `None` if it was cancelled, which makes no item.
    pub item_id: Option<ShortText>,
    /// What a cancelled one is called.
    pub name: ShortText,
    /// The day of a cancelled one, if the file tells.
    pub date: Option<Date>,
}

impl ImportedBooking {
    /// How the keys of orders begin.
    pub const ORDER: &str = "booking|";

    /// Whether several bookings may have its key.
    pub fn is_of_order(&self) -> bool {
        self.key.starts_with(Self::ORDER)
    }
}

/// What a file changes of an item that was made of the same booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingChange {
    /// The id of the item.
    pub item_id: ShortText,
    /// What the item is called.
    pub name: String,
    /// What the file calls a booking that was cancelled.
    pub cancelled_name: ShortText,
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
            cancelled_name: ShortText::EMPTY,
            fields,
            is_cancelled: false,
        }
    }
}

impl Trip {
    /// The places of items by the keys of their bookings.
    fn places_by_booking(&self) -> HashMap<&str, Vec<usize>> {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, item) in self.itinerary.iter().enumerate() {
            if let Some(booking) = &item.booking {
                places.entry(&booking.key).or_default().push(place);
            }
        }
        places
    }

    /// The places of the items that were made of the bookings of a file, by the ids of its items.
    fn places_of_same<'i>(
        &self,
        imported: &'i [ItineraryItem],
        bookings: &[ImportedBooking],
    ) -> HashMap<&'i str, usize> {
        let places = self.places_by_booking();
        let by_id = imported.iter().map(|item| (item.id.as_str(), item));
        let by_id: HashMap<&str, &ItineraryItem> = by_id.collect();
        let mut said: HashMap<&str, Vec<(&str, &Booking)>> = HashMap::new();
        let mut same = HashMap::new();
        for booking in bookings {
            let item = booking.item_id.as_deref().and_then(|id| by_id.get(id));
            let Some((item, present)) = item.zip(places.get(booking.key.as_str())) else {
                continue;
            };
            if !booking.is_of_order() {
                // The first item of a key counts.
                same.extend(present.first().map(|place| (item.id.as_str(), *place)));
            } else if let Some(read) = &item.booking {
                let of_key = said.entry(&booking.key).or_default();
                of_key.push((&item.id, read));
            }
        }
        for (key, said) in said {
            let present = places.get(key).into_iter().flatten();
            let present = present.filter_map(|place| {
                let item = self.itinerary.get(*place)?;
                Some((*place, item.booking.as_deref()?))
            });
            same.extend(same_bookings(said, present.collect()));
        }
        same
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
        let again = self.places_of_same(imported, bookings);
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
        let mut seen = HashSet::new();
        let cancelled = cancelled.flat_map(|booking| {
            let places = places.get(booking.key.as_str()).into_iter().flatten();
            let items = places.filter_map(|place| self.itinerary.get(*place));
            cancelled_of(booking, &items.collect::<Vec<_>>())
        });
        cancelled
            .filter(|change| seen.insert(change.item_id.clone()))
            .collect()
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

/// Which bookings of one order in a file are those of items, the closest ones first: of the same
/// name or number at the same time, on the same day, or on another one; else the only one left of
/// the day. One that differs in name and day is another booking of the order.
fn same_bookings<'i>(
    mut said: Vec<(&'i str, &Booking)>,
    mut present: Vec<(usize, &Booking)>,
) -> Vec<(&'i str, usize)> {
    let mut same = Vec::new();
    for (is_close, is_only) in CLOSENESS {
        let mut left = Vec::new();
        for (at, (id, booking)) in said.iter().enumerate() {
            let open = present.iter().enumerate();
            let mut close = open.filter(|(_, (_, other))| is_close(booking, other));
            let found = close.next().map(|(place, (_, other))| (place, *other));
            let found = found.filter(|(_, other)| {
                let others = said.iter().enumerate().filter(|(place, _)| *place != at);
                let mut others = others.map(|(_, (_, booking))| booking);
                !is_only
                    || close.next().is_none() && !others.any(|booking| is_close(booking, other))
            });
            match found {
                Some((place, _)) => same.push((*id, present.remove(place).0)),
                None => left.push((*id, *booking)),
            }
        }
        said = left;
    }
    same
}

/// Whether two bookings of an order are close in some way.
type IsClose = fn(&Booking, &Booking) -> bool;

/// How close bookings of one order are, the closest first, and whether they are the same only if no
/// other one is as close.
const CLOSENESS: [(IsClose, bool); 5] = [
    (
        |it, other| it.is_at_same_start(other) && it.is_for_same(other),
        false,
    ),
    (
        |it, other| it.is_on_same_day(other) && it.is_for_same(other),
        false,
    ),
    (Booking::is_for_same, true),
    (Booking::is_at_same_start, true),
    (Booking::is_on_same_day, true),
];

/// The items of a key that a cancelled booking may mean: of its number and day, where those tell
/// items apart.
fn cancelled_of(booking: &ImportedBooking, items: &[&ItineraryItem]) -> Vec<BookingChange> {
    let said = Booking {
        name: booking.name.clone(),
        transport: booking.transport.clone(),
        date: booking.date,
        ..Booking::default()
    };
    let is_one = items.len() == 1;
    let is_meant = |item: &ItineraryItem| {
        item.booking.as_deref().is_some_and(|read| {
            let (is_same, is_then) = (said.is_for_same(read), said.is_on_same_day(read));
            is_same && is_then || is_one && (is_same || is_then)
        })
    };
    let meant = items.iter();
    let meant = meant.filter(|item| !booking.is_of_order() || is_meant(item));
    let changes = meant.map(|item| BookingChange {
        is_cancelled: true,
        cancelled_name: booking.name.clone(),
        ..BookingChange::new(item, ChangedFields::default())
    });
    changes.collect()
}
