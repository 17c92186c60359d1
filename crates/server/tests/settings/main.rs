//! Settings from the command line, the environment and the file.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod mail;
mod oidc;
mod secrets;
mod sizes;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use wayfare_api_core::Variants;
use wayfare_api_core::http::proxies::TrustedProxies;
use wayfare_server::cli::{self, Command, Request};
use wayfare_server::settings::{CorsOrigins, LogFormat};
use wayfare_server::{Settings, sweep};

/// Reads arguments and environment, with a file that holds `file`.
fn read(
    arguments: &[&str],
    environment: &[(&str, &str)],
    file: &str,
) -> Result<(Command, Settings), String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("wayfare.toml");
    fs::write(&path, file).unwrap();
    read_with(&path, arguments, environment)
}

fn read_with(
    path: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Result<(Command, Settings), String> {
    let config = [OsString::from("--config"), path.into()];
    let arguments = ["wayfare"]
        .iter()
        .chain(arguments)
        .map(OsString::from)
        .chain(config);
    let environment = environment
        .iter()
        .map(|(name, value)| (name.into(), value.into()));
    match cli::read(arguments, environment) {
        Ok(Request::Do { command, settings }) => Ok((command, *settings)),
        Ok(Request::Print(text)) => panic!("printed: {text}"),
        Err(failure) => {
            let line = failure.to_string();
            assert_eq!(line.lines().count(), 1, "one line: {line}");
            Err(line)
        }
    }
}

fn settings(arguments: &[&str], environment: &[(&str, &str)], file: &str) -> Settings {
    read(arguments, environment, file).unwrap().1
}

fn error(arguments: &[&str], environment: &[(&str, &str)], file: &str) -> String {
    read(arguments, environment, file).unwrap_err()
}

#[test]
fn serves_sqlite_on_loopback_by_default() {
    let (command, settings) = read(&[], &[], "").unwrap();
    assert_eq!(command, Command::Serve);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.database_url.expose(), "sqlite://data/wayfare.db");
    assert_eq!(settings.access_token_ttl, Duration::from_secs(15 * 60));
    assert_eq!(settings.default_variant, Variants::Both);
    assert_eq!(settings.default_currency.code(), "CAD");
    assert_eq!(settings.log, "info");
    assert!(
        settings.database_pool.is_none()
            && settings.base_url.is_none()
            && settings.frontend_url.is_none()
    );
    assert!(
        settings.auth_secret.is_none()
            && settings.cors_origins.is_none()
            && settings.log_format.is_none()
    );
}

#[test]
fn flags_precede_the_environment_which_precedes_the_file() {
    let file = "listen = \"127.0.0.1:1\"\ndefault_currency = \"EUR\"\ndatabase_pool = 3";
    let environment = [
        ("WAYFARE_LISTEN", "127.0.0.1:2"),
        ("WAYFARE_DEFAULT_CURRENCY", "USD"),
    ];
    let all = settings(&["--listen", "127.0.0.1:3"], &environment, file);
    assert_eq!(all.listen.port(), 3);
    assert_eq!(all.default_currency.code(), "USD");
    assert_eq!(all.database_pool, Some(3));
    assert_eq!(settings(&[], &environment, file).listen.port(), 2);
    assert_eq!(settings(&[], &[], file).listen.port(), 1);
}

#[test]
fn plain_database_url_ranks_between_ours_and_the_file() {
    let plain = ("DATABASE_URL", "sqlite://plain.db");
    let ours = ("WAYFARE_DATABASE_URL", "sqlite://ours.db");
    let file = "database_url = \"sqlite://file.db\"";
    assert_eq!(
        settings(&[], &[plain, ours], file).database_url.expose(),
        "sqlite://ours.db"
    );
    assert_eq!(
        settings(&[], &[plain], file).database_url.expose(),
        "sqlite://plain.db"
    );
    assert_eq!(
        settings(&[], &[], file).database_url.expose(),
        "sqlite://file.db"
    );
}

#[test]
fn flags_may_precede_and_follow_a_command() {
    for arguments in [["--log", "debug", "migrate"], ["migrate", "--log", "debug"]] {
        let (command, settings) = read(&arguments, &[], "").unwrap();
        assert_eq!(command, Command::Migrate);
        assert_eq!(settings.log, "debug");
    }
    assert_eq!(read(&["serve"], &[], "").unwrap().0, Command::Serve);
    assert_eq!(
        read(&["healthcheck"], &[], "").unwrap().0,
        Command::Healthcheck
    );
    for (arguments, all) in [
        (&["pictures", "sweep"][..], false),
        (&["pictures", "sweep", "--all"], true),
    ] {
        assert_eq!(
            read(arguments, &[], "").unwrap().0,
            Command::Pictures(sweep::Command::Sweep { all })
        );
    }
    assert!(read(&["pictures"], &[], "").is_err());
}

