//! Opening a store: valid and invalid URLs, and the default parameters of connections.

use std::time::{Duration, Instant};

use diesel::Connection as _;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query};
use url::Url;
use wayfare_storage::{OpenOptions, check_url, open};

use crate::store;

const PASSWORD: &str = "s3cretpass";

/// The message for a URL that can't be opened: one line without the password.
fn open_error(url: &str) -> String {
    let options = OpenOptions {
        wait: Duration::from_secs(2),
        ..OpenOptions::default()
    };
    let error = open(url, &options).err().unwrap();
    for message in [error.to_string(), format!("{error:?}")] {
        assert!(
            !message.contains(PASSWORD) && !message.contains('\n'),
            "{message}"
        );
    }
    error.to_string()
}

#[test]
fn rejects_a_url_without_a_backend() {
    for url in [
        "",
        "data/wayfare.db",
        "mysql://root:s3cretpass@localhost/x",
        "sqlite:",
        "sqlite://",
        "sqlite://:memory:",
    ] {
        let message = open_error(url);
        assert!(
            message.starts_with("the database URL is not well-formed: "),
            "{message}"
        );
    }
}

#[test]
fn hides_the_password_of_a_malformed_postgres_url() {
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
        "postgres://ann:s3cretpass@localhost,other:port/x",
        "postgres://ann:s3cretpass@localhost,/x",
        "postgres://ann:12,s3cretpass/more@localhost/x",
    ] {
        let message = open_error(url);
        assert!(
            message.starts_with("the database URL is not well-formed: "),
            "{message}"
        );
    }
}

#[test]
fn fails_soon_when_postgres_is_unreachable() {
    let start = Instant::now();
    for url in [
        "postgres://ann:s3cretpass@127.0.0.1:1/x",
        "postgres://ann:s3cretpass@no-such-host.invalid/x",
        "postgres://ann@127.0.0.1:1/x?password=s3cretpass",
        "postgres://ann:s3cretpass@127.0.0.1:1/x?no_such_setting=1",
        "postgres://ann:s3cretpass@127.0.0.1:1,127.0.0.1:2/x",
    ] {
        let message = open_error(url);
        assert!(
            message.starts_with("the database can't be opened: "),
            "{message}"
        );
    }
    assert!(start.elapsed() < Duration::from_secs(15));
}

#[test]
fn does_not_try_again_what_libpq_does_not_take() {
    let is_away = |url: &str| {
        open(url, &OpenOptions::default())
            .map_err(|error| error.is_away())
            .err()
    };
    let server = "postgres://ann:s3cretpass@127.0.0.1:1/x";
    assert_eq!(is_away(server), Some(true));
    for setting in ["no_such_setting=1", "sslmode=requre"] {
        assert_eq!(
            is_away(&format!("{server}?{setting}")),
            Some(false),
            "{setting}"
        );
    }
}

#[test]
fn names_a_missing_database_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let url = store::server().url();
    let (server, _) = url.rsplit_once('/').unwrap();
    let missing = format!("{server}/no_such_database");
    let error = open(&missing, &OpenOptions::default())
        .map(drop)
        .unwrap_err();
    assert!(error.to_string().contains("no_such_database"), "{error}");
    assert!(error.is_missing() && !error.is_away());
}

#[test]
#[cfg(not(feature = "tls"))]
fn rejects_a_url_that_requires_tls_in_a_build_without_tls() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let url = format!("postgres://ann:s3cretpass@127.0.0.1:1/x?sslmode={mode}");
        let message = open_error(&url);
        assert_eq!(message, check_url(&url).unwrap_err().to_string());
        assert!(
            message.contains("asks for TLS, which this build of Wayfare lacks"),
            "{message}"
        );
    }
    let message = open_error("postgres://ann:s3cretpass@127.0.0.1:1/x?sslmode=prefer");
    assert!(!message.contains("TLS"), "{message}");
}

#[test]
fn creates_the_sqlite_file_and_its_folders() {
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
fn names_an_unusable_sqlite_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(
        &file,
        "not a database, but long enough for its header to be read",
    )
    .unwrap();
    for path in [
        file.clone(),
        file.join("below.db"),
        folder.path().to_owned(),
    ] {
        let message = open_error(&format!("sqlite://{}", path.display()));
        assert!(
            message.starts_with("the database can't be opened: "),
            "{message}"
        );
        assert!(
            message.contains(&*folder.path().to_string_lossy()),
            "{message}"
        );
    }
}

fn opens_the_given_number((url, _location): (String, store::Location)) {
    for connections in [2, 5] {
        let options = OpenOptions {
            connections: Some(connections),
            ..OpenOptions::default()
        };
        let store = open(&url, &options).unwrap();
        assert_eq!(store.connections(), connections);
    }
}

#[test]
fn opens_the_given_number_of_connections_on_sqlite() {
    opens_the_given_number(store::sqlite_file());
}

#[test]
fn opens_the_given_number_of_connections_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    opens_the_given_number(store::postgres_database());
}

#[derive(QueryableByName)]
struct ApplicationName {
    #[diesel(sql_type = Text)]
    name: String,
}

/// `open` adds `application_name` like the parameters that end dead connections.
#[test]
fn adds_connection_parameters_that_the_url_lacks_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    for (parameter, expected) in [
        (None, "wayfare"),
        (Some(("application_name", "other")), "other"),
    ] {
        let (url, _location) = store::postgres_database();
        let mut with_parameter = Url::parse(&url).unwrap();
        with_parameter.query_pairs_mut().extend_pairs(parameter);
        let store = open(with_parameter.as_str(), &OpenOptions::default()).unwrap();
        let _data = store.read().unwrap();
        let mut connection = PgConnection::establish(&url).unwrap();
        let names = sql_query(
            "SELECT DISTINCT application_name AS name FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        let names: Vec<ApplicationName> = names.load(&mut connection).unwrap();
        let names: Vec<&str> = names.iter().map(|row| &*row.name).collect();
        assert_eq!(names, [expected]);
    }
}

/// libpq tries the hosts in turn.
#[test]
fn opens_the_host_of_several_that_answers_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    let (url, _location) = store::postgres_database();
    let mut absent = Url::parse(&url).unwrap();
    absent.set_port(Some(1)).unwrap();
    let hosts = |url: &str| {
        let (_, rest) = url.rsplit_once('@').unwrap();
        rest.split_once('/').unwrap().0.to_owned()
    };
    let (one, other) = (hosts(absent.as_str()), hosts(&url));
    for hosts in [format!("{one},{other}"), format!("{other},{one}")] {
        let several = url.replace(&other, &hosts);
        let url = format!("{several}?target_session_attrs=read-write");
        let store = open(&url, &OpenOptions::default()).unwrap();
        store.ping().unwrap();
    }
}

/// libpq checks the values of the URL, so it has read them instead of the defaults.
#[test]
fn passes_timeouts_of_the_url_to_libpq_on_postgres() {
    if !wayfare_test_postgres::is_available() {
        return;
    }
    for parameter in [
        "connect_timeout",
        "keepalives_idle",
        "keepalives_interval",
        "keepalives_count",
        "tcp_user_timeout",
    ] {
        let (url, _location) = store::postgres_database();
        let mut with_parameter = Url::parse(&url).unwrap();
        with_parameter
            .query_pairs_mut()
            .append_pair(parameter, "soon");
        let message = open_error(with_parameter.as_str());
        assert!(
            message.contains("invalid integer value \"soon\""),
            "{message}"
        );
    }
}
