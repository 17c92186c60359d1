//! What is read of calendars.

use std::fmt::Write as _;

use wayfare_domain::Currency;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::trip::place::ZoneName;
use wayfare_formats::Calendar;

use crate::files::trip;
use crate::reading::{event, import};

/// When items start.
pub(crate) fn starts(items: &[ItineraryItem]) -> Vec<String> {
    let starts = items.iter().map(|item| item.start);
    starts
        .map(|at| at.map_or_else(String::new, |at| at.to_string()))
        .collect()
}

pub(crate) fn calendar(content: &str) -> String {
    format!("BEGIN:VCALENDAR\r\n{content}END:VCALENDAR\r\n")
}

/// A zone that is an hour east of Greenwich, and two hours on every second day of a year from
/// `first` on, as its dates say.
fn zone_of_dates(first: i16, number: i16) -> String {
    let mut zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\n".to_owned();
    for (kind, day, from, to) in [
        ("DAYLIGHT", "01", "01", "02"),
        ("STANDARD", "02", "02", "01"),
    ] {
        let _ = write!(
            zone,
            "BEGIN:{kind}\r\nDTSTART:{first}01{day}T000000\r\nTZOFFSETFROM:+{from}00\r\n\
                TZOFFSETTO:+{to}00\r\n"
        );
        for year in first..first + number {
            for month in 1..=12 {
                let _ = write!(zone, "RDATE:{year}{month:02}{day}T000000\r\n");
            }
        }
        let _ = write!(zone, "END:{kind}\r\n");
    }
    zone + "END:VTIMEZONE\r\n"
}

#[test]
fn a_feed_leaves_out_the_trips_that_exceed_its_bytes() {
    let event = |name: &str| {
        calendar(&format!(
            "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:{name}\r\nDTSTART:20260601T120000Z\r\nEND:VEVENT\r\n"
        ))
    };
    let long = "Hike ".repeat(300);
    let trips = ["Dinner", &long, "Tram"].map(|name| trip(import(event(name)).unwrap()));
    let mut feed = Calendar::feed("Trips");
    for trip in &trips {
        feed.add_within(trip, Currency::CAD, 1_500);
    }
    assert_eq!(feed.len(), 2);
    let text = String::from_utf8(feed.write()).unwrap();
    assert!(text.contains("Dinner") && text.contains("Tram") && !text.contains("Hike"));
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 2);
    assert_eq!(text.matches("END:VEVENT").count(), 2);
}

#[test]
fn reads_a_zone_of_many_dates() {
    let mut content = zone_of_dates(1000, 2_000);
    for number in 0..1_000 {
        let _ = write!(
            content,
            "BEGIN:VEVENT\r\nUID:{number}\r\nDTSTART;TZID=Z:20260601T120000\r\n\
             DTEND;TZID=Z:20260603T120000\r\nEND:VEVENT\r\n"
        );
    }
    let imported = import(calendar(&content)).unwrap();
    assert_eq!(imported.content.itinerary.len(), 1_000);
    let first = &imported.content.itinerary[0];
    assert_eq!(first.start.unwrap().to_string(), "2026-06-01T10:00:00Z");
    assert_eq!(first.end.unwrap().to_string(), "2026-06-03T11:00:00Z");
}

#[test]
fn a_rule_that_has_ended_counts_until_its_end_and_after_it() {
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\n\
        BEGIN:DAYLIGHT\r\nDTSTART:19800601T000000\r\nRRULE:FREQ=YEARLY;UNTIL=19900601T000000\r\n\
        TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\n\
        BEGIN:STANDARD\r\nDTSTART:19801001T000000\r\nRRULE:FREQ=YEARLY;UNTIL=19901001T000000\r\n\
        TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n\
        BEGIN:STANDARD\r\nDTSTART:19850101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0300\r\n\
        END:STANDARD\r\nEND:VTIMEZONE\r\n";
    let at = |time: &str| {
        let event = format!("BEGIN:VEVENT\r\nDTSTART;TZID=Z:{time}\r\nEND:VEVENT\r\n");
        starts(
            &import(calendar(&(zone.to_owned() + &event)))
                .unwrap()
                .content
                .itinerary,
        )
    };
    assert_eq!(at("19790101T120000"), ["1979-01-01T11:00:00Z"]);
    assert_eq!(at("19820701T120000"), ["1982-07-01T10:00:00Z"]);
    assert_eq!(at("19850201T120000"), ["1985-02-01T09:00:00Z"]);
    assert_eq!(at("20260701T120000"), ["2026-07-01T11:00:00Z"]);
}

