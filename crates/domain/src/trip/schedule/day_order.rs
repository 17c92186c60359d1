//! The order of the items of a day, on pages and in files (interface: "Exports").

use std::collections::BTreeMap;

use crate::Instant;
use crate::trip::ItineraryItem;
use crate::trip::Trip;

impl Trip {
    /// The items that the itinerary shows, by the numbers of their days, each day by time. Each has
    /// its index in the itinerary.
    pub fn shown_days(&self) -> BTreeMap<u32, Vec<(usize, &ItineraryItem)>> {
        let mut days: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (index, item) in self.shown_items() {
            days.entry(item.day.number())
                .or_default()
                .push((index, item));
        }
        for items in days.values_mut() {
            *items = in_time_order(items, |(_, item)| item.start);
        }
        days
    }
}

/// The items of a day by time. One without a time follows the item before it.
pub fn in_time_order<T: Copy>(items: &[T], start: impl Fn(&T) -> Option<Instant>) -> Vec<T> {
    let mut time: Option<Instant> = None;
    let mut timed: Vec<(Option<Instant>, T)> = Vec::with_capacity(items.len());
    for item in items {
        time = start(item).or(time);
        timed.push((time, *item));
    }
    timed.sort_by_key(|(time, _)| *time);
    timed.into_iter().map(|(_, item)| item).collect()
}
