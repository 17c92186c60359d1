//! Which destination an entry of `dest` means: names, ids, objects, order, repeats, and the
//! itinerary's.

use wayfare_domain::Trip;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::itinerary::ItemDraft;

use crate::fixture::{TripFixture, dest, items, named, place, short, stay};

fn ids(trip: &Trip) -> Vec<String> {
    trip.plan
        .destinations
        .iter()
        .map(|destination| destination.id.to_string())
        .collect()
}

fn shown(trip: &Trip) -> Vec<(&str, &str)> {
    trip.plan
        .destinations
        .iter()
        .map(|destination| (&*destination.name, &*destination.location))
        .collect()
}

fn given(drafts: Vec<DestinationDraft>) -> wayfare_domain::trip::Edit {
    dest(drafts.into_iter().map(DestinationEntry::Given).collect())
}

fn with_id(id: &str, draft: DestinationDraft) -> DestinationDraft {
    DestinationDraft {
        id: Some(short(id)),
        ..draft
    }
}

/// A trip through `names`, each a destination of its own.
fn through(names: &[&str]) -> TripFixture {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dest(named(names)));
    fixture
}

#[test]
fn names_become_destinations_in_the_order_sent() {
    let fixture = through(&["Lisbon", "Porto"]);
    assert_eq!(shown(&fixture.trip), [("Lisbon", ""), ("Porto", "")]);
    let ids = ids(&fixture.trip);
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn a_list_sent_back_by_name_by_id_or_as_objects_is_the_same_list() {
    let mut fixture = through(&["Lisbon", "Porto", "Lisbon"]);
    let ids = ids(&fixture.trip);
    assert_eq!(ids[0], ids[2], "a repeat is the same destination");
    fixture.assert_unchanged(dest(named(&["Lisbon", "Porto", "Lisbon"])));
    fixture.assert_unchanged(dest(named(
        &ids.iter().map(String::as_str).collect::<Vec<_>>(),
    )));
    fixture.assert_unchanged(given(
        fixture
            .trip
            .plan
            .destinations
            .iter()
            .map(|d| with_id(&d.id, place(&d.name, &d.location)))
            .collect(),
    ));
    fixture.assert_unchanged(given(
        ["Lisbon", "Porto", "Lisbon"]
            .map(|name| place(name, ""))
            .into(),
    ));
}

#[test]
fn destinations_that_stay_keep_their_ids_and_fields() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(given(vec![
        place("Lisbon", "Portugal"),
        place("Porto", "Portugal"),
    ]));
    let before = ids(&fixture.trip);
    fixture.assert_changes(dest(named(&["Porto", "Faro", "Lisbon"])));
    let after = ids(&fixture.trip);
    assert_eq!((&after[0], &after[2]), (&before[1], &before[0]));
    assert_eq!(
        shown(&fixture.trip),
        [("Porto", "Portugal"), ("Faro", ""), ("Lisbon", "Portugal")]
    );
    fixture.assert_changes(dest(named(&[])));
    assert!(fixture.trip.plan.destinations.is_empty());
}

#[test]
fn two_destinations_of_one_name_stay_two() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(given(vec![
        with_id("il", place("Springfield", "Illinois")),
        with_id("ma", place("Springfield", "Massachusetts")),
    ]));
    fixture.assert_unchanged(dest(named(&["Springfield", "Springfield"])));
    fixture.assert_unchanged(dest(named(&["il", "ma"])));
    fixture.assert_changes(dest(named(&["ma", "il"])));
    assert_eq!(ids(&fixture.trip), ["ma", "il"]);
    fixture.assert_changes(dest(named(&["Springfield"])));
    assert_eq!(ids(&fixture.trip), ["ma"]);
}

#[test]
fn of_equal_names_the_nth_is_the_nth_destination_of_that_name() {
    let cases = [
        (
            &["o", "f", "t"][..],
            &["Paris", "Paris"][..],
            &["f", "t"][..],
        ),
        (&["f", "t"], &["Paris", "Rome", "Paris"], &["f", "", "t"]),
        (
            &["f", "t", "o"],
            &["Oslo", "Paris", "Paris"],
            &["o", "f", "t"],
        ),
        (
            &["f", "t", "f"],
            &["Oslo", "Paris", "Paris", "Paris"],
            &["", "f", "t", "f"],
        ),
        (&["f", "t"], &["Paris", "Paris", "Paris"], &["f", "t", "f"]),
        (&["f", "t"], &["f", "Paris"], &["f", "t"]),
    ];
    for (before, sent, after) in cases {
        let mut fixture = TripFixture::new();
        let all = [
            with_id("o", place("Oslo", "Norway")),
            with_id("f", place("Paris", "France")),
            with_id("t", place("Paris", "Texas")),
        ];
        let of = |id: &&str| all.iter().find(|it| it.id == Some(short(id))).cloned();
        fixture.assert_changes(given(before.iter().filter_map(of).collect()));
        fixture.apply(dest(named(sent))).unwrap();
        let ids = ids(&fixture.trip);
        let known = |id: &String| before.contains(&&**id).then(|| id.clone());
        let ids: Vec<String> = ids.iter().map(|id| known(id).unwrap_or_default()).collect();
        assert_eq!(ids, after, "{before:?} {sent:?}");
    }
}

#[test]
fn names_that_are_ids_of_others_come_back_as_they_were_answered() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(given(vec![
        with_id("X", place("Y", "")),
        with_id("Y", place("Z", "")),
    ]));
    fixture.assert_unchanged(dest(named(&["Y", "Z"])));
    fixture.assert_unchanged(dest(named(&["X", "Y"])));
    fixture.assert_changes(dest(named(&["Z", "Y"])));
    assert_eq!(ids(&fixture.trip), ["Y", "X"]);
}

