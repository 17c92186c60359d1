//! PostgreSQL goes away and comes back: the store needs no restart of its own.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use wayfare_storage::{Error, OpenOptions, Result, Store, open};
use wayfare_test_postgres::Cluster;

use crate::bench::{self, Bench};
use crate::samples::{kept_user, user};

/// Ends all connections to a store's database but this one.
fn cut_off(bench: &Bench) {
    let mut connection = PgConnection::establish(bench.url()).unwrap();
    connection
        .batch_execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .unwrap();
}

/// Fills the pool: as many connections as it keeps, at rest.
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

fn four_connections() -> Bench {
    let (url, ground) = bench::postgres_ground();
    Bench::new(&url, ground, &options())
}

#[test]
fn a_unit_of_work_begins_though_all_connections_were_cut() {
    let bench = four_connections();
    fill(&*bench);
    cut_off(&bench);
    for name in ["ann", "bob", "cid", "dan", "eve"] {
        bench.work(|unit| unit.users().insert(&user(name), None));
    }
}

#[test]
fn a_cut_connection_is_met_once() {
    let bench = four_connections();
    let ann = kept_user(&bench, "ann");
    fill(&*bench);
    cut_off(&bench);
    let look = || bench.try_look(|read| read.users().find(ann));
    let failed: Vec<_> = (0..10).filter_map(|_| look().err()).collect();
    assert!(failed.len() <= 1, "{failed:?}");
    assert!(
        failed
            .iter()
            .all(|error| matches!(error, Error::Unavailable(_))),
        "{failed:?}"
    );
}

#[test]
fn a_unit_of_work_that_is_cut_off_is_unavailable_and_undone() {
    let bench = four_connections();
    let mut unit = bench.begin().unwrap();
    unit.users().insert(&user("ann"), None).unwrap();
    cut_off(&bench);
    let refused = unit.commit();
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert!(
        bench
            .look(|read| read.users().find_by_username("ann"))
            .is_none()
    );

    let mut unit = bench.begin().unwrap();
    cut_off(&bench);
    let refused = unit.users().insert(&user("ann"), None);
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    drop(unit);
    bench.work(|unit| unit.users().insert(&user("ann"), None));
}

#[test]
fn a_server_that_is_away_is_unavailable_until_it_is_back() {
    let mut cluster = Cluster::start().unwrap();
    let database = cluster.server().create_database("outage").unwrap();
    let url = format!(
        "{}?options=-csynchronous_commit%3Don",
        database.url().split('?').next().unwrap()
    );
    let store = open(&url, &options()).unwrap();
    store.migrate().unwrap();
    fill(&*store);
    let look = || -> Result<()> { store.read()?.users().find_by_username("ann").map(|_| ()) };
    look().unwrap();

    cluster.stop_immediate().unwrap();
    for _ in 0..2 {
        for refused in [look(), store.ping(), store.begin().map(|_| ())] {
            assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        }
    }
    cluster.start_again().unwrap();
    let back = Instant::now();
    while let Err(error) = look() {
        assert!(back.elapsed() < Duration::from_secs(20), "{error:?}");
    }
    store.ping().unwrap();
    for _ in 0..10 {
        look().unwrap();
        store.begin().unwrap().commit().unwrap();
    }
}
