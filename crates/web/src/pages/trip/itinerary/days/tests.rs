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
        ends: Default::default(),
        typed: Default::default(),
        confirmation: Default::default(),
        class: None,
    };
    days.map(item).collect()
}

fn zones(count: usize) -> Vec<Zones> {
    vec![Zones::of_shared(&items(1..2)).remove(0); count]
}

fn at(text: &str) -> Option<Instant> {
    Some(Moment::from_text(text).unwrap().at)
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
        let zones = zones(items.len());
        let entries = of(&items, &zones, &Dates::default());
        let busy = items.len();
        let days = usize::try_from(items.last().unwrap().day.number()).unwrap();
        assert_eq!(counts(&entries), [busy, days - busy, 0]);
    }
    let at = |text| Some(Moment::from_text(text).unwrap());
    let (start, end) = (at("2026-05-01"), at("2027-05-01"));
    assert_eq!(counts(&of(&[], &[], &Dates { start, end })), [0, 366, 0]);
}

#[test]
fn empty_days_are_folded_beyond_a_number() {
    let items = items((1..60_000).step_by(60));
    let zones = zones(items.len());
    let entries = of(&items, &zones, &Dates::default());
    assert_eq!(counts(&entries), [1_000, 0, 999]);
    let entries = of(&items[..300], &zones, &Dates::default());
    assert_eq!(counts(&entries), [300, 100, 298]);
    let entries = of(&[], &[], &years());
    assert_eq!(counts(&entries), [0, 400, 1]);
    assert!(matches!(entries.last(), Some(Entry::Empty(401, 3_652_059))));
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
    let zones = zones(items.len());
    let entries = of(&items, &zones, &years());
    let days = entries.iter().filter_map(|entry| match entry {
        Entry::Day(day) if !day.items.is_empty() => Some((day.number, day.date.is_some())),
        _ => None,
    });
    let shown: Vec<_> = days.collect();
    let dates = [(1, true), (7_304_484, false), (7_304_485, false)];
    assert_eq!(shown, [&dates[..], &[(u32::MAX, false)]].concat());
}

#[test]
fn what_lasts_stands_on_each_of_its_days() {
    let mut items = items([2, 3, 3, 4, 7, 7].into_iter());
    (items[0].start, items[0].end) = (at("2026-05-02T15:00"), at("2026-05-05T11:00"));
    (items[1].start, items[1].end) = (at("2026-05-03T22:00"), at("2026-05-04T02:00"));
    items[2].kind = ItemKind::new("transportations").unwrap();
    (items[2].start, items[2].end) = (at("2026-05-03T22:00"), at("2026-05-05T02:00"));
    (items[4].start, items[4].end) = (at("2026-05-07"), at("2026-05-09"));
    (items[5].start, items[5].end) = (at("2026-05-07T18:00"), at("2026-05-08T10:00"));
    let zones = zones(items.len());
    let entries = of(&items, &zones, &Dates::default());
    let parts = entries.iter().map(|entry| match entry {
        Entry::Day(day) => day.stays.iter().chain(&day.items).map(Stop::part),
        Entry::Empty(..) => panic!("folded days"),
    });
    let parts: Vec<Vec<_>> = parts.map(Iterator::collect).collect();
    let expected = [
        vec![],
        vec![Part::Night(1, 3)],
        vec![Part::Night(2, 3), Part::Whole, Part::Whole],
        vec![Part::Night(3, 3), Part::Night(2, 2), Part::Whole],
        vec![Part::End, Part::Arrival],
        vec![],
        vec![Part::Day(1, 2), Part::Whole],
        vec![Part::Day(2, 2), Part::End],
    ];
    assert_eq!(parts, expected);
    for (day, place, item) in [
        (4, 0, Some(0)),
        (4, 1, Some(2)),
        (7, 0, None),
        (7, 1, Some(5)),
    ] {
        let Some(Entry::Day(last)) = entries.get(day) else {
            panic!("no last day")
        };
        let times = last.stays[place].times().map(|time| time.map(|(at, _)| at));
        assert_eq!(times, [item.and_then(|item: usize| items[item].end), None]);
    }
}

#[test]
fn a_day_without_midnight_begins_all_the_same() {
    let mut items = items([1].into_iter());
    // Clocks in Cairo leave out the first hour of 24 April 2026.
    (items[0].start, items[0].end) = (at("2026-04-23T22:00Z"), at("2026-04-25T21:00Z"));
    let cairo = format::parse_zone("Africa/Cairo").unwrap();
    items[0].ends.time_zone.clone_from(&cairo);
    items[0].ends.end_time_zone = cairo;
    let zones = Zones::of_shared(&items);
    let stop = Stop::new(&items[0], &zones[0]);
    let day = |day| Date::constant(2026, 4, day);
    assert_eq!(stop.whole_days(), Some((day(24), day(25))));
    assert_eq!(stop.part(), Part::Day(1, 2));
}

