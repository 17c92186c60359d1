//! The binary: its output, its responses and its exit codes.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod account;
mod audit;
mod databases;
mod event_loop;
mod export_import;
mod logs;
mod mailbox;
mod privacy;
mod readiness;
mod secret_links;
mod served;
mod traces;
mod users;

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use served::{Served, wayfare};
use tempfile::TempDir;

fn output(folder: &Path, arguments: &[&str]) -> Output {
    wayfare(folder, arguments).output().unwrap()
}

fn assert_unusable(output: &Output, names: &str) {
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains(names), "{line}");
}

#[test]
fn starts_without_settings_and_stops_on_sigterm() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let answer = served.get("/healthz");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        answer
            .to_lowercase()
            .contains("\r\nx-content-type-options: nosniff\r\n"),
        "{answer}"
    );
    assert!(served.get("/readyz").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(folder.path().join("data/wayfare.db").exists());
    let (code, log) = served.stop(Signal::SIGTERM);
    assert_eq!(code, Some(0), "{log}");
    assert!(
        log.lines().next().unwrap().contains("data/wayfare.db"),
        "{log}"
    );
}

#[test]
fn a_second_signal_ends_the_drain() {
    let folder = TempDir::new().unwrap();
    let drain = ["--listen", "127.0.0.1:0", "--drain", "1h"];
    let served = Served::start(wayfare(folder.path(), &drain));
    let is_ready = || served.get("/readyz").starts_with("HTTP/1.1 200");
    assert!(is_ready());
    served.signal(Signal::SIGHUP);
    while is_ready() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (code, log) = served.stop(Signal::SIGTERM);
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("second signal"), "{log}");
}

#[test]
fn stops_immediately_despite_a_keep_alive_connection() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let mut idle = TcpStream::connect(&served.address).unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: wayfare\r\n\r\n")
        .unwrap();
    assert!(idle.read(&mut [0; 64]).unwrap() > 0);
    let start = Instant::now();
    assert_eq!(served.stop(Signal::SIGINT).0, Some(0));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn makes_the_signing_secret_once_and_readable_by_its_owner_only() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("data/auth_secret");
    let secret = || fs::read_to_string(&path).unwrap();
    let start = || Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    start().stop(Signal::SIGTERM);
    let made = secret();
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let (_, log) = start().stop(Signal::SIGTERM);
    assert_eq!(secret(), made);
    assert!(!log.contains(made.trim()));
}

#[test]
fn makes_files_readable_by_their_owner_only_in_a_folder_for_all() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let start = || Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let modes = || {
        let files = fs::read_dir(&data).unwrap().map(Result::unwrap);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let modes = files.map(|file| (file.file_name().into_string().unwrap(), mode(&file.path())));
        modes.collect::<BTreeMap<_, _>>()
    };
    let expected = [
        ("auth_secret", 0o600),
        ("pictures", 0o700),
        ("wayfare.db", 0o600),
        ("wayfare.db-shm", 0o600),
        ("wayfare.db-wal", 0o600),
    ];
    let expected = BTreeMap::from(expected.map(|(name, mode)| (name.to_owned(), mode)));
    let served = start();
    assert_eq!(modes(), expected);
    // As an earlier version left them, killed.
    drop(served);
    for file in ["wayfare.db", "wayfare.db-wal", "wayfare.db-shm"] {
        fs::set_permissions(data.join(file), Permissions::from_mode(0o644)).unwrap();
    }
    let _served = start();
    assert_eq!(modes(), expected);
}

#[test]
fn healthcheck_reports_whether_the_server_is_alive() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let address = served.address.clone();
    assert_eq!(
        output(folder.path(), &["healthcheck", "--listen", &address])
            .status
            .code(),
        Some(0)
    );
    served.stop(Signal::SIGTERM);
    assert_eq!(
        output(folder.path(), &["healthcheck", "--listen", &address])
            .status
            .code(),
        Some(1)
    );
}

#[test]
fn migrate_creates_the_database_and_exits() {
    let folder = TempDir::new().unwrap();
    let first = output(folder.path(), &["migrate"]);
    assert_eq!(
        first.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&first.stderr)
    );
    assert!(folder.path().join("data/wayfare.db").exists());
    assert!(String::from_utf8_lossy(&first.stdout).contains("applied"));
    let second = output(folder.path(), &["migrate"]);
    assert_eq!(second.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&second.stdout).contains("applied"));
}

#[test]
fn unusable_settings_exit_with_code_2_and_one_line() {
    let folder = TempDir::new().unwrap();
    assert_unusable(
        &output(folder.path(), &["--listne", "127.0.0.1:0"]),
        "--listne",
    );
    assert_unusable(&output(folder.path(), &["--listen", "here"]), "--listen");
    assert_unusable(
        &wayfare(folder.path(), &[])
            .env("WAYFARE_LOG_FORMAT", "xml")
            .output()
            .unwrap(),
        "WAYFARE_LOG_FORMAT",
    );
    fs::write(
        folder.path().join("wayfare.toml"),
        "listne = \"127.0.0.1:0\"",
    )
    .unwrap();
    assert_unusable(&output(folder.path(), &[]), "listne in wayfare.toml");
}

