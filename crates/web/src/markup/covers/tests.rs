use std::collections::HashSet;

use uuid::Uuid;

use super::*;

#[test]
fn each_trip_has_a_drawing_of_its_own() {
    let ids = (0..200_u128).map(|number| TripId(Uuid::from_u128(number)));
    let drawings: HashSet<String> = ids.map(|id| drawn(id).into_string()).collect();
    assert_eq!(drawings.len(), 200);
    for drawing in &drawings {
        assert!(drawing.len() < 1_200, "{drawing}");
        // The policy allows no inline style.
        assert!(!drawing.contains("style") && !drawing.contains("fill"));
        let (_, palette) = drawing.split_once("palette-").unwrap();
        let palette: u32 = palette[..1].parse().unwrap();
        assert!(palette < PALETTES);
    }
    let id = TripId(Uuid::from_u128(7));
    assert_eq!(drawn(id).into_string(), drawn(id).into_string());
}
