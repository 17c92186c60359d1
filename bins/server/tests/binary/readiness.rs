//! What tells that the service is ready: its notification, `/readyz` and `check-config --connect`.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::time::Duration;

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::served::{Served, wayfare};
use crate::{assert_unusable, output};

#[test]
fn tells_the_service_manager_when_it_serves_and_when_it_stops() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let heard = || {
        let mut message = [0; 64];
        let length = manager.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length]).into_owned()
    };
    let mut command = wayfare(folder.path(), &["--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", &path);
    let served = Served::start(command);
    assert_eq!(heard(), "READY=1");
    served.signal(Signal::SIGTERM);
    assert_eq!(heard(), "STOPPING=1");
    let (_, log) = served.stop(Signal::SIGTERM);
    let ready = format!(
        "Wayfare {} is ready at http://127.0.0.1:",
        env!("CARGO_PKG_VERSION")
    );
    assert!(log.contains(&ready), "{log}");

    let mut command = wayfare(folder.path(), &["--listen", "127.0.0.1:0", "--drain", "x"]);
    command.env("NOTIFY_SOCKET", &path);
    assert_unusable(&command.output().unwrap(), "drain");
    manager.set_nonblocking(true).unwrap();
    assert!(manager.recv(&mut [0; 64]).is_err(), "it was never ready");
}

#[test]
fn readiness_names_the_store_that_does_not_answer() {
    let folder = TempDir::new().unwrap();
    let served = Served::start(wayfare(folder.path(), &["--listen", "127.0.0.1:0"]));
    let pictures = folder.path().join("data/pictures");
    let away = folder.path().join("away");
    let wait_for = |status: &str| loop {
        let answer = served.get("/readyz");
        if answer.starts_with(&format!("HTTP/1.1 {status} ")) {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    wait_for("200");
    for _ in 0..2 {
        fs::rename(&pictures, &away).unwrap();
        // A file in place of the folder.
        fs::write(&pictures, "").unwrap();
        let answer = wait_for("503");
        assert!(
            answer.contains("The picture store does not answer."),
            "{answer}"
        );
        std::thread::sleep(Duration::from_millis(1_100));
        served.get("/readyz");
        fs::remove_file(&pictures).unwrap();
        fs::rename(&away, &pictures).unwrap();
        wait_for("200");
    }
    let (_, log) = served.stop(Signal::SIGTERM);
    let of = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    // One line at each change, with the reason.
    assert_eq!(of("the picture store does not answer"), 2, "{log}");
    assert_eq!(of("Not a directory"), 2, "{log}");
    assert_eq!(of("the picture store answers again"), 2, "{log}");
}

#[test]
fn check_config_tries_what_the_settings_name() {
    let folder = TempDir::new().unwrap();
    let try_with = |arguments: &[&str]| {
        output(
            folder.path(),
            &[&["check-config", "--connect"], arguments].concat(),
        )
    };
    let fresh = try_with(&[]);
    let text = String::from_utf8_lossy(&fresh.stdout).into_owned();
    assert_eq!(fresh.status.code(), Some(0), "{fresh:?}");
    for part in ["database", "picture store"] {
        assert!(
            text.contains(&format!("The {part} will be made by the first start.")),
            "{text}"
        );
    }
    assert!(!text.contains("mail server") && fs::read_dir(folder.path()).unwrap().next().is_none());
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let [database, smtp, issuer] = [
        format!("postgres://ann:s3cretpass@127.0.0.1:{port}/x"),
        format!("smtp://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{port}"),
    ];
    let secret = ["--auth-secret", "0123456789abcdef0123456789abcdef"];
    let away = try_with(
        &[
            secret.as_slice(),
            &[
                "--database-url",
                &database,
                "--smtp-url",
                &smtp,
                "--mail-from",
                "a@b.example",
            ],
            &["--oidc-issuer", &issuer, "--oidc-client-id", "x"],
        ]
        .concat(),
    );
    let line = String::from_utf8_lossy(&away.stderr).into_owned();
    assert_eq!(away.status.code(), Some(75), "{line}");
    for part in ["database: ", "mail server: ", "OpenID provider: "] {
        assert!(line.contains(part), "{line}");
    }
    assert!(
        !line.contains("picture store") && !line.contains("s3cretpass"),
        "{line}"
    );
    output(folder.path(), &["migrate"]);
    let there = try_with(&[]);
    let text = String::from_utf8_lossy(&there.stdout).into_owned();
    assert!(text.contains("The database answers."), "{text}");
}
