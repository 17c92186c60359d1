//! Why a server could not be had, or gave no answer.

use wayfare_server::Failure;

/// What can go wrong with the harness itself; each in one line.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no PostgreSQL, or it would not give a database.
    #[error("{0}")]
    Postgres(#[from] wayfare_test_postgres::Error),
    /// No temporary folder could be had.
    #[error("making a folder for a test server: {0}")]
    Io(#[from] std::io::Error),
    /// The server would not start.
    #[error("the server did not start: {0}")]
    Server(#[from] Failure),
    /// The server gave no answer.
    #[error("no answer to {request}: {source}")]
    NoAnswer {
        /// Method and path.
        request: String,
        /// What happened.
        source: reqwest::Error,
    },
}
