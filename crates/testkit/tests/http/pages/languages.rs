//! The languages of the pages: which one a visitor gets, and what is written in it.

use wayfare_testkit::{Builder, both, on_sqlite};

use super::visitor::{Page, Visitor};

both!(the_choice_of_the_account_counts_more_than_the_browser);
on_sqlite!(
    the_browser_asks_for_the_language,
    dates_amounts_and_counts_are_those_of_the_language,
    refusals_are_in_the_language_of_the_page,
    refusals_of_edits_are_in_the_language_of_the_page,
    categories_are_named_in_every_language_and_stored_in_one,
    edits_are_saved_in_every_language,
    amounts_are_read_and_written_as_in_the_region,
    an_amount_of_two_meanings_is_asked_about,
);

/// The language that a page says it is in.
fn language(page: &Page) -> &str {
    let (_, rest) = page.text.split_once("<html lang=\"").unwrap();
    let (language, _) = rest.split_once('"').unwrap();
    assert_eq!(page.reply.header("content-language"), Some(language));
    let vary = page.reply.header("vary").unwrap();
    assert!(
        vary.contains("Accept-Language") && vary.contains("Cookie"),
        "{vary}"
    );
    language
}

async fn the_browser_asks_for_the_language(builder: Builder) {
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    for (accepted, tag, sign_in) in [
        ("", "en", "Sign in"),
        ("en-GB", "en", "Sign in"),
        ("de-AT,de;q=0.9,en;q=0.8", "de", "Anmelden"),
        ("fr-CA", "fr", "Se connecter"),
        ("ca,es;q=0.5", "es", "Iniciar sesión"),
        ("pt-BR", "pt", "Entrar"),
        ("IT", "it", "Accedi"),
        ("en;q=0.5,ja", "ja", "ログイン"),
        ("sv", "en", "Sign in"),
    ] {
        nobody.languages = accepted;
        for (path, status) in [
            ("/", 200),
            ("/sign-in", 200),
            ("/offline", 200),
            ("/trip/nothing", 404),
        ] {
            let page = nobody.get(path).await;
            assert_eq!(page.status(), status, "{path}");
            assert_eq!(language(&page), tag, "{accepted} {path}");
            if path == "/sign-in" {
                assert!(page.has(sign_in), "{accepted}: {}", page.text);
            }
        }
        let manifest = nobody.get("/manifest.webmanifest").await;
        let manifest: serde_json::Value = serde_json::from_str(&manifest.text).unwrap();
        assert_eq!(manifest["lang"], tag);
    }
    // The interface for programs stays English.
    nobody.languages = "de";
    let problem = nobody.get("/api/v1/user").await;
    assert!(problem.has("Token missing"), "{}", problem.text);
}

/// The fields of a profile with a choice of language.
fn profile(tag: &str) -> [(&str, &str); 6] {
    [
        ("name", "Ada"),
        ("username", "ada"),
        ("email", ""),
        ("description", ""),
        ("interests", ""),
        ("language", tag),
    ]
}

async fn the_choice_of_the_account_counts_more_than_the_browser(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    ada.languages = "fr";
    let page = ada.get("/account").await;
    assert_eq!(language(&page), "fr");
    assert!(page.has("<option value=\"de\">Deutsch</option>"));
    let saved = ada.fill_page("/account", &page, &profile("de")).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    for (path, text) in [
        ("/account?done=saved", "Gespeichert."),
        ("/trips", "Neue Reise"),
        (&*trip, "Noch ist nichts geplant."),
        ("/trip/nothing", "Hier ist nichts"),
        (&*format!("{trip}/nothing"), "Meine Reisen"),
        ("/offline", "Sie sind offline"),
    ] {
        let page = ada.get(path).await;
        assert_eq!(language(&page), "de", "{path}");
        assert!(page.has(text), "{path}: {}", page.text);
    }
    let manifest = ada.get("/manifest.webmanifest").await;
    assert!(manifest.has("\"lang\":\"de\""), "{}", manifest.text);
    let saved = ada.fill("/account", &profile("")).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert_eq!(language(&ada.views(&trip).await), "fr");
    let front = ada.get("/").await;
    assert_eq!(front.status(), 303);
    assert_eq!(front.reply.header("location"), Some("/trips"));
    // What somebody else has chosen is no matter of this browser.
    let mut nobody = Visitor::new(&server);
    nobody.languages = "ja";
    assert_eq!(language(&nobody.get("/").await), "ja");
}

