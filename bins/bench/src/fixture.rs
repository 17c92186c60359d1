//! The two database backends, the SQL in which they differ, and a fresh database for a run.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use wayfare_test_postgres::{Cluster, Database as PostgresDatabase};

use crate::server_process::ServerProcess;

/// The base URL of all servers: their answers contain URLs, and so have the same entity tags.
pub(crate) const BASE_URL: &str = "http://wayfare.test";

/// A database backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Database {
    /// A PostgreSQL cluster for the run, with the default durability settings.
    Postgres,
    /// A file.
    Sqlite,
}

impl Database {
    /// The name in the tables.
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

    /// An expression for the id that ends with a number.
    pub(crate) fn numbered_id(self, prefix: &str, number: &str) -> String {
        match self {
            Self::Postgres => format!("('{prefix}' || {number})::uuid"),
            Self::Sqlite => format!("unhex('{prefix}' || {number}, '-')"),
        }
    }

    /// A query for the names of a table's columns.
    pub(crate) fn columns(self, table: &str) -> String {
        match self {
            Self::Postgres => format!(
                "SELECT column_name::text AS name FROM information_schema.columns \
                WHERE table_name = '{table}'"
            ),
            Self::Sqlite => format!("SELECT name FROM pragma_table_info('{table}')"),
        }
    }

    /// A query for `count` numbers `n` from `first` on.
    pub(crate) fn numbers(self, first: u64, count: u64) -> String {
        let end = first + count;
        match self {
            Self::Postgres => format!("SELECT n FROM generate_series({first}, {end} - 1) AS n"),
            Self::Sqlite => format!(
                "WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL \
                SELECT n + 1 FROM numbers WHERE n + 1 < {end}) SELECT n FROM numbers"
            ),
        }
    }
}

/// A fresh database and a folder for the server's files; dropping it removes both.
pub(crate) struct Fixture {
    /// The backend.
    pub(crate) database: Database,
    url: String,
    folder: TempDir,
    _database: Option<PostgresDatabase>,
}

impl Fixture {
    /// A database on a PostgreSQL cluster.
    pub(crate) fn postgres(cluster: &Cluster) -> anyhow::Result<Self> {
        let database = cluster.server().create_database("bench")?;
        let url = database.url().to_owned();
        Ok(Self {
            database: Database::Postgres,
            url,
            folder: folder()?,
            _database: Some(database),
        })
    }

    /// An SQLite database in a folder of its own.
    pub(crate) fn sqlite() -> anyhow::Result<Self> {
        let folder = folder()?;
        let url = format!("sqlite://{}", folder.path().join("wayfare.db").display());
        Ok(Self {
            database: Database::Sqlite,
            url,
            folder,
            _database: None,
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

    /// Starts a server with the default settings.
    pub(crate) fn serve(&self, program: &Path) -> anyhow::Result<ServerProcess> {
        ServerProcess::start(&mut self.command(program))
    }

    /// The command of a server on this database.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env("WAYFARE_DATABASE_URL", &self.url)
            .env("WAYFARE_BASE_URL", BASE_URL)
            // One account creates all trips.
            .env("WAYFARE_TRIPS_PER_ACCOUNT", "0");
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
