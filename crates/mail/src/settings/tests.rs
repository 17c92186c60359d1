//! URLs of mail servers.

use super::{Encryption, Sender, SmtpUrl};

fn read(text: &str) -> Option<(String, u16, Encryption, bool)> {
    let url = SmtpUrl::new(text).ok()?;
    Some((
        url.host,
        url.port,
        url.encryption,
        url.credentials.is_some(),
    ))
}

#[test]
fn a_server_elsewhere_needs_encryption_unless_it_is_turned_off() {
    let some = |host: &str, port, encryption, has| Some((host.to_owned(), port, encryption, has));
    for (text, expected) in [
        (
            "smtps://mail.example.org",
            some("mail.example.org", 465, Encryption::Tls, false),
        ),
        (
            "smtps://a:b@mail.example.org:4650/",
            some("mail.example.org", 4650, Encryption::Tls, true),
        ),
        (
            "smtp://a%40b:c%2Fd@mail.example.org",
            some("mail.example.org", 587, Encryption::StartTls, true),
        ),
        (
            "smtp://mail.example.org:25?tls=none",
            some("mail.example.org", 25, Encryption::None, false),
        ),
        (
            "smtp://a:b@127.0.0.1:1025",
            some("127.0.0.1", 1025, Encryption::None, true),
        ),
        (
            "smtp://[::1]:1025",
            some("[::1]", 1025, Encryption::None, false),
        ),
        (
            "smtp://localhost:1025?tls=required",
            some("localhost", 1025, Encryption::StartTls, false),
        ),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    for wrong in [
        "",
        "mail.example.org",
        "http://mail.example.org",
        "smtp://",
        "smtp://user@mail.example.org",
        "smtp://:secret@mail.example.org",
        "smtp://a:b@mail.example.org?tls=none",
        "smtps://mail.example.org?tls=none",
        "smtp://mail.example.org?tls=maybe",
        "smtp://mail.example.org/path",
        "smtp://mail.example.org#x",
        "smtp://a:%ff@mail.example.org",
        "smtp://mail.example.org:99999",
    ] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn a_secret_is_neither_shown_nor_repeated() {
    let url = SmtpUrl::new("smtp://canary:canary@mail.example.org").unwrap();
    assert_eq!(url.to_string(), "smtp://mail.example.org:587");
    assert!(!format!("{url:?}").contains("canary"));
    let refused = SmtpUrl::new("smtp://canary:canary@mail.example.org/canary").unwrap_err();
    assert!(!refused.to_string().contains("canary"));
}

#[test]
fn a_sender_is_one_address() {
    for good in ["no-reply@example.org", "Wayfare <no-reply@example.org>"] {
        assert_eq!(Sender::new(good).unwrap().domain(), "example.org");
    }
    for wrong in ["", "example.org", "a@b.c, d@e.f", "a@b.c\r\nBcc: d@e.f"] {
        assert!(Sender::new(wrong).is_err(), "{wrong}");
    }
}
