//! Tokens and passwords: sign-in, rotation, expiry and revocation.

use sha2::{Digest, Sha256};
use wayfare_service::{Caller, Error, Password, Tokens};
use wayfare_storage::Store;

use crate::world::{DAY, MINUTE, World};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    sign_in_needs_the_right_password,
    access_tokens_expire,
    refresh_tokens_are_exchanged_once,
    reusing_a_spent_refresh_token_revokes_its_family_only,
    concurrent_refreshes_exchange_the_token_once,
    refresh_tokens_expire,
    revoking_a_refresh_token_revokes_its_family,
    revoke_all_voids_every_token,
    setting_a_password_voids_every_token,
    sign_in_prunes_expired_refresh_tokens,
    a_concurrent_revocation_voids_the_successor,
);

const PASSWORD: &str = "correct horse";

async fn sign_in(world: &World, username: &str) -> Tokens {
    world
        .service
        .sessions
        .sign_in(username, Password::attempt(PASSWORD))
        .await
        .unwrap()
}

fn caller(world: &World, tokens: &Tokens) -> Caller {
    world.service.sessions.verify(&tokens.access_token).unwrap()
}

fn password(text: &str) -> Password {
    Password::new(text).unwrap()
}

async fn sign_in_needs_the_right_password(world: World) {
    let ann = world.user_with_password("Ann", PASSWORD).await;
    world.user("bob").await;
    let tokens = sign_in(&world, "aNN").await;
    assert_eq!(caller(&world, &tokens), ann);
    assert!(!format!("{tokens:?}").contains(&tokens.refresh_token));
    let long = PASSWORD.repeat(1_000);
    for (username, wrong) in [
        ("ann", "correct Horse"),
        ("ann", ""),
        ("ann", "correct horse "),
        ("ann", long.as_str()),
        ("ann", "correct horse\0"),
        ("bob", PASSWORD),
        ("bob", ""),
        ("carol", PASSWORD),
        ("", PASSWORD),
        ("a\0b", PASSWORD),
    ] {
        let refused = world
            .service
            .sessions
            .sign_in(username, Password::attempt(wrong))
            .await;
        assert!(
            matches!(refused, Err(Error::BadCredentials)),
            "{username}: {refused:?}"
        );
    }
}

async fn access_tokens_expire(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let tokens = sign_in(&world, "ann").await;
    assert_eq!(tokens.expires_in, 15 * MINUTE);
    world.clock.advance(14 * MINUTE);
    assert!(world.service.sessions.verify(&tokens.access_token).is_ok());
    world.clock.advance(MINUTE);
    assert_refused!(
        world.service.sessions.verify(&tokens.access_token),
        TokenRefused
    );
}

async fn refresh_tokens_are_exchanged_once(world: World) {
    let ann = world.user_with_password("ann", PASSWORD).await;
    let first = sign_in(&world, "ann").await;
    world.clock.advance(DAY);
    let second = world
        .service
        .sessions
        .refresh(&first.refresh_token)
        .await
        .unwrap();
    assert_ne!(second.refresh_token, first.refresh_token);
    assert_eq!(caller(&world, &second), ann);
    let third = world
        .service
        .sessions
        .refresh(&second.refresh_token)
        .await
        .unwrap();
    assert_eq!(
        world
            .service
            .accounts
            .own(caller(&world, &third))
            .await
            .unwrap()
            .username
            .as_str(),
        "ann"
    );
    for unknown in ["", "x", third.access_token.as_str(), "é"] {
        assert_refused!(
            world.service.sessions.refresh(unknown).await,
            BadCredentials
        );
    }
}

async fn reusing_a_spent_refresh_token_revokes_its_family_only(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let (stolen, other) = (sign_in(&world, "ann").await, sign_in(&world, "ann").await);
    let successor = world
        .service
        .sessions
        .refresh(&stolen.refresh_token)
        .await
        .unwrap();
    assert_refused!(
        world.service.sessions.refresh(&stolen.refresh_token).await,
        BadCredentials
    );
    assert_refused!(
        world
            .service
            .sessions
            .refresh(&successor.refresh_token)
            .await,
        BadCredentials
    );
    assert!(
        world
            .service
            .sessions
            .refresh(&other.refresh_token)
            .await
            .is_ok()
    );
}

async fn concurrent_refreshes_exchange_the_token_once(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let token = sign_in(&world, "ann").await.refresh_token;
    let attempts: Vec<_> = (0..6)
        .map(|_| {
            let (sessions, token) = (world.service.sessions.clone(), token.clone());
            tokio::spawn(async move { sessions.refresh(&token).await })
        })
        .collect();
    let mut successors = Vec::new();
    for attempt in attempts {
        match attempt.await.unwrap() {
            Ok(tokens) => successors.push(tokens),
            Err(error) => assert!(matches!(error, Error::BadCredentials), "{error:?}"),
        }
    }
    assert_eq!(successors.len(), 1);
    assert_refused!(
        world
            .service
            .sessions
            .refresh(&successors[0].refresh_token)
            .await,
        BadCredentials
    );
}

