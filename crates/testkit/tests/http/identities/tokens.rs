//! ID tokens at the token route: whose they are, and which ones are refused.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Method, TestServer, both, on_sqlite, sample};

use super::issuer::{CLIENT, Key, SECRET, base64, hs256, jwt};
use super::{GRANT, NOW, Scene, expect_refusal};

both!(
    who_signs_in_is_the_issuer_and_the_subject,
    nobody_signs_up_unless_that_is_on,
    the_same_person_signs_up_once,
);
on_sqlite!(
    a_form_takes_the_grant_too,
    without_a_provider_the_grant_is_unknown,
    claims_of_others_are_refused,
    the_clock_may_be_off_by_a_minute,
    the_provider_signs_with_any_of_its_algorithms,
    nothing_but_a_signature_of_the_provider_counts,
    people_outside_of_the_group_are_refused,
    usernames_are_free_ones,
);

const SIGN_UP: (&str, &str) = ("oidc-sign-up", "on");

async fn who_signs_in_is_the_issuer_and_the_subject(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let first = scene.sign_in(&scene.claims("1")).await;
    assert_eq!(first.header("cache-control"), Some("no-store"));
    let tokens = first.expect_status(200).json();
    let client = scene.server.client().with_token(&tokens.access_token);
    let own = client.users().own().await.json();
    assert_eq!(
        (own.username.as_str(), own.name.as_str()),
        ("ada", "Ada Lovelace")
    );
    assert_eq!(client.users().privacy("ada").await.json().email, "");
    let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens.refresh_token});
    client.users().sign_in(&refresh).await.expect_status(200);
    // The same person by another name, another person by the same name and address.
    let mut renamed = scene.claims("1");
    renamed["preferred_username"] = json!("countess");
    renamed["email"] = json!("other@example.org");
    let again = scene.sign_in(&renamed).await;
    assert_eq!(scene.username_of(again).await, "ada");
    let other = scene.sign_in(&scene.claims("2")).await;
    assert_eq!(scene.username_of(other).await, "Ada.Lovelace");
    // An account goes with its identity.
    client.users().delete("ada").await.expect_status(204);
    let anew = scene.sign_in(&scene.claims("1")).await;
    assert_eq!(scene.username_of(anew).await, "ada");
}

async fn nobody_signs_up_unless_that_is_on(builder: Builder) {
    let scene = Scene::start(builder, &[]);
    // An account with the same address and name is nobody's but its owner's.
    let ada = json!({"name": "Ada", "username": "ada", "email": "ada@example.org"});
    sample::sign_up_with(&scene.server.client(), &ada).await;
    expect_refusal(&scene.sign_in(&scene.claims("1")).await, "unknown");
}

async fn the_same_person_signs_up_once(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let token = scene.issuer.sign(&scene.claims("1"));
    let all = (0..8).map(|_| scene.send(&token));
    for reply in futures_util::future::join_all(all).await {
        assert_eq!(scene.username_of(reply).await, "ada");
    }
}

async fn a_form_takes_the_grant_too(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let token = scene.issuer.sign(&scene.claims("1"));
    let client = scene.server.client();
    let post = |body: String| {
        let call = client.request(Method::POST, "/api/v1/auth/token");
        call.body("application/x-www-form-urlencoded", body)
    };
    let sent = |token: &str| {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        body.extend_pairs([("grant_type", GRANT), ("assertion", token)])
            .finish()
    };
    post(sent(&token)).await.expect_status(200);
    post(sent("x.y.z")).await.expect_status(401);
    post(sent(&"x".repeat(70_000))).await.expect_status(400);
    post(format!("grant_type={GRANT}")).await.expect_status(400);
    let unknown = post("grant_type=magic".to_owned()).await.problem();
    let known = format!("must be one of: password, refresh_token, {GRANT}");
    assert_eq!(unknown.errors[0].detail, known);
}

