//! Secrets in files of their own, and the report of `check-config`.

use std::ffi::OsString;
use std::fs;

use tempfile::TempDir;
use wayfare_server::cli::{self, Request};

use crate::{error, settings};

const URL: &str = "postgres://mia:hush-hush@db.example.org/trips";

/// A folder with a file that holds `text`, and the file's path.
fn file(text: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_secret_may_be_in_a_file_without_its_last_line_break() {
    for end in ["", "\n", "\r\n"] {
        let (_folder, path) = file(format!("{URL}{end}"));
        let key = format!("database_url_file = {path:?}");
        for settings in [
            settings(&["migrate", "--database-url-file", &path], &[], ""),
            settings(&["migrate"], &[("WAYFARE_DATABASE_URL_FILE", &path)], ""),
            settings(&["migrate"], &[], &key),
        ] {
            assert_eq!(settings.database_url.expose(), URL);
        }
    }
    // Only one line break is dropped: 31 letters and two line breaks are 32 bytes.
    let (_folder, path) = file("0123456789abcdef0123456789abcde\n\n");
    settings(&["--auth-secret-file", &path], &[], "");
    let (_folder, path) = file("0123456789abcdef0123456789abcde\n");
    let line = error(&["--auth-secret-file", &path], &[], "");
    assert!(line.contains("at least 32 bytes"), "{line}");
}

#[test]
fn refuses_a_secret_that_is_set_both_ways() {
    let (_folder, path) = file("x".repeat(32));
    let text = "y".repeat(32);
    for (value, other) in [
        ("WAYFARE_AUTH_SECRET", "WAYFARE_AUTH_SECRET_FILE"),
        (
            "WAYFARE_AUTH_SECRET_PREVIOUS",
            "WAYFARE_AUTH_SECRET_PREVIOUS_FILE",
        ),
    ] {
        let line = error(&[], &[(value, &text), (other, &path)], "");
        assert!(line.contains(value) && line.contains(other), "{line}");
        assert!(!line.contains(&text), "{line}");
    }
    let line = error(
        &["--auth-secret-file", &path],
        &[],
        &format!("auth_secret = {text:?}"),
    );
    assert!(line.contains("must not be set beside"), "{line}");
    // The plain name may be injected by a platform, and ranks below.
    let (_folder, path) = file(URL);
    let environment = [
        ("DATABASE_URL", "sqlite://plain.db"),
        ("WAYFARE_DATABASE_URL_FILE", path.as_str()),
    ];
    let settings = settings(&["migrate"], &environment, "");
    assert_eq!(settings.database_url.expose(), URL);
}

#[test]
fn refuses_a_file_that_can_not_be_read() {
    let (folder, empty) = file("\n");
    let (_other, binary) = file([0xff; 40]);
    let (_large, large) = file("x".repeat(100_000));
    let nowhere = folder.path().join("nowhere").to_str().unwrap().to_owned();
    let directory = folder.path().to_str().unwrap().to_owned();
    for path in [nowhere, directory, empty, binary, large] {
        let line = error(&[], &[("WAYFARE_AUTH_SECRET_FILE", &path)], "");
        assert!(line.starts_with("WAYFARE_AUTH_SECRET_FILE: "), "{line}");
        assert!(!line.contains(&path), "it may be the secret itself: {line}");
    }
}

#[test]
fn parses_settings_of_operators() {
    let by_default = settings(&[], &[], "");
    assert!(by_default.sign_up && !by_default.log_addresses);
    assert!(by_default.auth_secret_previous.is_none() && by_default.drain.is_zero());
    assert_eq!(by_default.pictures_per_account, 5 << 30);
    assert_eq!(by_default.trip_bytes_per_account, 1 << 30);
    let environment = [
        ("WAYFARE_SIGN_UP", "closed"),
        ("WAYFARE_LOG_ADDRESSES", "on"),
        ("WAYFARE_DRAIN", "5s"),
    ];
    let set = settings(&["--pictures-per-account", "0"], &environment, "");
    assert!(!set.sign_up && set.log_addresses && set.drain.as_secs() == 5);
    assert_eq!(set.pictures_per_account, 0);
    for wrong in [
        ["--sign-up", "ajar"],
        ["--log-addresses", "yes"],
        ["--pictures-per-account", "9223372036854775808"],
        ["--pictures-per-account", "1 GiBi"],
        ["--auth-secret-previous", "too short"],
        ["--drain", "2h"],
    ] {
        assert!(error(&wrong, &[], "").contains(wrong[0]), "{wrong:?}");
    }
}

pub(crate) fn check(environment: &[(&str, &str)]) -> Result<String, String> {
    let arguments = ["wayfare", "check-config", "--log", "debug"].map(OsString::from);
    let environment = environment
        .iter()
        .map(|(name, value)| (name.into(), value.into()));
    match cli::read(arguments, environment) {
        Ok(Request::Print(text)) => Ok(text),
        Ok(Request::Do { command, .. }) => panic!("{command:?}"),
        Err(failure) => Err(failure.to_string()),
    }
}

#[test]
fn check_config_shows_what_is_used_and_no_secret() {
    let secret = "hush-hush-hush-hush-hush-hush-hush";
    let (_folder, path) = file(URL);
    let text = check(&[
        ("WAYFARE_AUTH_SECRET", secret),
        ("WAYFARE_DATABASE_URL_FILE", &path),
        ("WAYFARE_GAZETTEER_URL", "https://mia:hush@geo.example.org"),
    ])
    .unwrap();
    assert!(!text.contains("hush"), "{text}");
    for line in [
        "listen = 127.0.0.1:8080 [default]",
        "database_url = postgres://db.example.org/trips [WAYFARE_DATABASE_URL_FILE]",
        "auth_secret = (secret) [WAYFARE_AUTH_SECRET]",
        "log = debug [--log]",
        "The settings can be used.",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

#[test]
fn check_config_finds_what_a_start_would_find() {
    let line = check(&[("WAYFARE_DATABASE_URL", URL)]).unwrap_err();
    assert!(line.starts_with("WAYFARE_AUTH_SECRET: "), "{line}");
    let line = check(&[("WAYFARE_DATABASE_URL", URL), ("WAYFARE_LISTEN", "8080")]).unwrap_err();
    for name in ["WAYFARE_AUTH_SECRET: ", "WAYFARE_LISTEN: "] {
        assert!(line.contains(name), "{line}");
    }
    let line = error(&["serve"], &[("WAYFARE_DATABASE_URL", URL)], "");
    assert!(line.starts_with("WAYFARE_AUTH_SECRET: "), "{line}");
    let line = check(&[("WAYFARE_PORT", "tcp://10.0.0.1")]).unwrap_err();
    assert!(line.starts_with("WAYFARE_PORT: "), "{line}");
    let line = check(&[("WAYFARE_LISTEN", "8080")]).unwrap_err();
    assert!(line.starts_with("WAYFARE_LISTEN: "), "{line}");
    // It makes no secret.
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite://{}/data/x.db", folder.path().display());
    let text = check(&[("WAYFARE_DATABASE_URL", &database)]).unwrap();
    assert!(text.contains("auth_secret = stored in "), "{text}");
    assert!(!folder.path().join("data").exists());
}
