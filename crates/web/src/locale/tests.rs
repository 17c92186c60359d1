use actix_web::http::header::ACCEPT_LANGUAGE;
use actix_web::test::TestRequest;
use wayfare_domain::Language;

use super::{Locale, SPACE};

#[test]
fn the_first_language_of_the_pages_counts() {
    for (accepted, language, group, decimal) in [
        ("", Language::English, ',', '.'),
        ("de-DE,de;q=0.9,en;q=0.8", Language::German, '.', ','),
        ("de-CH", Language::German, '’', '.'),
        ("en;q=0.5,fr", Language::French, SPACE, ','),
        ("tlh,sv;q=0.5,ja;q=0.4", Language::Japanese, ',', '.'),
        ("sv", Language::English, ',', '.'),
        ("pt-PT", Language::Portuguese, '\u{a0}', ','),
        ("*", Language::English, ',', '.'),
        ("no such header;;", Language::English, ',', '.'),
    ] {
        let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, accepted));
        let locale = Locale::of(&request.to_http_request());
        assert_eq!(
            (locale.language, locale.group, locale.decimal),
            (language, group, decimal),
            "{accepted}"
        );
        assert!(!locale.is_american);
    }
    let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, "en-US,en;q=0.9"));
    assert!(Locale::of(&request.to_http_request()).is_american);
}

#[test]
fn the_account_chooses_the_language_and_its_browser_the_region() {
    let header = (ACCEPT_LANGUAGE, "en-US,de-CH;q=0.5");
    let request = TestRequest::default().insert_header(header);
    let request = request.to_http_request();
    Locale::of(&request).enter(|| {
        Locale::choose(&request, Language::German);
        assert_eq!(Locale::current(), Locale::new(Language::German, Some("CH")));
    });
    assert_eq!(Locale::current(), Locale::default());
}
