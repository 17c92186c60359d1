//! A database that no server uses.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::deserialize::QueryableByName;
use diesel::dsl::sql;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Text};
use diesel::{Connection as _, RunQueryDsl, sql_query};

use super::{Backend, Connection, MIGRATION_LOCK, MIGRATIONS, run_pending};
use crate::offline::{
    Fallible, Offline, OfflineError, Row, Schema, Table, Value, clear, has_rows, schema_of,
};
use crate::options::OpenError;

/// How long it waits for the end of a server that is stopping, and the pause between two looks.
const STOPPING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);
/// Whether servers are connected: connections have this name unless their URL has another.
const IN_USE: &str = "EXISTS (
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'wayfare'
        AND pid <> pg_backend_pid())";
const TABLES: &str = "
    SELECT tablename::text AS name, '' AS kind FROM pg_tables
    WHERE schemaname = current_schema() ORDER BY 1";
const COLUMNS: &str = "
    SELECT column_name::text AS name, data_type::text AS kind FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1";

/// A connection that holds the lock of migrations, for which servers wait at their start.
pub(crate) struct OfflineServer {
    connection: Connection,
    /// The types of columns, by table.
    types: HashMap<String, HashMap<String, String>>,
}

impl OfflineServer {
    /// Opens a database at a URL that [`crate::open`] has validated.
    pub(crate) fn open(url: &str) -> Result<Self, OfflineError> {
        let mut connection =
            Connection::establish(url).map_err(|error| OpenError::not_connected(&error))?;
        connection
            .batch_execute("SET application_name = 'wayfare maintenance'; SET lock_timeout = '2s'")
            .map_err(failed)?;
        if connection.batch_execute(MIGRATION_LOCK).is_err() {
            return Err(OfflineError::InUse);
        }
        let start = Instant::now();
        let mut is_in_use = || diesel::select(sql::<Bool>(IN_USE)).get_result(&mut connection);
        while is_in_use().map_err(failed)? {
            if start.elapsed() > STOPPING {
                return Err(OfflineError::InUse);
            }
            thread::sleep(PAUSE);
        }
        Ok(Self {
            connection,
            types: HashMap::new(),
        })
    }

    /// The types of a table's columns, read once.
    fn types(&mut self, table: &Table) -> Fallible<Vec<String>> {
        if !self.types.contains_key(&table.name) {
            let columns = sql_query(COLUMNS).bind::<Text, _>(&table.name);
            let columns = columns.load::<Named>(&mut self.connection)?;
            let types = columns.into_iter().map(|column| (column.name, column.kind));
            self.types.insert(table.name.clone(), types.collect());
        }
        let known = self.types.get(&table.name).ok_or("a table is missing")?;
        let types = table.columns.iter().map(|name| known.get(name).cloned());
        let types = types.collect::<Option<Vec<_>>>();
        Ok(types.ok_or_else(|| format!("a column of {} is missing", table.name))?)
    }
}

fn failed(error: diesel::result::Error) -> OfflineError {
    OfflineError::Failed(error.into())
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

/// The expression of a column's value from the parameter of this number.
fn expression(kind: &str, number: usize) -> Fallible<String> {
    Ok(match kind {
        "text" | "bytea" | "bigint" => format!("${number}"),
        "integer" => format!("${number}::integer"),
        "boolean" => format!("${number} <> 0"),
        "uuid" => format!("encode(${number}, 'hex')::uuid"),
        // In two parts, since one number of milliseconds would be rounded.
        "timestamp with time zone" => format!(
            "timestamptz 'epoch' + ${number} / 1000 * interval '1 second' \
             + ${number} % 1000 * interval '1 millisecond'"
        ),
        other => return Err(format!("a column is of type {other}").into()),
    })
}

impl Offline for OfflineServer {
    fn tables(&mut self) -> Fallible<Vec<String>> {
        let names = sql_query(TABLES).load::<Named>(&mut self.connection)?;
        Ok(names.into_iter().map(|row| row.name).collect())
    }

    fn has_rows(&mut self, table: &str) -> Fallible<bool> {
        Ok(diesel::select(sql::<Bool>(&has_rows(table))).get_result(&mut self.connection)?)
    }

    fn schema(&mut self) -> Fallible<Schema> {
        schema_of(&mut self.connection, MIGRATIONS)
    }

    fn begin(&mut self) -> Fallible<()> {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ";
        Ok(AnsiTransactionManager::begin_transaction_sql(
            &mut self.connection,
            begin,
        )?)
    }

    fn migrate(&mut self) -> Fallible<()> {
        run_pending(&mut self.connection, MIGRATIONS).map(drop)
    }

    fn read(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Fallible<()>) -> Fallible<()> {
        let query = sql_query(table.select());
        for row in query.load_iter::<Row, PgRowByRowLoadingMode>(&mut self.connection)? {
            each(row?)?;
        }
        Ok(())
    }

    fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Fallible<()> {
        let types = self.types(table)?;
        let mut numbers = 1..;
        let mut lists = Vec::with_capacity(rows.len());
        for _ in &rows {
            let values = types.iter().zip(&mut numbers);
            let values = values.map(|(kind, number)| expression(kind, number));
            let values = values.collect::<Fallible<Vec<_>>>()?;
            lists.push(format!("({})", values.join(", ")));
        }
        let mut query = sql_query(table.insert(&lists)).into_boxed::<Backend>();
        for (value, kind) in rows
            .into_iter()
            .flat_map(|row| row.0.into_iter().zip(&types))
        {
            query = match (value, &**kind) {
                (Value::Null, "text") => query.bind::<Nullable<Text>, _>(None::<String>),
                (Value::Null, "uuid" | "bytea") => {
                    query.bind::<Nullable<Binary>, _>(None::<Vec<u8>>)
                }
                (Value::Null, _) => query.bind::<Nullable<BigInt>, _>(None::<i64>),
                (Value::Integer(number), _) => query.bind::<BigInt, _>(number),
                (Value::Text(text), _) => query.bind::<Text, _>(text),
                (Value::Bytes(bytes), _) => query.bind::<Binary, _>(bytes),
            };
        }
        query.execute(&mut self.connection)?;
        Ok(())
    }

    fn clear(&mut self, table: &str) -> Fallible<()> {
        Ok(self.connection.batch_execute(&clear(table))?)
    }

    fn commit(&mut self) -> Fallible<()> {
        Ok(AnsiTransactionManager::commit_transaction(
            &mut self.connection,
        )?)
    }
}
