//! The order of the items of a day, on pages and in files (interface: "Exports").

use std::collections::BTreeMap;

use crate::Instant;
use crate::trip::{ItemClass, ItineraryItem, Trip};

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

impl ItineraryItem {
    /// The hours from which on a stay is one for the night, in milliseconds.
    const NIGHT: i64 = 6 * 3_600_000;

    /// Whether it is a bed for the night, and no hour at a desk.
    pub fn is_bed(&self) -> bool {
        let length = self.start.zip(self.end);
        let length = length.map(|(start, end)| end.millis() - start.millis());
        self.class() == ItemClass::Stay && length.is_none_or(|length| length >= Self::NIGHT)
    }
}

/// The items of a day as pages show them: by time, but for beds, with which the day ends. Their
/// hour says from when they are to be had, not when somebody arrives.
pub fn in_page_order<T: Copy>(
    items: &[T],
    start: impl Fn(&T) -> Option<Instant>,
    is_bed: impl Fn(&T) -> bool,
) -> Vec<T> {
    let (beds, others): (Vec<T>, Vec<T>) = items.iter().partition(|item| is_bed(item));
    let [mut others, beds] = [others, beds].map(|items| in_time_order(&items, &start));
    others.extend(beds);
    others
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Option<Instant> {
        Instant::from_millis(hour * 3_600_000).ok()
    }

    #[test]
    fn a_bed_is_the_end_of_its_day() {
        // Names, hours, and whether it is a bed.
        let items = [
            ("hotel", at(15), true),
            ("key", None, false),
            ("train", at(16), false),
            ("breakfast", at(9), false),
            ("inn", at(14), true),
        ];
        let ordered = in_page_order(&items, |item| item.1, |item| item.2);
        let names: Vec<&str> = ordered.iter().map(|item| item.0).collect();
        assert_eq!(names, ["key", "breakfast", "train", "inn", "hotel"]);
    }
}
