//! A store that records its calls, and fails for some trips.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use uuid::Uuid;
use wayfare_domain::trip::NewTrip;
use wayfare_domain::{Description, Instant, Name, Trip, TripId, UserId};
use wayfare_storage::{
    self as storage, AccountCounts, BrokenValue, CacheMetrics, DocumentSizes, GrantRepository,
    IdempotencyRepository, IdentityRepository, ListQuery, ListedUser, MailRepository,
    PictureChanges, PictureRepository, Placement, ProposalRepository, RateRepository,
    Result as StorageResult, SessionRepository, TripList, TripParts, TripRepository, TripSearch,
    TripSearchResult, UnitOfWork, UserRepository, WatchRepository, ZoneReleaseRepository,
};

use super::CLIENT;
use crate::Error;
use crate::runtime::executor::{Executor, Repositories, Store, TripLookup, TripQuery, TripWrite};

pub(super) const LONG: Duration = Duration::from_secs(30);
pub(super) const SHORT: Duration = Duration::from_millis(30);

/// The trip whose call blocks until the test releases it.
pub(super) const BLOCKING: u128 = 1;
/// The trip that another writer changed meanwhile.
pub(super) const STALE: u128 = 412;
/// Trips whose calls fail with `Internal`, `Unavailable` and `Conflict`.
pub(super) const BROKEN: u128 = 500;
pub(super) const AWAY: u128 = 503;
pub(super) const CONFLICTING: u128 = 409;

#[derive(Debug, PartialEq)]
pub(super) enum Call {
    Find(Vec<u128>),
    Begin,
    Save(u128),
    Commit,
}

pub(super) struct MockStore {
    calls: Mutex<Vec<Call>>,
    commit_conflicts: AtomicU32,
    is_blocked: Notify,
    release: Mutex<Receiver<()>>,
}

impl MockStore {
    fn record(&self, call: Call) {
        self.calls.lock().unwrap().push(call);
    }

    pub(super) fn take_calls(&self) -> Vec<Call> {
        std::mem::take(&mut self.calls.lock().unwrap())
    }

    fn answer(&self, trips: &[u128]) -> StorageResult<()> {
        if trips.contains(&BLOCKING) {
            self.is_blocked.notify_one();
            self.release.lock().unwrap().recv().unwrap();
        }
        if trips.contains(&AWAY) {
            Err(storage::Error::Unavailable("away".into()))
        } else if trips.contains(&BROKEN) {
            Err(storage::Error::Internal("broken".into()))
        } else if trips.contains(&CONFLICTING) {
            Err(storage::Error::Conflict("a concurrent write".into()))
        } else {
            Ok(())
        }
    }
}

impl Store for MockStore {
    fn read(&self) -> StorageResult<Box<dyn Repositories + '_>> {
        Ok(Box::new(MockUnit(self)))
    }

    fn begin(&self) -> StorageResult<Box<dyn UnitOfWork + '_>> {
        self.record(Call::Begin);
        Ok(Box::new(MockUnit(self)))
    }

    fn is_new(&self) -> StorageResult<bool> {
        Ok(false)
    }

    fn migrate(&self) -> StorageResult<Vec<String>> {
        unreachable!()
    }

    fn ping(&self) -> StorageResult<()> {
        Ok(())
    }

    fn connections(&self) -> usize {
        1
    }

    fn cache_metrics(&self) -> CacheMetrics {
        CacheMetrics::default()
    }
}

struct MockUnit<'a>(&'a MockStore);

