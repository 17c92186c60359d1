//! Confirmed addresses, and what they are good for.

use serde_json::json;
use wayfare_testkit::{Builder, SunkMail, TestServer, both, on_sqlite};

use super::{PASSWORD, Scene};
use crate::pages::visitor::{Page, Visitor};

both!(
    a_link_confirms_an_address_by_a_button,
    one_account_confirms_an_address,
    another_address_is_not_confirmed,
    another_address_needs_the_password,
    another_address_needs_a_sign_in_without_a_password,
    mails_that_confirm_are_five_an_hour,
    an_address_gets_five_an_hour_from_all_accounts,
);

on_sqlite!(
    the_page_of_the_account_sends_the_mail_again,
    the_language_is_that_of_the_account_else_of_the_request,
);

/// Presses the button of the page that a mail leads to.
pub(crate) async fn confirm(server: &TestServer, path: &str) -> Page {
    Visitor::new(server).fill(path, &[]).await
}

async fn a_link_confirms_an_address_by_a_button(builder: Builder) {
    let scene = Scene::start(builder);
    scene.sign_up("ada", "Ada.L@example.org").await;
    let letter = scene.letter(0).await;
    assert_eq!(letter.to, "Ada.L@example.org");
    assert_eq!(letter.subject, "Confirm your e-mail address");
    assert!(
        letter.plain.contains("ada") && letter.html.contains("ada"),
        "{letter:?}"
    );
    assert!(letter.path.starts_with("/confirm/"), "{}", letter.path);

    // Programs that look through mail open its links.
    let mut scanner = Visitor::new(&scene.server);
    for _ in 0..2 {
        let page = scanner.get(&letter.path).await;
        assert_eq!(page.status(), 200);
        for (name, value) in [
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("x-robots-tag", "noindex"),
        ] {
            assert_eq!(page.reply.header(name), Some(value), "{name}");
        }
    }
    assert_eq!(scene.sign_in("ada.l@example.org", PASSWORD).await, 401);
    let foreign = scanner
        .send(&letter.path, Some("https://evil.example"), &[])
        .await;
    assert_eq!(foreign.status(), 403);

    let page = confirm(&scene.server, &letter.path).await;
    assert_eq!(
        page.reply.header("location"),
        Some("/sign-in?done=confirmed")
    );
    for login in ["Ada.L@example.org", "ada.l@EXAMPLE.org", "ada", "ADA"] {
        assert_eq!(scene.sign_in(login, PASSWORD).await, 200, "{login}");
        assert_eq!(
            scene.sign_in(login, "another password").await,
            401,
            "{login}"
        );
    }
    let fields = [("username", "ada.l@example.org"), ("password", PASSWORD)];
    let page = Visitor::new(&scene.server).fill("/sign-in", &fields).await;
    assert_eq!(page.reply.header("location"), Some("/trips"));
    // Pressed twice, or found again later.
    let mut again = Visitor::new(&scene.server);
    let page = again.get(&letter.path).await;
    assert!(page.has("This address is confirmed."), "{}", page.text);

    for wrong in [
        "/confirm/x",
        &letter.path.replace("/confirm/", "/confirm/A"),
        &letter.path[..60],
    ] {
        let page = again.get(wrong).await;
        assert_eq!(page.status(), 404, "{wrong}");
    }
}

async fn an_address_gets_five_an_hour_from_all_accounts(builder: Builder) {
    let scene = Scene::start(builder);
    let addresses = ["eve@example.org", "Eve@example.org", "eve+a@EXAMPLE.org"];
    for number in 0..6 {
        let username = format!("account-{number}");
        scene.sign_up(&username, addresses[number % 3]).await;
        scene.sink.wait_for((number + 1).min(5)).await;
    }
    scene.settle(5).await;
    scene.sign_up("other", "bob@example.org").await;
    scene.letter(5).await;
    scene.advance(3_600);
    scene.sign_up("later", "eve@example.org").await;
    scene.letter(6).await;
}

