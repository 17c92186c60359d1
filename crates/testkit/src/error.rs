//! The errors of the harness.

use wayfare_server::Failure;
use wayfare_service::RateImportError;

/// An error of the harness; its message is one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// PostgreSQL is not available, or creating a database failed.
    #[error("{0}")]
    Postgres(#[from] wayfare_test_postgres::Error),
    /// Creating a temporary folder failed.
    #[error("making a folder for a test server: {0}")]
    Io(#[from] std::io::Error),
    /// The server did not start.
    #[error("the server did not start: {0}")]
    Server(#[from] Failure),
    /// The proxy that the environment asks for did not start.
    #[error("nginx, which WAYFARE_TEST_NGINX asks for, did not start")]
    Proxy,
    /// Importing reference rates failed.
    #[error("the rates are not imported: {0}")]
    Rates(#[from] RateImportError),
}
