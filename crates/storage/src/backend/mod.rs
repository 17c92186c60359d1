//! The backends: connecting, locking, transactions and errors. The operations are shared.

#[cfg(feature = "postgres")]
pub(crate) mod postgres;
#[cfg(feature = "sqlite")]
pub(crate) mod sqlite;

use std::error::Error as StdError;

use diesel::backend::Backend;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

/// Logs failures of the pool to connect.
#[cfg(feature = "sqlite")]
#[derive(Debug)]
struct LogErrors;

#[cfg(feature = "sqlite")]
impl<E: StdError> r2d2::HandleError<E> for LogErrors {
    fn handle_error(&self, error: E) {
        tracing::warn!(%error, "no connection to the database");
    }
}

/// Runs the pending migrations and returns their names.
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
