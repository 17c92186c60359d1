//! A forgotten password.

use serde_json::json;
use wayfare_testkit::{Builder, Method, both, on_sqlite};

use super::{PASSWORD, Scene};
use crate::pages::visitor::Visitor;

both!(
    a_link_sets_a_new_password_once,
    a_new_password_spends_all_links,
    resets_are_five_an_hour_for_each_account,
);

on_sqlite!(
    every_login_is_answered_alike,
    a_link_is_good_for_an_hour,
    pages_lead_to_a_new_password,
    without_mail_the_page_says_whom_to_ask,
);

const NEW: &str = "quite another password";

impl Scene {
    async fn forget(&self, login: &str) {
        let users = self.client();
        let asked = users
            .users()
            .request_password_reset(&json!({"login": login}))
            .await;
        let asked = asked.expect_status(202);
        assert!(asked.body.is_empty());
        assert_eq!(asked.header("cache-control"), Some("no-store"));
    }

    /// The status of setting a new password by a token.
    async fn reset(&self, token: &str, password: &str) -> u16 {
        let client = self.client();
        let body = json!({"password": password});
        let reply = client.users().reset_password(token, &body).await;
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        reply.status
    }
}

async fn a_link_sets_a_new_password_once(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    scene.forget("ADA").await;
    let letter = scene.letter(1).await;
    assert_eq!(
        (&*letter.to, &*letter.subject),
        ("ada@example.org", "A new password for ada")
    );
    assert!(
        letter.path.starts_with("/password-reset/"),
        "{}",
        letter.path
    );
    let token = letter.token();
    assert_eq!(scene.reset(token, "short").await, 400);
    assert_eq!(scene.reset("unknown", "short").await, 404);
    assert_eq!(scene.sign_in("ada", PASSWORD).await, 200);
    assert_eq!(scene.reset(token, NEW).await, 204);
    assert_eq!(scene.sign_in("ada", PASSWORD).await, 401);
    assert_eq!(scene.sign_in("ada", NEW).await, 200);
    ada.users().own().await.expect_status(401);
    let mut bodies = Vec::new();
    let client = scene.client();
    for token in [
        token,
        "unknown",
        &token.replace('.', "0."),
        &token[..40],
        "%00",
    ] {
        let body = json!({"password": PASSWORD});
        let refused = client.users().reset_password(token, &body).await;
        let mut problem: serde_json::Value = serde_json::from_slice(&refused.body).unwrap();
        problem["instance"].take();
        bodies.push((refused.status, problem));
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!(bodies[0].0, 404);
    assert_eq!(scene.sign_in("ada", NEW).await, 200);
}

async fn a_new_password_spends_all_links(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    for _ in 0..3 {
        scene.forget("ada@example.org").await;
    }
    let mut tokens = Vec::new();
    for number in 1..=3 {
        tokens.push(scene.letter(number).await.token().to_owned());
    }
    assert_eq!(scene.reset(&tokens[1], NEW).await, 204);
    for token in &tokens {
        assert_eq!(scene.reset(token, PASSWORD).await, 404);
    }
    // So does a new password that was set otherwise, and another address.
    drop(ada);
    scene.forget("ada").await;
    let fourth = scene.letter(4).await;
    let grant = json!({"grant_type": "password", "username": "ada", "password": NEW});
    let signed_in = scene.client().users().sign_in(&grant).await.json();
    let ada = scene.client().with_token(signed_in.access_token);
    let change = json!({"email": "lovelace@example.org", "current": NEW});
    ada.users().update("ada", &change).await.expect_status(200);
    assert_eq!(scene.reset(fourth.token(), PASSWORD).await, 404);
    let set = json!({"current": NEW, "password": PASSWORD});
    ada.users().set_password(&set).await.expect_status(204);
    assert_eq!(scene.sign_in("ada", PASSWORD).await, 200);
}

async fn resets_are_five_an_hour_for_each_account(builder: Builder) {
    let scene = Scene::start(builder);
    scene.confirmed("ada", "ada@example.org").await;
    scene.confirmed("ben", "ben@example.org").await;
    for _ in 0..7 {
        scene.forget("ada").await;
        scene.forget("ada@example.org").await;
    }
    scene.forget("ben").await;
    scene.sink.wait_for(8).await;
    scene.settle(2 + 5 + 1).await;
    scene.advance(60 * 60 + 1);
    scene.forget("ada").await;
    assert_eq!(scene.letter(8).await.to, "ada@example.org");
}

async fn every_login_is_answered_alike(builder: Builder) {
    let scene = Scene::start(builder);
    scene.confirmed("ada", "ada@example.org").await;
    scene.sign_up("ben", "ben@example.org").await;
    wayfare_testkit::sample::sign_up(&scene.client(), "cleo").await;
    scene.letter(1).await;
    let long = "x".repeat(2_000);
    let client = scene.client();
    let mut answers = Vec::new();
    for login in [
        "ada",
        "ADA@example.org",
        "ben",
        "ben@example.org",
        "cleo",
        "nobody",
        "nobody@example.org",
        "not a login",
        "",
        "@",
        long.as_str(),
        "ada\r\nBcc: eve@example.org",
    ] {
        let reply = client
            .users()
            .request_password_reset(&json!({"login": login}))
            .await;
        let names: Vec<String> = reply.headers.keys().map(ToString::to_string).collect();
        answers.push((reply.status, reply.body, names));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0].0, 202);
    // Only those who have confirmed their address get a mail.
    scene.sink.wait_for(4).await;
    scene.settle(4).await;
    for number in [2, 3] {
        assert_eq!(scene.letter(number).await.to, "ada@example.org");
    }
    for wrong in [
        json!({}),
        json!({"login": 1}),
        json!({"login": "x".repeat(2_001)}),
        json!([]),
    ] {
        client
            .users()
            .request_password_reset(&wrong)
            .await
            .expect_status(400);
    }
}

