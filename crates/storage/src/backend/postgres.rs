//! PostgreSQL.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::r2d2::R2D2Connection;
use diesel::{Connection as _, ConnectionError, QueryResult};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
// Links libpq.
use pq_sys as _;
use r2d2::{ManageConnection, Pool, PooledConnection};

use super::{LogErrors, run_pending};
use crate::fault::{Fault, Messages};
use crate::open::{OpenError, OpenOptions};
use crate::{Error, Repositories, Result, Store, UnitOfWork};

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

const BEGIN: &str = "BEGIN";
/// How many values a list in a statement may have: any number, since it is sent as one.
const MAX_LIST: usize = usize::MAX;
const MESSAGES: Messages = Messages {
    conflict: &["deadlock detected"],
    unavailable: &[
        "canceling statement due to",
        "terminating connection",
        "the database system is",
        "sorry, too many clients",
        "remaining connection slots",
        "could not extend file",
        "could not write",
        "could not open",
        "out of memory",
        "out of shared memory",
    ],
};

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
    alive: Instant,
    /// Whether an operation found that it is lost.
    lost: bool,
}

impl Link {
    /// Asks the server for a sign of life.
    fn ping(&mut self) -> QueryResult<()> {
        let answer = self.connection.ping();
        match &answer {
            Ok(()) => self.alive = Instant::now(),
            Err(_) => self.lost = true,
        }
        answer
    }
}

/// Where the server is, how to speak to it, and whether it has been away.
struct Server {
    url: String,
    settings: String,
    /// When a connection was last found dead: those older than that may be dead too.
    suspicion: Mutex<Instant>,
}

impl Server {
    /// A connection with the time limits of the pooled ones.
    fn connect(&self) -> std::result::Result<Connection, ConnectionError> {
        let mut connection = Connection::establish(&self.url)?;
        connection.batch_execute(&self.settings).map_err(ConnectionError::CouldntSetupConfiguration)?;
        // Errors without a kind are told apart by their message, so it had better be English. Not every role may ask for that.
        if let Err(error) = connection.batch_execute("SET lc_messages = 'C'") {
            tracing::trace!(%error, "messages stay in the server's language");
        }
        Ok(connection)
    }

    fn is_suspect(&self, link: &Link) -> bool {
        let suspicion = *self.suspicion.lock().unwrap_or_else(PoisonError::into_inner);
        link.alive <= suspicion || link.alive.elapsed() > IDLE
    }

    fn suspect(&self) {
        *self.suspicion.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// Makes connections for the pool, and finds out which of them are dead.
struct Manager(Arc<Server>);

impl ManageConnection for Manager {
    type Connection = Link;
    type Error = ConnectionError;

    fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        Ok(Link { connection: self.0.connect()?, alive: Instant::now(), lost: false })
    }

    fn is_valid(&self, link: &mut Link) -> std::result::Result<(), ConnectionError> {
        link.ping().map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        let broken = thread::panicking() || link.lost || link.connection.is_broken();
        if broken {
            self.0.suspect();
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
}

impl Postgres {
    /// A store at a URL that [`crate::open`] has looked at.
    pub(crate) fn open(url: String, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
        let connections = options.connections.unwrap_or_else(|| crate::open::cores().saturating_mul(4)).max(1);
        let settings = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = '60s'",
            options.statement_timeout.as_millis(),
            options.wait.as_millis(),
        );
        let server = Arc::new(Server { url, settings, suspicion: Mutex::new(Instant::now()) });
        // The pool would try for long and tell little.
        server.connect().map_err(|error| OpenError::unreachable(&error))?;
        let pool = Pool::builder()
            .max_size(u32::try_from(connections).unwrap_or(u32::MAX))
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(options.wait)
            .idle_timeout(Some(IDLE_CLOSE))
            .max_lifetime(Some(LIFETIME))
            .error_handler(Box::new(LogErrors))
            .build(Manager(Arc::clone(&server)))
            .map_err(|error| OpenError::unreachable(&error))?;
        Ok(Self { server, pool })
    }

    /// A connection that lives, as far as one can know without asking each time.
    fn checkout(&self) -> Result<PooledConnection<Manager>> {
        loop {
            let mut link = self.pool.get().map_err(|error| Error::Unavailable(error.into()))?;
            // A dead one is not kept, so this ends with a new one at the latest.
            if !self.server.is_suspect(&link) || link.ping().is_ok() {
                return Ok(link);
            }
        }
    }
}

impl Store for Postgres {
    fn read(&self) -> Result<Box<dyn Repositories + '_>> {
        Ok(Box::new(Handle::reading(self.checkout()?)))
    }

    fn begin(&self) -> Result<Box<dyn UnitOfWork + '_>> {
        match Handle::begin(self.checkout()?) {
            Ok(unit) => Ok(Box::new(unit)),
            // The connection had died unnoticed; nothing is lost by trying another.
            Err(_) => match Handle::begin(self.checkout()?) {
                Ok(unit) => Ok(Box::new(unit)),
                Err(fault) => Err(fault.into_error(&MESSAGES)),
            },
        }
    }

    fn migrate(&self) -> Result<Vec<String>> {
        let unavailable = |error: ConnectionError| Error::Unavailable(error.into());
        // On a connection of its own, which takes the lock along when it ends.
        let mut connection = Connection::establish(&self.server.url).map_err(unavailable)?;
        connection.batch_execute(MIGRATION_LOCK).map_err(|error| Fault::from(error).into_error(&MESSAGES))?;
        run_pending(&mut connection, MIGRATIONS).map_err(Error::Internal)
    }

    fn ping(&self) -> Result<()> {
        self.checkout()?.ping().map_err(|error| Error::Unavailable(error.into()))
    }

    fn connections(&self) -> usize {
        usize::try_from(self.pool.max_size()).unwrap_or(usize::MAX)
    }
}
