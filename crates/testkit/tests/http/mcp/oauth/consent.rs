//! The page of consent: whom it asks about, and where it leads.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Method, Reply, on_sqlite};

use super::{BACK, error_of, parameter, send, start};
use crate::pages::visitor::Visitor;

on_sqlite!(
    nobody_is_sent_to_an_unlisted_address,
    what_is_asked_wrongly_is_said,
    documents_are_fetched_for_few_people_and_from_public_addresses,
    a_form_of_another_session_allows_nothing,
);

async fn nobody_is_sent_to_an_unlisted_address(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    for unlisted in [
        "",
        "https://evil.example/back",
        "http://127.0.0.1:4100/other",
        "https://guide.example/back",
        "https://guide.example/back?x=1&y=2",
        "javascript:alert(1)",
    ] {
        let page = ada.get(&world.asks(&[("redirect_uri", unlisted)])).await;
        assert_eq!(page.status(), 400, "{unlisted}: {}", page.text);
        assert!(page.reply.header("location").is_none(), "{unlisted}");
        assert!(unlisted.is_empty() || !page.has(&format!("href=\"{unlisted}")));
    }
    let listed = world.asks(&[("redirect_uri", "https://guide.example/back?x=1")]);
    let page = ada.get(&listed).await;
    let allowed = send(
        &mut ada,
        &listed,
        &page,
        &[("scope", "read"), ("trips", "all")],
    )
    .await;
    let to = allowed.reply.header("location").unwrap();
    assert!(
        to.starts_with("https://guide.example/back?x=1&code="),
        "{to}"
    );
}

async fn what_is_asked_wrongly_is_said(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    for (name, value, error) in [
        ("response_type", "token", "unsupported_response_type"),
        ("code_challenge", "", "invalid_request"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("scope", "everything", "invalid_scope"),
        ("resource", "https://other.example/mcp", "invalid_target"),
    ] {
        // Nobody is sent on by itself: anybody may have an application.
        let page = ada.get(&world.asks(&[(name, value)])).await;
        assert_eq!(page.status(), 400, "{name}: {}", page.text);
        let to = format!("{BACK}?error={error}&amp;state=a+b%26c&amp;iss=");
        assert!(page.has(&to), "{name}: {}", page.text);
    }
    for (parameters, error) in [
        (vec![], "invalid_request"),
        (vec![("grant_type", "password")], "unsupported_grant_type"),
        (
            vec![("grant_type", "authorization_code")],
            "invalid_request",
        ),
        (vec![("code", "a"), ("code", "b")], "invalid_request"),
        (
            vec![
                ("grant_type", "refresh_token"),
                ("resource", "https://other.example"),
            ],
            "invalid_target",
        ),
    ] {
        let refused = world.token(&parameters).await.expect_status(400);
        assert_eq!(error_of(&refused), error, "{parameters:?}");
    }
    let call = world.server.client().request(Method::POST, "/oauth/token");
    let json: Reply<Value> = call.json(&json!({"grant_type": "refresh_token"})).await;
    assert_eq!(error_of(&json.expect_status(400)), "invalid_request");
}

async fn documents_are_fetched_for_few_people_and_from_public_addresses(builder: Builder) {
    let world = start(builder.setting("rate-limit", "on")).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    let host = world.id.strip_suffix("/client.json").unwrap();
    let mut tried = 0;
    for id in [
        "",
        "guide",
        "http://127.0.0.1:9/client.json",
        "https://127.0.0.1:9/client.json",
        "https://localhost/client.json",
        &format!("{host}/moved.json"),
        &format!("{host}/long.json"),
        &format!("{host}/page"),
        &format!("{host}/"),
    ] {
        let page = ada.get(&world.asks(&[("client_id", id)])).await;
        assert_eq!(page.status(), 400, "{id}: {}", page.text);
        assert!(page.has("can't be asked about"), "{id}: {}", page.text);
        tried += 1;
    }
    assert_eq!(tried, 9);
    assert_eq!(ada.get(&world.asks(&[])).await.status(), 200);
    let much = ada.get(&world.asks(&[])).await;
    assert_eq!(much.status(), 429, "{}", much.text);
    assert!(much.reply.header("retry-after").is_some());
    let mut eve = Visitor::signed_up(&world.server, "eve").await;
    assert_eq!(eve.get(&world.asks(&[])).await.status(), 200);
}

async fn a_form_of_another_session_allows_nothing(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    let mut eve = Visitor::signed_up(&world.server, "eve").await;
    let address = world.asks(&[]);
    let page = eve.get(&address).await;
    let fields = [("scope", "write"), ("trips", "all")];
    let draft = send(&mut ada, &address, &page, &fields).await;
    assert_eq!(draft.status(), 403, "{}", draft.text);
    assert!(
        draft.has("Let Guide &lt;1&gt; use your trips?"),
        "{}",
        draft.text
    );
    // What the form says of the application counts only as our page has written it.
    let page = ada.get(&address).await;
    let token = page.field("form_token");
    let forged = [
        ("form_token", token.as_str()),
        ("application", "Wayfare"),
        ("seal", "forged"),
        ("scope", "write"),
        ("trips", "all"),
    ];
    let origin = ada.origin.clone();
    let allowed = ada.send(&address, Some(&origin), &forged).await;
    world
        .exchange(&parameter(&allowed, "code"))
        .await
        .expect_status(200);
    let account = ada.get("/account").await;
    assert!(account.has("<b>Guide &lt;1&gt;</b>") && !account.has("<b>Wayfare</b>"));
}
