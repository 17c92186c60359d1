//! Batches of look-ups and of saves.

use std::sync::mpsc::channel;

use super::mock::{AWAY, BLOCKING, BROKEN, CONFLICTING, Call, Fixture, LONG, SHORT, STALE, lookup};
use crate::Error;

#[tokio::test(flavor = "multi_thread")]
async fn answers_queued_look_ups_with_one_call() {
    let fixture = Fixture::new(8, LONG, 0);
    let (found, calls) = fixture
        .batch(|trip| fixture.look_up(trip), &[9, 3, 5])
        .await;
    assert_eq!(calls, [Call::Find(vec![9, 3, 5])]);
    for (found, trip) in found.into_iter().zip([9, 3, 5]) {
        assert_eq!(found.unwrap(), lookup(trip));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn repeats_a_failed_look_up_batch_one_by_one() {
    let fixture = Fixture::new(8, LONG, 0);
    let trips = [9, BROKEN, 3];
    let (found, calls) = fixture.batch(|trip| fixture.look_up(trip), &trips).await;
    let single = trips.map(|trip| Call::Find(vec![trip]));
    assert_eq!(calls[0], Call::Find(trips.to_vec()));
    assert_eq!(calls[1..], single);
    assert!(matches!(found[1], Err(Error::Internal(_))));
    for (index, trip) in [(0, 9), (2, 3)] {
        assert_eq!(*found[index].as_ref().unwrap(), lookup(trip));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_an_outage_to_the_whole_batch_without_repeating_the_call() {
    let fixture = Fixture::new(8, LONG, 0);
    let trips = [9, AWAY, 3];
    let (found, calls) = fixture.batch(|trip| fixture.look_up(trip), &trips).await;
    assert_eq!(calls, [Call::Find(trips.to_vec())]);
    assert!(
        found
            .iter()
            .all(|it| matches!(it, Err(Error::Unavailable(_))))
    );

    let (saved, calls) = fixture.batch(|trip| fixture.save(trip), &trips).await;
    assert_eq!(
        calls,
        [Call::Begin, Call::Save(3), Call::Save(9), Call::Save(AWAY)]
    );
    assert!(
        saved
            .iter()
            .all(|it| matches!(it, Err(Error::Unavailable(_))))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn commits_queued_saves_in_one_transaction_in_order_of_ids() {
    let fixture = Fixture::new(8, LONG, 0);
    let trips = [9, STALE, 3, 5];
    let (saved, calls) = fixture.batch(|trip| fixture.save(trip), &trips).await;
    let expected = [
        Call::Begin,
        Call::Save(3),
        Call::Save(5),
        Call::Save(9),
        Call::Save(STALE),
        Call::Commit,
    ];
    assert_eq!(calls, expected);
    let saved: Vec<bool> = saved.into_iter().map(Result::unwrap).collect();
    assert_eq!(saved, [true, false, true, true]);
}

#[tokio::test(flavor = "multi_thread")]
async fn repeats_a_failed_group_commit_one_by_one() {
    let fixture = Fixture::new(8, LONG, 0);
    let trips = [9, BROKEN, CONFLICTING];
    let (saved, calls) = fixture.batch(|trip| fixture.save(trip), &trips).await;
    let expected = [
        // All together.
        Call::Begin,
        Call::Save(9),
        Call::Save(CONFLICTING),
        // One by one.
        Call::Begin,
        Call::Save(9),
        Call::Commit,
        Call::Begin,
        Call::Save(BROKEN),
        Call::Begin,
        Call::Save(CONFLICTING),
    ];
    assert_eq!(calls, expected);
    let [Ok(true), Err(Error::Internal(_)), Ok(false)] = saved.as_slice() else {
        panic!("{saved:?}");
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_at_commit_asks_the_caller_of_a_single_save_to_reload() {
    let fixture = Fixture::new(8, LONG, 1);
    assert!(!fixture.save(9).await.unwrap().unwrap());
    assert!(fixture.save(9).await.unwrap().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_a_save_is_done_although_nobody_waits_for_it() {
    let fixture = Fixture::new(8, SHORT, 0);
    let (done, all_done) = channel();
    let of_stale = done.clone();
    let stale = fixture.save_then(STALE, move || of_stale.send("stale").unwrap());
    assert!(!stale.await.unwrap().unwrap());
    let slow = fixture.save_then(BLOCKING, move || done.send("slow").unwrap());
    assert!(matches!(slow.await.unwrap(), Err(Error::Unavailable(_))));
    fixture.release.send(()).unwrap();
    assert_eq!(all_done.iter().collect::<Vec<_>>(), ["slow"]);
}
