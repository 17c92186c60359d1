//! The SQLite backend.

use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::dsl::sql;
use diesel::r2d2::R2D2Connection;
use diesel::result::Error as DatabaseError;
use diesel::sql_types::Bool;
use diesel::{Connection as _, ConnectionError, QueryResult, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links SQLite.
use libsqlite3_sys as _;
use r2d2::{ManageConnection, Pool, PooledConnection};
use wayfare_domain::UserId;

use super::{LogErrors, run_pending};
use crate::cache::TripCache;
use crate::fault::{Fault, Messages};
use crate::options::{OpenError, OpenOptions};
use crate::{CacheMetrics, Error, Repositories, Result, Store, UnitOfWork};

type Backend = diesel::sqlite::Sqlite;
type Connection = diesel::SqliteConnection;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
/// Whether there is no table of migrations.
const IS_NEW: &str =
    "NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '__diesel_schema_migrations')";
/// Whether there are no tables at all.
const IS_BLANK: &str = "NOT EXISTS (SELECT 1 FROM sqlite_master)";
/// What a file of SQLite begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// How long a statement waits for the lock of another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long migrations wait for those of another process.
const MIGRATION_BUSY: &str = "PRAGMA busy_timeout = 300000";
/// The pause between attempts to switch the journal mode.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Takes the write lock at the start: a transaction that asks for it after a read can fail.
const BEGIN: &str = "BEGIN IMMEDIATE";
/// Writes a page that stays as it is: the service does not use the number.
const SMALL_WRITE: &str = "PRAGMA user_version = 0";
/// As many fill more than what is left of a write-ahead log that could not grow.
const SMALL_WRITES: usize = 16;
/// The function that tells where a text has another one; a pattern of LIKE would be tried at each
/// place anew.
const PLACE_IN: &str = "instr";
/// Values per list in a statement. SQLite allows 32,766 parameters.
const MAX_LIST: usize = 10_000;
/// Ids per look-up statement. Statements take no round trip here.
const IDS_PER_LOOKUP: usize = 1;
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

/// Filters a column by the only id of a list.
macro_rules! is_one_of {
    ($column:expr, $ids:expr) => {
        diesel::NullableExpressionMethods::nullable($column).eq($ids.first().copied())
    };
}

/// Does nothing: a transaction holds the write lock of the whole database.
macro_rules! lock_rows {
    ($query:expr) => {
        $query
    };
}

/// Does nothing, like [`lock_rows`].
macro_rules! lock_row_not_key {
    ($query:expr) => {
        $query
    };
}

/// Does nothing, like [`lock_rows`].
macro_rules! share_rows {
    ($query:expr) => {
        $query
    };
}

/// Does nothing, like [`lock_rows`].
fn lock_users(_: &mut Connection, _: &[UserId]) -> QueryResult<()> {
    Ok(())
}

/// The id of a trip. A transaction holds the write lock, so nobody else has locked the trip.
macro_rules! unlocked_trip {
    () => {
        ":id"
    };
}

/// The token generation of a user. A transaction holds the write lock, so nobody else changes it.
macro_rules! held_generation {
    () => {
        "(SELECT token_generation FROM users WHERE users.id = :by)"
    };
}

/// Whether a row is one of the first `$limit` that have expired.
macro_rules! is_prunable {
    ($table:literal, $id:literal, $expiry:literal, $limit:literal) => {
        concat!(
            $id,
            " IN (SELECT ",
            $id,
            " FROM ",
            $table,
            " WHERE ",
            $expiry,
            " < ? ORDER BY ",
            $expiry,
            " LIMIT ",
            $limit,
            ")"
        )
    };
}

mod checkpoints;
mod offline;
#[cfg_attr(
    feature = "postgres",
    expect(
        clippy::duplicate_mod,
        reason = "the operations are compiled for each backend"
    )
)]
#[path = "../ops/mod.rs"]
mod ops;

pub use offline::copy_sqlite_file;
pub(crate) use offline::{OfflineFile, program_tables};

use ops::Handle;

/// The error of a failed commit. If the database is locked, another process has written.
fn commit_error(fault: Fault) -> Error {
    match &fault {
        Fault::Database(error) if is_locked(error) => {
            Error::Conflict("the database was locked".into())
        }
        _ => fault.into_error(&MESSAGES),
    }
}

/// The error of a failed statement.
fn failed(error: DatabaseError) -> Error {
    Fault::from(error).into_error(&MESSAGES)
}

