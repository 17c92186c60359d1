//! Each test has its own database; concurrent callers build a template once.

use std::{
    sync::{
        Arc, Barrier,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use postgres::{Client, NoTls};
use uuid::Uuid;
use wayfare_test_postgres::{Error, shared};

fn client(url: &str) -> Client {
    Client::connect(url, NoTls).unwrap()
}

/// Returns the name of a template that no other test of this run uses.
fn template_name() -> String {
    format!("template_{}", Uuid::new_v4().simple())
}

fn exists(name: &str) -> bool {
    let mut client = client(shared().unwrap().url());
    client
        .query_opt("SELECT 1 FROM pg_database WHERE datname = $1", &[&name])
        .unwrap()
        .is_some()
}

fn with_table(url: &str) -> Result<(), postgres::Error> {
    Client::connect(url, NoTls)?.batch_execute("CREATE TABLE things (n int)")
}

#[test]
fn database_is_dropped_with_its_handle_despite_connections_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let database = shared().unwrap().create_database("orders").unwrap();
    let name = database.name().to_owned();
    assert!(name.starts_with("orders_"));
    let mut open = client(database.url());
    open.batch_execute("CREATE TABLE things (n int)").unwrap();
    drop(database);
    assert!(!exists(&name));
    assert!(open.simple_query("SELECT 1").is_err());
}

#[test]
fn rejects_invalid_names_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = shared().unwrap();
    for name in ["", "Orders", "a\"b", "a-b", &"a".repeat(51)] {
        assert!(
            matches!(server.create_database(name), Err(Error::Name(_))),
            "{name}"
        );
    }
}

#[test]
fn concurrent_callers_build_a_template_once_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let name = template_name();
    let built = AtomicU32::new(0);
    let start = Arc::new(Barrier::new(8));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                let server = shared().unwrap();
                server
                    .template(&name, |url| {
                        built.fetch_add(1, Ordering::SeqCst);
                        with_table(url)
                    })
                    .unwrap();
                let database = server.create_from_template(&name).unwrap();
                let mut client = client(database.url());
                client
                    .batch_execute("INSERT INTO things VALUES (1)")
                    .unwrap();
                let rows: i64 = client
                    .query_one("SELECT count(*) FROM things", &[])
                    .unwrap()
                    .get(0);
                assert_eq!(rows, 1, "each has a database of its own");
            });
        }
    });
    assert_eq!(built.load(Ordering::SeqCst), 1);
}

#[test]
fn failed_template_is_removed_and_can_be_built_again_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = shared().unwrap();
    let name = template_name();
    let error = server
        .template(&name, |_| Err("no migrations"))
        .unwrap_err();
    assert!(matches!(error, Error::Build { .. }));
    assert!(error.to_string().contains("no migrations"));
    assert!(!exists(&name));
    assert!(matches!(
        server.create_from_template(&name),
        Err(Error::NoTemplate(_))
    ));
    server.template(&name, with_table).unwrap();
    server.create_from_template(&name).unwrap();
}

#[test]
fn incomplete_template_is_built_again_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = shared().unwrap();
    let name = template_name();
    let mut admin = client(server.url());
    admin
        .batch_execute(&format!("CREATE DATABASE {name} TEMPLATE template0"))
        .unwrap();
    server.template(&name, with_table).unwrap();
    let database = server.create_from_template(&name).unwrap();
    assert!(
        client(database.url())
            .query("SELECT n FROM things", &[])
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn calls_work_inside_an_async_runtime_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = shared().unwrap();
    let name = template_name();
    server.template(&name, with_table).unwrap();
    let database = server.create_from_template(&name).unwrap();
    assert!(exists_from_a_thread(database.name()));
}

fn exists_from_a_thread(name: &str) -> bool {
    thread::scope(|scope| scope.spawn(|| exists(name)).join().unwrap())
}

#[test]
fn failed_statement_names_its_cause_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let server = shared().unwrap();
    let database = server.create_database("gone").unwrap();
    let error = wayfare_test_postgres::Server::at(&database.url().replace("gone_", "lost_"))
        .unwrap()
        .create_database("x")
        .unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
}
