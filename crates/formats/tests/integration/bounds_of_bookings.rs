//! Bookings of hostile files: how much of them is read.

use crate::bookings::{outcome, packed, pass};
use crate::reading::import;

/// A mail with a page.
fn page(html: &str) -> String {
    format!("From: a@example.com\nSubject: Trip\nContent-Type: text/html\n\n{html}")
}

const TAXI: &str = "<script type=\"application/ld+json\">{\"@type\": \"TaxiReservation\", \
    \"pickupTime\": \"2026-05-04T05:00\"}</script>";

/// A mail of parts that nest, around a page.
fn nested(depth: usize, is_message: bool) -> String {
    let mut mail = "From: a@example.com\nSubject: Trip\n".to_owned();
    for level in 0..depth {
        let kind = match is_message {
            true => "Content-Type: message/rfc822\n\nSubject: x\n".to_owned(),
            false => format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"),
        };
        mail.push_str(&kind);
    }
    format!("{mail}Content-Type: text/html\n\n{TAXI}")
}

#[test]
fn hostile_mails_are_bounded() {
    let parts = |kind: &str, number: usize| {
        let part = format!("--b\nContent-Type: {kind}\n\nx\n");
        let begin = "From: a\nSubject: b\nContent-Type: multipart/mixed; boundary=b\n\n";
        format!(
            "{begin}--b\nContent-Type: text/html\n\n{TAXI}\n{}",
            part.repeat(number)
        )
    };
    for (mail, items, warning) in [
        (nested(16, false), 1, None),
        (nested(16, true), 1, None),
        (nested(64, false), 0, Some("more than 20 deep")),
        (nested(64, true), 0, Some("more than 20 deep")),
        (nested(20_000, true), 0, Some("more than 20 deep")),
        (parts("text/plain", 10_000), 1, Some("after the first 1000")),
        (
            parts("multipart/mixed; boundary=never", 10_000),
            1,
            Some("after the first 1000"),
        ),
        (parts("text/html", 900), 1, None),
    ] {
        let outcome = outcome(&mail);
        assert_eq!(outcome.matches("car Taxi").count(), items, "{outcome:.300}");
        if let Some(warning) = warning {
            assert!(outcome.contains(warning), "{outcome:.300}");
        }
    }
}

#[test]
fn hostile_pages_are_bounded() {
    let large = 20 << 20;
    let attributes: String = (0..300_000).map(|number| format!(" a{number}")).collect();
    let picture = format!(
        "<img src=\"data:image/png;base64,{}\">",
        "A/bc".repeat(100_000)
    );
    let scopes = "<div itemscope itemprop=a>".repeat(2_000);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let script = |json: &str| format!("<script type=application/ld+json>{json}</script>");
    for (html, is_read) in [
        (format!("{TAXI}{}", "<b>x".repeat(large / 4)), true),
        (format!("{}{TAXI}", "<b>x".repeat(large / 8)), false),
        (
            format!("{}{TAXI}", "<p class=x>text</p>".repeat(100_000)),
            true,
        ),
        (format!("{picture}{TAXI}"), true),
        (format!("<!-- {TAXI} -->"), true),
        (format!("<p{attributes}>{TAXI}"), false),
        (format!("{TAXI}<p{attributes}>"), true),
        (format!("{scopes}{TAXI}"), true),
        (format!("{}{TAXI}", script(&deep)), true),
        (
            format!("{}{TAXI}", script(&"{\"a\":".repeat(100_000))),
            true,
        ),
        (
            format!("{}{TAXI}", script(&format!("\"{}\"", "x".repeat(5 << 20)))),
            true,
        ),
    ] {
        let outcome = outcome(page(&html));
        let is_found = outcome.contains("car Taxi");
        assert_eq!(is_found, is_read, "{html:.60}: {outcome:.300}");
    }
}

#[test]
fn hostile_passes_are_bounded() {
    let large = vec![b' '; 60 << 20];
    let json = packed(&[("pass.json", &large)]);
    let inner = packed(&[("pass.json", &large[..2 << 20])]);
    let many: Vec<String> = (0..300).map(|number| format!("{number}.pkpass")).collect();
    let many: Vec<(&str, &[u8])> = many
        .iter()
        .map(|it| (it.as_str(), b"x".as_slice()))
        .collect();
    for (file, expected) in [
        (json, "refused: must have at most"),
        (inner.clone(), "refused: the archive is too large"),
        (
            packed(&[("a.pkpass", &inner)]),
            "a pass of the bundle is left out: a.pkpass the archive is too large",
        ),
        (packed(&many), "refused: must have at most 200 entries"),
    ] {
        let outcome = outcome(file);
        assert!(outcome.contains(expected), "{outcome}");
    }
}

