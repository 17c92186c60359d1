//! Invitations by mail.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, SmtpBehaviour, both, on_sqlite};

use super::{POLLS, Scene};
use crate::pages::visitor::Visitor;

both!(
    an_invitation_goes_to_any_address,
    invitations_are_fifty_a_day_for_each_account,
    an_address_gets_three_a_day_from_all_accounts,
    an_address_refuses_further_invitations_by_a_button,
);

on_sqlite!(
    an_invitation_that_has_ended_is_not_sent,
    a_new_account_sends_five_invitations_on_its_first_day,
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
    scene.advance(24 * 3_600);
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

/// The status and the body of the answer to an invitation of this address, without the request's
/// id.
async fn invite(by: &Traveller, trip: &str, email: &str) -> (u16, Value) {
    let call = by
        .extensions()
        .create_invitation(trip, &json!({"email": email}));
    let reply = call.await;
    if reply.status == 201 {
        return (201, Value::Null);
    }
    assert_eq!(reply.header("retry-after"), Some("3600"));
    let mut body: Value = serde_json::from_slice(&reply.body).unwrap();
    body.as_object_mut().unwrap().remove("instance");
    body.as_object_mut().unwrap().remove("requestId");
    (reply.status, body)
}

async fn an_address_gets_three_a_day_from_all_accounts(builder: Builder) {
    let scene = Scene::start(builder);
    let addresses = ["ben@example.org", "Ben+a@EXAMPLE.org", "BEN@example.org"];
    for (number, address) in addresses.iter().enumerate() {
        let by = sample::sign_up(&scene.client(), &format!("account-{number}")).await;
        let trip = sample::trip(&by, "Lisbon").await;
        assert_eq!(invite(&by, &trip, address).await.0, 201);
        scene.sink.wait_for(number + 1).await;
        // What a deleted account has sent still counts.
        let deleted = by.users().delete(&by.username).await;
        deleted.expect_status(204);
    }
    let eve = sample::sign_up(&scene.client(), "eve").await;
    let trip = sample::trip(&eve, "Porto").await;
    let (status, problem) = invite(&eve, &trip, "ben@example.org").await;
    assert_eq!(status, 429);
    assert_eq!(problem["type"], "urn:wayfare:problem:too-many-mails");
    // Nothing is left of it, and others are reached.
    assert!(eve.extensions().invitations(&trip).await.json().is_empty());
    assert_eq!(invite(&eve, &trip, "cleo@example.org").await.0, 201);
    scene.sink.wait_for(4).await;
    scene.advance(24 * 3_600);
    assert_eq!(invite(&eve, &trip, "ben@example.org").await.0, 201);
    scene.sink.wait_for(5).await;
}

async fn an_address_refuses_further_invitations_by_a_button(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = sample::sign_up(&scene.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    assert_eq!(invite(&ada, &trip, "Ben@example.org").await.0, 201);
    let path = scene.letter(0).await.refusal_path();
    // Programs that look through mail open its links.
    let mut scanner = Visitor::new(&scene.server);
    for _ in 0..2 {
        let page = scanner.get(&path).await;
        assert_eq!(page.status(), 200, "{}", page.text);
        assert!(!page.text.to_lowercase().contains("ben@"), "{}", page.text);
    }
    let foreign = scanner.send(&path, Some("https://evil.example"), &[]).await;
    assert_eq!(foreign.status(), 403);
    for wrong in [
        "/no-invitations/x",
        &path[..60],
        &path.replace("/no-invitations/", "/confirm/"),
    ] {
        assert_eq!(scanner.get(wrong).await.status(), 404, "{wrong}");
    }
    assert_eq!(invite(&ada, &trip, "ben@example.org").await.0, 201);
    scene.sink.wait_for(2).await;

    let page = Visitor::new(&scene.server).fill(&path, &[]).await;
    assert_eq!(page.status(), 303, "{}", page.text);
    assert_eq!(page.reply.header("location"), Some(path.as_str()));
    let page = Visitor::new(&scene.server).get(&path).await;
    assert!(page.has("gets no more invitations"), "{}", page.text);
    // The answer is that for an address that has had as many as it may.
    let full = "full@example.org";
    for _ in 0..3 {
        assert_eq!(invite(&ada, &trip, full).await.0, 201);
    }
    scene.sink.wait_for(5).await;
    let eve = sample::sign_up(&scene.client(), "eve").await;
    let other = sample::trip(&eve, "Porto").await;
    let refused = invite(&eve, &other, "ben+trips@example.org").await;
    assert_eq!(refused, invite(&eve, &other, full).await);
    assert_eq!(refused.0, 429);
    let mut page = Visitor::signed_up(&scene.server, "dora").await;
    let of_dora = page.trip(&[("name", "Faro")]).await;
    let people = page.get(&format!("{of_dora}/people")).await;
    let fields = [("invite", "viewer"), ("email", full)];
    let path = format!("{of_dora}/invitations");
    let told = page.post(&path, &people.field("form_token"), &fields).await;
    assert_eq!(told.status(), 400, "{}", told.text);
    assert!(told.has("no more invitations by mail"), "{}", told.text);
    scene.advance(3 * 24 * 3_600);
    assert_eq!(invite(&eve, &other, "ben@example.org").await.0, 429);
    assert_eq!(invite(&eve, &other, full).await.0, 201);
    scene.sink.wait_for(6).await;
    scene.settle(6).await;
}

async fn a_new_account_sends_five_invitations_on_its_first_day(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = sample::sign_up(&scene.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let address = |number: usize| format!("guest{number}@example.org");
    for number in 0..5 {
        assert_eq!(invite(&ada, &trip, &address(number)).await.0, 201);
    }
    assert_eq!(invite(&ada, &trip, &address(5)).await.0, 429);
    scene.sink.wait_for(5).await;
    scene.advance(24 * 3_600);
    assert_eq!(invite(&ada, &trip, &address(5)).await.0, 201);
    scene.sink.wait_for(6).await;
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
