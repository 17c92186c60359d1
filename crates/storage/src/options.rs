//! Options for opening a store, and why that fails.

use std::fmt::{self, Display};
use std::thread;
use std::time::Duration;

/// Options for opening a store.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// The size of the connection pool. Default: on PostgreSQL four per core; on SQLite one reader
    /// per core, but at least two, and one writer. SQLite needs at least two.
    pub connections: Option<usize>,
    /// The timeout for a connection from the pool, and on PostgreSQL for a lock.
    pub wait: Duration,
    /// The statement timeout on PostgreSQL.
    pub statement_timeout: Duration,
    /// The size of the trip cache in bytes of documents, which take about three times as much
    /// memory. 0 disables it.
    pub trip_cache: usize,
}

impl Default for OpenOptions {
    fn default() -> Self {
        let limit = Duration::from_secs(3);
        Self {
            connections: None,
            wait: limit,
            statement_timeout: limit,
            trip_cache: 24 << 20,
        }
    }
}

/// Why a store can't be opened, in one line that never contains the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenError(String);

impl OpenError {
    pub(crate) fn malformed(why: &str) -> Self {
        Self(format!("the database URL is not well-formed: {why}"))
    }

    pub(crate) fn unreachable(why: &(impl Display + ?Sized)) -> Self {
        let why = why.to_string();
        let words: Vec<&str> = why.split_whitespace().collect();
        Self(format!("the database can't be opened: {}", words.join(" ")))
    }
}

impl Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// The number of processor cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
