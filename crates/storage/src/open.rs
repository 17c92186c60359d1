//! Opening a store: the scheme of the URL selects the backend.

#[cfg(feature = "sqlite")]
use std::path::PathBuf;
use std::sync::Arc;

use url::{Position, Url};

use crate::Store;
#[cfg(feature = "postgres")]
use crate::backend::postgres::{OfflineServer, Postgres};
#[cfg(feature = "sqlite")]
use crate::backend::sqlite::{OfflineFile, Sqlite, has_store};
use crate::offline::{OfflineDatabase, OfflineError};
use crate::options::{OpenError, OpenOptions};

/// The values of `sslmode` that require TLS.
const NEEDS_TLS: [&str; 3] = ["require", "verify-ca", "verify-full"];

/// Opens the store at a URL: `sqlite://` with the path of a file, which is created if it is
/// missing, or `postgres://` (also `postgresql://`). [`Store::migrate`] updates the schema.
///
/// # Errors
/// Another URL, or a database that can't be reached.
pub fn open(url: &str, options: &OpenOptions) -> Result<Arc<dyn Store>, OpenError> {
    match Place::parse(url)? {
        #[cfg(feature = "sqlite")]
        Place::Sqlite(path) => Ok(Arc::new(Sqlite::open(&path, options)?)),
        #[cfg(feature = "postgres")]
        Place::Postgres(url) => Ok(Arc::new(Postgres::open(url, options)?)),
    }
}

/// Whether [`open`] takes a URL: its form, and a backend of this build. Nothing is opened.
///
/// # Errors
/// A URL that it does not take.
pub fn check_url(url: &str) -> Result<(), OpenError> {
    Place::parse(url).map(drop)
}

/// Whether [`open`] would make a store, because an SQLite file is missing or empty. What a server
/// has [`Store::is_new`] tells. Nothing is changed.
///
/// # Errors
/// A URL or a file that [`open`] does not take.
pub fn is_missing(url: &str) -> Result<bool, OpenError> {
    match Place::parse(url)? {
        #[cfg(feature = "sqlite")]
        Place::Sqlite(path) => {
            let path = std::path::absolute(path).map_err(|error| OpenError::unusable(&error))?;
            let path = path
                .to_str()
                .ok_or_else(|| OpenError::malformed("the path is not UTF-8"))?;
            has_store(path).map(|has_store| !has_store)
        }
        #[cfg(feature = "postgres")]
        Place::Postgres(_) => Ok(false),
    }
}

/// Opens the database at a URL, as [`open`] does, for a program that excludes servers. An SQLite
/// file is created if it is missing.
///
/// # Errors
/// [`OfflineError::InUse`] if a server uses it, [`OfflineError::Open`] if it can't be opened.
pub fn open_offline(url: &str) -> Result<OfflineDatabase, OfflineError> {
    Ok(OfflineDatabase(match Place::parse(url)? {
        #[cfg(feature = "sqlite")]
        Place::Sqlite(path) => Box::new(OfflineFile::open(&path)?),
        #[cfg(feature = "postgres")]
        Place::Postgres(url) => Box::new(OfflineServer::open(&url)?),
    }))
}

/// What a URL names.
enum Place {
    #[cfg(feature = "sqlite")]
    Sqlite(PathBuf),
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl Place {
    fn parse(url: &str) -> Result<Self, OpenError> {
        match url.split_once("://") {
            Some(("sqlite", "" | ":memory:")) => Err(OpenError::malformed(
                "sqlite:// is to be followed by the path of a file",
            )),
            #[cfg(feature = "sqlite")]
            Some(("sqlite", path)) => Ok(Self::Sqlite(PathBuf::from(path))),
            #[cfg(not(feature = "sqlite"))]
            Some(("sqlite", _)) => Err(OpenError::malformed(
                "this build of Wayfare has no SQLite (cargo feature `sqlite`)",
            )),
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", _)) => with_limits(url).map(Self::Postgres),
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", _)) => {
                with_limits(url)?;
                Err(OpenError::malformed(
                    "this build of Wayfare has no PostgreSQL (cargo feature `postgres`)",
                ))
            }
            _ => Err(OpenError::malformed(
                "it begins with neither sqlite:// nor postgres://",
            )),
        }
    }
}

/// Adds libpq's parameters that end dead connections, unless the URL sets them: by default libpq
/// waits for as long as the connection stands.
fn with_limits(url: &str) -> Result<String, OpenError> {
    // libpq's own message would quote parts of the URL, which may be those of the password.
    let parse =
        |url: &str| Url::parse(url).map_err(|error| OpenError::malformed(&error.to_string()));
    let (first, others) = split_hosts(url);
    let mut url = parse(&first)?;
    for host in others.split(',').skip(1) {
        if parse(&format!("postgres://{host}"))?.host_str().is_none() {
            return Err(OpenError::malformed("a host is empty"));
        }
    }
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
        return Err(OpenError::unusable(
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
    let (head, tail) = (&url[..Position::BeforePath], &url[Position::BeforePath..]);
    Ok(format!("{head}{others}{tail}"))
}

/// Takes the hosts behind the first one out of a URL, with a comma before each. libpq tries several
/// (`postgres://one:5432,other:5432/wayfare`), which is not the syntax of URLs.
fn split_hosts(url: &str) -> (String, &str) {
    let scheme = url.find("://").map_or(0, |at| at + "://".len());
    let (scheme, rest) = url.split_at(scheme);
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let user = authority.rfind('@').map_or(0, |at| at + 1);
    let (user, hosts) = authority.split_at(user);
    let (first, others) = hosts.split_at(hosts.find(',').unwrap_or(hosts.len()));
    (format!("{scheme}{user}{first}{tail}"), others)
}
