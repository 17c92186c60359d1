//! Refresh tokens.

use std::thread;

use uuid::Uuid;
use wayfare_domain::UserId;
use wayfare_storage::{Error, RefreshToken, Result, UnitOfWork};

use crate::fixtures::{at, insert_user, millis, revoke_all_tokens};
use crate::store::{self, TestStore, test_on_both_backends};

test_on_both_backends!(
    finds_an_inserted_token,
    refuses_a_second_token_of_a_hash,
    spends_a_token_once,
    rotates_a_token_once,
    revokes_only_the_given_family,
    keeps_two_tokens_of_a_family,
    prunes_some_expired_tokens_of_anybody,
);

/// A token of the first generation whose hash repeats `byte`.
pub(crate) fn token(user: UserId, byte: u8) -> RefreshToken {
    RefreshToken {
        id: Uuid::now_v7(),
        family: Uuid::now_v7(),
        user,
        generation: 1,
        hash: [byte; 32],
        issued_at: millis(1_767_225_600_001),
        expires_at: at(1_000),
        spent_at: None,
    }
}

pub(crate) fn insert_tokens(store: &TestStore, tokens: &[&RefreshToken]) {
    store.commit(|unit| {
        tokens
            .iter()
            .try_for_each(|token| unit.sessions().insert(token))
    });
}

pub(crate) fn exists(store: &TestStore, token: &RefreshToken) -> bool {
    find(store, token).is_some()
}

/// The stored token of the same hash, and the token generation of its user.
pub(crate) fn find(store: &TestStore, token: &RefreshToken) -> Option<(RefreshToken, i64)> {
    let found = store.read(|data| data.sessions().find(&token.hash));
    found.map(|(token, account)| {
        assert_eq!(token.user, account.user.id);
        (token, account.generation)
    })
}

/// Runs a function on four threads, each with its number.
fn on_four_threads<T: Send>(run: impl Fn(u8) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..4)
            .map(|thread| scope.spawn(move || run(thread)))
            .collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.collect()
    })
}

fn finds_an_inserted_token(store: &TestStore) {
    let ann = insert_user(store, "ann");
    revoke_all_tokens(store, ann, 1);
    let fresh = token(ann, 1);
    let spent = RefreshToken {
        spent_at: Some(at(7)),
        generation: 2,
        ..token(ann, 0)
    };
    insert_tokens(store, &[&fresh, &spent]);
    for inserted in [fresh, spent] {
        assert_eq!(find(store, &inserted), Some((inserted, 2)));
    }
    assert_eq!(find(store, &token(ann, 9)), None);
}

fn refuses_a_second_token_of_a_hash(store: &TestStore) {
    let ann = insert_user(store, "ann");
    insert_tokens(store, &[&token(ann, 1)]);
    let result = store.try_commit(|unit| unit.sessions().insert(&token(ann, 1)));
    assert!(matches!(result, Err(Error::Internal(_))), "{result:?}");
}

fn spends_a_token_once(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let inserted = token(ann, 1);
    insert_tokens(store, &[&inserted]);
    let spent = on_four_threads(|_| store.commit(|unit| unit.sessions().spend(inserted.id, at(3))));
    assert_eq!(spent.iter().filter(|spent| **spent).count(), 1);
    let expected = RefreshToken {
        spent_at: Some(at(3)),
        ..inserted
    };
    assert_eq!(find(store, &expected), Some((expected, 1)));
}

