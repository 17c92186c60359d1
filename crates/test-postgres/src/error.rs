//! The errors of a throwaway PostgreSQL, each as one clear line.

use std::path::PathBuf;

/// Why a cluster, a database or a template is not available.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// `initdb` and `postgres` were not found.
    #[error(
        "no PostgreSQL server found: install the package `postgresql`, or run `cargo xtask test`, \
         which does so (PG_BIN may name the folder that holds `initdb` and `postgres`)"
    )]
    NoServer,
    /// `PG_BIN` is set, but lacks the server's programs.
    #[error("PG_BIN is {}, which holds no `initdb` and `postgres`", .0.display())]
    WrongBin(PathBuf),
    /// PostgreSQL refuses to run as root, and the machine has no suitable account.
    #[error(
        "PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody` to \
            run it as"
    )]
    NoAccount,
    /// The folder for the cluster has other content.
    #[error("{} is neither empty nor a cluster of this crate", .0.display())]
    ForeignFolder(PathBuf),
    /// The certificate of a server could not be created.
    #[cfg(feature = "tls")]
    #[error("creating a certificate: {0}")]
    Certificate(#[from] rcgen::Error),
    /// A file or process operation failed.
    #[error("{action}: {source}")]
    Io {
        /// The failed operation.
        action: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// `initdb` failed.
    #[error("initdb failed: {0}")]
    Initdb(String),
    /// The server ended, or was not ready in time; with the end of its log.
    #[error("PostgreSQL did not start: {0}")]
    Start(String),
    /// A standby could not be made, required or promoted.
    #[error("the standby failed: {0}")]
    Standby(String),
    /// The URL of the server can't be used.
    #[error("the PostgreSQL server's URL must look like postgres://user@host:port/database")]
    Url,
    /// A prefix or template name is not valid as a database name.
    #[error("{0:?} is not a valid database name: 1 to 50 of a-z, 0-9 and _")]
    Name(String),
    /// The template to copy does not exist.
    #[error("template {0:?} does not exist")]
    NoTemplate(String),
    /// An administrative statement failed.
    #[error("{action}: {}", chain(.source))]
    Statement {
        /// The failed statement.
        action: String,
        /// The error of the server or the connection.
        source: postgres::Error,
    },
    /// The caller's function that fills a template failed.
    #[error("building the template {name:?}: {source}")]
    Build {
        /// The template's name.
        name: String,
        /// The function's own error.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// For `map_err`: wraps an I/O error with the failed operation.
    pub(crate) fn io(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let action = action.into();
        move |source| Self::Io { action, source }
    }

    /// For `map_err`: wraps the error of a statement with the failed operation.
    pub(crate) fn statement(action: impl Into<String>) -> impl FnOnce(postgres::Error) -> Self {
        let action = action.into();
        move |source| Self::Statement { action, source }
    }
}

/// Joins the causes: the client's own message is just "db error".
fn chain(error: &postgres::Error) -> String {
    use std::error::Error as _;
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}
