//! Signing in on pages: the way to the provider and back, joining an account, and undoing that.

use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::{Builder, TestServer, both, on_sqlite};

use super::Scene;
use crate::pages::visitor::{Page, Visitor};

both!(
    a_person_signs_up_and_in_again,
    an_account_is_joined_and_undone,
    an_identity_joins_one_account,
);
on_sqlite!(
    there_is_no_button_without_a_provider,
    the_browser_goes_to_the_provider_and_nowhere_else,
    the_way_back_leads_where_it_began,
    refusals_say_what_to_do,
    a_sign_in_of_another_browser_is_refused,
    a_sign_in_ends_after_ten_minutes_or_once,
    another_nonce_or_code_is_refused,
    the_only_way_in_stays,
    people_outside_of_the_group_stay_outside,
    what_the_token_lacks_is_asked_for,
    a_provider_that_is_away_is_said_to_be,
    a_form_is_kept_through_the_sign_in,
    servers_with_the_same_secret_share_sign_ins,
);

const SIGN_UP: (&str, &str) = ("oidc-sign-up", "on");
const BEGIN: &str = "/sign-in/oidc";
pub(super) const JOIN: &str = "/account/identity";
const LEAVE: &str = "/account/identity/remove";
const CANCELLED: &str = "You have cancelled the sign-in there.";
const NOT_BEGUN: &str = "This sign-in did not begin in this browser";

/// Presses the button. Returns where the browser is sent.
async fn begin(visitor: &mut Visitor, back: &str) -> String {
    let page = visitor.get(&format!("/sign-in?return={back}")).await;
    let token = page.field("form_token");
    let sent = visitor
        .post(BEGIN, &token, &[("return", &page.field("return"))])
        .await;
    location(&sent)
}

#[track_caller]
fn location(page: &Page) -> String {
    assert_eq!(page.status(), 303, "{}", page.text);
    page.reply.header("location").unwrap().to_owned()
}

/// Signs in as a person, from the button to the page after it.
pub(super) async fn sign_in(scene: &Scene, visitor: &mut Visitor, claims: &Value) -> Page {
    let location = begin(visitor, "").await;
    let back = scene.issuer.authorize(&location, claims);
    visitor.get(&back).await
}

/// Joins an account to a person.
pub(super) async fn join(scene: &Scene, visitor: &mut Visitor, subject: &str) -> Page {
    let token = visitor.get("/account").await.field("form_token");
    let location = location(&visitor.post(JOIN, &token, &[]).await);
    let back = scene.issuer.authorize(&location, &scene.claims(subject));
    visitor.get(&back).await
}

pub(super) async fn is_signed_in_as(visitor: &mut Visitor, username: &str) -> bool {
    let page = visitor.get("/account").await;
    page.status() == 200 && page.has(&format!("name=\"username\" value=\"{username}\""))
}

#[track_caller]
pub(super) fn expect_refusal(page: &Page, text: &str) {
    assert_eq!(page.status(), 403, "{}", page.text);
    assert!(page.has(text), "{}", page.text);
}

async fn a_person_signs_up_and_in_again(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let mut ada = Visitor::new(&scene.server);
    let entered = sign_in(&scene, &mut ada, &scene.claims("1")).await;
    assert_eq!(location(&entered), "/trips");
    assert_eq!(ada.cookie("wayfare-oidc"), None);
    assert!(is_signed_in_as(&mut ada, "ada").await);
    // Signing out ends the session here.
    let token = ada.get("/account").await.field("form_token");
    ada.post("/sign-out", &token, &[]).await;
    assert!(!is_signed_in_as(&mut ada, "ada").await);
    sign_in(&scene, &mut ada, &scene.claims("1")).await;
    assert!(is_signed_in_as(&mut ada, "ada").await);
    // Somebody else with the same address is somebody else.
    let mut other = Visitor::new(&scene.server);
    sign_in(&scene, &mut other, &scene.claims("2")).await;
    assert!(is_signed_in_as(&mut other, "Ada.Lovelace").await);
}

