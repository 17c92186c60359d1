//! What can go wrong with a throwaway PostgreSQL, each in one clear line.

use std::path::PathBuf;

/// Why a cluster, a database or a template could not be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// `initdb` and `postgres` were found nowhere.
    #[error(
        "no PostgreSQL server found: install the package `postgresql`, or run `cargo xtask test`, which \
         does so (PG_BIN may name the folder that holds `initdb` and `postgres`)"
    )]
    NoServer,
    /// `PG_BIN` is set, but the server's programs are not there.
    #[error("PG_BIN is {}, which holds no `initdb` and `postgres`", .0.display())]
    WrongBin(PathBuf),
    /// PostgreSQL refuses to run as root, and the machine has no account to run it as.
    #[error(
        "PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody` to run it as"
    )]
    NoAccount,
    /// The folder for the cluster holds something else.
    #[error("{} is neither empty nor a cluster made here", .0.display())]
    ForeignFolder(PathBuf),
    /// No certificate could be made for a server.
    #[cfg(feature = "tls")]
    #[error("making a certificate: {0}")]
    Certificate(#[from] rcgen::Error),
    /// A file or process operation failed.
    #[error("{action}: {source}")]
    Io {
        /// What was being done.
        action: String,
        /// The operating system's reason.
        source: std::io::Error,
    },
    /// `initdb` failed.
    #[error("initdb failed: {0}")]
    Initdb(String),
    /// The server ended, or did not become ready in time; with the end of its log.
    #[error("PostgreSQL did not start: {0}")]
    Start(String),
    /// The URL of the server can't be used.
    #[error("the PostgreSQL server's URL must look like postgres://user@host:port/database")]
    Url,
    /// A prefix or template name that would not do as the name of a database.
    #[error("{0:?} is no name for a database here: 1 to 50 of a-z, 0-9 and _")]
    Name(String),
    /// The template that a database should be copied from has not been made.
    #[error("there is no template {0:?}")]
    NoTemplate(String),
    /// An administrative statement failed.
    #[error("{action}: {}", chain(.source))]
    Statement {
        /// What was being done.
        action: String,
        /// The server's or the connection's reason.
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
    /// For `map_err`: an I/O error with what was being done.
    pub(crate) fn io(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let action = action.into();
        move |source| Self::Io { action, source }
    }

    /// For `map_err`: a failed statement with what was being done.
    pub(crate) fn statement(action: impl Into<String>) -> impl FnOnce(postgres::Error) -> Self {
        let action = action.into();
        move |source| Self::Statement { action, source }
    }
}

/// The client's own text says no more than "db error"; the cause says which.
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
