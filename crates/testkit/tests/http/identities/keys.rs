//! The keys of a provider: rotated, unknown, too many, too slow, and kept while it is away.

use std::time::{Duration, Instant};

use serde_json::json;
use wayfare_testkit::{Builder, on_sqlite};

use super::issuer::{Issuer, Key, jwt};
use super::{Scene, expect_refusal};

on_sqlite!(
    rotated_keys_are_fetched,
    an_unknown_key_is_asked_for_once_a_minute,
    keys_are_kept_while_the_provider_is_away,
    without_keys_nobody_signs_in,
    many_callers_share_a_request,
    a_document_that_cannot_be_used_is_none,
    a_slow_provider_is_not_waited_for,
    old_keys_are_fetched_anew,
);

const SIGN_UP: (&str, &str) = ("oidc-sign-up", "on");
const MINUTE: Duration = Duration::from_secs(60);

async fn status(scene: &Scene) -> u16 {
    scene.sign_in(&scene.claims("1")).await.status
}

fn rotate(issuer: &Issuer, kid: &str) {
    issuer.state().keys = vec![(kid.to_owned(), "ES256", Key::p256())];
}

async fn rotated_keys_are_fetched(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let old = scene.issuer.sign(&scene.claims("1"));
    assert_eq!(status(&scene).await, 200);
    rotate(&scene.issuer, "second");
    assert_eq!(status(&scene).await, 200);
    assert_eq!(scene.issuer.key_requests(), 2);
    // The provider has withdrawn the old key.
    expect_refusal(&scene.send(&old).await, "the old key");
    // A key may be replaced under its name.
    scene.clock.advance(MINUTE);
    rotate(&scene.issuer, "second");
    assert_eq!(status(&scene).await, 200);
}

async fn an_unknown_key_is_asked_for_once_a_minute(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    assert_eq!(status(&scene).await, 200);
    let key = Key::p256();
    let unknown = |number: u32| {
        let header = json!({"alg": "ES256", "kid": format!("unknown-{number}")});
        jwt(&header, &scene.claims("1"), |text| key.sign("ES256", text))
    };
    for number in 0..10 {
        expect_refusal(&scene.send(&unknown(number)).await, "unknown");
    }
    assert_eq!(scene.issuer.key_requests(), 2);
    scene.clock.advance(MINUTE - Duration::from_secs(1));
    expect_refusal(&scene.send(&unknown(10)).await, "unknown");
    assert_eq!(scene.issuer.key_requests(), 2);
    scene.clock.advance(Duration::from_secs(1));
    expect_refusal(&scene.send(&unknown(11)).await, "unknown");
    assert_eq!(scene.issuer.key_requests(), 3);
    // A token that is refused anyway asks for nothing.
    scene.clock.advance(MINUTE);
    let header = json!({"alg": "ES256", "kid": "unknown"});
    let foreign = scene.claims_but("aud", json!("another"));
    let foreign = jwt(&header, &foreign, |text| key.sign("ES256", text));
    expect_refusal(&scene.send(&foreign).await, "foreign");
    assert_eq!(scene.issuer.key_requests(), 3);
}

async fn keys_are_kept_while_the_provider_is_away(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    assert_eq!(status(&scene).await, 200);
    scene.issuer.state().is_away = true;
    assert_eq!(status(&scene).await, 200);
    // Also when they are old: then the provider is asked in the background.
    let mut claims = scene.claims("1");
    claims["exp"] = json!(claims["exp"].as_i64().unwrap() + 100_000);
    scene.clock.advance(Duration::from_secs(90_000));
    for _ in 0..3 {
        scene.sign_in(&claims).await.expect_status(200);
    }
    rotate(&scene.issuer, "second");
    expect_refusal(&scene.sign_in(&claims).await, "a key that can't be fetched");
    scene.issuer.state().is_away = false;
    scene.clock.advance(MINUTE);
    scene.sign_in(&claims).await.expect_status(200);
}

async fn without_keys_nobody_signs_in(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    scene.issuer.state().is_away = true;
    let reply = scene.sign_in(&scene.claims("1")).await;
    assert_eq!(reply.status, 503, "{reply:?}");
    assert_eq!(reply.header("retry-after"), Some("2"));
    scene.issuer.state().is_away = false;
    assert_eq!(status(&scene).await, 200);
}

async fn many_callers_share_a_request(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    scene.issuer.state().delay = Duration::from_millis(300);
    let all = (0..20).map(|_| status(&scene));
    let all = futures_util::future::join_all(all).await;
    assert_eq!(all, [200; 20]);
    assert_eq!(scene.issuer.key_requests(), 1);
    // So do callers with a key that none of them knows.
    rotate(&scene.issuer, "second");
    let all = (0..20).map(|_| status(&scene));
    let all = futures_util::future::join_all(all).await;
    assert_eq!(all, [200; 20]);
    assert_eq!(scene.issuer.key_requests(), 2);
}

async fn a_document_that_cannot_be_used_is_none(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let issuer = &scene.issuer;
    issuer.state().padding = 2 << 20;
    assert_eq!(status(&scene).await, 503, "2 MiB of keys");
    issuer.state().padding = 0;
    issuer.state().redirects = true;
    assert_eq!(status(&scene).await, 503, "a redirection");
    issuer.state().redirects = false;
    for document in [
        json!({"issuer": "https://accounts.example.org"}),
        json!({"issuer": format!("{}/", issuer.url)}),
        json!({"jwks_uri": "http://192.0.2.1/keys"}),
        json!({"jwks_uri": "file:///etc/passwd"}),
        json!({"authorization_endpoint": "http://192.0.2.1/"}),
        json!({"authorization_endpoint": "javascript:alert(1)"}),
        json!({"jwks_uri": 7}),
    ] {
        issuer.state().document = document.clone();
        assert_eq!(status(&scene).await, 503, "{document}");
    }
    issuer.state().document = json!({});
    issuer.state().padding = 1_000_000;
    assert_eq!(status(&scene).await, 200);
}

async fn a_slow_provider_is_not_waited_for(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    scene.issuer.state().delay = Duration::from_secs(30);
    let begun = Instant::now();
    let all = (0..3).map(|_| status(&scene));
    let all = futures_util::future::join_all(all).await;
    assert_eq!(all, [503; 3]);
    assert!(
        begun.elapsed() < Duration::from_secs(15),
        "{:?}",
        begun.elapsed()
    );
    // Others were not held up: they are answered at once.
    scene.issuer.state().delay = Duration::ZERO;
    assert_eq!(status(&scene).await, 200);
}

async fn old_keys_are_fetched_anew(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    assert_eq!(status(&scene).await, 200);
    scene.clock.advance(Duration::from_secs(60 * 60));
    let mut claims = scene.claims("1");
    claims["exp"] = json!(claims["exp"].as_i64().unwrap() + 4_000);
    scene.sign_in(&claims).await.expect_status(200);
    let deadline = Instant::now() + Duration::from_secs(10);
    while scene.issuer.key_requests() < 2 {
        assert!(Instant::now() < deadline, "the keys are not fetched anew");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
