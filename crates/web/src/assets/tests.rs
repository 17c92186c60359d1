#[test]
fn assets_are_small() {
    assert!(include_str!("../../assets/style.css").len() < 40 << 10);
    assert!(include_str!("../../assets/app.js").len() < 100 << 10);
}
