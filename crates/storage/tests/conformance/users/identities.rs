//! Identities at OpenID providers.

use wayfare_domain::UserId;
use wayfare_storage::{IdentityKey, Result, UnitOfWork};

use crate::fixtures::{at, delete_user, insert_user};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    finds_the_account_of_an_identity,
    an_identity_has_one_account_and_an_account_one_identity,
    identities_end_with_the_account,
    identities_joined_since_an_instant_end,
);

const ISSUER: &str = "https://one.example.org";
const OTHER: &str = "https://two.example.org/";

fn key(issuer: &str, subject: &str) -> IdentityKey {
    IdentityKey {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
    }
}

fn join(store: &TestStore, user: UserId, key: &IdentityKey) -> bool {
    let key = key.clone();
    store.commit(move |unit: &mut dyn UnitOfWork| -> Result<bool> {
        unit.identities().insert(&key, user, at(7))
    })
}

fn find(store: &TestStore, key: &IdentityKey) -> Option<UserId> {
    let key = key.clone();
    let found = store.read(move |data| data.identities().find(&key));
    found.map(|(user, _)| user)
}

fn finds_the_account_of_an_identity(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    assert!(join(store, ada, &key(ISSUER, "1")));
    assert!(join(store, bob, &key(OTHER, "1")));
    assert_eq!(find(store, &key(ISSUER, "1")), Some(ada));
    assert_eq!(find(store, &key(OTHER, "1")), Some(bob));
    // Subjects are compared letter for letter.
    assert!(join(store, bob, &key(ISSUER, "Sub")));
    for unknown in ["2", "sub", "SUB", ""] {
        assert_eq!(find(store, &key(ISSUER, unknown)), None);
    }
    let joined = |user, issuer: &'static str| {
        store.read(move |data| data.identities().joined_at(user, issuer))
    };
    assert_eq!(joined(ada, ISSUER), Some(at(7)));
    assert_eq!(joined(ada, OTHER), None);
    // The token generation is the account's.
    let generation = |subject: &'static str| {
        let found = store.read(move |data| data.identities().find(&key(ISSUER, subject)));
        found.unwrap().1
    };
    let before = generation("1");
    assert!(store.commit(|unit| unit.users().revoke_all_tokens(ada, before, None)));
    assert!(generation("1") > before);
}

fn an_identity_has_one_account_and_an_account_one_identity(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    assert!(join(store, ada, &key(ISSUER, "1")));
    assert!(!join(store, bob, &key(ISSUER, "1")));
    assert!(!join(store, ada, &key(ISSUER, "2")));
    assert!(!join(store, ada, &key(ISSUER, "1")));
    assert_eq!(find(store, &key(ISSUER, "1")), Some(ada));
    assert_eq!(find(store, &key(ISSUER, "2")), None);
    assert!(join(store, ada, &key(OTHER, "1")));
    for _ in 0..2 {
        store.commit(|unit| unit.identities().delete(ada, ISSUER));
    }
    assert_eq!(find(store, &key(ISSUER, "1")), None);
    assert_eq!(find(store, &key(OTHER, "1")), Some(ada));
    assert!(join(store, bob, &key(ISSUER, "1")));
}

fn identities_end_with_the_account(store: &TestStore) {
    let ada = insert_user(store, "ada");
    assert!(join(store, ada, &key(ISSUER, "1")));
    delete_user(store, ada).unwrap();
    assert_eq!(find(store, &key(ISSUER, "1")), None);
    let bob = insert_user(store, "bob");
    assert!(join(store, bob, &key(ISSUER, "1")));
}

fn identities_joined_since_an_instant_end(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    for (user, subject) in [(ada, "1"), (bob, "2")] {
        assert!(join(store, user, &key(ISSUER, subject)));
    }
    store.commit(|unit| unit.identities().delete_since(ada, at(8)));
    assert_eq!(find(store, &key(ISSUER, "1")), Some(ada));
    store.commit(|unit| unit.identities().delete_since(ada, at(7)));
    assert_eq!(find(store, &key(ISSUER, "1")), None);
    assert_eq!(find(store, &key(ISSUER, "2")), Some(bob));
}
