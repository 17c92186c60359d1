use crate::Moment;
use crate::trip::schedule::itinerary::{Day, ItemKind};
use crate::trip::{ItemClass, ItineraryItem};

use super::CoveredDays;

fn covered(kind: &str, class: Option<ItemClass>, start: &str, end: &str) -> (u32, u32, bool) {
    let item = ItineraryItem {
        id: Default::default(),
        kind: ItemKind::new(kind).unwrap(),
        day: Day::new(1).unwrap(),
        start: None,
        end: None,
        duration: Default::default(),
        budget: Default::default(),
        destination: Default::default(),
        photos: Vec::new(),
        ends: Default::default(),
        typed: Default::default(),
        confirmation: Default::default(),
        class,
        booking: None,
    };
    let [start, end] = [start, end].map(|text| Moment::from_text(text).unwrap().at);
    let CoveredDays {
        nights,
        last,
        are_whole,
    } = item.covered_days(start, end);
    (nights, last, are_whole)
}

#[test]
fn what_lasts_until_the_morning_stands_on_another_day() {
    let festival = |end| covered("stay", None, "2026-06-13T18:00", end);
    assert_eq!(festival("2026-06-13T23:00"), (0, 0, false));
    assert_eq!(festival("2026-06-14T02:00"), (1, 0, false));
    assert_eq!(festival("2026-06-14T05:59"), (1, 0, false));
    assert_eq!(festival("2026-06-14T06:00"), (1, 1, false));
    assert_eq!(festival("2026-06-15T02:00"), (2, 1, false));
    // Clocks at its end may show an earlier day than those at its start.
    assert_eq!(festival("2026-06-12T23:00"), (0, 0, false));
}

#[test]
fn a_stay_stands_on_the_day_of_its_check_out() {
    let stay = |start, end| covered("stay", Some(ItemClass::Stay), start, end);
    assert_eq!(stay("2026-06-13T15:00", "2026-06-14T11:00"), (1, 1, false));
    assert_eq!(stay("2026-06-13T22:00", "2026-06-14T05:00"), (1, 0, false));
    assert_eq!(stay("2026-06-13T15:00", "2026-06-17T04:00"), (4, 4, false));
    assert_eq!(stay("2026-06-13T00:00", "2026-06-14T00:00"), (1, 1, true));
    assert_eq!(stay("2026-06-13T00:00", "2026-06-15T00:00"), (2, 2, true));
}

#[test]
fn whole_days_end_with_a_midnight() {
    let event = |start, end| covered("stay", Some(ItemClass::Activity), start, end);
    assert_eq!(event("2026-06-13T00:00", "2026-06-14T00:00"), (0, 0, true));
    assert_eq!(event("2026-06-13T00:00", "2026-06-15T00:00"), (1, 1, true));
    assert_eq!(event("2026-06-13T00:00", "2026-06-16T00:00"), (2, 2, true));
}

#[test]
fn travel_stands_on_the_day_of_its_arrival() {
    let travel = |end| covered("transportations", None, "2026-06-13T22:00", end);
    assert_eq!(travel("2026-06-14T02:00"), (1, 1, false));
    assert_eq!(travel("2026-06-16T02:00"), (3, 3, false));
}
