//! The operations, written once and compiled for each backend, which is the parent module.

mod grants;
mod idempotency;
mod identities;
mod imposed;
mod mail;
mod pictures;
mod proposals;
mod rates;
mod sessions;
mod trips;
mod users;
mod watch;
mod zone_releases;

use std::sync::Arc;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use r2d2::PooledConnection;

pub(super) use trips::keys::fill_keys as fill_trip_keys;

use super::{
    BEGIN, Backend, Connection, IDS_PER_LOOKUP, MAX_LIST, MESSAGES, Manager, PLACE_IN, lock_users,
};
use crate::cache::{SavedTrip, TripCache};
use crate::fault::{Fault, OperationResult};
use crate::{
    Error, GrantRepository, IdempotencyRepository, IdentityRepository, MailRepository,
    PictureRepository, ProposalRepository, RateRepository, Repositories, Result, SessionRepository,
    TripRepository, UnitOfWork, UserRepository, WatchRepository, ZoneReleaseRepository,
};

/// The state of the transaction of a [`Handle`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transaction {
    /// Autocommit.
    None,
    Open,
    /// A statement failed, so the transaction can only be rolled back.
    Failed,
    Closed,
}

/// A connection in use, with the repositories on it.
pub(super) struct Handle {
    connection: PooledConnection<Manager>,
    transaction: Transaction,
    cache: Arc<TripCache>,
    /// Trips that enter the cache when the transaction is committed.
    saved: Vec<SavedTrip>,
}

impl Handle {
    /// Outside of a transaction.
    pub(super) fn autocommit(
        connection: PooledConnection<Manager>,
        cache: &Arc<TripCache>,
    ) -> Self {
        Self {
            connection,
            transaction: Transaction::None,
            cache: Arc::clone(cache),
            saved: Vec::new(),
        }
    }

    /// In a new transaction.
    pub(super) fn begin(
        connection: PooledConnection<Manager>,
        cache: &Arc<TripCache>,
    ) -> OperationResult<Self> {
        let mut handle = Self::autocommit(connection, cache);
        let connection = &mut handle.connection.inner;
        AnsiTransactionManager::begin_transaction_sql(connection, BEGIN)?;
        handle.transaction = Transaction::Open;
        Ok(handle)
    }

    /// Runs an operation. If it fails, the transaction can't be committed any more.
    pub(super) fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut Connection) -> OperationResult<T>,
    ) -> Result<T> {
        operation(&mut self.connection.inner).map_err(|fault| {
            if self.transaction == Transaction::Open {
                self.transaction = Transaction::Failed;
            }
            // The library does not detect every lost connection.
            self.connection.is_lost |= fault.ends_connection();
            fault.into_error(&MESSAGES)
        })
    }
}

impl Repositories for Handle {
    fn users(&mut self) -> &mut dyn UserRepository {
        self
    }

    fn trips(&mut self) -> &mut dyn TripRepository {
        self
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        self
    }

    fn pictures(&mut self) -> &mut dyn PictureRepository {
        self
    }

    fn rates(&mut self) -> &mut dyn RateRepository {
        self
    }

    fn grants(&mut self) -> &mut dyn GrantRepository {
        self
    }

    fn idempotency(&mut self) -> &mut dyn IdempotencyRepository {
        self
    }

    fn mail(&mut self) -> &mut dyn MailRepository {
        self
    }

    fn identities(&mut self) -> &mut dyn IdentityRepository {
        self
    }

    fn watch(&mut self) -> &mut dyn WatchRepository {
        self
    }

    fn proposals(&mut self) -> &mut dyn ProposalRepository {
        self
    }

    fn zone_releases(&mut self) -> &mut dyn ZoneReleaseRepository {
        self
    }
}

impl UnitOfWork for Handle {
    fn commit(mut self: Box<Self>) -> Result<()> {
        if self.transaction == Transaction::Failed {
            return Err(Error::Internal("the transaction has failed".into()));
        }
        if self.transaction == Transaction::Open {
            self.transaction = Transaction::Closed;
            AnsiTransactionManager::commit_transaction(&mut self.connection.inner)
                .map_err(|error| super::commit_error(Fault::Database(error)))?;
        }
        for trip in &self.saved {
            self.cache.replace(trip);
        }
        Ok(())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if matches!(self.transaction, Transaction::Open | Transaction::Failed) {
            let connection = &mut self.connection.inner;
            // If the rollback fails, the pool discards the connection.
            if let Err(error) = AnsiTransactionManager::rollback_transaction(connection) {
                tracing::debug!(%error, "rollback failed");
            }
        }
    }
}
