//! Which hour the times of calendars are.

use wayfare_domain::trip::place::ZoneName;

use crate::calendars::{calendar, starts};
use crate::reading::{event, import};

/// A definition of a zone whose only observance begins at a time.
fn zone(id: &str, begin: &str, from: &str, to: &str) -> String {
    format!(
        "BEGIN:VTIMEZONE\r\nTZID:{id}\r\nBEGIN:STANDARD\r\nDTSTART:{begin}\r\n\
         TZOFFSETFROM:{from}\r\nTZOFFSETTO:{to}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )
}

/// The start of an event that is written so, its zone, and the warnings of the file but for the
/// name that it lacks.
fn read(zones: &str, start: &str) -> (String, String, Vec<String>) {
    let event =
        format!("BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Walk\r\nDTSTART{start}\r\nEND:VEVENT\r\n");
    let imported = import(calendar(&format!("{zones}{event}"))).unwrap();
    let item = imported.content.itinerary.first().unwrap();
    let zone = item.ends.time_zone.as_ref().map(ZoneName::as_str);
    let mut warnings = imported.warnings;
    warnings.retain(|warning| !warning.contains("has no name"));
    let start = starts(std::slice::from_ref(item)).remove(0);
    (start, zone.unwrap_or_default().to_owned(), warnings)
}

#[test]
fn the_hour_written_is_the_hour_of_a_known_zone() {
    let stays = "the hour stays as written, not as the file's time zone says";
    let lacking = "BEGIN:VTIMEZONE\r\nTZID:Europe/Amsterdam\r\nEND:VTIMEZONE\r\n";
    let broken = "BEGIN:VTIMEZONE\r\nTZID:Europe/Amsterdam\r\nBEGIN:STANDARD\r\n\
        DTSTART:soon\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n\
        BEGIN:DAYLIGHT\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=MONTHLY\r\n\
        TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";
    for (zones, start, instant, name, warning) in [
        // Begins later than the event.
        (
            zone("Europe/Berlin", "20261025T030000", "+0200", "+0100"),
            ";TZID=Europe/Berlin:20260214T190000",
            "2026-02-14T18:00:00Z",
            "Europe/Berlin",
            format!("{stays}: Europe/Berlin"),
        ),
        // Rules of another year.
        (
            zone("America/Edmonton", "20251102T020000", "-0600", "-0700"),
            ";TZID=America/Edmonton:20261201T100000",
            "2026-12-01T16:00:00Z",
            "America/Edmonton",
            format!("{stays}: America/Edmonton"),
        ),
        // Says the same.
        (
            zone("Europe/Berlin", "19700101T000000", "+0100", "+0100"),
            ";TZID=Europe/Berlin:20260214T190000",
            "2026-02-14T18:00:00Z",
            "Europe/Berlin",
            String::new(),
        ),
        (
            lacking.to_owned(),
            ";TZID=Europe/Amsterdam:20260713T163000",
            "2026-07-13T14:30:00Z",
            "Europe/Amsterdam",
            String::new(),
        ),
        (
            broken.to_owned(),
            ";TZID=Europe/Amsterdam:20260713T163000",
            "2026-07-13T14:30:00Z",
            "Europe/Amsterdam",
            String::new(),
        ),
        (
            zone("Tokyo Standard Time", "19700101T000000", "+0100", "+0100"),
            ";TZID=Tokyo Standard Time:20260601T090000",
            "2026-06-01T00:00:00Z",
            "Asia/Tokyo",
            format!("{stays}: Tokyo Standard Time"),
        ),
        // Of a gap: as if it had not been, by both.
        (
            zone("Europe/Berlin", "19700101T000000", "+0100", "+0100"),
            ";TZID=Europe/Berlin:20260329T023000",
            "2026-03-29T01:30:00Z",
            "Europe/Berlin",
            String::new(),
        ),
    ] {
        let warnings = Some(warning).filter(|it| !it.is_empty());
        let expected = (
            instant.to_owned(),
            name.to_owned(),
            Vec::from_iter(warnings),
        );
        assert_eq!(read(&zones, start), expected, "{start} {zones}");
    }
}

#[test]
fn ids_of_zones_are_texts() {
    let bangkok = zone(
        "(UTC+07:00) Bangkok\\, Hanoi\\, Jakarta",
        "16010101T000000",
        "+0700",
        "+0700",
    );
    let own = zone("Boats\\; ours", "16010101T000000", "+0500", "+0500");
    for (zones, start, instant, name) in [
        (
            &*bangkok,
            ";TZID=\"(UTC+07:00) Bangkok, Hanoi, Jakarta\":20260712T090000",
            "2026-07-12T02:00:00Z",
            "Asia/Bangkok",
        ),
        (
            "",
            ";TZID=(UTC+07:00) Bangkok\\, Hanoi\\, Jakarta:20260712T090000",
            "2026-07-12T02:00:00Z",
            "Asia/Bangkok",
        ),
        (
            &*own,
            ";TZID=\"Boats; ours\":20260712T090000",
            "2026-07-12T04:00:00Z",
            "Etc/GMT-5",
        ),
        (
            "",
            ";TZID=\"(UTC-05:00) Eastern Time (US & Canada)\":20260702T133000",
            "2026-07-02T17:30:00Z",
            "America/New_York",
        ),
        (
            "",
            ";TZID=Pacific Standard Time 1:20260702T133000",
            "2026-07-02T20:30:00Z",
            "America/Los_Angeles",
        ),
    ] {
        let expected = (instant.to_owned(), name.to_owned(), Vec::new());
        assert_eq!(read(zones, start), expected, "{start}");
    }
}

#[test]
fn an_offset_is_an_hour_of_the_place_if_there_is_one() {
    for (start, place, instant, name) in [
        (
            ";TZID=GMT+0200:20260702T140000",
            "",
            "2026-07-02T12:00:00Z",
            "Etc/GMT-2",
        ),
        (
            ";TZID=\"UTC+02:00\":20260702T140000",
            "",
            "2026-07-02T12:00:00Z",
            "Etc/GMT-2",
        ),
        (
            ":20260702T140000+0200",
            "",
            "2026-07-02T12:00:00Z",
            "Etc/GMT-2",
        ),
        (
            ":20260702T140000+0200",
            "LOCATION:Berlin\r\n",
            "2026-07-02T12:00:00Z",
            "",
        ),
        (":20260702T140000-0330", "", "2026-07-02T17:30:00Z", ""),
        // UTC is an instant.
        (";TZID=UTC:20260702T140000", "", "2026-07-02T14:00:00Z", ""),
        (":20260702T140000Z", "", "2026-07-02T14:00:00Z", ""),
    ] {
        let expected = (instant.to_owned(), name.to_owned(), Vec::new());
        let start = format!("{start}\r\n{place}X-A:");
        assert_eq!(read("", &start), expected, "{start}");
    }
}

#[test]
fn a_zone_of_the_file_counts_for_the_dates_that_it_describes() {
    let zones = zone("Office", "20260301T000000", "+0400", "+0500");
    let nearest = "the file's time zone begins later, its first offset is taken: Office";
    for (start, instant, name, warnings) in [
        (
            "20260401T120000",
            "2026-04-01T07:00:00Z",
            "Etc/GMT-5",
            vec![],
        ),
        (
            "20260201T120000",
            "2026-02-01T08:00:00Z",
            "Etc/GMT-4",
            vec![nearest],
        ),
    ] {
        let warnings = warnings.into_iter().map(str::to_owned).collect();
        let expected = (instant.to_owned(), name.to_owned(), warnings);
        assert_eq!(read(&zones, &format!(";TZID=Office:{start}")), expected);
    }
    let located = zones.replacen("\r\n", "\r\nX-LIC-LOCATION:Asia/Karachi\r\n", 1);
    for (start, name) in [
        // Which says the same, or not.
        ("20260401T120000", "Asia/Karachi"),
        ("20260201T120000", "Etc/GMT-4"),
    ] {
        let (_, found, _) = read(&located, &format!(";TZID=Office:{start}"));
        assert_eq!(found, name, "{start}");
    }
}

#[test]
fn hours_of_known_zones_are_typed() {
    for (start, end, hours) in [
        (
            ";TZID=Asia/Tokyo:20260702T100000",
            ";TZID=W. Europe Standard Time:20260702T150000",
            [Some("2026-07-02T10:00:00"), Some("2026-07-02T15:00:00")],
        ),
        (
            ":20260702T100000",
            ":20260702T110000Z",
            [Some("2026-07-02T10:00:00"), None],
        ),
        (
            ":20260702T100000Z",
            ":20260702T150000+0200",
            [None, Some("2026-07-02T15:00:00")],
        ),
        (
            ";TZID=Europe/Berlin:20261024T230000",
            ";TZID=Europe/Berlin:20261025T023000",
            [Some("2026-10-24T23:00:00"), Some("2026-10-25T02:30:00")],
        ),
    ] {
        let file = event(&format!("DTSTART{start}\r\nDTEND{end}\r\n"));
        let typed = import(file).unwrap().content.itinerary[0].typed;
        let found = [typed.start, typed.end].map(|hour| hour.map(|hour| hour.to_string()));
        assert_eq!(
            found.each_ref().map(Option::as_deref),
            hours,
            "{start} {end}"
        );
    }
    // A duration across a change of clocks ends at the hour that the clock shows then.
    let file = event("DTSTART;TZID=Europe/Berlin:20261024T230000\r\nDURATION:PT6H\r\n");
    let typed = import(file).unwrap().content.itinerary[0].typed;
    assert_eq!(typed.end.unwrap().to_string(), "2026-10-25T04:00:00");
}
