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
pub struct OpenError {
    text: String,
    kind: OpenErrorKind,
}

/// Whether another attempt may succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpenErrorKind {
    /// No attempt will.
    Unusable,
    /// One may: a server does not answer, or takes no connection; or a disk is full.
    Away,
    /// One may once somebody has made the database: its server answers that there is none.
    Missing,
}

impl OpenError {
    pub(crate) fn malformed(why: &str) -> Self {
        Self {
            text: format!("the database URL is not well-formed: {why}"),
            kind: OpenErrorKind::Unusable,
        }
    }

    /// The URL can't be used, now or later, unless its disk is full.
    pub(crate) fn unusable(why: &(impl Display + ?Sized)) -> Self {
        let why = why.to_string();
        let words: Vec<&str> = why.split_whitespace().collect();
        // SQLite tells a full disk as an I/O error where it is that of shared memory.
        let full = ["disk is full", "disk I/O error", "No space left on device"];
        let is_full = full.iter().any(|text| why.contains(text));
        Self {
            text: format!("the database can't be opened: {}", words.join(" ")),
            kind: match is_full {
                true => OpenErrorKind::Away,
                false => OpenErrorKind::Unusable,
            },
        }
    }

    /// A server does not let this service in, which may change, or libpq does not take the URL.
    #[cfg(feature = "postgres")]
    pub(crate) fn not_connected(why: &(impl Display + ?Sized)) -> Self {
        let text = why.to_string();
        // libpq tells no SQLSTATE of a connection that failed.
        let is_missing = text.contains("database \"") && text.contains("\" does not exist");
        let kind = match text {
            _ if text.starts_with("invalid ") => OpenErrorKind::Unusable,
            _ if is_missing => OpenErrorKind::Missing,
            _ => OpenErrorKind::Away,
        };
        Self {
            kind,
            ..Self::unusable(why)
        }
    }

    /// Whether a later attempt may succeed: the database is a server that can't be reached, or its
    /// disk is full.
    pub fn is_away(&self) -> bool {
        self.kind == OpenErrorKind::Away
    }

    /// Whether its server answers that there is no such database.
    pub fn is_missing(&self) -> bool {
        self.kind == OpenErrorKind::Missing
    }
}

impl Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for OpenError {}

/// The number of processor cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