#[test]
fn parses_values() {
    let file = "cors_origins = [\"https://app.example.org\", \
        \"http://localhost:3000/\"]\nlog_format = \"json\"";
    let environment = [
        ("WAYFARE_ACCESS_TOKEN_TTL", "900s"),
        ("WAYFARE_DEFAULT_VARIANT", "b"),
    ];
    let settings = settings(
        &["--base-url", "https://trips.example.org/"],
        &environment,
        file,
    );
    let origins = ["https://app.example.org", "http://localhost:3000"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(settings.cors_origins, Some(CorsOrigins::These(origins)));
    assert_eq!(settings.log_format, Some(LogFormat::Json));
    assert_eq!(settings.access_token_ttl, Duration::from_secs(900));
    assert_eq!(settings.default_variant, Variants::B);
    assert_eq!(
        settings.base_url.unwrap().as_str(),
        "https://trips.example.org/"
    );
    assert_eq!(
        self::settings(&["--cors-origins", "*"], &[], "").cors_origins,
        Some(CorsOrigins::Any)
    );
}

#[test]
fn error_names_the_source_of_a_malformed_value() {
    for (flag, wrong) in [
        ("listen", "8080"),
        ("database-url", "mysql://localhost/x"),
        ("database-pool", "0"),
        ("trip-cache", "65537"),
        ("pictures-url", "data/pictures"),
        ("pictures-url", "https://example.org/pictures"),
        ("pictures-url", "file://host/pictures"),
        ("pictures-allowed-hosts", "http://files.internal"),
        ("pictures-allowed-hosts", "files.internal,,"),
        ("gazetteer", "on"),
        ("gazetteer-url", "nominatim.example.org"),
        ("gazetteer-url", "ftp://nominatim.example.org"),
        ("gazetteer-kind", "google"),
        ("gazetteer-interval", "often"),
        ("gazetteer-interval", "2m"),
        ("base-url", "trips.example.org"),
        ("base-url", "https://mia:secret@trips.example.org"),
        ("frontend-url", "ftp://example.org"),
        ("auth-secret", "too short"),
        ("trips-per-account", "-1"),
        ("access-token-ttl", "soon"),
        ("access-token-ttl", "0s"),
        ("default-variant", "c"),
        ("default-currency", "dollar"),
        ("cors-origins", "https://example.org/path"),
        ("cors-origins", "https://*.example.org"),
        ("cors-origins", " , "),
        ("pictures-allowed-hosts", "*"),
        ("pictures-allowed-hosts", "files.internal,*.internal"),
        ("pictures-url", "file://"),
        ("pictures-url", "file:///"),
        ("tiles-url", "https://*.example.org/{z}/{x}/{y}.png"),
        ("tiles-url", "https://a;script-src/{z}/{x}/{y}.png"),
        ("tiles-url", "https://a,b/{z}/{x}/{y}.png"),
        ("tiles-url", "https://a'b/{z}/{x}/{y}.png"),
        ("tiles-url", "https://a.example.org b/{z}/{x}/{y}.png"),
        ("tiles-url", "https://{z}.example.org/{x}/{y}.png"),
        ("tiles-url", "https://{s}.example.org/{z}/{x}/{y}.png"),
        ("tiles-url", "https://[::1]/{z}/{x}/{y}.png"),
        ("tiles-url", "https://example.org/{z}/{x}/{y} .png"),
        ("log", "wayfare=loud"),
        ("log", "verbose"),
        ("log", "info,::bad::"),
        ("log-format", "xml"),
        ("listen", ""),
    ] {
        let key = flag.replace('-', "_");
        let name = format!("WAYFARE_{}", key.to_ascii_uppercase());
        let flag = format!("--{flag}");
        assert!(
            error(&[&flag, wrong], &[], "").starts_with(&format!("{flag}: ")),
            "{flag} {wrong}"
        );
        assert!(
            error(&[], &[(&name, wrong)], "").starts_with(&format!("{name}: ")),
            "{name}={wrong}"
        );
        let line = error(&[], &[], &format!("{key} = \"{wrong}\""));
        assert!(line.starts_with(&format!("{key} in ")), "{line}");
    }
}

#[test]
fn refuses_the_address_of_the_service_for_the_metrics() {
    let same = [("WAYFARE_METRICS_LISTEN", "127.0.0.1:8080")];
    let expected = "WAYFARE_METRICS_LISTEN: must be another address than WAYFARE_LISTEN";
    assert_eq!(error(&[], &same, ""), expected);
    let free = ["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"];
    settings(&free, &[], "");
}

#[test]
fn takes_the_address_of_a_tile_server() {
    for address in [
        "https://tiles.example.org/{z}/{x}/{y}.png",
        "http://127.0.0.1:8081/tiles?z={z}&x={x}&y={y}",
        "https://kärtchen.example/{z}/{y}/{x}",
    ] {
        let set = settings(&["--tiles-url", address], &[], "");
        assert_eq!(set.tiles_url.as_deref(), Some(address));
    }
}

#[test]
fn refuses_credentials_in_the_address_of_the_picture_store() {
    for address in [
        "s3://AKIAUSER:hidden@bucket/prefix",
        "s3://AKIAUSER@bucket/prefix",
        "s3://bucket/prefix?X-Amz-Credential=hidden",
        "s3://bucket/prefix#hidden",
        "file:///srv/pictures?key=hidden",
    ] {
        let expected = "must be a URL without user, query and fragment";
        for line in [
            error(&["--pictures-url", address], &[], ""),
            error(&[], &[("WAYFARE_PICTURES_URL", address)], ""),
            error(&[], &[], &format!("pictures_url = {address:?}")),
        ] {
            assert!(line.contains(expected), "{line}");
            assert!(
                !line.contains("hidden") && !line.contains("AKIAUSER"),
                "{line}"
            );
        }
    }
    settings(&["--pictures-url", "s3://bucket/prefix"], &[], "");
}

#[test]
fn errors_never_repeat_a_secret() {
    for set in [
        ("WAYFARE_AUTH_SECRET", "hush-hush"),
        ("DATABASE_URL", "mysql://mia:hush-hush@localhost/x"),
        ("WAYFARE_GAZETTEER_URL", "ftp://mia:hush-hush@example.org"),
    ] {
        let line = error(&[], &[set], "");
        assert!(!line.contains("hush"), "{line}");
    }
    let line = error(&[], &[], "auth_secret = \"hush-hush");
    assert!(!line.contains("hush"), "{line}");
}

#[test]
fn debug_shows_no_secret() {
    let secret = "hush-hush-hush-hush-hush-hush-hush";
    let environment = [
        ("WAYFARE_AUTH_SECRET", secret),
        (
            "DATABASE_URL",
            "postgres://mia:hush@db.example.org:5433/trips?password=hush",
        ),
        (
            "WAYFARE_GAZETTEER_URL",
            "https://mia:hush@geo.example.org/v1?key=hush",
        ),
    ];
    let shown = format!("{:?}", settings(&[], &environment, ""));
    assert!(!shown.contains("hush"), "{shown}");
    assert!(
        shown.contains("postgres://db.example.org:5433/trips"),
        "{shown}"
    );
    assert!(shown.contains("https://geo.example.org/v1"), "{shown}");
}

#[test]
fn refuses_an_unknown_flag() {
    assert!(error(&["--listne", "127.0.0.1:1"], &[], "").contains("--listne"));
    assert!(error(&["dance"], &[], "").contains("dance"));
    let missing = error(&["database", "copy", "--from", "sqlite://a.db"], &[], "");
    assert!(missing.contains("--to"), "{missing}");
}

#[test]
fn refuses_an_unknown_key_of_the_file() {
    assert!(error(&[], &[], "listne = \"127.0.0.1:1\"").starts_with("listne in "));
    assert!(error(&[], &[], "[database]\nurl = \"sqlite://x.db\"").starts_with("database in "));
}

#[test]
fn error_names_the_line_of_malformed_toml() {
    assert!(error(&[], &[], "log = \"info\"\nlisten: 1\n").contains("line 2"));
    assert!(error(&[], &[], "log = true").starts_with("log in "));
}

#[test]
fn refuses_a_named_file_that_does_not_exist() {
    let nowhere = Path::new("no/such/wayfare.toml");
    assert!(
        read_with(nowhere, &[], &[])
            .unwrap_err()
            .starts_with("no/such/wayfare.toml: ")
    );
}

#[test]
fn refuses_unknown_environment_names_where_it_serves() {
    let environment = [
        ("WAYFARE_SIGNUP", "closed"),
        ("HOME", "/root"),
        ("WAYFARE_LOG", "warn"),
    ];
    let line = error(&[], &environment, "");
    let expected = "WAYFARE_SIGNUP: there is no such setting; the nearest is WAYFARE_SIGN_UP";
    assert_eq!(line, expected);
    // A command may run beside a newer server.
    let (_, settings) = read(&["migrate"], &environment, "").unwrap();
    assert_eq!(settings.log, "warn");
}

#[test]
fn names_all_that_is_wrong_at_once() {
    let environment = [
        ("WAYFARE_LISTEN", "here"),
        ("WAYFARE_BASE_URL", "http://0.0.0.0:8080"),
        ("WAYFARE_SIGN_PU", "open"),
    ];
    let line = error(&["--default-currency", "XXY"], &environment, "lisen = 1");
    for name in [
        "WAYFARE_LISTEN: ",
        "WAYFARE_BASE_URL: ",
        "WAYFARE_SIGN_PU: ",
        "--default-currency: ",
        "lisen in ",
    ] {
        assert!(line.contains(name), "{name}: {line}");
    }
}

#[test]
fn help_lists_defaults_and_environment_names() {
    let arguments = ["wayfare", "--help"].map(OsString::from);
    let Ok(Request::Print(text)) = cli::read(arguments, []) else {
        panic!("help is printed")
    };
    assert!(text.starts_with("Serves trips and user accounts\n"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "--listen <ADDRESS>",
        "[default: 127.0.0.1:8080] [env: WAYFARE_LISTEN]",
        "[default: by cores]",
        "healthcheck",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn settings_of_pairs_default_the_others() {
    let settings = Settings::of([("listen", "127.0.0.1:0"), ("default-variant", "a")]).unwrap();
    assert_eq!(
        (settings.listen.port(), settings.default_variant),
        (0, Variants::A)
    );
    assert!(Settings::of([("listne", "127.0.0.1:0")]).is_err());
}

#[test]
fn parses_limits() {
    let by_default = settings(&[], &[], "");
    assert!(by_default.rate_limit);
    assert_eq!(by_default.body_timeout, Duration::from_secs(20));
    assert_eq!(
        (by_default.max_connections, by_default.metrics_listen),
        (None, None)
    );
    let file =
        "rate_limit = \"off\"\ntrusted_proxies = [\"10.0.0.0/8\", \"::1\"]\nmax_connections = 100";
    let set = settings(
        &["--body-timeout", "1m"],
        &[("WAYFARE_METRICS_LISTEN", "127.0.0.1:9090")],
        file,
    );
    assert!(!set.rate_limit);
    let networks = ["10.0.0.0/8", "::1/128"].map(|network| network.parse().unwrap());
    assert_eq!(set.trusted_proxies, TrustedProxies::new(networks));
    assert_eq!(
        (set.max_connections, set.body_timeout),
        (Some(100), Duration::from_secs(60))
    );
    assert_eq!(set.metrics_listen.unwrap().port(), 9090);
    for wrong in [
        ["--rate-limit", "yes"],
        ["--trusted-proxies", "example.org"],
        ["--trusted-proxies", "10.0.0.0/33"],
        ["--max-connections", "0"],
        ["--body-timeout", "0s"],
        ["--metrics-listen", "9090"],
    ] {
        assert!(error(&wrong, &[], "").contains(wrong[0]), "{wrong:?}");
    }
}

#[test]
fn parses_gazetteer_settings() {
    let by_default = settings(&[], &[], "");
    assert!(by_default.gazetteer && by_default.gazetteer_url.is_none());
    assert_eq!(by_default.gazetteer_interval, Duration::from_secs(1));
    let set = settings(
        &["--gazetteer", "off"],
        &[("WAYFARE_GAZETTEER_URL", "http://localhost:8088")],
        "gazetteer_interval = \"0s\"",
    );
    assert!(!set.gazetteer);
    assert_eq!(
        set.gazetteer_url.unwrap().to_string(),
        "http://localhost:8088"
    );
    assert_eq!(set.gazetteer_interval, Duration::ZERO);
}

#[test]
fn public_services_get_a_contact_in_visible_ascii() {
    let maps = ["--maps", "openstreetmap", "--contact"];
    let wrong = error(&[&maps[..], &["Zoë"]].concat(), &[], "");
    assert!(
        wrong.starts_with("--contact: must be visible ASCII"),
        "{wrong}"
    );
    assert!(read(&[&maps[..], &["Ada <ada@example.org>"]].concat(), &[], "").is_ok());
}
