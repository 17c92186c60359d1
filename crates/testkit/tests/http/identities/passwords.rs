//! Passwords that are off: people sign in at the provider alone.

use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Reply, on_sqlite};

use super::Scene;
use crate::pages::visitor::Visitor;

on_sqlite!(
    no_route_takes_a_password,
    no_page_asks_for_a_password,
    closed_sign_up_leaves_that_of_the_provider,
    a_first_password_needs_a_recent_sign_in,
);

const OFF: [(&str, &str); 2] = [("passwords", "off"), ("oidc-sign-up", "on")];
const PASSWORD: &str = "correct horse battery";

#[track_caller]
fn expect_off<T>(reply: &Reply<T>) {
    assert_eq!(reply.status, 403);
    let text = String::from_utf8_lossy(&reply.body);
    assert!(text.contains("urn:wayfare:problem:passwords-off"), "{text}");
}

async fn no_route_takes_a_password(builder: Builder) {
    let scene = Scene::start(builder, &OFF);
    let client = scene.server.client();
    let users = client.users();
    let new = json!({"name": "Ada", "username": "ada"});
    expect_off(&users.create(&new).await);
    let new = json!({"name": "Ada", "username": "ada", "password": PASSWORD});
    expect_off(&users.create(&new).await);
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    expect_off(&users.sign_in(&grant).await);
    let tokens = scene
        .sign_in(&scene.claims("1"))
        .await
        .expect_status(200)
        .json();
    let ada = client.with_token(&tokens.access_token);
    expect_off(
        &ada.users()
            .set_password(&json!({"password": PASSWORD}))
            .await,
    );
    let login = json!({"login": "ada"});
    expect_off(&users.request_password_reset(&login).await);
    let new = json!({"password": PASSWORD});
    expect_off(&users.reset_password("token", &new).await);
    let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens.refresh_token});
    users.sign_in(&refresh).await.expect_status(200);
}

async fn no_page_asks_for_a_password(builder: Builder) {
    let scene = Scene::start(builder, &OFF);
    let mut ada = Visitor::new(&scene.server);
    for path in ["/sign-in", "/sign-up"] {
        let page = ada.get(path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert!(
            page.has("Sign in with Example")
                && !page.has("type=\"password\"")
                && !page.has("/password-reset"),
            "{path}"
        );
    }
    let token = ada.get("/sign-in").await.field("form_token");
    let sent = [("username", "ada"), ("name", "Ada"), ("password", PASSWORD)];
    for path in ["/sign-in", "/sign-up"] {
        let page = ada.post(path, &token, &sent).await;
        assert_eq!(page.status(), 403, "{path}");
        assert!(page.has("without a password"), "{}", page.text);
    }
    let begun = ada.post("/sign-in/oidc", &token, &[]).await;
    let location = begun.reply.header("location").unwrap();
    let back = scene.issuer.authorize(location, &scene.claims("1"));
    ada.get(&back).await;
    let page = ada.get("/account").await;
    assert!(page.has("the only way") && !page.has("type=\"password\""));
    let changed = ada
        .post("/account/password", &page.field("form_token"), &sent)
        .await;
    assert_eq!(changed.status(), 403);
}

async fn closed_sign_up_leaves_that_of_the_provider(builder: Builder) {
    let closed = [("sign-up", "closed"), ("oidc-sign-up", "on")];
    let scene = Scene::start(builder, &closed);
    let new = json!({"name": "Ada", "username": "ada"});
    let refused = scene.server.client().users().create(&new).await;
    assert_eq!(
        refused.expect_status(403).problem().r#type,
        "urn:wayfare:problem:sign-up-closed"
    );
    let page = Visitor::new(&scene.server).get("/sign-up").await;
    assert!(page.has("Sign in with Example") && !page.has("type=\"password\""));
    assert!(
        Visitor::new(&scene.server)
            .get("/")
            .await
            .has(">Sign up</a>")
    );
    scene.sign_in(&scene.claims("1")).await.expect_status(200);
}

async fn a_first_password_needs_a_recent_sign_in(builder: Builder) {
    let scene = Scene::start(builder, &[("oidc-sign-up", "on")]);
    let set = async |token: &str| {
        let client = scene.server.client().with_token(token);
        let users = client.users();
        users.set_password(&json!({"password": PASSWORD})).await
    };
    let first = scene.sign_in(&scene.claims("1")).await.json().access_token;
    scene.clock.advance(Duration::from_secs(11 * 60));
    let refused = set(&first).await.expect_status(401);
    let kind = refused.problem().r#type.to_owned();
    assert_eq!(kind, "urn:wayfare:problem:sign-in-too-old");
    // A token that is older than its use, and one that tells of an earlier sign-in.
    let issued = scene.claims("1")["iat"].as_i64().unwrap();
    let late = issued + 11 * 60;
    let mut claims = scene.claims("1");
    claims["exp"] = json!(late + 60);
    for (iat, auth_time) in [(issued, Value::Null), (late, json!(issued))] {
        (claims["iat"], claims["auth_time"]) = (json!(iat), auth_time);
        let old = scene.sign_in(&claims).await.json().access_token;
        let refused = set(&old).await.expect_status(401);
        assert_eq!(refused.problem().r#type, kind, "{claims}");
    }
    claims["auth_time"] = json!(late);
    let again = scene.sign_in(&claims).await.json().access_token;
    set(&again).await.expect_status(204);
}
