//! Calendar feeds.

use wayfare_domain::{TripId, UserId};
use wayfare_storage::{FeedOwner, PasswordHash, Result, UnitOfWork};

use crate::fixtures::{
    at, delete_user, edited, insert_trip, insert_user, revoke_all_tokens, save_trip, trip_write,
};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    finds_the_owner_of_a_hash,
    replaces_the_feed_of_an_owner,
    a_feed_ends_with_the_membership,
    feeds_end_with_trip_and_account,
    feeds_end_with_all_tokens_but_not_with_a_password,
);

fn of_trip(user: UserId, trip: TripId) -> FeedOwner {
    FeedOwner {
        user,
        trip: Some(trip),
    }
}

fn replace(store: &TestStore, owner: FeedOwner, byte: u8) {
    store.commit(|unit: &mut dyn UnitOfWork| -> Result<()> {
        unit.feeds().replace(owner, &[byte; 32], at(0))
    });
}

fn exists(store: &TestStore, owner: FeedOwner) -> bool {
    store.read(|data| data.feeds().exists(owner))
}

fn find(store: &TestStore, byte: u8) -> Option<FeedOwner> {
    store.read(|data| data.feeds().find(&[byte; 32]))
}

fn finds_the_owner_of_a_hash(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]).id;
    let account = FeedOwner {
        user: ada,
        trip: None,
    };
    replace(store, of_trip(ada, trip), 1);
    replace(store, of_trip(bob, trip), 2);
    replace(store, account, 3);
    assert_eq!(find(store, 1), Some(of_trip(ada, trip)));
    assert_eq!(find(store, 2), Some(of_trip(bob, trip)));
    assert_eq!(find(store, 3), Some(account));
    assert_eq!(find(store, 4), None);
}

fn replaces_the_feed_of_an_owner(store: &TestStore) {
    let ada = insert_user(store, "ada");
    let trip = insert_trip(store, ada, &[]).id;
    let account = FeedOwner {
        user: ada,
        trip: None,
    };
    for (owner, bytes) in [(of_trip(ada, trip), [1, 2]), (account, [3, 4])] {
        assert!(!exists(store, owner));
        for byte in bytes {
            replace(store, owner, byte);
        }
        assert!(exists(store, owner));
        assert_eq!(bytes.map(|byte| find(store, byte)), [None, Some(owner)]);
        let deleted = [(); 2].map(|()| store.commit(|unit| unit.feeds().delete(owner)));
        assert_eq!(deleted, [true, false]);
        assert!(!exists(store, owner));
        assert_eq!(find(store, bytes[1]), None);
    }
}

fn a_feed_ends_with_the_membership(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]);
    replace(store, of_trip(ada, trip.id), 1);
    replace(store, of_trip(bob, trip.id), 2);
    let alone = edited(&trip, |trip| trip.members.retain(|user| *user == ada));
    assert!(save_trip(store, &trip_write(&trip, &alone)));
    let again = edited(&alone, |trip| trip.members.push(bob));
    assert!(save_trip(store, &trip_write(&alone, &again)));
    assert_eq!(find(store, 1), Some(of_trip(ada, trip.id)));
    assert_eq!(find(store, 2), None);
}

fn feeds_end_with_trip_and_account(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]).id;
    let account = FeedOwner {
        user: bob,
        trip: None,
    };
    replace(store, of_trip(ada, trip), 1);
    replace(store, of_trip(bob, trip), 2);
    replace(store, account, 3);
    delete_user(store, bob).unwrap();
    assert_eq!([2, 3].map(|byte| find(store, byte)), [None, None]);
    store.commit(|unit| unit.trips().delete(trip));
    assert_eq!(find(store, 1), None);
}

fn feeds_end_with_all_tokens_but_not_with_a_password(store: &TestStore) {
    let (ada, bob) = (insert_user(store, "ada"), insert_user(store, "bob"));
    let trip = insert_trip(store, ada, &[bob]).id;
    let account = FeedOwner {
        user: bob,
        trip: None,
    };
    replace(store, of_trip(ada, trip), 1);
    replace(store, of_trip(bob, trip), 2);
    replace(store, account, 3);
    let hash = PasswordHash("$argon2id$".into());
    assert!(store.commit(|unit| unit.users().revoke_all_tokens(bob, 1, Some(&hash))));
    assert_eq!(
        [2, 3].map(|byte| find(store, byte)),
        [Some(of_trip(bob, trip)), Some(account)]
    );
    revoke_all_tokens(store, bob, 2);
    assert_eq!([2, 3].map(|byte| find(store, byte)), [None, None]);
    assert_eq!(find(store, 1), Some(of_trip(ada, trip)));
}