/// What a start with PostgreSQL needs besides its database.
const SECRET: [&str; 2] = ["--auth-secret", "hush-hush-hush-hush-hush-hush-hush"];

#[test]
fn an_unreachable_database_exits_with_code_75_after_a_minute() {
    let folder = TempDir::new().unwrap();
    let url = "postgres://mia:hush-hush@127.0.0.1:1/trips";
    let assert_unreachable = |arguments: &[&str]| {
        let arguments = [arguments, &["--database-url", url]].concat();
        let output = output(folder.path(), &arguments);
        let line = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains("postgres://127.0.0.1:1/trips"), "{line}");
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(!format!("{line}{log}").contains("hush"));
    };
    // Who waits for its answer is told at once.
    let start = Instant::now();
    assert_unreachable(&["users", "list"]);
    assert!(start.elapsed() < Duration::from_secs(20));
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    assert_unreachable(&[serve.as_slice(), &SECRET].concat());
    assert!(start.elapsed() >= Duration::from_secs(60));
}

#[test]
fn a_start_that_waits_for_its_database_refuses_connections_and_stops_on_sigterm() {
    let folder = TempDir::new().unwrap();
    let url = "postgres://127.0.0.1:1/trips";
    // Nobody listens there now; a proxy is to turn to another server.
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let database = ["--listen", &address, "--database-url", url];
    let arguments = [database.as_slice(), &SECRET].concat();
    let mut waiting = wayfare(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(waiting.stdout.take().unwrap());
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    assert!(line.contains("trying again"), "{line}");
    let refused = TcpStream::connect(&address).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    kill(Pid::from_raw(waiting.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert_eq!(waiting.wait().unwrap().code(), Some(0));
}

#[test]
fn a_database_that_can_not_be_opened_exits_with_code_2() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), "not a folder").unwrap();
    let url = "sqlite://file/wayfare.db";
    let arguments = ["--listen", "127.0.0.1:0", "--database-url", url];
    assert_unusable(&output(folder.path(), &arguments), "file/wayfare.db");
}