async fn an_account_is_joined_and_undone(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    let mut ada = Visitor::signed_up(&scene.server, "countess").await;
    let mut phone = Visitor::new(&scene.server);
    let refused = sign_in(&scene, &mut phone, &scene.claims("1")).await;
    expect_refusal(&refused, "sign in with its password and join them");
    let joined = join(&scene, &mut ada, "1").await;
    assert_eq!(location(&joined), "/account?done=identity");
    let page = ada.get("/account?done=identity").await;
    assert!(page.has("Joined.") && page.has(": you can sign in with Example &lt;ID&gt;."));
    sign_in(&scene, &mut phone, &scene.claims("1")).await;
    assert!(is_signed_in_as(&mut phone, "countess").await);
    // Once more is no error.
    join(&scene, &mut ada, "1").await;
    let left = ada.post(LEAVE, &page.field("form_token"), &[]).await;
    assert_eq!(location(&left), "/account?done=undone#identity");
    let refused = sign_in(&scene, &mut Visitor::new(&scene.server), &scene.claims("1")).await;
    assert_eq!(refused.status(), 403);
    assert!(ada.get("/account").await.has("Join with Example"));
}

async fn an_identity_joins_one_account(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    let mut ada = Visitor::signed_up(&scene.server, "ada").await;
    let mut bob = Visitor::signed_up(&scene.server, "bob").await;
    join(&scene, &mut ada, "1").await;
    expect_refusal(
        &join(&scene, &mut bob, "1").await,
        "is joined with another account",
    );
    expect_refusal(
        &join(&scene, &mut ada, "2").await,
        "is joined with another account",
    );
    join(&scene, &mut bob, "2").await;
    let mut phone = Visitor::new(&scene.server);
    sign_in(&scene, &mut phone, &scene.claims("1")).await;
    assert!(is_signed_in_as(&mut phone, "ada").await);
    // Signed in as one, somebody signs in as the other, who is signed in then.
    sign_in(&scene, &mut phone, &scene.claims("2")).await;
    assert!(is_signed_in_as(&mut phone, "bob").await);
}

async fn there_is_no_button_without_a_provider(server: TestServer) {
    let mut ada = Visitor::new(&server);
    let page = ada.get("/sign-in").await;
    assert!(!page.has("oidc") && !page.has("Sign in with"));
    let token = page.field("form_token");
    assert_eq!(ada.post(BEGIN, &token, &[]).await.status(), 404);
    assert_eq!(
        ada.get("/sign-in/oidc/callback?code=x&state=y")
            .await
            .status(),
        404
    );
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let page = ada.get("/account").await;
    assert!(!page.has("identity"));
    for path in [JOIN, LEAVE] {
        assert_eq!(
            ada.post(path, &page.field("form_token"), &[])
                .await
                .status(),
            404,
            "{path}"
        );
    }
}

