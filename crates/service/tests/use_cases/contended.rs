//! A store whose writes meet concurrent writers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use wayfare_domain::{Instant, Trip, TripId, UserId};
use wayfare_storage::{
    self as storage, AccountCounts, BrokenValue, CacheMetrics, DocumentSizes, GrantRepository,
    IdempotencyRepository, IdentityRepository, ListQuery, ListedUser, MailRepository,
    PictureRepository, Placement, ProposalRepository, RateRepository, Repositories, Result,
    SessionRepository, Store, TripList, TripLookup, TripQuery, TripRepository, TripSearch,
    TripSearchResult, TripWrite, UnitOfWork, UserRepository, WatchRepository,
    ZoneReleaseRepository,
};

/// A store whose writes meet concurrent ones, as often as the counters say.
pub(crate) struct ContendedStore {
    pub(crate) store: Arc<dyn Store>,
    /// Saves of trips without a lock that find another version.
    pub(crate) version_conflicts: AtomicU32,
    /// Commits that conflict with another unit of work.
    pub(crate) commit_conflicts: AtomicU32,
    /// Commits that succeed, but report that the database is away.
    pub(crate) lost_commits: AtomicU32,
    /// Milliseconds that each read and unit of work waits before it begins.
    pub(crate) delay: AtomicU64,
    /// Locks of trips so far.
    pub(crate) locks: AtomicU32,
}

impl ContendedStore {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            version_conflicts: AtomicU32::new(0),
            commit_conflicts: AtomicU32::new(0),
            lost_commits: AtomicU32::new(0),
            delay: AtomicU64::new(0),
            locks: AtomicU32::new(0),
        }
    }

    pub(crate) fn set_version_conflicts(&self, times: u32) {
        self.version_conflicts.store(times, Ordering::SeqCst);
    }

    pub(crate) fn set_commit_conflicts(&self, times: u32) {
        self.commit_conflicts.store(times, Ordering::SeqCst);
    }

    fn wait(&self) {
        std::thread::sleep(Duration::from_millis(self.delay.load(Ordering::SeqCst)));
    }
}

/// Decrements a counter. Returns `false` if it is 0.
fn take_one(counter: &AtomicU32) -> bool {
    let taken = counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |times| {
        times.checked_sub(1)
    });
    taken.is_ok()
}

impl Store for ContendedStore {
    fn read(&self) -> Result<Box<dyn Repositories + '_>> {
        self.wait();
        self.store.read()
    }

    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        self.wait();
        Ok(Box::new(ContendedUnit {
            unit: self.store.begin()?,
            store: self,
            has_lock: false,
            has_version_conflict: false,
        }))
    }

    fn is_new(&self) -> Result<bool> {
        self.store.is_new()
    }

    fn migrate(&self) -> Result<Vec<String>> {
        self.store.migrate()
    }

    fn ping(&self) -> Result<()> {
        self.store.ping()
    }

    fn connections(&self) -> usize {
        self.store.connections()
    }

    fn cache_metrics(&self) -> CacheMetrics {
        self.store.cache_metrics()
    }
}

struct ContendedUnit<'a> {
    unit: Box<dyn UnitOfWork + 'a>,
    store: &'a ContendedStore,
    has_lock: bool,
    has_version_conflict: bool,
}

impl Repositories for ContendedUnit<'_> {
    fn users(&mut self) -> &mut dyn UserRepository {
        self.unit.users()
    }

    fn trips(&mut self) -> &mut dyn TripRepository {
        self
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        self.unit.sessions()
    }

    fn pictures(&mut self) -> &mut dyn PictureRepository {
        self.unit.pictures()
    }

    fn rates(&mut self) -> &mut dyn RateRepository {
        self.unit.rates()
    }

    fn grants(&mut self) -> &mut dyn GrantRepository {
        self.unit.grants()
    }

    fn identities(&mut self) -> &mut dyn IdentityRepository {
        self.unit.identities()
    }

    fn idempotency(&mut self) -> &mut dyn IdempotencyRepository {
        self.unit.idempotency()
    }

    fn mail(&mut self) -> &mut dyn MailRepository {
        self.unit.mail()
    }

    fn watch(&mut self) -> &mut dyn WatchRepository {
        self.unit.watch()
    }

    fn proposals(&mut self) -> &mut dyn ProposalRepository {
        self.unit.proposals()
    }

    fn zone_releases(&mut self) -> &mut dyn ZoneReleaseRepository {
        self.unit.zone_releases()
    }
}