async fn one_account_confirms_an_address(builder: Builder) {
    let scene = Scene::start(builder);
    scene.confirmed("ada", "ada@example.org").await;
    scene.sign_up("eve", "ADA@example.org").await;
    let letter = scene.letter(1).await;
    let refused = confirm(&scene.server, &letter.path).await;
    assert_eq!(refused.status(), 403, "{}", refused.text);
    assert!(refused.has("Another account"), "{}", refused.text);
    // The first one keeps it.
    let grant =
        json!({"grant_type": "password", "username": "ada@example.org", "password": PASSWORD});
    let tokens = scene.client().users().sign_in(&grant).await.json();
    let own = scene.client().with_token(tokens.access_token);
    assert_eq!(own.users().own().await.json().username, "ada");
    // Once it has let go of it for a week, the address is free.
    let change = json!({"email": "", "current": PASSWORD});
    own.users().update("ada", &change).await.expect_status(200);
    let refused = confirm(&scene.server, &letter.path).await;
    assert_eq!(refused.status(), 403, "{}", refused.text);
    scene.advance(7 * 24 * 3_600 + 1);
    let page = confirm(&scene.server, &letter.path).await;
    assert_eq!(page.status(), 303, "{}", page.text);
}

async fn another_address_is_not_confirmed(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    let first = scene.letter(0).await;
    let change = json!({"email": "lovelace@example.org", "current": PASSWORD});
    ada.users().update("ada", &change).await.expect_status(200);
    let second = scene.letter(1).await;
    assert_eq!(second.to, "lovelace@example.org");
    for login in ["ada@example.org", "lovelace@example.org"] {
        assert_eq!(scene.sign_in(login, PASSWORD).await, 401, "{login}");
    }
    assert_eq!(
        Visitor::new(&scene.server).get(&first.path).await.status(),
        404
    );
    assert_eq!(confirm(&scene.server, &second.path).await.status(), 303);
    assert_eq!(scene.sign_in("lovelace@example.org", PASSWORD).await, 200);
    assert_eq!(scene.sign_in("ada@example.org", PASSWORD).await, 401);
    // What leaves the address alone leaves it confirmed, and sends nothing.
    let change = json!({"description": "Programmer", "email": "lovelace@example.org"});
    ada.users().update("ada", &change).await.expect_status(200);
    assert_eq!(scene.sign_in("lovelace@example.org", PASSWORD).await, 200);
    scene.settle(2).await;
}

async fn another_address_needs_the_password(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    for (change, status) in [
        (json!({"email": "thief@example.com"}), 401),
        (
            json!({"email": "thief@example.com", "current": "guess guess"}),
            401,
        ),
        (json!({"email": ""}), 401),
        // What stays as it is needs nothing.
        (json!({"email": "ada@example.org"}), 304),
        (
            json!({"email": "ada@example.org", "description": "Programmer"}),
            200,
        ),
        (
            json!({"email": "lovelace@example.org", "current": PASSWORD}),
            200,
        ),
    ] {
        let changed = ada.users().update("ada", &change).await;
        assert_eq!(changed.status, status, "{change}");
    }
    assert_eq!(scene.sign_in("ada@example.org", PASSWORD).await, 401);
}

async fn another_address_needs_a_sign_in_without_a_password(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = wayfare_testkit::sample::sign_up(&scene.client(), "ada").await;
    let change = json!({"email": "ada@example.org"});
    ada.users().update("ada", &change).await.expect_status(200);
    scene.advance(601);
    for email in ["thief@example.com", ""] {
        let change = json!({ "email": email });
        let refused = ada.users().update("ada", &change).await.expect_status(401);
        assert_eq!(
            refused.problem().r#type,
            "urn:wayfare:problem:sign-in-too-old"
        );
    }
    let same = json!({"email": "ada@example.org"});
    ada.users().update("ada", &same).await.expect_status(304);
}

async fn mails_that_confirm_are_five_an_hour(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.sign_up("ada", "ada0@example.org").await;
    for number in 1..=6 {
        let email = format!("ada{number}@example.org");
        let change = json!({"email": email, "current": PASSWORD});
        let changed = ada.users().update("ada", &change).await;
        changed.expect_status(200);
    }
    let ben = scene.sign_up("ben", "ben@example.org").await;
    drop(ben);
    // Mails for an address that was replaced before they were sent are left out: all, if the server
    // was slow.
    let is_of_ben = |mail: &SunkMail| mail.to[0] == "ben@example.org";
    let mut count = 1;
    while !scene.sink.wait_for(count).await.iter().any(is_of_ben) {
        count += 1;
    }
    tokio::time::sleep(super::POLLS).await;
    let taken = scene.sink.taken();
    let of_ada = taken
        .iter()
        .filter(|mail| mail.to[0].starts_with("ada"))
        .count();
    assert!(of_ada <= 5, "{of_ada}");
    let last = |number: usize| format!("ada{number}@example.org");
    assert!(
        !taken.iter().any(|mail| mail.to[0] == last(6)),
        "the sixth change"
    );
    scene.advance(61 * 60);
    let body = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = scene.client().users().sign_in(&body).await.json();
    let ada = scene.client().with_token(tokens.access_token);
    let change = json!({"email": last(7), "current": PASSWORD});
    ada.users().update("ada", &change).await.expect_status(200);
    let mails = scene.sink.wait_for(taken.len() + 1).await;
    assert_eq!(mails.last().unwrap().to, [last(7)]);
}

