//! Edits of one itinerary item: adding, changing, removing and moving it.

use proptest::prelude::*;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::{Day, ItemDraft};
use wayfare_domain::trip::{Edit, ItemMove, ItemPatch, ItineraryItem, ItineraryPatch, PatchError};
use wayfare_domain::{Quantity, Trip};

use crate::fixture::{TripFixture, at, currency, dec, items, place, share, short, stay_of};

fn patch(itinerary: ItineraryPatch) -> Edit {
    Edit::Items(itinerary)
}

fn add(draft: ItemDraft) -> Edit {
    patch(ItineraryPatch::Add(Box::new(draft)))
}

fn change(id: &str, item: ItemPatch) -> Edit {
    patch(ItineraryPatch::Change(short(id), Box::new(item)))
}

fn remove(id: &str) -> Edit {
    patch(ItineraryPatch::Remove(short(id)))
}

fn move_to(id: &str, day: u32, index: Option<u32>) -> Edit {
    let day = Day::new(day).unwrap();
    patch(ItineraryPatch::Move(short(id), ItemMove { day, index }))
}

fn on(id: &str, day: u32) -> ItemDraft {
    ItemDraft {
        day: Day::new(day).unwrap(),
        ..stay_of(id)
    }
}

fn number(text: &str) -> Quantity {
    Quantity::new(dec(text)).unwrap()
}

/// A trip with items of these days, with the ids a, b, c, …
fn on_days(days: &[u32]) -> TripFixture {
    let mut fixture = TripFixture::new();
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let drafts = ids.iter().zip(days).map(|(id, day)| on(id, *day));
    fixture.assert_changes(items(drafts.collect()));
    fixture
}

/// The ids of the items, in order.
fn order(fixture: &TripFixture) -> String {
    let ids = fixture.trip.itinerary.iter().map(|item| item.id.as_str());
    ids.collect()
}

fn item<'t>(trip: &'t Trip, id: &str) -> &'t ItineraryItem {
    trip.item(id).unwrap().1
}

#[test]
fn a_new_item_goes_to_the_end_of_its_day() {
    for (days, day, wanted) in [
        (&[1, 1, 2, 3][..], 2, "abcxd"),
        (&[1, 1, 2, 3], 1, "abxcd"),
        (&[1, 1, 3], 2, "abxc"),
        (&[2, 3], 1, "xab"),
        (&[2, 3], 9, "abx"),
        (&[], 4, "x"),
        // The days are in no order.
        (&[3, 1, 2], 3, "axbc"),
        (&[5, 1, 6], 2, "abxc"),
    ] {
        let mut fixture = TripFixture::new();
        if !days.is_empty() {
            fixture = on_days(days);
        }
        fixture.assert_changes(add(on("x", day)));
        assert_eq!(order(&fixture), wanted, "{days:?}, {day}");
    }
}

#[test]
fn a_new_item_goes_to_the_index_that_is_sent() {
    for (index, wanted) in [
        ("0", "xabc"),
        ("1", "axbc"),
        ("1.5", "abxc"),
        ("3", "abcx"),
        ("99", "abcx"),
    ] {
        let mut fixture = on_days(&[1, 1, 1]);
        fixture.assert_changes(add(ItemDraft {
            index: Some(number(index)),
            ..on("x", 1)
        }));
        assert_eq!(order(&fixture), wanted, "{index}");
    }
}

#[test]
fn a_new_item_is_checked_against_the_trip() {
    let mut fixture = on_days(&[1]);
    let wrong = ItemDraft {
        start: Some(at("2026-05-02")),
        end: Some(at("2026-05-01")),
        ..on("a", 1)
    };
    assert_eq!(fixture.violations(add(wrong)), ["/id", "/end"]);
    let mut minted = on("", 1);
    minted.id = None;
    fixture.assert_changes(add(minted.clone()));
    fixture.assert_changes(add(minted.clone()));
    let full = (0..Trip::MAX_ITEMS).map(|n| on(&format!("item-{n}"), 1));
    fixture.assert_changes(items(full.collect()));
    assert_eq!(fixture.violations(add(minted)), [""]);
}

