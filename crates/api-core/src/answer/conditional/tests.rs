use actix_web::test::TestRequest;

use super::*;

fn put(if_match: &str) -> Precondition {
    precondition(
        &TestRequest::put()
            .insert_header(("if-match", if_match))
            .to_http_request(),
    )
}

#[test]
fn precondition_has_the_version_of_every_tag() {
    assert_eq!(
        precondition(&TestRequest::put().to_http_request()),
        Precondition::None
    );
    assert_eq!(put("*"), Precondition::Any);
    assert_eq!(
        put("\"7-abc\", \"9-x-y\""),
        Precondition::Versions(vec![7, 9])
    );
    assert_eq!(
        put("W/\"7-abc\", W/\"8-x\""),
        Precondition::Versions(vec![7, 8])
    );
    assert_eq!(put("nonsense"), Precondition::Versions(Vec::new()));
}

#[test]
fn tag_changes_with_version_and_bytes() {
    let tag = |version, bytes: &[u8]| tag(Some(version), Sha256::new_with_prefix(bytes));
    assert_ne!(tag(1, b"x"), tag(2, b"x"));
    assert_ne!(tag(1, b"x"), tag(1, b"y"));
    assert_eq!(version_of(&tag(12, b"x")), Some(12));
}
