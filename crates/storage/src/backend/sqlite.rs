//! SQLite.

mod lists;
mod updates;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::R2D2Connection;
use diesel::result::Error as DatabaseError;
use diesel::{Connection as _, ConnectionError};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links SQLite.
use libsqlite3_sys as _;
use r2d2::{ManageConnection, Pool, PooledConnection};
use wayfare_domain::{Trip, User};

use super::{LogErrors, run_pending};
use crate::batch::{Batch, write_alone};
use crate::cache::TripCache;
use crate::fault::{Fault, Messages};
use crate::open::{OpenError, OpenOptions};
use crate::{
    Change, Error, Exchange, PasswordHash, Renewal, Repositories, Result, Store, TripUpdate,
    UnitOfWork, UserUpdate,
};

type Backend = diesel::sqlite::Sqlite;
type Connection = diesel::SqliteConnection;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
/// How long a statement waits for another process's turn to end.
const BUSY: Duration = Duration::from_secs(5);
/// How long migrations wait for those of another process to end.
const MIGRATION_BUSY: &str = "PRAGMA busy_timeout = 300000";
/// How long to wait between two attempts to switch the journal.
const PAUSE: Duration = Duration::from_millis(20);

/// Takes the turn to write at once: a transaction that only finds later that it wants it may have
/// to give up.
const BEGIN: &str = "BEGIN IMMEDIATE";
/// How many values a list in a statement may have. SQLite takes 32,766 in all.
const MAX_LIST: usize = 10_000;
/// How many keys a statement asks for at once. Statements cost no round trip here.
const AT_ONCE: usize = 1;
const MESSAGES: Messages = Messages {
    conflict: &[],
    full: &["database or disk is full"],
    unavailable: &[
        "database is locked",
        "database table is locked",
        "attempt to write a readonly database",
        "disk I/O error",
        "unable to open database file",
        "out of memory",
    ],
};

/// Whether a column is the one key of some.
macro_rules! is_one_of {
    ($column:expr, $keys:expr) => {
        $column.nullable().eq($keys.first().copied())
    };
}

/// Locks the rows that a query gives until the transaction ends: the turn to write has done so.
macro_rules! lock_rows {
    ($query:expr) => {
        $query
    };
}

/// Likewise.
macro_rules! hold_rows {
    ($query:expr) => {
        $query
    };
}

#[expect(
    clippy::duplicate_mod,
    reason = "the operations are compiled for each backend"
)]
#[path = "../ops/mod.rs"]
mod ops;

use ops::Handle;

/// The error of a commit that failed: that the database was busy then means that another process
/// was in the way.
fn commit_error(fault: Fault) -> Error {
    match &fault {
        Fault::Database(error) if is_locked(error) => {
            Error::Conflict("the database was locked".into())
        }
        _ => fault.into_error(&MESSAGES),
    }
}

/// The error of a statement that failed.
fn failed(error: DatabaseError) -> Error {
    Fault::from(error).into_error(&MESSAGES)
}

fn is_locked(error: &DatabaseError) -> bool {
    matches!(error, DatabaseError::DatabaseError(_, info) if info.message().starts_with("database is locked"))
}

/// A connection.
struct Link {
    connection: Connection,
    /// Whether an operation found that it is lost.
    lost: bool,
}

impl Link {
    /// Runs a call to the database.
    fn call<T>(&mut self, call: impl FnOnce(&mut Connection) -> T) -> T {
        call(&mut self.connection)
    }
}

/// What is acknowledged is on the disk; 16 MB of pages are kept in memory.
const WRITER: &str =
    "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000";
const READER: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -16000";

/// Makes connections.
struct Manager {
    path: String,
    settings: &'static str,
}

impl ManageConnection for Manager {
    type Connection = Link;
    type Error = ConnectionError;

    fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        let mut connection = Connection::establish(&self.path)?;
        let setup = ConnectionError::CouldntSetupConfiguration;
        connection
            .batch_execute(&format!("PRAGMA busy_timeout = {}", BUSY.as_millis()))
            .map_err(setup)?;
        connection.batch_execute(self.settings).map_err(setup)?;
        Ok(Link {
            connection,
            lost: false,
        })
    }

    fn is_valid(&self, link: &mut Link) -> std::result::Result<(), ConnectionError> {
        link.connection
            .ping()
            .map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        thread::panicking() || link.lost || link.connection.is_broken()
    }
}

/// A store in a SQLite file: many connections that read, and one that writes, since there can only
/// be one writer at a time.
pub(crate) struct Sqlite {
    path: String,
    readers: Pool<Manager>,
    writer: Pool<Manager>,
    cache: Arc<TripCache>,
}

impl Sqlite {
    /// A store in the file at `path`, which is made, with the folders around it, where it is not
    /// there.
    pub(crate) fn open(path: &Path, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let path = absolute(path)?;
        let readers = options
            .connections
            .map_or_else(|| crate::open::cores().max(2), |all| all.saturating_sub(1))
            .max(1);
        use_write_ahead_log(&path)?;
        let pool = |settings, size| {
            Pool::builder()
                .max_size(size)
                .test_on_check_out(false)
                .connection_timeout(options.wait)
                .idle_timeout(None)
                .max_lifetime(None)
                .error_handler(Box::new(LogErrors))
                .build(Manager {
                    path: path.clone(),
                    settings,
                })
                .map_err(|error| OpenError::unreachable(&error))
        };
        let readers = pool(READER, u32::try_from(readers).unwrap_or(u32::MAX))?;
        let writer = pool(WRITER, 1)?;
        let cache = Arc::new(TripCache::new(options.trip_cache));
        Ok(Self {
            path,
            readers,
            writer,
            cache,
        })
    }

