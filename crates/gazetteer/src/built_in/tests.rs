use super::fold::fold;
use super::*;

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
    let data = Data::read(BODY).unwrap();
    for id in 0..data.len() {
        let row = data.row(id).unwrap();
        let found = data.names().seek(&fold(row.name)).found;
        assert!(found.iter().any(|named| named.place == id), "{}", row.name);
        let place = describe::describe(&data, id).unwrap();
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
