//! Calendars as other programs write them, and with mistakes.

use wayfare_domain::trip::ItineraryItem;

use crate::calendars::{calendar, starts};
use crate::reading::{event, import};

/// An event of these properties.
fn vevent(properties: &str) -> String {
    format!("BEGIN:VEVENT\r\n{properties}END:VEVENT\r\n")
}

/// The names of the items of a calendar with their starts, and its warnings but for its name.
fn read(content: &str) -> (Vec<String>, Vec<String>) {
    let imported = import(calendar(content)).unwrap();
    let items = &imported.content.itinerary;
    let named =
        |(item, start): (&ItineraryItem, String)| format!("{} {start}", item.destination.name);
    let items = items.iter().zip(starts(items)).map(named).collect();
    let mut warnings = imported.warnings;
    warnings.retain(|warning| !warning.contains("has no name"));
    (items, warnings)
}

#[test]
fn what_cannot_be_read_is_left_out_alone() {
    let good = vevent("UID:a\r\nSUMMARY:Good\r\nDTSTART:20260702T100000Z\r\n");
    for (bad, reason) in [
        ("DTSTART:20260230T100000Z", "20260230T100000Z"),
        ("DTSTART:soon", "soon"),
        ("DTSTART:20260702T100000+2x", "20260702T100000+2x"),
        (
            "DTSTART;TZID=Moon Standard Time:20260702T100000",
            "Moon Standard Time",
        ),
        (
            "RRULE:FREQ=DAILY\r\nEXDATE:20260702T100000Z\r\nDTSTART:2026-07-02",
            "2026-07-02",
        ),
    ] {
        let bad = vevent(&format!("UID:b\r\nSUMMARY:Bad\r\n{bad}\r\n"));
        let which = match reason {
            "Moon Standard Time" => "in an unknown time zone",
            _ => "that can't be read",
        };
        let warning = format!("an event {which} is left out: Bad: {reason}");
        let expected = (
            vec!["Good 2026-07-02T10:00:00Z".to_owned()],
            vec![warning.clone()],
        );
        assert_eq!(read(&(bad.clone() + &good)), expected);
        // All is refused only if nothing is left.
        let refused = import(calendar(&bad)).unwrap_err().to_string();
        assert_eq!(refused, warning);
    }
    let nameless = import(calendar(&vevent("DTSTART:soon\r\n"))).unwrap_err();
    let reason = "an event that can't be read is left out: soon";
    assert_eq!(nameless.to_string(), reason);
}

#[test]
fn an_end_that_cannot_be_read_is_none() {
    for end in [
        "DTEND:2026-07-02 11:00",
        "DTEND:20260231T110000Z",
        "DURATION:long",
    ] {
        let imported = import(event(&format!("DTSTART:20260702T100000Z\r\n{end}\r\n"))).unwrap();
        let item = &imported.content.itinerary[0];
        assert_eq!(item.start.unwrap().to_string(), "2026-07-02T10:00:00Z");
        assert_eq!(item.end, None);
        let (_, value) = end.split_once(':').unwrap();
        let warning = format!("an end that can't be read is left out: S: {value}");
        assert!(
            imported.warnings.contains(&warning),
            "{:?}",
            imported.warnings
        );
    }
}

#[test]
fn an_end_goes_by_the_clock_of_its_start() {
    for (start, end, expected) in [
        (
            ";TZID=Asia/Tokyo:20260702T100000",
            ":20260702T110000",
            "2026-07-02T02:00:00Z",
        ),
        (
            ":20260702T100000Z",
            ":20260702T110000",
            "2026-07-02T11:00:00Z",
        ),
        (
            ";TZID=Asia/Tokyo:20260702T100000",
            ";VALUE=DATE:20260704",
            "2026-07-03T15:00:00Z",
        ),
        (
            ";VALUE=DATE:20260702",
            ":20260704T120000Z",
            "2026-07-05T00:00:00Z",
        ),
        (
            ";VALUE=DATE:20260702",
            ":20260704T000000",
            "2026-07-04T00:00:00Z",
        ),
    ] {
        let imported = import(event(&format!("DTSTART{start}\r\nDTEND{end}\r\n"))).unwrap();
        let found = imported.content.itinerary[0].end.map(|end| end.to_string());
        assert_eq!(found.as_deref(), Some(expected), "{start} {end}");
    }
}

