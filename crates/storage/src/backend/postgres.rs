//! PostgreSQL.

mod contents;
mod link;
mod lists;
mod updates;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::result::Error as DatabaseError;
use diesel::{Connection as _, ConnectionError, QueryResult};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links libpq.
use pq_sys as _;
use r2d2::{Pool, PooledConnection};
use wayfare_domain::{Trip, User};

use super::run_pending;
use crate::batch::{Batch, write_alone};
use crate::cache::TripCache;
use crate::fault::{Fault, Messages};
use crate::open::{self, OpenError, OpenOptions};
use crate::{
    Change, Error, Exchange, PasswordHash, Renewal, Repositories, Result, Store, TripUpdate,
    UnitOfWork, UserUpdate,
};

type Backend = diesel::pg::Pg;
type Connection = diesel::PgConnection;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");
/// The advisory lock under which migrations run: any number, so that it is always this one.
const MIGRATION_LOCK: &str = "SET lock_timeout = '5min'; SELECT pg_advisory_lock(7239016650193845)";
/// An idle connection is closed after this long.
const IDLE_CLOSE: Duration = Duration::from_secs(600);
/// A connection is closed after this long, so that none outlives a change of the server's address.
const LIFETIME: Duration = Duration::from_secs(3_600);
/// How long to wait for a connection at a time, before asking whether there is any hope for one.
const PATIENCE: Duration = Duration::from_millis(100);

const BEGIN: &str = "BEGIN";
/// How many values a list in a statement may have: any number, since it is sent as one.
const MAX_LIST: usize = usize::MAX;
/// How many keys a statement asks for at once. It always has as many, of which the last may be
/// repeated: the server makes a plan for each list that is shorter than it guesses lists to be,
/// which takes it ten times as long as to run it.
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

use link::{Manager, Server};
use ops::Handle;

/// The error of a statement that failed.
fn failed(error: DatabaseError) -> Error {
    Fault::from(error).into_error(&MESSAGES)
}

/// The error of a commit that failed.
fn commit_error(fault: Fault) -> Error {
    fault.into_error(&MESSAGES)
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
        let connections = options
            .connections
            .unwrap_or_else(|| open::cores().saturating_mul(4))
            .max(1);
        let server = Arc::new(Server::new(url, options)?);
        // The pool would try for long and tell little.
        let mut first = server
            .connect()
            .map_err(|error| OpenError::unreachable(&error))?;
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
        Ok(Self {
            server,
            pool,
            wait: options.wait,
            cache,
        })
    }

    /// Runs a statement that is a unit of work by itself.
    fn autocommit<T>(&self, write: impl FnOnce(&mut Connection) -> QueryResult<T>) -> Result<T> {
        Handle::autocommit(self.checkout()?, &self.cache).run(|connection| Ok(write(connection)?))
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
                Err(error) if self.server.away.load(Ordering::Relaxed) => {
                    return Err(Error::Unavailable(error.into()));
                }
                Err(error) if start.elapsed() >= self.wait => {
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
        let batch = Batch::new(changes).map_err(failed)?;
        let made = self.autocommit(|connection| contents::write(connection, &batch))?;
        Ok(batch.settle(&made, &self.cache))
    }

    fn insert_user(&self, user: &User, password: Option<&PasswordHash>) -> Result<i64> {
        Handle::autocommit(self.checkout()?, &self.cache)
            .users()
            .insert(user, password)
    }

    fn insert_trip(&self, trip: &Trip, generation: i64) -> Result<bool> {
        self.autocommit(|connection| updates::new_trip(connection, trip, generation))
    }

    fn update_trip(&self, update: &TripUpdate) -> Result<bool> {
        write_alone(&update.change, &self.cache, failed, |documents| {
            self.autocommit(|connection| updates::trip(connection, update, documents))
        })
    }

    fn update_user(&self, update: &UserUpdate) -> Result<bool> {
        self.autocommit(|connection| updates::user(connection, update))
    }

    fn exchange(&self, exchange: &Exchange) -> Result<bool> {
        self.autocommit(|connection| updates::exchange(connection, exchange))
    }

    fn renew(&self, renewal: &Renewal) -> Result<bool> {
        self.autocommit(|connection| updates::renew(connection, renewal))
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let unavailable = |error: ConnectionError| Error::Unavailable(error.into());
        // On a connection of its own, which takes the lock along when it ends.
        let mut connection = Connection::establish(&self.server.url).map_err(unavailable)?;
        connection.batch_execute(MIGRATION_LOCK).map_err(failed)?;
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
