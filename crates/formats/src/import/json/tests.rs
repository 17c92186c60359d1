use super::*;

fn is_read(json: &str) -> bool {
    io::copy(&mut BoundedJson::new(json.as_bytes()), &mut io::sink()).is_ok()
}

#[test]
fn bounds_nesting() {
    let nested = |depth: usize| "[{".repeat(depth / 2) + &"}]".repeat(depth / 2);
    assert!(is_read(&nested(MAX_DEPTH)));
    assert!(!is_read(&nested(MAX_DEPTH + 2)));
    assert!(is_read(&nested(2).repeat(MAX_DEPTH)));
    // Within texts nothing nests, and a quote may be escaped.
    assert!(is_read(&format!("\"{}\"", "[".repeat(MAX_DEPTH + 1))));
    assert!(is_read(&format!(r#""\\\"{}""#, "[".repeat(MAX_DEPTH + 1))));
    assert!(!is_read(&format!(r#""\\"{}"#, "[".repeat(MAX_DEPTH + 1))));
}

#[test]
fn refuses_escaped_nul_characters() {
    assert!(is_read(r#""\\u0000 \u0001 \n0000 u0000""#));
    assert!(!is_read(r#""\u0000""#));
    assert!(!is_read(r#""\n\\\u0000""#));
}

#[test]
fn reads_long_texts_and_numbers() {
    let long = "1".repeat(5 << 20);
    assert!(is_read(&long));
    assert!(is_read(&format!("\"{long}\"")));
}
