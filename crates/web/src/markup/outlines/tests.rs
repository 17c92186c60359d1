use super::*;

#[test]
fn file_has_the_outlines_of_all_continents() {
    let rings = LEVELS.last().unwrap();
    assert!(rings.len() > 1_000);
    let points: usize = rings.iter().map(|ring| ring.points.len()).sum();
    assert_eq!(FILE.len(), rings.len() * 2 + points * 4);
}

#[test]
fn rings_go_on_beyond_the_antimeridian() {
    let rings = LEVELS.last().unwrap();
    let mut neighbours = rings.iter().flat_map(|ring| ring.points.array_windows());
    assert!(neighbours.all(|[one, next]| (one.0 - next.0).abs() < 0.5));
    // Chukotka is drawn at both ends of the world, with nothing between.
    let strip = |longitude| View {
        corner: project((longitude, 68.0)),
        width: 0.02,
        size: (1_200.0, 800.0),
    };
    let draw = |longitude| strip(longitude).outlines(MAX_POINTS).0.clone();
    assert!(!draw(178.0).is_empty() && !draw(-178.0).is_empty());
    assert_eq!(draw(-35.0 + 360.0), draw(-35.0));
    assert_eq!(draw(-1.0), "", "the Norwegian Sea");
}

#[test]
fn projection_maps_the_world_to_the_unit_square() {
    let (x, y) = project((0.0, 0.0));
    assert!((x - 0.5).abs() < 1e-9 && (y - 0.5).abs() < 1e-9);
    assert!(project((0.0, 89.0)).1 < 0.001);
}

#[test]
fn clipping_keeps_what_is_inside() {
    let square = vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    let clipped = clip(&square, (1.0, 1.0), (2.0, 3.0));
    assert!(
        clipped
            .iter()
            .all(|(x, y)| (1.0..=2.0).contains(x) && (1.0..=3.0).contains(y))
    );
    assert_eq!(clipped.len(), 4);
}

#[test]
fn drawing_of_a_country_is_small_and_one_of_the_ocean_empty() {
    let view = |corner: Point, width| View {
        corner: project(corner),
        width,
        size: (1_200.0, 800.0),
    };
    let draw = |corner, width| view(corner, width).outlines(MAX_POINTS).0.clone();
    let portugal = draw((-11.0, 43.0), 0.03);
    assert!(
        !portugal.is_empty() && portugal.len() < 20_000,
        "{}",
        portugal.len()
    );
    assert_eq!(draw((-125.0, -45.0), 0.005), "");
    // A city, whose coast they would draw kilometres off, is on land.
    assert_eq!(draw((-9.2, 38.75), 0.004), "M0 0H1200V800H0Z");
    assert!(draw((-180.0, 80.0), 1.0).len() < 40_000);
}

#[test]
fn draws_a_leg_over_the_antimeridian_the_short_way() {
    let way = |points: &[Point]| shortest_way(points.iter().copied(), 1_000.0);
    assert_eq!(way(&[(10.0, 1.0), (400.0, 2.0)]), "M10.00 1.00L400.00 2.00");
    let tokyo_to_los_angeles = [(890.0, 400.0), (170.0, 410.0)];
    let both_sides = "M890.00 400.00L1170.00 410.00M-110.00 400.00L170.00 410.00";
    assert_eq!(way(&tokyo_to_los_angeles), both_sides);
}
