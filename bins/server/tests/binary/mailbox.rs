//! `wayfare mail deliver`: the exit codes on which a mail server acts.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::served::wayfare;

const DOMAIN: &str = "trips.example.org";

fn deliver(folder: &Path, arguments: &[&str], message: &[u8]) -> Output {
    let all = [&["mail", "deliver"], arguments].concat();
    let mut process = wayfare(folder, &all)
        .env("WAYFARE_INBOUND_DOMAIN", DOMAIN)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    // Who is unknown is known before the message is read.
    let _ = stdin.write_all(message);
    drop(stdin);
    process.wait_with_output().unwrap()
}

fn code(folder: &Path, arguments: &[&str]) -> Option<i32> {
    let output = deliver(folder, arguments, b"Subject: Hello\r\n\r\nHow are you?\r\n");
    assert!(output.stdout.is_empty(), "{output:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    output.status.code()
}

#[test]
fn a_mail_server_learns_what_to_do() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let unknown = "trips+aaaaaaaaaaaaaaaaaaaaaaaaaa@trips.example.org";
    // No store yet: it may be there later.
    assert_eq!(code(folder, &[unknown]), Some(75));
    let migrated = wayfare(folder, &["migrate"]).output().unwrap();
    assert!(migrated.status.success(), "{migrated:?}");
    for recipient in [
        unknown,
        "trips+@trips.example.org",
        "ada@trips.example.org",
        "trips+aaaaaaaaaaaaaaaaaaaaaaaaaa@elsewhere.example",
        "nobody",
        "",
    ] {
        assert_eq!(code(folder, &[recipient]), Some(67), "{recipient}");
    }
    // Wrong arguments and settings are the operator's, not the sender's.
    assert_eq!(code(folder, &["--log", "loud", unknown]), Some(75));
    assert_ne!(deliver(folder, &[], b"").status.code(), Some(0));
    let output = wayfare(folder, &["mail", "deliver", unknown])
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(75),
        "without a domain: {output:?}"
    );
}
