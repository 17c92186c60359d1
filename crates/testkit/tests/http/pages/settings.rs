//! The settings of the pages: turning them off, a tile server, and the reader's languages.

use wayfare_testkit::{Builder, Method, on_sqlite};

use super::visitor::Visitor;

on_sqlite!(
    pages_can_be_off,
    browsers_get_pages_but_of_the_interface,
    tiles_come_from_the_server_that_is_set,
    dates_and_numbers_are_those_of_the_reader,
);

async fn pages_can_be_off(builder: Builder) {
    let server = builder.setting("pages", "off").start().unwrap();
    let client = server.client();
    for path in [
        "/sign-in",
        "/trips",
        "/trip/nothing",
        "/account",
        "/s/nothing",
    ] {
        let reply = client
            .request(Method::GET, path)
            .header("accept", "text/html")
            .await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(
            !reply
                .header("content-type")
                .unwrap_or_default()
                .contains("html"),
            "{path}"
        );
    }
    let user = client.request(Method::GET, "/api/v1/user").await;
    assert_eq!(user.status, 401, "the interface is served");
}

async fn browsers_get_pages_but_of_the_interface(builder: Builder) {
    let server = builder.start().unwrap();
    let client = server.client();
    for (path, is_page) in [
        ("/nothing", true),
        ("/trips/nothing", true),
        ("/assets/nothing", true),
        ("/api/v1/nothing", false),
        ("/a/api/v1/nothing", false),
        ("/api/v1/user/nobody", false),
        ("/docs/nothing.js", false),
    ] {
        let call = client.request(Method::GET, path);
        let reply = call.header("accept", "text/html").await;
        let kind = reply.header("content-type").unwrap_or_default();
        assert_eq!(kind.contains("html"), is_page, "{path}: {kind}");
    }
}

async fn tiles_come_from_the_server_that_is_set(builder: Builder) {
    let url = "https://tiles.example.org/{z}/{x}/{y}.png";
    let server = builder
        .setting("tiles-url", url)
        .setting("tiles-attribution", "© <Somebody>")
        .start()
        .unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    ada.post(&format!("{trip}/places"), &token, &[("name", "Lisbon")])
        .await;
    let page = ada.views(&trip).await;
    assert!(
        page.has("href=\"https://tiles.example.org/"),
        "{}",
        page.text
    );
    assert!(page.has("© &lt;Somebody&gt;") && !page.has("path class=\"land\""));
    let policy = page.reply.header("content-security-policy").unwrap();
    assert!(
        policy.contains("img-src 'self' https://tiles.example.org;"),
        "{policy}"
    );
}

async fn dates_and_numbers_are_those_of_the_reader(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada
        .trip(&[("name", "Lisbon"), ("start", "2026-05-01")])
        .await;
    let item = [
        ("name", "A stay"),
        ("kind", "destination"),
        ("day", "1"),
        ("start", "2026-05-01T15:30"),
        ("total", "1234.5"),
    ];
    ada.fill(&format!("{trip}/items/new"), &item).await;
    for (languages, expected) in [
        ("", ["Friday, 1 May 2026", "CAD 1,234.50", ">15:30<"]),
        (
            "de-DE,de;q=0.8",
            ["Freitag, 1. Mai 2026", "1.234,50\u{a0}CAD", ">15:30<"],
        ),
        (
            "fr",
            ["vendredi 1 mai 2026", "1\u{202f}234,50\u{a0}CAD", ">15:30<"],
        ),
        (
            "en-US",
            ["Friday, May 1, 2026", "CAD 1,234.50", ">3:30 PM<"],
        ),
    ] {
        ada.languages = languages;
        let page = ada.views(&trip).await;
        for text in expected {
            assert!(page.has(text), "{languages}: {text} in {}", page.text);
        }
        let vary = page.reply.header("vary").unwrap_or_default();
        assert!(vary.to_lowercase().contains("accept-language"), "{vary}");
    }
}
