//! Who may join an identity, and the mails that end one: whoever joined it may be a thief.

use std::time::Duration;

use serde_json::json;
use wayfare_testkit::{Builder, SmtpSink, both};

use super::Scene;
use super::pages::{JOIN, expect_refusal, is_signed_in_as, join, sign_in};
use crate::mail::confirm::confirm;
use crate::mail::{Letter, PASSWORD};
use crate::pages::visitor::Visitor;

both!(
    joining_needs_a_sign_in_of_the_last_ten_minutes,
    a_former_address_ends_identities_joined_since,
    a_new_password_by_mail_ends_identities_joined_lately,
);

async fn joining_needs_a_sign_in_of_the_last_ten_minutes(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    let mut ada = Visitor::signed_up(&scene.server, "countess").await;
    scene.clock.advance(Duration::from_secs(11 * 60));
    let token = ada.get("/account").await.field("form_token");
    let refused = ada.post(JOIN, &token, &[]).await;
    expect_refusal(&refused, "needs a sign-in of the last ten minutes");
}

async fn a_former_address_ends_identities_joined_since(builder: Builder) {
    let sink = SmtpSink::start().unwrap();
    let scene = Scene::start(builder.mail(&sink), &[]);
    let open = async |number: usize| {
        let mails = sink.wait_for(number).await;
        let letter = Letter::read(&mails[number - 1], &scene.server);
        let page = confirm(&scene.server, &letter.path).await;
        assert_eq!(page.status(), 303, "{}", page.text);
    };
    let mut thief = Visitor::signed_up(&scene.server, "countess").await;
    let grant = json!({"grant_type": "password", "username": "countess", "password": PASSWORD});
    let tokens = scene.server.client().users().sign_in(&grant).await.json();
    let ada = scene.server.client().with_token(&tokens.access_token);
    let set_email = async |email: &str| {
        let change = json!({"email": email, "current": PASSWORD});
        let changed = ada.users().update("countess", &change).await;
        changed.expect_status(200);
    };
    set_email("ada@example.org").await;
    open(1).await;
    set_email("thief@example.com").await;
    sink.wait_for(2).await;
    join(&scene, &mut thief, "2").await;
    sign_in(&scene, &mut thief, &scene.claims("2")).await;
    assert!(is_signed_in_as(&mut thief, "countess").await);
    scene.clock.advance(Duration::from_secs(60));
    open(3).await;
    let refused = sign_in(&scene, &mut thief, &scene.claims("2")).await;
    expect_refusal(&refused, "sign in with its password and join them");
}

async fn a_new_password_by_mail_ends_identities_joined_lately(builder: Builder) {
    let sink = SmtpSink::start().unwrap();
    let scene = Scene::start(builder.mail(&sink), &[]);
    let path_of = async |number: usize| {
        let mails = sink.wait_for(number).await;
        Letter::read(&mails[number - 1], &scene.server).path
    };
    let mut thief = Visitor::signed_up(&scene.server, "countess").await;
    let anybody = scene.server.client();
    let grant = json!({"grant_type": "password", "username": "countess", "password": PASSWORD});
    let tokens = anybody.users().sign_in(&grant).await.json();
    let ada = scene.server.client().with_token(&tokens.access_token);
    let change = json!({"email": "ada@example.org", "current": PASSWORD});
    let changed = ada.users().update("countess", &change).await;
    changed.expect_status(200);
    let confirmed = confirm(&scene.server, &path_of(1).await).await;
    assert_eq!(confirmed.status(), 303, "{}", confirmed.text);
    join(&scene, &mut thief, "2").await;
    let login = json!({"login": "ada@example.org"});
    let requested = anybody.users().request_password_reset(&login).await;
    requested.expect_status(202);
    let path = path_of(2).await;
    let token = path.strip_prefix("/password-reset/").unwrap();
    let new = json!({"password": "staple battery horse"});
    let set = anybody.users().reset_password(token, &new).await;
    set.expect_status(204);
    let refused = sign_in(&scene, &mut thief, &scene.claims("2")).await;
    expect_refusal(&refused, "sign in with its password and join them");
}
