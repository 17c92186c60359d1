//! PostgreSQL.

mod contents;
mod lists;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::r2d2::R2D2Connection;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection as _, ConnectionError, QueryResult, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links libpq.
use pq_sys as _;
use r2d2::{ManageConnection, Pool, PooledConnection};

use super::run_pending;
use super::watch::{Watch, Watched};
use crate::batch::Batch;
use crate::cache::TripCache;
use crate::fault::{Fault, Messages};
use crate::open::{self, OpenError, OpenOptions};
use crate::{Change, Error, Repositories, Result, Store, UnitOfWork};

type Backend = diesel::pg::Pg;
type Connection = diesel::PgConnection;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");
/// The advisory lock under which migrations run: any number, so that it is always this one.
const MIGRATION_LOCK: &str = "SET lock_timeout = '5min'; SELECT pg_advisory_lock(7239016650193845)";
/// An idle connection may have been cut off meanwhile: after this long it is tried before it is used.
const IDLE: Duration = Duration::from_secs(30);
/// An idle connection is closed after this long.
const IDLE_CLOSE: Duration = Duration::from_secs(600);
/// A connection is closed after this long, so that none outlives a change of the server's address.
const LIFETIME: Duration = Duration::from_secs(3_600);
/// A server that lives answers within this time whether it does, and takes what a new connection is to be like.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// How much longer than a statement may take an answer may be under way.
const MARGIN: Duration = Duration::from_secs(1);
/// How long to wait for a connection at a time, before asking whether there is any hope for one.
const PATIENCE: Duration = Duration::from_millis(100);
/// Whether what is written would be taken. False on a standby, and where an operator has set `default_transaction_read_only`.
const IS_WRITABLE: &str = "NOT current_setting('transaction_read_only')::bool";