#[test]
fn commands_make_no_database() {
    let folder = TempDir::new().unwrap();
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("none").unwrap();
    for url in ["sqlite://data/wayfare.db", database.url()] {
        for command in [
            ["users", "list"],
            ["pictures", "sweep"],
            ["places", "refresh"],
        ] {
            let mut command = wayfare(folder.path(), &command);
            command.env("WAYFARE_DATABASE_URL", url);
            command.env("WAYFARE_AUTH_SECRET", "x".repeat(32));
            let output = command.output().unwrap();
            let line = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{line}");
            assert_eq!(line.lines().count(), 1, "{line}");
            assert!(line.contains("WAYFARE_DATABASE_URL"), "{line}");
        }
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn takes_forms_of_pages_on_loopback_and_says_why_it_refuses_others() {
    let folder = TempDir::new().unwrap();
    let send = |served: &Served, origin: &str, host: &str| {
        served.exchange(&format!(
            "POST /sign-in HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n"
        ))
    };
    let setting = "WAYFARE_FRONTEND_URL";
    let served = Served::start(wayfare(folder.path(), &["--listen", "0.0.0.0:0"]));
    let hosts = ["localhost:9999", "127.0.0.1:80", "[::1]:8080"];
    // Other devices of the house name the machine by its address.
    for host in hosts
        .into_iter()
        .chain(["192.168.1.5:8080", "[fd00::5]:8080"])
    {
        // It has no token against forgery, which is checked next.
        let answer = send(&served, &format!("http://{host}"), host);
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        assert!(!answer.contains(setting), "{host}: {answer}");
    }
    for (origin, host) in [
        ("http://192.168.1.6:8080", "192.168.1.5:8080"),
        // A name that anybody can let lead here.
        ("http://trips.example:8080", "trips.example:8080"),
        ("http://localhost:1", "localhost:2"),
        ("https://localhost", "localhost"),
        ("null", "localhost"),
    ] {
        assert!(send(&served, origin, host).contains(setting), "{origin}");
    }
    let (_, log) = served.stop(Signal::SIGTERM);
    let of = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!(of(setting), 1, "{log}");
    assert_eq!(of("WAYFARE_BASE_URL"), 1, "{log}");
    assert!(log.contains("links begin with http://localhost:"), "{log}");

    let address = ["--listen", "127.0.0.1:0", "--base-url", "http://127.0.0.1"];
    let served = Served::start(wayfare(folder.path(), &address));
    assert!(send(&served, "http://localhost", "localhost").contains(setting));
    assert!(send(&served, "http://192.168.1.5", "192.168.1.5").contains(setting));
}

#[test]
fn a_command_that_is_misspelt_gets_the_nearest_name() {
    let folder = TempDir::new().unwrap();
    assert_unusable(&output(folder.path(), &["srve"]), "did you mean serve?");
    assert_unusable(
        &output(folder.path(), &["--listn", "x"]),
        "did you mean --listen?",
    );
    let manual = output(folder.path(), &["man"]).stdout;
    let manual = String::from_utf8(manual).unwrap();
    let title = format!(
        ".TH wayfare 1  \"wayfare {}\" \n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(manual.contains(&title), "{manual}");
    // It is one page for all commands.
    assert!(manual.contains("\nwayfare serve\n") && !manual.contains("serve(1)"));
}

#[test]
fn postgresql_requires_the_signing_secret() {
    let folder = TempDir::new().unwrap();
    let server = wayfare_test_postgres::shared().unwrap();
    let database = server.create_database("secret").unwrap();
    let arguments = ["--listen", "127.0.0.1:0", "--database-url", database.url()];
    assert_unusable(&output(folder.path(), &arguments), "WAYFARE_AUTH_SECRET");
    let mut command = wayfare(folder.path(), &arguments);
    let served = Served::start({
        command.env("WAYFARE_AUTH_SECRET", "x".repeat(32));
        command
    });
    assert!(served.get("/readyz").starts_with("HTTP/1.1 200 OK\r\n"));
    assert_eq!(served.stop(Signal::SIGTERM).0, Some(0));
}

#[test]
fn address_in_use_exits_with_code_1() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let second = output(folder.path(), &["--listen", &served.address]);
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("can't listen on"));
}

#[test]
fn refuses_unknown_environment_names() {
    let folder = TempDir::new().unwrap();
    let mut command = wayfare(folder.path(), &["--listen", "127.0.0.1:0"]);
    command.env("WAYFARE_SIGNUP", "closed");
    assert_unusable(&command.output().unwrap(), "WAYFARE_SIGN_UP");
}

#[test]
fn unmatched_requests_get_problem_details() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    for (path, status) in [
        ("/nowhere", "404"),
        ("/api/v1/nowhere", "404"),
        ("/api/v1/trips/", "404"),
        ("/api/v1//trips", "404"),
        ("/api/v1/trips", "401"),
        ("/api/v1/trips/mia", "404"),
        ("/a/api/v1/trips/mia", "401"),
    ] {
        let answer = served.get(path).to_lowercase();
        assert!(
            answer.starts_with(&format!("http/1.1 {status} ")),
            "{path}: {answer}"
        );
        for part in [
            "content-type: application/problem+json",
            "x-request-id: ",
            "x-content-type-options: nosniff",
        ] {
            assert!(answer.contains(part), "{path} has no {part}: {answer}");
        }
    }
    let request = "GET /api/v1/trips HTTP/1.1\r\nHost: wayfare\r\nApi-Variant: c\r\nConnection: \
        close\r\n\r\n";
    let answer = served.exchange(request).to_lowercase();
    assert!(
        answer.starts_with("http/1.1 400 ") && answer.contains("x-request-id: "),
        "{answer}"
    );
}

#[test]
fn cors_allows_the_front_end() {
    let folder = TempDir::new().unwrap();
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--frontend-url",
        "https://app.example.org/trips",
    ];
    let served = Served::start(wayfare(folder.path(), &arguments));
    let preflight = |origin: &str| {
        served
            .exchange(&format!(
                "OPTIONS /api/v1/trips HTTP/1.1\r\nHost: wayfare\r\nOrigin: \
                    {origin}\r\nConnection: close\r\n\
                 Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: token, \
                 api-variant\r\n\r\n"
            ))
            .to_lowercase()
    };
    let allowed = preflight("https://app.example.org");
    assert!(allowed.starts_with("http/1.1 200 "), "{allowed}");
    assert!(
        allowed.contains("access-control-allow-origin: https://app.example.org\r\n"),
        "{allowed}"
    );
    assert!(!preflight("https://elsewhere.example.org").contains("access-control-allow-origin"));
    let request = "GET /healthz HTTP/1.1\r\nHost: wayfare\r\nOrigin: \
        https://app.example.org\r\nConnection: close\r\n\r\n";
    let answer = served.exchange(request).to_lowercase();
    let exposed = answer
        .lines()
        .find(|line| line.starts_with("access-control-expose-headers"))
        .unwrap()
        .to_owned();
    for name in [
        "authorization",
        "etag",
        "link",
        "location",
        "retry-after",
        "api-variant",
        "x-request-id",
    ] {
        assert!(exposed.contains(name), "{exposed}");
    }
}
