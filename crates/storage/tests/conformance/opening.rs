//! Opening a store: what a URL may be, and what is said of one that will not do.

use std::time::{Duration, Instant};

use wayfare_storage::{OpenOptions, Store, open};

use crate::bench;

const PASSWORD: &str = "s3cretpass";

/// What is said of a URL that can't be opened; always one line without the password.
fn refusal(url: &str) -> String {
    let options = OpenOptions {
        wait: Duration::from_secs(2),
        ..OpenOptions::default()
    };
    let error = open(url, &options).err().unwrap();
    for said in [error.to_string(), format!("{error:?}")] {
        assert!(!said.contains(PASSWORD) && !said.contains('\n'), "{said}");
    }
    error.to_string()
}

#[test]
fn a_url_of_no_backend_is_malformed() {
    for url in [
        "",
        "data/wayfare.db",
        "mysql://root:s3cretpass@localhost/x",
        "sqlite:",
        "sqlite://",
        "sqlite://:memory:",
    ] {
        let said = refusal(url);
        assert!(
            said.starts_with("the database URL is not well-formed: "),
            "{said}"
        );
    }
}

#[test]
fn a_malformed_postgres_url_is_told_without_its_password() {
    for url in [
        "postgres://ann:s3cretpass@localhost:port/x",
        "postgres://ann:s3cretpass/more@localhost/x",
        "postgres://ann:12/s3cretpass@localhost/x",
        "postgresql://ann:s3cretpass@[::1/x",
        "postgres://ann:12#s3cretpass@localhost/x",
        "postgres://ann:12?s3cretpass@localhost/x",
        "postgres://ann:12?3/s3cretpass@localhost/x",
        "postgres://ann:s3cretpass%zz@127.0.0.1:1/x",
        "postgres://ann:s3cretpass%00@127.0.0.1:1/x",
        "postgres://ann:s3cretpass%@127.0.0.1:1/x",
    ] {
        let said = refusal(url);
        assert!(
            said.starts_with("the database URL is not well-formed: "),
            "{said}"
        );
    }
}

#[test]
fn a_postgres_that_is_not_there_is_told_soon() {
    let start = Instant::now();
    for url in [
        "postgres://ann:s3cretpass@127.0.0.1:1/x",
        "postgres://ann:s3cretpass@no-such-host.invalid/x",
        "postgres://ann@127.0.0.1:1/x?password=s3cretpass",
        "postgres://ann:s3cretpass@127.0.0.1:1/x?no_such_setting=1",
    ] {
        let said = refusal(url);
        assert!(said.starts_with("the database can't be opened: "), "{said}");
    }
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_database_that_the_server_does_not_have_is_told() {
    let missing = bench::server()
        .url()
        .replace("/postgres", "/no_such_database");
    let said = refusal(&missing);
    assert!(said.contains("no_such_database"), "{said}");
}

#[test]
#[cfg(not(feature = "tls"))]
fn a_url_that_asks_for_tls_is_refused_by_a_build_without_it() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let said = refusal(&format!(
            "postgres://ann:s3cretpass@127.0.0.1:1/x?sslmode={mode}"
        ));
        assert!(
            said.contains("asks for TLS, which this build of Wayfare lacks"),
            "{said}"
        );
    }
    let said = refusal("postgres://ann:s3cretpass@127.0.0.1:1/x?sslmode=prefer");
    assert!(!said.contains("TLS"), "{said}");
}

#[test]
fn a_sqlite_file_and_its_folders_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .join("a folder/with %20 & ?mode=memory#x/wayfare.db");
    let store = open(
        &format!("sqlite://{}", path.display()),
        &OpenOptions::default(),
    )
    .unwrap();
    store.migrate().unwrap();
    assert!(path.is_file());
}

#[test]
fn a_sqlite_path_that_will_not_do_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no database, but long enough to be looked at as one").unwrap();
    for path in [
        file.clone(),
        file.join("below.db"),
        folder.path().to_owned(),
    ] {
        let said = refusal(&format!("sqlite://{}", path.display()));
        assert!(said.starts_with("the database can't be opened: "), "{said}");
        assert!(said.contains(&*folder.path().to_string_lossy()), "{said}");
    }
}

#[test]
fn the_number_of_connections_may_be_chosen() {
    for (url, _ground) in [bench::sqlite_ground(), bench::postgres_ground()] {
        for wanted in [2, 5] {
            let options = OpenOptions {
                connections: Some(wanted),
                ..OpenOptions::default()
            };
            let store: std::sync::Arc<dyn Store> = open(&url, &options).unwrap();
            assert_eq!(store.connections(), wanted);
        }
    }
}
