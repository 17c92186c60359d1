//! The itinerary: order, ids, what is filled in, what is refused, and which item answers.

use wayfare_domain::Trip;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemPhoto, PhotoUrl, first_changed};

use crate::fixture::{
    TripFixture, amount, at, dec, items, place, share, short, stay, stay_of, travel,
};

fn ids(trip: &Trip) -> Vec<&str> {
    trip.itinerary.iter().map(|item| &*item.id).collect()
}

fn indexed(id: &str, index: &str) -> ItemDraft {
    ItemDraft {
        index: Some(amount(index)),
        ..stay_of(id)
    }
}

fn day(number: u32) -> Day {
    Day::new(number).unwrap()
}

/// A trip of the items of those ids.
fn of(list: &[&str]) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(list.iter().map(|id| stay_of(id)).collect()));
    fixture
}

#[test]
fn index_orders_the_items_and_ties_keep_the_order_sent() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        indexed("a", "7"),
        indexed("b", "0"),
        indexed("c", "7"),
        indexed("d", "0.5"),
        indexed("e", "0"),
    ]));
    assert_eq!(ids(&fixture.trip), ["b", "e", "d", "a", "c"]);
}

#[test]
fn an_index_left_out_is_the_place_in_the_list() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        stay_of("a"),
        indexed("b", "9"),
        stay_of("c"),
        indexed("d", "1"),
        stay_of("e"),
    ]));
    assert_eq!(ids(&fixture.trip), ["a", "d", "c", "e", "b"]);
}

#[test]
fn other_indexes_in_the_same_order_change_nothing() {
    let mut fixture = of(&["a", "b", "c"]);
    fixture.assert_unchanged(items(vec![
        indexed("c", "30"),
        indexed("b", "20"),
        indexed("a", "10"),
    ]));
    fixture.assert_changes(items(vec![stay_of("b"), stay_of("a"), stay_of("c")]));
    assert_eq!(ids(&fixture.trip), ["b", "a", "c"]);
}

#[test]
fn ids_sent_are_kept_and_missing_or_empty_ones_minted() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![stay_of("a"), stay(), stay_of("")]));
    let minted: Vec<String> = ids(&fixture.trip).into_iter().map(str::to_owned).collect();
    assert_eq!(minted[0], "a");
    assert!(minted[1].len() == 36 && minted[2].len() == 36 && minted[1] != minted[2]);
    fixture.assert_unchanged(items(vec![stay_of("a"), stay(), stay()]));
    fixture.assert_changes(items(vec![stay_of("a"), travel("Porto"), stay()]));
    assert_ne!(
        ids(&fixture.trip)[1],
        minted[1],
        "another item in its place is another item"
    );
    assert_eq!(ids(&fixture.trip)[2], minted[2]);
}

#[test]
fn an_item_without_id_does_not_take_an_id_that_was_sent_elsewhere() {
    let mut fixture = of(&["a", "b"]);
    fixture.assert_changes(items(vec![stay(), stay_of("a")]));
    let ids = ids(&fixture.trip);
    assert_eq!(ids[1], "a");
    assert_ne!(ids[0], "a");
}

#[test]
fn items_sent_again_without_their_ids_change_nothing() {
    let mut fixture = TripFixture::new();
    let sent = || {
        let hotel = ItemDraft {
            day: day(2),
            start: Some(at("2026-05-02T14:00:00Z")),
            end: Some(at("2026-05-02T15:30:00Z")),
            destination: place("Hotel", "Lisbon"),
            budget: BudgetPatch {
                category: Some(short("Accommodation")),
                total: Some(dec("0")),
                shares: Some(vec![share("ada", "120", "20")]),
                ..BudgetPatch::default()
            },
            photos: vec![ItemPhoto {
                url: PhotoUrl::new("https://a.example/1.jpg").unwrap(),
                description: short(""),
            }],
            ..stay()
        };
        items(vec![
            travel("Lisbon"),
            hotel,
            ItemDraft {
                index: Some(amount("0")),
                ..travel("Faro")
            },
        ])
    };
    fixture.assert_changes(sent());
    fixture.assert_unchanged(sent());
}

#[test]
fn all_violations_of_an_itinerary_are_listed() {
    let mut fixture = of(&["a"]);
    let [noon, one] = ["2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z"].map(|time| Some(at(time)));
    let backwards = ItemDraft {
        start: one,
        end: noon,
        ..stay_of("b")
    };
    let refused = fixture.violations(items(vec![
        stay_of("x"),
        backwards,
        stay_of("x"),
        ItemDraft {
            start: one,
            end: noon,
            ..stay_of("x")
        },
    ]));
    assert_eq!(
        refused,
        [
            "/itinerary/1/end",
            "/itinerary/2/id",
            "/itinerary/3/id",
            "/itinerary/3/end"
        ]
    );
    fixture.assert_changes(items(vec![
        ItemDraft {
            start: noon,
            end: noon,
            ..stay_of("a")
        },
        stay_of("A"),
    ]));
}