async fn the_browser_goes_to_the_provider_and_nowhere_else(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    let mut ada = Visitor::signed_up(&scene.server, "ada").await;
    let own = &scene.issuer.url;
    for path in ["/sign-in", "/sign-up", "/account"] {
        let page = ada.get(path).await;
        assert!(page.has("Example &lt;ID&gt;"), "{}", page.text);
        let policy = page.reply.header("content-security-policy").unwrap();
        assert!(
            policy.contains(&format!("form-action 'self' {own};")),
            "{policy}"
        );
        assert_eq!(policy.matches("http").count(), 1, "{policy}");
    }
    let mut nobody = Visitor::new(&scene.server);
    for page in [ada.get("/trips").await, nobody.get("/").await] {
        let policy = page.reply.header("content-security-policy").unwrap();
        assert!(policy.contains("form-action 'self';"), "{policy}");
    }
    // Nobody else's page begins a sign-in.
    let token = ada.get("/sign-in").await.field("form_token");
    let foreign = ada
        .send(
            BEGIN,
            Some("https://evil.example"),
            &[("form_token", &token)],
        )
        .await;
    assert_eq!(foreign.status(), 403);
    assert_eq!(ada.post(BEGIN, "another token", &[]).await.status(), 403);
    let sent = ada.post(BEGIN, &token, &[]).await;
    let cookie = sent.reply.header("set-cookie").unwrap();
    for part in [
        "wayfare-oidc=",
        "Path=/sign-in/oidc;",
        "HttpOnly;",
        "SameSite=Lax;",
        "Max-Age=600",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let location = location(&sent);
    assert!(location.contains("code_challenge_method=S256") && !location.contains(&token));
    let secure = [("frontend-url", "https://trips.example.org/app")];
    let scene = Scene::start(TestServer::builder(), &secure);
    let mut ada = Visitor::new(&scene.server);
    ada.origin = "https://trips.example.org".to_owned();
    let token = ada.get("/sign-in").await.field("form_token");
    let sent = ada.post(BEGIN, &token, &[]).await;
    let cookie = sent.reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Secure-wayfare-oidc=") && cookie.contains("; Secure"));
    assert!(cookie.contains("Path=/app/sign-in/oidc;"), "{cookie}");
    let callback = "redirect_uri=https%3A%2F%2Ftrips.example.org%2Fapp%2Fsign-in%2Foidc%2Fcallback";
    assert!(sent.reply.header("location").unwrap().contains(callback));
}

async fn the_way_back_leads_where_it_began(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let long = format!("/join/{}", "a".repeat(3_000));
    for (back, expected) in [
        ("/join/abc?x=%C3%BC", "/join/abc?x=%C3%BC"),
        ("/account", "/account"),
        ("https://evil.example/", "/trips"),
        ("//evil.example/", "/trips"),
        ("/\\evil.example", "/trips"),
        ("", "/trips"),
        (&long, "/trips"),
    ] {
        let mut ada = Visitor::new(&scene.server);
        let query: String = url::form_urlencoded::byte_serialize(back.as_bytes()).collect();
        let sent = begin(&mut ada, &query).await;
        let callback = scene.issuer.authorize(&sent, &scene.claims("1"));
        assert_eq!(location(&ada.get(&callback).await), expected, "{back}");
    }
}

async fn refusals_say_what_to_do(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    let mut ada = Visitor::new(&scene.server);
    for (error, text) in [
        ("access_denied", CANCELLED),
        ("login_required", "did not work there"),
        ("<script>", "did not work there"),
    ] {
        let sent = begin(&mut ada, "/account").await;
        let state = url::Url::parse(&sent).unwrap();
        let state = state
            .query_pairs()
            .find(|(name, _)| name == "state")
            .unwrap()
            .1
            .into_owned();
        let error: String = url::form_urlencoded::byte_serialize(error.as_bytes()).collect();
        let page = ada
            .get(&format!("{BEGIN}/callback?error={error}&state={state}"))
            .await;
        expect_refusal(&page, text);
        assert_eq!(page.link("Try again"), "/sign-in?return=%2Faccount");
        assert!(!page.has("<script>"));
        assert_eq!(ada.cookie("wayfare-oidc"), None);
    }
    // Of a state that is not this browser's, nothing is told.
    let page = ada
        .get(&format!("{BEGIN}/callback?error=access_denied&state=x"))
        .await;
    expect_refusal(&page, NOT_BEGUN);
    expect_refusal(&ada.get(&format!("{BEGIN}/callback")).await, NOT_BEGUN);
}

async fn a_sign_in_of_another_browser_is_refused(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let (mut thief, mut ada) = (Visitor::new(&scene.server), Visitor::new(&scene.server));
    let sent = begin(&mut thief, "").await;
    let back = scene.issuer.authorize(&sent, &scene.claims("thief"));
    begin(&mut ada, "").await;
    expect_refusal(&ada.get(&back).await, NOT_BEGUN);
    // Not even with the thief's cookie.
    ada.set_cookie("wayfare-oidc", thief.cookie("wayfare-oidc").unwrap());
    expect_refusal(&ada.get(&back).await, NOT_BEGUN);
    let mixed = back.replace("&iss=", "&iss=x");
    expect_refusal(&thief.get(&mixed).await, NOT_BEGUN);
    // To join, the same account must be signed in still.
    let mut bob = Visitor::signed_up(&scene.server, "bob").await;
    let token = bob.get("/account").await.field("form_token");
    let sent = location(&bob.post(JOIN, &token, &[]).await);
    let back = scene.issuer.authorize(&sent, &scene.claims("1"));
    let cookie = bob.cookie("wayfare-oidc").unwrap().to_owned();
    let mut eve = Visitor::signed_up(&scene.server, "eve").await;
    eve.set_cookie("wayfare-oidc", &cookie);
    expect_refusal(&eve.get(&back).await, NOT_BEGUN);
}

async fn a_sign_in_ends_after_ten_minutes_or_once(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let mut ada = Visitor::new(&scene.server);
    let sent = begin(&mut ada, "").await;
    let back = scene.issuer.authorize(&sent, &scene.claims("1"));
    scene.clock.advance(Duration::from_secs(600));
    expect_refusal(&ada.get(&back).await, NOT_BEGUN);
    scene.clock.advance(Duration::from_secs(60 * 60));
    let mut claims = scene.claims("1");
    claims["exp"] = json!(claims["exp"].as_i64().unwrap() + 10_000);
    let sent = begin(&mut ada, "").await;
    let back = scene.issuer.authorize(&sent, &claims);
    let cookie = ada.cookie("wayfare-oidc").unwrap().to_owned();
    assert_eq!(ada.get(&back).await.status(), 303);
    expect_refusal(&ada.get(&back).await, NOT_BEGUN);
    // The session that has begun is another binding.
    ada.set_cookie("wayfare-oidc", &cookie);
    expect_refusal(&ada.get(&back).await, NOT_BEGUN);
}

async fn another_nonce_or_code_is_refused(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let mut ada = Visitor::new(&scene.server);
    for nonce in [json!("another"), json!(""), json!(7)] {
        let claims = scene.claims_but("nonce", nonce);
        let page = sign_in(&scene, &mut ada, &claims).await;
        assert_ne!(page.status(), 303, "{claims}");
    }
    for (claim, value) in [
        ("sub", json!(5)),
        ("exp", Value::Null),
        ("iat", json!("now")),
    ] {
        let claims = scene.claims_but(claim, value);
        let page = sign_in(&scene, &mut ada, &claims).await;
        expect_refusal(&page, "is not good");
    }
    let claims = scene.claims_but("aud", json!("another"));
    expect_refusal(&sign_in(&scene, &mut ada, &claims).await, "is not good");
    let sent = begin(&mut ada, "").await;
    let back = scene.issuer.authorize(&sent, &scene.claims("1"));
    expect_refusal(
        &ada.get(&back.replace("code=", "code=x")).await,
        "is not good",
    );
    // A code of another sign-in does not fit the verifier.
    let sent = begin(&mut ada, "").await;
    let other = begin(&mut Visitor::new(&scene.server), "").await;
    let own = scene.issuer.authorize(&sent, &scene.claims("1"));
    let other = scene.issuer.authorize(&other, &scene.claims("2"));
    let code = |path: &str| path.split(['=', '&']).nth(1).unwrap().to_owned();
    let page = ada.get(&own.replace(&code(&own), &code(&other))).await;
    expect_refusal(&page, "is not good");
    assert!(ada.cookie("wayfare").is_none());
}

async fn the_only_way_in_stays(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let mut ada = Visitor::new(&scene.server);
    sign_in(&scene, &mut ada, &scene.claims("1")).await;
    let page = ada.get("/account").await;
    assert!(page.has("is the only way to sign in to this account") && !page.has(LEAVE));
    expect_refusal(
        &ada.post(LEAVE, &page.field("form_token"), &[]).await,
        "the only way",
    );
    // With a password there is another one.
    let sent = [("password", "correct horse battery")];
    let changed = ada
        .post("/account/password", &page.field("form_token"), &sent)
        .await;
    assert_eq!(location(&changed), "/account?done=password");
    let page = ada.get("/account").await;
    let left = ada.post(LEAVE, &page.field("form_token"), &[]).await;
    assert_eq!(left.status(), 303, "{}", left.text);
}

async fn people_outside_of_the_group_stay_outside(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP, ("oidc-group", "travellers")]);
    let mut ada = Visitor::new(&scene.server);
    let refused = sign_in(&scene, &mut ada, &scene.claims("1")).await;
    expect_refusal(&refused, "may not use this service");
    let member = scene.claims_but("groups", json!(["travellers"]));
    assert_eq!(sign_in(&scene, &mut ada, &member).await.status(), 303);
    // Checked each time, also for those with an account.
    let mut phone = Visitor::new(&scene.server);
    let refused = sign_in(&scene, &mut phone, &scene.claims("1")).await;
    expect_refusal(&refused, "may not use this service");
    let mut bob = Visitor::signed_up(&scene.server, "bob").await;
    expect_refusal(
        &join(&scene, &mut bob, "2").await,
        "may not use this service",
    );
}

