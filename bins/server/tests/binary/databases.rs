//! Databases that the binary waits for, and those that do not exist.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use postgres::{Client, NoTls};
use tempfile::TempDir;
use url::Url;

use crate::SECRET;
use crate::served::wayfare;

#[test]
fn a_start_waits_for_a_connection_to_migrate() {
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("busy").unwrap();
    let mut url = Url::parse(database.url()).unwrap();
    let name = url.path().trim_start_matches('/').to_owned();
    let role = format!("{name}_few");
    let mut superuser = Client::connect(database.url(), NoTls).unwrap();
    // The pool has it.
    let limited = format!(
        "CREATE ROLE \"{role}\" LOGIN CONNECTION LIMIT 1;
         ALTER DATABASE \"{name}\" OWNER TO \"{role}\""
    );
    superuser.batch_execute(&limited).unwrap();
    url.set_username(&role).unwrap();
    let folder = TempDir::new().unwrap();
    let start = ["--listen", "127.0.0.1:0", "--database-url", url.as_str()];
    let mut starting = wayfare(folder.path(), &[start.as_slice(), &SECRET].concat())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(starting.stdout.take().unwrap()).lines();
    // Opening it may fail, too, while its first connection ends.
    let is_of_migration =
        |line: &str| line.contains("trying again") && !line.contains("can't be opened");
    assert!(log.any(|line| is_of_migration(&line.unwrap())));
    let unlimited = format!("ALTER ROLE \"{role}\" CONNECTION LIMIT -1");
    superuser.batch_execute(&unlimited).unwrap();
    let is_listening = log.any(|line| line.unwrap().contains("listening on"));
    assert!(is_listening);
    kill(Pid::from_raw(starting.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert_eq!(starting.wait().unwrap().code(), Some(0));
    let left = format!(
        "ALTER DATABASE \"{name}\" OWNER TO CURRENT_USER; REASSIGN OWNED BY \"{role}\" TO \
            CURRENT_USER;
         DROP OWNED BY \"{role}\"; DROP ROLE \"{role}\""
    );
    superuser.batch_execute(&left).unwrap();
}

#[test]
fn a_database_that_does_not_exist_is_not_waited_for() {
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("missing").unwrap();
    let url = format!("{}_not", database.url());
    let folder = TempDir::new().unwrap();
    for command in ["serve", "migrate", "users"] {
        let list = (command == "users").then_some("list");
        let arguments = ["--listen", "127.0.0.1:0", "--database-url", &url];
        let arguments = [&[command][..], &arguments, &SECRET, list.as_slice()].concat();
        let start = Instant::now();
        let output = wayfare(folder.path(), &arguments).output().unwrap();
        let line = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{line}");
        assert!(
            line.contains("does not exist") && line.contains("WAYFARE_DATABASE_URL"),
            "{line}"
        );
        assert!(start.elapsed() < Duration::from_secs(20), "{command}");
    }
}