const BEGIN: &str = "BEGIN";
/// How many values a list in a statement may have: any number, since it is sent as one.
const MAX_LIST: usize = usize::MAX;
/// How many keys a statement asks for at once. It always has as many, of which the last may be repeated: the server makes a plan for each
/// list that is shorter than it guesses lists to be, which takes it ten times as long as to run it.
const AT_ONCE: usize = 32;
const MESSAGES: Messages = Messages {
    conflict: &["deadlock detected"],
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

/// Whether a column is one of some keys, which are sent as one value.
macro_rules! is_one_of {
    ($column:expr, $keys:expr) => {
        $column.eq_any($keys)
    };
}

/// Locks the rows that a query gives until the transaction ends.
macro_rules! lock_rows {
    ($query:expr) => {
        $query.for_update()
    };
}

/// Likewise, but others may refer to the rows meanwhile, as a trip does that gets a member.
macro_rules! hold_rows {
    ($query:expr) => {
        $query.for_no_key_update()
    };
}

#[path = "../ops/mod.rs"]
mod ops;

use ops::Handle;

/// The error of a commit that failed.
fn commit_error(fault: Fault) -> Error {
    fault.into_error(&MESSAGES)
}

/// A connection and when it was last known to live.
struct Link {
    connection: Connection,
    watched: Arc<Watched>,
    /// How long a call may take.
    limit: Duration,
    alive: Instant,
    /// Whether an operation found that it is lost, or that nothing can be written on it.
    lost: bool,
}

impl Link {
    /// Runs a call to the database, bounded in time.
    fn call<T>(&mut self, call: impl FnOnce(&mut Connection) -> T) -> T {
        let Self { connection, watched, limit, .. } = self;
        watched.during(*limit, || call(connection))
    }

    /// Warns where messages that are told apart are in another language than they are looked for in.
    fn warn_of_other_languages(&mut self) {
        let language = diesel::select(sql::<Text>("current_setting('lc_messages')"));
        let language = self.call(|connection| language.get_result::<String>(connection)).unwrap_or_default();
        let is_english =
            ["", "C", "POSIX"].contains(&&*language) || ["C.", "en"].iter().any(|start| language.starts_with(start));
        if !is_english {
            tracing::warn!(
                language,
                "the database's messages are not in English, so some failures are taken for faults of the service: \
                 ALTER ROLE … SET lc_messages = 'C' helps"
            );
        }
    }

    /// Asks the server whether it lives and would let us write.
    fn ping(&mut self) -> QueryResult<bool> {
        let Self { connection, watched, .. } = self;
        let answer =
            watched.during(SIGN_OF_LIFE, || diesel::select(sql::<Bool>(IS_WRITABLE)).get_result::<bool>(connection));
        match &answer {
            Ok(true) => self.alive = Instant::now(),
            Ok(false) | Err(_) => self.lost = true,
        }
        answer
    }
}

/// Where the server is, how to speak to it, and whether it has been away.
struct Server {
    url: String,
    port: u16,
    settings: String,
    limit: Duration,
    watch: Watch,
    /// Whether the last attempt to connect failed.
    away: AtomicBool,
    /// When a connection was last found dead: those older than that may be dead too.
    suspicion: Mutex<Instant>,
    /// When one was last found to hang: those older than that do too, and are not asked.
    condemnation: Mutex<Instant>,
}

impl Server {
    fn new(url: String, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let settings = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = '60s'",
            options.statement_timeout.as_millis(),
            options.wait.as_millis(),
        );
        Ok(Self {
            port: open::port(&url),
            url,
            settings,
            limit: options.statement_timeout.saturating_add(MARGIN),
            watch: Watch::start().map_err(|error| OpenError::unreachable(&error))?,
            away: AtomicBool::new(false),
            suspicion: Mutex::new(Instant::now()),
            condemnation: Mutex::new(Instant::now()),
        })
    }

    /// A connection with the time limits of the pooled ones.
    fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        let (mut connection, watched) = self.watch.connect(self.port, || Connection::establish(&self.url))?;
        watched.during(SIGN_OF_LIFE, || -> std::result::Result<(), ConnectionError> {
            connection.batch_execute(&self.settings).map_err(ConnectionError::CouldntSetupConfiguration)?;
            // Errors without a kind are told apart by their message, so it had better be English. Not every role may ask for that.
            if let Err(error) = connection.batch_execute("SET lc_messages = 'C'") {
                tracing::trace!(%error, "messages stay in the server's language");
            }
            Ok(())
        })?;
        Ok(Link { connection, watched, limit: self.limit, alive: Instant::now(), lost: false })
    }

    /// A connection for the pool. Tells of the first attempt in vain and of the end of such attempts, not of each.
    fn reconnect(&self) -> std::result::Result<Link, ConnectionError> {
        let link = self.connect();
        let was_away = self.away.swap(link.is_err(), Ordering::Relaxed);
        match &link {
            Err(error) if was_away => tracing::debug!(%error, "still no connection to the database"),
            Err(error) => tracing::warn!(%error, "no connection to the database"),
            Ok(_) if was_away => tracing::info!("there are connections to the database again"),
            Ok(_) => {}
        }
        link
    }

    fn is_suspect(&self, link: &Link) -> bool {
        link.alive <= *lock(&self.suspicion) || link.alive.elapsed() > IDLE
    }

    fn is_condemned(&self, link: &Link) -> bool {
        link.alive <= *lock(&self.condemnation)
    }

    /// Whether a link can be used, after a question where there is doubt.
    fn vouches_for(&self, link: &mut Link) -> bool {
        if self.is_condemned(link) {
            link.lost = true;
            return false;
        }
        if !self.is_suspect(link) {
            return true;
        }
        let fit = matches!(link.ping(), Ok(true));
        if link.watched.was_cut() {
            *lock(&self.condemnation) = Instant::now();
        }
        fit
    }
}

fn lock<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes connections for the pool, and finds out which of them are dead.
struct Manager(Arc<Server>);

impl ManageConnection for Manager {
    type Connection = Link;
    type Error = ConnectionError;

    fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        self.0.reconnect()
    }

    fn is_valid(&self, link: &mut Link) -> std::result::Result<(), ConnectionError> {
        link.call(R2D2Connection::ping).map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        let broken = thread::panicking() || link.lost || link.watched.was_cut() || link.connection.is_broken();
        if broken {
            *lock(&self.0.suspicion) = Instant::now();
        } else {
            link.alive = Instant::now();
        }
        broken
    }
}

/// A store on PostgreSQL.
pub(crate) struct Postgres {
    server: Arc<Server>,
    pool: Pool<Manager>,
    wait: Duration,
    cache: Arc<TripCache>,
}

impl Postgres {
    /// A store at a URL that [`crate::open`] has looked at.
    pub(crate) fn open(url: String, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let connections = options.connections.unwrap_or_else(|| open::cores().saturating_mul(4)).max(1);
        let server = Arc::new(Server::new(url, options)?);
        // The pool would try for long and tell little.
        let mut first = server.connect().map_err(|error| OpenError::unreachable(&error))?;
        first.warn_of_other_languages();
        drop(first);
        let pool = Pool::builder()
            .max_size(u32::try_from(connections).unwrap_or(u32::MAX))
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(options.wait)
            .idle_timeout(Some(IDLE_CLOSE))
            .max_lifetime(Some(LIFETIME))
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build(Manager(Arc::clone(&server)))
            .map_err(|error| OpenError::unreachable(&error))?;
        let cache = Arc::new(TripCache::new(options.trip_cache));
        Ok(Self { server, pool, wait: options.wait, cache })
    }

    /// A connection that lives, as far as one can know without asking each time.
    fn checkout(&self) -> Result<PooledConnection<Manager>> {
        let start = Instant::now();
        loop {
            match self.pool.get_timeout(PATIENCE) {
                // One that is of no use is not kept, so this ends with a new one at the latest.
                Ok(mut link) => {
                    if self.server.vouches_for(&mut link) {
                        return Ok(link);
                    }
                }
                // While none can be made, waiting for one only keeps others waiting.
                Err(error) if self.server.away.load(Ordering::Relaxed) => return Err(Error::Unavailable(error.into())),
                Err(error) if start.elapsed() >= self.wait => return Err(Error::Unavailable(error.into())),
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
        match Handle::begin(self.checkout()?, &self.cache) {
            Ok(unit) => Ok(Box::new(unit)),
            // The connection had died unnoticed; nothing is lost by trying another.
            Err(_) => match Handle::begin(self.checkout()?, &self.cache) {
                Ok(unit) => Ok(Box::new(unit)),
                Err(fault) => Err(fault.into_error(&MESSAGES)),
            },
        }
    }

    fn update_contents(&self, changes: &[Change]) -> Result<Vec<bool>> {
        let batch = Batch::new(changes).map_err(|error| Fault::from(error).into_error(&MESSAGES))?;
        let mut handle = Handle::autocommit(self.checkout()?, &self.cache);
        let made = handle.run(|connection| Ok(contents::write(connection, &batch)?))?;
        Ok(batch.settle(&made, &self.cache))
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let unavailable = |error: ConnectionError| Error::Unavailable(error.into());
        // On a connection of its own, which takes the lock along when it ends.
        let mut connection = Connection::establish(&self.server.url).map_err(unavailable)?;
        connection.batch_execute(MIGRATION_LOCK).map_err(|error| Fault::from(error).into_error(&MESSAGES))?;
        run_pending(&mut connection, MIGRATIONS).map_err(Error::Internal)
    }

    fn ping(&self) -> Result<()> {
        let mut link = self.checkout()?;
        match link.ping() {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::Unavailable("the database takes no writes".into())),
            Err(error) => Err(Error::Unavailable(error.into())),
        }
    }

    fn connections(&self) -> usize {
        usize::try_from(self.pool.max_size()).unwrap_or(usize::MAX)
    }
}
