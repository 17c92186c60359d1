use wayfare_domain::Moment;
use wayfare_domain::trip::itinerary::{Day, ItemKind};

use super::*;

fn items(days: impl Iterator<Item = u32>) -> Vec<ItineraryItem> {
    let item = |day| ItineraryItem {
        id: Default::default(),
        kind: ItemKind::new("stay").unwrap(),
        day: Day::new(day).unwrap(),
        start: None,
        end: None,
        duration: Default::default(),
        budget: Default::default(),
        destination: Default::default(),
        photos: Vec::new(),
    };
    days.map(item).collect()
}

/// The number of days with items, of empty days, and of lines for further empty ones.
fn counts(entries: &[Entry<'_>]) -> [usize; 3] {
    let is = |kind: fn(&Entry<'_>) -> bool| entries.iter().filter(|entry| kind(entry)).count();
    [
        is(|entry| matches!(entry, Entry::Day(day) if !day.items.is_empty())),
        is(|entry| matches!(entry, Entry::Day(day) if day.items.is_empty())),
        is(|entry| matches!(entry, Entry::Empty(..))),
    ]
}

#[test]
fn a_trip_of_a_season_shows_each_day() {
    for (last, gap) in [(21, 5), (60, 59), (90, 13), (365, 7)] {
        let items = items((1..=last).step_by(gap));
        let entries = of(&items, &Dates::default());
        let busy = items.len();
        let days = usize::try_from(items.last().unwrap().day.number()).unwrap();
        assert_eq!(counts(&entries), [busy, days - busy, 0]);
    }
}

#[test]
fn empty_days_are_folded_beyond_a_number() {
    let items = items((1..60_000).step_by(60));
    assert_eq!(counts(&of(&items, &Dates::default())), [1_000, 0, 999]);
    let items = &items[..300];
    assert_eq!(counts(&of(items, &Dates::default())), [300, 100, 298]);
    let entries = of(&[], &years());
    assert_eq!(counts(&entries), [0, 60, 1]);
    assert!(matches!(entries.last(), Some(Entry::Empty(61, 3_652_059))));
}

fn years() -> Dates {
    let at = |text| Some(Moment::from_text(text).unwrap());
    Dates {
        start: at("0001-01-01"),
        end: at("9999-12-31"),
    }
}

#[test]
fn the_last_days_have_no_date() {
    let items = items([1, 7_304_484, 7_304_485, u32::MAX].into_iter());
    let entries = of(&items, &years());
    let days = entries.iter().filter_map(|entry| match entry {
        Entry::Day(day) if !day.items.is_empty() => Some((day.number, day.date.is_some())),
        _ => None,
    });
    let shown: Vec<_> = days.collect();
    let dates = [(1, true), (7_304_484, false), (7_304_485, false)];
    assert_eq!(shown, [&dates[..], &[(u32::MAX, false)]].concat());
}
