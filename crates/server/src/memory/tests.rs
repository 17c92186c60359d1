use super::*;

#[test]
fn caches_take_a_bounded_share_of_the_memory() {
    let gibibyte = 1 << 30;
    assert_eq!(share_of(0), LEAST);
    assert_eq!(share_of(gibibyte), LEAST);
    assert_eq!(share_of(8 * gibibyte), 128 << 20);
    assert_eq!(share_of(1_024 * gibibyte), GREATEST);
}

#[test]
fn the_machine_has_memory() {
    assert!(total().unwrap() > 64 << 20);
}