async fn without_a_provider_the_grant_is_unknown(server: TestServer) {
    let client = server.client();
    let reply = client.users().sign_in_with_id_token("a.b.c").await;
    let problem = reply.expect_status(400).problem();
    let error = &problem.errors[0];
    assert_eq!(error.pointer, "/grant_type");
    assert_eq!(error.detail, "must be one of: password, refresh_token");
}

async fn claims_of_others_are_refused(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let url = &scene.issuer.url;
    for (name, value) in [
        ("iss", json!("https://accounts.example.org")),
        ("iss", json!(format!("{url}/"))),
        ("iss", json!("")),
        ("iss", Value::Null),
        ("aud", json!("another")),
        ("aud", json!(["another", "third"])),
        ("aud", json!([])),
        ("aud", Value::Null),
        // Several audiences, and nobody for whom the token was made; or somebody else.
        ("aud", json!([CLIENT, "another"])),
        ("azp", json!("another")),
        ("sub", json!("")),
        ("sub", json!("x".repeat(256))),
        ("sub", json!("a\u{0}b")),
        ("sub", Value::Null),
        ("sub", json!(7)),
        ("exp", Value::Null),
        ("exp", json!("tomorrow")),
        ("iat", Value::Null),
    ] {
        let what = format!("{name}: {value}");
        let claims = scene.claims_but(name, value);
        expect_refusal(&scene.sign_in(&claims).await, &what);
    }
    let mut both = scene.claims_but("aud", json!([CLIENT, "another"]));
    both["azp"] = json!("another");
    expect_refusal(&scene.sign_in(&both).await, "azp of several audiences");
    both["azp"] = json!(CLIENT);
    scene.sign_in(&both).await.expect_status(200);
    let long = scene.claims_but("sub", json!("x".repeat(255)));
    scene.sign_in(&long).await.expect_status(200);
    // Whoever sends a token has checked its nonce.
    let nonce = scene.claims_but("nonce", json!("anything"));
    scene.sign_in(&nonce).await.expect_status(200);
}

async fn the_clock_may_be_off_by_a_minute(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let now = NOW.unix_timestamp();
    for (iat, exp, status) in [
        (60, 360, 200),
        (61, 360, 401),
        (300, 600, 401),
        (-360, -60, 200),
        (-360, -61, 401),
        (-600, -300, 401),
        (-86_400, 1, 200),
    ] {
        let mut claims = scene.claims_but("iat", json!(now + iat));
        claims["exp"] = json!(now + exp);
        let reply = scene.sign_in(&claims).await;
        assert_eq!(reply.status, status, "iat {iat}, exp {exp}: {reply:?}");
    }
}

async fn the_provider_signs_with_any_of_its_algorithms(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let keys = [
        ("rsa", "RS256", Key::rsa()),
        ("pss", "PS256", Key::rsa()),
        ("p256", "ES256", Key::p256()),
        ("p384", "ES384", Key::p384()),
        ("ed", "EdDSA", Key::ed()),
    ];
    scene.issuer.state().keys = keys
        .map(|(kid, name, key)| (kid.to_owned(), name, key))
        .into();
    for _ in 0..5 {
        let reply = scene.sign_in(&scene.claims("1")).await;
        let state = scene.issuer.state();
        assert_eq!(reply.status, 200, "{}: {reply:?}", state.keys[0].1);
        drop(state);
        scene.issuer.state().keys.rotate_left(1);
    }
    // Not with one that it does not name.
    let scene = Scene::start(TestServer::builder(), &[SIGN_UP]);
    scene.issuer.state().algorithms = vec!["ES256"];
    expect_refusal(&scene.sign_in(&scene.claims("1")).await, "RS256");
}

