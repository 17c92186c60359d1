//! Bookings: what becomes of reservations, mails, passes and boarding passes.
//!
//! Each file in `bookings` is invented, in the form of a sender of such files, and has a text
//! beside it with what becomes of it. A `.pass` is the `pass.json` of a pass.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::Path;

use wayfare_domain::trip::place::{Coordinates, PlaceAnswer, PlaceMatch, PlaceQuery, ZoneName};
use wayfare_domain::{Date, Instant, ShortText, Uuid};
use wayfare_formats::{ImportedTrip, Limits, NearDays, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::reading::{built, import};

/// Places and their zones, as a gazetteer knows them.
const ZONES: [(&str, &str); 15] = [
    ("LIS", "Europe/Lisbon"),
    ("Lisbo", "Europe/Lisbon"),
    ("Porto", "Europe/Lisbon"),
    ("CDG", "Europe/Paris"),
    ("Paris", "Europe/Paris"),
    ("Berlin", "Europe/Berlin"),
    ("München", "Europe/Berlin"),
    ("JFK", "America/New_York"),
    ("New York", "America/New_York"),
    ("NRT", "Asia/Tokyo"),
    ("LAX", "America/Los_Angeles"),
    ("YUL", "America/Toronto"),
    ("FRA", "Europe/Berlin"),
    ("LHR", "Europe/London"),
    ("London", "Europe/London"),
];

pub(crate) fn place(query: &PlaceQuery) -> PlaceAnswer {
    let mut known = ZONES.iter();
    let text = [&query.location, &query.name]
        .into_iter()
        .find(|text| !text.is_empty())?;
    let found = known.find(|(name, _)| text.contains(name));
    Some(found.map(|(_, zone)| {
        PlaceMatch {
            location: ShortText::default(),
            description: ShortText::default(),
            coordinates: query
                .coordinates
                .unwrap_or_else(|| Coordinates::new(1.into(), 2.into()).unwrap()),
            precision: wayfare_domain::trip::place::Precision::Town,
            time_zone: Some(ZoneName::new(zone).unwrap()),
            is_pinned: query.is_pinned,
        }
    }))
}

/// What a file becomes: its items with their instants and typed hours, and what makes them the
/// same in another file.
fn shown(imported: &ImportedTrip) -> String {
    let trip = built(imported, &place);
    let mut shown = format!(
        "{} {}\n",
        imported.format.as_str(),
        imported.content.name.as_str()
    );
    let time = |at: Option<Instant>, hour: Option<wayfare_domain::trip::LocalTime>| match at {
        Some(at) => {
            let hour = hour.map_or("an instant".to_owned(), |hour| format!("at {hour}"));
            format!("{at}, {hour}")
        }
        None => "-".to_owned(),
    };
    let dates = trip.plan.dates;
    if let (Some(start), Some(end)) = (dates.start, dates.end) {
        let day = |at: Instant| Date::from(at);
        writeln!(shown, "from {} to {}", day(start.at), day(end.at)).unwrap();
    }
    for item in trip.itinerary.iter() {
        let place = &item.destination;
        let class = item.class().name();
        writeln!(shown, "day {}: {class} {}", item.day.number(), place.name).unwrap();
        writeln!(shown, "  from {}", time(item.start, item.typed.start)).unwrap();
        writeln!(shown, "  to {}", time(item.end, item.typed.end)).unwrap();
        let pinned = place.coordinates.filter(|_| place.is_pinned);
        let pinned = pinned.map(|at| format!(" {},{}", at.latitude(), at.longitude()));
        let pinned = pinned.unwrap_or_default();
        if !place.location.is_empty() || !pinned.is_empty() {
            writeln!(shown, "  in {}{pinned}", place.location).unwrap();
        }
        if let Some(end) = &item.ends.destination {
            writeln!(shown, "  end {}: {}", end.name, end.location).unwrap();
        }
        if !item.confirmation.is_empty() {
            writeln!(shown, "  confirmation {}", item.confirmation).unwrap();
        }
        let budget = &item.budget;
        if let Some(total) = budget.total {
            assert!(budget.shares.is_empty());
            let (total, currency) = (total.value(), budget.currency.unwrap());
            writeln!(shown, "  {total} {currency} [{}]", budget.category()).unwrap();
        }
        for line in place.description.lines() {
            writeln!(shown, "  | {line}").unwrap();
        }
    }
    for booking in &imported.content.bookings {
        let is_item = |id: &ShortText| trip.itinerary.iter().any(|item| item.id == *id);
        assert!(booking.item_id.as_ref().is_none_or(is_item));
        let state = if booking.item_id.is_some() {
            "="
        } else {
            "cancelled"
        };
        writeln!(shown, "{state} {}", booking.key).unwrap();
    }
    for warning in &imported.warnings {
        writeln!(shown, "! {warning}").unwrap();
    }
    shown
}

/// A zip file.
pub(crate) fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(crate) fn outcome(file: impl AsRef<[u8]>) -> String {
    match import(file) {
        Ok(imported) => shown(&imported),
        Err(error) => format!("refused: {error}\n"),
    }
}

#[test]
fn bookings_become_items() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/bookings");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_input = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it != "txt");
    let mut files = files.filter(is_input).collect::<Vec<_>>();
    files.sort();
    assert!(files.len() >= 25, "{}", files.len());
    let mut differing = Vec::new();
    for file in files {
        let content = std::fs::read(&file).unwrap();
        let is_pass = file
            .extension()
            .is_some_and(|extension| extension == "pass");
        let shown = match is_pass {
            true => outcome(packed(&[("pass.json", &content)])),
            false => outcome(content),
        };
        let text = std::path::PathBuf::from(format!("{}.txt", file.display()));
        if shown != std::fs::read_to_string(text).unwrap_or_default() {
            differing.push(format!("{}:\n{shown}", file.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn days(first: &str, last: &str) -> NearDays {
    let [first, last] = [first, last].map(|day| Date::parse(day).unwrap());
    NearDays { first, last }
}

/// The flight of a code that was read next to days.
fn flight_next_to(days: NearDays, code: &str) -> ImportedTrip {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    read(Cursor::new(code), Limits::default(), days, &mut mint).unwrap()
}

#[test]
fn a_day_of_the_year_is_the_nearest_one() {
    for (first, last, day, expected) in [
        ("2026-05-01", "2026-05-01", "124", "2026-05-04"),
        ("2026-12-20", "2026-12-20", "009", "2027-01-09"),
        ("2027-01-02", "2027-01-02", "364", "2026-12-30"),
        ("2027-06-30", "2027-06-30", "366", "2028-12-31"),
        ("2028-02-01", "2028-02-01", "060", "2028-02-29"),
        ("2026-03-20", "2026-03-20", "060", "2026-03-01"),
        // The days of a trip are as near as its first one.
        ("2026-01-05", "2026-12-20", "350", "2026-12-16"),
        ("2026-01-05", "2026-12-20", "360", "2026-12-26"),
        ("2026-12-20", "2027-12-10", "100", "2027-04-10"),
        ("2026-01-05", "2026-02-20", "350", "2025-12-16"),
        ("2025-12-20", "2026-02-20", "060", "2026-03-01"),
        ("2024-01-05", "2026-12-20", "350", "2024-12-15"),
    ] {
        let code = format!("M1LOVELACE/ADA        EABC123 LISCDGAF 1025 {day}Y012A0035 100");
        let start = flight_next_to(days(first, last), &code)
            .content
            .plan
            .dates
            .start
            .unwrap();
        assert_eq!(
            Date::from(start.at).to_string(),
            expected,
            "{first} {last} {day}"
        );
    }
}

#[test]
fn days_that_no_year_near_has_are_told() {
    for day in ["000", "367", "   ", "12X"] {
        let code = format!("M1LOVELACE/ADA        EABC123 LISCDGAF 1025 {day}Y012A0035 100");
        let imported = flight_next_to(days("2026-05-01", "2026-05-01"), &code);
        let warning = "a boarding pass does not tell its day".to_owned();
        assert!(imported.warnings.contains(&warning), "{day}");
        assert_eq!(imported.content.itinerary.len(), 1);
    }
}

const PASS: &str = r#"{"organizationName": "Air", "serialNumber": "{serial}", "boardingPass":
    {"transitType": "PKTransitTypeAir", "primaryFields": [
        {"key": "a", "label": "from", "value": "LIS"},
        {"key": "b", "label": "to", "value": "CDG"}],
     "backFields": [{"key": "x", "label": "seat_label", "value": "1A"}]}}"#;

pub(crate) fn pass(serial: &str) -> String {
    PASS.replace("{serial}", serial)
}

#[test]
fn passes_of_a_bundle_are_one_import() {
    let shop = r#"{"storeCard": {}}"#;
    let [first, second] =
        ["1", "2"].map(|serial| packed(&[("pass.json", pass(serial).as_bytes())]));
    let shop = packed(&[("pass.json", shop.as_bytes())]);
    let bundle = packed(&[
        ("1.pkpass", &first),
        ("2.pkpass", &second),
        ("3.PKPASS", &shop),
        ("4.pkpass", b"PK\x03\x04"),
    ]);
    let imported = import(bundle).unwrap();
    assert_eq!(imported.format.as_str(), "pass");
    assert_eq!(imported.content.itinerary.len(), 2);
    assert_eq!(imported.content.bookings.len(), 2);
    let left_out = imported
        .warnings
        .iter()
        .filter(|it| it.contains("of the bundle is left out"));
    assert_eq!(left_out.count(), 2, "{:?}", imported.warnings);
    let none = outcome(packed(&[("3.pkpass", &shop)]));
    assert!(
        none.contains("is a bundle of passes without a booking"),
        "{none}"
    );
}

#[test]
fn texts_of_a_pass_are_in_its_language_files() {
    let strings =
        "/* \"no\" */ \"seat_label\" = \"Seat \\\"row\\\"\";\n// \"x\"\n\"LIS\" = \"OPO\";";
    let utf_16: Vec<u8> = strings.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xff\xfe".as_slice(), &utf_16].concat();
    for strings in [strings.as_bytes(), &utf_16, &marked] {
        let json = pass("1");
        let files = [
            ("pass.json", json.as_bytes()),
            ("de.lproj/pass.strings", b"\"LIS\" = \"MUC\";".as_slice()),
            ("en.lproj/pass.strings", strings),
        ];
        let imported = import(packed(&files)).unwrap();
        let item = &imported.content.itinerary[0];
        assert_eq!(item.destination.name.as_str(), "Flight OPO – CDG");
        assert!(item.destination.description.contains("Seat: 1A"));
    }
}

#[test]
fn what_is_not_read_is_named() {
    for (file, expected) in [
        (b"%PDF-1.7 x".as_slice(), "is a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "save it as .eml"),
        (b"\xff\xd8\xff\xe0\0", "is a picture"),
        (b"<!DOCTYPE html><p>Hello", "is a page without a booking"),
        (b"{\"@type\": \"Hotel\"}", "is JSON-LD without a booking"),
        (
            b"{\"@type\": \"FlightReservation\",",
            "JSON-LD that can't be read",
        ),
        (
            b"Date: today\n\nHello",
            "must be an archive of this service",
        ),
        (b"From: a\nSubject: b\n", "is a mail without a booking"),
    ] {
        let shown = outcome(file);
        assert!(
            shown.starts_with("refused: ") && shown.contains(expected),
            "{shown}"
        );
    }
}

#[test]
fn mails_are_known_however_they_begin() {
    let mail = "Received: from a\n\tby b\nFrom: a@example.com\nSubject: Re: Trip\n\
        Content-Type: application/ld+json\n\n\
        {\"@type\": \"TaxiReservation\", \"pickupTime\": \"2026-05-04T05:00\"}";
    for file in [
        mail.to_owned(),
        mail.replace('\n', "\r\n"),
        format!("From a@example.com Mon May  4 05:00:00 2026\n{mail}"),
        format!("\u{feff}\n{mail}"),
    ] {
        let imported = import(&file).unwrap();
        assert_eq!(imported.format.as_str(), "mail", "{file}");
        assert_eq!(imported.content.name.as_str(), "Trip", "{file}");
        assert_eq!(imported.content.itinerary.len(), 1);
    }
}

#[test]
fn the_same_booking_of_a_mail_is_one_item() {
    let flight = r#"{"@type": "FlightReservation", "reservationNumber": "ABC123",
        "airplaneSeat": "12A", "reservationFor": {"flightNumber": "1025",
        "airline": {"iataCode": "AF"}, "departureTime": "2026-05-04T10:20:00+01:00",
        "departureAirport": {"iataCode": "LIS"}, "arrivalAirport": {"iataCode": "CDG"}}}"#;
    let pass = include_str!("bookings/airline.pass");
    let pass = packed(&[("pass.json", pass.as_bytes())]);
    let pass: String = pass.iter().map(|byte| format!("={byte:02X}")).collect();
    let mail = format!(
        "From: a\nSubject: Trip\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: application/vnd.apple.pkpass\n\
         Content-Transfer-Encoding: quoted-printable\n\n{pass}\n\
         --b\nContent-Type: text/html\n\n<script type=application/ld+json>{flight}</script>\n\
         --b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n\
         SUMMARY:Flight\nDTSTART:20260504T092000Z\nEND:VEVENT\nEND:VCALENDAR\n--b--\n"
    );
    let imported = import(mail).unwrap();
    let [item] = imported.content.itinerary.as_slice() else {
        panic!("{:?}", imported.content.itinerary);
    };
    let description = item.destination.description.as_str();
    let lines: Vec<&str> = description.lines().collect();
    assert_eq!(
        lines,
        [
            "Seat: 12A",
            "Class: Y",
            "Boarding: 09:40",
            "Gate: 14",
            "Provider: Air Example"
        ]
    );
    assert_eq!(imported.content.bookings.len(), 1);
    let warning = "an event is left out, because a reservation of the mail begins then: Flight";
    assert!(imported.warnings.contains(&warning.to_owned()));
}