impl UnitOfWork for ContendedUnit<'_> {
    fn commit(self: Box<Self>) -> Result<()> {
        // A unit of work without writes does not conflict.
        if !self.has_version_conflict && take_one(&self.store.commit_conflicts) {
            return Err(storage::Error::Conflict("a concurrent write".into()));
        }
        self.unit.commit()?;
        if take_one(&self.store.lost_commits) {
            return Err(storage::Error::Unavailable(
                "the connection was lost".into(),
            ));
        }
        Ok(())
    }
}

impl TripRepository for ContendedUnit<'_> {
    fn find_all(&mut self, queries: &[TripQuery]) -> Result<Vec<TripLookup>> {
        self.unit.trips().find_all(queries)
    }

    fn lock(&mut self, trip: TripId, caller: UserId) -> Result<TripLookup> {
        self.has_lock = true;
        self.store.locks.fetch_add(1, Ordering::SeqCst);
        self.unit.trips().lock(trip, caller)
    }

    fn lock_row(&mut self, trip: TripId) -> Result<Option<(UserId, Vec<UserId>)>> {
        self.has_lock = true;
        self.store.locks.fetch_add(1, Ordering::SeqCst);
        self.unit.trips().lock_row(trip)
    }

    fn ids(&mut self, after: TripId, limit: u32) -> Result<Vec<(TripId, UserId)>> {
        self.unit.trips().ids(after, limit)
    }

    fn find_broken(&mut self, after: TripId) -> Result<Option<(TripId, Vec<BrokenValue>)>> {
        self.unit.trips().find_broken(after)
    }

    fn owned(&mut self, user: UserId, limit: u32) -> Result<Vec<TripId>> {
        self.unit.trips().owned(user, limit)
    }

    fn insert(&mut self, trip: &Trip) -> Result<DocumentSizes> {
        self.unit.trips().insert(trip)
    }

    fn bytes_of_account(&mut self, user: UserId) -> Result<u64> {
        self.unit.trips().bytes_of_account(user)
    }

    fn counts_of_account(&mut self, user: UserId) -> Result<AccountCounts> {
        self.unit.trips().counts_of_account(user)
    }

    fn ids_of(&mut self, user: UserId) -> Result<Vec<TripId>> {
        self.unit.trips().ids_of(user)
    }

    fn accept(&mut self, trip: TripId, user: UserId) -> Result<()> {
        self.unit.trips().accept(trip, user)
    }

    fn placements(&mut self, user: UserId, trips: &[TripId]) -> Result<Vec<Placement>> {
        self.unit.trips().placements(user, trips)
    }

    fn returnable(&mut self, user: UserId) -> Result<Option<Placement>> {
        self.unit.trips().returnable(user)
    }

    fn leave(
        &mut self,
        trip: TripId,
        user: UserId,
        owner: Option<UserId>,
        now: Instant,
    ) -> Result<()> {
        self.unit.trips().leave(trip, user, owner, now)
    }

    fn save(&mut self, write: &TripWrite) -> Result<bool> {
        if !self.has_lock && take_one(&self.store.version_conflicts) {
            self.has_version_conflict = true;
            return Ok(false);
        }
        self.unit.trips().save(write)
    }

    fn delete(&mut self, trip: TripId) -> Result<bool> {
        self.unit.trips().delete(trip)
    }

    fn list(&mut self, query: &ListQuery) -> Result<TripList> {
        self.unit.trips().list(query)
    }

    fn search(&mut self, search: &TripSearch) -> Result<TripSearchResult> {
        self.unit.trips().search(search)
    }

    fn find_listed_user(&mut self, username: &str, reader: Option<UserId>) -> Result<ListedUser> {
        self.unit.trips().find_listed_user(username, reader)
    }
}
