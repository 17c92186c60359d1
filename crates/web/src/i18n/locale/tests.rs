use actix_web::http::header::ACCEPT_LANGUAGE;
use actix_web::test::TestRequest;
use wayfare_domain::Language;

use super::Locale;

#[test]
fn the_first_language_of_the_pages_counts() {
    for (accepted, language, tag) in [
        ("", Language::English, "en-GB"),
        ("en", Language::English, "en-GB"),
        ("en-US,en;q=0.9", Language::English, "en-US"),
        ("de-DE,de;q=0.9,en;q=0.8", Language::German, "de"),
        ("de-CH", Language::German, "de-CH"),
        ("en;q=0.5,fr", Language::French, "fr"),
        ("tlh,sv;q=0.5,ja;q=0.4", Language::Japanese, "ja"),
        ("sv", Language::English, "en-GB"),
        ("pt-PT", Language::Portuguese, "pt-PT"),
        ("pt-BR", Language::Portuguese, "pt"),
        ("es-419", Language::Spanish, "es-419"),
        ("ES-pe", Language::Spanish, "es-PE"),
        ("es-XX", Language::Spanish, "es"),
        ("*", Language::English, "en-GB"),
        ("no such header;;", Language::English, "en-GB"),
    ] {
        let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, accepted));
        let locale = Locale::of(&request.to_http_request());
        let found = (locale.language, locale.conventions.tag);
        assert_eq!(found, (language, tag), "{accepted}");
    }
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
