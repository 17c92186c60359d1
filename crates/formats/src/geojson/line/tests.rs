use super::*;

#[test]
fn leaves_other_lines_whole() {
    let line = [[-9.14, 38.72], [2.35, 48.85], [139.7, 35.7]];
    assert_eq!(cut(&line), [line.to_vec()]);
}

#[test]
fn cuts_in_both_directions() {
    // From Fiji to Samoa and back.
    let line = [[170.0, -10.0], [-170.0, -20.0], [170.0, -10.0]];
    let parts = cut(&line);
    assert_eq!(
        parts,
        [
            vec![[170.0, -10.0], [180.0, -15.0]],
            vec![[-180.0, -15.0], [-170.0, -20.0], [-180.0, -15.0]],
            vec![[180.0, -15.0], [170.0, -10.0]],
        ]
    );
}

#[test]
fn needs_no_part_for_a_place_on_the_antimeridian() {
    assert_eq!(
        cut(&[[180.0, 5.0], [-170.0, 0.0]]),
        [vec![[-180.0, 5.0], [-170.0, 0.0]]]
    );
}