async fn a_link_is_good_for_an_hour(builder: Builder) {
    let scene = Scene::start(builder);
    scene.confirmed("ada", "ada@example.org").await;
    scene.forget("ada").await;
    let letter = scene.letter(1).await;
    scene.advance(59 * 60);
    assert_eq!(scene.reset(letter.token(), "short").await, 400);
    scene.advance(60);
    assert_eq!(scene.reset(letter.token(), NEW).await, 404);
    assert_eq!(
        Visitor::new(&scene.server).get(&letter.path).await.status(),
        404
    );
}

async fn pages_lead_to_a_new_password(builder: Builder) {
    let scene = Scene::start(builder);
    scene.confirmed("ada", "ada@example.org").await;
    let mut ada = Visitor::new(&scene.server);
    let page = ada.get("/sign-in").await;
    assert_eq!(page.link("Forgotten your password?"), "/password-reset");
    let mut texts = Vec::new();
    for login in ["ada", "nobody", "nobody@example.org", ""] {
        let sent = ada.fill("/password-reset", &[("login", login)]).await;
        assert_eq!(
            sent.reply.header("location"),
            Some("/password-reset?sent=1")
        );
        texts.push(ada.get("/password-reset?sent=1").await.text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1);
    let letter = scene.letter(1).await;
    let page = ada.get(&letter.path).await;
    assert_eq!(page.reply.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
    let short = ada
        .fill_page(&letter.path, &page, &[("password", "short")])
        .await;
    assert_eq!(short.status(), 400);
    assert!(short.has("8 to 128"), "{}", short.text);
    // A browser hides the origin of a page that it sends no referrer for, and says that it is ours.
    let hidden = ada
        .send(&letter.path, Some("null"), &[("password", NEW)])
        .await;
    assert_eq!(hidden.status(), 403);
    let cookie = format!("wayfare-form={}", ada.cookie("wayfare-form").unwrap());
    let send = |site: &'static str, token: &str| {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs([("form_token", token), ("password", NEW)]);
        let call = scene.client().request(Method::POST, &letter.path);
        let call = call
            .header("origin", "null")
            .header("cookie", cookie.clone());
        let call = call.header("sec-fetch-site", site);
        call.body("application/x-www-form-urlencoded", form.finish())
    };
    let token = page.field("form_token");
    for (site, token) in [
        ("cross-site", &*token),
        ("none", &token),
        ("same-origin", "forged"),
    ] {
        assert_eq!(send(site, token).await.status, 403, "{site}");
    }
    let set = send("same-origin", &token).await;
    assert_eq!(set.header("location"), Some("/sign-in?done=password"));
    assert_eq!(scene.sign_in("ada", NEW).await, 200);
    assert_eq!(ada.get(&letter.path).await.status(), 404);
    let again = ada
        .fill_page(&letter.path, &page, &[("password", "short")])
        .await;
    assert_eq!(again.status(), 404);
}

async fn without_mail_the_page_says_whom_to_ask(builder: Builder) {
    let server = builder.clone().start().unwrap();
    let page = Visitor::new(&server).get("/password-reset").await;
    assert!(page.has("ask whoever runs it."), "{}", page.text);
    let client = server.client();
    let asked = client
        .users()
        .request_password_reset(&json!({"login": "ada"}))
        .await;
    asked.expect_status(202);
    for (contact, shown) in [
        (
            "mailto:help@example.org",
            "<a href=\"mailto:help@example.org\" rel=\"noreferrer\">help@example.org</a>",
        ),
        (
            "https://example.org/help",
            "<a href=\"https://example.org/help\"",
        ),
        ("Ada in <room 3>", "Ada in &lt;room 3&gt;"),
    ] {
        let server = builder.clone().setting("contact", contact).start().unwrap();
        let page = Visitor::new(&server).get("/password-reset").await;
        assert!(page.has(shown), "{}", page.text);
        assert!(!page.has("<form class=\"sheet\""), "{}", page.text);
    }
}
