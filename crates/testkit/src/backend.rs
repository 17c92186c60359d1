//! The two databases that a server can have, and one of them for one server.

use std::sync::Mutex;
use std::sync::PoisonError;

use tempfile::TempDir;
use wayfare_storage::OpenOptions;
use wayfare_test_postgres::{Database, Server, shared};

use crate::Error;

/// The migrated template that every database is a copy of, named after what its migrations hold.
const TEMPLATE: &str = concat!("wayfare_", env!("SCHEMA_HASH"));

/// Which database a server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// A file of its own.
    Sqlite,
    /// A database of its own on the run's PostgreSQL.
    Postgres,
}

/// A database for one server, removed when it is dropped.
#[derive(Debug)]
pub(crate) enum Lease {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Backend {
    /// A fresh, empty database.
    pub(crate) fn lease(self) -> Result<Lease, Error> {
        match self {
            Self::Sqlite => Ok(Lease::Sqlite(
                tempfile::Builder::new().prefix("wayfare-test-").tempdir()?,
            )),
            Self::Postgres => {
                let server = shared()?;
                migrate_template(server)?;
                Ok(Lease::Postgres(server.create_from_template(TEMPLATE)?))
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

/// Once in each process; other processes wait for the first.
fn migrate_template(server: &Server) -> Result<(), Error> {
    static DONE: Mutex<bool> = Mutex::new(false);
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !*done {
        server.template(
            TEMPLATE,
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