#[test]
fn new_objects_of_one_name_that_differ_are_two_destinations() {
    let mut fixture = TripFixture::new();
    let sent = || {
        vec![
            place("Springfield", "Illinois"),
            place("Springfield", "Massachusetts"),
            place("Springfield", "Illinois"),
        ]
    };
    fixture.assert_changes(given(sent()));
    assert_eq!(
        shown(&fixture.trip),
        [
            ("Springfield", "Illinois"),
            ("Springfield", "Massachusetts"),
            ("Springfield", "Illinois")
        ]
    );
    let ids = ids(&fixture.trip);
    assert_ne!(ids[0], ids[1]);
    assert_eq!(ids[0], ids[2]);
    fixture.assert_unchanged(given(sent()));
    fixture.assert_unchanged(dest(named(&["Springfield"; 3])));
}

#[test]
fn an_object_changes_only_the_fields_it_sends() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(given(vec![
        place("Lisbon", "Portugal"),
        place("Lisbon", "Portugal"),
    ]));
    let [first, second] = <[String; 2]>::try_from(ids(&fixture.trip)).unwrap();
    assert_eq!(first, second);
    let description = DestinationDraft {
        description: Some(short("hills")),
        ..place("Lisbon", "Portugal")
    };
    fixture.assert_changes(given(vec![description.clone()]));
    assert_eq!(ids(&fixture.trip), [&*first]);
    assert_eq!(&*fixture.trip.plan.destinations[0].description, "hills");
    let renamed = DestinationDraft {
        id: Some(short(&first)),
        name: Some(short("Lisboa")),
        ..DestinationDraft::default()
    };
    fixture.assert_changes(given(vec![renamed]));
    let destination = &fixture.trip.plan.destinations[0];
    assert_eq!(
        (
            &*destination.id,
            &*destination.name,
            &*destination.description
        ),
        (&*first, "Lisboa", "hills")
    );
}

#[test]
fn an_id_that_was_sent_is_kept_and_an_empty_one_counts_as_left_out() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(given(vec![
        with_id("osm-5", place("Lisbon", "")),
        with_id("", place("Porto", "")),
    ]));
    let ids = ids(&fixture.trip);
    assert_eq!(ids[0], "osm-5");
    assert!(!ids[1].is_empty());
    fixture.assert_changes(given(vec![with_id("osm-6", place("Lisbon", ""))]));
    assert_eq!(
        crate::places::destinations::ids(&fixture.trip),
        ["osm-6"],
        "another id is another destination, whatever its name"
    );
}

#[test]
fn an_object_without_a_name_sent_again_is_the_same_destination() {
    let mut fixture = TripFixture::new();
    let somewhere = |location: &str| DestinationDraft {
        location: Some(short(location)),
        ..DestinationDraft::default()
    };
    let sent = || {
        given(vec![
            somewhere("Portugal"),
            somewhere("Spain"),
            DestinationDraft::default(),
            somewhere("Spain"),
        ])
    };
    fixture.assert_changes(sent());
    let ids = ids(&fixture.trip);
    assert_eq!(ids[1], ids[3]);
    assert_eq!(
        ids.iter().collect::<std::collections::HashSet<_>>().len(),
        3
    );
    fixture.assert_unchanged(sent());
}

#[test]
fn a_name_or_id_of_the_itinerary_is_that_destination() {
    let mut fixture = TripFixture::new();
    let sintra = with_id("s", place("Sintra", "Portugal"));
    fixture.assert_changes(items(vec![ItemDraft {
        destination: sintra,
        ..stay()
    }]));
    assert!(
        fixture.trip.plan.destinations.is_empty(),
        "an item's destination is not added to the list"
    );
    fixture.assert_changes(dest(named(&["Sintra"])));
    assert_eq!(
        (ids(&fixture.trip), shown(&fixture.trip)),
        (vec!["s".to_owned()], vec![("Sintra", "Portugal")])
    );
    fixture.assert_changes(dest(named(&[])));
    fixture.assert_changes(dest(named(&["s"])));
    assert_eq!(shown(&fixture.trip), [("Sintra", "Portugal")]);
}

#[test]
fn the_list_comes_before_the_itinerary() {
    let mut fixture = through(&["Sintra"]);
    let own = ids(&fixture.trip);
    fixture.assert_changes(items(vec![ItemDraft {
        destination: with_id("s", place("Sintra", "Portugal")),
        ..stay()
    }]));
    fixture.assert_changes(dest(named(&["Faro", "Sintra"])));
    assert_eq!(ids(&fixture.trip)[1], own[0]);
}

#[test]
fn the_first_destination_with_an_id_wins() {
    let mut fixture = TripFixture::new();
    let item = |name: &str| ItemDraft {
        destination: with_id("s", place(name, "")),
        ..stay()
    };
    fixture.assert_changes(items(vec![item("Sintra"), item("Cintra")]));
    let sent = || dest(named(&["s", "Sintra"]));
    fixture.assert_changes(sent());
    assert_eq!(
        shown(&fixture.trip),
        [("Sintra", ""), ("Sintra", "")],
        "the first item's word holds"
    );
    fixture.assert_unchanged(sent());
}

#[test]
fn later_entries_refer_to_a_renamed_destination_by_its_new_name() {
    let mut fixture = through(&["Lisbon", "Lisbon"]);
    let id = ids(&fixture.trip).remove(0);
    let renamed = DestinationEntry::Given(with_id(&id, place("Lisboa", "")));
    let entries = [renamed].into_iter().chain(named(&["Lisboa", "Lisbon"]));
    fixture.assert_changes(dest(entries.collect()));
    let after = ids(&fixture.trip);
    assert_eq!((&after[0], &after[1]), (&id, &id));
    assert_ne!(after[2], id);
}
