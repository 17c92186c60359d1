use super::*;
use crate::BuiltIn;

#[test]
fn finds_the_nearest_settlement_across_the_antimeridian() {
    let built_in = BuiltIn::new();
    for (latitude, longitude, zone) in [
        (38.7, -9.1, "Europe/Lisbon"),
        (-17.0, -179.99, "Pacific/Fiji"),
        (45.5, 9.0, "Europe/Rome"),
    ] {
        let place = built_in
            .nearest(Coordinates {
                latitude,
                longitude,
            })
            .unwrap();
        assert_eq!(place.time_zone, zone, "{place:?}");
    }
    assert!(
        built_in
            .nearest(Coordinates {
                latitude: -90.0,
                longitude: 0.0
            })
            .is_some()
    );
}
