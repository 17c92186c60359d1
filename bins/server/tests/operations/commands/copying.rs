//! `wayfare database copy`: SQLite to PostgreSQL and back, and what it and other commands refuse.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use wayfare_test_postgres::{Binaries, Database, shared};

use crate::commands::{failed, run, succeeded};
use crate::process::spawn;

/// Rows of tables that the kept databases do not have.
const MORE: &str = "
    INSERT INTO grants SELECT randomblob(16), 'key', id, NULL, 'read', 'sync', randomblob(32), NULL,
        NULL, NULL, 0, 1, 1, 253402300799123, '2026-01-02' FROM users;
    INSERT INTO grants SELECT randomblob(16), 'invitation', owner_id, id, 'viewer', '', NULL, NULL,
        1, 9, 8, 1, 1, 2, NULL FROM trips;
    INSERT INTO outgoing_mail VALUES (randomblob(16), NULL, 'ada@example.org', '{}', 'en', 1, -5, \
    0);
    INSERT INTO zone_releases VALUES ('2026f', NULL, 7);
    INSERT INTO account_deletions SELECT id, 'request', 253402300799123 FROM users LIMIT 1;
    INSERT INTO former_emails SELECT 'ada@example.org', id, 'Ada@example.org', 7 FROM users;
    INSERT INTO counted_mail SELECT randomblob(16), id, 'reset', 7 FROM users;
    INSERT INTO mail_recipients VALUES (randomblob(16), 7, 6, NULL, 1);
    INSERT INTO identities SELECT 'https://id.example.org', hex(id), id, 7 FROM users;
    INSERT INTO idempotency_keys SELECT randomblob(32), id, randomblob(32), 'x', 7 FROM users;
    INSERT INTO proposals SELECT randomblob(16), id, randomblob(32), 'x', '{}', 1, 7 FROM users;";

fn postgres() -> Database {
    shared().unwrap().create_database("copy").unwrap()
}

fn sqlite(file: &Path, sql: &str) -> String {
    let output = Command::new("sqlite3")
        .arg("-bail")
        .arg(file)
        .arg(sql)
        .output()
        .unwrap();
    succeeded(&output)
}

/// All rows as statements, but for the times of the migrations.
fn dump(file: &Path) -> Vec<String> {
    let text = sqlite(file, ".dump");
    let rows = text
        .lines()
        .filter(|line| !line.contains("__diesel") && !line.starts_with("PRAGMA"));
    let mut rows: Vec<String> = rows.map(str::to_owned).collect();
    rows.sort_unstable();
    rows
}

/// The database of 0.1.0, migrated to this version, with rows in all tables.
fn kept(folder: &Path) -> PathBuf {
    let file = folder.join("kept.db");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(
        "tests/operations/upgrade/kept/2026-11-22-090000_trip_feeds_user/sqlite/database.sql",
    );
    sqlite(&file, &fs::read_to_string(kept).unwrap());
    let url = format!("sqlite://{}", file.display());
    let line = failed(&copy(folder, &url, "sqlite://never.db"), 1);
    assert!(line.contains("wayfare migrate"), "{line}");
    succeeded(&run(
        folder,
        &[("WAYFARE_DATABASE_URL", &url)],
        &["migrate"],
    ));
    sqlite(&file, MORE);
    file
}

fn copy(folder: &Path, from: &str, to: &str) -> std::process::Output {
    run(
        folder,
        &[],
        &["database", "copy", "--from", from, "--to", to],
    )
}

/// The tables with their numbers of rows and hashes.
fn tables(printed: &str) -> Vec<&str> {
    let lines: Vec<&str> = printed
        .lines()
        .filter(|line| line.contains(" rows  "))
        .collect();
    assert!(lines.len() >= 15, "{printed}");
    lines
}

#[test]
fn everything_survives_a_round_trip() {
    let (folder, database) = (TempDir::new().unwrap(), postgres());
    let file = kept(folder.path());
    fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    let first = copy(
        folder.path(),
        &format!("sqlite://{}", file.display()),
        database.url(),
    );
    let first = succeeded(&first);
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640, "the source stays as it is");
    for line in tables(&first) {
        assert!(
            !line.contains(" 0 rows"),
            "the test has rows in each table: {line}"
        );
    }
    let urls = [folder.path().join("from"), folder.path().join("to")];
    fs::write(&urls[0], format!("{}\n", database.url())).unwrap();
    fs::write(&urls[1], "sqlite://again.db\n").unwrap();
    let [from, to] = urls.map(|path| path.to_str().unwrap().to_owned());
    let second = ["database", "copy", "--from-file", &from, "--to-file", &to];
    let second = succeeded(&run(folder.path(), &[], &second));
    assert_eq!(tables(&first), tables(&second));
    let again = folder.path().join("again.db");
    assert_eq!(dump(&file), dump(&again));
    // Of the same kind.
    succeeded(&copy(
        folder.path(),
        "sqlite://again.db",
        "sqlite://third.db",
    ));
    assert_eq!(dump(&file), dump(&folder.path().join("third.db")));
    let other = postgres();
    let third = succeeded(&copy(folder.path(), database.url(), other.url()));
    assert_eq!(tables(&first), tables(&third));
    // A server takes it.
    let settings = [("WAYFARE_DATABASE_URL", "sqlite://again.db")];
    spawn(folder.path(), &settings).ready().stop();
    // A store on which a server has only started is empty.
    let other = postgres();
    for url in ["sqlite://started.db", other.url()] {
        let secret = ("WAYFARE_AUTH_SECRET", "0123456789abcdef0123456789abcdef");
        spawn(folder.path(), &[("WAYFARE_DATABASE_URL", url), secret])
            .ready()
            .stop();
        let copied = succeeded(&copy(folder.path(), database.url(), url));
        assert_eq!(tables(&first), tables(&copied));
    }
}

