//! What waits is asked for together; what one question breaks harms no other.

use std::sync::mpsc::{Receiver, Sender, channel};

use uuid::Uuid;
use wayfare_domain::{Trip, TripId, User, UserId};
use wayfare_storage::{
    Asked, Change, Exchange, ListAsked, ListOwner, Listing, Lookup, PasswordHash,
    PictureRepository, Renewal, Repositories, Result as StorageResult, SessionRepository, TripHead,
    TripRepository, TripUpdate, UnitOfWork, UserRepository, UserUpdate,
};

use super::*;
use crate::executor::batches::look_up;

type Lookups = Together<Asked, Lookup>;

/// How many are asked for at once here.
const TOGETHER: usize = 32;
const LONG: Duration = Duration::from_secs(30);

/// Trips of which there are none. Tells what it is asked, and keeps who asks for the first one
/// waiting until it is told to go on.
struct Trips {
    asked: Mutex<Sender<Vec<Asked>>>,
    go_on: Mutex<Receiver<()>>,
}

/// What is asked of the trips, and the word for them to answer.
struct Watcher {
    asked: Receiver<Vec<Asked>>,
    go_on: Sender<()>,
}

/// The number of the first trip that is asked for.
const FIRST: u128 = 1;
/// The number that stands for the trip that breaks whatever it is part of, and those of which the
/// database is away, or the thread panics.
const BROKEN: u128 = 666;
const AWAY: u128 = 503;
const PANIC: u128 = 500;

impl TripRepository for &Trips {
    fn find_all(&mut self, asked: &[Asked]) -> StorageResult<Vec<Lookup>> {
        self.asked.lock().unwrap().send(asked.to_vec()).unwrap();
        let names = |number| asked.iter().any(|asked| asked.trip.0.as_u128() == number);
        if names(FIRST) {
            self.go_on.lock().unwrap().recv().unwrap();
        }
        assert!(!names(PANIC), "for the test");
        match () {
            () if names(AWAY) => Err(storage::Error::Unavailable("away".into())),
            () if names(BROKEN) => Err(storage::Error::Internal("broken".into())),
            () => Ok(asked
                .iter()
                .map(|asked| lookup(asked.trip.0.as_u128()))
                .collect()),
        }
    }

    fn lock(&mut self, _: TripId, _: UserId) -> StorageResult<Lookup> {
        unreachable!()
    }

    fn insert(&mut self, _: &Trip) -> StorageResult<()> {
        unreachable!()
    }

    fn update(&mut self, _: &Trip, _: &Trip) -> StorageResult<()> {
        unreachable!()
    }

    fn delete(&mut self, _: TripId) -> StorageResult<()> {
        unreachable!()
    }

    fn list_all(&mut self, _: &[ListAsked]) -> StorageResult<Vec<Listing>> {
        unreachable!()
    }

    fn list_of(&mut self, _: UserId, _: Option<UserId>) -> StorageResult<Vec<TripHead>> {
        unreachable!()
    }

    fn find_list_owner(&mut self, _: &str, _: Option<UserId>) -> StorageResult<ListOwner> {
        unreachable!()
    }
}

struct Reading<'a>(&'a Trips);

impl Repositories for Reading<'_> {
    fn users(&mut self) -> &mut dyn UserRepository {
        unreachable!()
    }

    fn trips(&mut self) -> &mut dyn TripRepository {
        &mut self.0
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        unreachable!()
    }

    fn pictures(&mut self) -> &mut dyn PictureRepository {
        unreachable!()
    }
}

impl Store for Trips {
    fn read(&self) -> StorageResult<Box<dyn Repositories + '_>> {
        Ok(Box::new(Reading(self)))
    }

    fn begin(&self) -> StorageResult<Box<dyn UnitOfWork + '_>> {
        unreachable!()
    }

    fn update_contents(&self, _: &[Change]) -> StorageResult<Vec<bool>> {
        unreachable!()
    }

    fn insert_user(&self, _: &User, _: Option<&PasswordHash>) -> StorageResult<i64> {
        unreachable!()
    }

    fn insert_trip(&self, _: &Trip, _: i64) -> StorageResult<bool> {
        unreachable!()
    }

    fn update_trip(&self, _: &TripUpdate) -> StorageResult<bool> {
        unreachable!()
    }

    fn update_user(&self, _: &UserUpdate) -> StorageResult<bool> {
        unreachable!()
    }

    fn exchange(&self, _: &Exchange) -> StorageResult<bool> {
        unreachable!()
    }

    fn renew(&self, _: &Renewal) -> StorageResult<bool> {
        unreachable!()
    }

    fn migrate(&self) -> StorageResult<Vec<String>> {
        unreachable!()
    }

    fn ping(&self) -> StorageResult<()> {
        unreachable!()
    }

    fn connections(&self) -> usize {
        1
    }
}

fn asked(number: u128) -> Asked {
    Asked {
        trip: TripId(Uuid::from_u128(number)),
        caller: UserId(Uuid::nil()),
    }
}

