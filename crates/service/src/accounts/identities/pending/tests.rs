use wayfare_domain::{Instant, UserId, Uuid};

use super::{PendingSignIn, TTL};
use crate::{Secret, Secrets};

const BINDING: &str = "the-binding-of-a-browser";

fn secrets() -> Secrets {
    Secrets::new(Secret::new([7; 32]).unwrap())
}

fn at(millis: i64) -> Instant {
    Instant::EPOCH.plus_millis(millis)
}

fn begin(joins: Option<UserId>, back: &str) -> (PendingSignIn, String) {
    PendingSignIn::new(&secrets().current, BINDING, joins, back, at(0))
}

fn resume(binding: &str, cookie: &str, state: &str, now: Instant) -> Option<PendingSignIn> {
    PendingSignIn::resume(&secrets(), binding, cookie, state, now)
}

#[test]
fn it_goes_on_where_it_began() {
    for (joins, back) in [
        (None, ""),
        (None, "/join/abc?x=ü&y=.."),
        (Some(UserId(Uuid::from_u128(9))), "/account"),
    ] {
        let (begun, cookie) = begin(joins, back);
        let resumed = resume(BINDING, &cookie, &begun.state, at(TTL - 1)).unwrap();
        assert_eq!((resumed.joins, resumed.back.as_str()), (joins, back));
        assert_eq!(resumed.nonce, begun.nonce);
        assert_eq!(resumed.verifier, begun.verifier);
        assert_eq!(begun.verifier.len(), 43);
        assert!(cookie.len() < 300 && !cookie.contains([' ', ';', ',', '"']));
    }
}

#[test]
fn an_address_that_is_too_long_for_a_cookie_is_left_out() {
    let (begun, cookie) = begin(None, &"/".repeat(2_001));
    assert_eq!(begun.back, "");
    assert!(cookie.len() < 300);
}

#[test]
fn nothing_of_it_can_be_changed() {
    let (begun, cookie) = begin(Some(UserId(Uuid::from_u128(9))), "/account");
    let (other, _) = begin(None, "/account");
    let is_taken = |binding: &str, cookie: &str, state: &str, now| {
        resume(binding, cookie, state, now).is_some()
    };
    assert!(is_taken(BINDING, &cookie, &begun.state, at(0)));
    assert!(!is_taken("another browser", &cookie, &begun.state, at(0)));
    assert!(!is_taken(BINDING, &cookie, &other.state, at(0)));
    assert!(!is_taken(BINDING, &cookie, &begun.nonce, at(0)));
    assert!(!is_taken(BINDING, &cookie, "", at(0)));
    assert!(!is_taken(BINDING, &cookie, &begun.state, at(TTL)));
    let for_bob = cookie.replace(
        &Uuid::from_u128(9).to_string(),
        &Uuid::from_u128(8).to_string(),
    );
    assert_ne!(for_bob, cookie);
    assert!(!is_taken(BINDING, &for_bob, &begun.state, at(0)));
    let later = cookie.replacen(".0.", ".600000.", 1);
    assert_ne!(later, cookie);
    assert!(!is_taken(BINDING, &later, &begun.state, at(TTL)));
    for broken in ["", ".", "...", "a.b.c.d", "a.0.x."] {
        assert!(!is_taken(BINDING, broken, &begun.state, at(0)), "{broken}");
    }
}

#[test]
fn the_previous_secret_is_taken() {
    let (begun, cookie) = begin(None, "/");
    let rotated = Secrets {
        current: Secret::new([8; 32]).unwrap(),
        previous: Some(secrets().current),
    };
    let resumed = PendingSignIn::resume(&rotated, BINDING, &cookie, &begun.state, at(0));
    assert_eq!(resumed.unwrap().verifier, begun.verifier);
    let other = Secrets::new(rotated.current);
    assert!(PendingSignIn::resume(&other, BINDING, &cookie, &begun.state, at(0)).is_none());
}
