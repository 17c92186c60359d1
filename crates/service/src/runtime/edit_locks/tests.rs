use std::time::Duration;

use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::*;

const MOMENT: Duration = Duration::from_millis(20);

fn ids() -> (TripId, [UserId; 2]) {
    let user = |number| UserId(Uuid::from_u128(number));
    (TripId(Uuid::nil()), [user(1), user(2)])
}

#[tokio::test]
async fn accounts_take_turns() {
    let (locks, (trip, [ann, bob])) = (EditLocks::default(), ids());
    let first = locks.lock(trip, ann).await.unwrap();
    assert!(!first.has_waited);
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut edits = Vec::new();
    for account in [ann, ann, ann, bob] {
        let (locks, order) = (locks.clone(), Arc::clone(&order));
        edits.push(tokio::spawn(async move {
            let lock = locks.lock(trip, account).await.unwrap();
            assert!(lock.has_waited);
            order.lock().unwrap().push(account);
        }));
        sleep(MOMENT).await;
    }
    drop(first);
    for edit in edits {
        edit.await.unwrap();
    }
    assert_eq!(order.lock().unwrap()[0], bob);
    assert!(locks.locks().is_empty());
}

#[tokio::test]
async fn other_trips_and_callers_who_went_away_are_no_burden() {
    let (locks, (trip, [ann, bob])) = (EditLocks::default(), ids());
    let first = locks.lock(trip, ann).await.unwrap();
    let other = TripId(Uuid::from_u128(1));
    assert!(!locks.lock(other, ann).await.unwrap().has_waited);
    for account in [ann, bob] {
        let waiting = timeout(MOMENT, locks.lock(trip, account));
        assert!(waiting.await.is_err());
    }
    assert_eq!(locks.locks().len(), 2);
    drop(first);
    assert!(locks.locks().is_empty());
}

#[tokio::test]
async fn bounds_the_edits_of_an_account() {
    let (locks, (trip, [ann, bob])) = (EditLocks::default(), ids());
    let _first = locks.lock(trip, ann).await.unwrap();
    for _ in 0..MAX_WAITING {
        let locks = locks.clone();
        tokio::spawn(async move { locks.lock(trip, ann).await.map(drop) });
    }
    sleep(MOMENT).await;
    assert!(matches!(locks.lock(trip, ann).await, Err(Error::Busy)));
    assert!(timeout(MOMENT, locks.lock(trip, bob)).await.is_err());
}

#[tokio::test]
async fn a_key_is_refused_or_waited_for() {
    let locks = EditLocks::default();
    let first = locks.lock_claim([1; 32], false).await.unwrap();
    assert!(locks.lock_claim([2; 32], false).await.is_ok());
    let refused = locks.lock_claim([1; 32], false).await;
    assert!(matches!(refused, Err(Error::Busy)));
    let waiting = timeout(MOMENT, locks.lock_claim([1; 32], true));
    assert!(waiting.await.is_err());
    drop(first);
    assert!(!locks.lock_claim([1; 32], true).await.unwrap().has_waited);
    assert!(locks.locks().is_empty());
}
