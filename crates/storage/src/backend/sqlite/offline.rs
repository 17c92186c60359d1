//! A file that no server uses, and copies of a file that servers use.

use std::path::Path;
use std::time::Duration;

use diesel::connection::{
    AnsiTransactionManager, DefaultLoadingMode, SimpleConnection, TransactionManager,
};
use diesel::deserialize::QueryableByName;
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Text};
use diesel::{Connection as _, RunQueryDsl, sql_query};

use super::{
    Backend, Connection, MIGRATIONS, absolute, has_tables, is_blank, is_locked, restrict,
    run_pending,
};
use crate::offline::{
    Fallible, Offline, OfflineError, Row, Schema, Table, Value, clear, has_rows, schema_of,
};
use crate::options::OpenError;

/// How long it waits for the end of a server that is stopping.
const STOPPING: Duration = Duration::from_secs(2);
/// How long a copy waits for a lock.
const SNAPSHOT_BUSY: &str = "PRAGMA busy_timeout = 30000";
/// The tables, and those of the program with their columns.
const TABLES: &str = "SELECT name FROM sqlite_master WHERE type = 'table'";
const COLUMNS: &str = "
    SELECT m.name AS name, c.name AS \"column\" FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE '\\_\\_diesel%' ESCAPE '\\'
    ORDER BY m.rowid, c.cid";

/// A connection that holds the lock of the file, and the file's path.
pub(crate) struct OfflineFile(Connection, String);

impl OfflineFile {
    /// Opens a file, which is created if it is missing, and is no other program's. Its mode stays
    /// until it is migrated: it may be the source of a copy.
    pub(crate) fn open(path: &Path) -> Result<Self, OfflineError> {
        let path = absolute(path)?;
        if is_blank(&path)? {
            restrict(&path)?;
        }
        let unusable = |error: &dyn std::fmt::Display| {
            OfflineError::Open(OpenError::unusable(&format!("{path}: {error}")))
        };
        let mut connection = Connection::establish(&path).map_err(|error| unusable(&error))?;
        // Other connections hold a shared lock of a file with a write-ahead log all the time.
        let locked = connection.batch_execute(&format!(
            "PRAGMA busy_timeout = {}; PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON;
             BEGIN EXCLUSIVE; COMMIT",
            STOPPING.as_millis()
        ));
        match locked {
            Ok(()) => {
                has_tables(&mut connection, &path)?;
                Ok(Self(connection, path))
            }
            Err(error) if is_locked(&error) => Err(OfflineError::InUse),
            Err(error) => Err(unusable(&error)),
        }
    }
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    column: String,
}

/// The tables of this program's schema but that of the migrations. A table comes after those that
/// it references, since migrations create them in this order.
pub(crate) fn program_tables() -> Fallible<Vec<Table>> {
    let mut memory = Connection::establish(":memory:")?;
    run_pending(&mut memory, MIGRATIONS)?;
    let mut tables: Vec<Table> = Vec::new();
    for Column { name, column } in sql_query(COLUMNS).load::<Column>(&mut memory)? {
        match tables.last_mut() {
            Some(table) if table.name == name => table.columns.push(column),
            _ => tables.push(Table {
                name,
                columns: vec![column],
            }),
        }
    }
    Ok(tables)
}

impl Offline for OfflineFile {
    fn tables(&mut self) -> Fallible<Vec<String>> {
        let names = sql_query(TABLES).load::<Name>(&mut self.0)?;
        Ok(names.into_iter().map(|row| row.name).collect())
    }

    fn has_rows(&mut self, table: &str) -> Fallible<bool> {
        Ok(diesel::select(sql::<Bool>(&has_rows(table))).get_result(&mut self.0)?)
    }

    fn schema(&mut self) -> Fallible<Schema> {
        schema_of(&mut self.0, MIGRATIONS)
    }

    fn begin(&mut self) -> Fallible<()> {
        Ok(AnsiTransactionManager::begin_transaction_sql(
            &mut self.0,
            super::BEGIN,
        )?)
    }

    fn migrate(&mut self) -> Fallible<()> {
        restrict(&self.1)?;
        run_pending(&mut self.0, MIGRATIONS).map(drop)
    }

    fn read(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Fallible<()>) -> Fallible<()> {
        let query = sql_query(table.select());
        for row in query.load_iter::<Row, DefaultLoadingMode>(&mut self.0)? {
            each(row?)?;
        }
        Ok(())
    }

    fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Fallible<()> {
        let row = format!("({})", vec!["?"; table.columns.len()].join(", "));
        let mut query = sql_query(table.insert(&vec![row; rows.len()])).into_boxed::<Backend>();
        for value in rows.into_iter().flat_map(|row| row.0) {
            query = match value {
                Value::Null => query.bind::<Nullable<Text>, _>(None::<String>),
                Value::Integer(number) => query.bind::<BigInt, _>(number),
                Value::Text(text) => query.bind::<Text, _>(text),
                Value::Bytes(bytes) => query.bind::<Binary, _>(bytes),
            };
        }
        query.execute(&mut self.0)?;
        Ok(())
    }

    fn clear(&mut self, table: &str) -> Fallible<()> {
        Ok(self.0.batch_execute(&clear(table))?)
    }

    fn commit(&mut self) -> Fallible<()> {
        Ok(AnsiTransactionManager::commit_transaction(&mut self.0)?)
    }
}

/// Copies the file at `path` as of now to `to`, which must not exist, while servers use it. Checks
/// the copy.
///
/// # Errors
/// The file is no database, the copy is damaged, or there is no room for it.
pub fn copy_sqlite_file(path: &Path, to: &Path) -> Result<(), OfflineError> {
    let snapshot = || -> Fallible<()> {
        let mut connection = Connection::establish(&absolute(path)?)?;
        connection.batch_execute(SNAPSHOT_BUSY)?;
        let target = absolute(to)?;
        let copied = sql_query("VACUUM INTO ?").bind::<Text, _>(&target);
        copied.execute(&mut connection)?;
        restrict(&target)?;
        let mut copy = Connection::establish(&target)?;
        let found = sql_query("SELECT integrity_check AS name FROM pragma_integrity_check LIMIT 1");
        match &*found.get_result::<Name>(&mut copy)?.name {
            "ok" => Ok(()),
            fault => Err(format!("the copy is damaged: {fault}").into()),
        }
    };
    snapshot().map_err(OfflineError::Failed)
}