#[test]
fn what_a_mail_has_unpacked_is_bounded_in_all() {
    let large = vec![b' '; 19 << 20];
    let large = packed(&[("a.pkpass", &large), ("b.pkpass", &large)]);
    let many: Vec<String> = (0..101).map(|number| format!("{number}.pkpass")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|it| (it.as_str(), &b"x"[..])).collect();
    let many = packed(&many);
    let ticket = packed(&[("pass.json", pass("1").as_bytes())]);
    let bundled = packed(&[("c.pkpass", &ticket), ("d.pkpass", &vec![b' '; 13 << 20])]);
    for (attached, items, is_left_out) in [
        ([&large, &ticket], 1, false),
        // The second bundle has more than may yet be unpacked.
        ([&large, &bundled], 1, true),
        ([&large, &large], 1, true),
        ([&many, &ticket], 1, false),
        ([&many, &many], 0, false),
    ] {
        let parts = [attached[0], attached[1], &ticket].map(|zip| {
            let zip: String = zip.iter().map(|byte| format!("={byte:02X}")).collect();
            format!("--b\nContent-Transfer-Encoding: quoted-printable\n\n{zip}\n")
        });
        let mail = format!(
            "From: a\nSubject: Trip\nContent-Type: multipart/mixed; boundary=b\n\n{}--b--\n",
            parts.concat()
        );
        let imported = import(mail).unwrap();
        assert_eq!(imported.content.itinerary.len(), items);
        let mut warnings = imported.warnings.iter();
        let is_told = warnings.any(|it| it.contains("must have at most 52428800 bytes"));
        assert_eq!(is_told, is_left_out, "{:?}", imported.warnings);
    }
}

#[test]
fn more_reservations_than_a_trip_may_have_are_refused() {
    let one = |number: usize| {
        format!("{{\"@type\": \"TaxiReservation\", \"reservationNumber\": \"{number}\"}}")
    };
    let all: Vec<String> = (0..1_001).map(one).collect();
    let shown = outcome(format!("[{}]", all.join(",")));
    assert_eq!(shown, "refused: must have at most 1000 items\n");
    // Those that are left out as the same were read too.
    let same = vec![one(1); 1_001];
    let shown = outcome(format!("[{}]", same.join(",")));
    assert_eq!(shown, "refused: must have at most 1000 items\n");
}

#[test]
fn texts_are_in_one_list_only() {
    let confirmation = |number: &str| {
        let json = format!(
            "{{\"@type\": \"TaxiReservation\", \"reservationNumber\": {number}, \
             \"pickupTime\": \"2026-05-04T05:00\"}}"
        );
        let imported = import(json).unwrap();
        imported.content.itinerary[0].confirmation.to_string()
    };
    for (number, expected) in [
        (r#""A1""#, "A1"),
        (r#"["", "A1"]"#, "A1"),
        (r#"[{"@value": "A1"}]"#, "A1"),
        (r#"{"name": [null, "A1"]}"#, "A1"),
        (r#"[["A1"]]"#, ""),
        (r#"[["A1"], "B2"]"#, "B2"),
        (r#"[{"name": ["A1"]}]"#, ""),
    ] {
        assert_eq!(confirmation(number), expected, "{number}");
    }
    let blank = format!("[{}\"A1\"]", "\" \",".repeat(20));
    assert_eq!(confirmation(&blank), "", "the 21st element");
}

#[test]
fn parts_of_a_package_take_what_it_says() {
    let part = "{\"@type\": \"TaxiReservation\", \"pickupLocation\": \"Stand {i}\"}";
    let parts: Vec<String> = (1..9)
        .map(|i| part.replace("{i}", &i.to_string()))
        .collect();
    let json = format!(
        "{{\"@type\": \"ReservationPackage\", \"reservationNumber\": \"P1\", \
         \"subReservation\": [{}]}}",
        parts.join(",")
    );
    let imported = import(json).unwrap();
    let numbers = imported
        .content
        .itinerary
        .iter()
        .map(|item| item.confirmation.as_str());
    assert_eq!(numbers.collect::<Vec<_>>(), ["P1"; 8]);
}
