use actix_web::test::TestRequest;

use super::*;

fn applied_to(headers: &[&str]) -> Option<String> {
    let request = headers
        .iter()
        .fold(TestRequest::put(), |request, value| {
            request.append_header(("prefer", *value))
        })
        .to_http_request();
    handling(&request);
    representation(&request);
    prefers_extensions(&request);
    Some(applied(&request)?.to_str().unwrap().to_owned())
}

#[test]
fn reads_both_preferences_in_every_notation() {
    let both = Some("return=representation, handling=strict".to_owned());
    assert_eq!(
        applied_to(&["handling=strict, return=representation"]),
        both
    );
    assert_eq!(
        applied_to(&[
            "respond-async, Return = \"representation\"; x=1",
            "HANDLING=strict"
        ]),
        both
    );
    assert_eq!(
        applied_to(&["handling=strict"]),
        Some("handling=strict".to_owned())
    );
    assert_eq!(
        applied_to(&["wait=10,return=representation"]),
        Some("return=representation".to_owned())
    );
}

#[test]
fn combines_extensions_with_other_preferences() {
    for stated in ["extensions", "Extensions", "wait=3, extensions=\"\"; x"] {
        assert_eq!(applied_to(&[stated]), Some("extensions".to_owned()));
    }
    assert_eq!(
        applied_to(&["extensions", "handling=strict,return=representation"]),
        Some("return=representation, handling=strict, extensions".to_owned())
    );
}

#[test]
fn ignores_other_preferences() {
    for other in [
        "",
        "return=minimal",
        "handling=lenient",
        "strict",
        "return",
        "extensions=none",
        "extension",
        "return=minimal, return=representation",
    ] {
        assert_eq!(applied_to(&[other]), None, "{other}");
    }
    assert_eq!(applied_to(&[]), None);
}
