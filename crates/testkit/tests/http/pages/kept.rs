//! What was typed outlives a session that ends, a sign-in elsewhere and a refusal.

use wayfare_testkit::{Builder, TestServer, on_sqlite};

use super::visitor::{Page, Visitor};

on_sqlite!(
    a_form_of_an_ended_session_comes_back_after_the_sign_in,
    a_button_of_an_ended_session_is_pressed_again_after_the_sign_in,
    a_form_of_another_session_comes_back_with_a_new_token,
    nothing_is_carried_for_other_origins,
    a_text_that_is_too_long_is_not_carried,
    passwords_are_never_carried,
    a_refused_form_shows_what_was_typed,
);

const TYPED: &str = "Typed at length, \"quoted\" & more";
const ITEM: [(&str, &str); 4] = [
    ("name", "Museum"),
    ("kind", "destination"),
    ("day", "1"),
    ("description", TYPED),
];

/// Signs in on a page that carries a form, and follows the redirection as a browser does.
async fn sign_in(visitor: &mut Visitor, page: &Page) -> Page {
    assert_eq!(page.status(), 401, "{}", page.text);
    assert!(page.has("Your session has ended"), "{}", page.text);
    let mut fields = page.hidden_fields();
    fields.push(("username".to_owned(), "ada".to_owned()));
    fields.push(("password".to_owned(), "correct horse battery".to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let origin = visitor.origin.clone();
    let signed_in = visitor.send("/sign-in", Some(&origin), &fields).await;
    assert_eq!(signed_in.status(), 307, "{}", signed_in.text);
    let path = signed_in.reply.header("location").unwrap().to_owned();
    assert!(!path.contains("Typed"), "{path}");
    visitor.send(&path, Some(&origin), &fields).await
}

async fn a_form_of_an_ended_session_comes_back_after_the_sign_in(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = format!("{trip}/items/new");
    // A browser drops the cookie of a session, or its server ends the session.
    for cookie in ["", "ended"] {
        let form = ada.get(&path).await;
        ada.set_cookie("wayfare", cookie);
        let ended = ada.fill_page(&path, &form, &ITEM).await;
        let back = sign_in(&mut ada, &ended).await;
        assert_eq!(back.status(), 200, "{}", back.text);
        assert_eq!(back.field("name"), "Museum");
        assert!(back.has("Typed at length") && back.has("Nothing is saved yet"));
        assert!(
            !ada.views(&trip).await.has("Museum"),
            "nothing is saved yet"
        );
    }
    let form = ada.get(&path).await;
    let saved = ada.fill_page(&path, &form, &ITEM).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);

    let path = format!("{trip}/settings");
    let form = ada.get(&path).await;
    ada.set_cookie("wayfare", "ended");
    let ended = ada.fill_page(&path, &form, &[("name", "Porto")]).await;
    let back = sign_in(&mut ada, &ended).await;
    assert_eq!(back.field("name"), "Porto");
    let saved = ada.fill_page(&path, &back, &[("name", "Porto")]).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    assert!(ada.views(&trip).await.has("Porto"));
}

async fn a_button_of_an_ended_session_is_pressed_again_after_the_sign_in(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    ada.set_cookie("wayfare", "ended");
    let path = format!("{trip}/lists");
    let sent = [("text", TYPED), ("add", "1")];
    let ended = ada.post(&path, &token, &sent).await;
    let again = sign_in(&mut ada, &ended).await;
    assert_eq!(again.status(), 200);
    assert!(again.has("Send again"), "{}", again.text);
    assert!(!ada.get(&path).await.has("Typed at length"));
    let fields = again.hidden_fields();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let origin = ada.origin.clone();
    let added = ada.send(&path, Some(&origin), &fields).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    assert!(ada.get(&path).await.has("Typed at length"));
}

async fn a_form_of_another_session_comes_back_with_a_new_token(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = format!("{trip}/items/new");
    let form = ada.get(&path).await;
    let sent = [("username", "ada"), ("password", "correct horse battery")];
    ada.fill("/sign-in", &sent).await;
    let back = ada.fill_page(&path, &form, &ITEM).await;
    assert_eq!((back.status(), back.field("name")), (403, "Museum".into()));
    let saved = ada.fill_page(&path, &back, &ITEM).await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
}

async fn nothing_is_carried_for_other_origins(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    for (cookie, origin) in [
        ("ended", Some("https://elsewhere.example")),
        ("ended", Some("null")),
        ("ended", None),
        ("", Some("https://elsewhere.example")),
        ("", None),
    ] {
        ada.set_cookie("wayfare", cookie);
        for path in ["items/new", "lists"] {
            let path = format!("{trip}/{path}");
            let page = ada.send(&path, origin, &ITEM).await;
            assert_eq!(page.status(), 403, "{origin:?}");
            assert!(!page.has("Typed at length"), "{}", page.text);
        }
    }
}

async fn a_text_that_is_too_long_is_not_carried(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let path = format!("{}/items/new", ada.trip(&[("name", "Lisbon")]).await);
    ada.set_cookie("wayfare", "ended");
    let origin = ada.origin.clone();
    for (length, is_carried) in [(200 << 10, true), (300 << 10, false)] {
        let text = "\"".repeat(length);
        let sent = [("name", "Museum"), ("description", text.as_str())];
        let page = ada.send(&path, Some(&origin), &sent).await;
        assert_eq!(page.status(), 401, "{}", page.text);
        assert_eq!(page.has("name=\"sent.name\" value=\"Museum\""), is_carried);
        assert_eq!(page.has("too long to be carried"), !is_carried);
        assert_eq!(page.text.len() > length, is_carried);
    }
}

async fn passwords_are_never_carried(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let token = ada.get("/account").await.field("form_token");
    ada.set_cookie("wayfare", "");
    let sent = [
        ("current", "correct horse battery"),
        ("password", "staple correct"),
    ];
    let ended = ada.post("/account/password", &token, &sent).await;
    assert_eq!(ended.status(), 401);
    assert!(!ended.has("horse") && !ended.has("staple"));
}

async fn two_people(server: &TestServer) -> (Visitor, Visitor, String) {
    let mut ada = Visitor::signed_up(server, "ada").await;
    let ben = Visitor::signed_up(server, "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    let people = format!("{trip}/people");
    ada.post(&people, &token, &[("username", "ben"), ("add", "1")])
        .await;
    (ada, ben, trip)
}

async fn a_refused_form_shows_what_was_typed(builder: Builder) {
    let server = builder.start().unwrap();
    let (mut ada, mut ben, trip) = two_people(&server).await;
    let path = format!("{trip}/items/new");
    let form = ben.get(&path).await;
    let token = ada.views(&trip).await.field("form_token");
    let people = format!("{trip}/people");
    for (button, status, reason) in [
        ("viewer", 401, "You may no longer change this trip"),
        ("remove", 404, "you are no longer one of its people"),
    ] {
        ada.post(&people, &token, &[(button, "ben")]).await;
        let refused = ben.fill_page(&path, &form, &ITEM).await;
        assert_eq!(refused.status(), status, "{}", refused.text);
        assert!(
            refused.has("Typed at length") && refused.has(reason),
            "{}",
            refused.text
        );
        assert!(!refused.has(&form.field("form_token")));
    }
}
