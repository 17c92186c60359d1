//! The PostgreSQL backend.

mod connections;
mod offline;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{Connection as _, ConnectionError, QueryResult, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links libpq.
use pq_sys as _;
use r2d2::{Pool, PooledConnection};
use wayfare_domain::UserId;

use super::run_pending;
use crate::cache::TripCache;
use crate::fault::{Fault, Messages};
use crate::options::{self, OpenError, OpenOptions};
use crate::{CacheMetrics, Error, Repositories, Result, Store, UnitOfWork};

type Backend = diesel::pg::Pg;
type Connection = diesel::PgConnection;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations/postgres");
/// Whether there is no table of migrations.
const IS_NEW: &str = "to_regclass('__diesel_schema_migrations') IS NULL";
/// How long migrations wait for those of another process.
const MIGRATION_TIMEOUT: &str = "SET lock_timeout = '5min'";
/// Serialises migrations by an advisory lock with an arbitrary key.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_lock(7239016650193845)";
/// Idle connections are closed after this time.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);
/// Connections are replaced after this time, so that a changed server address takes effect.
const MAX_LIFETIME: Duration = Duration::from_secs(3_600);
/// How long a checkout waits before it looks whether the server is away.
const CHECKOUT_INTERVAL: Duration = Duration::from_millis(100);

const BEGIN: &str = "BEGIN";
/// The function that tells where a text has another one; a pattern of LIKE would be tried at each
/// place anew.
const PLACE_IN: &str = "strpos";
/// Values per list in a statement: unlimited, since a list is one array.
const MAX_LIST: usize = usize::MAX;
/// Ids per look-up statement. Lists of ids are padded to this length: for shorter ones the planner
/// rejects its cached generic plan, and planning takes ten times as long as execution.
const IDS_PER_LOOKUP: usize = 32;
const MESSAGES: Messages = Messages {
    conflict: &[
        "deadlock detected",
        // Citus.
        "canceling the transaction since it was involved in a distributed deadlock",
    ],
    full: &["could not extend file", "could not write"],
    unavailable: &[
        "canceling statement due to",
        "terminating connection",
        "the database system is",
        "sorry, too many clients",
        "remaining connection slots",
        "could not open",
        "out of memory",
        "out of shared memory",
    ],
};

/// Filters a column by a list of ids.
macro_rules! is_one_of {
    ($column:expr, $ids:expr) => {
        $column.eq_any($ids)
    };
}

/// Locks the rows of a query for update or deletion.
macro_rules! lock_rows {
    ($query:expr) => {
        $query.for_update()
    };
}

/// Locks the rows of a query for update. Others may still insert references to them.
macro_rules! lock_row_not_key {
    ($query:expr) => {
        $query.for_no_key_update()
    };
}

/// Keeps others from changing the rows of a query.
macro_rules! share_rows {
    ($query:expr) => {
        $query.for_share()
    };
}

/// Locks users for update, in this order: each by a statement of its own, which are sent together.
fn lock_users(connection: &mut Connection, ids: &[UserId]) -> QueryResult<()> {
    let lock = |id: &UserId| format!("SELECT id FROM users WHERE id = '{id}' FOR NO KEY UPDATE;");
    connection.batch_execute(&ids.iter().map(lock).collect::<String>())
}

/// The id of a trip, or NULL if somebody else has locked it: no save waits for another.
macro_rules! unlocked_trip {
    () => {
        "(SELECT id FROM trips WHERE id = :id FOR NO KEY UPDATE SKIP LOCKED)"
    };
}

/// The token generation of a user, under a shared lock until the transaction ends. Waits for
/// transactions that change it.
macro_rules! held_generation {
    () => {
        "(SELECT token_generation FROM users WHERE users.id = :by FOR SHARE)"
    };
}

/// Whether a row is one of the first `$limit` that have expired and that nobody has locked.
macro_rules! is_prunable {
    ($table:literal, $id:literal, $expiry:literal, $limit:literal) => {
        concat!(
            $id,
            " = ANY (ARRAY(SELECT ",
            $id,
            " FROM ",
            $table,
            " WHERE ",
            $expiry,
            " < ? ORDER BY ",
            $expiry,
            " LIMIT ",
            $limit,
            " FOR UPDATE SKIP LOCKED))"
        )
    };
}

#[path = "../ops/mod.rs"]
mod ops;

use connections::{Manager, Server};
pub(crate) use offline::OfflineServer;
use ops::Handle;

/// The error of a failed commit.
fn commit_error(fault: Fault) -> Error {
    fault.into_error(&MESSAGES)
}

/// A store on PostgreSQL.
pub(crate) struct Postgres {
    server: Arc<Server>,
    pool: Pool<Manager>,
    checkout_timeout: Duration,
    cache: Arc<TripCache>,
}

impl Postgres {
    /// Opens a store at a URL that [`crate::open`] has validated.
    pub(crate) fn open(url: String, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let connections = options
            .connections
            .unwrap_or_else(|| options::cores().saturating_mul(4))
            .max(1);
        let server = Arc::new(Server::new(url, options));
        // The pool would retry for long and hide the reason.
        let mut first = server
            .connect()
            .map_err(|error| OpenError::not_connected(&error))?;
        first.warn_of_other_languages();
        drop(first);
        let pool = Pool::builder()
            .max_size(u32::try_from(connections).unwrap_or(u32::MAX))
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(options.wait)
            .idle_timeout(Some(IDLE_TIMEOUT))
            .max_lifetime(Some(MAX_LIFETIME))
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build(Manager(Arc::clone(&server)))
            .map_err(|error| OpenError::not_connected(&error))?;
        Ok(Self {
            server,
            pool,
            checkout_timeout: options.wait,
            cache: Arc::new(TripCache::new(options.trip_cache)),
        })
    }

