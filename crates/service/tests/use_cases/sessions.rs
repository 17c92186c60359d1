//! Tokens and passwords: sign-in, rotation, expiry and revocation.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sha2::{Digest, Sha256};
use wayfare_service::{Caller, Error, Password, Tokens};
use wayfare_storage::Store;

use crate::world::{CLIENT, DAY, MINUTE, World};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    sign_in_needs_the_right_password,
    access_tokens_expire,
    refresh_tokens_are_exchanged_once,
    reusing_a_spent_refresh_token_revokes_its_family_only,
    concurrent_refreshes_leave_one_successor,
    a_family_keeps_two_tokens,
    reusing_an_old_refresh_token_revokes_its_family,
    refresh_tokens_expire,
    revoking_a_refresh_token_revokes_its_family,
    revoke_all_voids_every_token,
    setting_a_password_voids_every_token,
    new_tokens_prune_expired_ones_of_anybody,
    a_refresh_without_an_answer_can_be_retried,
    a_late_retry_of_a_refresh_revokes_the_family,
    a_retry_voids_the_successor_that_another_got,
    a_concurrent_revocation_voids_the_successor,
);

const PASSWORD: &str = "correct horse";
const REUSE_INTERVAL: Duration = Duration::from_secs(30);

async fn sign_in(world: &World, username: &str) -> Tokens {
    world
        .service
        .sessions
        .sign_in(CLIENT, username, Password::attempt(PASSWORD))
        .await
        .unwrap()
}

/// Signs a new user in, with [`PASSWORD`].
async fn new_session(world: &World, username: &str) -> Tokens {
    world.user_with_password(username, PASSWORD).await;
    sign_in(world, username).await
}

async fn refresh(world: &World, tokens: &Tokens) -> Result<Tokens, Error> {
    world
        .service
        .sessions
        .refresh(CLIENT, &tokens.refresh_token)
        .await
}

async fn assert_refresh_refused(world: &World, tokens: &Tokens) {
    assert_refused!(refresh(world, tokens).await, BadCredentials);
}

/// Exchanges a refresh token in a committed unit of work whose answer is lost.
async fn lose_refresh(world: &World, tokens: &Tokens) {
    world.store.lost_commits.store(1, Ordering::SeqCst);
    assert_refused!(refresh(world, tokens).await, Unavailable);
}

fn is_stored(world: &World, tokens: &Tokens) -> bool {
    let hash: [u8; 32] = Sha256::digest(tokens.refresh_token.as_bytes()).into();
    let mut data = world.store.read().unwrap();
    data.sessions().find(&hash).unwrap().is_some()
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
            .sign_in(CLIENT, username, Password::attempt(wrong))
            .await;
        assert!(
            matches!(refused, Err(Error::BadCredentials)),
            "{username}: {refused:?}"
        );
    }
}

async fn access_tokens_expire(world: World) {
    let tokens = new_session(&world, "ann").await;
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
    let second = refresh(&world, &first).await.unwrap();
    assert_ne!(second.refresh_token, first.refresh_token);
    assert_eq!(caller(&world, &second), ann);
    let third = refresh(&world, &second).await.unwrap();
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
            world.service.sessions.refresh(CLIENT, unknown).await,
            BadCredentials
        );
    }
}

async fn reusing_a_spent_refresh_token_revokes_its_family_only(world: World) {
    let stolen = new_session(&world, "ann").await;
    let other = sign_in(&world, "ann").await;
    let successor = refresh(&world, &stolen).await.unwrap();
    world.clock.advance(REUSE_INTERVAL);
    assert_refresh_refused(&world, &stolen).await;
    assert_refresh_refused(&world, &successor).await;
    assert!(refresh(&world, &other).await.is_ok());
}

async fn a_family_keeps_two_tokens(world: World) {
    let mut tokens = vec![new_session(&world, "ann").await];
    for _ in 0..50 {
        tokens.push(refresh(&world, tokens.last().unwrap()).await.unwrap());
    }
    let stored = tokens.iter().map(|token| is_stored(&world, token));
    let expected = (0..=50).map(|place| place >= 49);
    assert!(stored.eq(expected));
}

async fn reusing_an_old_refresh_token_revokes_its_family(world: World) {
    for uses_after in 1..4 {
        let first = new_session(&world, &format!("ann{uses_after}")).await;
        let mut last = refresh(&world, &first).await.unwrap();
        for _ in 0..uses_after {
            last = refresh(&world, &last).await.unwrap();
        }
        assert_refresh_refused(&world, &first).await;
        assert_refresh_refused(&world, &last).await;
        assert_eq!(world.service.metrics().refresh_reuses.get(), uses_after);
    }
}

async fn concurrent_refreshes_leave_one_successor(world: World) {
    let token = new_session(&world, "ann").await.refresh_token;
    let attempts: Vec<_> = (0..6)
        .map(|_| {
            let (sessions, token) = (world.service.sessions.clone(), token.clone());
            tokio::spawn(async move { sessions.refresh(CLIENT, &token).await })
        })
        .collect();
    let mut usable = Vec::new();
    for attempt in attempts {
        usable.push(attempt.await.unwrap().unwrap());
    }
    usable.retain(|tokens| is_stored(&world, tokens));
    assert_eq!(usable.len(), 1);
    assert!(refresh(&world, &usable[0]).await.is_ok());
}