fn is_locked(error: &DatabaseError) -> bool {
    matches!(
        error,
        DatabaseError::DatabaseError(_, info) if info.message().starts_with("database is locked")
    )
}

/// A connection of the pool.
struct PooledLink {
    inner: Connection,
    /// Set by an operation that finds the connection lost.
    is_lost: bool,
}

/// A commit returns once it is on disk. Deleted content is overwritten. The page cache is 16 MB.
const WRITER: &str = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
    PRAGMA secure_delete = ON; PRAGMA cache_size = -16000";
const READER: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -16000";

/// A connection that waits for the locks of others.
fn connect(path: &str) -> std::result::Result<Connection, ConnectionError> {
    let mut connection = Connection::establish(path)?;
    let wait = format!("PRAGMA busy_timeout = {}", BUSY_TIMEOUT.as_millis());
    connection
        .batch_execute(&wait)
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Makes connections.
struct Manager {
    path: String,
    settings: &'static str,
}

impl ManageConnection for Manager {
    type Connection = PooledLink;
    type Error = ConnectionError;

    fn connect(&self) -> std::result::Result<PooledLink, ConnectionError> {
        let mut inner = connect(&self.path)?;
        inner
            .batch_execute(self.settings)
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        Ok(PooledLink {
            inner,
            is_lost: false,
        })
    }

    fn is_valid(&self, link: &mut PooledLink) -> std::result::Result<(), ConnectionError> {
        link.inner
            .ping()
            .map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut PooledLink) -> bool {
        thread::panicking() || link.is_lost || link.inner.is_broken()
    }
}

/// A store in a SQLite file, with a pool of readers and one writer: SQLite allows one at a time.
pub(crate) struct Sqlite {
    path: String,
    readers: Pool<Manager>,
    writer: Pool<Manager>,
    cache: Arc<TripCache>,
    /// Ends the checkpoints when it is dropped.
    _checkpoints: Sender<()>,
}

impl Sqlite {
    /// Opens the file at `path`. Creates it and its folders if they are missing. Leaves a file of
    /// another program as it is.
    pub(crate) fn open(path: &Path, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let path = absolute(path)?;
        let readers = options
            .connections
            .map_or_else(
                || crate::options::cores().max(2),
                |all| all.saturating_sub(1),
            )
            .max(1);
        has_store(&path)?;
        restrict(&path)?;
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
                .map_err(|error| OpenError::unusable(&error))
        };
        let readers = pool(READER, u32::try_from(readers).unwrap_or(u32::MAX))?;
        let writer = pool(WRITER, 1)?;
        let cache = Arc::new(TripCache::new(options.trip_cache));
        let checkpoints = checkpoints::start(&path).map_err(|error| OpenError::unusable(&error))?;
        Ok(Self {
            path,
            readers,
            writer,
            cache,
            _checkpoints: checkpoints,
        })
    }

    fn checkout(pool: &Pool<Manager>) -> Result<PooledConnection<Manager>> {
        pool.get().map_err(|error| Error::Unavailable(error.into()))
    }
}

/// Makes a path absolute, so that SQLite can't read it as a URI or as `:memory:`, and creates its
/// folder.
fn absolute(path: &Path) -> std::result::Result<String, OpenError> {
    let path: PathBuf = std::path::absolute(path).map_err(|error| OpenError::unusable(&error))?;
    if let Some(folder) = path.parent() {
        make_folder(folder)
            .map_err(|error| OpenError::unusable(&format!("{}: {error}", folder.display())))?;
    }
    path.into_os_string()
        .into_string()
        .map_err(|_| OpenError::malformed("the path is not UTF-8"))
}

/// Creates a folder that only its owner can enter: the database holds password hashes.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn unusable(path: &str, why: impl Display) -> OpenError {
    OpenError::unusable(&format!("{path}: {why}"))
}

/// Whether the file is missing or has no bytes.
///
/// # Errors
/// It is no file of SQLite.
fn is_blank(path: &str) -> std::result::Result<bool, OpenError> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        found => found.map_err(|error| unusable(path, error))?,
    };
    if !found.is_file() {
        return Err(unusable(path, "it is not a file"));
    }
    if found.len() == 0 {
        return Ok(true);
    }
    let mut start = [0; MAGIC.len()];
    match fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
        Ok(()) if start == *MAGIC => Ok(false),
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(unusable(path, error)),
        _ => Err(unusable(path, "it is not a database of SQLite")),
    }
}