#[test]
fn a_failure_leaves_the_target_empty() {
    let (folder, database) = (TempDir::new().unwrap(), postgres());
    let file = kept(folder.path());
    // PostgreSQL has no such character.
    let fault = "UPDATE identities SET subject = subject || char(0) || 'b'";
    sqlite(&file, fault);
    let from = format!("sqlite://{}", file.display());
    failed(&copy(folder.path(), &from, database.url()), 1);
    let programs = Binaries::find().unwrap();
    let count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    let output = Command::new(programs.folder().join("psql"))
        .args(["-qAt", "-c", count, "-d", database.url()])
        .output()
        .unwrap();
    assert_eq!(succeeded(&output).trim(), "0");
    sqlite(&file, "DELETE FROM identities");
    succeeded(&copy(folder.path(), &from, database.url()));
}

#[test]
fn needs_a_source_of_this_version_and_an_empty_target_without_servers() {
    let (folder, database) = (TempDir::new().unwrap(), postgres());
    let place = folder.path();
    failed(&copy(place, "sqlite://none.db", "sqlite://to.db"), 3);
    assert!(!place.join("none.db").exists());
    failed(&copy(place, database.url(), "sqlite://new/to.db"), 3);
    assert!(
        fs::read_dir(place).unwrap().next().is_none(),
        "nothing is made"
    );
    let file = kept(place);
    let from = format!("sqlite://{}", file.display());
    let line = failed(&copy(place, &from, &from), 1);
    assert!(line.contains("in use"), "{line}");
    succeeded(&copy(place, &from, database.url()));
    let line = failed(&copy(place, &from, database.url()), 1);
    assert!(line.contains("not empty"), "{line}");
    for (url, other) in [
        (&*from, "sqlite://other.db"),
        (database.url(), "sqlite://third.db"),
    ] {
        let secret = "a secret of more than thirty-two bytes";
        let settings = [
            ("WAYFARE_DATABASE_URL", url),
            ("WAYFARE_AUTH_SECRET", secret),
        ];
        let node = spawn(place, &settings).ready();
        let line = failed(&copy(place, url, other), 1);
        assert!(line.contains("in use"), "{line}");
        node.stop();
        succeeded(&copy(place, url, other));
    }
    sqlite(
        &file,
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')",
    );
    let line = failed(&copy(place, &from, "sqlite://later.db"), 1);
    assert!(line.contains("later version"), "{line}");
}

#[test]
fn commands_leave_files_that_are_no_store_as_they_are() {
    let folder = TempDir::new().unwrap();
    let place = folder.path();
    fs::write(place.join("text"), "a text that is longer than a header").unwrap();
    fs::write(place.join("empty"), "").unwrap();
    sqlite(&place.join("other"), "CREATE TABLE notes (text)");
    let kept = format!("sqlite://{}", kept(place).display());
    let state = |name: &str| {
        let mode = fs::metadata(place.join(name)).unwrap().permissions().mode();
        (mode & 0o777, fs::read(place.join(name)).unwrap())
    };
    for (name, code) in [("text", 2), ("other", 2), ("empty", 3)] {
        fs::set_permissions(place.join(name), Permissions::from_mode(0o644)).unwrap();
        let before = state(name);
        let url = format!("sqlite://{name}");
        let list = ["users", "list", "--database-url", &url];
        failed(&run(place, &[], &list), code);
        failed(&copy(place, &url, "sqlite://to"), code);
        assert_eq!(state(name), before);
        if code == 2 {
            failed(&run(place, &[], &["migrate", "--database-url", &url]), code);
            failed(&copy(place, &kept, &url), code);
            assert_eq!(state(name), before);
        }
    }
    // One that is taken is its owner's alone, who is given the accounts.
    succeeded(&copy(place, &kept, "sqlite://empty"));
    assert_eq!(state("empty").0, 0o600);
}

#[test]
fn never_shows_a_password() {
    let folder = TempDir::new().unwrap();
    for (url, code) in [
        ("postgres://mia:hush-hush@127.0.0.1:1/trips", 75),
        ("mysql://mia:hush-hush@x/y", 2),
    ] {
        let line = failed(&copy(folder.path(), url, "sqlite://to.db"), code);
        assert!(!line.contains("hush"), "{line}");
    }
}
