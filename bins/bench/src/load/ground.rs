//! The two databases that are measured on, and how each says what both know.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use wayfare_test_postgres::{Cluster, Database as OneOfMany};

use super::statements::LOGGED;
use crate::served::Served;

/// Which database a server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Database {
    /// A server of its own, with PostgreSQL's own settings of durability.
    Postgres,
    /// A file.
    Sqlite,
}

impl Database {
    /// Its name in the tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Postgres => "PostgreSQL",
            Self::Sqlite => "SQLite",
        }
    }

    /// An id as a literal.
    pub(crate) fn id(self, text: &str) -> String {
        match self {
            Self::Postgres => format!("'{text}'::uuid"),
            Self::Sqlite => format!("x'{}'", text.replace('-', "")),
        }
    }

    /// Bytes as a literal, from hexadecimal digits.
    pub(crate) fn bytes(self, hex: &str) -> String {
        match self {
            Self::Postgres => format!("'\\x{hex}'::bytea"),
            Self::Sqlite => format!("x'{hex}'"),
        }
    }

    /// A new id, another for each row.
    pub(crate) fn random_id(self) -> &'static str {
        match self {
            Self::Postgres => "gen_random_uuid()",
            Self::Sqlite => "randomblob(16)",
        }
    }

    /// A query for the numbers `n` from 1.
    pub(crate) fn numbers(self, count: u64) -> String {
        match self {
            Self::Postgres => format!("SELECT n FROM generate_series(1, {count}) AS n"),
            Self::Sqlite => format!(
                "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) SELECT n FROM numbers"
            ),
        }
    }

    /// A moment that has been, and one that is far.
    pub(crate) fn times(self) -> (&'static str, &'static str) {
        match self {
            Self::Postgres => ("now()", "now() + interval '30 days'"),
            Self::Sqlite => ("unixepoch() * 1000", "(unixepoch() + 2592000) * 1000"),
        }
    }
}

/// A database to measure on, and a folder for what else a server keeps; all removed at the end.
pub(crate) struct Ground {
    /// Which database.
    pub(crate) database: Database,
    url: String,
    folder: TempDir,
    _lease: Option<OneOfMany>,
}

impl Ground {
    /// A database of its own on a cluster.
    pub(crate) fn on(cluster: &Cluster) -> anyhow::Result<Self> {
        let lease = cluster.server().create_database("bench")?;
        let url = lease.url().to_owned();
        Ok(Self {
            database: Database::Postgres,
            url,
            folder: folder()?,
            _lease: Some(lease),
        })
    }

    /// A file of its own.
    pub(crate) fn in_a_file() -> anyhow::Result<Self> {
        let folder = folder()?;
        let url = format!("sqlite://{}", folder.path().join("wayfare.db").display());
        Ok(Self {
            database: Database::Sqlite,
            url,
            folder,
            _lease: None,
        })
    }

    /// The database's URL.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// A folder for files of the measurement.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a server on it, with the default settings.
    pub(crate) fn serve(&self, program: &Path) -> anyhow::Result<Served> {
        Served::start(&mut self.command(program, &self.url))
    }

    /// Starts a server on it with one connection to the database, the statements of which are
    /// logged.
    pub(crate) fn serve_logged(&self, program: &Path) -> anyhow::Result<Served> {
        let url = format!("{}?{LOGGED}", self.url);
        Served::start(
            self.command(program, &url)
                .env("WAYFARE_DATABASE_POOL", "1"),
        )
    }

    /// Starts this program as a server on it, with the route that does no work.
    pub(crate) fn serve_ceiling(&self) -> anyhow::Result<Served> {
        Served::start(
            self.command(&std::env::current_exe()?, &self.url)
                .arg("ceiling"),
        )
    }

    fn command(&self, program: &Path, url: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env("WAYFARE_DATABASE_URL", url);
        command.env(
            "WAYFARE_PICTURES_URL",
            format!("file://{}", self.folder.path().join("pictures").display()),
        );
        command
    }
}

fn folder() -> std::io::Result<TempDir> {
    tempfile::Builder::new().prefix("wayfare-bench-").tempdir()
}