async fn the_page_of_the_account_sends_the_mail_again(builder: Builder) {
    let scene = Scene::start(builder);
    let mut ada = Visitor::signed_up(&scene.server, "ada").await;
    let page = ada.get("/account").await;
    assert!(!page.has("is not confirmed yet"), "there is no address");
    assert!(
        !page.has("Newsletter") && !page.has("deals"),
        "nobody sends such mails"
    );
    let fields = [
        ("name", "Ada"),
        ("username", "ada"),
        ("email", "ada@example.org"),
        ("current", PASSWORD),
        ("language", ""),
    ];
    let saved = ada
        .post("/account", &page.field("form_token"), &fields)
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let first = scene.letter(0).await;
    let page = ada.get("/account").await;
    assert!(page.has("is not confirmed yet"), "{}", page.text);
    let sent = ada
        .post("/account/confirmation", &page.field("form_token"), &[])
        .await;
    assert_eq!(sent.reply.header("location"), Some("/account?done=mailed"));
    let second = scene.letter(1).await;
    assert_eq!(first.path, second.path);
    let confirmed = ada.fill(&second.path, &[]).await;
    assert_eq!(
        confirmed.reply.header("location"),
        Some("/account?done=confirmed")
    );
    assert!(!ada.get("/account").await.has("is not confirmed yet"));
}

async fn the_language_is_that_of_the_account_else_of_the_request(builder: Builder) {
    let scene = Scene::start(builder);
    let client = scene.client();
    let sign_up = |username: &str| {
        let email = format!("{username}@example.org");
        json!({"name": "X", "username": username, "email": email})
    };
    for (number, (accepted, title)) in [
        ("ja", "メールアドレスの確認"),
        ("pt-BR, en;q=0.5", "Confirme o seu endereço de e-mail"),
        ("nl, it;q=0.8, de;q=0.9", "E-Mail-Adresse bestätigen"),
        ("nl", "Confirm your e-mail address"),
    ]
    .into_iter()
    .enumerate()
    {
        let call = client.users().create(&sign_up(&format!("user{number}")));
        call.header("accept-language", accepted)
            .await
            .expect_status(200);
        assert_eq!(scene.letter(number).await.subject, title, "{accepted}");
    }
    let ada = wayfare_testkit::sample::sign_up(&client, "ada").await;
    let privacy = ada.users().privacy("ada").await.json();
    assert_eq!(privacy.language, None);
    let chosen = ada
        .users()
        .set_privacy("ada", &json!({"language": "fr"}))
        .await;
    assert_eq!(chosen.json().language.as_deref(), Some("fr"));
    let same = ada
        .users()
        .set_privacy("ada", &json!({"language": "fr"}))
        .await;
    same.expect_status(304);
    for wrong in [
        json!("nl"),
        json!("FR"),
        json!("fr-CH"),
        json!(null),
        json!(1),
    ] {
        let refused = ada
            .users()
            .set_privacy("ada", &json!({"language": wrong}))
            .await;
        refused.expect_status(400);
    }
    let change = json!({"email": "ada@example.org"});
    let call = ada.users().update("ada", &change);
    call.header("accept-language", "ja")
        .await
        .expect_status(200);
    assert_eq!(
        scene.letter(4).await.subject,
        "Confirmez votre adresse e-mail"
    );
    let none = ada
        .users()
        .set_privacy("ada", &json!({"language": ""}))
        .await;
    assert_eq!(none.expect_status(200).json().language, None);
    let settings = ada.users().settings().await;
    let settings: serde_json::Value = serde_json::from_slice(&settings.body).unwrap();
    assert_eq!(settings.as_object().unwrap().len(), 2);
}
