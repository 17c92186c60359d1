//! What follows from destinations: areas and the starting point.

#[cfg(test)]
mod destinations;
#[cfg(test)]
mod distances;
#[cfg(test)]
mod gazetteer;

use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::itinerary::ItemDraft;
use wayfare_domain::trip::{Area, Destination};

use crate::fixture::{TripFixture, dest, items, named, place, stay, travel};

fn areas(fixture: &TripFixture) -> Vec<(String, String)> {
    fixture
        .trip
        .areas()
        .into_iter()
        .map(|Area { name, description }| (name, description))
        .collect()
}

fn given(places: &[(&str, &str)]) -> wayfare_domain::trip::Edit {
    dest(
        places
            .iter()
            .map(|(name, location)| DestinationEntry::Given(place(name, location)))
            .collect(),
    )
}

#[test]
fn areas_are_the_distinct_locations_with_the_names_there() {
    let mut fixture = TripFixture::new();
    assert_eq!(areas(&fixture), []);
    fixture.assert_changes(given(&[
        ("Porto", "Portugal"),
        ("Vigo", "Spain"),
        ("Faro", "Portugal"),
        ("Atlantis", ""),
        ("Porto", "Portugal"),
    ]));
    let item = |name, location| ItemDraft {
        destination: place(name, location),
        ..stay()
    };
    fixture.assert_changes(items(vec![
        item("Fes", "Morocco"),
        item("Tui", "Spain"),
        item("Vigo", "Spain"),
        item("", "Andorra"),
    ]));
    let expected = [
        ("Portugal", "Porto, Faro"),
        ("Spain", "Vigo, Tui"),
        ("Morocco", "Fes"),
        ("Andorra", ""),
    ];
    assert_eq!(
        areas(&fixture),
        expected.map(|(name, names)| (name.to_owned(), names.to_owned()))
    );
}

#[test]
fn a_trip_starts_at_the_first_item_with_a_named_destination() {
    let mut fixture = TripFixture::new();
    assert_eq!(fixture.trip.starting_point(), Destination::default());
    fixture.assert_changes(dest(named(&["Lisbon", "Porto"])));
    assert_eq!(&*fixture.trip.starting_point().name, "Lisbon");
    let nameless = DestinationDraft {
        location: Some(crate::fixture::short("Spain")),
        ..DestinationDraft::default()
    };
    fixture.assert_changes(items(vec![
        stay(),
        ItemDraft {
            destination: nameless,
            ..stay()
        },
    ]));
    assert_eq!(
        &*fixture.trip.starting_point().name,
        "Lisbon",
        "no item has a named one"
    );
    fixture.assert_changes(items(vec![stay(), travel("Faro"), travel("Vigo")]));
    assert_eq!(&*fixture.trip.starting_point().name, "Faro");
}