    fn unit(&self) -> Result<Handle> {
        Handle::begin(Self::checkout(&self.writer)?, &self.cache)
            .map_err(|fault| fault.into_error(&MESSAGES))
    }

    /// A unit of work that is kept where it wrote.
    fn in_unit(&self, write: impl FnOnce(&mut Handle) -> Result<bool>) -> Result<bool> {
        let mut unit = self.unit()?;
        let made = write(&mut unit)?;
        if made {
            Box::new(unit).commit()?;
        }
        Ok(made)
    }

    fn checkout(pool: &Pool<Manager>) -> Result<PooledConnection<Manager>> {
        pool.get().map_err(|error| Error::Unavailable(error.into()))
    }
}

/// The path from the root, so that it can't be taken for a URI or for SQLite's word for memory; its
/// folder is made.
fn absolute(path: &Path) -> std::result::Result<String, OpenError> {
    let path: PathBuf =
        std::path::absolute(path).map_err(|error| OpenError::unreachable(&error))?;
    if let Some(folder) = path.parent() {
        make_folder(folder)
            .map_err(|error| OpenError::unreachable(&format!("{}: {error}", folder.display())))?;
    }
    path.into_os_string()
        .into_string()
        .map_err(|_| OpenError::malformed("the path is not UTF-8"))
}

/// Makes a folder that is its owner's alone: the database holds hashes of passwords.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Switches a new file to a write-ahead log: reads then never wait for writes. SQLite does not wait
/// by itself where another process does so at the same moment.
fn use_write_ahead_log(path: &str) -> std::result::Result<(), OpenError> {
    let unreachable =
        |error: &dyn std::fmt::Display| OpenError::unreachable(&format!("{path}: {error}"));
    let mut connection = Connection::establish(path).map_err(|error| unreachable(&error))?;
    let start = Instant::now();
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL") {
            Ok(()) => return Ok(()),
            Err(error) if is_locked(&error) && start.elapsed() < BUSY => thread::sleep(PAUSE),
            Err(error) => return Err(unreachable(&error)),
        }
    }
}

impl Store for Sqlite {
    fn read(&self) -> Result<Box<dyn Repositories + '_>> {
        Ok(Box::new(Handle::autocommit(
            Self::checkout(&self.readers)?,
            &self.cache,
        )))
    }

    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        Ok(Box::new(self.unit()?))
    }

    fn update_contents(&self, changes: &[Change]) -> Result<Vec<bool>> {
        let batch = Batch::new(changes).map_err(failed)?;
        let mut unit = self.unit()?;
        let made = unit.run(|connection| Ok(updates::contents(connection, &batch)?))?;
        Box::new(unit).commit()?;
        Ok(batch.settle(&made, &self.cache))
    }

    fn insert_user(&self, user: &User, password: Option<&PasswordHash>) -> Result<i64> {
        let mut unit = self.unit()?;
        let generation = unit.users().insert(user, password)?;
        Box::new(unit).commit()?;
        Ok(generation)
    }

    fn insert_trip(&self, trip: &Trip, generation: i64) -> Result<bool> {
        self.in_unit(|unit| updates::new_trip(unit, trip, generation))
    }

    fn update_trip(&self, update: &TripUpdate) -> Result<bool> {
        write_alone(&update.change, &self.cache, failed, |documents| {
            self.in_unit(|unit| updates::trip(unit, update, documents))
        })
    }

    fn update_user(&self, update: &UserUpdate) -> Result<bool> {
        self.in_unit(|unit| updates::user(unit, update))
    }

    fn exchange(&self, exchange: &Exchange) -> Result<bool> {
        self.in_unit(|unit| updates::exchange(unit, exchange))
    }

    fn renew(&self, renewal: &Renewal) -> Result<bool> {
        self.in_unit(|unit| updates::renew(unit, renewal))
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let mut connection =
            Connection::establish(&self.path).map_err(|error| Error::Unavailable(error.into()))?;
        connection.batch_execute(MIGRATION_BUSY).map_err(failed)?;
        AnsiTransactionManager::begin_transaction_sql(&mut connection, "BEGIN EXCLUSIVE")
            .map_err(failed)?;
        // Undone with its connection where it fails.
        let names = run_pending(&mut connection, MIGRATIONS).map_err(Error::Internal)?;
        AnsiTransactionManager::commit_transaction(&mut connection).map_err(failed)?;
        Ok(names)
    }

    fn ping(&self) -> Result<()> {
        Self::checkout(&self.readers)?
            .connection
            .ping()
            .map_err(|error| Error::Unavailable(error.into()))
    }

    fn connections(&self) -> usize {
        let size = self
            .readers
            .max_size()
            .saturating_add(self.writer.max_size());
        usize::try_from(size).unwrap_or(usize::MAX)
    }
}
