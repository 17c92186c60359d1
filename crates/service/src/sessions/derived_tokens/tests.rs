use super::*;
use crate::Secret;

const ONE: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);

fn secret(byte: u8) -> Secret {
    Secret::new(vec![byte; 32]).unwrap()
}

fn tokens(byte: u8) -> DerivedTokens {
    DerivedTokens::new(&Secrets::new(secret(byte)), Purpose::ShareLink)
}

#[test]
fn a_token_opens_its_link_and_generation_only() {
    let tokens = tokens(7);
    let token = tokens.token(ONE, 1);
    assert_eq!(token, tokens.token(ONE, 1));
    assert_eq!(token.len(), 64);
    let claim = TokenClaim::parse(&token);
    assert_eq!(claim.id, ONE);
    assert!(tokens.verify(&claim, ONE, 1));
    assert!(!tokens.verify(&claim, OTHER, 1));
    assert!(!tokens.verify(&claim, ONE, 2));
    assert!(!self::tokens(8).verify(&claim, ONE, 1));
}

#[test]
fn a_token_of_one_kind_opens_no_link_of_another() {
    let invitations = DerivedTokens::new(&Secrets::new(secret(7)), Purpose::Invitation);
    let claim = TokenClaim::parse(&tokens(7).token(ONE, 1));
    assert!(!invitations.verify(&claim, ONE, 1));
}

#[test]
fn altered_and_malformed_tokens_open_nothing() {
    let tokens = tokens(7);
    let token = tokens.token(ONE, 1);
    let altered = format!("{}A", &token[..63]);
    for wrong in [
        "",
        "x",
        "\u{e4}",
        &token[..63],
        &format!("{token}A"),
        &altered,
    ] {
        let claim = TokenClaim::parse(wrong);
        assert!(wrong == token || !tokens.verify(&claim, ONE, 1), "{wrong}");
    }
}

#[test]
fn tokens_of_the_previous_secret_are_taken_and_none_is_made_with_it() {
    let before = tokens(7);
    let both = Secrets {
        current: secret(8),
        previous: Some(secret(7)),
    };
    let after = DerivedTokens::new(&both, Purpose::ShareLink);
    assert!(after.verify(&TokenClaim::parse(&before.token(ONE, 1)), ONE, 1));
    assert_ne!(after.token(ONE, 1), before.token(ONE, 1));
    assert!(after.verify(&TokenClaim::parse(&after.token(ONE, 1)), ONE, 1));
}
