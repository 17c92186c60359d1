//! The server that all tests of a run share.

use std::{
    io::Write,
    sync::{Mutex, Once, PoisonError},
};

use crate::{Binaries, Cluster, Error, Server};

/// The environment variable with the superuser URL of a running server to use. The value `required`
/// means a cluster of the run's own, without which tests fail.
pub const URL_VARIABLE: &str = "WAYFARE_TEST_POSTGRES";

/// Returns the value of [`URL_VARIABLE`], if it is a URL.
#[must_use]
pub fn url_in_environment() -> Option<String> {
    std::env::var(URL_VARIABLE)
        .ok()
        .filter(|url| url != "required")
}

/// Returns whether tests on PostgreSQL run. If not, a line on standard error says so, once in each
/// process.
///
/// They do not run if no server is found (see [`Binaries::find`]) and [`URL_VARIABLE`] is not set.
/// A wrong `PG_BIN` returns `true`, so that [`shared`] reports it.
///
/// ```
/// # fn test() {
/// if !wayfare_test_postgres::is_available() {
///     return;
/// }
/// # }
/// ```
#[must_use]
pub fn is_available() -> bool {
    static REPORT: Once = Once::new();
    let is_available = std::env::var_os(URL_VARIABLE).is_some()
        || !matches!(Binaries::find(), Err(Error::NoServer));
    if !is_available {
        // Written directly: test runners capture the output of `eprintln!`.
        REPORT.call_once(|| {
            let _ = writeln!(
                std::io::stderr(),
                "tests on PostgreSQL are skipped: {}; {URL_VARIABLE}=required makes them fail",
                Error::NoServer
            );
        });
    }
    is_available
}

/// Returns the server for the databases of this run: the one in [`URL_VARIABLE`] (set by `cargo
/// xtask test`, so that test processes share it), else a cluster that this process starts once and
/// that ends with it.
///
/// # Errors
/// As [`Server::at`] or [`Cluster::start`]. A later call tries again.
pub fn shared() -> Result<&'static Server, Error> {
    static SHARED: Mutex<Option<&'static Server>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = *shared {
        return Ok(server);
    }
    let server: &'static Server = match url_in_environment() {
        Some(url) => Box::leak(Box::new(Server::at(&url)?)),
        // Never dropped: the cluster's watchdog notices the end of this process.
        None => Box::leak(Box::new(Cluster::start()?)).server(),
    };
    *shared = Some(server);
    Ok(server)
}
