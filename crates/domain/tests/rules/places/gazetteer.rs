//! Gazetteer data in new destinations: only missing fields are filled in, by distinct queries.

use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::place::{Coordinates, PlaceMatch};
use wayfare_domain::trip::{Destination, Edit};
use wayfare_domain::{Description, Trip};

use crate::fixture::{
    TripFixture, amount, dec, dest, everywhere, items, named, place, short, stay_of, travel,
};

/// Location, description and whether there are coordinates.
fn known(destination: &Destination) -> (&str, &str, bool) {
    (
        &destination.location,
        &destination.description,
        destination.coordinates.is_some(),
    )
}

fn shown(trip: &Trip) -> Vec<(&str, &str, bool)> {
    trip.plan.destinations.iter().map(known).collect()
}

fn given(draft: DestinationDraft) -> DestinationEntry {
    DestinationEntry::Given(draft)
}

fn whole(name: &str, location: &str, description: &str) -> DestinationDraft {
    DestinationDraft {
        description: Some(short(description)),
        ..place(name, location)
    }
}

fn only_name(name: &str) -> DestinationDraft {
    DestinationDraft {
        name: Some(short(name)),
        ..DestinationDraft::default()
    }
}

#[test]
fn the_gazetteer_fills_in_the_missing_fields_of_new_destinations() {
    let mut fixture = TripFixture::with_gazetteer();
    let described = DestinationDraft {
        description: Some(short("hills")),
        ..only_name("Faro")
    };
    fixture.assert_changes(dest(vec![
        DestinationEntry::Named(short("Lisbon")),
        given(only_name("Porto")),
        given(place("Sintra", "Portugal")),
        given(described),
    ]));
    let expected = [
        ("Lisbon, Earth", "A place", true),
        ("Porto, Earth", "A place", true),
        ("Portugal", "A place", true),
        ("Faro, Earth", "hills", true),
    ];
    assert_eq!(shown(&fixture.trip), expected);
    assert_eq!(fixture.trip.areas()[0].name, "Lisbon, Earth");
}

#[test]
fn what_was_filled_in_follows_the_place() {
    let mut fixture = TripFixture::with_gazetteer();
    let described = DestinationDraft {
        description: Some(short("hills")),
        ..only_name("Faro")
    };
    fixture.assert_changes(dest(vec![
        DestinationEntry::Named(short("Lisbon")),
        given(place("Sintra", "Portugal")),
        given(described),
    ]));
    fixture.trip.locate(&|query| {
        assert!(query.location.is_empty() || &*query.location == "Portugal");
        let found = everywhere(query)?;
        Some(Some(PlaceMatch {
            location: short("Mars"),
            description: short("Red"),
            ..found
        }))
    });
    let moved = [
        ("Mars", "Red", true),
        ("Portugal", "A place", true),
        ("Mars", "hills", true),
    ];
    assert_eq!(shown(&fixture.trip), moved);
    fixture.trip.locate(&|_| Some(None));
    let lost = [
        ("", "", false),
        ("Portugal", "A place", false),
        ("", "hills", false),
    ];
    assert_eq!(shown(&fixture.trip), lost);
}

#[test]
fn empty_fields_that_were_sent_stay_empty() {
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(dest(vec![
        given(place("Lisbon", "")),
        given(whole("Porto", "", "")),
        given(place("", "Spain")),
    ]));
    assert_eq!(
        shown(&fixture.trip),
        [("", "A place", true), ("", "", true), ("Spain", "", true)]
    );
}

#[test]
fn unknown_places_stay_empty() {
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(dest(vec![given(place("Lisbon", "Narnia"))]));
    assert_eq!(
        shown(&fixture.trip),
        [("Narnia", "", false)],
        "the location says which Lisbon"
    );
}

#[test]
fn existing_destinations_are_not_filled_in() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(dest(named(&["Lisbon", "Porto"])));
    fixture.assert_changes(items(vec![travel("Faro")]));
    fixture.places = everywhere;
    fixture.assert_unchanged(dest(named(&["Lisbon", "Porto"])));
    fixture.assert_unchanged(items(vec![travel("Faro")]));
    fixture.assert_changes(dest(named(&["Porto", "Sintra", "Faro"])));
    assert_eq!(
        shown(&fixture.trip),
        [
            ("", "", true),
            ("Sintra, Earth", "A place", true),
            ("", "", true)
        ]
    );
}