fn rotates_a_token_once(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let old = token(ann, 9);
    insert_tokens(store, &[&old]);
    let successor = |thread: u8| RefreshToken {
        family: old.family,
        ..token(ann, thread)
    };
    let rotate = |thread: u8| -> Result<bool> {
        let mut unit = store.begin()?;
        unit.sessions().insert(&successor(thread))?;
        let is_spent = unit.sessions().spend(old.id, at(3))?;
        // Dropping the unit rolls the successor back.
        if is_spent {
            unit.commit()?;
        }
        Ok(is_spent)
    };
    let rotated = on_four_threads(|thread| rotate(thread).unwrap());
    assert_eq!(rotated.iter().filter(|rotated| **rotated).count(), 1);
    for (thread, rotated) in (0..4).zip(rotated) {
        assert_eq!(exists(store, &successor(thread)), rotated);
    }
    let (spent, _) = find(store, &old).unwrap();
    assert_eq!(spent.spent_at, Some(at(3)));
    store.commit(|unit| unit.sessions().revoke_family(old.family));
    assert!(!rotate(4).unwrap(), "a revoked token can't be spent");
    assert!((0..5).all(|thread| !exists(store, &successor(thread))));
}

fn revokes_only_the_given_family(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let first = token(ann, 1);
    let successor = RefreshToken {
        family: first.family,
        ..token(ann, 2)
    };
    let (other, of_bob) = (token(ann, 3), token(bob, 4));
    let all = [&first, &successor, &other, &of_bob];
    insert_tokens(store, &all);
    store.commit(|unit| unit.sessions().revoke_family(first.family));
    assert_eq!(
        all.map(|token| exists(store, token)),
        [false, false, true, true]
    );
}

fn keeps_two_tokens_of_a_family(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let first = token(ann, 1);
    let of_family = |byte| RefreshToken {
        family: first.family,
        ..token(ann, byte)
    };
    let (second, third, other) = (of_family(2), of_family(3), token(ann, 4));
    let all = [&first, &second, &third, &other];
    insert_tokens(store, &all);
    let kept = [second.id, third.id];
    store.commit(|unit| unit.sessions().keep_two(first.family, kept));
    let stored = all.map(|token| exists(store, token));
    assert_eq!(stored, [false, true, true, true]);
    let user = store.read(|data| data.sessions().find_user(first.family));
    assert_eq!(user, Some(ann));
    store.commit(|unit| unit.sessions().revoke_family(first.family));
    let user = store.read(|data| data.sessions().find_user(first.family));
    assert_eq!(user, None);
}

fn prunes_some_expired_tokens_of_anybody(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let expiring = |user, byte, offset| RefreshToken {
        expires_at: at(offset),
        ..token(user, byte)
    };
    let mut all: Vec<_> = (0..20)
        .map(|byte| expiring(ann, byte, i64::from(byte)))
        .collect();
    all.push(expiring(bob, 100, -1));
    all.push(expiring(bob, 101, 50));
    insert_tokens(store, &all.iter().collect::<Vec<_>>());
    let left = || all.iter().filter(|token| exists(store, token)).count();
    let prune = |unit: &mut dyn UnitOfWork| unit.sessions().prune(at(50));
    let mut first = store.begin().unwrap();
    prune(&mut *first).unwrap();
    first.commit().unwrap();
    assert_eq!(left(), 6);
    assert!(
        !exists(store, &all[20]),
        "those that expired first go first"
    );
    store.commit(prune);
    assert_eq!(left(), 1);
    assert!(exists(store, &all[21]), "this one is still valid");
}

#[test]
fn debug_output_omits_the_hash() {
    let shown = format!("{:?}", token(UserId(Uuid::nil()), 201));
    assert!(!shown.contains("hash") && !shown.contains("201"), "{shown}");
}

#[test]
fn pruning_waits_for_nobody_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = store::postgres();
    let ann = insert_user(&store, "ann");
    let all: Vec<_> = (0..20).map(|byte| token(ann, byte)).collect();
    insert_tokens(&store, &all.iter().collect::<Vec<_>>());
    let [mut first, mut second] = [(); 2].map(|()| store.begin().unwrap());
    first.sessions().prune(at(2_000)).unwrap();
    second.sessions().prune(at(2_000)).unwrap();
    first.commit().unwrap();
    second.commit().unwrap();
    assert!(!all.iter().any(|token| exists(&store, token)));
}
