//! The two database backends, the SQL in which they differ, and a fresh database for a run.

use std::path::Path;
use std::process::Command;

use anyhow::Context;
use tempfile::TempDir;
use wayfare_test_postgres::{Cluster, Database as PostgresDatabase};

/// The base URL of all servers: their answers contain URLs, and so have the same entity tags.
pub(crate) const BASE_URL: &str = "http://wayfare.test";

/// The secret that servers sign access tokens with.
const SECRET: &str = "a secret that is long enough for measurements";

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

    /// A query for the names of the tables.
    pub(crate) fn tables(self) -> &'static str {
        match self {
            Self::Postgres => {
                "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'"
            }
            Self::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table'",
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
    pub(crate) database: Database,
    pub(crate) url: String,
    folder: TempDir,
    _database: Option<PostgresDatabase>,
}

impl Fixture {
    pub(crate) fn new(database: Database, cluster: Option<&Cluster>) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("wayfare-bench-")
            .tempdir()?;
        let created = match database {
            Database::Postgres => {
                let cluster = cluster.context("no PostgreSQL was started")?;
                Some(cluster.server().create_database("bench")?)
            }
            Database::Sqlite => None,
        };
        let url = match &created {
            Some(created) => created.url().to_owned(),
            None => format!("sqlite://{}", folder.path().join("wayfare.db").display()),
        };
        Ok(Self {
            database,
            url,
            folder,
            _database: created,
        })
    }

    /// A folder for files of the measurement.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The command of a server on this database, without rate limits.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let pictures = format!("file://{}", self.folder().join("pictures").display());
        let mut command = Command::new(program);
        command
            .current_dir(self.folder())
            .env("WAYFARE_DATABASE_URL", &self.url)
            .env("WAYFARE_PICTURES_URL", pictures)
            .env("WAYFARE_BASE_URL", BASE_URL)
            .env("WAYFARE_AUTH_SECRET", SECRET)
            .env("WAYFARE_RATE_LIMIT", "off")
            // Longer than a run.
            .env("WAYFARE_ACCESS_TOKEN_TTL", "12h")
            // One account creates all trips.
            .env("WAYFARE_TRIPS_PER_ACCOUNT", "0");
        command
    }
}
