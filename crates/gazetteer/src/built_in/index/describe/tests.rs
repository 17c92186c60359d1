use super::*;

#[test]
fn groups_digits_by_thousands() {
    assert_eq!(
        [1, 999, 1_000, 517_802, 12_345_678].map(thousands),
        ["1", "999", "1,000", "517,802", "12,345,678"]
    );
}

#[test]
fn a_box_at_the_antimeridian_crosses_it() {
    let bounds = around(
        Coordinates {
            latitude: -18.0,
            longitude: 179.99,
        },
        500_000,
    );
    assert!(bounds.min_longitude > bounds.max_longitude, "{bounds:?}");
}
