//! Keys of programs on the account's page.

use serde_json::json;
use time::macros::datetime;
use wayfare_testkit::{Builder, Client, FixedClock, TestServer, on_sqlite};

use super::visitor::{Page, Visitor};

on_sqlite!(
    a_key_is_made_shown_once_listed_and_deleted,
    a_key_is_for_the_trips_that_are_ticked,
    what_is_wrong_is_said_at_its_field,
);

fn start(builder: Builder) -> TestServer {
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    builder.clock(clock).start().unwrap()
}

const PLAIN: [(&str, &str); 3] = [
    ("name", "My <calendar>"),
    ("scope", "read"),
    ("trips", "all"),
];

/// Sends the form of a new key.
async fn make(ada: &mut Visitor, fields: &[(&str, &str)]) -> Page {
    let page = ada.get("/account/keys/new").await;
    ada.fill_page("/account/keys", &page, fields).await
}

/// A client that sends the key that a page shows.
fn program(server: &TestServer, page: &Page) -> Client {
    let (_, rest) = page.text.split_once("value=\"wayfare_").unwrap();
    let rest = rest.split('"').next().unwrap();
    server.client().with_token(format!("wayfare_{rest}"))
}

async fn a_key_is_made_shown_once_listed_and_deleted(builder: Builder) {
    let server = start(builder);
    let mut ada = Visitor::signed_up(&server, "ada").await;
    ada.trip(&[("name", "Lisbon")]).await;
    let page = ada.get("/account").await;
    assert!(page.has("Keys for programs") && !page.has("My &lt;calendar&gt;"));
    let form = ada.get("/account/keys/new").await;
    let made = ada.fill_page("/account/keys", &form, &PLAIN).await;
    assert_eq!(made.status(), 200, "{}", made.text);
    assert_eq!(made.reply.header("cache-control"), Some("no-store"));
    assert!(made.has("Copy it now") && made.has("data-copy=\"wayfare_"));
    let program = program(&server, &made);
    assert_eq!(program.b().trips().await.json().len(), 1);

    // The same form again makes nothing, and shows nothing.
    let again = ada.fill_page("/account/keys", &form, &PLAIN).await;
    assert_eq!(again.status(), 303, "{}", again.text);
    let page = ada.get("/account?done=shown").await;
    assert!(page.has("is shown only once"), "{}", page.text);
    let text = "<b>My &lt;calendar&gt;</b>";
    assert_eq!(page.text.matches(text).count(), 1, "{}", page.text);
    assert!(page.has("read") && page.has("all trips") && page.has("without an end"));
    assert!(!page.has("wayfare_"));

    let ask = page.link("Delete");
    let asked = ada.get(&ask).await;
    assert!(asked.has("Delete My &lt;calendar&gt;?"), "{}", asked.text);
    program.b().trips().await.expect_status(200);
    let mut eve = Visitor::signed_up(&server, "eve").await;
    assert_eq!(eve.get(&ask).await.status(), 404);
    let token = eve.get("/account").await.field("form_token");
    eve.post(&ask, &token, &[]).await;
    program.b().trips().await.expect_status(200);
    for _ in 0..2 {
        let deleted = ada.post(&ask, &asked.field("form_token"), &[]).await;
        assert_eq!(deleted.status(), 303, "{}", deleted.text);
    }
    program.b().trips().await.expect_status(401);
    assert!(!ada.get("/account").await.has("My &lt;calendar&gt;"));
}

async fn a_key_is_for_the_trips_that_are_ticked(builder: Builder) {
    let server = start(builder);
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let lisbon = ada.trip(&[("name", "Lisbon & Porto")]).await;
    ada.trip(&[("name", "Rome")]).await;
    let form = ada.get("/account/keys/new").await;
    assert!(form.has("Lisbon &amp; Porto") && form.has("Rome"));
    let id = lisbon.rsplit('/').next().unwrap();
    let ticked = format!("trip.{id}");
    let fields = [
        ("name", "Bot"),
        ("scope", "write"),
        ("trips", "some"),
        ("expires_at", "2026-05-02"),
        (ticked.as_str(), "on"),
    ];
    let made = make(&mut ada, &fields).await;
    assert_eq!(made.status(), 200, "{}", made.text);
    let program = program(&server, &made);
    let trips = program.b().trips().await.json();
    assert_eq!((trips.len(), trips[0].uuid.as_str()), (1, id));
    let renamed = program.b().update(id, &json!({"name": "Porto"})).await;
    renamed.expect_status(200);
    let page = ada.get("/account").await;
    assert!(page.has("read and change · Porto ·"), "{}", page.text);
    assert!(page.has("until 2 May 2026"), "{}", page.text);
}

async fn what_is_wrong_is_said_at_its_field(builder: Builder) {
    let server = start(builder);
    let mut ada = Visitor::signed_up(&server, "ada").await;
    ada.trip(&[("name", "Lisbon")]).await;
    let fields = [
        ("name", " "),
        ("scope", "read"),
        ("trips", "some"),
        ("expires_at", "2026-04-30"),
    ];
    let page = make(&mut ada, &fields).await;
    assert_eq!(page.status(), 400, "{}", page.text);
    assert!(page.has("Must not be empty."), "{}", page.text);
    let fields = [("name", "Bot"), fields[1], fields[2], fields[3]];
    let page = make(&mut ada, &fields).await;
    for reason in ["Must name at least one trip.", "Must not be in the past."] {
        assert!(page.has(reason), "{reason}: {}", page.text);
    }
    assert!(page.has("value=\"Bot\"") && page.has("value=\"2026-04-30\""));
    assert!(!ada.get("/account").await.has("<b>Bot</b>"));
}