#[test]
fn a_new_name_or_location_drops_the_coordinates() {
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(dest(named(&["Lisbon"])));
    let id = fixture.trip.plan.destinations[0].id.clone();
    let edit = |draft: DestinationDraft| {
        dest(vec![given(DestinationDraft {
            id: Some(id.clone()),
            ..draft
        })])
    };
    fixture.assert_changes(edit(DestinationDraft {
        description: Some(short("hills")),
        ..DestinationDraft::default()
    }));
    fixture.assert_unchanged(edit(whole("Lisbon", "Lisbon, Earth", "hills")));
    assert!(fixture.trip.plan.destinations[0].coordinates.is_some());
    fixture.places = |_| None;
    fixture.assert_changes(edit(only_name("Porto")));
    assert_eq!(shown(&fixture.trip), [("", "hills", false)]);
    fixture.places = everywhere;
    fixture.assert_changes(dest(named(&["Faro"])));
    let moved = DestinationDraft {
        location: Some(short("Sweden")),
        ..only_name("Faro")
    };
    fixture.places = |_| None;
    fixture.assert_changes(dest(vec![given(moved)]));
    assert_eq!(shown(&fixture.trip), [("Sweden", "A place", false)]);
}

#[test]
fn texts_that_mention_the_same_places_move_none() {
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(dest(named(&["Lisbon"])));
    let described = |text: &str| Edit::Description(Description::new(text).unwrap());
    fixture.has_same_mentions = true;
    fixture.places = |_| panic!("nothing says that it is elsewhere");
    fixture.assert_changes(described("Two days"));
    assert_eq!(shown(&fixture.trip), [("Lisbon, Earth", "A place", true)]);
    assert!(!fixture.trip.has_pending_places());
    fixture.places = |_| None;
    fixture.has_same_mentions = false;
    fixture.assert_changes(described("Two days in Narnia"));
    assert_eq!(shown(&fixture.trip), [("", "", false)]);
}

#[test]
fn an_items_filled_in_destination_survives_a_resend() {
    let mut fixture = TripFixture::with_gazetteer();
    let at = |destination: DestinationDraft| ItemDraft {
        destination,
        ..stay_of("a")
    };
    fixture.assert_changes(items(vec![at(only_name("Lisbon")), travel("Porto")]));
    let filled = |fixture: &TripFixture| {
        known(&fixture.trip.itinerary[0].destination) == ("Lisbon, Earth", "A place", true)
    };
    assert!(filled(&fixture));
    fixture.assert_unchanged(items(vec![at(only_name("Lisbon")), travel("Porto")]));
    fixture.places = |_| panic!("nothing is new");
    fixture.assert_changes(items(vec![
        ItemDraft {
            duration: Some(amount("60")),
            ..at(only_name("Lisbon"))
        },
        travel("Porto"),
    ]));
    assert!(filled(&fixture));
    fixture.places = everywhere;
    fixture.assert_changes(items(vec![at(place("Lisbon", "Portugal"))]));
    assert_eq!(
        known(&fixture.trip.itinerary[0].destination),
        ("Portugal", "", true),
        "an item is whole"
    );
    fixture.assert_unchanged(items(vec![at(place("Lisbon", "Portugal"))]));
    fixture.assert_changes(items(vec![at(only_name("Lisbon"))]));
    assert_eq!(
        known(&fixture.trip.itinerary[0].destination),
        ("", "", true)
    );
    fixture.assert_changes(items(vec![at(only_name("Porto"))]));
    assert_eq!(
        known(&fixture.trip.itinerary[0].destination),
        ("Porto, Earth", "A place", true)
    );
}