    /// Takes a validated connection from the pool.
    fn checkout(&self) -> Result<PooledConnection<Manager>> {
        let start = Instant::now();
        loop {
            match self.pool.get_timeout(CHECKOUT_INTERVAL) {
                // The pool discards an invalid connection, so the loop ends with a new one.
                Ok(mut link) => {
                    if self.server.validate(&mut link) {
                        return Ok(link);
                    }
                }
                // Waiting would only delay the callers that queue behind this one.
                Err(error) if self.server.is_away.load(Ordering::Relaxed) => {
                    return Err(Error::Unavailable(error.into()));
                }
                Err(error) if start.elapsed() >= self.checkout_timeout => {
                    return Err(Error::Unavailable(error.into()));
                }
                Err(_) => {}
            }
        }
    }
}

impl Store for Postgres {
    fn read(&self) -> Result<Box<dyn Repositories + '_>> {
        Ok(Box::new(Handle::autocommit(self.checkout()?, &self.cache)))
    }

    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        let unit = match Handle::begin(self.checkout()?, &self.cache) {
            Ok(unit) => unit,
            // The connection had died undetected. Nothing is lost by retrying with another one.
            Err(_) => Handle::begin(self.checkout()?, &self.cache)
                .map_err(|fault| fault.into_error(&MESSAGES))?,
        };
        Ok(Box::new(unit))
    }

    fn begin_single(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        Ok(Box::new(Handle::autocommit(self.checkout()?, &self.cache)))
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let unavailable = |error: ConnectionError| Error::Unavailable(error.into());
        // The lock ends with this connection.
        let mut connection = Connection::establish(&self.server.url).map_err(unavailable)?;
        connection
            .batch_execute(MIGRATION_TIMEOUT)
            .and_then(|()| connection.batch_execute(MIGRATION_LOCK))
            .map_err(|error| Fault::from(error).into_error(&MESSAGES))?;
        let names = run_pending(&mut connection, MIGRATIONS).map_err(Error::Internal)?;
        ops::fill_trip_keys(&mut connection)
            .map_err(|error| Fault::from(error).into_error(&MESSAGES))?;
        Ok(names)
    }

    fn is_new(&self) -> Result<bool> {
        let is_new = diesel::select(sql::<Bool>(IS_NEW)).get_result(&mut self.checkout()?.inner);
        is_new.map_err(|error| Fault::from(error).into_error(&MESSAGES))
    }

    fn ping(&self) -> Result<()> {
        match self.checkout()?.ping() {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::Unavailable("the database takes no writes".into())),
            Err(error) => Err(Error::Unavailable(error.into())),
        }
    }

    fn connections(&self) -> usize {
        usize::try_from(self.pool.max_size()).unwrap_or(usize::MAX)
    }

    fn cache_metrics(&self) -> CacheMetrics {
        self.cache.metrics()
    }
}