#[test]
fn days_are_counted_from_1() {
    assert!(Day::new(0).is_err());
    assert_eq!(Day::new(1), Ok(Day::FIRST));
    assert_eq!(day(u32::MAX).number(), u32::MAX);
}

#[test]
fn a_missing_duration_is_the_seconds_from_start_to_end() {
    let times = |start: &str, end: &str| ItemDraft {
        start: Some(at(start)),
        end: Some(at(end)),
        ..stay()
    };
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![
        times("2026-05-01T12:00:00Z", "2026-05-01T13:30:00.5Z"),
        ItemDraft {
            duration: Some(amount("60")),
            ..times("2026-05-01T12:00:00Z", "2026-05-01T13:30:00Z")
        },
        ItemDraft {
            start: Some(at("2026-05-01T12:00:00Z")),
            ..stay()
        },
        ItemDraft {
            duration: Some(amount("0")),
            ..times("2026-05-01", "2026-05-02")
        },
        times("0001-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z"),
    ]));
    let durations: Vec<_> = fixture
        .trip
        .itinerary
        .iter()
        .map(|item| item.duration.value())
        .collect();
    assert_eq!(
        durations,
        ["5400.5", "60", "0", "0", "315537897599.998"].map(dec)
    );
}

#[test]
fn an_item_replaces_all_fields_of_its_predecessor() {
    let mut fixture = TripFixture::new();
    let full = ItemDraft {
        start: Some(at("2026-05-01")),
        duration: Some(amount("60")),
        destination: place("Lisbon", "Portugal"),
        budget: BudgetPatch {
            category: Some(short("Food")),
            total: Some(dec("5")),
            shares: Some(vec![share("ada", "3", "0")]),
            ..BudgetPatch::default()
        },
        ..stay_of("a")
    };
    fixture.assert_changes(items(vec![full]));
    fixture.assert_changes(items(vec![ItemDraft {
        destination: place("Lisbon", ""),
        ..stay_of("a")
    }]));
    let item = &fixture.trip.itinerary[0];
    assert_eq!(
        (
            item.start,
            item.duration.value(),
            &*item.destination.location
        ),
        (None, dec("0"), "")
    );
    assert_eq!(
        (
            item.budget.category(),
            item.budget.total_cost(),
            item.budget.shares.len()
        ),
        ("Other", dec("0"), 0)
    );
}

#[test]
fn an_items_destination_keeps_its_id_or_gets_a_new_one() {
    let mut fixture = TripFixture::new();
    let at_place = |destination: DestinationDraft| {
        items(vec![ItemDraft {
            destination,
            ..stay_of("a")
        }])
    };
    fixture.assert_changes(at_place(place("Lisbon", "")));
    let id = fixture.trip.itinerary[0].destination.id.clone();
    assert_eq!(id.len(), 36);
    fixture.assert_unchanged(at_place(place("Lisbon", "")));
    fixture.assert_changes(at_place(place("Lisbon", "Portugal")));
    assert_eq!(fixture.trip.itinerary[0].destination.id, id);
    fixture.assert_changes(at_place(place("Porto", "")));
    assert_ne!(fixture.trip.itinerary[0].destination.id, id);
    fixture.assert_changes(at_place(DestinationDraft {
        id: Some(short("own")),
        ..DestinationDraft::default()
    }));
    assert_eq!(&*fixture.trip.itinerary[0].destination.id, "own");
    fixture.assert_changes(at_place(place("", "")));
    assert_eq!(
        &*fixture.trip.itinerary[0].destination.id, "",
        "the empty destination, as it is answered"
    );
    fixture.assert_unchanged(at_place(DestinationDraft::default()));
}

#[test]
fn the_answer_is_the_first_item_added_or_changed_else_the_first_left() {
    let mut fixture = of(&["a", "b", "c"]);
    let mut answer = |drafts| {
        let before = fixture.trip.itinerary.clone();
        fixture.assert_changes(items(drafts));
        first_changed(&before, &fixture.trip.itinerary)
            .map(|place| fixture.trip.itinerary[place].id.to_string())
    };
    let moved = answer(vec![stay_of("c"), stay_of("a"), stay_of("b")]);
    assert_eq!(moved.as_deref(), Some("c"), "only moved");
    let removed = answer(vec![stay_of("a"), stay_of("b")]);
    assert_eq!(removed.as_deref(), Some("a"), "only removed");
    let changed = answer(vec![
        stay_of("a"),
        ItemDraft {
            day: day(2),
            ..stay_of("b")
        },
    ]);
    assert_eq!(changed.as_deref(), Some("b"));
    let both = answer(vec![
        ItemDraft {
            day: day(3),
            ..stay_of("b")
        },
        ItemDraft {
            index: Some(amount("0")),
            ..stay_of("n")
        },
    ]);
    assert_eq!(both.as_deref(), Some("b"), "the first in order");
    assert_eq!(
        answer(vec![indexed("z", "1"), indexed("n", "0")]).as_deref(),
        Some("z")
    );
    assert_eq!(answer(vec![]), None);
}