#[test]
fn takes_the_first_occurrence_that_exdate_leaves() {
    let cases = [
        (
            "DTSTART:20260601T090000Z\r\nRRULE:FREQ=DAILY\r\n\
                EXDATE:20260601T090000Z,20260602T090000Z",
            "2026-06-03T09:00:00Z",
        ),
        (
            "DTSTART;TZID=Europe/Lisbon:20260601T090000\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\n\
          EXDATE;TZID=Europe/Lisbon:20260601T090000\r\nEXDATE:20260603T080000Z",
            "2026-06-08T08:00:00Z",
        ),
        // The clocks change on 25 October.
        (
            "DTSTART;TZID=Europe/Lisbon:20261020T090000\r\nRRULE:FREQ=WEEKLY\r\n\
          EXDATE:20261020T080000Z,20261027T090000Z",
            "2026-11-03T09:00:00Z",
        ),
        (
            "DTSTART:20260601T090000Z\r\nRDATE:20260704T100000Z,20260605T100000Z\r\n\
                EXDATE:20260601T090000Z",
            "2026-06-05T10:00:00Z",
        ),
        (
            "DTSTART:20260601T090000Z\r\nRDATE:20260601T100000Z\r\nEXDATE:20260601T090000Z",
            "2026-06-01T10:00:00Z",
        ),
        (
            "DTSTART:20260601T090000Z\r\nRRULE:FREQ=DAILY\r\nEXDATE;VALUE=DATE:20260601",
            "2026-06-02T09:00:00Z",
        ),
        (
            "DTSTART:20260601T090000Z\r\nRRULE:FREQ=DAILY\r\nEXDATE:20260602T090000Z",
            "2026-06-01T09:00:00Z",
        ),
    ];
    for (properties, start) in cases {
        let imported = import(event(&format!("{properties}\r\nDURATION:PT1H\r\n"))).unwrap();
        assert_eq!(starts(&imported.content.itinerary), [start], "{properties}");
        let is_left = start != "2026-06-01T09:00:00Z";
        let which = if is_left { " that is left" } else { "" };
        let warning = format!("of a repeating event, only the first occurrence{which} is kept");
        assert_eq!(imported.warnings[0], warning, "{properties}");
    }
    let whole = "DTSTART;VALUE=DATE:20260601\r\nDTEND;VALUE=DATE:20260602\r\nRRULE:FREQ=DAILY\r\n\
        EXDATE;VALUE=DATE:20260601\r\n";
    let imported = import(event(whole)).unwrap();
    let (start, end) = (
        imported.content.plan.dates.start.unwrap(),
        imported.content.plan.dates.end.unwrap(),
    );
    assert_eq!(start.at.to_string(), "2026-06-02T00:00:00Z");
    assert_eq!(start.at, end.at);
    let none =
        "DTSTART:20260601T090000Z\r\nRRULE:FREQ=DAILY;COUNT=1\r\nEXDATE:20260601T090000Z\r\n";
    let none = import(event(none)).unwrap();
    assert_eq!(none.content.itinerary.len(), 0);
    let left_out = "a repeating event without an occurrence is left out";
    let repeats = none.warnings.iter().filter(|it| it.contains("repeating"));
    assert_eq!(repeats.collect::<Vec<_>>(), [left_out]);
}

