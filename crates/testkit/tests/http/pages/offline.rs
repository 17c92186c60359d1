//! What the service worker is told: whose a page is, what may be kept, and where the pages are.

use wayfare_testkit::{Builder, on_sqlite};

use super::visitor::{Page, Visitor};

on_sqlite!(
    the_service_worker_and_the_manifest_have_their_headers,
    addresses_follow_the_path_of_the_pages,
    pages_say_whose_they_are_and_whether_to_keep_them,
    what_is_kept_has_no_secret_address,
    the_page_without_network_is_the_same_for_everybody,
);

fn copy(page: &Page) -> Option<&str> {
    page.reply.header("offline-copy")
}

async fn the_service_worker_and_the_manifest_have_their_headers(builder: Builder) {
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    let front = nobody.get("/").await;
    let policy = front.reply.header("content-security-policy").unwrap();
    assert!(policy.contains("worker-src 'self'; manifest-src 'self'"));
    let worker = nobody.get("/sw.js?v=1").await;
    let header = |name| worker.reply.header(name).unwrap_or_default();
    assert_eq!(header("content-type"), "text/javascript; charset=utf-8");
    // The browser looks for a new one each time, and lets it ask for pages.
    assert_eq!(header("cache-control"), "no-cache");
    assert_eq!(
        header("content-security-policy"),
        "default-src 'none'; connect-src 'self'"
    );
    let manifest = nobody.get("/manifest.webmanifest").await;
    let header = |name| manifest.reply.header(name).unwrap_or_default();
    assert_eq!(header("content-type"), "application/manifest+json");
    assert_eq!(header("cache-control"), "no-cache");
    let manifest: serde_json::Value = serde_json::from_str(&manifest.text).unwrap();
    assert_eq!(
        (
            &manifest["start_url"],
            &manifest["scope"],
            &manifest["display"]
        ),
        (&"/trips".into(), &"/".into(), &"standalone".into())
    );
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 3);
    for icon in icons {
        let icon = nobody.get(icon["src"].as_str().unwrap()).await;
        assert_eq!(icon.reply.header("content-type"), Some("image/png"));
        assert!(icon.reply.body.starts_with(b"\x89PNG"));
    }
}

async fn addresses_follow_the_path_of_the_pages(builder: Builder) {
    let builder = builder.setting("frontend-url", "https://example.org/wayfare/");
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    let front = nobody.get("/").await;
    assert!(front.has("data-worker=\"/wayfare/sw.js?v="));
    assert!(front.has("href=\"/wayfare/manifest.webmanifest\""));
    let manifest = nobody.get("/manifest.webmanifest").await;
    let manifest: serde_json::Value = serde_json::from_str(&manifest.text).unwrap();
    for (name, address) in [
        ("id", "/wayfare/"),
        ("scope", "/wayfare/"),
        ("start_url", "/wayfare/trips"),
    ] {
        assert_eq!(manifest[name], address, "{name}");
    }
    let icon = manifest["icons"][0]["src"].as_str().unwrap();
    assert!(icon.starts_with("/wayfare/assets/"), "{icon}");
}

async fn pages_say_whose_they_are_and_whether_to_keep_them(builder: Builder) {
    let server = builder.start().unwrap();
    let mut nobody = Visitor::new(&server);
    assert_eq!(copy(&nobody.get("/sign-in").await), Some("account="));
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let account = copy(&ada.get("/account").await).unwrap().to_owned();
    assert!(account.len() == "account=".len() + 16, "{account}");
    assert_ne!(copy(&ben.get("/account").await), Some(&*account));
    let keep = format!("{account}; keep");
    for (path, expected) in [
        (trip.clone(), Some(&keep)),
        ("/trips".to_owned(), Some(&account)),
        (format!("{trip}/items/new"), Some(&account)),
        ("/trip/nothing".to_owned(), None),
    ] {
        let page = ada.get(&path).await;
        assert_eq!(copy(&page), expected.map(String::as_str), "{path}");
        assert_eq!(page.has("data-keep"), expected == Some(&keep), "{path}");
        assert_eq!(page.has("data-account"), expected.is_some(), "{path}");
    }
}

async fn what_is_kept_has_no_secret_address(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let links = format!("{trip}/links");
    let form = ada.get(&format!("{links}/new")).await;
    let sent = [
        ("label", "For Mum"),
        ("section.itinerary", "on"),
        ("link_password", "sesame"),
    ];
    let made = ada.fill_page(&links, &form, &sent).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    let page = ada.get(&format!("{trip}/people")).await;
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    assert!(page.has("/s/"));
    let kept = ada.get(&format!("{trip}/people?saved")).await;
    assert_eq!(
        kept.reply.header("cache-control"),
        Some("private, no-cache")
    );
    assert!(kept.has("Lisbon") && !kept.has("/s/") && !kept.has("For Mum"));
    let (_, token) = page.text.split_once("/s/").unwrap();
    let token = token.split(['"', '<']).next().unwrap();
    for password in [None, Some("sesame")] {
        let path = format!("/s/{token}");
        let mut shown = ada.get(&path).await;
        if let Some(password) = password {
            let form = [("password", password)];
            shown = ada.fill_page(&path, &shown, &form).await;
        }
        assert_eq!(shown.reply.header("cache-control"), Some("no-store"));
        assert!(!copy(&shown).unwrap().contains("keep"));
    }
}

async fn the_page_without_network_is_the_same_for_everybody(builder: Builder) {
    let server = builder.start().unwrap();
    let page = Visitor::new(&server).get("/offline").await;
    let mut ada = Visitor::signed_up(&server, "ada").await;
    assert_eq!(page.status(), 200);
    assert!(page.has("<ul data-kept></ul>") && page.has("<body "));
    assert_eq!(ada.get("/offline").await.text, page.text);
    assert_eq!(copy(&page), None);
}
