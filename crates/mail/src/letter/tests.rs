//! Composed letters, as a mail program reads them.

use mail_parser::MessageParser;
use url::Url;
use uuid::Uuid;
use wayfare_domain::{Instant, Language};

use super::{Composer, Letter, Subject};
use crate::Sender;
use crate::texts::Texts;

fn composer() -> Composer {
    let front = Url::parse("https://trips.example.org/app").unwrap();
    Composer {
        sender: Sender::new("Wayfare <no-reply@example.org>").unwrap(),
        front: front.as_str().to_owned(),
        site: Composer::site_of(&front),
        texts: Texts::new().unwrap(),
    }
}

fn letter(subject: Subject, language: Language) -> Letter {
    Letter {
        id: Uuid::from_u128(7),
        to: "ada@example.net".to_owned(),
        language,
        date: Instant::parse("2026-05-01T12:00:00Z").unwrap(),
        subject,
        path: "/join/abc".to_owned(),
    }
}

fn invitation(trip: &str) -> Subject {
    Subject::Invitation {
        trip: trip.to_owned(),
        by: "Ben".to_owned(),
        until: Some(Instant::parse("2026-05-15T12:00:00Z").unwrap()),
        refusal: "/no-invitations/xyz".to_owned(),
    }
}

fn composed(letter: &Letter) -> Vec<u8> {
    composer().compose(letter).unwrap().formatted()
}

#[test]
fn a_letter_has_both_parts_and_the_headers_of_an_automatic_mail() {
    let bytes = composed(&letter(invitation("Lisbon"), Language::English));
    let mail = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(mail.subject(), Some("Ben invites you to “Lisbon”"));
    assert_eq!(
        mail.message_id(),
        Some("00000000-0000-0000-0000-000000000007@example.org")
    );
    assert_eq!(mail.date().unwrap().to_rfc3339(), "2026-05-01T12:00:00Z");
    let automatic = mail.header("Auto-Submitted").unwrap();
    assert_eq!(automatic.as_text(), Some("auto-generated"));
    assert_eq!(
        mail.to().unwrap().first().unwrap().address(),
        Some("ada@example.net")
    );
    assert_eq!((mail.text_body_count(), mail.html_body_count()), (1, 1));
    let url = "https://trips.example.org/app/join/abc";
    let plain = mail.body_text(0).unwrap();
    assert!(plain.lines().any(|line| line == url), "{plain}");
    assert!(
        plain.contains("until 15 May 2026") && plain.contains("at trips.example.org"),
        "{plain}"
    );
    let html = mail.body_html(0).unwrap();
    assert!(html.contains(&format!("<a href=\"{url}\">")), "{html}");
    let refusal = "https://trips.example.org/app/no-invitations/xyz";
    assert!(plain.lines().any(|line| line == refusal), "{plain}");
    assert!(html.contains(&format!("<a href=\"{refusal}\">")), "{html}");
}

#[test]
fn names_add_no_header_and_no_markup() {
    let trip = "Lisbon\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script><a href=x>\"";
    let bytes = composed(&letter(invitation(trip), Language::French));
    let mail = MessageParser::default().parse(&bytes).unwrap();
    assert!(mail.bcc().is_none());
    assert_eq!(mail.to().unwrap().as_list().map(<[_]>::len), Some(1));
    let html = mail.body_html(0).unwrap();
    assert!(
        !html.contains("<script") && !html.contains("<a href=x"),
        "{html}"
    );
    assert_eq!(mail.attachment_count(), 0);
}

#[test]
fn a_letter_is_in_the_language_of_its_reader() {
    let subject = || Subject::PasswordReset {
        username: "ada".to_owned(),
    };
    let mut seen = std::collections::BTreeSet::new();
    for language in Language::ALL {
        let bytes = composed(&letter(subject(), language));
        let mail = MessageParser::default().parse(&bytes).unwrap();
        let title = mail.subject().unwrap().to_owned();
        assert!(title.contains("ada"), "{title}");
        let html = mail.body_html(0).unwrap();
        assert!(html.contains(&format!("lang=\"{language}\"")), "{html}");
        seen.insert(title);
    }
    assert_eq!(seen.len(), Language::ALL.len());
}

#[test]
fn what_is_no_address_is_refused() {
    for to in ["ada", "ada@example.org\r\nBcc: eve@example.com", ""] {
        let letter = Letter {
            to: to.to_owned(),
            ..letter(invitation("Lisbon"), Language::English)
        };
        assert!(composer().compose(&letter).is_err(), "{to}");
    }
}
