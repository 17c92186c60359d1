//! Outages of PostgreSQL: the store works again without a restart.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use wayfare_storage::{Error, OpenOptions, Result, Store, open};
use wayfare_test_postgres::Cluster;

use crate::fixtures::{insert_user, user};
use crate::store::{self, TestStore};

/// Ends all other connections to a store's database.
fn end_connections(store: &TestStore) {
    let mut connection = PgConnection::establish(store.url()).unwrap();
    connection
        .batch_execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .unwrap();
}

/// Fills the pool with idle connections. A pool that is still connecting when its connections are
/// ended reports the server as away until its next attempt.
fn fill(store: &dyn Store) {
    let all: Vec<_> = (0..store.connections())
        .map(|_| store.read().unwrap())
        .collect();
    drop(all);
}

fn options() -> OpenOptions {
    OpenOptions {
        connections: Some(4),
        wait: Duration::from_secs(2),
        ..OpenOptions::default()
    }
}

/// A store with four connections.
fn four_connections() -> TestStore {
    let (url, location) = store::postgres_database();
    TestStore::new(&url, location, &options())
}

#[test]
fn begins_units_of_work_after_all_connections_were_ended_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = four_connections();
    fill(&*store);
    end_connections(&store);
    for name in ["ann", "bob", "cid", "dan", "eve"] {
        store.commit(|unit| unit.users().insert(&user(name), None));
    }
}

#[test]
fn at_most_one_read_fails_after_all_connections_were_ended_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = four_connections();
    let ann = insert_user(&store, "ann");
    fill(&*store);
    end_connections(&store);
    let read = || store.try_read(|data| data.users().find(ann));
    let failed: Vec<_> = (0..10).filter_map(|_| read().err()).collect();
    assert!(failed.len() <= 1, "{failed:?}");
    assert!(
        failed
            .iter()
            .all(|error| matches!(error, Error::Unavailable(_))),
        "{failed:?}"
    );
}

#[test]
fn rolls_back_a_unit_of_work_whose_connection_was_ended_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let store = four_connections();
    fill(&*store);
    let mut unit = store.begin().unwrap();
    unit.users().insert(&user("ann"), None).unwrap();
    end_connections(&store);
    let result = unit.commit();
    assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
    assert!(
        store
            .read(|data| data.users().find_by_username("ann"))
            .is_none()
    );

    fill(&*store);
    let mut unit = store.begin().unwrap();
    end_connections(&store);
    let result = unit.users().insert(&user("ann"), None);
    assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
    drop(unit);
    store.commit(|unit| unit.users().insert(&user("ann"), None));
}

#[test]
fn reconnects_after_the_server_was_down_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let mut cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("outage").unwrap();
    let url = format!(
        "{}?options=-csynchronous_commit%3Don",
        database.url().split('?').next().unwrap()
    );
    let store = open(&url, &options()).unwrap();
    store.migrate().unwrap();
    fill(&*store);
    let read = || -> Result<()> { store.read()?.users().find_by_username("ann").map(|_| ()) };
    read().unwrap();

    cluster.stop_immediate().unwrap();
    for _ in 0..2 {
        for result in [read(), store.ping(), store.begin().map(|_| ())] {
            assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
        }
    }
    cluster.start_again().unwrap();
    let restarted = Instant::now();
    while let Err(error) = read() {
        assert!(restarted.elapsed() < Duration::from_secs(20), "{error:?}");
    }
    store.ping().unwrap();
    for _ in 0..10 {
        read().unwrap();
        store.begin().unwrap().commit().unwrap();
    }
}