#[test]
fn an_exception_of_the_first_occurrence_replaces_it() {
    let base = "UID:a\r\nSUMMARY:Base\r\nDTSTART;TZID=Europe/Lisbon:20260601T090000\r\n\
        RRULE:FREQ=DAILY;COUNT=3\r\n";
    let moved = "UID:a\r\nSUMMARY:Moved\r\nDTSTART;TZID=Europe/Lisbon:20260601T110000\r\n";
    let later = "UID:a\r\nSUMMARY:Later\r\nDTSTART:20260603T170000Z\r\n";
    let cancelled = "UID:a\r\nSUMMARY:Base\r\nDTSTART:20260601T080000Z\r\nSTATUS:CANCELLED\r\n";
    let of = |event: &str, id: &str| format!("{event}RECURRENCE-ID{id}\r\n");
    let first = ";TZID=Europe/Lisbon:20260601T090000";
    let cases = [
        // The first occurrence is moved; its id may be in another zone, or be a day.
        (vec![of(moved, first)], vec!["Moved 2026-06-01T10:00:00Z"]),
        (
            vec![of(moved, ":20260601T080000Z")],
            vec!["Moved 2026-06-01T10:00:00Z"],
        ),
        (
            vec![of(moved, ";VALUE=DATE:20260601")],
            vec!["Moved 2026-06-01T10:00:00Z"],
        ),
        // Another one is moved.
        (
            vec![of(later, ";TZID=Europe/Lisbon:20260603T090000")],
            vec!["Base 2026-06-01T08:00:00Z"],
        ),
        // The first occurrence is cancelled, then the next one is moved.
        (
            vec![of(cancelled, first)],
            vec!["Base 2026-06-02T08:00:00Z"],
        ),
        (
            vec![of(cancelled, first), of(moved, ":20260602T080000Z")],
            vec!["Moved 2026-06-01T10:00:00Z"],
        ),
        (
            vec![of(moved, first), of(later, ":20260603T080000Z")],
            vec!["Moved 2026-06-01T10:00:00Z"],
        ),
    ];
    let event = |properties: &String| format!("BEGIN:VEVENT\r\n{properties}END:VEVENT\r\n");
    for (exceptions, expected) in cases {
        // In any order.
        for is_last in [false, true] {
            let mut events = exceptions.clone();
            events.insert(if is_last { events.len() } else { 0 }, base.to_owned());
            let file: String = events.iter().map(event).collect();
            let imported = import(calendar(&file)).unwrap();
            let items = &imported.content.itinerary;
            let names = items.iter().zip(starts(items));
            let names: Vec<String> = names
                .map(|(item, start)| format!("{} {start}", item.destination.name))
                .collect();
            assert_eq!(names, expected, "{exceptions:?}");
        }
    }
    let lone = event(&of(moved, first)) + &event(&of(later, ":20260603T080000Z"));
    assert_eq!(import(calendar(&lone)).unwrap().content.itinerary.len(), 2);
}

#[test]
fn knows_the_zones_of_windows() {
    for (id, zone, start) in [
        (
            "W. Europe Standard Time",
            "Europe/Berlin",
            "2026-06-01T07:00:00Z",
        ),
        (
            "\"tokyo standard time\"",
            "Asia/Tokyo",
            "2026-06-01T00:00:00Z",
        ),
        ("Europe/Lisbon", "Europe/Lisbon", "2026-06-01T08:00:00Z"),
        (
            "/example.org/2026/America/Argentina/Ushuaia",
            "America/Argentina/Ushuaia",
            "2026-06-01T12:00:00Z",
        ),
    ] {
        let imported = import(event(&format!("DTSTART;TZID={id}:20260601T090000\r\n"))).unwrap();
        let items = &imported.content.itinerary;
        assert_eq!(starts(items), [start], "{id}");
        assert_eq!(items[0].ends.time_zone.as_ref().unwrap().as_str(), zone);
    }
    let own = "BEGIN:VTIMEZONE\r\nTZID:\"Office\"\r\nBEGIN:STANDARD\r\n\
        DTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n\
        END:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Office:20260601T090000\r\n\
        END:VEVENT\r\n";
    let imported = import(calendar(own)).unwrap();
    assert_eq!(
        starts(&imported.content.itinerary),
        ["2026-06-01T08:00:00Z"]
    );
    let named = own.replacen("\r\n", "\r\nX-LIC-LOCATION:Africa/Lagos\r\n", 1);
    let imported = import(calendar(&named)).unwrap();
    let item = &imported.content.itinerary[0];
    assert_eq!(starts(std::slice::from_ref(item)), ["2026-06-01T08:00:00Z"]);
    let zone = item.ends.time_zone.as_ref().unwrap();
    assert_eq!(zone.as_str(), "Africa/Lagos");
    assert!(import(event("DTSTART;TZID=Moon Standard Time:20260601T090000\r\n")).is_err());
}

