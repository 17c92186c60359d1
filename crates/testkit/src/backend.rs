//! The two database backends, and a database for each server.

use std::sync::Mutex;
use std::sync::PoisonError;

use tempfile::TempDir;
use wayfare_storage::OpenOptions;
use wayfare_test_postgres::{Database, Server, shared};

use crate::Error;

/// The name of the migrated template database, with a fingerprint of the migrations.
fn template() -> String {
    format!("wayfare_{}", wayfare_storage::SCHEMA_HASH)
}

/// A database backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// An SQLite file for each server.
    Sqlite,
    /// A database for each server, in the PostgreSQL cluster of the test run.
    Postgres,
}

/// A database for one server; dropping it removes the database.
#[derive(Debug)]
pub(crate) enum Lease {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Backend {
    /// Creates an empty database.
    pub(crate) fn lease(self) -> Result<Lease, Error> {
        match self {
            Self::Sqlite => Ok(Lease::Sqlite(
                tempfile::Builder::new().prefix("wayfare-test-").tempdir()?,
            )),
            Self::Postgres => {
                let server = shared()?;
                migrate_template(server)?;
                Ok(Lease::Postgres(server.create_from_template(&template())?))
            }
        }
    }
}

impl Lease {
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => {
                format!("sqlite://{}", folder.path().join("wayfare.db").display())
            }
            Self::Postgres(database) => database.url().to_owned(),
        }
    }
}

/// Migrates the template once in each process; other processes wait for the first.
fn migrate_template(server: &Server) -> Result<(), Error> {
    static DONE: Mutex<bool> = Mutex::new(false);
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !*done {
        server.template(
            &template(),
            |url| -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
                let options = OpenOptions {
                    connections: Some(1),
                    ..OpenOptions::default()
                };
                wayfare_storage::open(url, &options)?.migrate()?;
                Ok(())
            },
        )?;
        *done = true;
    }
    Ok(())
}