async fn what_the_token_lacks_is_asked_for(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP, ("oidc-group", "travellers")]);
    let mut claims = scene.claims("1");
    for name in ["preferred_username", "name", "email"] {
        claims.as_object_mut().unwrap().remove(name);
    }
    let said = json!({
        "sub": "1", "preferred_username": "countess", "name": "Ada L.", "groups": ["travellers"]
    });
    scene.issuer.state().user_info = Some(said.clone());
    let mut ada = Visitor::new(&scene.server);
    assert_eq!(sign_in(&scene, &mut ada, &claims).await.status(), 303);
    assert!(is_signed_in_as(&mut ada, "countess").await);
    // A group that the signed token denies is not asked for; another person's answer is none.
    let mut denied = claims.clone();
    denied["groups"] = json!([]);
    let mut phone = Visitor::new(&scene.server);
    let refused = sign_in(&scene, &mut phone, &denied).await;
    expect_refusal(&refused, "may not use this service");
    let mut other = said;
    other["sub"] = json!("2");
    scene.issuer.state().user_info = Some(other.clone());
    let refused = sign_in(&scene, &mut phone, &claims).await;
    expect_refusal(&refused, "is not good");
    // Without a group, it is about names alone.
    let scene = Scene::start(TestServer::builder(), &[SIGN_UP]);
    scene.issuer.state().user_info = Some(other);
    claims["iss"] = json!(scene.issuer.url);
    let mut nameless = Visitor::new(&scene.server);
    assert_eq!(sign_in(&scene, &mut nameless, &claims).await.status(), 303);
    // The token has an e-mail address no more than a name.
    assert!(is_signed_in_as(&mut nameless, "traveller").await);
}

