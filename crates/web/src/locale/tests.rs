use actix_web::http::header::ACCEPT_LANGUAGE;
use actix_web::test::TestRequest;

use super::{Locale, SPACE};

#[test]
fn the_first_known_language_counts() {
    for (accepted, group, decimal) in [
        ("", ',', '.'),
        ("de-DE,de;q=0.9,en;q=0.8", '.', ','),
        ("de-CH", '’', '.'),
        ("en;q=0.5,fr", SPACE, ','),
        ("tlh,sv;q=0.5", SPACE, ','),
        ("*", ',', '.'),
        ("no such header;;", ',', '.'),
    ] {
        let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, accepted));
        let locale = Locale::of(&request.to_http_request());
        assert_eq!(
            (locale.group, locale.decimal),
            (group, decimal),
            "{accepted}"
        );
        assert!(!locale.is_american);
    }
    let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, "en-US,en;q=0.9"));
    assert!(Locale::of(&request.to_http_request()).is_american);
}
