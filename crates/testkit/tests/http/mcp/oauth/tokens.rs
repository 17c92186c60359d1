//! Codes and tokens of assistants: how often they are good, and what ends them.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::{Builder, Client, both};

use super::{BACK, VERIFIER, error_of, post, start};
use crate::mcp::{reply_of, tools};
use crate::pages::visitor::Visitor;

both!(
    a_code_is_exchanged_once,
    refresh_tokens_rotate_and_a_stolen_one_ends_all,
    what_ends_an_assistant,
);

async fn a_code_is_exchanged_once(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    let code = world.code(&mut ada).await;
    let grant = ("grant_type", "authorization_code");
    let good = [
        grant,
        ("code", code.as_str()),
        ("redirect_uri", BACK),
        ("client_id", world.id.as_str()),
        ("code_verifier", VERIFIER),
    ];
    let other = "0".repeat(43);
    for (name, wrong) in [
        ("code", "AAAA"),
        ("redirect_uri", "http://127.0.0.1:4101/callback"),
        ("client_id", "https://guide.example/client.json"),
        ("code_verifier", &other),
    ] {
        let parameters = good.map(|(own, value)| (own, if own == name { wrong } else { value }));
        let refused = world.token(&parameters).await.expect_status(400);
        assert_eq!(error_of(&refused), "invalid_grant", "{name}");
    }
    let tokens = world.token(&good).await.expect_status(200).value();
    let (assistant, refresh) = world.assistant(&tokens);
    assert!(!tools(&assistant).await.is_empty());
    // A second time somebody else may have it: all of it ends.
    let again = world.token(&good).await.expect_status(400);
    assert_eq!(error_of(&again), "invalid_grant");
    reply_of(&assistant, "list_trips", &json!({}))
        .await
        .expect_status(401);
    world.refresh(&refresh).await.expect_status(400);

    let late = world.code(&mut ada).await;
    world.clock.advance(Duration::from_secs(61));
    world.exchange(&late).await.expect_status(400);
}

async fn refresh_tokens_rotate_and_a_stolen_one_ends_all(builder: Builder) {
    let world = start(builder).await;
    let (mut ada, first, refresh) = world.signed_in().await;
    world.clock.advance(Duration::from_secs(901));
    reply_of(&first, "list_trips", &json!({}))
        .await
        .expect_status(401);
    let tokens = world.refresh(&refresh).await.expect_status(200).value();
    let (second, successor) = world.assistant(&tokens);
    assert_ne!(successor, refresh);
    assert!(!tools(&second).await.is_empty());
    // The answer may have been lost: for half a minute the former one is good.
    let tokens = world.refresh(&refresh).await.expect_status(200).value();
    let (_, newest) = world.assistant(&tokens);
    // Another application's, or one for the interface, is none.
    let foreign = [
        ("grant_type", "refresh_token"),
        ("refresh_token", &newest),
        ("client_id", "https://guide.example/client.json"),
    ];
    world.token(&foreign).await.expect_status(400);
    let tokens = world.refresh(&newest).await.expect_status(200).value();
    let (third, _) = world.assistant(&tokens);
    world.clock.advance(Duration::from_secs(31));
    world.refresh(&newest).await.expect_status(400);
    reply_of(&third, "list_trips", &json!({}))
        .await
        .expect_status(401);
    assert!(!ada.get("/account").await.has("Guide &lt;1&gt;"));
}

async fn what_ends_an_assistant(builder: Builder) {
    let world = start(builder).await;
    let (mut ada, assistant, refresh) = world.signed_in().await;
    let is_in = async |assistant: &Client| {
        reply_of(assistant, "list_trips", &json!({})).await.status == 200
    };
    assert!(is_in(&assistant).await);
    // Its holder, on the account's page.
    let page = ada.get("/account").await;
    let ask = page.link("End");
    let asked = ada.get(&ask).await;
    assert!(asked.has("is shut out at once"), "{}", asked.text);
    let mut eve = Visitor::signed_up(&world.server, "eve").await;
    assert_eq!(eve.get(&ask).await.status(), 404);
    let token = eve.get("/account").await.field("form_token");
    eve.post(&ask, &token, &[]).await;
    assert!(is_in(&assistant).await);
    ada.post(&ask, &asked.field("form_token"), &[]).await;
    assert!(!is_in(&assistant).await);
    world.refresh(&refresh).await.expect_status(400);

    // The assistant itself.
    let tokens = world.exchange(&world.code(&mut ada).await).await.value();
    let (assistant, refresh) = world.assistant(&tokens);
    let unknown = post(&world.server, "/oauth/revoke", &[("token", "unknown")]).await;
    unknown.expect_status(200);
    assert!(is_in(&assistant).await);
    let ended = post(&world.server, "/oauth/revoke", &[("token", &refresh)]).await;
    ended.expect_status(200);
    assert!(!is_in(&assistant).await);

    // A new password, and the end of all sessions.
    let tokens = world.exchange(&world.code(&mut ada).await).await.value();
    let (assistant, refresh) = world.assistant(&tokens);
    let unused = world.code(&mut ada).await;
    let page = ada.get("/account").await;
    let fields = [
        ("current", "correct horse battery"),
        ("password", "another horse battery"),
    ];
    let changed = ada
        .post("/account/password", &page.field("form_token"), &fields)
        .await;
    assert_eq!(changed.status(), 303, "{}", changed.text);
    assert!(!is_in(&assistant).await);
    world.refresh(&refresh).await.expect_status(400);
    world.exchange(&unused).await.expect_status(400);
    assert!(!ada.get("/account").await.has("Guide &lt;1&gt;"));
    let tokens = world.exchange(&world.code(&mut ada).await).await.value();
    let (assistant, _) = world.assistant(&tokens);
    let page = ada.get("/account").await;
    ada.post("/account/sessions", &page.field("form_token"), &[])
        .await;
    assert!(!is_in(&assistant).await);
}
