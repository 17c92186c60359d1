//! Databases that the binary leaves alone or waits for.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use postgres::{Client, NoTls};
use tempfile::TempDir;
use url::Url;

use crate::served::wayfare;
use crate::{SECRET, output};

#[test]
fn commands_leave_files_that_are_no_store_as_they_are() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("text"), "a text that is longer than a header").unwrap();
    fs::write(path("empty"), "").unwrap();
    let other = "PRAGMA user_version = 7; CREATE TABLE notes (text); INSERT INTO notes VALUES (1)";
    let mut sqlite = Command::new("sqlite3");
    sqlite.current_dir(folder.path()).args(["other", other]);
    assert!(sqlite.status().unwrap().success());
    let state = |name: &str| {
        let mode = fs::metadata(path(name)).unwrap().permissions().mode();
        (mode & 0o777, fs::read(path(name)).unwrap())
    };
    for (name, codes) in [
        ("text", [2, 2, 2]),
        ("other", [2, 2, 3]),
        ("empty", [3, 0, 3]),
    ] {
        fs::set_permissions(path(name), Permissions::from_mode(0o644)).unwrap();
        let before = state(name);
        let url = format!("sqlite://{name}");
        let list = ["users", "list", "--database-url", &url];
        let copy = ["database", "copy", "--from", &url, "--to", "sqlite://to"];
        let migrate = ["migrate", "--database-url", &url];
        for (arguments, code) in [
            (list.as_slice(), codes[0]),
            (copy.as_slice(), codes[2]),
            (migrate.as_slice(), codes[1]),
        ] {
            let output = output(folder.path(), arguments);
            assert_eq!(
                output.status.code(),
                Some(code),
                "{arguments:?}: {output:?}"
            );
            if code != 0 {
                assert_eq!(state(name), before, "{arguments:?}");
            }
        }
    }
}

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
        "ALTER DATABASE \"{name}\" OWNER TO CURRENT_USER; REASSIGN OWNED BY \"{role}\" TO CURRENT_USER;
         DROP OWNED BY \"{role}\"; DROP ROLE \"{role}\""
    );
    superuser.batch_execute(&left).unwrap();
}
