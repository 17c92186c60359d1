//! The backends: how each connects, locks, begins and fails. The operations are the same for both.

pub(crate) mod postgres;
pub(crate) mod sqlite;
mod watch;

use std::error::Error as StdError;

use diesel::backend::Backend;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

/// Tells of connections that could not be made while the service runs; callers learn of it as they
/// wait in vain.
#[derive(Debug)]
struct LogErrors;

impl<E: StdError> r2d2::HandleError<E> for LogErrors {
    fn handle_error(&self, error: E) {
        tracing::warn!(%error, "no connection to the database");
    }
}

/// Runs the migrations that were not run yet, and gives their names.
fn run_pending<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, Box<dyn StdError + Send + Sync>> {
    let pending = connection.pending_migrations(migrations)?;
    let mut names = Vec::with_capacity(pending.len());
    for migration in &pending {
        connection.run_migration(migration)?;
        names.push(migration.name().to_string());
    }
    Ok(names)
}