async fn a_provider_that_is_away_is_said_to_be(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    scene.issuer.state().is_away = true;
    let mut ada = Visitor::new(&scene.server);
    let page = ada.get("/sign-in").await;
    assert_eq!(page.status(), 200);
    assert!(page.has("Example &lt;ID&gt; does not answer at the moment.") && !page.has(BEGIN));
    let sent = ada.post(BEGIN, &page.field("form_token"), &[]).await;
    assert_eq!(sent.status(), 503, "{}", sent.text);
    assert_eq!(sent.reply.header("retry-after"), Some("2"));
    scene.issuer.state().is_away = false;
    assert!(ada.get("/sign-in").await.has(BEGIN));
    // Known by now, it may be away again until the code is to be exchanged.
    scene.issuer.state().is_away = true;
    let sent = begin(&mut ada, "").await;
    let back = scene.issuer.authorize(&sent, &scene.claims("1"));
    assert_eq!(ada.get(&back).await.status(), 503);
}

async fn a_form_is_kept_through_the_sign_in(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP, ("passwords", "off")]);
    let mut ada = Visitor::new(&scene.server);
    sign_in(&scene, &mut ada, &scene.claims("1")).await;
    let page = ada.get("/trips/new").await;
    let token = page.field("form_token");
    ada.set_cookie("wayfare", "an-ended-session");
    let fields = [("name", "Lisbon"), ("form_key", &*page.field("form_key"))];
    let asked = ada.post("/trips", &token, &fields).await;
    assert_eq!(asked.status(), 401);
    assert!(
        asked.has("target=\"_blank\"") && asked.has("value=\"Lisbon\""),
        "{}",
        asked.text
    );
    assert!(!asked.has("type=\"password\""));
    let carried = asked.hidden_fields();
    sign_in(&scene, &mut ada, &scene.claims("1")).await;
    let carried: Vec<_> = carried
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let origin = ada.origin.clone();
    let draft = ada.send("/trips", Some(&origin), &carried).await;
    assert_eq!(draft.status(), 200, "{}", draft.text);
    assert!(draft.has("value=\"Lisbon\""));
}

async fn servers_with_the_same_secret_share_sign_ins(builder: Builder) {
    let first = Scene::start(
        builder,
        &[SIGN_UP, ("frontend-url", "https://trips.example.org")],
    );
    let issuer = first.issuer.clone();
    let settings = [SIGN_UP, ("frontend-url", "https://trips.example.org")];
    let second = Scene::with(issuer, TestServer::builder(), &settings);
    let mut ada = Visitor::new(&first.server);
    ada.origin = "https://trips.example.org".to_owned();
    let sent = begin(&mut ada, "").await;
    let back = first.issuer.authorize(&sent, &first.claims("1"));
    let mut there = Visitor::new(&second.server);
    for name in ["__Host-wayfare-form", "__Secure-wayfare-oidc"] {
        there.set_cookie(name, ada.cookie(name).unwrap());
    }
    assert_eq!(there.get(&back).await.status(), 303);
}
