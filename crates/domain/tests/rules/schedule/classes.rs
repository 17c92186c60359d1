//! What items are: set, or derived from their kind and category.

use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::itinerary::{ItemDraft, ItemKind};
use wayfare_domain::trip::{
    Edit, ItemClass, ItemPatch, ItineraryPatch, Section, Sections, TripCopy,
};
use wayfare_domain::{Currency, People, ReferenceRates, TripId, Uuid};

use crate::fixture::{ADA, TripFixture, items, short, stay_of};

const STAYS: [(&str, ItemClass); 6] = [
    ("Accommodation", ItemClass::Stay),
    ("Food and Restaurants", ItemClass::Food),
    ("Activities", ItemClass::Activity),
    ("Transportation", ItemClass::Other),
    ("Bets", ItemClass::Other),
    ("", ItemClass::Other),
];

fn draft(kind: &str, category: &str, class: Option<ItemClass>) -> ItemDraft {
    ItemDraft {
        kind: ItemKind::new(kind).unwrap(),
        budget: BudgetPatch {
            category: Some(short(category)),
            ..BudgetPatch::default()
        },
        class,
        ..stay_of("a")
    }
}

fn with(kind: &str, category: &str, class: Option<ItemClass>) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(items(vec![draft(kind, category, class)]));
    fixture
}

fn change(item: ItemPatch) -> Edit {
    Edit::Items(ItineraryPatch::Change(short("a"), Box::new(item)))
}

fn class(fixture: &TripFixture) -> ItemClass {
    fixture.trip.itinerary[0].class()
}

#[test]
fn names_are_those_of_all_classes() {
    for (class, name) in ItemClass::ALL {
        assert_eq!((ItemClass::new(name), class.name()), (Ok(class), name));
    }
    assert_eq!(ItemClass::new(""), Ok(ItemClass::Other));
    for wrong in ["Flight", "plane", " food"] {
        let reason = ItemClass::new(wrong).unwrap_err().to_string();
        assert!(reason.starts_with("must be one of flight, train, "));
    }
}

#[test]
fn without_one_that_is_set_kind_and_category_say_what_an_item_is() {
    for (category, wanted) in STAYS {
        assert_eq!(class(&with("stay", category, None)), wanted, "{category}");
        let travel = with("transportation", category, None);
        assert_eq!(class(&travel), ItemClass::Travel, "{category}");
    }
}

#[test]
fn what_is_set_counts_while_it_fits_the_kind() {
    for (set, _) in ItemClass::ALL {
        let (own, other, derived) = match set.is_travel() {
            true => ("transportations", "stay", ItemClass::Food),
            false => ("stay", "transportations", ItemClass::Travel),
        };
        let mut fixture = with(own, "Food and Restaurants", Some(set));
        let shown = match set {
            ItemClass::Other => ItemClass::Food,
            set => set,
        };
        assert_eq!(class(&fixture), shown);
        let kind = |kind| ItemPatch {
            kind: Some(ItemKind::new(kind).unwrap()),
            ..ItemPatch::default()
        };
        fixture.assert_changes(change(kind(other)));
        assert_eq!(class(&fixture), derived, "{set:?}");
        fixture.assert_changes(change(kind(own)));
        assert_eq!(class(&fixture), shown, "{set:?}");
    }
}

#[test]
fn it_stays_where_it_is_left_out_and_the_empty_name_removes_it() {
    let mut fixture = with("stay", "Activities", Some(ItemClass::Sight));
    let set = |class| ItemPatch {
        class: Some(class),
        ..ItemPatch::default()
    };
    fixture.assert_unchanged(items(vec![draft("stay", "Activities", None)]));
    fixture.assert_changes(items(vec![ItemDraft {
        day: wayfare_domain::trip::itinerary::Day::new(2).unwrap(),
        ..draft("stay", "Activities", None)
    }]));
    assert_eq!(class(&fixture), ItemClass::Sight);
    fixture.assert_unchanged(change(ItemPatch::default()));
    fixture.assert_unchanged(change(set(ItemClass::Sight)));
    fixture.assert_changes(change(set(ItemClass::new("").unwrap())));
    assert_eq!(class(&fixture), ItemClass::Activity);
    assert_eq!(fixture.trip.itinerary[0].class, None);
}

#[test]
fn what_an_answer_says_sets_nothing() {
    let mut fixture = with("stay", "Activities", None);
    let shown = Some(class(&fixture));
    fixture.assert_unchanged(items(vec![draft("stay", "Activities", shown)]));
    fixture.assert_changes(items(vec![draft("stay", "Food and Restaurants", shown)]));
    assert_eq!(class(&fixture), ItemClass::Food);
}

#[test]
fn items_look_the_same_where_their_category_is_hidden() {
    let mut fixture = with("stay", "Accommodation", None);
    let trip = fixture.trip.clone();
    let people = People::new(Vec::new());
    let summary = || trip.budget_summary(Currency::CAD, &ReferenceRates::default(), &people);
    let itinerary = Sections::new([Section::Itinerary]).unwrap();
    let shared = trip.shared(&itinerary, &people, summary, || None, &|_| None);
    let item = &shared.itinerary.unwrap()[0];
    assert_eq!(
        (item.class(), &*item.budget.category),
        (ItemClass::Stay, "")
    );

    let copy = fixture.in_context(ADA, |trip, context| {
        trip.copy(
            TripId(Uuid::from_u128(99)),
            &TripCopy::default(),
            &People::default(),
            context,
        )
    });
    let copy = &copy.unwrap().itinerary[0];
    assert_eq!(
        (copy.class(), &*copy.budget.category),
        (ItemClass::Stay, "")
    );
}