async fn dates_amounts_and_counts_are_those_of_the_language(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let dates = [("start", "2026-05-01"), ("end", "2026-05-08")];
    let trip = ada.trip(&[("name", "Lisbon"), dates[0], dates[1]]).await;
    let item = [
        ("name", "A stay"),
        ("kind", "destination"),
        ("day", "1"),
        ("start", "2026-05-01T09:30"),
        ("total", "12345.5"),
    ];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    for (languages, expected) in [
        (
            "de",
            [
                "Freitag, 1. Mai 2026",
                "1.–8. Mai 2026",
                "12.345,50\u{a0}CAD",
                "1 Person<",
                ">09:30<",
            ],
        ),
        (
            "ja",
            [
                "2026年5月1日金曜日",
                "2026年5月1日～8日",
                "CAD\u{a0}12,345.50",
                "1人",
                ">9:30<",
            ],
        ),
        (
            "fr",
            [
                "vendredi 1 mai 2026",
                "1–8 mai 2026",
                "12\u{202f}345,50\u{a0}CAD",
                "1 personne<",
                ">09:30<",
            ],
        ),
    ] {
        ada.languages = languages;
        let page = ada.views(&trip).await;
        for text in expected {
            assert!(page.has(text), "{languages}: {text} in {}", page.text);
        }
    }
    let empty = ada.trip(&[("name", "Porto")]).await;
    for (languages, stops) in [
        ("de", ["1 Stopp", "nichts geplant"]),
        ("fr", ["1 étape", "rien de prévu"]),
        ("ja", ["1件の予定", "予定なし"]),
    ] {
        ada.languages = languages;
        for (path, text) in [&trip, &empty].into_iter().zip(stops) {
            let page = ada.get(&format!("{path}/copy")).await;
            assert!(page.has(text), "{}", page.text);
        }
    }
    assert_eq!(ada.get(&empty).await.status(), 200);
}

async fn refusals_are_in_the_language_of_the_page(builder: Builder) {
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    let fields = [("name", ""), ("username", "ada"), ("password", "short")];
    for (languages, expected) in [
        (
            "de",
            ["Darf nicht leer sein.", "Muss 8 bis 128 Zeichen haben."],
        ),
        (
            "ja",
            ["空欄にはできません。", "8～128 文字にしてください。"],
        ),
        (
            "en",
            ["Must not be empty.", "Must have 8 to 128 characters."],
        ),
    ] {
        nobody.languages = languages;
        let page = nobody.fill("/sign-up", &fields).await;
        assert_eq!(page.status(), 400, "{}", page.text);
        for text in expected {
            assert!(page.has(text), "{languages}: {text} in {}", page.text);
        }
    }
}

/// The form of a trip is read on another thread than the one that answers.
async fn refusals_of_edits_are_in_the_language_of_the_page(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    ada.languages = "de";
    let item = [
        ("name", ""),
        ("kind", "destination"),
        ("day", "1"),
        ("start", "gestern"),
    ];
    let page = ada.fill(&format!("{trip}/items/new"), &item).await;
    assert_eq!(page.status(), 400, "{}", page.text);
    for text in [
        "Darf nicht leer sein.",
        "Muss ein Datum mit Uhrzeit sein, zum Beispiel 2026-05-01 09:00.",
    ] {
        assert!(page.has(text), "{text} in {}", page.text);
    }
    ada.fill(&format!("{trip}/people/new"), &[("name", "Oma")])
        .await;
    let path = format!("{trip}/payments/new");
    let form = ada.get(&path).await;
    let (before, _) = form.text.split_once("\">Oma<").unwrap();
    let grandma = before.rsplit('"').next().unwrap();
    let payment = [
        ("from", "ada"),
        ("to", grandma),
        ("amount", "20"),
        ("currency", "NOK"),
    ];
    let page = ada.fill_page(&path, &form, &payment).await;
    assert!(page.has("Hat in dieser Reise keinen Kurs"), "{}", page.text);
    let event = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Nowhere/Here:20260501T090000\r\nEND:VEVENT";
    let calendar = format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{event}\r\nEND:VCALENDAR\r\n");
    let token = ada.get("/trips/import").await.field("form_token");
    let fields = [("form_token", &*token), ("import", "1")];
    let page = ada
        .upload("/trips/import", &fields, ("file", calendar))
        .await;
    assert!(
        page.has("Ein Termin in einer unbekannten Zeitzone fehlt: Nowhere/Here."),
        "{}",
        page.text
    );
}

async fn categories_are_named_in_every_language_and_stored_in_one(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let cost = |category| {
        [
            ("name", "Lunch"),
            ("total", "30"),
            ("payer", "nobody"),
            ("category", category),
        ]
    };
    let path = format!("{trip}/expenses/new");
    for (languages, category) in [
        ("de", "Essen und Restaurants"),
        ("en", "Food and Restaurants"),
    ] {
        ada.languages = languages;
        let saved = ada.fill(&path, &cost(category)).await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
    }
    for (languages, category) in [
        ("de", "Essen und Restaurants"),
        ("en", "Food and Restaurants"),
        ("ja", "食事"),
    ] {
        ada.languages = languages;
        let page = ada.views(&trip).await;
        let heading = format!("<th scope=\"row\">{category}</th>");
        assert_eq!(page.text.matches(&heading).count(), 1, "{}", page.text);
    }
}

