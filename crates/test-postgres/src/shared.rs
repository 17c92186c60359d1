//! The server that all tests of a run share.

use std::sync::{Mutex, PoisonError};

use crate::{Cluster, Error, Server};

/// The environment variable with the superuser URL of a running server to use.
pub const URL_VARIABLE: &str = "WAYFARE_TEST_POSTGRES";

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
    let server: &'static Server = match std::env::var(URL_VARIABLE) {
        Ok(url) => Box::leak(Box::new(Server::at(&url)?)),
        // Never dropped: the cluster's watchdog notices the end of this process.
        Err(_) => Box::leak(Box::new(Cluster::start()?)).server(),
    };
    *shared = Some(server);
    Ok(server)
}
