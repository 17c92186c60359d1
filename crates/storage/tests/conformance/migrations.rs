//! Migrations: the same on both backends, safe to start at once, and undone without a trace.

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

use crate::bench::{Ground, postgres_ground, sqlite_ground};

fn folder(backend: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../migrations")
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

/// Several servers start at once: each migration runs once, and all find a whole schema.
fn run_at_once((url, _ground): (String, Ground)) {
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
fn sqlite_migrations_may_be_started_at_once() {
    run_at_once(sqlite_ground());
}

#[test]
fn postgres_migrations_may_be_started_at_once() {
    run_at_once(postgres_ground());
}

#[test]
fn migrations_that_ran_are_named() {
    for (url, _ground) in [sqlite_ground(), postgres_ground()] {
        let ran = open(&url, &OpenOptions::default())
            .unwrap()
            .migrate()
            .unwrap();
        assert_eq!(ran.into_iter().collect::<BTreeSet<_>>(), names("sqlite"));
    }
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
    SELECT table_name || '.' || ordinal_position || ' ' || column_name || ' ' || data_type || ' ' || is_nullable AS line
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE '\\_\\_diesel%'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE '\\_\\_diesel%'
    ORDER BY line";

const SQLITE_UNINDEXED: &str = "
    SELECT t.name || '.' || f.\"from\" AS line FROM sqlite_master t, pragma_foreign_key_list(t.name) f
    WHERE t.type = 'table' AND NOT EXISTS (
        SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE c.seqno = 0 AND c.name = f.\"from\"
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

fn up<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    from: impl MigrationSource<DB>,
) -> usize {
    connection.run_pending_migrations(from).unwrap().len()
}

#[test]
fn sqlite_migrations_are_undone_without_a_trace() {
    let (url, _ground) = sqlite_ground();
    let source = || FileBasedMigrations::from_path(folder("sqlite")).unwrap();
    let mut connection = SqliteConnection::establish(url.trim_start_matches("sqlite://")).unwrap();
    assert_eq!(up(&mut connection, source()), names("sqlite").len());
    let first = lines!(&mut connection, SQLITE_SCHEMA);
    assert!(!first.is_empty());
    connection.revert_all_migrations(source()).unwrap();
    assert_eq!(lines!(&mut connection, SQLITE_SCHEMA), [""; 0]);
    up(&mut connection, source());
    assert_eq!(lines!(&mut connection, SQLITE_SCHEMA), first);
}

#[test]
fn postgres_migrations_are_undone_without_a_trace() {
    let (url, _ground) = postgres_ground();
    let source = || FileBasedMigrations::from_path(folder("postgres")).unwrap();
    let mut connection = PgConnection::establish(&url).unwrap();
    assert_eq!(up(&mut connection, source()), names("postgres").len());
    let first = lines!(&mut connection, POSTGRES_SCHEMA);
    assert!(!first.is_empty());
    connection.revert_all_migrations(source()).unwrap();
    assert_eq!(lines!(&mut connection, POSTGRES_SCHEMA), [""; 0]);
    up(&mut connection, source());
    assert_eq!(lines!(&mut connection, POSTGRES_SCHEMA), first);
}

#[test]
fn every_foreign_key_has_an_index() {
    let (url, _ground) = sqlite_ground();
    let mut connection = SqliteConnection::establish(url.trim_start_matches("sqlite://")).unwrap();
    up(
        &mut connection,
        FileBasedMigrations::from_path(folder("sqlite")).unwrap(),
    );
    assert_eq!(lines!(&mut connection, SQLITE_UNINDEXED), [""; 0]);
    let (url, _ground) = postgres_ground();
    let mut connection = PgConnection::establish(&url).unwrap();
    up(
        &mut connection,
        FileBasedMigrations::from_path(folder("postgres")).unwrap(),
    );
    assert_eq!(lines!(&mut connection, POSTGRES_UNINDEXED), [""; 0]);
}

#[test]
fn both_backends_have_the_same_columns() {
    let (url, _ground) = sqlite_ground();
    let mut connection = SqliteConnection::establish(url.trim_start_matches("sqlite://")).unwrap();
    up(
        &mut connection,
        FileBasedMigrations::from_path(folder("sqlite")).unwrap(),
    );
    let sqlite = lines!(
        &mut connection,
        "SELECT t.name || '.' || c.cid || ' ' || c.name || ' ' || (c.\"notnull\" = 0) AS line
         FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' ORDER BY line"
    );
    let (url, _ground) = postgres_ground();
    let mut connection = PgConnection::establish(&url).unwrap();
    up(
        &mut connection,
        FileBasedMigrations::from_path(folder("postgres")).unwrap(),
    );
    let postgres = lines!(
        &mut connection,
        "SELECT table_name || '.' || (ordinal_position - 1) || ' ' || column_name || ' ' || (is_nullable = 'YES')::int AS line
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'
         ORDER BY line"
    );
    assert_eq!(sqlite, postgres);
}