async fn nothing_but_a_signature_of_the_provider_counts(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    let claims = scene.claims("1");
    let good = scene.issuer.sign(&claims);
    scene.send(&good).await.expect_status(200);
    let jwk = scene.issuer.state().keys[0].2.jwk("first");
    let header = |algorithm: &str| json!({"alg": algorithm, "kid": "first", "typ": "JWT"});
    let unsigned = |algorithm: &str| jwt(&header(algorithm), &claims, |_| Vec::new());
    let public = |name: &str| jwk[name].as_str().unwrap().to_owned();
    let mac = |key: &[u8]| jwt(&header("HS256"), &claims, |text| hs256(key, text));
    let modulus = public("n");
    let raw = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, &modulus);
    let thief = Key::rsa();
    let stolen = jwt(&header("RS256"), &claims, |text| thief.sign("RS256", text));
    let own = json!({"alg": "RS256", "kid": "first", "jwk": thief.jwk("first")});
    let embedded = jwt(&own, &claims, |text| thief.sign("RS256", text));
    let (head, rest) = good.split_once('.').unwrap();
    let (_, signature) = rest.split_once('.').unwrap();
    let altered = base64(scene.claims("2").to_string());
    let critical = json!({"alg": "RS256", "kid": "first", "crit": ["exp"]});
    for (what, token) in [
        ("none", unsigned("none")),
        ("None", unsigned("None")),
        ("RS256 without a signature", unsigned("RS256")),
        ("HS256 with the modulus", mac(&raw.unwrap())),
        (
            "HS256 with the text of the modulus",
            mac(modulus.as_bytes()),
        ),
        ("HS256 with the JWK", mac(jwk.to_string().as_bytes())),
        ("HS256 with the client's secret", mac(SECRET.as_bytes())),
        ("HS256 with no key", mac(b"")),
        ("another key", stolen),
        ("a key that it brings along", embedded),
        ("other claims", format!("{head}.{altered}.{signature}")),
        (
            "another algorithm",
            good.replacen(head, &base64(header("PS256").to_string()), 1),
        ),
        ("a critical header", jwt(&critical, &claims, |_| Vec::new())),
        ("two parts", good.rsplit_once('.').unwrap().0.to_owned()),
        ("four parts", format!("{good}.{signature}")),
        ("nothing", ".".to_owned()),
        ("no token", "eyJ".to_owned()),
    ] {
        expect_refusal(&scene.send(&token).await, what);
    }
    // One of its own access tokens is no ID token.
    let token = sample::sign_up(&scene.server.client(), "bob").await.token;
    expect_refusal(&scene.send(&token).await, "an access token");
    scene.send(&good).await.expect_status(200);
}

async fn people_outside_of_the_group_are_refused(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP, ("oidc-group", "travellers")]);
    for groups in [
        Value::Null,
        json!([]),
        json!(["Travellers", "staff"]),
        json!("travellers"),
        json!({"travellers": true}),
        json!([["travellers"]]),
    ] {
        let claims = scene.claims_but("groups", groups.clone());
        expect_refusal(&scene.sign_in(&claims).await, &groups.to_string());
    }
    let member = scene.claims_but("groups", json!(["staff", 7, "travellers"]));
    scene.sign_in(&member).await.expect_status(200);
    // Each time.
    expect_refusal(&scene.sign_in(&scene.claims("1")).await, "no longer");
}

async fn usernames_are_free_ones(builder: Builder) {
    let scene = Scene::start(builder, &[SIGN_UP]);
    sample::sign_up(&scene.server.client(), "Ada").await;
    for (subject, username, name, expected) in [
        ("1", "ada", "Ada", "ada-2"),
        ("2", "settings", "", "settings-2"),
        ("3", "eve@example.org", "", "eve"),
        ("4", "李雷", "Lei Li", "Lei.Li"),
        ("5", "..", "", "traveller"),
    ] {
        let mut claims = scene.claims(subject);
        claims["preferred_username"] = json!(username);
        claims["name"] = json!(name);
        claims.as_object_mut().unwrap().remove("email");
        let reply = scene.sign_in(&claims).await;
        assert_eq!(scene.username_of(reply).await, expected);
    }
    let nameless = json!({
        "iss": scene.issuer.url, "aud": CLIENT, "sub": "6", "iat": NOW.unix_timestamp(),
        "exp": NOW.unix_timestamp() + 60, "name": "x".repeat(300),
    });
    let reply = scene.sign_in(&nameless).await;
    assert_eq!(scene.username_of(reply).await.len(), 39);
}
