//! Which tokens are accepted.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::*;
use crate::Secret;

const ISSUER: &str = "https://trips.example.org";
const NOW: i64 = 1_800_000_000;

fn secret() -> Secret {
    Secret::new(vec![7; 32]).unwrap()
}

fn tokens() -> AccessTokens {
    AccessTokens::new(&Secrets::new(secret()), ISSUER, Audience::Api)
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
    *secret().key(Purpose::AccessToken)
}

fn is_rejected(token: &str, now: i64) -> bool {
    matches!(tokens().verify(token, at(now)), Err(Error::TokenRefused))
}

#[test]
fn tokens_of_the_previous_secret_are_valid_and_none_is_made() {
    let new = Secret::new(vec![8; 32]).unwrap();
    let rotated = AccessTokens::new(
        &Secrets {
            current: new.clone(),
            previous: Some(secret()),
        },
        ISSUER,
        Audience::Api,
    );
    let caller = Caller::new(UserId(Uuid::from_u128(1)), 3);
    let issue = |tokens: &AccessTokens| {
        let issued = tokens.issue(caller, None, Duration::from_secs(900), at(NOW));
        issued.unwrap().token
    };
    let former = issue(&tokens());
    assert_eq!(rotated.verify(&former, at(NOW)).unwrap().caller, caller);
    assert!(rotated.verify(&former, at(NOW + 900)).is_err(), "expired");
    let made = issue(&rotated);
    assert_eq!(rotated.verify(&made, at(NOW)).unwrap().caller, caller);
    assert!(is_rejected(&made, NOW), "made with the new secret");
    let after = AccessTokens::new(&Secrets::new(new), ISSUER, Audience::Api);
    assert!(after.verify(&former, at(NOW)).is_err());
    assert_eq!(after.verify(&made, at(NOW)).unwrap().caller, caller);
}

#[test]
fn a_token_is_valid_until_it_expires() {
    let caller = Caller::new(UserId(Uuid::from_u128(1)), 3);
    let issued = tokens()
        .issue(caller, None, Duration::from_secs(900), at(NOW))
        .unwrap();
    assert_eq!(issued.expires_in, Duration::from_secs(900));
    assert_eq!(
        tokens().verify(&issued.token, at(NOW)).unwrap().caller,
        caller
    );
    assert_eq!(
        tokens()
            .verify(&issued.token, at(NOW + 899))
            .unwrap()
            .caller,
        caller
    );
    assert!(is_rejected(&issued.token, NOW + 900));
    assert!(is_rejected(&issued.token, NOW + 10_000_000));
    assert!(!format!("{issued:?}").contains(&issued.token));
}

#[test]
fn tokens_are_unique() {
    let caller = Caller::new(UserId(Uuid::from_u128(1)), 1);
    let issue = || {
        tokens()
            .issue(caller, None, Duration::from_secs(900), at(NOW))
            .unwrap()
            .token
    };
    assert_ne!(issue(), issue());
}

#[test]
fn rejects_tokens_issued_in_the_future_beyond_the_skew() {
    let issued_at = |seconds: i64| {
        let mut claims = claims();
        claims["iat"] = json!(seconds);
        forge(Algorithm::HS256, &claims, &key())
    };
    assert!(!is_rejected(&issued_at(NOW + SKEW), NOW));
    assert!(is_rejected(&issued_at(NOW + SKEW + 1), NOW));
    assert!(is_rejected(&issued_at(i64::MAX), NOW));
}

#[test]
fn accepts_only_its_algorithm_and_key() {
    assert!(!is_rejected(
        &forge(Algorithm::HS256, &claims(), &key()),
        NOW
    ));
    assert!(is_rejected(
        &forge(Algorithm::HS384, &claims(), &key()),
        NOW
    ));
    assert!(is_rejected(
        &forge(Algorithm::HS512, &claims(), &key()),
        NOW
    ));
    assert!(
        is_rejected(&forge(Algorithm::HS256, &claims(), &[7; 32]), NOW),
        "the secret itself is not the key"
    );
    assert!(is_rejected(
        &forge(
            Algorithm::HS256,
            &claims(),
            secret().key(Purpose::PictureUrl)
        ),
        NOW
    ));
}

#[test]
fn rejects_headers_with_another_algorithm_despite_a_valid_signature() {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = |header: &Value| {
        let message = format!("{}.{}", part(header), part(&claims()));
        let key = EncodingKey::from_secret(&key());
        let signature =
            jsonwebtoken::crypto::sign(message.as_bytes(), &key, Algorithm::HS256).unwrap();
        format!("{message}.{signature}")
    };
    assert!(!is_rejected(
        &signed(&json!({"alg": "HS256", "typ": "JWT"})),
        NOW
    ));
    for algorithm in [
        "none", "HS384", "HS512", "RS256", "PS256", "ES256", "EdDSA", "hs256", "", "HS256 ",
    ] {
        assert!(
            is_rejected(&signed(&json!({"alg": algorithm, "typ": "JWT"})), NOW),
            "{algorithm}"
        );
    }
    for header in [
        json!({}),
        json!({"alg": null}),
        json!({"alg": ["HS256"]}),
        json!([]),
    ] {
        assert!(is_rejected(&signed(&header), NOW), "{header}");
    }
    // A key in the header is ignored.
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
    assert!(is_rejected(
        &format!("{message}.{}", by_own_key.unwrap()),
        NOW
    ));
}

#[test]
fn rejects_unsigned_and_altered_tokens() {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    for header in [
        json!({"alg": "none", "typ": "JWT"}),
        json!({"alg": "None"}),
        json!({"typ": "JWT"}),
    ] {
        for signature in ["", "AAAA"] {
            assert!(
                is_rejected(
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
    assert!(is_rejected(
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
        assert!(is_rejected(garbage, NOW), "{garbage}");
    }
}

#[test]
fn requires_and_checks_every_claim() {
    for claim in ["iss", "aud", "sub", "jti", "iat", "exp", "gen"] {
        let mut without = claims();
        without.as_object_mut().unwrap().remove(claim);
        assert!(
            is_rejected(&forge(Algorithm::HS256, &without, &key()), NOW),
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
                is_rejected(&forge(Algorithm::HS256, &claims, &key()), NOW),
                "{claim}: {wrong}"
            );
        }
    }
    let mut expired = claims();
    expired["exp"] = json!(NOW);
    assert!(is_rejected(&forge(Algorithm::HS256, &expired, &key()), NOW));
}

#[test]
fn rejects_tokens_of_another_issuer_with_the_same_secret() {
    let caller = Caller::new(UserId(Uuid::from_u128(1)), 1);
    let elsewhere = AccessTokens::new(
        &Secrets::new(secret()),
        "https://other.example.org",
        Audience::Api,
    );
    let issued = elsewhere
        .issue(caller, None, Duration::from_secs(900), at(NOW))
        .unwrap();
    assert!(is_rejected(&issued.token, NOW));
}