/// Whether the file has the tables of this program, of whatever version. It may be missing or
/// empty. Writes nothing of its own.
///
/// # Errors
/// It is no file of SQLite, or another program's.
pub(crate) fn has_store(path: &str) -> std::result::Result<bool, OpenError> {
    if is_blank(path)? {
        return Ok(false);
    }
    let mut connection = connect(path).map_err(|error| unusable(path, error))?;
    has_tables(&mut connection, path)
}

/// As [`has_store`], of an open file.
fn has_tables(connection: &mut Connection, path: &str) -> std::result::Result<bool, OpenError> {
    let tables = diesel::select((sql::<Bool>(IS_NEW), sql::<Bool>(IS_BLANK)));
    let found = tables.get_result::<(bool, bool)>(connection);
    match found.map_err(|error| unusable(path, error))? {
        (true, false) => Err(unusable(path, "it is a database of another program")),
        (is_new, _) => Ok(!is_new),
    }
}

/// Makes the file and those of its log readable by their owner alone, whatever the folder's mode:
/// SQLite creates later ones with the mode of the file.
#[cfg(unix)]
fn restrict(path: &str) -> std::result::Result<(), OpenError> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

    const OWNER_ALONE: u32 = 0o600;
    let made = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(OWNER_ALONE)
        .open(path);
    made.map_err(|error| unusable(path, error))?;
    for file in ["", "-wal", "-shm"].map(|end| format!("{path}{end}")) {
        match fs::set_permissions(&file, fs::Permissions::from_mode(OWNER_ALONE)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(file, %error, "can't take {file} from other users of the machine");
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn restrict(_: &str) -> std::result::Result<(), OpenError> {
    Ok(())
}

/// Switches the file to a write-ahead log, so that reads never wait for writes. Retries while
/// another process does the same: SQLite itself does not wait for that.
fn use_write_ahead_log(path: &str) -> std::result::Result<(), OpenError> {
    let mut connection = Connection::establish(path).map_err(|error| unusable(path, error))?;
    let start = Instant::now();
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL") {
            Ok(()) => return Ok(()),
            Err(error) if is_locked(&error) && start.elapsed() < BUSY_TIMEOUT => {
                thread::sleep(RETRY_PAUSE);
            }
            Err(error) => return Err(unusable(path, error)),
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
        let unit = Handle::begin(Self::checkout(&self.writer)?, &self.cache)
            .map_err(|fault| fault.into_error(&MESSAGES))?;
        Ok(Box::new(unit))
    }

    fn begin_single(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        let writer = Self::checkout(&self.writer)?;
        Ok(Box::new(Handle::autocommit(writer, &self.cache)))
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let mut connection =
            Connection::establish(&self.path).map_err(|error| Error::Unavailable(error.into()))?;
        connection.batch_execute(MIGRATION_BUSY).map_err(failed)?;
        AnsiTransactionManager::begin_transaction_sql(&mut connection, "BEGIN EXCLUSIVE")
            .map_err(failed)?;
        // If it fails, closing the connection rolls it back.
        let names = run_pending(&mut connection, MIGRATIONS).map_err(Error::Internal)?;
        ops::fill_trip_keys(&mut connection).map_err(failed)?;
        AnsiTransactionManager::commit_transaction(&mut connection).map_err(failed)?;
        Ok(names)
    }

    fn is_new(&self) -> Result<bool> {
        let mut reader = Self::checkout(&self.readers)?;
        let is_new = diesel::select(sql::<Bool>(IS_NEW)).get_result(&mut reader.inner);
        is_new.map_err(failed)
    }

    fn ping(&self) -> Result<()> {
        Self::checkout(&self.readers)?
            .inner
            .ping()
            .map_err(|error| Error::Unavailable(error.into()))
    }

    fn check_writes(&self) -> Result<()> {
        let mut writer = Self::checkout(&self.writer)?;
        for _ in 0..SMALL_WRITES {
            writer.inner.batch_execute(SMALL_WRITE).map_err(failed)?;
        }
        Ok(())
    }

    fn connections(&self) -> usize {
        let size = self
            .readers
            .max_size()
            .saturating_add(self.writer.max_size());
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    fn cache_metrics(&self) -> CacheMetrics {
        self.cache.metrics()
    }
}
