//! A cluster starts, survives a crash, has standbys, and ends with the process that started it.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use postgres::{Client, NoTls};
use wayfare_test_postgres::{Cluster, Error, Server};

const CHILD: &str = "WAYFARE_TEST_POSTGRES_CHILD";

fn client(url: &str) -> Client {
    Client::connect(url, NoTls).unwrap()
}

fn setting(client: &mut Client, name: &str) -> String {
    client
        .query_one(&format!("SHOW {name}"), &[])
        .unwrap()
        .get(0)
}

#[test]
fn temporary_cluster_has_durability_switched_off_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let mut client = client(cluster.url());
    for (name, value) in [
        ("fsync", "off"),
        ("synchronous_commit", "off"),
        ("full_page_writes", "off"),
        ("max_connections", "300"),
        ("listen_addresses", "127.0.0.1"),
        ("server_encoding", "UTF8"),
    ] {
        assert_eq!(setting(&mut client, name), value, "{name}");
    }
}

#[test]
fn durable_cluster_has_the_default_settings_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let cluster = Cluster::start_durable().unwrap();
    let mut client = client(cluster.url());
    for name in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(setting(&mut client, name), "on", "{name}");
    }
    assert!(cluster.log().is_file());
    let lock = client
        .query_one("SELECT pg_read_file('postmaster.pid')", &[])
        .unwrap()
        .get::<_, String>(0);
    assert_eq!(
        lock.lines().next().map(str::to_owned),
        cluster.process_id().map(|id| id.to_string())
    );
}

#[test]
fn stopped_server_restarts_with_its_data_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let mut cluster = Cluster::start().unwrap();
    let url = cluster.url().to_owned();
    let mut before = client(&format!("{url}?options=-csynchronous_commit%3Don"));
    before
        .batch_execute("CREATE TABLE stored (n int); INSERT INTO stored VALUES (7)")
        .unwrap();

    cluster.stop_immediate().unwrap();
    assert!(before.simple_query("SELECT 1").is_err());
    assert!(Client::connect(&url, NoTls).is_err());

    cluster.start_again().unwrap();
    assert_eq!(cluster.url(), url);
    assert_eq!(
        client(&url)
            .query_one("SELECT n FROM stored", &[])
            .unwrap()
            .get::<_, i32>(0),
        7
    );
    cluster.start_again().unwrap();
}

#[test]
fn standby_has_every_commit_and_takes_over_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let mut primary = Cluster::start_durable().unwrap();
    let standby = primary.start_standby("second").unwrap();
    primary.require_standby("second").unwrap();
    let mut before = client(primary.url());
    before
        .batch_execute("CREATE TABLE stored (n int); INSERT INTO stored VALUES (7)")
        .unwrap();
    let mut there = client(standby.url());
    let mut stored = |statement: &str| {
        let rows = there.query(statement, &[]);
        rows.map(|rows| rows.iter().map(|row| row.get(0)).collect::<Vec<i32>>())
    };
    assert_eq!(stored("SELECT n FROM stored").unwrap(), [7]);
    let refused = stored("INSERT INTO stored VALUES (8) RETURNING n").unwrap_err();
    assert!(refused.to_string().contains("db error"), "{refused}");

    primary.stop_immediate().unwrap();
    standby.promote().unwrap();
    assert_eq!(
        stored("INSERT INTO stored VALUES (8) RETURNING n").unwrap(),
        [8]
    );
    assert_eq!(stored("SELECT n FROM stored ORDER BY n").unwrap(), [7, 8]);
}

#[test]
fn rejects_what_can_be_no_standby_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let primary = Cluster::start().unwrap();
    let named = primary.start_standby("Second; DROP");
    assert!(matches!(named, Err(Error::Name(_))));
    let required = primary.require_standby("second");
    assert!(matches!(required, Err(Error::Standby(_))));
    let refused = primary.promote().unwrap_err();
    assert!(
        refused.to_string().contains("recovery is not in progress"),
        "{refused}"
    );
}

#[test]
fn dropped_cluster_removes_its_folder_and_server_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let data = setting(&mut client(cluster.url()), "data_directory");
    let url = cluster.url().to_owned();
    assert!(Path::new(&data).is_dir());
    drop(cluster);
    assert!(!Path::new(&data).parent().unwrap().exists());
    assert!(Client::connect(&url, NoTls).is_err());
}

#[test]
fn start_in_reuses_its_folder_and_rejects_a_foreign_one_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    // In the temporary folder of the system, which the server's account can enter.
    let parent = std::env::temp_dir().join(format!("wayfare-stored-{}", std::process::id()));
    let cluster = Cluster::start_in(&parent).unwrap();
    let mut first = client(cluster.url());
    first.batch_execute("CREATE TABLE stored (n int)").unwrap();
    assert_eq!(setting(&mut first, "fsync"), "on");
    drop((first, cluster));
    let again = Cluster::start_in(&parent).unwrap();
    assert!(
        client(again.url())
            .query("SELECT n FROM stored", &[])
            .unwrap()
            .is_empty()
    );
    drop(again);

    std::fs::remove_dir_all(parent.join("data")).unwrap();
    let refused = Cluster::start_in(&parent);
    std::fs::remove_dir_all(&parent).unwrap();
    assert!(matches!(refused, Err(Error::ForeignFolder(_))));
}

/// A helper process, which the next test starts and kills.
#[test]
fn helper_process() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    println!("\nserver {}", cluster.url());
    thread::sleep(Duration::from_secs(600));
}

#[test]
fn server_ends_with_a_killed_process_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "cluster::helper_process", "--nocapture"])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let url = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("server ").map(str::to_owned))
        .unwrap();
    let data = setting(&mut client(&url), "data_directory");
    let folder = Path::new(&data).parent().unwrap();
    assert!(folder.is_dir());

    child.kill().unwrap();
    child.wait().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while folder.exists() {
        assert!(
            Instant::now() < deadline,
            "the cluster outlived its process"
        );
        thread::sleep(Duration::from_millis(50));
    }
    assert!(Client::connect(&url, NoTls).is_err());
}

#[test]
fn rejects_other_urls_without_repeating_them() {
    let error = Server::at("mysql://root:secret@localhost/x").unwrap_err();
    assert!(matches!(error, Error::Url));
    assert!(!error.to_string().contains("secret"));
    let server = Server::at("postgres://root:secret@localhost/x").unwrap();
    assert!(!format!("{server:?}").contains("secret"));
}
