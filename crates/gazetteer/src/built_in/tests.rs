use std::cell::Cell;

use super::language::fold::fold;
use super::*;
use crate::PlaceText;

#[test]
fn all_names_are_folded_and_have_places() {
    let data = Data::read(BODY).unwrap();
    for (name, places) in data.names().all() {
        assert_eq!(fold(&name), name);
        assert!(
            !places.is_empty() && places.iter().all(|named| named.place < data.len()),
            "{name}"
        );
    }
}

#[test]
fn finds_every_place_by_its_name() {
    let loaded = loaded().unwrap();
    let data = &loaded.data;
    for id in 0..data.len() {
        let row = data.row(id).unwrap();
        let found = data.names().seek(&fold(row.name)).found;
        assert!(found.iter().any(|named| named.place == id), "{}", row.name);
        let place = index::describe::describe(loaded, id).unwrap();
        let middle = place.coordinates;
        assert!(
            (-90.0..=90.0).contains(&middle.latitude)
                && (-180.0..=180.0).contains(&middle.longitude),
            "{place:?}"
        );
        assert!(
            place.bounds.min_latitude < place.bounds.max_latitude,
            "{place:?}"
        );
        assert!(
            !place.time_zone.is_empty()
                && place.country_code.len() == 2
                && !place.description.is_empty(),
            "{place:?}"
        );
    }
}

#[test]
fn finds_nothing_by_other_texts() {
    let data = Data::read(BODY).unwrap();
    for name in ["", "lisbo", "lisbonx", "\u{0}", "\u{10ffff}"] {
        assert!(data.names().seek(name).found.is_empty(), "{name}");
    }
    assert!(data.names().seek("lisbo").longer);
    assert!(!data.names().seek("lisbonx").longer);
}

#[test]
fn stops_between_places_when_nobody_waits() {
    let place = |number| PlaceText {
        name: format!("Café {number}"),
        location: "Porto".to_owned(),
        ..PlaceText::default()
    };
    let trip = TripTexts {
        places: (0..50).map(place).collect(),
        ..TripTexts::default()
    };
    let locate = |most: usize| {
        let asked = Cell::new(0);
        let is_wanted = || asked.replace(asked.get() + 1) < most;
        let found = locate::locate(loaded().unwrap(), &trip, &is_wanted);
        (asked.get(), found)
    };
    let (all, found) = locate(usize::MAX);
    assert!(found.unwrap().iter().all(Option::is_some));
    // Every step that looks at each place asks before each.
    assert!(all >= 4 * trip.places.len(), "{all}");
    for most in [0, 1, 49, 120, all - 1] {
        let (asked, found) = locate(most);
        assert!(asked == most + 1 && found.is_none(), "{asked} of {most}");
    }
}