#[test]
fn a_missing_item_is_not_found_before_anything_else() {
    let mut fixture = on_days(&[1]);
    for edit in [
        change("x", ItemPatch::default()),
        remove("x"),
        move_to("x", 1, None),
    ] {
        assert_eq!(fixture.apply(edit), Err(PatchError::NoItem));
    }
    fixture.assert_changes(remove("a"));
    assert_eq!(fixture.apply(remove("a")), Err(PatchError::NoItem));
}

#[test]
fn a_patch_changes_only_what_it_has() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        ItemDraft {
            start: Some(at("2026-05-01T09:00:00Z")),
            end: Some(at("2026-05-01T10:00:00Z")),
            budget: BudgetPatch {
                currency: Some(currency("EUR")),
                category: Some(short("Food")),
                shares: Some(vec![share("ada", "1", "0")]),
                ..BudgetPatch::default()
            },
            destination: place("Lisbon", "Portugal"),
            ..on("a", 1)
        },
        on("b", 1),
    ]));
    fixture.assert_unchanged(change("a", ItemPatch::default()));
    let before = item(&fixture.trip, "a").clone();
    fixture.assert_changes(change(
        "a",
        ItemPatch {
            day: Some(Day::new(3).unwrap()),
            index: Some(number("1")),
            ..ItemPatch::default()
        },
    ));
    assert_eq!(order(&fixture), "ba");
    let moved = ItineraryItem {
        day: Day::new(3).unwrap(),
        ..before.clone()
    };
    assert_eq!(*item(&fixture.trip, "a"), moved);
    let budget = BudgetPatch {
        total: Some(dec("7")),
        ..BudgetPatch::default()
    };
    fixture.assert_changes(change(
        "a",
        ItemPatch {
            budget,
            ..ItemPatch::default()
        },
    ));
    let budget = &item(&fixture.trip, "a").budget;
    assert_eq!(budget.total_cost(), dec("7"));
    assert_eq!(
        (budget.currency, &*budget.category),
        (Some(currency("EUR")), "Food")
    );
    assert_eq!(budget.shares, before.budget.shares);
    fixture.assert_changes(change(
        "a",
        ItemPatch {
            clears_currency: true,
            ..ItemPatch::default()
        },
    ));
    assert_eq!(item(&fixture.trip, "a").budget.currency, None);
}

#[test]
fn a_duration_that_was_the_difference_follows_the_times() {
    let mut fixture = TripFixture::new();
    let timed = ItemDraft {
        start: Some(at("2026-05-01T09:00:00Z")),
        end: Some(at("2026-05-01T10:00:00Z")),
        ..on("a", 1)
    };
    fixture.assert_changes(items(vec![
        timed.clone(),
        ItemDraft {
            id: Some(short("b")),
            duration: Some(number("5")),
            ..timed
        },
    ]));
    let later = || ItemPatch {
        end: Some(at("2026-05-01T11:00:00Z")),
        ..ItemPatch::default()
    };
    fixture.assert_changes(change("a", later()));
    fixture.assert_changes(change("b", later()));
    assert_eq!(item(&fixture.trip, "a").duration, number("7200"));
    assert_eq!(item(&fixture.trip, "b").duration, number("5"));
    let early = ItemPatch {
        end: Some(at("2026-05-01T08:00:00Z")),
        ..ItemPatch::default()
    };
    assert_eq!(fixture.violations(change("a", early)), ["/end"]);
    let late = ItemPatch {
        start: Some(at("2026-05-01T12:00:00Z")),
        ..ItemPatch::default()
    };
    assert_eq!(fixture.violations(change("a", late)), ["/start"]);
}

