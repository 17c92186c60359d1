//! The time zone of a point, by the boundaries of zones.

use wayfare_gazetteer::{Coordinates, Place, PlaceText, TripTexts};

use crate::built_in::BUILT_IN;

#[test]
fn a_point_has_the_zone_within_whose_boundaries_it_lies() {
    let points = [
        (38.7, -9.1, "Europe/Lisbon"),
        // The nearest settlement is in another zone.
        (-31.55, 159.08, "Australia/Lord_Howe"),
        (28.21, 85.57, "Asia/Kathmandu"),
        (29.25, -103.25, "America/Chicago"),
        (65.755, -168.92, "America/Nome"),
        (65.78, -169.05, "Asia/Anadyr"),
        (21.03, 105.85, "Asia/Ho_Chi_Minh"),
        (17.41, 104.78, "Asia/Bangkok"),
        // At sea, on the antimeridian and at the poles
        (10.0, -30.0, "Etc/GMT+2"),
        (-17.0, -179.99, "Pacific/Fiji"),
        (0.0, 180.0, "Etc/GMT-12"),
        (0.0, -180.0, "Etc/GMT+12"),
        (90.0, 0.0, "Etc/GMT"),
        (-90.0, 0.0, "Antarctica/McMurdo"),
    ];
    for (latitude, longitude, zone) in points {
        let found = BUILT_IN.zone_of(Coordinates {
            latitude,
            longitude,
        });
        assert_eq!(found, Some(zone), "{latitude}, {longitude}");
        let typed = located(&format!("{latitude:.3}, {longitude:.3}"), false);
        assert_eq!(typed.unwrap().time_zone, zone, "{latitude}, {longitude}");
    }
    let nowhere = Coordinates {
        latitude: 91.0,
        longitude: f64::NAN,
    };
    assert_eq!(BUILT_IN.zone_of(nowhere), None);
}

#[test]
fn an_airport_has_the_zone_of_its_point() {
    let airports = [
        ("UUS", "Asia/Sakhalin"),
        ("CUU", "America/Chihuahua"),
        ("CJS", "America/Ciudad_Juarez"),
        ("FEN", "America/Noronha"),
        ("PNT", "America/Punta_Arenas"),
        ("BUA", "Pacific/Bougainville"),
        ("NLD", "America/Matamoros"),
        ("LDH", "Australia/Lord_Howe"),
        ("HAN", "Asia/Ho_Chi_Minh"),
    ];
    for (code, zone) in airports {
        assert_eq!(located(code, true).unwrap().time_zone, zone, "{code}");
    }
}

#[test]
fn a_town_its_airport_and_its_region_have_one_zone() {
    let zones = [
        ("Ürümqi, China", false),
        ("Xinjiang, China", false),
        ("URC", true),
        ("43.8, 87.6", false),
    ]
    .map(|(location, is_travel)| located(location, is_travel).unwrap().time_zone);
    assert_eq!(zones, ["Asia/Shanghai"; 4]);
    let country = located("Kazakhstan", false).unwrap();
    assert_eq!(country.time_zone, "Asia/Almaty");
}

/// The place of a location; of one of travel if it `is_travel`.
fn located(location: &str, is_travel: bool) -> Option<Place> {
    let text = PlaceText {
        name: "x".to_owned(),
        location: location.to_owned(),
        is_travel,
        ..PlaceText::default()
    };
    let trip = TripTexts {
        places: vec![text],
        ..TripTexts::default()
    };
    BUILT_IN.locate(&trip).remove(0)
}
