//! Refresh tokens.

use std::thread;

use uuid::Uuid;
use wayfare_domain::UserId;
use wayfare_storage::{Error, Exchange, RefreshToken};

use crate::bench::{Bench, on_both};
use crate::samples::{at, kept_user, millis};

on_both!(
    a_token_comes_back_as_kept,
    a_hash_is_kept_once,
    a_token_is_spent_once,
    a_token_is_exchanged_once,
    a_token_of_another_generation_is_not_exchanged,
    families_and_users_are_revoked,
    what_has_ended_is_pruned,
);

pub(crate) fn token(user: UserId, mark: u8) -> RefreshToken {
    RefreshToken {
        id: Uuid::now_v7(),
        family: Uuid::now_v7(),
        user,
        generation: Some(1),
        hash: [mark; 32],
        issued_at: millis(1_767_225_600_001),
        expires_at: at(1_000),
        spent_at: None,
    }
}

fn keep(bench: &Bench, tokens: &[&RefreshToken]) {
    bench.work(|unit| {
        tokens
            .iter()
            .try_for_each(|token| unit.sessions().insert(token))
    });
}

fn there(bench: &Bench, token: &RefreshToken) -> bool {
    bench
        .work(|unit| unit.sessions().lock(&token.hash))
        .is_some()
}

fn a_token_comes_back_as_kept(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    bench.work(|unit| unit.users().raise_generation(ann));
    let fresh = token(ann, 1);
    let spent = RefreshToken {
        spent_at: Some(at(7)),
        generation: None,
        ..token(ann, 0)
    };
    keep(bench, &[&fresh, &spent]);
    for kept in [fresh, spent] {
        assert_eq!(
            bench.work(|unit| unit.sessions().lock(&kept.hash)),
            Some((kept, 2))
        );
    }
    assert!(bench.work(|unit| unit.sessions().lock(&[9; 32])).is_none());
}

fn a_hash_is_kept_once(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    keep(bench, &[&token(ann, 1)]);
    let refused = bench.try_work(|unit| unit.sessions().insert(&token(ann, 1)));
    assert!(matches!(refused, Err(Error::Duplicate)), "{refused:?}");
}

fn a_token_is_spent_once(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = token(ann, 1);
    keep(bench, &[&kept]);
    let spend = || {
        bench.work(|unit| {
            let (found, _) = unit.sessions().lock(&kept.hash)?.unwrap();
            if found.spent_at.is_none() {
                unit.sessions().spend(found.id, at(3))?;
            }
            Ok(found.spent_at.is_none())
        })
    };
    let spent = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(spend)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .filter(|spent| *spent)
            .count()
    });
    assert_eq!(spent, 1);
    let (found, _) = bench.work(|unit| unit.sessions().lock(&kept.hash)).unwrap();
    assert_eq!(
        found,
        RefreshToken {
            spent_at: Some(at(3)),
            ..kept
        }
    );
}

fn exchange(token: &RefreshToken, mark: u8) -> Exchange {
    let successor = RefreshToken {
        family: token.family,
        ..self::token(token.user, mark)
    };
    Exchange {
        spent: token.id,
        successor,
    }
}

fn a_token_is_exchanged_once(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = token(ann, 1);
    keep(bench, &[&kept]);
    let exchanges: Vec<Exchange> = (2..6).map(|mark| exchange(&kept, mark)).collect();
    let made: Vec<bool> = thread::scope(|scope| {
        let threads: Vec<_> = exchanges
            .iter()
            .map(|one| scope.spawn(|| bench.exchange(one).unwrap()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert_eq!(made.iter().filter(|made| **made).count(), 1, "{made:?}");
    let find = |token: &RefreshToken| bench.look(|read| read.sessions().find(&token.hash));
    for (Exchange { successor, .. }, made) in exchanges.iter().zip(made) {
        assert_eq!(find(successor), made.then(|| (successor.clone(), 1)));
    }
    let spent_at = exchanges
        .first()
        .map(|exchange| exchange.successor.issued_at);
    assert_eq!(
        find(&kept),
        Some((
            RefreshToken {
                spent_at,
                ..kept.clone()
            },
            1
        ))
    );
    bench.work(|unit| unit.sessions().revoke_family(kept.family));
    assert!(!bench.exchange(&exchange(&kept, 7)).unwrap());
}

fn a_token_of_another_generation_is_not_exchanged(bench: &Bench) {
    let ann = kept_user(bench, "ann");
    let kept = token(ann, 1);
    keep(bench, &[&kept]);
    bench.work(|unit| unit.users().raise_generation(ann));
    let late = exchange(&kept, 2);
    assert!(!bench.exchange(&late).unwrap());
    assert_eq!(
        [&kept, &late.successor].map(|token| there(bench, token)),
        [true, false]
    );
    let successor = RefreshToken {
        generation: Some(2),
        ..late.successor
    };
    assert!(bench.exchange(&Exchange { successor, ..late }).unwrap());
}

fn families_and_users_are_revoked(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let first = token(ann, 1);
    let successor = RefreshToken {
        family: first.family,
        ..token(ann, 2)
    };
    let (other, his) = (token(ann, 3), token(bob, 4));
    keep(bench, &[&first, &successor, &other, &his]);
    bench.work(|unit| unit.sessions().revoke_family(first.family));
    assert_eq!(
        [&first, &successor, &other, &his].map(|token| there(bench, token)),
        [false, false, true, true]
    );
    bench.work(|unit| unit.sessions().revoke_user(ann));
    assert_eq!(
        [&other, &his].map(|token| there(bench, token)),
        [false, true]
    );
}

fn what_has_ended_is_pruned(bench: &Bench) {
    let [ann, bob] = ["ann", "bob"].map(|name| kept_user(bench, name));
    let ended = RefreshToken {
        expires_at: at(9),
        ..token(ann, 1)
    };
    let ends_now = RefreshToken {
        expires_at: at(10),
        ..token(ann, 2)
    };
    let his = RefreshToken {
        expires_at: at(9),
        ..token(bob, 3)
    };
    keep(bench, &[&ended, &ends_now, &his]);
    bench.work(|unit| unit.sessions().prune(ann, at(10)));
    assert_eq!(
        [&ended, &ends_now, &his].map(|token| there(bench, token)),
        [false, true, true]
    );
}
