//! A migrated store for one test, on either backend.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use wayfare_storage::{OpenOptions, Repositories, Result, Store, UnitOfWork, open};
use wayfare_test_postgres::{Database, Server};

/// A store whose database is deleted at the end of the test.
pub(crate) struct TestStore {
    store: Arc<dyn Store>,
    url: String,
    _location: Location,
}

/// The database of a store.
pub(crate) enum Location {
    Folder(#[expect(dead_code, reason = "deleted when dropped")] TempDir),
    Database(#[expect(dead_code, reason = "deleted when dropped")] Database),
}

impl TestStore {
    /// Opens and migrates a store.
    pub(crate) fn new(url: &str, location: Location, options: &OpenOptions) -> Self {
        let store = open(url, options).unwrap();
        store.migrate().unwrap();
        Self {
            store,
            url: url.to_owned(),
            _location: location,
        }
    }

    /// The store's URL.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Opens another store on the same database, with a cache of its own.
    pub(crate) fn open_another(&self) -> Arc<dyn Store> {
        open(&self.url, &patient()).unwrap()
    }

    /// Reads outside of a transaction.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&mut dyn Repositories) -> Result<T>) -> T {
        self.try_read(read).unwrap()
    }

    /// Reads outside of a transaction; may fail.
    pub(crate) fn try_read<T>(
        &self,
        read: impl FnOnce(&mut dyn Repositories) -> Result<T>,
    ) -> Result<T> {
        read(&mut *self.store.read()?)
    }

    /// Runs a unit of work and commits it.
    pub(crate) fn commit<T>(&self, work: impl FnOnce(&mut dyn UnitOfWork) -> Result<T>) -> T {
        self.try_commit(work).unwrap()
    }

    /// Runs a unit of work and commits it unless it fails.
    pub(crate) fn try_commit<T>(
        &self,
        work: impl FnOnce(&mut dyn UnitOfWork) -> Result<T>,
    ) -> Result<T> {
        let mut unit = self.store.begin()?;
        let result = work(&mut *unit)?;
        unit.commit()?;
        Ok(result)
    }
}

impl Deref for TestStore {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

/// The PostgreSQL server of this run.
pub(crate) fn server() -> &'static Server {
    wayfare_test_postgres::shared()
        .unwrap_or_else(|error| panic!("these tests need PostgreSQL: {error}"))
}

/// The URL of a new SQLite file in a folder of its own.
pub(crate) fn sqlite_file() -> (String, Location) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/wayfare.db", folder.path().display());
    (url, Location::Folder(folder))
}

/// The URL of a new PostgreSQL database.
pub(crate) fn postgres_database() -> (String, Location) {
    let database = server().create_database("storage").unwrap();
    (database.url().to_owned(), Location::Database(database))
}

/// Options with which no result depends on the machine's speed.
fn patient() -> OpenOptions {
    let limit = Duration::from_secs(60);
    OpenOptions {
        wait: limit,
        statement_timeout: limit,
        ..OpenOptions::default()
    }
}

/// A migrated store on SQLite.
pub(crate) fn sqlite() -> TestStore {
    let (url, location) = sqlite_file();
    TestStore::new(&url, location, &patient())
}

/// A migrated store on PostgreSQL.
pub(crate) fn postgres() -> TestStore {
    let (url, location) = postgres_database();
    TestStore::new(&url, location, &patient())
}

/// Makes two tests of each function, one for each backend.
macro_rules! test_on_both_backends {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(&crate::store::sqlite()); })+
        }
        mod postgres {
            $(#[test] fn $test() {
                if wayfare_test_postgres::is_available() {
                    super::$test(&crate::store::postgres());
                }
            })+
        }
    };
}
pub(crate) use test_on_both_backends;