impl Repositories for MockUnit<'_> {
    fn users(&mut self) -> &mut dyn UserRepository {
        unreachable!()
    }

    fn trips(&mut self) -> &mut dyn TripRepository {
        self
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        unreachable!()
    }

    fn pictures(&mut self) -> &mut dyn PictureRepository {
        unreachable!()
    }

    fn rates(&mut self) -> &mut dyn RateRepository {
        unreachable!()
    }

    fn grants(&mut self) -> &mut dyn GrantRepository {
        unreachable!()
    }

    fn idempotency(&mut self) -> &mut dyn IdempotencyRepository {
        unreachable!()
    }

    fn mail(&mut self) -> &mut dyn MailRepository {
        unreachable!()
    }

    fn identities(&mut self) -> &mut dyn IdentityRepository {
        unreachable!()
    }

    fn watch(&mut self) -> &mut dyn WatchRepository {
        unreachable!()
    }

    fn proposals(&mut self) -> &mut dyn ProposalRepository {
        unreachable!()
    }

    fn zone_releases(&mut self) -> &mut dyn ZoneReleaseRepository {
        unreachable!()
    }
}

impl UnitOfWork for MockUnit<'_> {
    fn commit(self: Box<Self>) -> StorageResult<()> {
        self.0.record(Call::Commit);
        let conflicts = &self.0.commit_conflicts;
        let left = conflicts.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
            left.checked_sub(1)
        });
        match left {
            Ok(_) => Err(storage::Error::Conflict("a concurrent write".into())),
            Err(_) => Ok(()),
        }
    }
}

impl TripRepository for MockUnit<'_> {
    fn find_all(&mut self, queries: &[TripQuery]) -> StorageResult<Vec<TripLookup>> {
        let trips: Vec<u128> = queries.iter().map(|it| it.trip.0.as_u128()).collect();
        self.0.record(Call::Find(trips.clone()));
        self.0.answer(&trips)?;
        Ok(trips.into_iter().map(lookup).collect())
    }

    fn save(&mut self, write: &TripWrite) -> StorageResult<bool> {
        let trip = write.after().id.0.as_u128();
        self.0.record(Call::Save(trip));
        self.0.answer(&[trip])?;
        Ok(trip != STALE)
    }

    fn lock(&mut self, _: TripId, _: UserId) -> StorageResult<TripLookup> {
        unreachable!()
    }

    fn ids(&mut self, _: TripId, _: u32) -> StorageResult<Vec<(TripId, UserId)>> {
        unreachable!()
    }

    fn find_broken(&mut self, _: TripId) -> StorageResult<Option<(TripId, Vec<BrokenValue>)>> {
        unreachable!()
    }

    fn owned(&mut self, _: UserId, _: u32) -> StorageResult<Vec<TripId>> {
        unreachable!()
    }

    fn lock_row(&mut self, _: TripId) -> StorageResult<Option<(UserId, Vec<UserId>)>> {
        unreachable!()
    }

    fn insert(&mut self, _: &Trip) -> StorageResult<DocumentSizes> {
        unreachable!()
    }

    fn bytes_of_account(&mut self, _: UserId) -> StorageResult<u64> {
        unreachable!()
    }

    fn counts_of_account(&mut self, _: UserId) -> StorageResult<AccountCounts> {
        unreachable!()
    }

    fn accept(&mut self, _: TripId, _: UserId) -> StorageResult<()> {
        unreachable!()
    }

    fn placements(&mut self, _: UserId, _: &[TripId]) -> StorageResult<Vec<Placement>> {
        unreachable!()
    }

    fn ids_of(&mut self, _: UserId) -> StorageResult<Vec<TripId>> {
        unreachable!()
    }

    fn returnable(&mut self, _: UserId) -> StorageResult<Option<Placement>> {
        unreachable!()
    }

    fn leave(&mut self, _: TripId, _: UserId, _: Option<UserId>, _: Instant) -> StorageResult<()> {
        unreachable!()
    }

    fn delete(&mut self, _: TripId) -> StorageResult<bool> {
        unreachable!()
    }

    fn list(&mut self, _: &ListQuery) -> StorageResult<TripList> {
        unreachable!()
    }

    fn search(&mut self, _: &TripSearch) -> StorageResult<TripSearchResult> {
        unreachable!()
    }

    fn find_listed_user(&mut self, _: &str, _: Option<UserId>) -> StorageResult<ListedUser> {
        unreachable!()
    }
}

/// A distinct answer for each trip.
pub(super) fn lookup(trip: u128) -> TripLookup {
    TripLookup {
        generation: Some(i64::try_from(trip).unwrap()),
        trip: None,
    }
}

