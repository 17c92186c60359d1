use super::*;

#[test]
fn depth_ignores_brackets_in_strings() {
    assert_eq!(depth(br#"{"a": "[[[\"[", "b": [[1], {}]}"#), 3);
    assert!(parse("[".repeat(64).as_bytes()).is_err());
    assert!(parse(format!("{}{}", "[".repeat(64), "]".repeat(64)).as_bytes()).is_ok());
    assert!(parse(format!("{}{}", "[".repeat(65), "]".repeat(65)).as_bytes()).is_err());
}

#[test]
fn refuses_lone_surrogates() {
    for valid in [
        r#""\ud83d\ude00""#,
        r#""\uD83D\uDE00\ud83d\ude00""#,
        r#""\\ud800""#,
        r#""\\\\ud800 \n \u00e9""#,
        r#"{"\ud83d\ude00": 1}"#,
    ] {
        assert!(parse(valid.as_bytes()).is_ok(), "{valid}");
    }
    for lone in [
        r#""\ud800""#,
        r#""\ude00""#,
        r#""\ud83d \ude00""#,
        r#""\ud83d\ud83d\ude00""#,
        r#""\ud83d\n""#,
        r#""\\\ud800""#,
        r#"{"\udfff": 1}"#,
        r#"["\ud83d", "\ude00"]"#,
    ] {
        assert!(parse(lone.as_bytes()).is_err(), "{lone}");
    }
}

#[test]
fn refuses_text_that_is_not_json() {
    for text in [
        "",
        " ",
        "01",
        "1.",
        "-",
        "\"\t\"",
        "{\"a\"}",
        "[1,]",
        "nul",
        "{} {}",
        "\u{feff}1",
    ] {
        assert!(parse(text.as_bytes()).is_err(), "{text}");
    }
    assert!(parse(b"\"\xff\"").is_err());
    assert_eq!(parse(b" 1e400 ").unwrap().get(), "1e400");
}
