//! Invitations by mail.

use serde_json::json;
use wayfare_testkit::sample;
use wayfare_testkit::{Builder, SmtpBehaviour, both, on_sqlite};

use super::{POLLS, Scene};
use crate::pages::visitor::Visitor;

both!(
    an_invitation_goes_to_any_address,
    invitations_are_fifty_a_day_for_each_account,
);

on_sqlite!(
    an_invitation_that_has_ended_is_not_sent,
    the_page_sends_invitations_where_mail_is_set_up,
    without_mail_an_address_is_refused,
);

async fn an_invitation_goes_to_any_address(builder: Builder) {
    let scene = Scene::start(builder);
    let body = json!({"name": "Ada <b>Lovelace</b>", "username": "ada"});
    let ada = sample::sign_up_with(&scene.client(), &body).await;
    let trip = sample::trip(&ada, "Lisbon\r\nBcc: eve@example.com\u{202e}").await;
    let sent = json!({"email": "ben@example.org", "role": "viewer"});
    let call = ada.extensions().create_invitation(&trip, &sent);
    let made = call
        .header("accept-language", "de")
        .await
        .expect_status(201);
    let made = made.json();
    let letter = scene.letter(0).await;
    assert_eq!(letter.to, "ben@example.org");
    let subject =
        "Ada <b>Lovelace</b> lädt Sie ein: „Lisbon Bcc:\u{2060} eve@\u{2060}example.\u{2060}com“";
    assert_eq!(
        letter.subject.replace('\u{2060}', ""),
        subject.replace('\u{2060}', "")
    );
    assert!(letter.plain.contains("15. Mai 2026"), "{}", letter.plain);
    assert!(!letter.html.contains("<b>"), "{}", letter.html);
    assert!(
        made.url.ends_with(&letter.path),
        "{} {}",
        made.url,
        letter.path
    );
    let open = scene.client();
    let open = open.extensions().invitation(letter.token()).await.json();
    assert_eq!(open.by, "Ada <b>Lovelace</b>");
}

async fn invitations_are_fifty_a_day_for_each_account(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = sample::sign_up(&scene.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for number in 0..50 {
        let sent = json!({"email": format!("guest{number}@example.org")});
        let made = ada.extensions().create_invitation(&trip, &sent).await;
        made.expect_status(201);
    }
    let sent = json!({"email": "one-too-many@example.org"});
    let refused = ada.extensions().create_invitation(&trip, &sent).await;
    refused.expect_status(429);
    // Nothing is left of it, and a link without a mail is no mail.
    assert_eq!(ada.extensions().invitations(&trip).await.json().len(), 50);
    let made = ada.extensions().create_invitation(&trip, &json!({})).await;
    made.expect_status(201);
    let ben = sample::sign_up(&scene.client(), "ben").await;
    let other = sample::trip(&ben, "Porto").await;
    let made = ben.extensions().create_invitation(&other, &sent).await;
    made.expect_status(201);
    scene.sink.wait_for(51).await;
    scene.settle(51).await;
    scene.advance(24 * 3_600);
    let made = ada.extensions().create_invitation(&trip, &sent).await;
    made.expect_status(201);
    scene.sink.wait_for(52).await;
}

async fn an_invitation_that_has_ended_is_not_sent(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = sample::sign_up(&scene.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    scene.sink.behave(SmtpBehaviour::Close);
    let sent = json!({"email": "ben@example.org"});
    let made = ada
        .extensions()
        .create_invitation(&trip, &sent)
        .await
        .json();
    tokio::time::sleep(POLLS).await;
    let ended = ada.extensions().delete_invitation(&trip, &made.id).await;
    ended.expect_status(204);
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.advance(60);
    scene.settle(0).await;
}

async fn the_page_sends_invitations_where_mail_is_set_up(builder: Builder) {
    let scene = Scene::start(builder.clone());
    let mut ada = Visitor::signed_up(&scene.server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let page = ada.get(&format!("{trip}/people")).await;
    assert!(page.has("name=\"email\""), "{}", page.text);
    let fields = [("invite", "viewer"), ("email", "ben@example.org")];
    let path = format!("{trip}/invitations");
    let sent = ada.post(&path, &page.field("form_token"), &fields).await;
    assert_eq!(sent.status(), 303, "{}", sent.text);
    assert_eq!(scene.letter(0).await.to, "ben@example.org");
    let fields = [("invite", "viewer"), ("email", "nobody")];
    let refused = ada.post(&path, &page.field("form_token"), &fields).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("e-mail address"), "{}", refused.text);
    let fields = [("invite", "viewer"), ("email", "")];
    let made = ada.post(&path, &page.field("form_token"), &fields).await;
    assert_eq!(made.status(), 303);
    scene.settle(1).await;

    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let page = ada.get(&format!("{trip}/people")).await;
    assert!(!page.has("name=\"email\""), "{}", page.text);
}

async fn without_mail_an_address_is_refused(builder: Builder) {
    let server = builder.start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let sent = json!({"email": "ben@example.org"});
    let refused = ada.extensions().create_invitation(&trip, &sent).await;
    assert_eq!(refused.status, 400);
    assert_eq!(refused.problem().r#type, "urn:wayfare:problem:no-mail");
    assert!(ada.extensions().invitations(&trip).await.json().is_empty());
}