#[test]
fn events_of_several_days_keep_their_ends() {
    let days = "DTSTART;VALUE=DATE:20270101\r\n";
    let whole = format!("{days}DTEND;VALUE=DATE:20270104\r\n");
    for (properties, start, end) in [
        (
            event(&whole),
            "2027-01-01T00:00:00Z",
            "2027-01-04T00:00:00Z",
        ),
        (
            event(&format!("{days}DURATION:P3D\r\n")),
            "2027-01-01T00:00:00Z",
            "2027-01-04T00:00:00Z",
        ),
        (
            event(&whole).replacen(
                "BEGIN:VEVENT",
                "X-WR-TIMEZONE:Asia/Tokyo\r\nBEGIN:VEVENT",
                1,
            ),
            "2027-01-01T00:00:00Z",
            "2027-01-04T00:00:00Z",
        ),
    ] {
        let zone = properties.contains("Tokyo").then_some("Asia/Tokyo");
        let imported = import(properties).unwrap();
        let set = imported.content.plan.time_zone.as_ref();
        assert_eq!(set.map(ZoneName::as_str), zone);
        assert_eq!(imported.warnings[1..], [""; 0]);
        let item = &imported.content.itinerary[0];
        assert_eq!(
            (
                item.start.unwrap().to_string().as_str(),
                item.end.unwrap().to_string().as_str()
            ),
            (start, end)
        );
        assert_eq!(item.day.number(), 1);
        let is_local = item.typed.start.is_some() && item.typed.end.is_some();
        assert!(is_local, "midnight of wherever it is");
        let dates = imported.content.plan.dates;
        assert_eq!(dates.start.unwrap().at.to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(dates.end.unwrap().at.to_string(), "2027-01-03T00:00:00Z");
    }
    for end in [
        "",
        "DTEND;VALUE=DATE:20270102\r\n",
        "DTEND;VALUE=DATE:20261230\r\n",
    ] {
        let imported = import(event(&format!("{days}{end}"))).unwrap();
        let item = &imported.content.itinerary[0];
        assert_eq!((item.start, item.end), (None, None), "{end}");
    }
}

#[test]
fn days_of_durations_keep_the_hour_and_hours_are_exact() {
    for (start, duration, end) in [
        (
            "TZID=Europe/Paris:20260328T120000",
            "P1D",
            "2026-03-29T10:00:00Z",
        ),
        (
            "TZID=Europe/Paris:20260328T120000",
            "P1W",
            "2026-04-04T10:00:00Z",
        ),
        (
            "TZID=Europe/Paris:20260328T120000",
            "P1DT2H",
            "2026-03-29T12:00:00Z",
        ),
        (
            "TZID=Europe/Paris:20260328T120000",
            "PT24H",
            "2026-03-29T11:00:00Z",
        ),
        ("X=1:20260328T120000Z", "P1D", "2026-03-29T12:00:00Z"),
    ] {
        let file = event(&format!("DTSTART;{start}\r\nDURATION:{duration}\r\n"));
        let imported = import(file).unwrap();
        let item = &imported.content.itinerary[0];
        assert_eq!(item.end.unwrap().to_string(), end, "{start} {duration}");
        let last = imported.content.plan.dates.end.unwrap().at.to_string();
        assert_eq!(last[..10], end[..10], "{start} {duration}");
    }
}

#[test]
fn unfolds_inside_characters() {
    let mut file = event("DTSTART:20260601T090000Z\r\nLOCATION:Bel|m\r\n").into_bytes();
    let at = file.iter().position(|byte| *byte == b'|').unwrap();
    file.splice(at..=at, *b"\xc3\r\n \xa9");
    let imported = import(file).unwrap();
    assert_eq!(
        &*imported.content.itinerary[0].destination.location,
        "Belém"
    );
}

/// An observance that repeats every year.
const YEARLY: &str = "BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nRRULE:FREQ=YEARLY\r\n\
    TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\n";

#[test]
fn bounds_the_rules_of_all_zones() {
    let zones = |number: usize, used: usize| {
        let zone = |id| {
            let rules = YEARLY.repeat(100);
            format!("BEGIN:VTIMEZONE\r\nTZID:Z{id}\r\n{rules}END:VTIMEZONE\r\n")
        };
        let event =
            |id| format!("BEGIN:VEVENT\r\nDTSTART;TZID=Z{id}:20260601T120000\r\nEND:VEVENT\r\n");
        let events = (0..used).map(event).collect::<String>();
        import(calendar(
            &((0..number).map(zone).collect::<String>() + &events),
        ))
    };
    // Those that no event names are not read.
    let read = zones(11, 10).unwrap().content;
    assert_eq!(starts(&read.itinerary), ["2026-06-01T10:00:00Z"; 10]);
    let refused = zones(11, 11).unwrap_err().to_string();
    assert_eq!(refused, "the time zones have too many changes");
}

#[test]
fn cuts_long_ids_of_zones() {
    let id = |end: &str| "é".repeat(127) + &end.repeat(100);
    let zone = format!(
        "BEGIN:VTIMEZONE\r\nTZID:{}\r\n{YEARLY}END:VTIMEZONE\r\n",
        id("a")
    );
    let event = format!(
        "BEGIN:VEVENT\r\nDTSTART;TZID={}:20260601T120000\r\nEND:VEVENT\r\n",
        id("ab")
    );
    let read = import(calendar(&(zone + &event))).unwrap().content;
    assert_eq!(starts(&read.itinerary), ["2026-06-01T10:00:00Z"]);
}