async fn refresh_tokens_expire(world: World) {
    let tokens = new_session(&world, "ann").await;
    world.clock.advance(29 * DAY);
    let next = refresh(&world, &tokens).await.unwrap();
    world.clock.advance(30 * DAY);
    assert_refresh_refused(&world, &next).await;
}

async fn revoking_a_refresh_token_revokes_its_family(world: World) {
    let first = new_session(&world, "ann").await;
    let other = sign_in(&world, "ann").await;
    let second = refresh(&world, &first).await.unwrap();
    world
        .service
        .sessions
        .revoke(CLIENT, &first.refresh_token)
        .await
        .unwrap();
    world
        .service
        .sessions
        .revoke(CLIENT, &first.refresh_token)
        .await
        .unwrap();
    world
        .service
        .sessions
        .revoke(CLIENT, "unknown")
        .await
        .unwrap();
    assert_refresh_refused(&world, &second).await;
    assert!(refresh(&world, &other).await.is_ok());
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
    assert_refresh_refused(&world, &tokens).await;
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
    assert!(refresh(&world, &of_bob).await.is_ok());
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
    assert_refresh_refused(&world, &tokens).await;
    assert_refused!(
        sessions
            .sign_in(CLIENT, "ann", Password::attempt(PASSWORD))
            .await,
        BadCredentials
    );
    assert!(
        sessions
            .sign_in(CLIENT, "ann", Password::attempt("another one"))
            .await
            .is_ok()
    );
}

async fn new_tokens_prune_expired_ones_of_anybody(world: World) {
    let of_ann = new_session(&world, "ann").await;
    world.clock.advance(20 * DAY);
    let of_bob = new_session(&world, "bob").await;
    assert!(is_stored(&world, &of_ann));
    world.clock.advance(11 * DAY);
    let next = refresh(&world, &of_bob).await.unwrap();
    assert!(!is_stored(&world, &of_ann), "a refresh prunes");
    assert!(is_stored(&world, &of_bob), "spent, but not expired");
    world.clock.advance(31 * DAY);
    sign_in(&world, "ann").await;
    assert!(!is_stored(&world, &of_bob) && !is_stored(&world, &next));
}

async fn a_refresh_without_an_answer_can_be_retried(world: World) {
    let first = new_session(&world, "ann").await;
    lose_refresh(&world, &first).await;
    lose_refresh(&world, &first).await;
    let second = refresh(&world, &first).await.unwrap();
    let third = refresh(&world, &second).await.unwrap();
    // Now the successor has been used.
    assert_refresh_refused(&world, &first).await;
    assert_refresh_refused(&world, &third).await;
    let metrics = world.service.metrics();
    assert_eq!(metrics.refresh_retries.get(), 2);
    assert_eq!(metrics.refresh_reuses.get(), 1);
}

async fn a_late_retry_of_a_refresh_revokes_the_family(world: World) {
    let first = new_session(&world, "ann").await;
    lose_refresh(&world, &first).await;
    world
        .clock
        .advance(REUSE_INTERVAL - Duration::from_millis(1));
    lose_refresh(&world, &first).await;
    world.clock.advance(Duration::from_millis(1));
    assert_refresh_refused(&world, &first).await;
    assert_eq!(world.service.metrics().refresh_reuses.get(), 1);
}

/// A thief exchanges the token between an exchange that failed and its retry.
async fn a_retry_voids_the_successor_that_another_got(world: World) {
    let first = new_session(&world, "ann").await;
    let other = world.another_server().sessions;
    let stolen = other.refresh(CLIENT, &first.refresh_token).await.unwrap();
    let second = refresh(&world, &first).await.unwrap();
    assert_refresh_refused(&world, &stolen).await;
    assert_refresh_refused(&world, &second).await;
}

async fn a_concurrent_revocation_voids_the_successor(world: World) {
    world.user_with_password("ann", PASSWORD).await;
    for _ in 0..6 {
        let tokens = sign_in(&world, "ann").await;
        let ann = caller(&world, &tokens);
        let sessions = world.service.sessions.clone();
        let refresh =
            tokio::spawn(async move { sessions.refresh(CLIENT, &tokens.refresh_token).await });
        let sessions = world.service.sessions.clone();
        let revoke = tokio::spawn(async move { sessions.revoke_all(ann).await });
        revoke.await.unwrap().unwrap();
        match refresh.await.unwrap() {
            Ok(next) => {
                assert_refused!(
                    world.service.accounts.own(caller(&world, &next)).await,
                    TokenRefused
                );
                assert_refresh_refused(&world, &next).await;
            }
            Err(error) => assert!(matches!(error, Error::BadCredentials), "{error:?}"),
        }
    }
}