#[test]
fn a_destination_is_merged_or_another_one() {
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(items(vec![ItemDraft {
        destination: place("Lisbon", "Narnia"),
        ..on("a", 1)
    }]));
    let set = |destination: DestinationDraft| {
        let destination = Some(destination);
        change(
            "a",
            ItemPatch {
                destination,
                ..ItemPatch::default()
            },
        )
    };
    let first = item(&fixture.trip, "a").destination.clone();
    fixture.assert_unchanged(set(DestinationDraft::default()));
    fixture.assert_changes(set(DestinationDraft {
        description: Some(short("White")),
        ..DestinationDraft::default()
    }));
    let merged = item(&fixture.trip, "a").destination.clone();
    assert_eq!((&merged.id, &*merged.location), (&first.id, "Narnia"));
    assert_eq!(&*merged.description, "White");
    fixture.assert_changes(set(DestinationDraft {
        name: Some(short("Porto")),
        ..DestinationDraft::default()
    }));
    let other = item(&fixture.trip, "a").destination.clone();
    assert_ne!(other.id, first.id);
    assert_eq!(&*other.location, "Porto, Earth");
    assert_eq!(&*other.description, "A place");
    fixture.assert_changes(set(DestinationDraft {
        id: Some(short("")),
        name: Some(short("")),
        location: Some(short("")),
        description: Some(short("")),
        pin: None,
        position: None,
    }));
    assert_eq!(item(&fixture.trip, "a").destination, Default::default());
}

#[test]
fn moving_an_item_moves_its_times_by_as_many_days() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        ItemDraft {
            start: Some(at("2026-05-01T09:30:00Z")),
            end: Some(at("2026-05-02T01:00:00Z")),
            ..on("a", 2)
        },
        on("b", 5),
    ]));
    fixture.assert_unchanged(move_to("a", 2, None));
    fixture.assert_unchanged(move_to("a", 2, Some(0)));
    fixture.assert_changes(move_to("a", 5, Some(0)));
    assert_eq!(order(&fixture), "ab");
    let moved = item(&fixture.trip, "a");
    assert_eq!(moved.start, Some(at("2026-05-04T09:30:00Z")));
    assert_eq!(moved.end, Some(at("2026-05-05T01:00:00Z")));
    assert_eq!(moved.duration, number("55800"));
    fixture.assert_changes(move_to("a", 5, None));
    assert_eq!(order(&fixture), "ba");
    fixture.assert_changes(move_to("a", 1, None));
    assert_eq!(order(&fixture), "ab");
    assert_eq!(
        item(&fixture.trip, "a").start,
        Some(at("2026-04-30T09:30:00Z"))
    );
    assert_eq!(
        fixture.violations(move_to("a", 4_000_000_000, None)),
        ["/day"]
    );
}

#[test]
fn moving_an_item_within_its_day_counts_the_items_of_that_day() {
    for (id, day, index, wanted) in [
        ("a", 1, Some(1), "bacd"),
        ("a", 1, None, "bacd"),
        ("b", 1, Some(0), "bacd"),
        ("c", 1, Some(1), "acbd"),
        ("d", 2, Some(0), "abdc"),
        ("a", 3, Some(7), "bcda"),
    ] {
        let mut fixture = on_days(&[1, 1, 2, 2]);
        fixture.assert_changes(move_to(id, day, index));
        assert_eq!(order(&fixture), wanted, "{id} to {day}, {index:?}");
    }
    // The items of a day need not be together.
    let mut fixture = on_days(&[1, 2, 1]);
    fixture.assert_unchanged(move_to("a", 1, Some(0)));
    fixture.assert_unchanged(move_to("c", 1, None));
    fixture.assert_changes(move_to("c", 1, Some(0)));
    assert_eq!(order(&fixture), "cab");
}