#[test]
fn what_was_filled_in_and_is_sent_back_with_another_name_is_no_evidence() {
    let read = whole("Lisbon", "Lisbon, Earth", "A place");
    let renamed = |draft: DestinationDraft| DestinationDraft {
        name: Some(short("Tokyo")),
        ..draft
    };
    let sent = |destination: DestinationDraft| {
        items(vec![ItemDraft {
            destination,
            ..stay_of("a")
        }])
    };
    let described = |description| whole("Lisbon", "Lisbon, Earth", description);
    for (with_id, draft, expected) in [
        (true, read.clone(), ("Tokyo, Earth", "A place", true)),
        (false, read.clone(), ("Tokyo, Earth", "A place", true)),
        (true, described("hills"), ("Tokyo, Earth", "hills", true)),
        (
            true,
            whole("Lisbon", "Narnia", "A place"),
            ("Narnia", "", false),
        ),
    ] {
        let mut fixture = TripFixture::with_gazetteer();
        fixture.assert_changes(sent(only_name("Lisbon")));
        let id = fixture.trip.itinerary[0].destination.id.clone();
        let id = Some(id).filter(|_| with_id);
        let draft = renamed(DestinationDraft { id, ..draft });
        fixture.assert_changes(sent(draft));
        let moved = &fixture.trip.itinerary[0].destination;
        assert_eq!(known(moved), expected, "{with_id}");
    }
    // A name that no gazetteer knows leaves it where it was.
    let mut fixture = TripFixture::with_gazetteer();
    fixture.assert_changes(sent(only_name("Lisbon")));
    fixture.places =
        |query| everywhere(query).filter(|_| &*query.name != "Tokyo" || !query.location.is_empty());
    fixture.assert_changes(sent(renamed(read.clone())));
    assert_eq!(
        known(&fixture.trip.itinerary[0].destination),
        ("Lisbon, Earth", "", true)
    );

    let mut fixture = TripFixture::new();
    fixture.assert_changes(sent(read.clone()));
    fixture.places = everywhere;
    fixture.assert_changes(sent(renamed(read)));
    assert_eq!(
        known(&fixture.trip.itinerary[0].destination),
        ("Lisbon, Earth", "A place", true),
        "a person typed it"
    );
}

#[test]
fn entries_merge_by_the_fields_sent_not_by_the_fields_filled_in() {
    let mut fixture = TripFixture::with_gazetteer();
    let undescribed = DestinationDraft {
        description: Some(short("")),
        ..only_name("Paris")
    };
    let entries = vec![given(place("Paris", "Texas")), given(undescribed)];
    fixture.assert_changes(dest(entries.clone()));
    assert_eq!(
        shown(&fixture.trip),
        [("Texas", "", true); 2],
        "together they leave nothing out"
    );
    fixture.assert_unchanged(dest(entries));
    let of_id = |draft| {
        given(DestinationDraft {
            id: Some(short("x")),
            ..draft
        })
    };
    let entries = vec![of_id(only_name("Faro")), of_id(only_name("Porto"))];
    fixture.assert_changes(dest(entries.clone()));
    assert_eq!(
        shown(&fixture.trip),
        [("Porto, Earth", "A place", true); 2],
        "the later name holds"
    );
    fixture.assert_unchanged(dest(entries));
}

#[test]
fn a_stored_destination_without_coordinates_is_readable() {
    let before = r#"{"id": "l", "name": "Lisbon", "location": "", "description": "hills"}"#;
    let read: Destination = serde_json::from_str(before).unwrap();
    assert_eq!(
        (&*read.name, known(&read)),
        ("Lisbon", ("", "hills", false))
    );
    let written = serde_json::to_value(&read).unwrap();
    assert!(written.get("coordinates").is_none(), "{written}");
}

#[test]
fn coordinates_are_on_the_earth() {
    let point = |latitude: &str, longitude: &str| Coordinates::new(dec(latitude), dec(longitude));
    for (latitude, longitude) in [
        ("90.1", "0"),
        ("-90.1", "0"),
        ("0", "180.1"),
        ("0", "-180.1"),
    ] {
        assert!(
            point(latitude, longitude).is_err(),
            "{latitude} {longitude}"
        );
    }
    let rounded = point("38.71670049", "-180").unwrap();
    assert_eq!(
        (rounded.latitude(), rounded.longitude()),
        (dec("38.7167"), dec("-180"))
    );
}
