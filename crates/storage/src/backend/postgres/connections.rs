//! Connections to a PostgreSQL server that may go away and come back.
//!
//! libpq ends calls on dead connections: `tcp_user_timeout`, keep-alives and `connect_timeout` are
//! part of the URL (see [`crate::open`]). The pool here makes sure that after a failure no idle
//! connection is used without a check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::r2d2::R2D2Connection;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection as _, ConnectionError, QueryResult, RunQueryDsl};
use r2d2::ManageConnection;

use super::Connection;
use crate::options::OpenOptions;

/// A connection that has been idle for longer is validated before use.
const MAX_UNCHECKED_IDLE: Duration = Duration::from_secs(30);
/// How statements are planned.
const PLANS: [&str; 4] = [
    // By indexes from row to row. All statements read a few rows by key. Estimates of these are
    // wrong for skewed data, and before the tables are analysed; a plan that reads whole tables, or
    // all that an index finds before the first rows in order, would then be chosen.
    "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; \
     SET enable_bitmapscan = off",
    // Once, for any values. The planner expects more rows of unknown values than of given ones, so
    // it would plan each execution anew, which takes longer than to execute. Citus can't plan
    // statements over several shards without their values.
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', false) \
     WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')",
    // Workers take 17 ms to start and a plan takes as long to compile, where a statement takes less
    // than one. The planner would do both before the tables are analysed, since it then expects
    // look-ups to find thousands of rows.
    "SET max_parallel_workers_per_gather = 0",
    "SET jit = off",
];
/// An UPDATE of 12 kB takes half of the time of the default compression, and a sixth more space.
/// Servers before version 14, and some builds, refuse it.
const COMPRESSION: &str = "SET default_toast_compression = lz4";
/// Whether the server takes writes: not on a standby, nor with `default_transaction_read_only`.
const IS_WRITABLE: &str = "NOT current_setting('transaction_read_only')::bool";

/// A connection of the pool.
pub(super) struct PooledLink {
    pub(super) inner: Connection,
    /// When it last worked.
    last_success: Instant,
    /// Set by an operation that finds the connection lost or read-only.
    pub(super) is_lost: bool,
}

impl PooledLink {
    /// Warns if the server's messages, by which some errors are classified, are not in English.
    pub(super) fn warn_of_other_languages(&mut self) {
        let language = diesel::select(sql::<Text>("current_setting('lc_messages')"));
        let language = language
            .get_result::<String>(&mut self.inner)
            .unwrap_or_default();
        let is_english = ["", "C", "POSIX"].contains(&&*language)
            || ["C.", "en"].iter().any(|start| language.starts_with(start));
        if !is_english {
            tracing::warn!(
                language,
                "the database's messages are not in English, so some outages are reported as \
                 internal errors: ALTER ROLE … SET lc_messages = 'C' helps"
            );
        }
    }

    /// Asks the server whether it takes writes.
    pub(super) fn ping(&mut self) -> QueryResult<bool> {
        let answer = diesel::select(sql::<Bool>(IS_WRITABLE)).get_result::<bool>(&mut self.inner);
        match &answer {
            Ok(true) => self.last_success = Instant::now(),
            Ok(false) | Err(_) => self.is_lost = true,
        }
        answer
    }
}

/// A PostgreSQL server.
pub(super) struct Server {
    pub(super) url: String,
    /// Run on each new connection.
    settings: String,
    /// Whether the last attempt to connect failed.
    pub(super) is_away: AtomicBool,
    /// When a connection last broke: those that last worked before that may be broken too.
    last_failure: Mutex<Instant>,
}

impl Server {
    pub(super) fn new(url: String, options: &OpenOptions) -> Self {
        let settings = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; \
             SET idle_in_transaction_session_timeout = '60s'",
            options.statement_timeout.as_millis(),
            options.wait.as_millis(),
        );
        Self {
            url,
            settings,
            is_away: AtomicBool::new(false),
            last_failure: Mutex::new(Instant::now()),
        }
    }

    /// Connects.
    pub(super) fn connect(&self) -> std::result::Result<PooledLink, ConnectionError> {
        let mut inner = Connection::establish(&self.url)?;
        inner
            .batch_execute(&self.settings)
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        // Not every role may set the language, nor every compatible database the rest.
        let optional = PLANS
            .into_iter()
            .chain([COMPRESSION, "SET lc_messages = 'C'"]);
        for optional in optional {
            if let Err(error) = inner.batch_execute(optional) {
                tracing::trace!(%error, "a setting of the connection is refused");
            }
        }
        Ok(PooledLink {
            inner,
            last_success: Instant::now(),
            is_lost: false,
        })
    }

    /// Returns whether a connection can be used. Pings it if it has been idle for long, or if
    /// another connection has broken since it last worked.
    pub(super) fn validate(&self, link: &mut PooledLink) -> bool {
        let is_doubtful = link.last_success <= *self.last_failure()
            || link.last_success.elapsed() > MAX_UNCHECKED_IDLE;
        !is_doubtful || matches!(link.ping(), Ok(true))
    }

    fn last_failure(&self) -> MutexGuard<'_, Instant> {
        self.last_failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes connections for the pool and detects broken ones.
pub(super) struct Manager(pub(super) Arc<Server>);

impl ManageConnection for Manager {
    type Connection = PooledLink;
    type Error = ConnectionError;

    /// Logs the first failure of a series and the success that ends it.
    fn connect(&self) -> std::result::Result<PooledLink, ConnectionError> {
        let link = self.0.connect();
        let was_away = self.0.is_away.swap(link.is_err(), Ordering::Relaxed);
        match &link {
            Err(error) if was_away => tracing::debug!(%error, "still no connection"),
            Err(error) => tracing::warn!(%error, "no connection to the database"),
            Ok(_) if was_away => tracing::info!("connected to the database again"),
            Ok(_) => {}
        }
        link
    }

    fn is_valid(&self, link: &mut PooledLink) -> std::result::Result<(), ConnectionError> {
        R2D2Connection::ping(&mut link.inner).map_err(ConnectionError::CouldntSetupConfiguration)
    }

    fn has_broken(&self, link: &mut PooledLink) -> bool {
        let is_broken = thread::panicking() || link.is_lost || link.inner.is_broken();
        if is_broken {
            *self.0.last_failure() = Instant::now();
        } else {
            link.last_success = Instant::now();
        }
        is_broken
    }
}