async fn refresh_tokens_expire(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let tokens = sign_in(&world, "ann").await;
    world.clock.advance(29 * DAY);
    let next = world
        .service
        .sessions
        .refresh(&tokens.refresh_token)
        .await
        .unwrap();
    world.clock.advance(30 * DAY);
    assert_refused!(
        world.service.sessions.refresh(&next.refresh_token).await,
        BadCredentials
    );
}

async fn revoking_a_refresh_token_revokes_its_family(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let (first, other) = (sign_in(&world, "ann").await, sign_in(&world, "ann").await);
    let second = world
        .service
        .sessions
        .refresh(&first.refresh_token)
        .await
        .unwrap();
    world
        .service
        .sessions
        .revoke(&first.refresh_token)
        .await
        .unwrap();
    world
        .service
        .sessions
        .revoke(&first.refresh_token)
        .await
        .unwrap();
    world.service.sessions.revoke("unknown").await.unwrap();
    assert_refused!(
        world.service.sessions.refresh(&second.refresh_token).await,
        BadCredentials
    );
    assert!(
        world
            .service
            .sessions
            .refresh(&other.refresh_token)
            .await
            .is_ok()
    );
}

async fn revoke_all_voids_every_token(world: World) {
    let ann = world.user_with_password("ann", PASSWORD).await;
    let bob = world.user_with_password("bob", PASSWORD).await;
    let (tokens, of_bob) = (sign_in(&world, "ann").await, sign_in(&world, "bob").await);
    world.service.sessions.revoke_all(ann).await.unwrap();
    assert_refused!(world.service.accounts.own(ann).await, TokenRefused);
    assert_refused!(
        world.service.accounts.own(caller(&world, &tokens)).await,
        TokenRefused
    );
    assert_refused!(world.service.sessions.revoke_all(ann).await, TokenRefused);
    assert_refused!(
        world.service.sessions.refresh(&tokens.refresh_token).await,
        BadCredentials
    );
    let again = sign_in(&world, "ann").await;
    assert!(
        world
            .service
            .accounts
            .own(caller(&world, &again))
            .await
            .is_ok()
    );
    assert!(world.service.accounts.own(bob).await.is_ok());
    assert!(
        world
            .service
            .sessions
            .refresh(&of_bob.refresh_token)
            .await
            .is_ok()
    );
}

async fn setting_a_password_voids_every_token(world: World) {
    let sessions = &world.service.sessions;
    let first = world.user("ann").await;
    sessions
        .set_password(first, None, password(PASSWORD))
        .await
        .unwrap();
    assert_refused!(world.service.accounts.own(first).await, TokenRefused);
    assert_refused!(
        sessions
            .set_password(first, None, password("another one"))
            .await,
        TokenRefused
    );

    let tokens = sign_in(&world, "ann").await;
    let ann = caller(&world, &tokens);
    assert_refused!(
        sessions
            .set_password(ann, None, password("another one"))
            .await,
        BadCredentials
    );
    let wrong = Some(Password::attempt("wrong"));
    assert_refused!(
        sessions
            .set_password(ann, wrong, password("another one"))
            .await,
        BadCredentials
    );
    assert!(world.service.accounts.own(ann).await.is_ok());

    let current = Some(Password::attempt(PASSWORD));
    sessions
        .set_password(ann, current, password("another one"))
        .await
        .unwrap();
    assert_refused!(world.service.accounts.own(ann).await, TokenRefused);
    assert_refused!(
        sessions.refresh(&tokens.refresh_token).await,
        BadCredentials
    );
    assert_refused!(
        sessions.sign_in("ann", Password::attempt(PASSWORD)).await,
        BadCredentials
    );
    assert!(
        sessions
            .sign_in("ann", Password::attempt("another one"))
            .await
            .is_ok()
    );
}

async fn sign_in_prunes_expired_refresh_tokens(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    let tokens = sign_in(&world, "ann").await;
    let hash: [u8; 32] = Sha256::digest(tokens.refresh_token.as_bytes()).into();
    let is_stored = || {
        world
            .store
            .read()
            .unwrap()
            .sessions()
            .find(&hash)
            .unwrap()
            .is_some()
    };
    sign_in(&world, "ann").await;
    assert!(is_stored());
    world.clock.advance(31 * DAY);
    sign_in(&world, "ann").await;
    assert!(!is_stored());
}

async fn a_concurrent_revocation_voids_the_successor(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    for _ in 0..6 {
        let tokens = sign_in(&world, "ann").await;
        let ann = caller(&world, &tokens);
        let sessions = world.service.sessions.clone();
        let refresh = tokio::spawn(async move { sessions.refresh(&tokens.refresh_token).await });
        let sessions = world.service.sessions.clone();
        let revoke = tokio::spawn(async move { sessions.revoke_all(ann).await });
        revoke.await.unwrap().unwrap();
        match refresh.await.unwrap() {
            Ok(next) => {
                assert_refused!(
                    world.service.accounts.own(caller(&world, &next)).await,
                    TokenRefused
                );
                assert_refused!(
                    world.service.sessions.refresh(&next.refresh_token).await,
                    BadCredentials
                );
            }
            Err(error) => assert!(matches!(error, Error::BadCredentials), "{error:?}"),
        }
    }
}
