//! Sending: a mail server that is away, slow or refuses; several servers of Wayfare; crashes.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use uuid::Uuid;
use wayfare_domain::{Instant, Language, UserId};
use wayfare_storage::{MailContent, OpenOptions, OutgoingMail};
use wayfare_testkit::{Builder, Method, SmtpBehaviour, both, on_sqlite};

use super::{POLLS, Scene};

both!(
    two_servers_send_each_mail_once,
    what_a_killed_server_has_taken_is_sent_later,
    a_mail_is_deleted_with_its_account,
);

on_sqlite!(
    a_server_that_is_away_gets_the_mail_later,
    refused_for_now_is_tried_with_growing_pauses,
    refused_for_good_is_given_up_at_once,
    an_address_that_the_server_does_not_support_concerns_no_other,
    a_slow_server_holds_nobody_up,
    a_mail_is_given_up_after_a_day,
);

async fn a_server_that_is_away_gets_the_mail_later(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sink.behave(SmtpBehaviour::Close);
    scene.sign_up("ada", "ada@example.org").await;
    scene.settle(0).await;
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.settle(0).await;
    scene.advance(30);
    assert_eq!(scene.letter(0).await.to, "ada@example.org");
    scene.advance(3_600);
    scene.settle(1).await;
}

async fn refused_for_now_is_tried_with_growing_pauses(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sink.behave(SmtpBehaviour::RefuseForNow);
    scene.sign_up("ada", "ada@example.org").await;
    for (attempt, pause) in [30, 60, 120, 240].into_iter().enumerate() {
        while scene.sink.refused() <= attempt {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        scene.advance(pause - 1);
        tokio::time::sleep(POLLS).await;
        assert_eq!(scene.sink.refused(), attempt + 1, "before the pause ends");
        scene.advance(1);
    }
    scene.sink.behave(SmtpBehaviour::Accept);
    // Perhaps the fifth attempt was still refused.
    scene.advance(480);
    scene.sink.wait_for(1).await;
}

async fn refused_for_good_is_given_up_at_once(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sink.behave(SmtpBehaviour::RefuseForGood);
    scene.sign_up("ada", "ada@example.org").await;
    while scene.sink.refused() == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(POLLS).await;
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.advance(7_200);
    scene.settle(0).await;
    assert_eq!(scene.sink.refused(), 1);
    // Others are not concerned.
    scene.sign_up("ben", "ben@example.org").await;
    assert_eq!(scene.letter(0).await.to, "ben@example.org");
}

/// The mail server of the tests lacks SMTPUTF8.
async fn an_address_that_the_server_does_not_support_concerns_no_other(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sign_up("ada", "ä@ö.example").await;
    let counted = |result: &str| format!("wayfare_mails_total{{result=\"{result}\"}} 1");
    let client = scene.client();
    for turn in 0.. {
        let metrics = client.request(Method::GET, "/metrics").await.body;
        let metrics = String::from_utf8(metrics).unwrap();
        assert!(!metrics.contains(&counted("delayed")), "{metrics}");
        if metrics.contains(&counted("refused")) {
            break;
        }
        assert!(turn < 1_000, "{metrics}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    scene.sign_up("ben", "ben@example.org").await;
    assert_eq!(scene.letter(0).await.to, "ben@example.org");
}

async fn a_slow_server_holds_nobody_up(builder: Builder) {
    let scene = Scene::start_with(builder, Duration::from_millis(800));
    scene.sink.behave(SmtpBehaviour::Silence);
    let start = std::time::Instant::now();
    for name in ["ada", "ben", "cleo"] {
        scene.sign_up(name, &format!("{name}@example.org")).await;
        let body = json!({"login": name});
        scene
            .client()
            .users()
            .request_password_reset(&body)
            .await
            .expect_status(202);
    }
    assert!(start.elapsed() < Duration::from_secs(10));
    scene.settle(0).await;
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.advance(30);
    scene.sink.wait_for(3).await;
    scene.advance(300);
    scene.settle(3).await;
}

async fn a_mail_is_given_up_after_a_day(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sink.behave(SmtpBehaviour::Close);
    scene.sign_up("ada", "ada@example.org").await;
    tokio::time::sleep(POLLS).await;
    scene.advance(24 * 3_600);
    tokio::time::sleep(POLLS).await;
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.advance(3_600);
    scene.settle(0).await;
}

async fn two_servers_send_each_mail_once(builder: Builder) {
    let scene = Scene::start(builder);
    let database = scene.server.settings().database_url.expose().to_owned();
    let second = wayfare_testkit::TestServer::builder()
        .setting("database-url", &database)
        .clock(scene.clock.clone())
        .mail(&scene.sink)
        .start()
        .unwrap();
    scene.sink.behave(SmtpBehaviour::Close);
    let mut expected = BTreeSet::new();
    for number in 0..30 {
        let (name, email) = (format!("user{number}"), format!("user{number}@example.org"));
        let client = [scene.client(), second.client()][number % 2].clone();
        let body = json!({"name": name, "username": name, "email": email});
        client.users().create(&body).await.expect_status(200);
        expected.insert(email);
    }
    tokio::time::sleep(POLLS).await;
    scene.sink.behave(SmtpBehaviour::Accept);
    // Both find all of them at the same time.
    scene.advance(3_600);
    scene.sink.wait_for(30).await;
    scene.settle(30).await;
    let got: BTreeSet<String> = scene
        .sink
        .taken()
        .into_iter()
        .flat_map(|mail| mail.to)
        .collect();
    assert_eq!(got, expected);
}

async fn what_a_killed_server_has_taken_is_sent_later(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.sign_up("ada", "ada@example.org").await;
    scene.letter(0).await;
    let options = OpenOptions {
        connections: Some(2),
        ..OpenOptions::default()
    };
    let database = scene.server.settings().database_url.expose().to_owned();
    let store = wayfare_storage::open(&database, &options).unwrap();
    // As a server leaves it that was killed after it took the mail.
    let now = Instant::parse("2026-05-01T12:00:00Z").unwrap();
    let mail = OutgoingMail {
        id: Uuid::from_u128(7),
        user: Some(UserId(Uuid::parse_str(&ada.id).unwrap())),
        recipient: "ada@example.org".to_owned(),
        content: MailContent::Confirmation,
        language: Language::English,
        created_at: now,
        next_attempt_at: now.plus_millis(120_000),
        attempts: 1,
    };
    let mut unit = store.begin().unwrap();
    unit.mail().insert(&mail).unwrap();
    unit.commit().unwrap();
    scene.settle(1).await;
    scene.advance(120);
    assert_eq!(scene.letter(1).await.to, "ada@example.org");
    scene.settle(2).await;
    assert!(
        store
            .read()
            .unwrap()
            .mail()
            .due(now.plus_days(3), 10)
            .unwrap()
            .is_empty()
    );
}

async fn a_mail_is_deleted_with_its_account(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sink.behave(SmtpBehaviour::Close);
    let ada = scene.sign_up("ada", "ada@example.org").await;
    tokio::time::sleep(POLLS).await;
    ada.users().delete("ada").await.expect_status(204);
    scene.sink.behave(SmtpBehaviour::Accept);
    scene.advance(60);
    scene.settle(0).await;
}
