use super::*;

#[test]
fn interpolates_between_the_points() {
    let points = [(1.0, 0.0), (2.0, 1.0)];
    assert_eq!(
        [0.0, 1.5, 3.0].map(|at| interpolate(at, &points)),
        [0.0, 0.5, 1.0]
    );
}
