//! Migrations: the same schema on both backends, safe to run concurrently, and reversible.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use diesel::backend::Backend;
use diesel::deserialize::QueryableByName;
use diesel::migration::MigrationSource;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use wayfare_storage::{OpenOptions, open};

use crate::store::{Location, postgres_database, sqlite_file};

fn folder(backend: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("migrations")
        .join(backend)
}

fn names(backend: &str) -> BTreeSet<String> {
    fs::read_dir(folder(backend))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn both_backends_have_the_same_migrations() {
    assert!(!names("sqlite").is_empty());
    assert_eq!(names("postgres"), names("sqlite"));
    for backend in ["postgres", "sqlite"] {
        for name in names(backend) {
            for part in ["up.sql", "down.sql"] {
                assert!(
                    folder(backend).join(&name).join(part).is_file(),
                    "{backend}/{name}/{part}"
                );
            }
        }
    }
}

/// Several servers start concurrently: each migration runs once, and all find the whole schema.
fn run_concurrently((url, _location): (String, Location)) {
    let ran: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    let store = open(
                        &url,
                        &OpenOptions {
                            connections: Some(2),
                            ..OpenOptions::default()
                        },
                    )
                    .unwrap();
                    let ran = store.migrate().unwrap().len();
                    assert!(
                        store
                            .read()
                            .unwrap()
                            .users()
                            .find_by_username("ann")
                            .unwrap()
                            .is_none()
                    );
                    ran
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert_eq!(ran, names("sqlite").len());
    let again = open(&url, &OpenOptions::default())
        .unwrap()
        .migrate()
        .unwrap();
    assert_eq!(again, [""; 0]);
}

#[test]
fn sqlite_migrations_run_concurrently() {
    run_concurrently(sqlite_file());
}

#[test]
fn postgres_migrations_run_concurrently() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    run_concurrently(postgres_database());
}

fn migrate_returns_the_names((url, _location): (String, Location)) {
    let ran = open(&url, &OpenOptions::default())
        .unwrap()
        .migrate()
        .unwrap();
    assert_eq!(ran.into_iter().collect::<BTreeSet<_>>(), names("sqlite"));
}

#[test]
fn migrate_returns_the_names_of_the_migrations_on_sqlite() {
    migrate_returns_the_names(sqlite_file());
}

#[test]
fn migrate_returns_the_names_of_the_migrations_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    migrate_returns_the_names(postgres_database());
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

const SQLITE_SCHEMA: &str =
    "SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_master
    WHERE tbl_name NOT LIKE '__diesel%' ORDER BY line";
const POSTGRES_SCHEMA: &str = "
    SELECT table_name || '.' || ordinal_position || ' ' || column_name || ' ' || data_type || ' '
        || is_nullable AS line
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'
    UNION ALL SELECT indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename NOT LIKE '\\_\\_diesel%'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        AND conrelid::regclass::text NOT LIKE '\\_\\_diesel%'
    ORDER BY line";

const SQLITE_UNINDEXED: &str = "
    SELECT t.name || '.' || f.\"from\" AS line
    FROM sqlite_master t, pragma_foreign_key_list(t.name) f
    WHERE t.type = 'table' AND NOT EXISTS (
        SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c
        WHERE c.seqno = 0 AND c.name = f.\"from\"
    )";
const POSTGRES_UNINDEXED: &str = "
    SELECT conrelid::regclass || '.' || conname AS line FROM pg_constraint f
    WHERE contype = 'f' AND NOT EXISTS (
        SELECT 1 FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indkey[0] = f.conkey[1]
    )";

macro_rules! lines {
    ($connection:expr, $query:expr) => {
        sql_query($query)
            .load::<Line>($connection)
            .unwrap()
            .into_iter()
            .map(|line| line.line)
            .collect::<Vec<_>>()
    };
}

fn source(backend: &str) -> FileBasedMigrations {
    FileBasedMigrations::from_path(folder(backend)).unwrap()
}

/// Runs all migrations and returns their number.
fn run_all<DB: Backend>(connection: &mut impl MigrationHarness<DB>, backend: &str) -> usize
where
    FileBasedMigrations: MigrationSource<DB>,
{
    let ran = connection.run_pending_migrations(source(backend));
    ran.unwrap().len()
}

fn sqlite_connection(url: &str) -> SqliteConnection {
    SqliteConnection::establish(url.trim_start_matches("sqlite://")).unwrap()
}

#[test]
fn reverting_sqlite_migrations_leaves_an_empty_schema() {
    let (url, _location) = sqlite_file();
    let mut connection = sqlite_connection(&url);
    assert_eq!(run_all(&mut connection, "sqlite"), names("sqlite").len());
    let first = lines!(&mut connection, SQLITE_SCHEMA);
    assert!(!first.is_empty());
    connection.revert_all_migrations(source("sqlite")).unwrap();
    assert_eq!(lines!(&mut connection, SQLITE_SCHEMA), [""; 0]);
    run_all(&mut connection, "sqlite");
    assert_eq!(lines!(&mut connection, SQLITE_SCHEMA), first);
}

#[test]
fn reverting_postgres_migrations_leaves_an_empty_schema() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let (url, _location) = postgres_database();
    let mut connection = PgConnection::establish(&url).unwrap();
    assert_eq!(
        run_all(&mut connection, "postgres"),
        names("postgres").len()
    );
    let first = lines!(&mut connection, POSTGRES_SCHEMA);
    assert!(!first.is_empty());
    connection
        .revert_all_migrations(source("postgres"))
        .unwrap();
    assert_eq!(lines!(&mut connection, POSTGRES_SCHEMA), [""; 0]);
    run_all(&mut connection, "postgres");
    assert_eq!(lines!(&mut connection, POSTGRES_SCHEMA), first);
}

#[test]
fn every_foreign_key_has_an_index_on_sqlite() {
    let (url, _location) = sqlite_file();
    let mut connection = sqlite_connection(&url);
    run_all(&mut connection, "sqlite");
    assert_eq!(lines!(&mut connection, SQLITE_UNINDEXED), [""; 0]);
}

#[test]
fn every_foreign_key_has_an_index_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let (url, _location) = postgres_database();
    let mut connection = PgConnection::establish(&url).unwrap();
    run_all(&mut connection, "postgres");
    assert_eq!(lines!(&mut connection, POSTGRES_UNINDEXED), [""; 0]);
}

#[test]
fn columns_on_postgres_are_those_on_sqlite() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let (url, _location) = sqlite_file();
    let mut connection = sqlite_connection(&url);
    run_all(&mut connection, "sqlite");
    let sqlite = lines!(
        &mut connection,
        "SELECT t.name || '.' || c.cid || ' ' || c.name || ' ' || (c.\"notnull\" = 0) AS line
         FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' ORDER BY line"
    );
    let (url, _location) = postgres_database();
    let mut connection = PgConnection::establish(&url).unwrap();
    run_all(&mut connection, "postgres");
    let postgres = lines!(
        &mut connection,
        "SELECT table_name || '.' || (ordinal_position - 1) || ' ' || column_name || ' '
             || (is_nullable = 'YES')::int AS line
         FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'
         ORDER BY line"
    );
    assert_eq!(sqlite, postgres);
}
