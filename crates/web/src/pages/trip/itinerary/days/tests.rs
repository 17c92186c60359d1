use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::{Moment, ShortText};

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
        booking: None,
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
        is(|entry| matches!(entry, Entry::Day(day) if !day.stops.is_empty())),
        is(|entry| matches!(entry, Entry::Day(day) if day.stops.is_empty())),
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
        Entry::Day(day) if !day.stops.is_empty() => Some((day.number, day.date.is_some())),
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
        Entry::Day(day) => day.stops.iter().map(Stop::part),
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
        let times = last.stops[place].times().map(|time| time.map(|(at, _)| at));
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
            Entry::Day(day) if day.stops.iter().any(Stop::is_later) => Some(day.number),
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
        Entry::Day(day) => day.stops.iter().filter(|stop| stop.is_later()).count(),
        Entry::Empty(..) => 0,
    });
    assert_eq!(stays.sum::<usize>(), MAX_NIGHTS);
}

#[test]
fn clocks_are_compared_at_the_two_ends_of_travel() {
    let change = |kind, day: &str, zones: [&str; 2]| {
        let mut items = items([1].into_iter());
        items[0].kind = ItemKind::new(kind).unwrap();
        items[0].start = at(&format!("{day}T06:00"));
        items[0].end = at(&format!("{day}T09:00"));
        let [start, end] = zones.map(|name| format::parse_zone(name).unwrap());
        (items[0].ends.time_zone, items[0].ends.end_time_zone) = (start, end);
        Stop::new(&items[0], &Zones::of_shared(&items)[0]).clock_change()
    };
    let (travel, london, paris) = ("transportations", "Europe/London", "Europe/Paris");
    let [summer, winter] = ["2026-05-02", "2026-01-02"];
    assert_eq!(change(travel, summer, [london, paris]), Some(60));
    assert_eq!(change(travel, summer, [paris, london]), Some(-60));
    assert_eq!(change(travel, summer, [london, "Asia/Kolkata"]), Some(270));
    assert_eq!(change(travel, summer, [paris, "Europe/Zurich"]), None);
    // These differ in summer alone.
    let [denver, phoenix] = ["America/Denver", "America/Phoenix"];
    assert_eq!(change(travel, summer, [denver, phoenix]), Some(-60));
    assert_eq!(change(travel, winter, [denver, phoenix]), None);
    assert_eq!(change("stay", summer, [london, paris]), None);
}

/// The names of what is on a day, in order.
fn names<'a>(entries: &'a [Entry<'_>], day: usize) -> Vec<&'a str> {
    match &entries[day] {
        Entry::Day(day) => {
            let stops = day.stops.iter();
            stops
                .map(|stop| stop.item.destination.name.as_str())
                .collect()
        }
        Entry::Empty(..) => panic!("folded days"),
    }
}

#[test]
fn a_bed_is_the_end_of_its_day_and_the_begin_of_its_last() {
    let mut items = items([1, 1, 1, 3, 3].into_iter());
    for (item, (name, start, end)) in items.iter_mut().zip([
        ("hotel", "2026-05-01T15:00", "2026-05-03T11:00"),
        ("train", "2026-05-01T16:00", "2026-05-01T18:00"),
        ("dinner", "2026-05-01T20:00", "2026-05-01T21:00"),
        ("inn", "2026-05-03T14:00", "2026-05-04T11:00"),
        ("breakfast", "2026-05-03T09:00", "2026-05-03T10:00"),
    ]) {
        item.destination.name = ShortText::new(name).unwrap();
        (item.start, item.end) = (at(start), at(end));
        if ["hotel", "inn"].contains(&name) {
            item.class = Some(ItemClass::Stay);
        }
    }
    items[1].kind = ItemKind::new("transportations").unwrap();
    let zones = zones(items.len());
    let shown = |items: &[ItineraryItem], day| -> Vec<String> {
        let entries = of(items, &zones, &Dates::default());
        names(&entries, day)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(shown(&items, 0), ["train", "dinner", "hotel"]);
    assert_eq!(shown(&items, 1), ["hotel"]);
    assert_eq!(shown(&items, 2), ["hotel", "breakfast", "inn"]);
    // The hour that forms fill in is nobody's choice.
    items[0].typed.end = LocalTime::parse("2026-05-03T11:00").ok();
    assert_eq!(shown(&items, 2), ["hotel", "breakfast", "inn"]);
    items[0].typed.end = LocalTime::parse("2026-05-03T10:30").ok();
    items[0].end = at("2026-05-03T10:30");
    assert_eq!(shown(&items, 2), ["breakfast", "hotel", "inn"]);
    let entries = of(&items, &zones, &Dates::default());
    let Entry::Day(first) = &entries[0] else {
        panic!("no first day")
    };
    // A check-in hour says from when.
    assert_eq!(
        first.stops[2].times().map(|time| time.is_some()),
        [true, false]
    );
}
