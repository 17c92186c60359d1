//! Locks of trips, of idempotency keys and of extractors: the edits of one trip, the requests with
//! one key, and the extractor's processes for one account run one after another in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use wayfare_domain::{TripId, UserId};

use crate::Error;

/// Edits of one account that may wait for one trip.
const MAX_WAITING: usize = 128;

/// What is locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Trip(TripId),
    /// The edits of one account of a trip.
    Edits(TripId, UserId),
    /// An idempotency key, by its hash.
    Idempotency([u8; 32]),
    /// The extractor, for an account.
    Extractor(UserId),
}

/// A fair lock for each trip that is being edited. An edit first waits for those of its own
/// account, so that accounts take turns, however many edits each sends.
#[derive(Clone, Default)]
pub(crate) struct EditLocks(Arc<Mutex<HashMap<Key, Arc<AsyncMutex<()>>>>>);

/// A locked trip.
pub(crate) struct EditLock {
    _trip: KeyLock,
    _account: KeyLock,
    /// Whether it was locked before: the trip has probably changed meanwhile.
    pub(crate) has_waited: bool,
}

impl EditLocks {
    /// Locks a trip for an account.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many edits of the account wait for the trip.
    pub(crate) async fn lock(&self, trip: TripId, account: UserId) -> Result<EditLock, Error> {
        let account = self.lock_key(Key::Edits(trip, account), MAX_WAITING);
        let account = account.await?;
        let trip = self.lock_key(Key::Trip(trip), MAX_WAITING).await?;
        Ok(EditLock {
            has_waited: account.has_waited || trip.has_waited,
            _trip: trip,
            _account: account,
        })
    }

    /// Locks an idempotency key.
    ///
    /// # Errors
    /// [`Error::Busy`] if it is locked and the request does not wait, or too many wait.
    pub(crate) async fn lock_claim(&self, hash: [u8; 32], waits: bool) -> Result<KeyLock, Error> {
        let most = if waits { MAX_WAITING } else { 0 };
        self.lock_key(Key::Idempotency(hash), most).await
    }

    /// Locks the extractor for an account.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many of its files wait.
    pub(crate) async fn lock_extractor(&self, account: UserId) -> Result<KeyLock, Error> {
        self.lock_key(Key::Extractor(account), MAX_WAITING).await
    }

    async fn lock_key(&self, key: Key, most_others: usize) -> Result<KeyLock, Error> {
        let mutex = Arc::clone(self.locks().entry(key).or_default());
        // The table has one, and so has this call.
        let others = Arc::strong_count(&mutex).saturating_sub(2);
        let entry = TableEntry {
            table: self.clone(),
            key,
        };
        if others > most_others {
            return Err(Error::Busy);
        }
        Ok(KeyLock {
            _guard: mutex.lock_owned().await,
            _entry: entry,
            has_waited: others > 0,
        })
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<Key, Arc<AsyncMutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A locked key.
pub(crate) struct KeyLock {
    // Dropped before the entry.
    _guard: OwnedMutexGuard<()>,
    _entry: TableEntry,
    has_waited: bool,
}

/// Removes a lock from the table once nobody has it or waits for it.
struct TableEntry {
    table: EditLocks,
    key: Key,
}

impl Drop for TableEntry {
    fn drop(&mut self) {
        let mut locks = self.table.locks();
        let count = locks.get(&self.key).map(Arc::strong_count);
        if count == Some(1) {
            locks.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests;
