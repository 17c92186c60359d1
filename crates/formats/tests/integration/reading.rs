//! What is read of large, unusual and hostile files.

use std::fmt::Write as _;
use std::io::Cursor;

use uuid::Uuid;
use wayfare_domain::trip::ItineraryItem;
use wayfare_domain::trip::place::ZoneName;
use wayfare_formats::{ImportError, ImportedTrip, Limits, read};

fn import(file: impl AsRef<[u8]>) -> Result<ImportedTrip, ImportError> {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    read(Cursor::new(file.as_ref()), Limits::default(), &mut mint)
}

/// When items start.
fn starts(items: &[ItineraryItem]) -> Vec<String> {
    let starts = items.iter().map(|item| item.start);
    starts
        .map(|at| at.map_or_else(String::new, |at| at.to_string()))
        .collect()
}

fn calendar(content: &str) -> String {
    format!("BEGIN:VCALENDAR\r\n{content}END:VCALENDAR\r\n")
}

fn event(properties: &str) -> String {
    calendar(&format!(
        "BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:S\r\n{properties}END:VEVENT\r\n"
    ))
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
            "BEGIN:{kind}\r\nDTSTART:{first}01{day}T000000\r\nTZOFFSETFROM:+{from}00\r\nTZOFFSETTO:+{to}00\r\n"
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
            "DTSTART:20260601T090000Z\r\nRRULE:FREQ=DAILY\r\nEXDATE:20260601T090000Z,20260602T090000Z",
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
            "DTSTART:20260601T090000Z\r\nRDATE:20260704T100000Z,20260605T100000Z\r\nEXDATE:20260601T090000Z",
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
        let warning = "of a repeating event, only the first occurrence is kept";
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
    assert_eq!(import(event(none)).unwrap().content.itinerary.len(), 0);
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
    let own = "BEGIN:VTIMEZONE\r\nTZID:\"Tokyo Standard Time\"\r\nBEGIN:STANDARD\r\n\
        DTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n\
        END:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Tokyo Standard Time:20260601T090000\r\n\
        END:VEVENT\r\n";
    let imported = import(calendar(own)).unwrap();
    assert_eq!(
        starts(&imported.content.itinerary),
        ["2026-06-01T08:00:00Z"]
    );
    let named = own.replacen("\r\n", "\r\nX-LIC-LOCATION:Africa/Lagos\r\n", 1);
    let imported = import(calendar(&named.replace("Tokyo Standard Time", "Ours"))).unwrap();
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
        let is_local = imported.content.local_items.contains(&item.id);
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

#[test]
fn tells_of_points_without_coordinates() {
    for coordinates in ["[]", "[\"a\", 2]", "[200, 95]"] {
        let geometry = format!("{{\"type\":\"Point\",\"coordinates\":{coordinates}}}");
        let file = format!("{{\"type\":\"Feature\",\"geometry\":{geometry},\"properties\":{{}}}}");
        let warnings = import(file).unwrap().warnings;
        let warning = "a point has no valid coordinates".to_owned();
        assert!(warnings.contains(&warning), "{coordinates}: {warnings:?}");
    }
}

#[test]
fn refuses_nul_characters() {
    let gpx = |text: &str| format!("<gpx><wpt lat=\"1\" lon=\"2\"><name>{text}</name></wpt></gpx>");
    let kml = |text: &str| format!("<kml><Placemark><name>{text}</name></Placemark></kml>");
    let geojson = |text: &str| {
        format!(
            "{{\"type\":\"FeatureCollection\",\"name\":\"T\",\"other\":\"{text}\",\"features\":[]}}"
        )
    };
    let ics = |text: &str| event(&format!("DTSTART:20260601T090000Z\r\nLOCATION:{text}\r\n"));
    for whole in [gpx("a"), kml("a"), geojson("a"), ics("a")] {
        import(whole).unwrap();
    }
    let attribute = "<gpx><wpt lat=\"1\" lon=\"2\" x=\"&#0;\"/></gpx>".to_owned();
    let files = [
        gpx("a\0"),
        gpx("a&#0;"),
        gpx("a&#x00;"),
        attribute,
        kml("\0"),
        kml("<![CDATA[\0]]>"),
        geojson("\0"),
        geojson("a\\u0000"),
        ics("a\0"),
    ];
    for file in files {
        let refused = import(&file).err();
        assert!(
            matches!(refused, Some(ImportError::Malformed(_))),
            "{file:?} {refused:?}"
        );
    }
}

#[test]
fn reads_long_pieces() {
    let long = "1,2 ".repeat(5 << 18);
    let files = [
        format!("<kml><!--{long}--><Placemark><name>A</name></Placemark></kml>"),
        format!(
            "<kml><Placemark><name>A</name></Placemark><Placemark><LineString><coordinates>{long}\
             </coordinates></LineString></Placemark></kml>"
        ),
        format!("<gpx><desc><![CDATA[{long}]]></desc><wpt lat=\"1\" lon=\"2\"/></gpx>"),
        format!(
            "{{\"type\":\"Feature\",\"x\":\"{long}\",\"properties\":{{\"name\":\"{long}\"}},\"geometry\":null}}"
        ),
        format!(
            "{{\"type\":\"Feature\",\"x\":{},\"properties\":{{\"name\":\"A\"}}}}",
            "1".repeat(5 << 20)
        ),
        event(&format!(
            "DTSTART:20260601T090000Z\r\nATTACH:{long}\r\nDESCRIPTION:{long}\r\n"
        )),
    ];
    for file in files {
        let imported = import(&file);
        let imported = imported.unwrap_or_else(|error| panic!("{file:.40} {error}"));
        let places = imported.content.plan.destinations.len() + imported.content.itinerary.len();
        assert_eq!(places, 1, "{file:.40}");
    }
}

/// The names of items with their days.
fn days(imported: &ImportedTrip) -> Vec<(&str, u32)> {
    let items = imported.content.itinerary.iter();
    items
        .map(|item| (item.destination.name.as_str(), item.day.number()))
        .collect()
}

fn folder(name: &str, content: &str) -> String {
    format!("<Folder><name>{name}</name>{content}</Folder>")
}

fn placemark(name: &str, content: &str) -> String {
    format!("<Placemark><name>{name}</name>{content}</Placemark>")
}

fn kml(content: &str) -> ImportedTrip {
    import(format!(
        "<kml><Document><name>T</name>{content}</Document></kml>"
    ))
    .unwrap()
}

#[test]
fn folders_whose_names_say_so_are_days() {
    let [a, b, c] = ["A", "B", "C"].map(|name| placemark(name, ""));
    let start = |imported: &ImportedTrip| {
        let start = imported.content.plan.dates.start;
        start.map(|start| start.at.to_string())
    };
    let numbered = kml(&[
        folder("Day 3", &a),
        folder("Tag 2", &b),
        folder("Day 3", &c),
    ]
    .concat());
    assert_eq!(days(&numbered), [("A", 3), ("C", 3), ("B", 2)]);
    assert_eq!(start(&numbered), None);
    let dated = kml(&[folder("2027-05-08", &a), folder("Thursday 2027-05-06", &b)].concat());
    assert_eq!(days(&dated), [("A", 3), ("B", 1)]);
    assert_eq!(start(&dated).unwrap(), "2027-05-06T00:00:00Z");
    let weekdays = kml(&[
        folder("Monday", &a),
        folder("Monday", &b),
        folder("Friday", &c),
    ]
    .concat());
    assert_eq!(days(&weekdays), [("A", 1), ("B", 2), ("C", 3)]);
    let data = "<ExtendedData><Data name=\"day\"><value>4</value></Data></ExtendedData>";
    let own = kml(&folder("Arrival", &format!("{data}{a}")));
    assert_eq!(days(&own), [("A", 4)]);
    let within = kml(&folder(
        "Plan",
        &folder("Day 2", &format!("{a}{}", folder("Food", &b))),
    ));
    assert_eq!(days(&within), [("A", 2), ("B", 2)]);
    let descriptions = within.content.itinerary.iter();
    let descriptions: Vec<&str> = descriptions
        .map(|item| &*item.destination.description)
        .collect();
    assert_eq!(descriptions, ["", "Food"]);
}

#[test]
fn other_folders_describe_their_places() {
    let [a, b] = [
        placemark("A", "<description>Good soup</description>"),
        placemark("B", ""),
    ];
    let nested = folder("Old town", &folder("Restaurants", &format!("{a}{b}")));
    let imported = kml(&(nested + &folder("", &placemark("C", ""))));
    assert_eq!(days(&imported), []);
    let places = imported.content.plan.destinations.iter();
    let places: Vec<_> = places
        .map(|place| (place.name.as_str(), place.description.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            ("A", "Restaurants\nGood soup"),
            ("B", "Restaurants"),
            ("C", "")
        ]
    );
}

#[test]
fn finds_the_format_behind_long_pieces() {
    let long = "x".repeat(1 << 20);
    let blank = " \r\n".repeat(1 << 18);
    let point = "<wpt lat=\"1\" lon=\"2\"/></gpx>";
    let feature = "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":null}";
    let event = event("DTSTART:20260601T090000Z\r\n");
    let files = [
        format!("<?xml version=\"1.0\"?><!--{long}--><gpx>{point}"),
        format!("<gpx creator=\"{long}\">{point}"),
        format!("{blank}<gpx>{point}"),
        format!("\u{feff}{blank}<gpx>{point}"),
        format!("{blank}<kml><Placemark><name>A</name></Placemark></kml>"),
        format!("{blank}{feature}"),
        format!("\u{feff}{blank}{feature}"),
        format!("{blank}{event}"),
        format!("\u{feff}{blank}{event}"),
    ];
    for file in files {
        let imported = import(&file).unwrap_or_else(|error| panic!("{file:.40} {error}"));
        let places = imported.content.plan.destinations.len() + imported.content.itinerary.len();
        assert_eq!(places, 1, "{file:.40}");
    }
    for file in [blank.as_str(), &long, "", "<", &format!("<{long}")] {
        assert!(import(file).is_err(), "{file:.40}");
    }
}

#[test]
fn refuses_more_visits_than_a_trip_may_have_items() {
    let feature = |visits: usize| {
        let visits = vec!["{}"; visits].join(",");
        format!("{{\"type\":\"Feature\",\"properties\":{{\"name\":\"A\",\"visits\":[{visits}]}}}}")
    };
    let collection = |visits: [usize; 2]| {
        let features = visits.map(feature).join(",");
        import(format!(
            "{{\"type\":\"FeatureCollection\",\"features\":[{features}]}}"
        ))
    };
    assert_eq!(
        collection([600, 400]).unwrap().content.itinerary.len(),
        1_000
    );
    assert!(collection([600, 401]).is_err());
}
