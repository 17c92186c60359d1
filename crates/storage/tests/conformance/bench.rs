//! A migrated store of one test, on either backend.

use std::ops::Deref;
use std::sync::Arc;

use tempfile::TempDir;
use wayfare_storage::{OpenOptions, Repositories, Result, Store, UnitOfWork, open};
use wayfare_test_postgres::{Database, Server};

/// A store, and what goes with it at the end of the test.
pub(crate) struct Bench {
    store: Arc<dyn Store>,
    url: String,
    _ground: Ground,
}

/// What a store stands on.
pub(crate) enum Ground {
    Folder(#[expect(dead_code, reason = "held for its end")] TempDir),
    Database(#[expect(dead_code, reason = "held for its end")] Database),
}

impl Bench {
    /// A store on a ground.
    pub(crate) fn new(url: &str, ground: Ground, options: &OpenOptions) -> Self {
        let store = open(url, options).unwrap();
        store.migrate().unwrap();
        Self {
            store,
            url: url.to_owned(),
            _ground: ground,
        }
    }

    /// Where the store is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Reads.
    pub(crate) fn look<T>(&self, work: impl FnOnce(&mut dyn Repositories) -> Result<T>) -> T {
        self.try_look(work).unwrap()
    }

    /// Reads, or says why not.
    pub(crate) fn try_look<T>(
        &self,
        work: impl FnOnce(&mut dyn Repositories) -> Result<T>,
    ) -> Result<T> {
        work(&mut *self.store.read()?)
    }

    /// A unit of work, committed.
    pub(crate) fn work<T>(&self, work: impl FnOnce(&mut dyn UnitOfWork) -> Result<T>) -> T {
        self.try_work(work).unwrap()
    }

    /// A unit of work, committed where all of it went well.
    pub(crate) fn try_work<T>(
        &self,
        work: impl FnOnce(&mut dyn UnitOfWork) -> Result<T>,
    ) -> Result<T> {
        let mut unit = self.store.begin()?;
        let given = work(&mut *unit)?;
        unit.commit()?;
        Ok(given)
    }
}

impl Deref for Bench {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

/// The PostgreSQL of this run. There is no skipping: without one these tests fail.
pub(crate) fn server() -> &'static Server {
    wayfare_test_postgres::shared()
        .unwrap_or_else(|error| panic!("these tests need PostgreSQL: {error}"))
}

/// A new SQLite file in a folder of its own.
pub(crate) fn sqlite_ground() -> (String, Ground) {
    let folder = tempfile::tempdir().unwrap();
    (
        format!("sqlite://{}/wayfare.db", folder.path().display()),
        Ground::Folder(folder),
    )
}

/// A new PostgreSQL database.
pub(crate) fn postgres_ground() -> (String, Ground) {
    let database = server().create_database("storage").unwrap();
    (database.url().to_owned(), Ground::Database(database))
}

pub(crate) fn sqlite() -> Bench {
    let (url, ground) = sqlite_ground();
    Bench::new(&url, ground, &OpenOptions::default())
}

pub(crate) fn postgres() -> Bench {
    let (url, ground) = postgres_ground();
    Bench::new(&url, ground, &OpenOptions::default())
}

/// Makes two tests of each of these functions, one for each backend.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(&crate::bench::sqlite()); })+
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(&crate::bench::postgres()); })+
        }
    };
}
pub(crate) use on_both;