/// What a form shows is compared in the language in which it was opened, and typed amounts have its
/// marks.
async fn edits_are_saved_in_every_language(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    for (languages, typed, shown) in [
        ("de", "1.500", "1.500,00"),
        ("fr", "1 500,5", "1\u{202f}500,50"),
        ("es", "12,5", "12,50"),
        ("pt", "1.500,5", "1.500,50"),
        ("it", "12,5", "12,50"),
        ("ja", "1,500", "1,500.00"),
        ("en", "1,500.5", "1,500.50"),
    ] {
        ada.languages = languages;
        let trip = ada
            .trip(&[("name", "Lisbon"), ("start", "2026-05-01")])
            .await;
        let item = [
            ("name", "Lunch"),
            ("kind", "food"),
            ("day", "1"),
            ("total", typed),
            ("payer", "nobody"),
        ];
        let added = ada
            .fill(&format!("{trip}/items/new?kind=food"), &item)
            .await;
        assert_eq!(added.status(), 303, "{}", added.text);
        let page = ada.views(&trip).await;
        assert!(page.has(shown), "{languages}: {shown} in {}", page.text);
        let start = format!("{trip}/item?id=");
        let (_, id) = page.text.split_once(&start).unwrap();
        let path = format!("{start}{}", id.split('"').next().unwrap());
        let renamed = [&[("name", "Dinner")], &item[1..]].concat();
        let edited = ada.fill(&path, &renamed).await;
        assert_eq!(edited.status(), 303, "{}", edited.text);
        let page = ada.views(&trip).await;
        assert!(page.has("Dinner"), "{languages}: {}", page.text);
        let (rates, mark) = (format!("{trip}/rates"), shown.chars().rev().nth(2).unwrap());
        let typed = format!("1{mark}55");
        let saved = ada
            .fill(&rates, &[("currency", "NOK"), ("rate", &typed)])
            .await;
        assert_eq!(saved.status(), 303, "{}", saved.text);
        assert_eq!(ada.get(&rates).await.field("NOK"), typed);
        assert!(page.has(shown), "{languages}: {shown} in {}", page.text);
    }
}

/// The fields of a lunch with this total.
fn lunch<'a>(total: &'a str, currency: &'a str) -> [(&'static str, &'a str); 5] {
    [
        ("name", "Lunch"),
        ("kind", "food"),
        ("day", "1"),
        ("currency", currency),
        ("total", total),
    ]
}

async fn amounts_are_read_and_written_as_in_the_region(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    for (languages, thousand, half, shown) in [
        ("es-419", "1,500", "1.5", "EUR\u{a0}1,500.00"),
        ("es-PE,es;q=0.9", "1,500", "1.5", "EUR\u{a0}1,500.00"),
        ("es-DO", "1,500", "1.5", "EUR\u{a0}1,500.00"),
        ("es-ES", "1.500", "1,5", "1500,00\u{a0}EUR"),
        ("es-AR", "1.500", "1,5", "EUR\u{a0}1.500,00"),
        ("en-IN", "1,500", "1.5", "EUR 1,500.00"),
        ("de-CH", "1'500", "1.5", "EUR\u{a0}1'500.00"),
        ("pt-PT", "1 500", "1,5", "1500,00\u{a0}EUR"),
    ] {
        ada.languages = languages;
        let trip = ada
            .trip(&[("name", "Lisbon"), ("start", "2026-05-01")])
            .await;
        let path = format!("{trip}/items/new?kind=food");
        for typed in [thousand, half] {
            let added = ada.fill(&path, &lunch(typed, "EUR")).await;
            assert_eq!(added.status(), 303, "{languages} {typed}: {}", added.text);
        }
        let page = ada.views(&trip).await;
        assert!(page.has(shown), "{languages}: {shown} in {}", page.text);
        let half = shown.replace("1,500", "1500").replace("1.500", "1500");
        let half = half.replace("1'500", "1500").replace("1500", "1");
        let half = half.replace(".00", ".50").replace(",00", ",50");
        assert!(page.has(&half), "{languages}: {half} in {}", page.text);
    }
}

async fn an_amount_of_two_meanings_is_asked_about(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada
        .trip(&[("name", "Kyoto"), ("start", "2026-05-01")])
        .await;
    let path = format!("{trip}/items/new?kind=food");
    for (languages, typed, question) in [
        (
            "en",
            "1.000",
            "Could mean 1000 or 1, so type it as one of these",
        ),
        ("de", "1,000", "Kann 1000 oder 1 bedeuten"),
    ] {
        ada.languages = languages;
        for typed in [typed.to_owned(), format!("{typed} JPY")] {
            let asked = ada.fill(&path, &lunch(&typed, "JPY")).await;
            assert_eq!(asked.status(), 400, "{languages} {typed}: {}", asked.text);
            assert!(asked.has(question), "{languages}: {}", asked.text);
            // Nothing is lost, and nothing is kept.
            assert_eq!(asked.field("name"), "Lunch");
            assert_eq!(asked.field("total"), typed);
            assert!(!ada.views(&trip).await.has("Lunch"));
        }
    }
    for typed in ["1,000", "1000", "1"] {
        let added = ada.fill(&path, &lunch(typed, "JPY")).await;
        // A German page, where `1,000` is a question.
        assert_eq!(added.status() == 303, typed != "1,000", "{}", added.text);
    }
    let page = ada.views(&trip).await;
    assert!(
        page.has("1.000\u{a0}JPY") && page.has(">1\u{a0}JPY"),
        "{}",
        page.text
    );
}
