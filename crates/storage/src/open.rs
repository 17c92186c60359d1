//! Opening a store: the URL picks the backend.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use url::Url;

use crate::Store;
use crate::backend::postgres::Postgres;
use crate::backend::sqlite::Sqlite;

/// The values of `sslmode` that put up with no connection but one over TLS.
const NEEDS_TLS: [&str; 3] = ["require", "verify-ca", "verify-full"];

/// How a store is opened.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// How many connections it keeps at most. Where it is not said: on PostgreSQL four for each
    /// core, on SQLite one for each core (at least two) to read, and one to write. SQLite needs
    /// two.
    pub connections: Option<usize>,
    /// How long a caller waits for a connection, and on PostgreSQL for a lock.
    pub wait: Duration,
    /// How long a statement may take on PostgreSQL. A server that has not answered a second after
    /// that is taken for dead.
    pub statement_timeout: Duration,
    /// How many bytes of documents are kept of trips that were read, so that they are not read
    /// again while they stay as they are; in memory they take some three times that. 0 keeps none.
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

/// Why a store can't be opened: one line for a person, which never holds the password.
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

/// Opens the store at a URL: `sqlite://` with the path of a file, which is made where it is not
/// there, or `postgres://` (also `postgresql://`). The schema is not touched: see
/// [`Store::migrate`].
///
/// # Errors
/// Another URL, or a database that can't be reached.
pub fn open(url: &str, options: &OpenOptions) -> Result<Arc<dyn Store>, OpenError> {
    match url.split_once("://") {
        Some(("sqlite", "" | ":memory:")) => Err(OpenError::malformed(
            "sqlite:// is to be followed by the path of a file",
        )),
        Some(("sqlite", path)) => Ok(Arc::new(Sqlite::open(Path::new(path), options)?)),
        Some(("postgres" | "postgresql", _)) => {
            Ok(Arc::new(Postgres::open(with_limits(url)?, options)?))
        }
        _ => Err(OpenError::malformed(
            "it begins with neither sqlite:// nor postgres://",
        )),
    }
}

/// The URL with time limits for connecting and for a server that went silent, which the library
/// below has none of by itself.
fn with_limits(url: &str) -> Result<String, OpenError> {
    // The library's own words about a malformed URL would repeat parts of it, which may be those of
    // the password.
    let mut url = Url::parse(url).map_err(|error| OpenError::malformed(&error.to_string()))?;
    if url.fragment().is_some()
        || url.path().contains('@')
        || url.query().is_some_and(|query| query.contains('@'))
    {
        return Err(OpenError::malformed(
            "in user and password /, ?, # and @ are to be written %2F, %3F, %23 and %40",
        ));
    }
    let mut escapes = url.as_str().split('%').skip(1);
    if !escapes.all(|rest| {
        rest.get(..2)
            .is_some_and(|hex| u8::from_str_radix(hex, 16).is_ok_and(|byte| byte != 0))
    }) {
        return Err(OpenError::malformed("a \"%\" is to be written %25"));
    }
    if cfg!(not(feature = "tls"))
        && url
            .query_pairs()
            .any(|(key, mode)| key == "sslmode" && NEEDS_TLS.contains(&&*mode))
    {
        return Err(OpenError::unreachable(
            "its URL asks for TLS, which this build of Wayfare lacks (cargo feature `tls`)",
        ));
    }
    let defaults = [
        ("application_name", "wayfare"),
        ("connect_timeout", "2"),
        ("keepalives_idle", "10"),
        ("keepalives_interval", "3"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "5000"),
    ];
    for (key, value) in defaults {
        if !url.query_pairs().any(|(set, _)| set == key) {
            url.query_pairs_mut().append_pair(key, value);
        }
    }
    Ok(url.into())
}

/// The port that a PostgreSQL URL leads to, also where it names a Unix socket.
pub(crate) fn port(url: &str) -> u16 {
    let url = Url::parse(url).ok();
    let named = url
        .as_ref()
        .and_then(|url| url.query_pairs().find(|(key, _)| key == "port"));
    let named = named
        .and_then(|(_, port)| port.parse().ok())
        .or_else(|| url.as_ref()?.port());
    let set = || std::env::var("PGPORT").ok()?.parse().ok();
    named.or_else(set).unwrap_or(5_432)
}

/// How many threads run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