#[test]
fn travel_arrives_on_the_day_of_its_end_where_that_is_a_later_one() {
    let later = |start, end, zones: [&str; 2]| {
        let mut items = items([2].into_iter());
        items[0].kind = ItemKind::new("transportations").unwrap();
        (items[0].start, items[0].end) = (at(start), at(end));
        let [start, end] = zones.map(|name| format::parse_zone(name).unwrap());
        (items[0].ends.time_zone, items[0].ends.end_time_zone) = (start, end);
        let zones = Zones::of_shared(&items);
        let entries = of(&items, &zones, &Dates::default());
        let days = entries.iter().filter_map(|entry| match entry {
            Entry::Day(day) if !day.stays.is_empty() => Some(day.number),
            _ => None,
        });
        days.collect::<Vec<_>>()
    };
    let (london, tokyo) = ("Europe/London", "Asia/Tokyo");
    let [night, morning] = ["2026-05-02T22:00Z", "2026-05-03T06:00Z"];
    assert_eq!(later(night, morning, [london, london]), [3]);
    // Both ends are on the third of May in Tokyo, and the day before in Honolulu.
    assert_eq!(later(night, morning, [tokyo, tokyo]), [0; 0]);
    assert_eq!(later(night, morning, [tokyo, "Pacific/Honolulu"]), [0; 0]);
}

#[test]
fn stays_are_shown_again_on_a_bounded_number_of_days() {
    let mut items = items([1; 100].into_iter());
    for item in &mut items {
        (item.start, item.end) = (at("2026-05-02T15:00"), at("2036-05-05T11:00"));
    }
    let zones = zones(items.len());
    let entries = of(&items, &zones, &Dates::default());
    let stays = entries.iter().map(|entry| match entry {
        Entry::Day(day) => day.stays.len(),
        Entry::Empty(..) => 0,
    });
    assert_eq!(stays.sum::<usize>(), MAX_NIGHTS);
}

#[test]
fn a_zone_is_named_where_it_changes() {
    let mut items = items([1, 1, 2, 3].into_iter());
    for item in &mut items {
        (item.start, item.end) = (at("2026-05-02T15:00"), at("2026-05-02T16:00"));
    }
    items[1].end = None;
    let zone = |name| format::parse_zone(name).unwrap();
    let [lisbon, york] = ["Europe/Lisbon", "america/new_york"].map(zone);
    for (item, start, end) in [
        (0, &lisbon, &lisbon),
        (2, &lisbon, &york),
        (3, &york, &york),
    ] {
        items[item].ends.time_zone.clone_from(start);
        items[item].ends.end_time_zone.clone_from(end);
    }
    items[1].ends = items[0].ends.clone();
    let zones = Zones::of_shared(&items);
    assert_eq!(zones[3].start.city(), "New York");
    let entries = of(&items, &zones, &Dates::default());
    let named = entries.iter().flat_map(|entry| match entry {
        Entry::Day(day) => day.items.iter().map(|stop| stop.names_zone),
        Entry::Empty(..) => panic!("folded days"),
    });
    let named: Vec<_> = named.collect();
    let no = [false, false];
    assert_eq!(named, [[false, true], no, [false, true], no]);
}

#[test]
fn zones_of_the_same_clock_are_one() {
    let zone = |name| format::parse_zone(name).unwrap();
    let mut items = items([1, 2, 3].into_iter());
    let [zurich, paris, lisbon] = ["Europe/Zurich", "Europe/Paris", "Europe/Lisbon"].map(zone);
    for (item, zone) in items.iter_mut().zip([&zurich, &paris, &lisbon]) {
        item.start = at("2026-05-02T15:00Z");
        item.ends.time_zone.clone_from(zone);
    }
    // These differ in summer alone: the zone that was named before counts, not the last one.
    let [denver, phoenix] = ["America/Denver", "America/Phoenix"].map(zone);
    let mut winter = items.clone();
    for (item, (zone, day)) in winter.iter_mut().zip([
        (&denver, "2026-02-01T15:00Z"),
        (&phoenix, "2026-02-02T15:00Z"),
        (&phoenix, "2026-04-02T15:00Z"),
    ]) {
        item.start = at(day);
        item.ends.time_zone.clone_from(zone);
    }
    for (items, expected) in [
        (&items, [true, false, true]),
        (&winter, [true, false, true]),
    ] {
        let zones = Zones::of_shared(items);
        let entries = of(items, &zones, &Dates::default());
        let named = entries.iter().flat_map(|entry| match entry {
            Entry::Day(day) => day.items.iter().map(|stop| stop.names_zone[0]),
            Entry::Empty(..) => panic!("folded days"),
        });
        assert_eq!(named.collect::<Vec<_>>(), expected);
    }
}
