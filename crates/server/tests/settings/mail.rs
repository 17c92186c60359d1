//! The mail server, the sender, and whom to ask.

use std::fs;

use tempfile::TempDir;

use crate::secrets::check;
use crate::{error, settings};

const URL: &str = "smtps://wayfare:hush-hush@mail.example.org";

#[test]
fn mail_is_off_unless_server_and_sender_are_set() {
    let none = settings(&[], &[], "");
    assert!(none.smtp_url.is_none() && none.mail_from.is_none() && none.contact.is_none());
    let set = settings(
        &["--smtp-url", URL],
        &[("WAYFARE_CONTACT", "mailto:help@example.org")],
        "mail_from = \"Wayfare <no-reply@example.org>\"",
    );
    assert_eq!(
        set.smtp_url.as_ref().unwrap().to_string(),
        "smtps://mail.example.org:465"
    );
    assert!(set.mail_from.is_some());
    assert_eq!(set.contact.as_deref(), Some("mailto:help@example.org"));
    assert!(!format!("{set:?}").contains("hush"), "{set:?}");
}

#[test]
fn one_without_the_other_is_refused() {
    for (name, value, missing) in [
        ("WAYFARE_SMTP_URL", URL, "WAYFARE_MAIL_FROM"),
        (
            "WAYFARE_MAIL_FROM",
            "no-reply@example.org",
            "WAYFARE_SMTP_URL",
        ),
    ] {
        let line = check(&[(name, value)]).unwrap_err();
        assert_eq!(line, format!("{missing}: must be set with {name}"));
        assert_eq!(error(&[], &[(name, value)], ""), line);
    }
    let both = [
        ("WAYFARE_SMTP_URL", URL),
        ("WAYFARE_MAIL_FROM", "no-reply@example.org"),
    ];
    let text = check(&both).unwrap();
    assert!(
        text.contains("smtp_url = (secret) [WAYFARE_SMTP_URL]"),
        "{text}"
    );
    assert!(!text.contains("hush"), "{text}");
}

#[test]
fn wrong_values_are_refused_without_being_repeated() {
    for (flag, value) in [
        ("--smtp-url", "hush-hush"),
        ("--smtp-url", "https://wayfare:hush-hush@mail.example.org"),
        (
            "--smtp-url",
            "smtp://wayfare:hush-hush@mail.example.org?tls=none",
        ),
        ("--mail-from", "hush-hush"),
        ("--contact", "hush-hush\nhush"),
    ] {
        let line = error(&[flag, value], &[], "");
        assert!(line.starts_with(&format!("{flag}: must ")), "{line}");
        assert!(!line.contains("hush"), "{line}");
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("smtp");
    fs::write(&path, format!("{URL}\n")).unwrap();
    let path = path.to_str().unwrap();
    let sender = [("WAYFARE_MAIL_FROM", "no-reply@example.org")];
    let read = settings(&["--smtp-url-file", path], &sender, "");
    assert!(read.smtp_url.is_some());
    let line = error(&["--smtp-url-file", path], &[("WAYFARE_SMTP_URL", URL)], "");
    assert!(
        line.contains("must not be set beside") && !line.contains("hush"),
        "{line}"
    );
}
