//! The operations, written once and compiled for each backend, which is the module around this one.

mod lists;
pub(super) mod lookups;
mod pictures;
mod sessions;
pub(super) mod trips;
pub(super) mod users;

use std::sync::Arc;

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use r2d2::PooledConnection;

use super::{AT_ONCE, BEGIN, Backend, Connection, MAX_LIST, MESSAGES, Manager};
use crate::cache::TripCache;
use crate::fault::{Fault, Outcome};
use crate::{
    Error, PictureRepository, Repositories, Result, SessionRepository, TripRepository, UnitOfWork,
    UserRepository,
};

/// How far a unit of work has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It is none: each statement stands for itself.
    None,
    /// It may be committed.
    Open,
    /// A statement failed: all that is left is to undo it.
    Failed,
    /// It is over.
    Closed,
}

/// A connection at work, with the repositories upon it.
pub(super) struct Handle {
    link: PooledConnection<Manager>,
    stage: Stage,
    cache: Arc<TripCache>,
}

impl Handle {
    /// Outside of a transaction.
    pub(super) fn autocommit(link: PooledConnection<Manager>, cache: &Arc<TripCache>) -> Self {
        Self {
            link,
            stage: Stage::None,
            cache: Arc::clone(cache),
        }
    }

    /// A unit of work.
    pub(super) fn begin(
        mut link: PooledConnection<Manager>,
        cache: &Arc<TripCache>,
    ) -> Outcome<Self> {
        link.call(|connection| AnsiTransactionManager::begin_transaction_sql(connection, BEGIN))?;
        Ok(Self {
            link,
            stage: Stage::Open,
            cache: Arc::clone(cache),
        })
    }

    /// Runs an operation. One that fails bars the unit of work from being committed, on either
    /// backend alike.
    pub(super) fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut Connection) -> Outcome<T>,
    ) -> Result<T> {
        self.link.call(operation).map_err(|fault| {
            if self.stage == Stage::Open {
                self.stage = Stage::Failed;
            }
            // The library itself does not always notice.
            self.link.lost |= fault.ends_connection();
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
}

impl UnitOfWork for Handle {
    fn commit(mut self: Box<Self>) -> Result<()> {
        if self.stage == Stage::Failed {
            return Err(Error::Internal(
                "a unit of work of which a part failed can't be committed".into(),
            ));
        }
        self.stage = Stage::Closed;
        self.link
            .call(AnsiTransactionManager::commit_transaction)
            .map_err(|error| super::commit_error(Fault::Database(error)))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if matches!(self.stage, Stage::Open | Stage::Failed) {
            // A connection on which even that fails is not kept: the pool asks it.
            let undone = self.link.call(AnsiTransactionManager::rollback_transaction);
            if let Err(error) = undone {
                tracing::debug!(%error, "a unit of work ended with its connection");
            }
        }
    }
}