/// An executor with one thread of each kind.
pub(super) struct Fixture {
    pub(super) executor: Arc<Executor>,
    pub(super) store: Arc<MockStore>,
    pub(super) release: Sender<()>,
}

impl Fixture {
    pub(super) fn new(queue: usize, deadline: Duration, commit_conflicts: u32) -> Self {
        let (release, released) = channel();
        let store = Arc::new(MockStore {
            calls: Mutex::default(),
            commit_conflicts: AtomicU32::new(commit_conflicts),
            is_blocked: Notify::new(),
            release: Mutex::new(released),
        });
        let shared: Arc<dyn Store> = store.clone();
        let executor = Executor::start(&shared, queue, deadline).unwrap();
        Self {
            executor: Arc::new(executor),
            store,
            release,
        }
    }

    /// Occupies the only job thread until the sender is dropped.
    pub(super) async fn occupy(&self) -> Sender<()> {
        let (release, released) = channel::<()>();
        let (started, has_started) = oneshot::channel();
        let executor = Arc::clone(&self.executor);
        tokio::spawn(async move {
            let job = move |_: &dyn Store| {
                started.send(()).unwrap();
                let _ = released.recv();
                Ok(())
            };
            executor.run(CLIENT, job).await
        });
        has_started.await.unwrap();
        release
    }

    pub(super) fn look_up(&self, trip: u128) -> JoinHandle<Result<TripLookup, Error>> {
        let executor = Arc::clone(&self.executor);
        let trip = TripId(Uuid::from_u128(trip));
        let query = TripQuery {
            trip,
            caller: None,
            parts: TripParts::Whole,
        };
        tokio::spawn(async move { executor.look_up(CLIENT, query).await })
    }

    pub(super) fn save(&self, trip: u128) -> JoinHandle<Result<bool, Error>> {
        self.save_then(trip, || {})
    }

    pub(super) fn save_then(
        &self,
        trip: u128,
        then: impl FnOnce() + Send + 'static,
    ) -> JoinHandle<Result<bool, Error>> {
        let new = NewTrip {
            name: Name::new("Alps").unwrap(),
            description: Description::EMPTY,
            estimate: Default::default(),
            dates: Default::default(),
            private: true,
            base_currency: None,
            time_zone: None,
        };
        let (id, user) = (TripId(Uuid::from_u128(trip)), UserId(Uuid::nil()));
        let trip = Arc::new(Trip::create(id, user, new, Instant::EPOCH).unwrap());
        let write = TripWrite::new(
            trip.clone(),
            DocumentSizes::default(),
            trip,
            user,
            1,
            PictureChanges::default(),
        )
        .unwrap();
        let executor = Arc::clone(&self.executor);
        tokio::spawn(async move { executor.save(CLIENT, write, then).await })
    }

    /// Submits requests for `trips` while a call is blocked, so that they form one batch. Returns
    /// their results and the calls of that batch.
    pub(super) async fn batch<A>(
        &self,
        submit: impl Fn(u128) -> JoinHandle<Result<A, Error>>,
        trips: &[u128],
    ) -> (Vec<Result<A, Error>>, Vec<Call>) {
        let blocking = submit(BLOCKING);
        self.store.is_blocked.notified().await;
        let mut submitted = Vec::new();
        for trip in trips {
            submitted.push(submit(*trip));
            self.wait_for_queued(i64::try_from(submitted.len()).unwrap())
                .await;
        }
        self.store.take_calls();
        self.release.send(()).unwrap();
        assert!(blocking.await.unwrap().is_ok());
        let mut results = Vec::new();
        for request in submitted {
            results.push(request.await.unwrap());
        }
        let mut calls = self.store.take_calls();
        // The blocked save commits only after its release.
        if matches!(calls.first(), Some(Call::Commit)) {
            calls.remove(0);
        }
        (results, calls)
    }

    pub(super) async fn wait_for_queued(&self, requests: i64) {
        while self.executor.metrics.waiting.get() < requests {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}
