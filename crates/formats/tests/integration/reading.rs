//! What is read of large, unusual and hostile files.

use std::io::Cursor;

use uuid::Uuid;
use wayfare_domain::trip::edit::EditContext;
use wayfare_domain::trip::place::{PlaceAnswer, PlaceQuery};
use wayfare_domain::{Currency, Date, Instant, Name, ReferenceRates, Trip, TripId, UserId};
use wayfare_formats::{ImportError, ImportedTrip, Limits, Zone, read};

use crate::calendars::calendar;

pub(crate) fn import(file: impl AsRef<[u8]>) -> Result<ImportedTrip, ImportError> {
    let mut next = 0;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let today = Date::parse("2026-05-01").unwrap();
    read(
        Cursor::new(file.as_ref()),
        Limits::default(),
        today,
        &mut mint,
    )
}

/// The trip of an import, whose default currency is the Canadian dollar, with the places that are
/// known.
pub(crate) fn built(imported: &ImportedTrip, places: &dyn Fn(&PlaceQuery) -> PlaceAnswer) -> Trip {
    let mut next = 100;
    let mut mint = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let mut context = EditContext {
        by: UserId(Uuid::from_u128(1)),
        now: Instant::parse("2026-12-01").unwrap(),
        find_user: &|_| None,
        mint: &mut mint,
        default_currency: Currency::CAD,
        rates: &ReferenceRates::default(),
        has_same_mentions: false,
        places: &|_| None,
        wall_clock: &Zone::same_hour,
    };
    let mut content = imported.content.clone();
    content.name = Name::new("Trip").unwrap();
    let import = Trip::import(TripId(Uuid::from_u128(2)), content, &mut context).unwrap();
    import.locate(places, &Zone::same_hour)
}

pub(crate) fn event(properties: &str) -> String {
    calendar(&format!(
        "BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:S\r\n{properties}END:VEVENT\r\n"
    ))
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
fn zero_coordinates_of_other_programs_are_no_place() {
    let file = |generator: &str| {
        format!(
            "{{\"type\":\"FeatureCollection\",\"generator\":\"{generator}\",\
                \"features\":[{{\"type\":\
             \"Feature\",\"geometry\":{{\"type\":\"Point\",\"coordinates\":[0,0]}},\"properties\":\
             {{\"name\":\"A\",\"address\":\"Lisbon\"}}}}]}}"
        )
    };
    for (generator, is_located) in [("", false), ("urn:wayfare:exchange:1", true)] {
        let imported = import(file(generator)).unwrap();
        let place = &imported.content.plan.destinations[0];
        assert_eq!((&*place.name, &*place.location), ("A", "Lisbon"));
        assert_eq!(place.coordinates.is_some(), is_located, "{generator}");
        let warning = "a point has no valid coordinates".to_owned();
        assert_eq!(imported.warnings.contains(&warning), !is_located);
    }
}

#[test]
fn reads_places_as_google_writes_them() {
    let feature = |point: &str, location: &str| {
        format!(
            "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"Point\",\"coordinates\":{point}}},\
             \"properties\":{{\"google_maps_url\":\"x\",\"location\":{location}}}}}"
        )
    };
    let location = "{\"address\":\"Lisbon\",\"country_code\":\"PT\",\"name\":\"Castle\"}";
    for (point, location, expected) in [
        ("[-9.1,38.7]", location, ("Castle", "Lisbon", true)),
        ("[0,0]", location, ("Castle", "Lisbon", false)),
        ("[-9,38]", "\"Lisbon\"", ("38, -9", "Lisbon", true)),
        ("[-9,38]", "[1,{\"name\":\"A\"}]", ("38, -9", "", true)),
        ("[-9,38]", "{\"name\":{\"name\":1}}", ("38, -9", "", true)),
    ] {
        let imported = import(feature(point, location)).unwrap();
        let place = &imported.content.plan.destinations[0];
        let found = (&*place.name, &*place.location, place.coordinates.is_some());
        assert_eq!(found, expected, "{point} {location}");
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
            "{{\"type\":\"Feature\",\"x\":\"{long}\",\"properties\":{{\"name\":\"{long}\"}},\
                \"geometry\":null}}"
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

#[test]
fn collections_have_features() {
    let read = |file: &str| import(file.as_bytes());
    assert!(read(r#"{"type": "FeatureCollection", "features": []}"#).is_ok());
    assert!(read(r#"{"type": "FeatureCollection"}"#).is_err());
}
