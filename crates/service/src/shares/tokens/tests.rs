use wayfare_domain::trip::{ShareLinkPatch, TripId};
use wayfare_domain::{Instant, UserId};

use super::*;

fn link(id: u128) -> ShareLink {
    let (trip, owner) = (TripId(Uuid::nil()), UserId(Uuid::nil()));
    let id = ShareLinkId(Uuid::from_u128(id));
    ShareLink::new(id, trip, owner, ShareLinkPatch::default(), Instant::EPOCH).unwrap()
}

fn secret(byte: u8) -> Secret {
    Secret::new(vec![byte; 32]).unwrap()
}

#[test]
fn a_token_opens_its_link_and_generation_only() {
    let tokens = ShareTokens::new(&Secrets::new(secret(7)));
    let (one, other) = (link(1), link(2));
    let token = tokens.token(&one);
    assert_eq!(token, tokens.token(&one));
    assert_eq!(token.len(), 64);
    let claim = ShareClaim::parse(&token);
    assert_eq!(claim.id, one.id);
    assert!(tokens.verify(&claim, &one));
    assert!(!tokens.verify(&claim, &other));
    let next = ShareLink {
        generation: 2,
        ..one.clone()
    };
    assert!(!tokens.verify(&claim, &next));
    assert!(!ShareTokens::new(&Secrets::new(secret(8))).verify(&claim, &one));
}

#[test]
fn altered_and_malformed_tokens_open_nothing() {
    let tokens = ShareTokens::new(&Secrets::new(secret(7)));
    let link = link(1);
    let token = tokens.token(&link);
    let altered = format!("{}A", &token[..63]);
    for wrong in [
        "",
        "x",
        "\u{e4}",
        &token[..63],
        &format!("{token}A"),
        &altered,
    ] {
        let claim = ShareClaim::parse(wrong);
        assert!(wrong == token || !tokens.verify(&claim, &link), "{wrong}");
    }
}

#[test]
fn tokens_of_the_previous_secret_are_taken_and_none_is_made_with_it() {
    let link = link(1);
    let before = ShareTokens::new(&Secrets::new(secret(7)));
    let after = ShareTokens::new(&Secrets {
        current: secret(8),
        previous: Some(secret(7)),
    });
    assert!(after.verify(&ShareClaim::parse(&before.token(&link)), &link));
    assert_ne!(after.token(&link), before.token(&link));
    assert!(after.verify(&ShareClaim::parse(&after.token(&link)), &link));
}
