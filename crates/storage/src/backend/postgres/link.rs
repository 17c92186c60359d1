//! Connections to a server that may go away and come back: what each is like, whether it still
//! lives, and how the pool finds out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::r2d2::R2D2Connection;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection as _, ConnectionError, QueryResult, RunQueryDsl};
use r2d2::ManageConnection;

use super::super::watch::{Watch, Watched};
use super::Connection;
use crate::open::{self, OpenError, OpenOptions};

/// An idle connection may have been cut off meanwhile: after this long it is tried before it is
/// used.
const IDLE: Duration = Duration::from_secs(30);
/// A server that lives answers within this time whether it does, and takes what a new connection is
/// to be like.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// How much longer than a statement may take an answer may be under way.
const MARGIN: Duration = Duration::from_secs(1);
/// Whether what is written would be taken. False on a standby, and where an operator has set
/// `default_transaction_read_only`.
const IS_WRITABLE: &str = "NOT current_setting('transaction_read_only')::bool";

/// A connection and when it was last known to live.
pub(super) struct Link {
    connection: Connection,
    watched: Arc<Watched>,
    /// How long a call may take.
    limit: Duration,
    alive: Instant,
    /// Whether an operation found that it is lost, or that nothing can be written on it.
    pub(super) lost: bool,
}

impl Link {
    /// Runs a call to the database, bounded in time.
    pub(super) fn call<T>(&mut self, call: impl FnOnce(&mut Connection) -> T) -> T {
        let Self {
            connection,
            watched,
            limit,
            ..
        } = self;
        watched.during(*limit, || call(connection))
    }

    /// Warns where messages that are told apart are in another language than they are looked for
    /// in.
    pub(super) fn warn_of_other_languages(&mut self) {
        let language = diesel::select(sql::<Text>("current_setting('lc_messages')"));
        let language = self
            .call(|connection| language.get_result::<String>(connection))
            .unwrap_or_default();
        let is_english = ["", "C", "POSIX"].contains(&&*language)
            || ["C.", "en"].iter().any(|start| language.starts_with(start));
        if !is_english {
            tracing::warn!(
                language,
                "the database's messages are not in English, so some failures are taken for faults of the service: \
                 ALTER ROLE … SET lc_messages = 'C' helps"
            );
        }
    }

    /// Asks the server whether it lives and would let us write.
    pub(super) fn ping(&mut self) -> QueryResult<bool> {
        let Self {
            connection,
            watched,
            ..
        } = self;
        let answer = watched.during(SIGN_OF_LIFE, || {
            diesel::select(sql::<Bool>(IS_WRITABLE)).get_result::<bool>(connection)
        });
        match &answer {
            Ok(true) => self.alive = Instant::now(),
            Ok(false) | Err(_) => self.lost = true,
        }
        answer
    }
}

/// Where the server is, how to speak to it, and whether it has been away.
pub(super) struct Server {
    pub(super) url: String,
    port: u16,
    settings: String,
    limit: Duration,
    watch: Watch,
    /// Whether the last attempt to connect failed.
    pub(super) away: AtomicBool,
    /// When a connection was last found dead: those older than that may be dead too.
    suspicion: Mutex<Instant>,
    /// When one was last found to hang: those older than that do too, and are not asked.
    condemnation: Mutex<Instant>,
}

impl Server {
    pub(super) fn new(url: String, options: &OpenOptions) -> std::result::Result<Self, OpenError> {
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
    pub(super) fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        let (mut connection, watched) = self
            .watch
            .connect(self.port, || Connection::establish(&self.url))?;
        watched.during(
            SIGN_OF_LIFE,
            || -> std::result::Result<(), ConnectionError> {
                connection
                    .batch_execute(&self.settings)
                    .map_err(ConnectionError::CouldntSetupConfiguration)?;
                // Errors without a kind are told apart by their message, so it had better be
                // English. Not every role may ask for that.
                if let Err(error) = connection.batch_execute("SET lc_messages = 'C'") {
                    tracing::trace!(%error, "messages stay in the server's language");
                }
                Ok(())
            },
        )?;
        Ok(Link {
            connection,
            watched,
            limit: self.limit,
            alive: Instant::now(),
            lost: false,
        })
    }

    /// A connection for the pool. Tells of the first attempt in vain and of the end of such
    /// attempts, not of each.
    fn reconnect(&self) -> std::result::Result<Link, ConnectionError> {
        let link = self.connect();
        let was_away = self.away.swap(link.is_err(), Ordering::Relaxed);
        match &link {
            Err(error) if was_away => {
                tracing::debug!(%error, "still no connection to the database")
            }
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
    pub(super) fn vouches_for(&self, link: &mut Link) -> bool {
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
pub(super) struct Manager(pub(super) Arc<Server>);

impl ManageConnection for Manager {
    type Connection = Link;
    type Error = ConnectionError;

    fn connect(&self) -> std::result::Result<Link, ConnectionError> {
        self.0.reconnect()
    }

    fn is_valid(&self, link: &mut Link) -> std::result::Result<(), ConnectionError> {
        link.call(R2D2Connection::ping)
            .map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        let broken = thread::panicking()
            || link.lost
            || link.watched.was_cut()
            || link.connection.is_broken();
        if broken {
            *lock(&self.0.suspicion) = Instant::now();
        } else {
            link.alive = Instant::now();
        }
        broken
    }
}