#[test]
fn the_newest_version_of_an_event_counts() {
    let version = |sequence: &str, start: &str, rest: &str| {
        let of = format!("UID:a\r\nSEQUENCE:{sequence}\r\nSUMMARY:S{sequence}\r\n");
        vevent(&format!("{of}DTSTART:202607{start}T100000Z\r\n{rest}"))
    };
    let old = "an older version of an event is left out";
    let cancelled = "a cancelled event is left out";
    for (events, items, warnings) in [
        (
            [version("0", "01", ""), version("2", "02", "")],
            vec!["S2 2026-07-02T10:00:00Z"],
            vec![old],
        ),
        (
            [version("10", "02", ""), version("9", "01", "")],
            vec!["S10 2026-07-02T10:00:00Z"],
            vec![old],
        ),
        (
            [
                version("0", "01", ""),
                version("1", "01", "STATUS:CANCELLED\r\n"),
            ],
            vec![],
            vec![old, cancelled],
        ),
        (
            [version("1", "01", ""), version("1", "01", "")],
            vec!["S1 2026-07-01T10:00:00Z"],
            vec![old],
        ),
        // Of a program that gives all events one UID.
        (
            [version("0", "01", ""), version("0", "02", "")],
            vec!["S0 2026-07-01T10:00:00Z", "S0 2026-07-02T10:00:00Z"],
            vec![],
        ),
        (
            [
                version("0", "01", "RECURRENCE-ID:20260601T070000Z\r\n"),
                version("0", "02", "RECURRENCE-ID:20260602T070000Z\r\n"),
            ],
            vec!["S0 2026-07-01T10:00:00Z", "S0 2026-07-02T10:00:00Z"],
            vec![],
        ),
        // The override of a series has a higher number of its own.
        (
            [
                version("0", "01", "RRULE:FREQ=DAILY\r\n"),
                version("3", "05", "RECURRENCE-ID:20260701T100000Z\r\n"),
            ],
            vec!["S3 2026-07-05T10:00:00Z"],
            vec!["of a repeating event, only the first occurrence that is left is kept"],
        ),
    ] {
        let [items, warnings] = [items, warnings].map(|it| it.into_iter().map(str::to_owned));
        let expected = (items.collect(), warnings.collect());
        assert_eq!(read(&events.concat()), expected, "{events:?}");
    }
}

#[test]
fn a_calendar_that_cancels_leaves_out_its_own_events() {
    let event = |uid: &str, sequence: u8| {
        vevent(&format!(
            "UID:{uid}\r\nSEQUENCE:{sequence}\r\nSUMMARY:{uid}\r\nDTSTART:20260701T100000Z\r\n"
        ))
    };
    let cancelling = format!("METHOD:CANCEL\r\n{}", event("a", 1));
    let (items, warnings) = read(&cancelling);
    assert_eq!(items, [""; 0]);
    assert_eq!(warnings, ["a cancelled event is left out"]);
    // Calendars one after another.
    let several = format!(
        "{}{}END:VCALENDAR\r\nBEGIN:VCALENDAR\r\n{cancelling}",
        event("a", 0),
        event("b", 0)
    );
    assert_eq!(read(&several).0, ["b 2026-07-01T10:00:00Z"]);
}

#[test]
fn a_period_keeps_its_length() {
    for (period, end) in [
        ("20260705T100000Z/20260705T113000Z", "2026-07-05T11:30:00Z"),
        ("20260705T100000Z/PT3H", "2026-07-05T13:00:00Z"),
        ("20260705T100000Z", "2026-07-05T11:00:00Z"),
    ] {
        let imported = import(event(&format!(
            "DTSTART:20260701T100000Z\r\nDTEND:20260701T110000Z\r\nEXDATE:20260701T100000Z\r\n\
             RDATE;VALUE=PERIOD:{period},20260709T100000Z/PT5H\r\n"
        )));
        let item = &imported.unwrap().content.itinerary[0];
        assert_eq!(item.start.unwrap().to_string(), "2026-07-05T10:00:00Z");
        assert_eq!(item.end.unwrap().to_string(), end, "{period}");
    }
}

#[test]
fn reads_quoted_printable_texts() {
    let file = "BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nDTSTART:20260705T100000Z\r\n\
        SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9 am See\r\n\
        DESCRIPTION;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Zwei Pl=E4tze=0D=0A=\r\n\
        und =\r\nKuchen, 1=3D1\r\nLOCATION;ENCODING=8BIT:Zurich=\r\nEND:VEVENT\r\n\
        END:VCALENDAR\r\n";
    let imported = import(file).unwrap();
    let place = &imported.content.itinerary[0].destination;
    assert_eq!(&*place.name, "Café am See");
    assert_eq!(
        &*place.description,
        "Zwei Plätze\r\nund Kuchen, 1=1".replace('\r', "")
    );
    assert_eq!(&*place.location, "Zurich=");
    let latin = b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260705T100000Z\r\n\
        SUMMARY;CHARSET=ISO-8859-1:Caf\xe9\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let imported = import(latin).unwrap();
    assert_eq!(&*imported.content.itinerary[0].destination.name, "Café");
}

#[test]
fn tells_of_coordinates_that_are_nowhere() {
    let warning = "a point has no valid coordinates".to_owned();
    for (geo, is_located, is_told) in [
        ("GEO:41.15;-8.61\r\n", true, false),
        ("GEO:0.0;0.0\r\n", false, true),
        ("GEO:north;west\r\n", false, true),
        ("GEO:91;0\r\n", false, true),
        ("GEO:\r\n", false, false),
        ("", false, false),
        ("X-APPLE-STRUCTURED-LOCATION:geo:0,0\r\n", false, false),
        (
            "GEO:0;0\r\nX-APPLE-STRUCTURED-LOCATION:geo:41.15,-8.61\r\n",
            true,
            true,
        ),
    ] {
        let properties = format!("LOCATION:Porto\\, Portugal\r\n{geo}DTSTART:20260705T100000Z\r\n");
        let imported = import(event(&properties)).unwrap();
        let place = &imported.content.itinerary[0].destination;
        assert_eq!(&*place.location, "Porto, Portugal");
        assert_eq!(place.coordinates.is_some(), is_located, "{geo}");
        assert_eq!(imported.warnings.contains(&warning), is_told, "{geo}");
    }
}
