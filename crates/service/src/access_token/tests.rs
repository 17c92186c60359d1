//! Which tokens are believed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::*;

const ISSUER: &str = "https://trips.example.org";
const NOW: i64 = 1_800_000_000;

fn secret() -> Secret {
    Secret::new(vec![7; 32]).unwrap()
}

fn tokens() -> AccessTokens {
    AccessTokens::new(&secret(), ISSUER)
}

fn at(seconds: i64) -> Instant {
    Instant::from_millis(seconds * 1_000).unwrap()
}

fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": "wayfare", "sub": Uuid::from_u128(1), "jti": Uuid::from_u128(2),
        "iat": NOW, "exp": NOW + 900, "gen": 3,
    })
}

fn forge(algorithm: Algorithm, claims: &Value, key: &[u8]) -> String {
    encode(
        &Header::new(algorithm),
        claims,
        &EncodingKey::from_secret(key),
    )
    .unwrap()
}

fn key() -> [u8; 32] {
    secret().derive("access tokens")
}

fn is_refused(token: &str, now: i64) -> bool {
    matches!(tokens().verify(token, at(now)), Err(Error::TokenRefused))
}

#[test]
fn a_token_names_its_caller_until_it_ends() {
    let caller = Caller {
        user: UserId(Uuid::from_u128(1)),
        generation: 3,
    };
    let issued = tokens()
        .issue(caller, Duration::from_secs(900), at(NOW))
        .unwrap();
    assert_eq!(issued.expires_in, Duration::from_secs(900));
    assert_eq!(tokens().verify(&issued.token, at(NOW)).unwrap(), caller);
    assert_eq!(
        tokens().verify(&issued.token, at(NOW + 899)).unwrap(),
        caller
    );
    assert!(is_refused(&issued.token, NOW + 900));
    assert!(is_refused(&issued.token, NOW + 10_000_000));
    assert!(!format!("{issued:?}").contains(&issued.token));
}

#[test]
fn each_token_has_an_id_of_its_own() {
    let caller = Caller {
        user: UserId(Uuid::from_u128(1)),
        generation: 1,
    };
    let issue = || {
        tokens()
            .issue(caller, Duration::from_secs(900), at(NOW))
            .unwrap()
            .token
    };
    assert_ne!(issue(), issue());
}

#[test]
fn a_token_from_the_future_is_refused_but_for_a_little_skew() {
    let issued_at = |seconds: i64| {
        let mut claims = claims();
        claims["iat"] = json!(seconds);
        forge(Algorithm::HS256, &claims, &key())
    };
    assert!(!is_refused(&issued_at(NOW + SKEW), NOW));
    assert!(is_refused(&issued_at(NOW + SKEW + 1), NOW));
    assert!(is_refused(&issued_at(i64::MAX), NOW));
}

#[test]
fn only_its_own_algorithm_and_key_are_believed() {
    assert!(!is_refused(
        &forge(Algorithm::HS256, &claims(), &key()),
        NOW
    ));
    assert!(is_refused(&forge(Algorithm::HS384, &claims(), &key()), NOW));
    assert!(is_refused(&forge(Algorithm::HS512, &claims(), &key()), NOW));
    assert!(
        is_refused(&forge(Algorithm::HS256, &claims(), &[7; 32]), NOW),
        "the secret itself is no key"
    );
    assert!(is_refused(
        &forge(
            Algorithm::HS256,
            &claims(),
            &secret().derive("picture URLs")
        ),
        NOW
    ));
}

#[test]
fn a_header_that_names_another_algorithm_is_refused_though_the_signature_fits() {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = |header: &Value| {
        let message = format!("{}.{}", part(header), part(&claims()));
        let key = EncodingKey::from_secret(&key());
        let signature =
            jsonwebtoken::crypto::sign(message.as_bytes(), &key, Algorithm::HS256).unwrap();
        format!("{message}.{signature}")
    };
    assert!(!is_refused(
        &signed(&json!({"alg": "HS256", "typ": "JWT"})),
        NOW
    ));
    for algorithm in [
        "none", "HS384", "HS512", "RS256", "PS256", "ES256", "EdDSA", "hs256", "", "HS256 ",
    ] {
        assert!(
            is_refused(&signed(&json!({"alg": algorithm, "typ": "JWT"})), NOW),
            "{algorithm}"
        );
    }
    for header in [
        json!({}),
        json!({"alg": null}),
        json!({"alg": ["HS256"]}),
        json!([]),
    ] {
        assert!(is_refused(&signed(&header), NOW), "{header}");
    }
    // A key that comes along is not what is verified with.
    let own_key = json!({"kty": "oct", "k": URL_SAFE_NO_PAD.encode([1; 32])});
    let message = format!(
        "{}.{}",
        part(&json!({"alg": "HS256", "jwk": own_key})),
        part(&claims())
    );
    let by_own_key = jsonwebtoken::crypto::sign(
        message.as_bytes(),
        &EncodingKey::from_secret(&[1; 32]),
        Algorithm::HS256,
    );
    assert!(is_refused(
        &format!("{message}.{}", by_own_key.unwrap()),
        NOW
    ));
}

#[test]
fn an_unsigned_or_altered_token_is_refused() {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    for header in [
        json!({"alg": "none", "typ": "JWT"}),
        json!({"alg": "None"}),
        json!({"typ": "JWT"}),
    ] {
        for signature in ["", "AAAA"] {
            assert!(
                is_refused(
                    &format!("{}.{}.{signature}", part(&header), part(&claims())),
                    NOW
                ),
                "{header}"
            );
        }
    }
    let good = forge(Algorithm::HS256, &claims(), &key());
    let (head, signature) = good.rsplit_once('.').unwrap();
    let (header, _) = head.split_once('.').unwrap();
    let mut other = claims();
    other["sub"] = json!(Uuid::from_u128(9));
    assert!(is_refused(
        &format!("{header}.{}.{signature}", part(&other)),
        NOW
    ));
    for garbage in [
        "",
        ".",
        "..",
        "...",
        "x",
        header,
        head,
        &good[..good.len() - 1],
        &format!("{good}.x"),
        "é.é.é",
    ] {
        assert!(is_refused(garbage, NOW), "{garbage}");
    }
}

#[test]
fn every_claim_is_needed_and_checked() {
    for claim in ["iss", "aud", "sub", "jti", "iat", "exp", "gen"] {
        let mut without = claims();
        without.as_object_mut().unwrap().remove(claim);
        assert!(
            is_refused(&forge(Algorithm::HS256, &without, &key()), NOW),
            "without {claim}"
        );
        for wrong in [
            json!(null),
            json!("someone"),
            json!(["https://evil.example.org"]),
            json!({}),
            json!(-1.5),
        ] {
            let mut claims = claims();
            claims[claim] = wrong.clone();
            assert!(
                is_refused(&forge(Algorithm::HS256, &claims, &key()), NOW),
                "{claim}: {wrong}"
            );
        }
    }
    let mut expired = claims();
    expired["exp"] = json!(NOW);
    assert!(is_refused(&forge(Algorithm::HS256, &expired, &key()), NOW));
}

#[test]
fn a_token_of_another_issuer_with_the_same_secret_is_refused() {
    let caller = Caller {
        user: UserId(Uuid::from_u128(1)),
        generation: 1,
    };
    let elsewhere = AccessTokens::new(&secret(), "https://other.example.org");
    let issued = elsewhere
        .issue(caller, Duration::from_secs(900), at(NOW))
        .unwrap();
    assert!(is_refused(&issued.token, NOW));
}