/// What is found of a number.
fn lookup(number: u128) -> Lookup {
    Lookup {
        generation: i64::try_from(number).ok(),
        trip: None,
    }
}

fn lookups(room: usize) -> (Arc<Lookups>, Watcher) {
    lookups_on(1, room)
}

fn lookups_on(threads: usize, room: usize) -> (Arc<Lookups>, Watcher) {
    let ((tell, asked), (go_on, wait)) = (channel(), channel());
    let store: Arc<dyn Store> = Arc::new(Trips {
        asked: Mutex::new(tell),
        go_on: Mutex::new(wait),
    });
    (
        Arc::new(
            Together::start(
                "lookups",
                &store,
                Bounds {
                    room,
                    threads,
                    together: TOGETHER,
                },
                &Arc::default(),
                look_up,
            )
            .unwrap(),
        ),
        Watcher { asked, go_on },
    )
}

/// Asks for the first trip, and for others while that is being looked up; then all goes on.
async fn ask(
    lookups: &Arc<Lookups>,
    watcher: &Watcher,
    others: &[u128],
) -> Vec<Result<Lookup, Error>> {
    let ask = |number| {
        let lookups = Arc::clone(lookups);
        tokio::spawn(async move { lookups.ask(asked(number), LONG).await })
    };
    let mut answers = vec![ask(FIRST)];
    tokio::task::yield_now().await;
    assert_eq!(watcher.asked.recv().unwrap(), [asked(FIRST)]);
    answers.extend(others.iter().copied().map(ask));
    tokio::task::yield_now().await;
    watcher.go_on.send(()).unwrap();
    let mut results = Vec::new();
    for answer in answers {
        results.push(answer.await.unwrap());
    }
    results
}

fn found(results: Vec<Result<Lookup, Error>>) -> Vec<Option<Lookup>> {
    results.into_iter().map(Result::ok).collect()
}

#[tokio::test]
async fn what_waits_is_asked_for_together() {
    let (lookups, watcher) = lookups(8);
    let results = ask(&lookups, &watcher, &[2, 3, 2]).await;
    assert_eq!(
        found(results),
        [1, 2, 3, 2].map(|number| Some(lookup(number)))
    );
    assert_eq!(watcher.asked.recv().unwrap(), [2, 3, 2].map(asked));
}

#[tokio::test]
async fn no_more_are_asked_for_at_once_than_the_first_may_wait_for() {
    let (lookups, watcher) = lookups(100);
    let numbers: Vec<u128> = (1_000..).take(TOGETHER + 1).collect();
    let results = ask(&lookups, &watcher, &numbers).await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(
        [(); 2].map(|()| watcher.asked.recv().unwrap().len()),
        [TOGETHER, 1]
    );
}

#[tokio::test]
async fn one_that_can_not_be_read_harms_no_other() {
    let (lookups, watcher) = lookups(8);
    let results = ask(&lookups, &watcher, &[2, BROKEN, 3]).await;
    assert!(matches!(results[2], Err(Error::Internal(_))));
    assert_eq!(
        found(results),
        [Some(lookup(1)), Some(lookup(2)), None, Some(lookup(3))]
    );
}

#[tokio::test]
async fn where_the_database_is_away_all_are_told_at_once() {
    let (lookups, watcher) = lookups(8);
    let results = ask(&lookups, &watcher, &[2, AWAY, 3]).await;
    assert!(
        results[1..]
            .iter()
            .all(|result| matches!(result, Err(Error::Unavailable(_))))
    );
    assert_eq!(watcher.asked.recv().unwrap().len(), 3);
    assert!(watcher.asked.try_recv().is_err(), "none is asked for again");
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_thread_lives_on() {
    let (lookups, watcher) = lookups(8);
    let results = ask(&lookups, &watcher, &[PANIC, 2]).await;
    assert!(
        results[1..]
            .iter()
            .all(|result| matches!(result, Err(Error::Internal(_))))
    );
    watcher.asked.recv().unwrap();
    assert_eq!(found(ask(&lookups, &watcher, &[]).await), [Some(lookup(1))]);
}

#[tokio::test]
async fn past_a_full_queue_one_is_told_at_once() {
    let (lookups, watcher) = lookups(2);
    let results = ask(&lookups, &watcher, &[2, 3, 4]).await;
    assert!(matches!(results[3], Err(Error::Busy)));
    assert_eq!(
        found(results)[..3],
        [1, 2, 3].map(|number| Some(lookup(number)))
    );
}

#[tokio::test]
async fn who_waited_long_gets_another_thread() {
    let (lookups, watcher) = lookups_on(2, 8);
    let held = tokio::spawn({
        let lookups = Arc::clone(&lookups);
        async move { lookups.ask(asked(FIRST), LONG).await }
    });
    tokio::task::yield_now().await;
    watcher.asked.recv().unwrap();
    for number in [2, 3] {
        assert_eq!(
            lookups.ask(asked(number), LONG).await.unwrap(),
            lookup(number)
        );
    }
    watcher.go_on.send(()).unwrap();
    assert_eq!(held.await.unwrap().unwrap(), lookup(FIRST));
}
