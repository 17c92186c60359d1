use super::*;

fn text(members: &[&str]) -> String {
    let value = value(members);
    value.map_or(String::new(), |value| value.to_str().unwrap().to_owned())
}

#[test]
fn encodes_each_id() {
    assert_eq!(value(&[]), None);
    assert_eq!(text(&["ana", "Zoë, *"]), "ana, Zo%C3%AB%2C%20%2A");
}

#[test]
fn a_value_is_bounded() {
    let long = "ü".repeat(200);
    assert_eq!(text(&[long.as_str()]), "*");
    let many: Vec<String> = (0..500).map(|number| format!("nobody-{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let text = text(&many);
    assert!(text.len() <= MAX, "{}", text.len());
    assert!(text.starts_with("nobody-0, nobody-1, ") && text.ends_with(", *"));
}
