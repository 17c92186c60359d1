//! Databases that no server uses: copying one into another, and whether one may be replaced.

#[cfg(feature = "sqlite")]
mod copy;
#[cfg(feature = "sqlite")]
mod digest;
mod value;

use std::error::Error;

use diesel::backend::Backend;
use diesel::migration::MigrationSource;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

use crate::options::OpenError;

#[cfg(feature = "sqlite")]
pub use copy::{CopiedTable, copy};
pub(crate) use value::{Row, Value};

/// The table of migrations, which is made by migrating.
pub(crate) const MIGRATIONS_TABLE: &str = "__diesel_schema_migrations";

/// The table that a server fills when it starts: a database in which nothing else is has no data.
const OF_EACH_START: &str = "zone_releases";

pub(crate) type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Why a database can't be used offline.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OfflineError {
    /// It can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A server or another program uses it.
    #[error("the database is in use: stop the service first")]
    InUse,
    /// No migration has run.
    #[error("there is no database")]
    Missing,
    /// Its schema is that of an earlier version.
    #[error("the schema is of an earlier version: run wayfare migrate on it first")]
    OldSchema,
    /// Its schema is that of a later version.
    #[error("the schema is of a later version of Wayfare than this program")]
    NewSchema,
    /// A table of the target has rows.
    #[error("the database is not empty: the table {0} has rows")]
    NotEmpty(String),
    /// What was copied reads differently.
    #[error("the table {0} reads differently after copying; nothing is copied")]
    Differs(String),
    /// A statement failed.
    #[error("the database call failed")]
    Failed(#[from] Box<dyn Error + Send + Sync>),
}

/// A table of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
}

impl Table {
    /// The names of the columns, for a statement.
    pub(crate) fn column_list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|name| quoted(name)).collect();
        names.join(", ")
    }

    /// Selects all rows.
    pub(crate) fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.column_list(), quoted(&self.name))
    }

    /// Inserts rows of values, each of which is a list of expressions.
    pub(crate) fn insert(&self, rows: &[String]) -> String {
        let (name, columns) = (quoted(&self.name), self.column_list());
        format!("INSERT INTO {name} ({columns}) VALUES {}", rows.join(", "))
    }
}

/// Deletes all rows of a table.
pub(crate) fn clear(table: &str) -> String {
    format!("DELETE FROM {}", quoted(table))
}

/// Selects whether a table has rows.
pub(crate) fn has_rows(table: &str) -> String {
    format!("EXISTS (SELECT 1 FROM {})", quoted(table))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// How the schema of a database relates to that of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schema {
    None,
    Older,
    Same,
    Newer,
}

/// Compares the migrations that have run with those of this program.
pub(crate) fn schema_of<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: EmbeddedMigrations,
) -> Fallible<Schema> {
    let known = MigrationSource::<DB>::migrations(&migrations)?.len();
    if connection.has_pending_migration(migrations)? {
        return Ok(Schema::Older);
    }
    Ok(match connection.applied_migrations()?.len() > known {
        true => Schema::Newer,
        false => Schema::Same,
    })
}

/// A connection to a database that nobody else uses. What it has begun and not committed is rolled
/// back when it is dropped.
pub(crate) trait Offline {
    /// All tables, that of the migrations included.
    fn tables(&mut self) -> Fallible<Vec<String>>;

    fn has_rows(&mut self, table: &str) -> Fallible<bool>;

    /// Compares the schema, for which there must be a table of migrations.
    fn schema(&mut self) -> Fallible<Schema>;

    /// Begins a transaction that sees one state.
    fn begin(&mut self) -> Fallible<()>;

    /// Runs the pending migrations, in the transaction.
    fn migrate(&mut self) -> Fallible<()>;

    /// Passes each row of a table, in no order, without holding them all.
    fn read(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Fallible<()>) -> Fallible<()>;

    fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Fallible<()>;

    /// Deletes all rows of a table.
    fn clear(&mut self, table: &str) -> Fallible<()>;

    fn commit(&mut self) -> Fallible<()>;
}

/// A database that no server uses. While it is open, no server starts on it.
pub struct OfflineDatabase(pub(crate) Box<dyn Offline>);

impl OfflineDatabase {
    /// The first table that has rows, those that migrating and starting a server fill aside;
    /// `None` if the database is empty.
    ///
    /// # Errors
    /// [`OfflineError::Failed`].
    pub fn first_with_rows(&mut self) -> Result<Option<String>, OfflineError> {
        for table in self.0.tables()? {
            let is_left_out = [MIGRATIONS_TABLE, OF_EACH_START].contains(&&*table);
            if !is_left_out && self.0.has_rows(&table)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }
}
