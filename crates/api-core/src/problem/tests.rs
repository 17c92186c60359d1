use super::*;

#[test]
fn body_is_bounded_whatever_the_input_holds() {
    for echo in ["x", "\"", "\0", "é", "\u{1F600}"] {
        let mut violations = Violations::new();
        for _ in 0..5_000 {
            let path = Path::root().field(echo.repeat(1_000));
            violations.add(path, Reason::new(echo.repeat(1_000)));
        }
        let body = Problem::invalid(violations).body(&"i".repeat(64));
        assert!(body.len() <= 64 << 10, "{} bytes of {echo:?}", body.len());
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["errors"].as_array().unwrap().len(), 100);
        assert_eq!(body["errorCount"], 5_000);
    }
    assert_eq!(cut("é".repeat(140)), "é".repeat(140));
    assert_eq!(cut("é".repeat(141)), "é".repeat(140) + "…");
}

#[test]
fn only_violations_have_a_count() {
    let body: serde_json::Value = serde_json::from_slice(&Problem::not_found().body("")).unwrap();
    assert!(body.get("errorCount").is_none());
}