proptest! {
    #[test]
    fn moving_there_and_back_changes_nothing(
        mut days in prop::collection::vec(1_u32..5, 1..8),
        place in any::<prop::sample::Index>(),
        to in 1_u32..6,
        index in prop::option::of(0_u32..6),
    ) {
        days.sort_unstable();
        let mut fixture = on_days(&days);
        let place = place.index(days.len());
        let before = fixture.trip.itinerary.clone();
        let (id, day) = (before[place].id.clone(), before[place].day.number());
        let rank = days[..place].iter().filter(|other| **other == day).count();
        fixture.apply(move_to(&id, to, index)).unwrap();
        let moved: Vec<&ItineraryItem> = fixture.trip.itinerary.iter().filter(
            |item| item.day.number() == to
        ).collect();
        let found = moved.iter().position(|item| item.id == id).unwrap();
        let wanted = index.map_or(
            usize::MAX, |index| usize::try_from(index).unwrap()
        ).min(moved.len() - 1);
        prop_assert_eq!(found, wanted);
        prop_assert!(fixture.trip.itinerary.is_sorted_by_key(|item| item.day));
        fixture.apply(move_to(&id, day, Some(u32::try_from(rank).unwrap()))).unwrap();
        prop_assert_eq!(&fixture.trip.itinerary, &before);
    }

    #[test]
    fn an_added_item_that_is_removed_leaves_no_trace(
        days in prop::collection::vec(1_u32..5, 1..8),
        day in 1_u32..6,
        index in prop::option::of(0_u32..9),
    ) {
        let mut fixture = on_days(&days);
        let before = fixture.trip.itinerary.clone();
        let index = index.map(|index| number(&index.to_string()));
        fixture.assert_changes(add(ItemDraft { index, ..on("x", day) }));
        prop_assert_eq!(fixture.trip.itinerary.len(), before.len() + 1);
        fixture.assert_changes(remove("x"));
        prop_assert_eq!(fixture.trip.itinerary, before);
    }
}

#[test]
fn times_are_cleared_one_by_one() {
    let mut fixture = TripFixture::new();
    let timed = ItemDraft {
        start: Some(at("2026-05-01T09:00:00Z")),
        end: Some(at("2026-05-01T10:00:00Z")),
        ..on("a", 1)
    };
    fixture.assert_changes(items(vec![timed]));
    let no_start = ItemPatch {
        clears_start: true,
        ..ItemPatch::default()
    };
    fixture.assert_changes(change("a", no_start.clone()));
    let kept = item(&fixture.trip, "a");
    assert_eq!(
        (kept.start, kept.end),
        (None, Some(at("2026-05-01T10:00:00Z")))
    );
    fixture.assert_unchanged(change("a", no_start));
    // A new time wins over the clearing of the one before.
    let later = at("2026-05-01T11:00:00Z");
    let new_end = ItemPatch {
        end: Some(later),
        clears_end: true,
        ..ItemPatch::default()
    };
    fixture.assert_changes(change("a", new_end));
    assert_eq!(item(&fixture.trip, "a").end, Some(later));
    let no_end = ItemPatch {
        clears_end: true,
        ..ItemPatch::default()
    };
    fixture.assert_changes(change("a", no_end));
    assert_eq!(item(&fixture.trip, "a").end, None);
}

#[test]
fn a_copy_comes_after_its_item_and_is_not_paid() {
    let mut fixture = TripFixture::new();
    let budget = BudgetPatch {
        currency: Some(currency("EUR")),
        shares: Some(vec![share("ada", "6", "10"), share("ben", "4", "0")]),
        ..BudgetPatch::default()
    };
    let dinner = ItemDraft {
        budget,
        start: Some(at("2026-05-01T19:00:00Z")),
        destination: place("Tavern", "Lisbon"),
        ..on("a", 2)
    };
    fixture.assert_changes(items(vec![dinner, on("b", 2)]));
    fixture.assert_changes(patch(ItineraryPatch::Copy(short("a"))));
    let [first, copy, last] = fixture.trip.itinerary.as_slice() else {
        panic!("{:?}", fixture.trip.itinerary);
    };
    assert_eq!((first.id.as_str(), last.id.as_str()), ("a", "b"));
    assert!(copy.id != first.id && !copy.id.is_empty());
    assert_eq!((copy.day, copy.start), (first.day, first.start));
    assert_eq!(copy.destination, first.destination);
    assert_eq!(copy.budget.total_cost(), dec("10"));
    assert_eq!(copy.budget.total_paid(), dec("0"));
    assert_eq!(first.budget.total_paid(), dec("10"));
    let unknown = patch(ItineraryPatch::Copy(short("nothing")));
    assert_eq!(fixture.apply(unknown), Err(PatchError::NoItem));
}
