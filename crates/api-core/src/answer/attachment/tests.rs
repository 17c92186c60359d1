use super::*;

#[test]
fn names_are_harmless_and_whole() {
    let value = content_disposition("Zoë's \"trip\"\r\n../a\\b 50%.ics").unwrap();
    assert_eq!(
        value,
        "attachment; filename=\"Zo_'s _trip___.._a_b 50_.ics\"; \
         filename*=UTF-8''Zo%C3%AB%27s%20%22trip%22__.._a_b%2050%25.ics"
    );
}

#[test]
fn long_names_are_whole() {
    let value = content_disposition(&format!("{}.zip", "é".repeat(200))).unwrap();
    let encoded = format!("UTF-8''{}.zip", "%C3%A9".repeat(200));
    assert!(value.to_str().unwrap().ends_with(&encoded));
}
